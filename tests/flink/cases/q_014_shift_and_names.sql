-- set: execution.runtime-mode=batch
CREATE TEMPORARY VIEW e AS SELECT * FROM (VALUES (1, 'Ann', 10, 100.50), (2, 'Bob', 10, 80.00), (3, 'Cy', 20, 120.25), (4, 'Dee', 30, 70.10), (5, 'Ann', 20, CAST(NULL AS DECIMAL(5,2)))) t(id, name, dep, sal);
SELECT LEAD(name, 1, 'none') OVER (ORDER BY id) FROM e;
SELECT LAG(sal, 1, 1234567.123) OVER (ORDER BY id) FROM e;
SELECT LAG(id, 1, 9999999999) OVER (ORDER BY id) FROM e;
SELECT LAG(id, 1, 1.5) OVER (ORDER BY id), LAG(CAST(name AS CHAR(2)), 2, 'xyz') OVER (ORDER BY id) FROM e;
SELECT CAST(ROW(1,'a') AS ROW<x INT, y STRING>).y FROM e;
SELECT r.y FROM (SELECT CAST(ROW(1,'a') AS ROW<x INT, y STRING>) r) t;
SELECT t.r.y, r.x + 1 FROM (SELECT CAST(ROW(1,'a') AS ROW<x INT, y STRING>) r) t;
SELECT (r).y FROM (SELECT CAST(ROW(1,'a') AS ROW<x INT, y STRING>) r) t;
SELECT a[1].x FROM (SELECT ARRAY[CAST(ROW(1,'a') AS ROW<x INT, y STRING>)] a) t;
WITH RECURSIVE r AS (SELECT 1 AS n) SELECT * FROM r;
