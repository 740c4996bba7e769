SELECT order_id, initials(city) AS city, amount
FROM orders JOIN customers ON customer_id = id
WHERE amount > 50;
