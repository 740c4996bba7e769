-- from versions.sql:2
CREATE TABLE orders (
  id INT,
  price DECIMAL(10, 2),
  ts TIMESTAMP,
  WATERMARK FOR ts AS withOffset(ts, 60000)
)
WITH (
  type = 'random'
);

-- from versions.sql:3
CREATE TABLE totals (
  id INT,
  total DECIMAL(38, 2),
  PRIMARY KEY (id)
)
WITH (
  connector = 'blackhole'
);

-- from versions.sql:4
CREATE TABLE windows (
  window_start TIMESTAMP,
  n BIGINT
)
WITH (
  connector = 'blackhole'
);

-- from versions.sql:5
INSERT INTO windows
SELECT window_start, COUNT(*)
FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;

-- from versions.sql:7
INSERT INTO totals
SELECT id, SUM(price)
FROM orders
GROUP BY id
ON CONFLICT DO DEDUPLICATE;

-- from versions.sql:10
SELECT id, 'a	b'
FROM orders
QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC) = 1;
