-- Every form of SET on a table that Dataphin documents.
SET kafkaTable.`properties.group.id` = 'new_group_id';
SET kafkaTable.`scan.startup.mode` = 'latest-offset';
SET hbase_output.bufferSize = 1000;
SET white_list.cache='ALL';
SET white_list.cacheTTLMs=86400000;
--If you want to specifically set the cache update time of this table at the task level, you can add SET here.
SET my_dim_table.primarykey = 'field1';
-- Version 3.7 and above: single quotes are required.
SET sls_stream.`watermark`= 'WATERMARK FOR ts AS withOffset(ts, 1000)';
-- Version 3.6:
SET sls_stream.`watermark`= WATERMARK FOR ts AS withOffset(ts, 1000);
SET sls_stream.watermark = WATERMARK wm FOR ts AS ts - INTERVAL '5' SECOND;
SET sls_stream.computedColumn= ts AS to_timestamp(c, 'yyyyMMddHHmmss');
SET sls_stream.computedColumn= ( ts1 AS to_timestamp(c, 'yyyyMMddHHmmss'), ts2 AS to_timestamp(d, 'yyyy-MM-dd HH:mm:ss') );
SET sls_stream.computedColumn = 'ts AS to_timestamp(c, ''yyyyMMddHHmmss'')';
SET sls_stream.computedColumn = '(ts1 AS to_timestamp(c, ''yyyyMMddHHmmss''), ts2 AS c || ''it''''s'')';
SET sls_stream.computedColumn = a AS b + 1, c AS d * 2;
SET sls_stream.procTime= d AS PROCTIME();
SET sls_stream.procTime= 'd AS PROCTIME()';
SET dim_table.index = 'field1'; -- set pk and set unique index follow the same pattern
SET dim_table.uniqueIndex = UNIQUE INDEX (a, b);
SET dim_table.index = INDEX (a);
SET dim_table.primaryKey = PRIMARY KEY (a, b);
SET dim_table.primaryKey = (a, b);
SET dim_table.primaryKey = 'PRIMARY KEY (a, b)';
SET kafka_table.topic.isHeader = true; -- Without single quotes.
SET kafka_table.topic.isHeader = 'true'; -- With single quotes.
set xx_project.xx_table.accessId='xxxxxx';
set xx_project.xx_table.accessKey='xxxxxx';
SET xx_project.xx_table.tableType = 'MAX_COMPUTE';
SET ${project}.${dimtable}.dataphinColumnPruning='true';
set project.table.batch.startTime='2020-11-11 00:00:00';
set project.table.batch.`partition`='ds=${bizdate}*';
set dwd_lux_trd_ord_subpay_mirror.`stream`.accessId='xxxxxx';
set ${p}.t_${env}.batchSize = -5;
SET t.level = ${level};
SET t.watermark = '${watermark}';
SET t.cache = LRU;
SET t.ratio = 1 + 2 * 3;
-- Engine options keep working, quoted or not.
SET 'table.exec.state.ttl' = '1 h';
SET table.exec.mini-batch.size = 5;
SET table.exec.mini-batch.enabled = true;
SET execution.runtime-mode = batch;
SET pipeline.name = 'job';
SET parallelism.default = 4;
RESET table.exec.mini-batch.size;
RESET kafkaTable.`properties.group.id`;
RESET p.t.key;
RESET t;
SHOW OVERRIDES;
