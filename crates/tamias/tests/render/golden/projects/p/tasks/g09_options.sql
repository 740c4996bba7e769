SET k.`properties.group.id` = 'g2';
EXECUTE STATEMENT SET BEGIN
INSERT INTO table1 SELECT id FROM k;
INSERT INTO table1 SELECT id FROM k /*+ OPTIONS('properties.group.id' = 'g3') */ WHERE id > 0;
END;
