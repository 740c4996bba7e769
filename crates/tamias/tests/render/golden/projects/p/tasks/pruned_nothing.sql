SET dim.dataphinColumnPruning = 'true';
SET s.dataphinColumnPruning = 'true';
SET dim.primarykey = 'id';
INSERT INTO named SELECT x.a, x.name FROM (SELECT * FROM s LEFT JOIN dim FOR SYSTEM_TIME AS OF PROCTIME() AS d ON s.a = d.id) AS x;
