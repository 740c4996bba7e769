-- The same query over the topic and over the files.
SET orders_all.batch.`source.path.regex-pattern` = '.*2025.*';
SET orders_all.`stream`.`scan.startup.mode` = 'latest-offset';

INSERT INTO totals
SELECT customer_id, SUM(amount) FROM orders_all GROUP BY customer_id;
