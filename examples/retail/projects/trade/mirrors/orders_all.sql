-- One table for both modes: the topic in streaming mode, the files in batch mode.
CREATE TABLE orders_all (
  order_id BIGINT,
  customer_id BIGINT,
  amount DECIMAL(10, 2),
  ordered TIMESTAMP(3)
) WITH (
  'stream' = 'orders',
  'batch' = 'orders_history',
  'batch.fields.order_id' = 'id',
  'batch.fields.amount' = 'total'
);
