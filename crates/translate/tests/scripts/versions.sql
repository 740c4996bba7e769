-- Syntax that came with Flink 2.
CREATE TABLE orders (id INT, price DECIMAL(10, 2), ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector' = 'datagen');
CREATE TABLE totals (id INT, total DECIMAL(38, 2), PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'blackhole');
CREATE TABLE windows (window_start TIMESTAMP(3), n BIGINT) WITH ('connector' = 'blackhole');
INSERT INTO windows
SELECT window_start, COUNT(*) FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end;
INSERT INTO totals
SELECT id, SUM(price) FROM orders GROUP BY id
ON CONFLICT DO DEDUPLICATE;
SELECT id, E'a\tb' FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC) = 1;
