SET customers.primarykey = 'id';

SELECT o.id FROM orders AS o JOIN customers /*+ index(code) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.id = o.customer AND c.code = o.code;

SELECT o.id FROM orders AS o JOIN customers /*+ primarykey(region) */
FOR SYSTEM_TIME AS OF PROCTIME() AS c ON c.region = o.code;
