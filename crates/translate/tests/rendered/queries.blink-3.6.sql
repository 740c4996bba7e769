-- from queries.sql:2
CREATE TABLE l (
  id INT,
  name VARCHAR
)
WITH (
  type = 'random'
);

-- from queries.sql:3
CREATE TABLE with_time (
  id INT,
  pt AS PROCTIME()
)
WITH (
  type = 'random'
);

-- from queries.sql:4
CREATE TABLE d1 (
  id1 INT,
  v VARCHAR,
  PRIMARY KEY (id1)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 'd1'
);

-- from queries.sql:5
CREATE TABLE d2 (
  id2 INT,
  w VARCHAR,
  PRIMARY KEY (id2)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 'd2'
);

-- from queries.sql:6
SELECT SUBSTRING('20200108171740', 1, 8)
FROM dual;

-- from queries.sql:7
SELECT 1
FROM dual
WHERE 1 = 1;

-- from queries.sql:8
SELECT *
FROM l
INNER JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON l.id = d1.id1
LEFT JOIN d2 FOR SYSTEM_TIME AS OF PROCTIME() AS x ON l.id = x.id2;

-- from queries.sql:9
SELECT with_time.*, v
FROM with_time
INNER JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON with_time.id = d1.id1;

-- from queries.sql:10
WITH big AS (SELECT id + 1 AS id, name AS n
FROM l
WHERE id > 10) SELECT b.*, v
FROM big AS b
INNER JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON b.id = d1.id1;

-- from queries.sql:12
SELECT s.k, COUNT(*)
FROM (SELECT id AS k
FROM l) AS s
INNER JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON s.k = d1.id1
GROUP BY s.k;
