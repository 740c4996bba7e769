SET 'execution.runtime-mode' = 'streaming';

-- from options.sql:2
CREATE TEMPORARY TABLE kafka_table (
  user_id BIGINT,
  behavior STRING,
  topic STRING METADATA VIRTUAL,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
)
WITH (
  'connector' = 'kafka',
  'topic' = 'my_excellent_topic',
  'properties.bootstrap.servers' = 'mykafka:9092',
  'properties.group.id' = 'g2',
  'format' = 'csv',
  'scan.startup.mode' = 'earliest-offset'
);

-- from options.sql:16
CREATE TABLE sink (
  user_id BIGINT,
  behavior STRING
)
WITH (
  'connector' = 'print'
);

-- from options.sql:20
EXECUTE STATEMENT SET BEGIN
INSERT INTO sink
SELECT user_id, behavior
FROM kafka_table; /* from options.sql:21 */ INSERT INTO sink
SELECT user_id, behavior
FROM kafka_table
/*+ OPTIONS('properties.group.id' = 'g3') */
WHERE user_id > 5; END;
