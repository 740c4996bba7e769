-- from keys.sql:2
CREATE TABLE source_table (
  id INT,
  name VARCHAR
)
WITH (
  type = 'random'
);

-- from keys.sql:3
CREATE TABLE dim_table (
  field1 INT,
  field2 INT,
  field3 VARCHAR,
  PRIMARY KEY (field1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 'dim'
);

-- from keys.sql:3
CREATE TABLE dim_table__1 (
  field1 INT,
  field2 INT,
  field3 VARCHAR,
  PRIMARY KEY (field2)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 'dim'
);

-- from keys.sql:4
CREATE TABLE table1 (
  id INT,
  name VARCHAR
)
WITH (
  connector = 'blackhole'
);

-- from keys.sql:5
CREATE TABLE table2 (
  id INT,
  name VARCHAR,
  field1 INT,
  field2 INT,
  field3 VARCHAR
)
WITH (
  connector = 'blackhole'
);

-- from keys.sql:7
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field1;

-- from keys.sql:9
INSERT INTO table1
SELECT source_table.*
FROM source_table
LEFT JOIN dim_table__1 FOR SYSTEM_TIME AS OF PROCTIME() AS d ON source_table.id = d.field2;

-- from keys.sql:12
INSERT INTO table2
SELECT *
FROM source_table
INNER JOIN dim_table__1 FOR SYSTEM_TIME AS OF PROCTIME() AS dim_table ON source_table.id = dim_table.field2;
