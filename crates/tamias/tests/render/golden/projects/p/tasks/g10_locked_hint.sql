INSERT INTO named SELECT id, name FROM mc /*+ OPTIONS('tablename' = 'x') */;
