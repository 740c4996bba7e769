CREATE TABLE orders (
  id BIGINT,
  customer BIGINT,
  code BIGINT,
  ordered TIMESTAMP(3)
) WITH (
  'datasource' = 'bus',
  'topic' = 'orders',
  'scan.startup.mode' = 'earliest-offset'
);
