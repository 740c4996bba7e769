#[test]
fn show_mistakes() {
    for text in [
        "CREATE TABLE t (a INT, b STRING,) WITH ('connector' = 'print')",
        "CREATE TABLE t () WITH ('connector' = 'print')",
        "CREATE TABLE t (a INT b STRING) WITH ('connector' = 'print')",
        "CREATE TABLE t (a INT, b STRING WITH ('connector' = 'print')",
        "CREATE TABLE t (a INT) WITH ('connector' = 'print' 'format' = 'json')",
        "CREATE TABLE t (a INT) WITH ('connector' = 'print', 'format' = json)",
        "CREATE TABLE t (a INT) WITH ('connector' = 'print',)",
        "CREATE TABLE t (a INT) WITH ('connector' 'print')",
        "CREATE TABLE t (a INT) WITH ('a' = 'b') COMMENT 'x'",
        "CREATE TABLE t (a INT) WITH ('a' = 'b') PARTITIONED BY (a) COMMENT 'x' AS SELECT 1",
        "CREATE TABLE t (a INT) COMMENT 'x' COMMENT 'y'",
        "CREATE TABLE t (a INT COMMENT 'x' PRIMARY KEY NOT ENFORCED, b INT COMMENT 'y' NOT NULL)",
        "CREATE TABLE t (a INT DEFAULT 1)",
        "CREATE TABLE t (a)",
        "CREATE TABLE t (a, b INT) AS SELECT 1",
        "CREATE TABLE t (value INT, user STRING)",
        "CREATE TABLE t (a INT, PRIMARY KEY a NOT ENFORCED)",
        "CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCD)",
        "CREATE TABLE t (a INT, WATERMARK a AS a)",
        "CREATE TABLE t (a INT) PARTITIONED BY (days(a), b)",
        "CREATE TABLE t (a INT) PARTITION BY (a)",
        "CREATE TABLE IF EXISTS t (a INT)",
        "CREATE TABLE t LIKE x (INCLUDING ALL, EXCLUDING OPTION)",
        "CREATE TABLE t LIKE x AS SELECT 1",
        "REPLACE TABLE t (a INT)",
        "CREATE TEMPORARY SYSTEM TABLE t (a INT)",
        "CREATE SYSTEM FUNCTION f AS 'x'",
        "CREATE OR REPLACE CATALOG c",
        "CREATE SCHEMA s",
        "CREATE TEMP TABLE t (a INT)",
        "CREATE VIEW v (a INT) AS SELECT 1",
        "CREATE VIEW v SELECT 1",
        "CREATE FUNCTION f AS com.acme.F",
        "CREATE FUNCTION f AS 'x' LANGUAGE JVA",
        "CREATE FUNCTION f AS 'x' USING JAR a.jar",
        "ALTER TABLE t ADD COLUMN a INT",
        "ALTER TABLE t DROP COLUMN a",
        "ALTER TABLE t ALTER a INT",
        "ALTER TABLE t SET 'a' = 'b'",
        "ALTER TABLE t ADD a",
        "DROP TABLE a, b",
        "DROP TABEL a",
        "DROP TABLE IF EXIST a",
        "INSERT INTO TABLE t SELECT 1",
        "INSERT OVERWRITE INTO t SELECT 1",
        "INSERT t SELECT 1",
        "INSERT INTO t (a, b, ) SELECT 1, 2",
        "INSERT INTO t PARTITION (a) SELECT 1",
        "INSERT INTO t SELECT 1 ON CONFLICT DO UPDATE",
        "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1 INSERT INTO b SELECT 2; END",
        "EXECUTE STATEMENT SET BEGIN SELECT 1; END",
        "SET a = b", "SET 'a' = 1", "SET 'a' = b c", "SET execution.checkpointing.interval = 10 s", "SET 'a'", "SET t.a", "SET t.watermark = 'WATERMARK FOR ts ts'",
        "SET t.computedColumn = 'a AS to_timestamp(b, ''yyyy'') +'",
        "RESET 1",
        "SHOW TABLE", "SHOW TABLES ILIKE 'a'", "SHOW TABELS", "SHOW SCHEMAS", "SHOW FUNCTIONS a", "SHOW COLUMNS", "SHOW CREATE t",
        "DESCRIBE", "DESC TABLE t", "EXPLAIN", "EXPLAIN ANALYZE SELECT 1", "EXPLAIN CREATE TABLE t (a INT)", "EXPLAIN SHOW TABLES", "EXPLAIN ESTIMATED_COST FOR SELECT 1",
        "USE CATALOG a.b", "USE a.b.c", "LOAD MODULE 'hive'", "ADD JAR /a/b.jar", "ADD JAR", "STOP JOB x", "STOP JOB 'x' WITH DRAIN",
        "CALL p", "CALL p(1,)", "MERGE INTO a USING b", "GRANT x TO y", "HELP me", "quit", "TRUNCATE t", "DELETE t WHERE a", "UPDATE t SET a",
        "CREATE MATERIALIZED TABLE IF NOT EXISTS m AS SELECT 1", "CREATE MATERIALIZED TABLE m FRESHNESS = INTERVAL '1' MINUTE", "CREATE MATERIALIZED TABLE m REFRESH_MODE = FUL AS SELECT 1", "CREATE MATERIALIZED TABLE m REFRESH_MODE = FULL FRESHNESS = INTERVAL '1' MINUTE AS SELECT 1",
        "ANALYZE TABLE t COMPUTE STATISTIC", "COMPILE PLAN 'a' FOR SELECT 1", "BEGIN", "ALTER VIEW v SET ('a'='b')", "ALTER TEMPORARY TABLE t SET ('a'='b')",
    ] {
        let script = sql::parse(diag::SourceId(0), text);
        println!("{text}");
        for d in &script.diagnostics {
            let s = d.span();
            println!("   {}^{} [{}] {}{}", " ".repeat(s.start as usize), "~".repeat((s.end - s.start) as usize), d.id, d.message, if d.helps.is_empty() { String::new() } else { format!(" | {}", d.helps.join(" ")) });
            if let Some(f) = &d.fix {
                let mut t = text.to_string();
                let mut edits = f.edits.clone();
                edits.sort_by_key(|e| std::cmp::Reverse(e.span.start));
                for e in edits { t.replace_range(e.span.start as usize..e.span.end as usize, &e.text); }
                println!("       fix: {} => {t}", f.title);
            }
        }
    }
}
