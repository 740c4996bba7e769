-- What is set for a table: computed columns, a watermark, options.
CREATE TABLE orders (id BIGINT, customer BIGINT, amount DECIMAL(10, 2), ts TIMESTAMP(3), region STRING) WITH ('connector' = 'filesystem', 'path' = 'crates/tamias/tests/render/rows/data/orders.csv', 'format' = 'csv');
SET orders.computedColumn = (day_of AS CAST(ts AS DATE), label AS CONCAT(region, ':', CAST(id AS STRING)));
SET orders.`watermark` = 'WATERMARK FOR ts AS withOffset(ts, 1500)';
SET orders.`csv.null-literal` = '';
SELECT id, day_of, label, ts FROM orders;
SELECT id, region FROM orders /*+ OPTIONS('csv.null-literal' = 'US') */;
