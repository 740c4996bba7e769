-- A job of Blink: fixed columns of Kafka, flat HBase, a view, a window.
SET state.backend.gemini.ttl.ms = 86400000;
CREATE TABLE messages (
  messageKey VARBINARY,
  `message` VARBINARY,
  topic VARCHAR,
  `partition` INT,
  `offset` BIGINT
) WITH (
  type = 'kafka010',
  topic = 'clicks',
  `group.id` = 'test_group',
  bootstrap.servers = 'ip1:9092,ip2:9092',
  startupMode = 'EARLIEST'
);
CREATE TABLE events (
  id VARCHAR,
  price DECIMAL,
  millis BIGINT,
  ts AS TO_TIMESTAMP(millis),
  WATERMARK wk FOR ts AS withOffset(ts, 150000),
  PERIOD FOR SYSTEM_TIME
) WITH (type = 'random');
CREATE TABLE users (
  id VARCHAR,
  name VARCHAR,
  PRIMARY KEY (id)
) WITH (
  type = 'rds', url = 'jdbc:mysql://db/x', tableName = 'users', userName = 'u', password = '${secret:db}', cache = 'ALL', cacheTTLMs = 60000
);
CREATE TABLE hbase_output (
  rk VARCHAR,
  a VARCHAR,
  f BIGINT,
  PRIMARY KEY (rk)
) WITH (
  type = 'cloudhbase', zkQuorum = 'zk:2181', columnFamily = 'cf', tableName = 'test', bufferSize = 500
);
CREATE TABLE counts (minute_start TIMESTAMP, n BIGINT) WITH (type = 'print');
CREATE VIEW parsed AS
SELECT LOWER(CAST(`message` AS VARCHAR)) AS id, topic FROM messages;
CREATE VIEW unused AS SELECT id FROM events;
INSERT INTO hbase_output
SELECT p.id, u.name, 1 / 2 FROM parsed AS p LEFT JOIN users FOR SYSTEM_TIME AS OF PROCTIME() AS u ON p.id = u.id;
INSERT INTO counts
SELECT TUMBLE_START(ts, INTERVAL '1' MINUTE), COUNT(*) FROM events GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE);
