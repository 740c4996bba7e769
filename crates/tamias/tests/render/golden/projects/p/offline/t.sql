CREATE TABLE t (id INT, name STRING) WITH ('connector' = 'odps', 'endpoint' = 'http://odps', 'project' = 'p', 'tablename' = 't', 'accessid' = '${secret:ID}', 'accesskey' = '${secret:KEY}');
