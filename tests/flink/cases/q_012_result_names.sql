-- set: execution.runtime-mode=batch
SELECT COUNT(`current_date`) AS a, COUNT(`Localtime`) AS b FROM (SELECT current_date, Localtime FROM (VALUES (1)) AS t(x));
CREATE VIEW v AS SELECT x, CURRENT_TIMESTAMP, localtimestamp, NOW(), PROCTIME() FROM (VALUES (1)) AS t(x);
DESCRIBE v;
CREATE VIEW w AS SELECT * FROM (SELECT current_date, current_time AS t, x + 1 FROM (VALUES (1)) AS t(x));
DESCRIBE w;
SHOW CREATE VIEW w;
