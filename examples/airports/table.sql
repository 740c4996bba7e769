-- Airports of Europe, one line each, for trying out queries with -i.
CREATE TABLE airports (
  IATA_CODE CHAR(3),
  AIRPORT STRING,
  CITY STRING,
  STATE CHAR(2),
  COUNTRY CHAR(3),
  LATITUDE DOUBLE,
  LONGITUDE DOUBLE,
  PRIMARY KEY (IATA_CODE) NOT ENFORCED
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/airports/airports.csv',
  'format' = 'csv'
);
