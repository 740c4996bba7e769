-- Keys of a dimension table, set for the task and hinted for references.
CREATE TABLE source_table (id INT, name STRING) WITH ('connector' = 'datagen');
CREATE TABLE dim_table (field1 INT, field2 INT, field3 STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'dim');
CREATE TABLE table1 (id INT, name STRING) WITH ('connector' = 'blackhole');
CREATE TABLE table2 (id INT, name STRING, field1 INT, field2 INT, field3 STRING) WITH ('connector' = 'blackhole');
SET dim_table.primarykey = 'field1';
INSERT INTO table1
SELECT source_table.* FROM source_table JOIN dim_table FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field1;
INSERT INTO table1
SELECT source_table.* FROM source_table
LEFT JOIN dim_table /*+ primarykey(field2) */ FOR SYSTEM_TIME AS OF PROCTIME() AS d ON source_table.id = d.field2;
INSERT INTO table2
SELECT * FROM source_table JOIN dim_table WITH (primarykey = 'field2') FOR SYSTEM_TIME AS OF PROCTIME() ON source_table.id = dim_table.field2;
