CREATE TABLE k (id INT, topic STRING) WITH ('connector' = 'kafka', 'topic' = 'k', 'properties.bootstrap.servers' = 'k:9092', 'properties.group.id' = 'g1', 'format' = 'json');
