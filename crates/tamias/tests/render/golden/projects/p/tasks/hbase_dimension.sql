CREATE TABLE clicks (id VARCHAR, millis BIGINT) WITH (type = 'datagen');
CREATE TABLE users (rk VARCHAR, name VARCHAR, age INT, PRIMARY KEY (rk), PERIOD FOR SYSTEM_TIME) WITH (type = 'cloudhbase', zkQuorum = 'zk:2181', columnFamily = 'cf', tableName = 'users', cache = 'LRU', cacheTTLMs = 60000);
CREATE TABLE out_table (id VARCHAR, name VARCHAR, age INT, ts TIMESTAMP) WITH (type = 'print');
INSERT INTO out_table SELECT c.id, u.name, age, TO_TIMESTAMP(c.millis) FROM clicks AS c LEFT JOIN users FOR SYSTEM_TIME AS OF PROCTIME() AS u ON c.id = u.rk AND u.age > 18;
INSERT INTO out_table SELECT u.*, TO_TIMESTAMP(c.millis) FROM clicks AS c JOIN users FOR SYSTEM_TIME AS OF PROCTIME() AS u ON c.id = u.rk;
