-- from indexes.sql:2
CREATE TABLE source_table (
  id INT
)
WITH (
  type = 'random'
);

-- from indexes.sql:3
CREATE TABLE dim_table (
  field1 INT,
  field2 INT,
  field3 INT,
  INDEX (field1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 't',
  userName = 'u',
  password = '${secret:db}',
  cache = 'LRU',
  cacheTTLMs = '60000'
);

-- from indexes.sql:3
CREATE TABLE dim_table__1 (
  field1 INT,
  field2 INT,
  field3 INT,
  INDEX (field2)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 't',
  userName = 'u',
  password = '${secret:db}',
  cache = 'LRU',
  cacheTTLMs = '60000'
);

-- from indexes.sql:3
CREATE TABLE dim_table__2 (
  field1 INT,
  field2 INT,
  field3 INT,
  PRIMARY KEY (field2),
  INDEX (field1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 't',
  userName = 'u',
  password = '${secret:db}',
  cache = 'LRU',
  cacheTTLMs = '60000'
);

-- from indexes.sql:3
CREATE TABLE dim_table__3 (
  field1 INT,
  field2 INT,
  field3 INT,
  PRIMARY KEY (field1),
  INDEX (field1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 't',
  userName = 'u',
  password = '${secret:db}',
  cache = 'LRU',
  cacheTTLMs = '60000'
);

-- from indexes.sql:3
CREATE TABLE dim_table__4 (
  field1 INT,
  field2 INT,
  field3 INT,
  UNIQUE INDEX (field2, field3),
  INDEX (field1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 't',
  userName = 'u',
  password = '${secret:db}',
  cache = 'LRU',
  cacheTTLMs = '60000'
);

-- from indexes.sql:4
CREATE TABLE table1 (
  id INT
)
WITH (
  type = 'print'
);

-- from indexes.sql:6
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field1;

-- from indexes.sql:8
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table__1 FOR SYSTEM_TIME AS OF PROCTIME() AS dim_table ON source_table.id = dim_table.field2;

-- from indexes.sql:10
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table__2 FOR SYSTEM_TIME AS OF PROCTIME() AS dim_table ON source_table.id = dim_table.field2;

-- from indexes.sql:12
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table__3 FOR SYSTEM_TIME AS OF PROCTIME() AS dim_table ON source_table.id = dim_table.field1;

-- from indexes.sql:14
INSERT INTO table1
SELECT source_table.*
FROM source_table
INNER JOIN dim_table__4 FOR SYSTEM_TIME AS OF PROCTIME() AS dim_table ON source_table.id = dim_table.field2;
