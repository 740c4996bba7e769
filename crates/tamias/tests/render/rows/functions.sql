-- Functions written in SQL, within each other.
CREATE FUNCTION net AS 'sql' WITH ('parameters' = 'amount DECIMAL(10, 2), rate INT', 'returns' = 'DECIMAL(12, 4)', 'body' = 'amount - amount * rate / 100');
CREATE FUNCTION tidy AS 'sql' WITH ('parameters' = 's STRING', 'returns' = 'STRING', 'body' = 'UPPER(TRIM(s))');
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
CREATE TABLE customers (id BIGINT, name STRING, city STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/customers.csv', 'format' = 'csv');
SELECT o.id, net(o.amount, 20) AS net, tidy(c.name) AS name FROM orders AS o LEFT JOIN customers AS c ON o.customer = c.id WHERE tidy(o.region) IN ('EU', 'US');
