//! Mistakes, and what a target cannot do.

use crate::support::{Settings, rendered, rendered_with, statements};
use expect_test::{Expect, expect};
use tamias_translate::{Mode, Target};

fn check(text: &str, target: Target, expected: Expect) {
    expected.assert_eq(&rendered(text, target).notes());
}

const TABLES: &str = "CREATE TABLE s (a INT, b BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'datagen'); \
                      CREATE TABLE k (a INT) WITH ('connector' = 'blackhole');\n";

#[test]
fn a_watermark_is_written_in_the_largest_unit_that_divides_it() {
    for (millis, expected) in [
        ("0", "ts"),
        ("500", "ts - INTERVAL '0.500' SECOND"),
        ("1000", "ts - INTERVAL '1' SECOND"),
        ("150000", "ts - INTERVAL '150' SECOND(3)"),
        ("3600000", "ts - INTERVAL '1' HOUR"),
        ("86400000", "ts - INTERVAL '1' DAY"),
    ] {
        for quote in ["", "'"] {
            let text = format!("{TABLES}SET s.`watermark` = {quote}WATERMARK FOR ts AS withOffset(ts, {millis}){quote}; SELECT a FROM s;");
            let rendered = statements(&text, Target::Flink2_3);
            assert!(rendered.contains(&format!("WATERMARK FOR ts AS {expected}\n")), "{rendered}");
            let blink = statements(&text, Target::Blink3_6);
            assert!(blink.contains(&format!("WATERMARK FOR ts AS withOffset(ts, {millis})")), "{blink}");
        }
    }
}

#[test]
fn a_header_is_the_same_with_and_without_quotes() {
    let text = |value: &str| {
        let table = "CREATE TABLE k (`message` STRING, topic STRING) WITH ('connector' = 'kafka', 'format' = 'raw');";
        format!("{table} SET k.topic.isHeader = {value}; SELECT topic FROM k;")
    };
    assert_eq!(statements(&text("true"), Target::Flink2_3), statements(&text("'true'"), Target::Flink2_3));
    assert!(statements(&text("true"), Target::Flink2_3).contains("topic STRING METADATA VIRTUAL"));
    assert!(!statements(&text("false"), Target::Flink2_3).contains("METADATA"));
}

