CREATE TABLE dim_table (field1 INT, field2 INT, field3 INT) WITH (type = 'rds', url = 'jdbc:mysql://db/x', tableName = 'dim', userName = 'u', password = '${secret:DB}', cache = 'LRU');
