-- Views over views, UNION ALL, dual.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
CREATE TABLE customers (id BIGINT, name STRING, city STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/customers.csv', 'format' = 'csv');
CREATE VIEW rich AS SELECT o.id, c.name, o.amount FROM orders AS o JOIN customers AS c ON o.customer = c.id;
CREATE VIEW named AS SELECT name, amount FROM rich WHERE amount > 1;
SELECT name, amount FROM named UNION ALL SELECT 'nobody', CAST(0 AS DECIMAL(10, 2)) FROM dual;
SELECT SUBSTRING('20200108171740', 1, 8) AS d FROM dual;
