CREATE TABLE bytes_k (`message` BYTES, topic STRING) WITH ('connector' = 'kafka', 'topic' = 'k', 'properties.bootstrap.servers' = 'k:9092', 'properties.group.id' = 'g1', 'format' = 'raw');
