-- A function written in SQL.
CREATE FUNCTION initials AS 'sql' WITH (
  'parameters' = 'name STRING',
  'returns' = 'STRING',
  'body' = 'SUBSTRING(name, 1, 1) || ''.'''
);
