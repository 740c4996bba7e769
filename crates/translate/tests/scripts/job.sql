-- INSERTs that are one job.
SET pipeline.name = shop;
CREATE TABLE s (a INT, b INT) WITH ('connector' = 'datagen');
CREATE TABLE k1 (a INT) WITH ('connector' = 'blackhole');
CREATE TABLE k2 (a INT, n BIGINT) WITH ('connector' = 'blackhole');
SET s.`number-of-rows` = 10;
BEGIN STATEMENT SET;
INSERT INTO k1 SELECT a FROM s;
INSERT INTO k1 SELECT b FROM s /*+ OPTIONS('rows-per-second' = '5') */ WHERE b > 0;
INSERT INTO k2 SELECT a, COUNT(*) FROM s GROUP BY a;
END;