#[test]
fn wrong_watermarks_are_reported_as_blink_does() {
    let set = |value: &str| format!("{TABLES}SET s.`watermark` = {value}; SELECT a FROM s;");
    check(
        &set("WATERMARK FOR ts AS withOffset(ts)"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:41: error[render-setting]: watermark function 'withOffset(<rowtime_field>, <offset>)' only accepts two arguments
    "#]],
    );
    check(
        &set("WATERMARK FOR ts AS withOffset(a, 1)"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:41: error[render-setting]: the first argument of 'withOffset' must be the rowtime field
    "#]],
    );
    check(
        &set("WATERMARK FOR ts AS withOffset(ts, 'x')"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:41: error[render-setting]: the second argument of 'withOffset' must be an integer, but is 'x'
    "#]],
    );
    check(
        &set("WATERMARK FOR b AS withOffset(b, 1)"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:35: error[render-unsupported]: column 'b' of a watermark is no TIMESTAMP but BIGINT
        t.sql:2:40: note[render-rewritten]: withOffset is written as a difference of the time and an interval
    "#]],
    );
    check(
        &set("WATERMARK FOR tss AS withOffset(tss, 1)"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:35: error[render-setting]: table 's' has no column 'tss'
    "#]],
    );
}

#[test]
fn settings_that_fit_no_table_are_errors() {
    check(
        &format!("{TABLES}SET q.x = 1; SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:5: error[render-setting]: 'q.x' names no table of the script
    "#]],
    );
    check(
        &format!("{TABLES}SET s.rows.per.second = 1; SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:5: error[render-setting]: property 'rows.per.second' of table 's' needs back-ticks
    "#]],
    );
    check(
        &format!("{TABLES}SET s.computedColumn = a AS b + 1; SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:24: error[render-setting]: table 's' has a column 'a' already
    "#]],
    );
    check(
        &format!("{TABLES}SET s.primaryKey = 'aa'; SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:20: error[render-setting]: table 's' has no column 'aa'
    "#]],
    );
    check(
        &format!("{TABLES}SET k.procTime = p AS PROCTIME(); INSERT INTO k SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:1: error[render-setting]: table 'k' is written, so no column 'p' can be added to it
    "#]],
    );
}

#[test]
fn settings_without_effect_are_warned_of() {
    check(
        &format!("{TABLES}SET k.x = 1; SET s.y = 1; SET s.y = 2; SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:1: warning[render-unused-setting]: table 'k' is set but not used
        t.sql:2:14: warning[render-unused-setting]: a later statement sets the same property
    "#]],
    );
}

#[test]
fn a_setting_for_one_mode_holds_in_that_mode() {
    let text = format!("{TABLES}SET s.batch.startTime = '2020-11-11 00:00:00'; SET s.startTime = 'both'; SELECT a FROM s;");
    let of = |mode: Mode| {
        let settings = Settings { mode, ..Settings::default() };
        rendered_with("t.sql", &text, Target::Flink2_3, &settings).rendered.text
    };
    assert!(of(Mode::Batch).contains("'startTime' = '2020-11-11 00:00:00'"));
    assert!(of(Mode::Streaming).contains("'startTime' = 'both'"));
}

#[test]
fn hints_that_fit_no_table_are_errors() {
    check(
        "SELECT a FROM nowhere /*+ primarykey(a) */;",
        Target::Flink2_3,
        expect![[r#"
        t.sql:1:27: error[render-hint]: the hint changes the definition of table 'nowhere', which is not known
    "#]],
    );
    check(
        &format!("{TABLES}CREATE VIEW v AS SELECT a FROM s; SELECT a FROM v /*+ primarykey(a) */;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:55: error[render-hint]: 'v' is no table: hint primarykey has nothing to change
    "#]],
    );
    check(
        &format!("{TABLES}SELECT a FROM s /*+ primarykey(x) */;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:32: error[render-setting]: table 's' has no column 'x'
    "#]],
    );
    check(
        &format!("{TABLES}INSERT INTO k /*+ dataphincolumns(a) */ SELECT a FROM s;"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:19: error[render-hint]: the hint dataphincolumns is for the HBase table of an INSERT
    "#]],
    );
}

#[test]
fn indexes_are_for_blink() {
    let text = format!("{TABLES}SET s.index = 'a'; SELECT a FROM s /*+ uniqueindex(b) */;");
    check(
        &text,
        Target::Flink2_3,
        expect![[r#"
        t.sql:2:1: error[render-unsupported]: Flink 2.3 has no indexes of dimension tables
        t.sql:2:40: error[render-unsupported]: Flink 2.3 has no indexes of dimension tables
    "#]],
    );
    check(&text, Target::Blink3_6, expect![]);
    let settings = Settings { lower_keys: true, ..Settings::default() };
    let lowered = rendered_with("t.sql", &text, Target::Flink2_3, &settings).rendered.text;
    assert!(lowered.contains("PRIMARY KEY (b) NOT ENFORCED"), "{lowered}");
}

#[test]
fn a_hidden_time_attribute_needs_known_columns() {
    let dim = "CREATE TABLE d (a INT) WITH ('connector' = 'jdbc');";
    check(
        &format!("{dim} SELECT * FROM elsewhere AS e JOIN d FOR SYSTEM_TIME AS OF PROCTIME() ON e.a = d.a;"),
        Target::Flink2_3,
        expect![[r#"
            t.sql:1:60: error[render-unsupported]: the columns that '*' stands for are not known, and the time that is added would be among them
            t.sql:1:111: note[render-rewritten]: FOR SYSTEM_TIME AS OF PROCTIME() is the time attribute 'e.__proctime' of the left side
        "#]],
    );
}

#[test]
fn files_are_joined_whole_in_batch_mode_and_not_looked_up() {
    let text = "CREATE TABLE s (a INT, p AS PROCTIME()) WITH ('connector' = 'filesystem', 'path' = 's', 'format' = 'csv');\n\
                CREATE TABLE d (a INT) WITH ('connector' = 'filesystem', 'path' = 'd', 'format' = 'csv');\n\
                SELECT s.a FROM s JOIN d FOR SYSTEM_TIME AS OF s.p ON s.a = d.a JOIN d FOR SYSTEM_TIME AS OF PROCTIME() AS e ON s.a = e.a;";
    check(
        text,
        Target::Flink2_3,
        expect![[r#"
            t.sql:3:48: error[render-unsupported]: Flink 2.3 looks nothing up in connector 'filesystem' of table 'd'
            t.sql:3:94: error[render-unsupported]: Flink 2.3 looks nothing up in connector 'filesystem' of table 'd'
            t.sql:3:94: note[render-rewritten]: FOR SYSTEM_TIME AS OF PROCTIME() is the time attribute 's.p' of the left side
        "#]],
    );
    let settings = Settings { mode: Mode::Batch, ..Settings::default() };
    let rendered = rendered_with("t.sql", text, Target::Flink2_3, &settings).rendered.text;
    assert!(rendered.ends_with("SELECT s.a\nFROM s\nINNER JOIN d ON s.a = d.a\nINNER JOIN d AS e ON s.a = e.a;\n"), "{rendered}");
}

#[test]
fn a_script_that_runs_nothing_is_written_whole() {
    let text =
        statements("CREATE TABLE t (a VARCHAR, b VARBINARY, c DECIMAL, d TIMESTAMP, e REAL) WITH (type = 'random');", Target::Flink2_3);
    expect![[r#"
        CREATE TEMPORARY TABLE t (
          a STRING,
          b BYTES,
          c DECIMAL(38, 18),
          d TIMESTAMP(3),
          e FLOAT
        )
        WITH (
          'connector' = 'datagen'
        );"#]]
    .assert_eq(&text);
}

#[test]
fn functions_of_other_versions_are_errors() {
    check(
        "SELECT BITAND(1, 2);",
        Target::Flink2_3,
        expect![[r#"
        t.sql:1:8: error[render-unsupported]: Flink 2.3 has no function BITAND
    "#]],
    );
    check(
        "SELECT STARTSWITH('ab', 'a');",
        Target::Flink1_20,
        expect![[r#"
        t.sql:1:8: error[render-unsupported]: Flink 1.20 has no function STARTSWITH
    "#]],
    );
    check("SELECT STARTSWITH('ab', 'a');", Target::Flink2_3, expect![]);
}

#[test]
fn functions_that_nothing_calls_are_left_out() {
    let text = "CREATE FUNCTION wanted AS 'com.acme.Wanted'; CREATE FUNCTION idle AS 'com.acme.Idle'; SELECT wanted(1);";
    expect![[r#"
        CREATE TEMPORARY FUNCTION wanted AS 'com.acme.Wanted';

        SELECT wanted(1);"#]]
    .assert_eq(&statements(text, Target::Flink2_3));
    expect![[r#"
        CREATE FUNCTION wanted AS 'com.acme.Wanted';

        SELECT wanted(1);"#]]
    .assert_eq(&statements(text, Target::Blink3_6));
}

#[test]
fn a_function_with_a_body_in_sql_becomes_its_body() {
    let function = "CREATE FUNCTION first_of AS 'sql' WITH ('parameters' = 'name STRING, n DECIMAL(10, 2)', 'returns' = 'STRING', \
                    'body' = 'SUBSTRING(name, 1, CAST(n * 2 AS INT))');";
    let text = format!("{function} SELECT first_of('ab', 1 + 1);");
    expect!["SELECT CAST(SUBSTRING('ab', 1, CAST((1 + 1) * 2 AS INT)) AS STRING);"].assert_eq(&statements(&text, Target::Flink2_3));
    check(
        &format!("{function} SELECT first_of('ab');"),
        Target::Flink2_3,
        expect![[r#"
        t.sql:1:170: error[render-function]: the body of function 'first_of' does not fit this call
    "#]],
    );
}

#[test]
fn a_table_that_a_used_one_is_like_is_written_too() {
    let text = format!(
        "{TABLES}CREATE TABLE s2 WITH ('rows-per-second' = '5') LIKE s; CREATE TABLE idle LIKE k; EXPLAIN INSERT INTO k SELECT a FROM s2;"
    );
    expect![[r#"
        CREATE TABLE s (
          a INT,
          b BIGINT,
          ts TIMESTAMP(3)
        )
        WITH (
          'connector' = 'datagen'
        );

        CREATE TABLE k (
          a INT
        )
        WITH (
          'connector' = 'blackhole'
        );

        CREATE TABLE s2
        WITH (
          'rows-per-second' = '5'
        )
        LIKE s;

        EXPLAIN INSERT INTO k
        SELECT a
        FROM s2;"#]]
    .assert_eq(&statements(&text, Target::Flink2_3));
}

#[test]
fn names_of_blink_have_no_case() {
    let text = "CREATE TABLE Src (id INT) WITH (TYPE = 'random'); SELECT src.id FROM src;";
    expect![[r#"
        CREATE TEMPORARY TABLE Src (
          id INT
        )
        WITH (
          'connector' = 'datagen'
        );

        SELECT src.id
        FROM Src AS src;"#]]
    .assert_eq(&statements(text, Target::Flink2_3));
}

#[test]
fn deep_expressions_are_no_problem() {
    let text = format!("{TABLES}SELECT {}a{} FROM s;", "(".repeat(500), ")".repeat(500));
    assert!(rendered(&text, Target::Flink2_3).rendered.text.contains("((((a))))"));
}
