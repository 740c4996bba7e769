SET 'execution.runtime-mode' = 'streaming';

-- from columns.sql:2
CREATE TEMPORARY TABLE sls_stream (
  a INT,
  b BIGINT,
  c STRING,
  d STRING,
  ts TIMESTAMP(3),
  topic STRING,
  ts1 AS to_timestamp(c, 'yyyyMMddHHmmss'),
  ts2 AS to_timestamp(d, 'yyyy-MM-dd HH:mm:ss'),
  p AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
)
WITH (
  'connector' = 'datagen'
);

-- from columns.sql:12
CREATE TEMPORARY TABLE out_table (
  a INT,
  ts1 TIMESTAMP(3),
  ts2 TIMESTAMP(3),
  topic STRING
)
WITH (
  'connector' = 'print'
);

-- from columns.sql:17
INSERT INTO out_table
SELECT a, ts1, ts2, topic
FROM sls_stream
WHERE b > 10;
