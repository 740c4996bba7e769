SET 'execution.runtime-mode' = 'streaming';

-- from crop.sql:2
CREATE TABLE source (
  k INT,
  f1q1 INT,
  f2q2 STRING,
  f2q3 BIGINT
)
WITH (
  'connector' = 'datagen'
);

-- from crop.sql:3
CREATE TEMPORARY TABLE hbase_sink (
  rowkey INT,
  family1 ROW<q1 INT>,
  PRIMARY KEY (rowkey) NOT ENFORCED
)
WITH (
  'connector' = 'hbase-2.2',
  'table-name' = 't',
  'zookeeper.quorum' = 'zk:2181'
);

-- from crop.sql:3
CREATE TEMPORARY TABLE hbase_sink__1 (
  rowkey INT,
  family2 ROW<q2 STRING, q3 BIGINT>,
  PRIMARY KEY (rowkey) NOT ENFORCED
)
WITH (
  'connector' = 'hbase-2.2',
  'table-name' = 't',
  'zookeeper.quorum' = 'zk:2181'
);

-- from crop.sql:13
INSERT INTO hbase_sink
SELECT k, ROW(f1q1)
FROM source;

-- from crop.sql:14
INSERT INTO hbase_sink__1
SELECT k, ROW(f2q2, f2q3)
FROM source;
