CREATE TABLE totals (
  customer_id BIGINT,
  total DECIMAL(38, 2),
  PRIMARY KEY (customer_id) NOT ENFORCED
) WITH (
  'datasource' = 'mysql_main',
  'table-name' = 'totals'
);
