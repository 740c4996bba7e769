CREATE TABLE people (id INT, name STRING) WITH ('connector' = 'filesystem', 'path' = 'data/people.csv', 'format' = 'csv');
