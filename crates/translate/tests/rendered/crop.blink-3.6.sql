-- from crop.sql:2
CREATE TABLE source (
  k INT,
  f1q1 INT,
  f2q2 VARCHAR,
  f2q3 BIGINT
)
WITH (
  type = 'random'
);

-- from crop.sql:3
CREATE TABLE hbase_sink (
  rowkey INT,
  family1 ROW<q1 INT>,
  PRIMARY KEY (rowkey)
)
WITH (
  type = 'cloudhbase',
  tableName = 't',
  zkQuorum = 'zk:2181'
);

-- from crop.sql:3
CREATE TABLE hbase_sink__1 (
  rowkey INT,
  family2 ROW<q2 VARCHAR, q3 BIGINT>,
  PRIMARY KEY (rowkey)
)
WITH (
  type = 'cloudhbase',
  tableName = 't',
  zkQuorum = 'zk:2181'
);

-- from crop.sql:13
INSERT INTO hbase_sink
SELECT k, ROW(f1q1)
FROM source;

-- from crop.sql:14
INSERT INTO hbase_sink__1
SELECT k, ROW(f2q2, f2q3)
FROM source;
