-- A dimension table without a key: each task says how it looks customers up.
CREATE TABLE customers (
  id BIGINT,
  code BIGINT,
  region BIGINT
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysql.example:3306/shop',
  'table-name' = 'customers'
);
