CREATE TABLE table1 (id INT) WITH ('connector' = 'print');
