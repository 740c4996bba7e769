CREATE FUNCTION first_letter AS 'sql' WITH ('parameters' = 's STRING', 'returns' = 'STRING', 'body' = 'LEFT(s, 1)');
