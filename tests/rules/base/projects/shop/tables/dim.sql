CREATE TABLE dim (field1 INT, field2 INT, field3 INT)
WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/shop', 'table-name' = 'dim');
