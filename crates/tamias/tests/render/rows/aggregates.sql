-- Groups, filters and a common table expression.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
WITH known AS (SELECT region, amount FROM orders WHERE customer IS NOT NULL)
SELECT region, COUNT(*) AS n, SUM(amount) AS total, AVG(amount) AS mean, MAX(amount) AS largest FROM known GROUP BY region HAVING COUNT(*) > 0;
SELECT EXTRACT(DAY FROM ts) AS d, COUNT(DISTINCT customer) AS customers FROM orders GROUP BY EXTRACT(DAY FROM ts);
