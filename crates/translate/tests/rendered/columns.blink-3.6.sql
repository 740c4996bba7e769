-- from columns.sql:2
CREATE TABLE sls_stream (
  a INT,
  b BIGINT,
  c VARCHAR,
  d VARCHAR,
  ts TIMESTAMP,
  topic VARCHAR,
  ts1 AS to_timestamp(c, 'yyyyMMddHHmmss'),
  ts2 AS to_timestamp(d, 'yyyy-MM-dd HH:mm:ss'),
  p AS PROCTIME(),
  WATERMARK wk FOR ts AS withOffset(ts, 1000)
)
WITH (
  type = 'random'
);

-- from columns.sql:12
CREATE TABLE out_table (
  a INT,
  ts1 TIMESTAMP,
  ts2 TIMESTAMP,
  topic VARCHAR
)
WITH (
  type = 'print'
);

-- from columns.sql:17
INSERT INTO out_table
SELECT a, ts1, ts2, topic
FROM sls_stream
WHERE b > 10;
