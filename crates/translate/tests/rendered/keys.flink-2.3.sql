SET 'execution.runtime-mode' = 'streaming';

-- from keys.sql:2
CREATE TABLE source_table (
  id INT,
  name STRING
)
WITH (
  'connector' = 'datagen'
);

-- from keys.sql:3
CREATE TEMPORARY TABLE dim_table (
  field1 INT,
  field2 INT,
  field3 STRING,
  PRIMARY KEY (field1) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 'dim'
);

-- from keys.sql:3
CREATE TEMPORARY TABLE dim_table__1 (
  field1 INT,
  field2 INT,
  field3 STRING,
  PRIMARY KEY (field2) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 'dim'
);

-- from keys.sql:4
CREATE TABLE table1 (
  id INT,
  name STRING
)
WITH (
  'connector' = 'blackhole'
);

-- from keys.sql:5
CREATE TABLE table2 (
  id INT,
  name STRING,
  field1 INT,
  field2 INT,
  field3 STRING
)
WITH (
  'connector' = 'blackhole'
);

-- from keys.sql:7
INSERT INTO table1
SELECT source_table.id, source_table.name
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table FOR SYSTEM_TIME AS OF source_table.__proctime ON source_table.id = dim_table.field1;

-- from keys.sql:9
INSERT INTO table1
SELECT source_table.id, source_table.name
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
LEFT JOIN dim_table__1 FOR SYSTEM_TIME AS OF source_table.__proctime AS d ON source_table.id = d.field2;

-- from keys.sql:12
INSERT INTO table2
SELECT source_table.id, source_table.name, dim_table.field1, dim_table.field2, dim_table.field3
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table__1 FOR SYSTEM_TIME AS OF source_table.__proctime AS dim_table ON source_table.id = dim_table.field2;
