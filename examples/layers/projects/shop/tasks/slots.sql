SET customers.index = 'id';

SELECT o.id FROM orders AS o JOIN customers
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.id = o.customer;
SELECT o.id FROM orders AS o JOIN customers /*+ index(code) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.code = o.code;
SELECT o.id FROM orders AS o JOIN customers /*+ primarykey(code) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.code = o.code;
SELECT o.id FROM orders AS o JOIN customers /*+ primarykey(id) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.id = o.customer;
SELECT o.id FROM orders AS o JOIN customers /*+ uniqueindex(code, region) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.code = o.code AND c.region = o.code;
