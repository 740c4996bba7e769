SET 'execution.runtime-mode' = 'streaming';

-- from job.sql:2
SET 'pipeline.name' = 'shop';

-- from job.sql:3
CREATE TEMPORARY TABLE s (
  a INT,
  b INT
)
WITH (
  'connector' = 'datagen',
  'number-of-rows' = '10'
);

-- from job.sql:4
CREATE TABLE k1 (
  a INT
)
WITH (
  'connector' = 'blackhole'
);

-- from job.sql:5
CREATE TABLE k2 (
  a INT,
  n BIGINT
)
WITH (
  'connector' = 'blackhole'
);

-- from job.sql:8
EXECUTE STATEMENT SET BEGIN
INSERT INTO k1
SELECT a
FROM s; /* from job.sql:9 */ INSERT INTO k1
SELECT b
FROM s
/*+ OPTIONS('rows-per-second' = '5') */
WHERE b > 0; /* from job.sql:10 */ INSERT INTO k2
SELECT a, COUNT(*)
FROM s
GROUP BY a; END;
