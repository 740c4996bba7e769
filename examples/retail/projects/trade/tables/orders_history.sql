-- The orders of former years, in files.
CREATE TABLE orders_history (
  id BIGINT,
  customer_id BIGINT,
  total DECIMAL(10, 2),
  ordered TIMESTAMP(3)
) WITH (
  'connector' = 'filesystem',
  'path' = 'data/history',
  'format' = 'csv'
);
