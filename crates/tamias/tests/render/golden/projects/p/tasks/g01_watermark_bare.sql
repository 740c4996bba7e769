SET s.`watermark` = WATERMARK FOR ts AS withOffset(ts, 150000);
INSERT INTO table1 SELECT a FROM s;
