SET 'execution.runtime-mode' = 'streaming';

-- from versions.sql:2
CREATE TEMPORARY TABLE orders (
  id INT,
  price DECIMAL(10, 2),
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
)
WITH (
  'connector' = 'datagen'
);

-- from versions.sql:3
CREATE TEMPORARY TABLE totals (
  id INT,
  total DECIMAL(38, 2),
  PRIMARY KEY (id) NOT ENFORCED
)
WITH (
  'connector' = 'blackhole'
);

-- from versions.sql:4
CREATE TEMPORARY TABLE windows (
  window_start TIMESTAMP(3),
  n BIGINT
)
WITH (
  'connector' = 'blackhole'
);

-- from versions.sql:5
INSERT INTO windows
SELECT window_start, COUNT(*)
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;

-- from versions.sql:7
INSERT INTO totals
SELECT id, SUM(price)
FROM orders
GROUP BY id;

-- from versions.sql:10
SELECT id, 'a	b'
FROM orders
QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC) = 1;
