CREATE TABLE clicks (a INT, c STRING, d STRING, ts TIMESTAMP(3), topic STRING)
WITH ('connector' = 'kafka', 'topic' = 'clicks', 'properties.bootstrap.servers' = 'kafka:9092', 'format' = 'json',
  'properties.group.id' = 'g1', 'scan.startup.mode' = 'earliest-offset');
