-- A function of another project.
SELECT order_id, ${trade}:risk(customer_id, amount) AS risk, ${trade}:initials('abc') AS letter
FROM ${trade}.orders;
