CREATE TABLE orders (id INT, customer INT, amount INT, pt AS PROCTIME())
WITH ('connector' = 'filesystem', 'path' = 'data/orders.csv', 'format' = 'csv');
