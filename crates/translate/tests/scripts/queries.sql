-- Where the time attribute and dual stand in queries.
CREATE TABLE l (id INT, name STRING) WITH ('connector' = 'datagen');
CREATE TABLE with_time (id INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');
CREATE TABLE d1 (id1 INT, v STRING, PRIMARY KEY (id1) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'd1');
CREATE TABLE d2 (id2 INT, w STRING, PRIMARY KEY (id2) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'd2');
SELECT SUBSTRING('20200108171740', 1, 8) FROM dual;
SELECT 1 FROM dual WHERE 1 = 1;
SELECT * FROM l JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON l.id = d1.id1 LEFT JOIN d2 FOR SYSTEM_TIME AS OF PROCTIME() AS x ON l.id = x.id2;
SELECT with_time.*, v FROM with_time JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON with_time.id = d1.id1;
WITH big AS (SELECT id + 1 AS id, name AS n FROM l WHERE id > 10)
SELECT b.*, v FROM big AS b JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON b.id = d1.id1;
SELECT s.k, COUNT(*) FROM (SELECT id AS k FROM l) AS s JOIN d1 FOR SYSTEM_TIME AS OF PROCTIME() ON s.k = d1.id1 GROUP BY s.k;
