-- A primary key that one reference has by a hint.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
CREATE TABLE customers (id BIGINT, name STRING, city STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/customers.csv', 'format' = 'csv');
SELECT o.id, c.city FROM orders AS o JOIN customers /*+ primarykey(id) */ AS c ON o.customer = c.id;
SELECT o.id, c.name FROM orders AS o JOIN customers AS c ON o.customer = c.id;
