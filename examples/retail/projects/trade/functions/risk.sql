-- A function of a jar: it is checked here and runs on a cluster.
CREATE FUNCTION risk AS 'com.example.Risk' LANGUAGE JAVA WITH (
  'parameters' = 'customer_id BIGINT, amount DECIMAL(10, 2)',
  'returns' = 'DOUBLE'
);
