-- A dimension table: who the customers are.
CREATE TABLE customers (
  id BIGINT,
  name STRING,
  city STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'datasource' = 'mysql_main',
  'table-name' = 'customers'
);
