CREATE TABLE dim (id INT, name STRING, city STRING, note STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'dim', 'username' = 'u', 'password' = '${secret:DB}');
