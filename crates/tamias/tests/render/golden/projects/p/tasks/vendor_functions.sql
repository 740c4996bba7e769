INSERT INTO named SELECT BITAND(a, 1), DATE_FORMAT(c, 'yyyyMMdd', 'yyyy-MM-dd') FROM s;
