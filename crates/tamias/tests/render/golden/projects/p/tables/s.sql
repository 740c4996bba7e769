CREATE TABLE s (a INT, c STRING, d STRING, ts TIMESTAMP(3)) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'k:9092', 'properties.group.id' = 'g0', 'format' = 'json');
