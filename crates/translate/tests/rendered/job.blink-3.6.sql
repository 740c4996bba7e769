-- from job.sql:3
CREATE TABLE s (
  a INT,
  b INT
)
WITH (
  type = 'random'
);

-- from job.sql:3
CREATE TABLE s__1 (
  a INT,
  b INT
)
WITH (
  type = 'random'
);

-- from job.sql:4
CREATE TABLE k1 (
  a INT
)
WITH (
  connector = 'blackhole'
);

-- from job.sql:5
CREATE TABLE k2 (
  a INT,
  n BIGINT
)
WITH (
  connector = 'blackhole'
);

-- from job.sql:8
INSERT INTO k1
SELECT a
FROM s;

-- from job.sql:9
INSERT INTO k1
SELECT b
FROM s__1 AS s
WHERE b > 0;

-- from job.sql:10
INSERT INTO k2
SELECT a, COUNT(*)
FROM s
GROUP BY a;
