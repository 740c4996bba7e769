-- set: execution.runtime-mode=batch
-- Taken with TAMIAS_FLINK_JARS: flink-sql-parquet 2.3.0, hadoop-client-api and hadoop-client-runtime 3.3.6, commons-logging 1.2.
CREATE TABLE p (b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, f FLOAT, d DOUBLE, e DECIMAL(10, 2), c CHAR(3), v VARCHAR(5), st STRING, bb BYTES, da DATE, ti TIME(0), ts TIMESTAMP(6), arr ARRAY<INT>, m MAP<STRING, INT>, r ROW<x INT, y STRING>) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/data/parquet_types','format'='parquet');
SELECT * FROM p;
SELECT i, arr[1] AS a, m['k'] AS v, r.y AS y FROM p WHERE b;
SELECT COUNT(*) AS n, COUNT(e) AS e, MIN(da) AS da, MAX(ts) AS ts FROM p;
CREATE TABLE n (i INT, nosuch STRING) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/data/parquet_types','format'='parquet');
SELECT * FROM n;
