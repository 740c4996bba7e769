SET 'execution.runtime-mode' = 'streaming';

-- from blink_job.sql:2
SET 'table.exec.state.ttl' = '86400000 ms';

-- from blink_job.sql:3
CREATE TEMPORARY TABLE messages (
  messageKey BYTES,
  message BYTES,
  topic STRING METADATA VIRTUAL,
  `partition` INT METADATA VIRTUAL,
  `offset` BIGINT METADATA VIRTUAL
)
WITH (
  'connector' = 'kafka',
  'topic' = 'clicks',
  'properties.group.id' = 'test_group',
  'properties.bootstrap.servers' = 'ip1:9092,ip2:9092',
  'scan.startup.mode' = 'earliest-offset',
  'key.format' = 'raw',
  'key.fields' = 'messageKey',
  'value.format' = 'raw',
  'value.fields-include' = 'EXCEPT_KEY'
);

-- from blink_job.sql:16
CREATE TEMPORARY TABLE events (
  id STRING,
  price DECIMAL(38, 18),
  millis BIGINT,
  ts AS CAST(TO_TIMESTAMP_LTZ(millis, 3) AS TIMESTAMP(3)),
  WATERMARK FOR ts AS ts - INTERVAL '150' SECOND(3)
)
WITH (
  'connector' = 'datagen'
);

-- from blink_job.sql:24
CREATE TEMPORARY TABLE users (
  id STRING,
  name STRING,
  PRIMARY KEY (id) NOT ENFORCED
)
WITH (
  'connector' = 'rds',
  'url' = 'jdbc:mysql://db/x',
  'tableName' = 'users',
  'userName' = 'u',
  'password' = '${secret:db}',
  'cache' = 'ALL',
  'cacheTTLMs' = '60000'
);

-- from blink_job.sql:31
CREATE TEMPORARY TABLE hbase_output (
  rk STRING,
  cf ROW<a STRING, f BIGINT>,
  PRIMARY KEY (rk) NOT ENFORCED
)
WITH (
  'connector' = 'cloudhbase',
  'zookeeper.quorum' = 'zk:2181',
  'table-name' = 'test',
  'sink.buffer-flush.max-rows' = '500'
);

-- from blink_job.sql:39
CREATE TEMPORARY TABLE counts (
  minute_start TIMESTAMP(3),
  n BIGINT
)
WITH (
  'connector' = 'print'
);

-- from blink_job.sql:40
CREATE TEMPORARY VIEW parsed
AS SELECT LOWER(CAST(message AS STRING)) AS id, topic
FROM messages;

-- from blink_job.sql:43
BEGIN STATEMENT SET;

-- from blink_job.sql:43
INSERT INTO hbase_output
SELECT rk, ROW(a, f)
FROM (SELECT p.id, u.name, 1 / 2
FROM (SELECT *, PROCTIME() AS __proctime
FROM parsed) AS p
LEFT JOIN users FOR SYSTEM_TIME AS OF p.__proctime AS u ON p.id = u.id) AS source (rk, a, f);

-- from blink_job.sql:45
INSERT INTO counts
SELECT TUMBLE_START(ts, INTERVAL '1' MINUTE), COUNT(*)
FROM events
GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE);

END;
