-- Airports of Europe, one line each. Three lines have no usable coordinates: a plain SELECT * stops at the first of them.
CREATE TABLE `airports` (
  `IATA_CODE` CHAR(3),
  `AIRPORT` STRING,
  `CITY` STRING,
  `STATE` CHAR(2),
  `COUNTRY` CHAR(3),
  `LATITUDE` DOUBLE NULL,
  `LONGITUDE` DOUBLE NULL,
  PRIMARY KEY (`IATA_CODE`) NOT ENFORCED
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/airports/airports.csv',
  'format' = 'csv'
);

-- The hint overrides the table's options for this reference only: cells that cannot be read become NULL.
SELECT `IATA_CODE`, `CITY`, `COUNTRY`
FROM `airports` /*+ OPTIONS('csv.ignore-parse-errors'='true') */
WHERE `LATITUDE` IS NULL;

SELECT `COUNTRY`, COUNT(*) AS `airports`, MAX(`LATITUDE`) AS `northernmost`
FROM `airports` /*+ OPTIONS('csv.ignore-parse-errors'='true') */
GROUP BY `COUNTRY`
HAVING COUNT(*) > 1
ORDER BY `northernmost` DESC;
