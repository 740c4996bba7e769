-- The definitions are those of Blink, but for where the rows are.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region VARCHAR(20), day_text AS DATE_FORMAT(ts, 'yyyyMMdd')) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
SELECT day_text, region, amount FROM orders WHERE amount > 5;
