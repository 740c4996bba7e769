-- set: execution.runtime-mode=batch
-- Taken with TAMIAS_FLINK_JARS: flink-sql-parquet 2.3.0, hadoop-client-api and hadoop-client-runtime 3.3.6, commons-logging 1.2.
CREATE TABLE t1 (a INT) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/data/nosuch_folder','format'='parquet');
SELECT * FROM t1;
CREATE TABLE p (b BOOLEAN, t TINYINT, s SMALLINT, i INT, l BIGINT, f FLOAT, d DOUBLE, e DECIMAL(10, 2), c CHAR(3), v VARCHAR(5), st STRING, bb BYTES, da DATE, ti TIME(0), ts TIMESTAMP(6), arr ARRAY<INT>, m MAP<STRING, INT>, r ROW<x INT, y STRING>) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/work/pq1','format'='parquet');
INSERT INTO p VALUES (TRUE, CAST(1 AS TINYINT), CAST(2 AS SMALLINT), 3, 4, CAST(1.5 AS FLOAT), 2.5E0, 12.34, 'ab', 'vwxyz', 'st', x'00ff', DATE '2024-02-29', TIME '10:11:12', TIMESTAMP '2024-02-29 10:11:12.123456', ARRAY[1, 2], MAP['k', 1], ROW(7, 'y'));
INSERT INTO p (i) VALUES (9);
SELECT * FROM p;
SELECT i, e, ts, arr, m, r.x FROM p WHERE i > 3;
SELECT COUNT(*) AS n, SUM(i) AS sm, MAX(ts) AS x FROM p;
CREATE TABLE q (i INT, extra STRING, l BIGINT) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/work/pq1','format'='parquet');
SELECT * FROM q;
CREATE TABLE w (i BIGINT) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/work/pq1','format'='parquet');
SELECT * FROM w;
CREATE TABLE pp (i INT, dt STRING) PARTITIONED BY (dt) WITH ('connector'='filesystem','path'='/tmp/flink-oracle/work/pq2','format'='parquet');
INSERT INTO pp VALUES (1, 'a'), (2, 'b');
SELECT * FROM pp WHERE dt = 'b';
