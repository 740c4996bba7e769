-- What customers ordered. A task adds the watermark that it needs.
CREATE TABLE orders (
  order_id BIGINT,
  customer_id BIGINT,
  amount DECIMAL(10, 2),
  ordered TIMESTAMP(3)
) WITH (
  'datasource' = 'kafka_main',
  'topic' = 'orders',
  'properties.group.id' = 'trade',
  'scan.startup.mode' = 'earliest-offset'
);
