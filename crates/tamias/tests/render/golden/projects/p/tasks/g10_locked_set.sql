SET mc.tableName = 'x';
INSERT INTO named SELECT id, name FROM mc;
