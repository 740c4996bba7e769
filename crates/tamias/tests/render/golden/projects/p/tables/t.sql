CREATE TABLE t (rowkey INT, cf ROW<name STRING>, PRIMARY KEY (rowkey) NOT ENFORCED) WITH ('connector' = 'cloudhbase', 'table-name' = 't', 'zookeeper.quorum' = 'zk:2181');
