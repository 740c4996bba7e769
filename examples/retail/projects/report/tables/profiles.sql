-- One row for each customer; tasks write the families that they know.
CREATE TABLE profiles (
  rowkey BIGINT,
  person ROW<name STRING, city STRING>,
  orders ROW<number_of BIGINT, total DECIMAL(38, 2), last_order TIMESTAMP(3)>,
  PRIMARY KEY (rowkey) NOT ENFORCED
) WITH (
  'datasource' = 'hbase_main',
  'table-name' = 'profiles'
);
