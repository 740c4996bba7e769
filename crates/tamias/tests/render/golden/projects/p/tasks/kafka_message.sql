SET bytes_k.topic.isHeader = true;
INSERT INTO named SELECT 1, topic FROM bytes_k;
