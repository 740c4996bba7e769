-- The hint limits the columns: the query gives the row key and one ROW for each family that is named.
INSERT INTO profiles /*+ dataphincolumns(rowkey, orders.number_of, orders.total) */
SELECT customer_id, ROW(COUNT(*), SUM(amount))
FROM ${trade}.orders
WHERE customer_id IS NOT NULL
GROUP BY customer_id;
