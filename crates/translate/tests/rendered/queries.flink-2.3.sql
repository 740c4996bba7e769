SET 'execution.runtime-mode' = 'streaming';

-- from queries.sql:2
CREATE TABLE l (
  id INT,
  name STRING
)
WITH (
  'connector' = 'datagen'
);

-- from queries.sql:3
CREATE TABLE with_time (
  id INT,
  pt AS PROCTIME()
)
WITH (
  'connector' = 'datagen'
);

-- from queries.sql:4
CREATE TABLE d1 (
  id1 INT,
  v STRING,
  PRIMARY KEY (id1) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 'd1'
);

-- from queries.sql:5
CREATE TABLE d2 (
  id2 INT,
  w STRING,
  PRIMARY KEY (id2) NOT ENFORCED
)
WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://db/x',
  'table-name' = 'd2'
);

-- from queries.sql:6
SELECT SUBSTRING('20200108171740', 1, 8);

-- from queries.sql:7
SELECT 1
FROM (VALUES (0)) AS dual (dummy)
WHERE 1 = 1;

-- from queries.sql:8
SELECT l.id, l.name, d1.id1, d1.v, x.id2, x.w
FROM (SELECT *, PROCTIME() AS __proctime
FROM l) AS l
INNER JOIN d1 FOR SYSTEM_TIME AS OF l.__proctime ON l.id = d1.id1
LEFT JOIN d2 FOR SYSTEM_TIME AS OF l.__proctime AS x ON l.id = x.id2;

-- from queries.sql:9
SELECT with_time.*, v
FROM with_time
INNER JOIN d1 FOR SYSTEM_TIME AS OF with_time.pt ON with_time.id = d1.id1;

-- from queries.sql:10
WITH big AS (SELECT id + 1 AS id, name AS n
FROM l
WHERE id > 10) SELECT b.id, b.n, v
FROM (SELECT *, PROCTIME() AS __proctime
FROM big) AS b
INNER JOIN d1 FOR SYSTEM_TIME AS OF b.__proctime ON b.id = d1.id1;

-- from queries.sql:12
SELECT s.k, COUNT(*)
FROM (SELECT *, PROCTIME() AS __proctime
FROM (SELECT id AS k
FROM l) AS s) AS s
INNER JOIN d1 FOR SYSTEM_TIME AS OF s.__proctime ON s.k = d1.id1
GROUP BY s.k;
