CREATE TABLE daily_revenue (
  city STRING,
  revenue DECIMAL(38, 2),
  PRIMARY KEY (city) NOT ENFORCED
) WITH (
  'datasource' = 'mysql_main',
  'table-name' = 'daily_revenue'
);
