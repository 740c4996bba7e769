-- Orders with the customer's name, for the reports.
SET orders.`watermark` = WATERMARK FOR ordered AS withOffset(ordered, 5000);
SET orders.procTime = seen AS PROCTIME();
SET orders.`properties.group.id` = 'enrich';

INSERT INTO orders_enriched
SELECT o.order_id, c.name, c.city, o.amount, '${currency}', o.ordered
FROM orders /*+ OPTIONS('scan.startup.mode'='latest-offset') */ AS o
JOIN customers FOR SYSTEM_TIME AS OF o.seen AS c ON o.customer_id = c.id;
