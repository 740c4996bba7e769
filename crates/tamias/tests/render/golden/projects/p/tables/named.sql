CREATE TABLE named (id INT, name STRING) WITH ('connector' = 'print');
