INSERT INTO hb/*+dataphincolumns(rowkey,family2.q2,family2.q3)*/ SELECT a, ROW(c, CAST(1 AS BIGINT)) FROM s;
