-- Settings that add to the definition of a source: a watermark, columns, a header, the processing time.
CREATE TABLE sls_stream (
  a INT,
  b BIGINT,
  c VARCHAR,
  d VARCHAR,
  ts TIMESTAMP,
  topic VARCHAR
) WITH (
  type = 'datagen'
);
CREATE TABLE out_table (a INT, ts1 TIMESTAMP, ts2 TIMESTAMP, topic VARCHAR) WITH (type = 'print');
CREATE TABLE never_used (a INT) WITH (type = 'print');
SET sls_stream.`watermark` = 'WATERMARK wk FOR ts AS withOffset(ts, 1000)';
SET sls_stream.computedColumn = ( ts1 AS to_timestamp(c, 'yyyyMMddHHmmss'), ts2 AS to_timestamp(d, 'yyyy-MM-dd HH:mm:ss') );
SET sls_stream.procTime = p AS PROCTIME();
INSERT INTO out_table
SELECT a, ts1, ts2, topic FROM sls_stream WHERE b > 10;
