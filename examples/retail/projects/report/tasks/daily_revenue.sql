-- A table of another project, in the environment of this task.
SET ${trade}.orders_enriched.`properties.group.id` = 'daily-revenue';

INSERT INTO daily_revenue
SELECT city, SUM(amount) FROM ${trade}.orders_enriched GROUP BY city;
