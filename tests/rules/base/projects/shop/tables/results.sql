CREATE TABLE results (id INT, name STRING) WITH ('connector' = 'print');
