INSERT INTO named SELECT s.a, x.name FROM s JOIN mc /*+ primarykey(id) */ FOR SYSTEM_TIME AS OF PROCTIME() AS x ON s.a = x.id;
