CREATE FUNCTION mask AS 'com.example.Mask' WITH ('parameters' = 's STRING', 'returns' = 'STRING');
