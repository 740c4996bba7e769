SET dim_table.index = 'field1';
INSERT INTO table1 SELECT s.a FROM s JOIN dim_table FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim_table.field1;
INSERT INTO table1 SELECT s.a FROM s JOIN dim_table /*+ index(field2) */ FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim_table.field2;
INSERT INTO table1 SELECT s.a FROM s JOIN dim_table /*+ primarykey(field2) */ FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim_table.field2;
INSERT INTO table1 SELECT s.a FROM s JOIN dim_table /*+ primarykey(field1) */ FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim_table.field1;
INSERT INTO table1 SELECT s.a FROM s JOIN dim_table /*+ uniqueindex(field2, field3) */ FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim_table.field2;
