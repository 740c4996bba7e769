SET p.m.batch.startTime = '2020-11-11 00:00:00';
INSERT INTO named SELECT id, name FROM m;
