-- INSERTs of one job into files, read again.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
CREATE TABLE customers (id BIGINT, name STRING, city STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/customers.csv', 'format' = 'csv');
CREATE TABLE IF NOT EXISTS totals (customer BIGINT, total DECIMAL(38, 2)) WITH ('connector' = 'filesystem', 'path' = '/tmp/tamias-rows/totals', 'format' = 'csv');
CREATE TABLE cities (city STRING, n BIGINT) WITH ('connector' = 'filesystem', 'path' = '/tmp/tamias-rows/cities', 'format' = 'csv');
SET totals.`sink.parallelism` = 1;
EXECUTE STATEMENT SET BEGIN
INSERT OVERWRITE totals SELECT customer, SUM(amount) FROM orders GROUP BY customer;
INSERT OVERWRITE cities SELECT city, COUNT(*) FROM customers GROUP BY city;
END;
SELECT customer, total FROM totals;
SELECT city, n FROM cities;
