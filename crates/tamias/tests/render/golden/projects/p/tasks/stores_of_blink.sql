SET state.backend.niagara.ttl.ms = 3600000;
SET state.backend.gemini.ttl.ms = 86400000;
CREATE TABLE dh (id INT, name VARCHAR) WITH (type = 'datahub', endPoint = 'http://dh', project = 'p', topic = 'd', accessId = '${secret:ID}', accessKey = 'abc', batchSize = 100, maxRetryTimes = 5);
CREATE TABLE rnd (id INT, name VARCHAR) WITH (type = 'random');
CREATE TABLE users (id INT, name VARCHAR, PRIMARY KEY (id)) WITH (type = 'rds', url = 'jdbc:mysql://db/x', tableName = 'u', userName = 'u', password = 'hunter2', cache = 'ALL', cacheReloadTimeBlackList = '2020-01-01 00:00 -> 2020-01-01 02:00');
INSERT INTO dh SELECT r.id / 2, u.name FROM rnd AS r JOIN users FOR SYSTEM_TIME AS OF PROCTIME() AS u ON r.id = u.id;
