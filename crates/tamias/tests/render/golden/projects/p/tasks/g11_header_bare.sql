SET k.topic.isHeader = true;
INSERT INTO named SELECT id, topic FROM k;
