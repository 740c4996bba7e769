CREATE TABLE orders_enriched (
  order_id BIGINT,
  customer STRING,
  city STRING,
  amount DECIMAL(10, 2),
  currency STRING,
  ordered TIMESTAMP(3)
) WITH (
  'datasource' = 'kafka_main',
  'topic' = 'orders-enriched',
  'properties.group.id' = 'trade'
);
