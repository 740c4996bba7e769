INSERT INTO named SELECT a, name FROM s JOIN dim/*+primarykey(id)*/ FOR SYSTEM_TIME AS OF PROCTIME() ON s.a = dim.id;
