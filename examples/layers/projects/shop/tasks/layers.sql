SET orders.`properties.group.id` = 'nightly';
SET orders.`watermark` = WATERMARK FOR ordered AS withOffset(ordered, 5000);

SELECT id FROM orders /*+ OPTIONS('scan.startup.mode' = 'latest-offset') */;
SELECT id FROM orders;
