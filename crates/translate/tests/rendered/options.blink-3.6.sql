-- from options.sql:2
CREATE TABLE kafka_table (
  user_id BIGINT,
  behavior VARCHAR,
  topic VARCHAR,
  ts TIMESTAMP,
  WATERMARK FOR ts AS withOffset(ts, 5000)
)
WITH (
  type = 'kafka010',
  topic = 'my_excellent_topic',
  `bootstrap.servers` = 'mykafka:9092',
  `group.id` = 'g2',
  startupMode = 'EARLIEST'
);

-- from options.sql:2
CREATE TABLE kafka_table__1 (
  user_id BIGINT,
  behavior VARCHAR,
  topic VARCHAR,
  ts TIMESTAMP,
  WATERMARK FOR ts AS withOffset(ts, 5000)
)
WITH (
  type = 'kafka010',
  topic = 'my_excellent_topic',
  `bootstrap.servers` = 'mykafka:9092',
  `group.id` = 'g3',
  startupMode = 'EARLIEST'
);

-- from options.sql:16
CREATE TABLE sink (
  user_id BIGINT,
  behavior VARCHAR
)
WITH (
  type = 'print'
);

-- from options.sql:20
INSERT INTO sink
SELECT user_id, behavior
FROM kafka_table;

-- from options.sql:21
INSERT INTO sink
SELECT user_id, behavior
FROM kafka_table__1 AS kafka_table
WHERE user_id > 5;
