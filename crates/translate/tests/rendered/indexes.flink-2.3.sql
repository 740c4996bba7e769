SET 'execution.runtime-mode' = 'streaming';

-- from indexes.sql:2
CREATE TEMPORARY TABLE source_table (
  id INT
)
WITH (
  'connector' = 'datagen'
);

-- from indexes.sql:3
CREATE TEMPORARY TABLE dim_table (
  field1 INT,
  field2 INT,
  field3 INT
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 't',
  'username' = 'u',
  'password' = '${secret:db}',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.expire-after-write' = '60000 ms'
);

-- from indexes.sql:3
CREATE TEMPORARY TABLE dim_table__1 (
  field1 INT,
  field2 INT,
  field3 INT
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 't',
  'username' = 'u',
  'password' = '${secret:db}',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.expire-after-write' = '60000 ms'
);

-- from indexes.sql:3
CREATE TEMPORARY TABLE dim_table__2 (
  field1 INT,
  field2 INT,
  field3 INT,
  PRIMARY KEY (field2) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 't',
  'username' = 'u',
  'password' = '${secret:db}',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.expire-after-write' = '60000 ms'
);

-- from indexes.sql:3
CREATE TEMPORARY TABLE dim_table__3 (
  field1 INT,
  field2 INT,
  field3 INT,
  PRIMARY KEY (field1) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 't',
  'username' = 'u',
  'password' = '${secret:db}',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.expire-after-write' = '60000 ms'
);

-- from indexes.sql:3
CREATE TEMPORARY TABLE dim_table__4 (
  field1 INT,
  field2 INT,
  field3 INT
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 't',
  'username' = 'u',
  'password' = '${secret:db}',
  'lookup.cache' = 'PARTIAL',
  'lookup.partial-cache.expire-after-write' = '60000 ms'
);

-- from indexes.sql:4
CREATE TEMPORARY TABLE table1 (
  id INT
)
WITH (
  'connector' = 'print'
);

-- from indexes.sql:6
EXECUTE STATEMENT SET BEGIN
INSERT INTO table1
SELECT source_table.id
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table FOR SYSTEM_TIME AS OF source_table.__proctime ON source_table.id = dim_table.field1; /* from indexes.sql:8 */ INSERT INTO table1
SELECT source_table.id
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table__1 FOR SYSTEM_TIME AS OF source_table.__proctime AS dim_table ON source_table.id = dim_table.field2; /* from indexes.sql:10 */ INSERT INTO table1
SELECT source_table.id
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table__2 FOR SYSTEM_TIME AS OF source_table.__proctime AS dim_table ON source_table.id = dim_table.field2; /* from indexes.sql:12 */ INSERT INTO table1
SELECT source_table.id
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table__3 FOR SYSTEM_TIME AS OF source_table.__proctime AS dim_table ON source_table.id = dim_table.field1; /* from indexes.sql:14 */ INSERT INTO table1
SELECT source_table.id
FROM (SELECT *, PROCTIME() AS __proctime
FROM source_table) AS source_table
INNER JOIN dim_table__4 FOR SYSTEM_TIME AS OF source_table.__proctime AS dim_table ON source_table.id = dim_table.field2; END;
