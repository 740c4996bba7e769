-- The five ways to give a dimension table its keys, as of Blink.
CREATE TABLE source_table (id INT) WITH (type = 'random');
CREATE TABLE dim_table (field1 INT, field2 INT, field3 INT) WITH (type = 'rds', url = 'jdbc:mysql://db/x', tableName = 't', userName = 'u', password = '${secret:db}', cache = 'LRU', cacheTTLMs = 60000);
CREATE TABLE table1 (id INT) WITH (type = 'print');
SET dim_table.index = 'field1';
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field1;
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table WITH (index = 'field2') FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field2;
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table WITH (primarykey = 'field2') FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field2;
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table WITH (primarykey = 'field1') FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field1;
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table WITH (UNIQUEINDEX = 'field2, field3') FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field2;
