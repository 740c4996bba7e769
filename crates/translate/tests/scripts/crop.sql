-- INSERTs that fill some columns of an HBase table.
CREATE TABLE source (k INT, f1q1 INT, f2q2 STRING, f2q3 BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE hbase_sink (
  rowkey INT,
  family1 ROW<q1 INT>,
  family2 ROW<q2 STRING, q3 BIGINT>,
  PRIMARY KEY (rowkey) NOT ENFORCED
) WITH (
  'connector' = 'cloudhbase',
  'table-name' = 't',
  'zookeeper.quorum' = 'zk:2181'
);
INSERT INTO hbase_sink /*+ dataphincolumns(rowkey, family1.q1) */ SELECT k, ROW(f1q1) FROM source;
INSERT INTO hbase_sink /*+ dataphincolumns(rowkey, family2.q2, family2.q3) */ SELECT k, ROW(f2q2, f2q3) FROM source;
