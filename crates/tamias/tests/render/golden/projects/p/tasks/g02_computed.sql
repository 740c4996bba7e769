SET s.computedColumn = ( ts1 AS to_timestamp(c, 'yyyyMMddHHmmss'), ts2 AS to_timestamp(d, 'yyyy-MM-dd HH:mm:ss') );
INSERT INTO named SELECT a, DATE_FORMAT(ts1, 'yyyy') FROM s WHERE ts2 > ts1;
