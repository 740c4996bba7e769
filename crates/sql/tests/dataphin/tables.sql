CREATE TABLE input_table (
  	field1 VARCHAR,
    field2 BIGINT
  ) WITH (
		type = 'datagen'
  );
--DML
INSERT INTO output_table -- Default project prefix is the current project.
SELECT field1, field2 FROM ${project_name}.input_table;
CREATE FUNCTION MY_UDX AS 'package.class';
CREATE VIEW my_view AS SELECT ${project_name}:MY_UDX(args) -- Default project prefix is the current project.
FROM t;
SELECT ${project_name}:SUBSTRING('20200108171740', 1, 8) FROM dual;
SELECT trade:mask(name) FROM trade.users;

create table hbase_output(
  rk  varchar,
  rk1 varchar,
  f bigint,
  PRIMARY KEY(rk)
) with (
  type='alihbase',
  diamondKey='xxxxxxx',
  columnFamily='cf',
  bufferSize=500
);
 CREATE TABLE white_list (
  id varchar,
  age int,
  PRIMARY KEY (id),
  PERIOD FOR SYSTEM_TIME
) with (
  type = 'odps',
  `partition` = 'ds=20180905',
  cache = ALL_CACHE
);
CREATE TABLE sls_stream(
		a INT,
		b BIGINT,
		ts AS to_timestamp(c, 'yyyyMMddHHmmss'),
		WATERMARK wm FOR ts AS withOffset(ts, 1000),
		INDEX (a),
		UNIQUE INDEX (a, b),
		UNIQUE (b)
	  ) with (
		type = 'sls');
create table kafka_table (
    `message` VARBINARY,
    topic varchar HEADER
) WITH (
    type = 'kafka010',
    `group.id` = 'test_kafka_consumer_group',
    bootstrap.servers = 'ip1:port1,ip2:port2,ip3:port3',
    `sasl.mechanism` = PLAIN,
    lazy = true
);
CREATE TABLE plain (index INT, header STRING, `overrides` INT) WITH ('connector' = 'print');

CREATE VIEW tmp1 AS
SELECT my_source_table1.*
FROM my_source_table1 JOIN my_dim_table WITH (index = 'field2') FOR SYSTEM_TIME AS OF PROCTIME()
ON my_source_table1.id = my_dim_table.id;
INSERT INTO table5
SELECT source_table.*
FROM source_table JOIN dim_table WITH (UNIQUEINDEX = 'field2, field3') FOR SYSTEM_TIME AS OF PROCTIME()
ON source_table.a = dim_table.a;
INSERT INTO table1
SELECT source_table.*
FROM source_table
JOIN dim_table/*+primarykey(id)*/ FOR SYSTEM_TIME AS OF PROCTIME() AS d
ON source_table.id = d.id;
insert into hbase_sink/*+dataphincolumns(rowkey,family2.q2,family2.q3)*/
select `key`, ROW(f2q2,f2q3) from t;
