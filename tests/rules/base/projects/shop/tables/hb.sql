CREATE TABLE hb (rowkey INT, family1 ROW<q1 INT>, family2 ROW<q2 STRING, q3 BIGINT>)
WITH ('connector' = 'cloudhbase', 'table-name' = 'hb', 'zookeeper.quorum' = 'zk:2181');
