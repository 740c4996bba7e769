SET dim.dataphinColumnPruning = 'true';
SET dim.primarykey = 'id';
INSERT INTO named SELECT s.a, d.name FROM s LEFT JOIN dim FOR SYSTEM_TIME AS OF PROCTIME() AS d ON s.a = d.id;
