-- An option set for the task and hinted for one reference.
CREATE TABLE kafka_table (
  user_id BIGINT,
  behavior STRING,
  topic STRING METADATA VIRTUAL,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'my_excellent_topic',
  'properties.bootstrap.servers' = 'mykafka:9092',
  'properties.group.id' = 'my_excellent_group',
  'format' = 'csv',
  'scan.startup.mode' = 'earliest-offset'
);
CREATE TABLE sink (user_id BIGINT, behavior STRING) WITH ('connector' = 'print');
SET kafka_table.`properties.group.id` = 'g2';
SET kafka_table.batch.`scan.bounded.mode` = 'latest-offset';
BEGIN STATEMENT SET;
INSERT INTO sink SELECT user_id, behavior FROM kafka_table;
INSERT INTO sink SELECT user_id, behavior FROM kafka_table /*+ OPTIONS('properties.group.id' = 'g3') */ WHERE user_id > 5;
END;
