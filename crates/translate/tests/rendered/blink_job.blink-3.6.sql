-- from blink_job.sql:3
CREATE TABLE messages (
  messageKey VARBINARY,
  message VARBINARY,
  topic VARCHAR,
  `partition` INT,
  `offset` BIGINT
)
WITH (
  type = 'kafka010',
  topic = 'clicks',
  `group.id` = 'test_group',
  `bootstrap.servers` = 'ip1:9092,ip2:9092',
  startupMode = 'EARLIEST'
);

-- from blink_job.sql:16
CREATE TABLE events (
  id VARCHAR,
  price DECIMAL,
  millis BIGINT,
  ts AS TO_TIMESTAMP(millis),
  WATERMARK wk FOR ts AS withOffset(ts, 150000)
)
WITH (
  type = 'random'
);

-- from blink_job.sql:24
CREATE TABLE users (
  id VARCHAR,
  name VARCHAR,
  PRIMARY KEY (id)
)
WITH (
  type = 'rds',
  url = 'jdbc:mysql://db/x',
  tableName = 'users',
  userName = 'u',
  password = '${secret:db}',
  cache = 'ALL',
  cacheTTLMs = '60000'
);

-- from blink_job.sql:31
CREATE TABLE hbase_output (
  rk VARCHAR,
  a VARCHAR,
  f BIGINT,
  PRIMARY KEY (rk)
)
WITH (
  type = 'cloudhbase',
  zkQuorum = 'zk:2181',
  columnFamily = 'cf',
  tableName = 'test',
  bufferSize = '500'
);

-- from blink_job.sql:39
CREATE TABLE counts (
  minute_start TIMESTAMP,
  n BIGINT
)
WITH (
  type = 'print'
);

-- from blink_job.sql:40
CREATE VIEW parsed
AS SELECT LOWER(CAST(message AS VARCHAR)) AS id, topic
FROM messages;

-- from blink_job.sql:43
INSERT INTO hbase_output
SELECT p.id, u.name, 1 / 2
FROM parsed AS p
LEFT JOIN users FOR SYSTEM_TIME AS OF PROCTIME() AS u ON p.id = u.id;

-- from blink_job.sql:45
INSERT INTO counts
SELECT TUMBLE_START(ts, INTERVAL '1' MINUTE), COUNT(*)
FROM events
GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE);
