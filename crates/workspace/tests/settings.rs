//! SET, hints and the definition: which value holds (the two groups of examples of the Dataphin page among them).

use crate::support::{Files, open_session};
use session::StatementResult;
use session::client::RowText;
use session::run::CancelToken;

/// A project for Blink with one source and one dimension table.
fn blink(task: &str, extra: &[(&str, &str)]) -> Files {
    let mut files = vec![
        ("projects/shop/project.yaml", "engine: blink-3.5\nenvironments: basic\n"),
        (
            "projects/shop/tables/s.sql",
            "CREATE TABLE s (k1 STRING, k2 STRING, k3 STRING, pt AS PROCTIME()) WITH ('connector' = 'datagen', 'number-of-rows' = '1');",
        ),
        (
            "projects/shop/tables/dim.sql",
            "CREATE TABLE dim (field1 STRING, field2 STRING, field3 STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:x://h/d', 'table-name' = 'd');",
        ),
        ("projects/shop/tasks/job.sql", task),
    ];
    files.extend_from_slice(extra);
    Files::new(&files)
}

/// The keys of `dim` that a hint gives after a SET: PRIMARY KEY, INDEX, UNIQUE INDEX, each with its layer.
fn keys(set: &str, hint: &str) -> [(String, &'static str); 3] {
    let on = "s.k1 = d.field1 AND s.k2 = d.field2 AND s.k3 = d.field3";
    let task = format!("{set};\nSELECT s.k1 FROM s JOIN dim {hint} FOR SYSTEM_TIME AS OF PROCTIME() AS d ON {on};");
    let scans = blink(&task, &[]).scans("local", None, "shop", "job");
    let dim = scans.iter().find(|scan| scan.options.get("table-name").is_some()).expect("dim is read");
    ["PRIMARY KEY", "INDEX", "UNIQUE INDEX"].map(|slot| dim.declared(slot))
}

fn key(columns: &str, layer: &'static str) -> (String, &'static str) {
    (columns.to_owned(), layer)
}

#[test]
fn a_hint_fills_up_what_set_says_and_replaces_it_slot_by_slot() {
    let set = "SET dim.primarykey = 'field1'";
    assert_eq!(keys(set, "WITH (index = 'field2')"), [key("field1", "SET"), key("field2", "hint"), key("", "-")]);
    assert_eq!(keys(set, "WITH (primarykey = 'field3')"), [key("field3", "hint"), key("", "-"), key("", "-")]);
}

/// The page shows other columns for the third and fifth of these than its own rule gives; the rule holds.
#[test]
fn the_three_kinds_of_keys_are_independent() {
    let set = "SET dim.index = 'field1'";
    let index = || key("field1", "SET");
    assert_eq!(keys(set, ""), [key("", "-"), index(), key("", "-")]);
    assert_eq!(keys(set, "WITH (index = 'field2')"), [key("", "-"), key("field2", "hint"), key("", "-")]);
    assert_eq!(keys(set, "WITH (primarykey = 'field2')"), [key("field2", "hint"), index(), key("", "-")]);
    assert_eq!(keys(set, "WITH (primarykey = 'field1')"), [key("field1", "hint"), index(), key("", "-")]);
    assert_eq!(keys(set, "WITH (UNIQUEINDEX = 'field2, field3')"), [key("", "-"), index(), key("field2, field3", "hint")]);
    assert_eq!(keys(set, "/*+ primaryKey(field2), uniqueindex(field3) */"), [key("field2", "hint"), index(), key("field3", "hint")]);
}

#[test]
fn set_replaces_the_key_of_the_table() {
    let table = "CREATE TABLE dim (field1 STRING, field2 STRING, PRIMARY KEY (field1) NOT ENFORCED) \
                 WITH ('connector' = 'jdbc', 'url' = 'jdbc:x://h/d', 'table-name' = 'd');";
    let task = "SELECT s.k1 FROM s JOIN dim FOR SYSTEM_TIME AS OF s.pt AS d ON s.k1 = d.field2; SET dim.primarykey = field2;";
    let scans = blink(task, &[("projects/shop/tables/dim.sql", table)]).scans("local", None, "shop", "job");
    assert_eq!(scans[1].declared("PRIMARY KEY"), key("field2", "SET"));
}

#[test]
fn indexes_are_for_blink_only() {
    let task = "SET dim.index = 'field1';\n\
                SELECT s.k1 FROM s JOIN dim /*+ index(field1) */ FOR SYSTEM_TIME AS OF s.pt AS d ON s.k1 = d.field1;\n\
                SELECT s.k1 FROM s JOIN dim WITH (uniqueindex = 'field1') FOR SYSTEM_TIME AS OF s.pt AS d ON s.k1 = d.field1;";
    let files = blink(task, &[("projects/shop/project.yaml", "engine: vvr-8.0.1\nenvironments: basic\n")]);
    assert_eq!(
        files.check(Some("local")),
        [
            "projects/shop/tasks/job.sql:1:9 error[engine-mismatch] VVR does not know INDEX of a table",
            "projects/shop/tasks/job.sql:2:33 error[engine-mismatch] VVR does not know INDEX of a table",
            "projects/shop/tasks/job.sql:3:29 warning[deprecated-join-with] JOIN .. WITH (..) is the hint of Blink before 3.6, and the engine is vvr-8.0.1",
            "projects/shop/tasks/job.sql:3:35 error[engine-mismatch] VVR does not know UNIQUE INDEX of a table",
        ]
    );
}

#[test]
fn on_has_to_cover_a_key() {
    let select = |hint: &str, on: &str| format!("SELECT s.k1 FROM s JOIN dim {hint} FOR SYSTEM_TIME AS OF s.pt AS d ON {on};");
    let check = |hint: &str, on: &str| blink(&select(hint, on), &[]).check(Some("local"));
    let place = "projects/shop/tasks/job.sql:1";
    assert_eq!(check("/*+ primarykey(field1) */", "s.k1 = d.field1 AND d.field2 > s.k2"), Vec::<String>::new());
    assert_eq!(check("/*+ index(field1, field2) */", "s.k1 = d.field1 AND d.field2 = 'x'"), Vec::<String>::new());
    assert_eq!(check("/*+ index(field3), primarykey(field1) */", "s.k1 = d.field3"), Vec::<String>::new());
    assert_eq!(check("", "s.k1 = d.field1"), [format!("{place}:25 error[key-not-covered] the dimension table has no key")]);
    assert_eq!(
        check("/*+ primarykey(field1, field2) */", "s.k1 = d.field1"),
        [format!("{place}:25 error[key-not-covered] ON compares all columns of no key of the dimension table: (field1, field2)")]
    );
    assert_eq!(
        check("/*+ primarykey(field1), primarykey(field2) */", "s.k1 = d.field1"),
        [format!("{place}:53 error[invalid-hint] a reference has only one hint primarykey")]
    );
    assert_eq!(
        check("/*+ primarykey(feild1) */", "s.k1 = d.field1")[0],
        format!("{place}:44 error[missing-column] the table has no column 'feild1'")
    );
}

/// The rows of the only query of a task.
fn rows(files: &Files, environment: Option<&str>) -> Vec<String> {
    let mut session = open_session();
    let task = files.root().join("projects/shop/tasks/job.sql");
    let task = session.open_task(&task, environment, &[]).expect("it can be read").expect("it is a task");
    assert!(task.diagnostics.is_empty(), "{:?}", task.diagnostics);
    let executions = task.statements.iter().map(|statement| session.execute(statement).result.expect("it is right"));
    let results: Vec<StatementResult> = executions.collect();
    let [.., StatementResult::Query(query)] = results.as_slice() else { panic!("a query") };
    let mut run = session.start_query(query, None, CancelToken::default()).expect("it runs");
    let types: Vec<_> = run.columns().iter().map(|column| column.data_type.clone()).collect();
    let mut text = RowText::new(types.iter(), session.environment(false).zone);
    let mut rows = Vec::new();
    while let Some(batch) = run.next_rows().expect("it can be read") {
        for row in 0..batch.rows.num_rows() {
            rows.push(text.cells(&batch.rows, row).map(|cell| cell.unwrap_or("-").to_owned()).collect::<Vec<_>>().join(" "));
        }
    }
    rows
}

/// R70: what check warns of, a run does, and for the other engines neither.
#[test]
fn a_primary_key_of_a_source_removes_rows_in_blink_only() {
    let files = |engine: &str, task: &str| {
        let project = format!("engine: {engine}\nenvironments: basic\n");
        let files: [(&str, &str); 4] = [
            ("projects/shop/project.yaml", &project),
            (
                "projects/shop/tables/s.sql",
                "CREATE TABLE s (k INT, v STRING) WITH ('connector' = 'kafka', 'topic' = 't', \
              'properties.bootstrap.servers' = 'h:1', 'format' = 'csv');",
            ),
            ("env/local.yaml", "bind:\n  shop.s: s.csv\n"),
            ("s.csv", "1,a\n2,b\n1,c\n"),
        ];
        blink(task, &files)
    };
    let set = "SET s.primarykey = 'k';\nSELECT k, v FROM s;";
    let removed = files("blink-3.7", set);
    assert_eq!(
        removed.check(Some("local")),
        ["projects/shop/tasks/job.sql:1:7 warning[key-on-source] a primary key of a source removes rows in Blink"]
    );
    assert_eq!(rows(&removed, None), ["2 b", "1 c"]);
    let first = "SELECT k, v FROM s /*+ primarykey(k), OPTIONS('fetchFirstRow' = 'true') */;";
    assert_eq!(rows(&files("blink-3.7", first), None), ["1 a", "2 b"]);
    let inert = files("vvr-8.0.1", set);
    assert_eq!(inert.check(Some("local")), Vec::<String>::new());
    assert_eq!(rows(&inert, None), ["1 a", "2 b", "1 c"]);
}

const KAFKA: &str = "CREATE TABLE k (c STRING, d STRING, ts TIMESTAMP, topic STRING) WITH ('connector' = 'kafka', 'topic' = 't', \
                     'properties.bootstrap.servers' = 'h:1', 'properties.group.id' = 'g1', 'format' = 'json', \
                     'scan.startup.mode' = 'earliest-offset');";

fn kafka(task: &str) -> Files {
    Files::new(&[
        ("projects/shop/project.yaml", "environments: basic\n"),
        ("projects/shop/tables/k.sql", KAFKA),
        ("projects/shop/tasks/job.sql", task),
    ])
}

#[test]
fn options_come_from_the_strongest_layer_wherever_set_stands() {
    let task = "SELECT c FROM k; SELECT c FROM k /*+ OPTIONS('properties.group.id'='g3') */;\n\
                SET k.`properties.group.id` = 'g2'; SET k.`scan.startup.mode` = 'latest-offset';\n\
                SET stream.k.`properties.group.id` = 'g4';";
    let scans = kafka(&task.replace("SET stream.k.`properties.group.id` = 'g4';", "")).scans("local", None, "shop", "job");
    assert_eq!(scans[0].option("properties.group.id"), key("g2", "SET"));
    assert_eq!(scans[1].option("properties.group.id"), key("g3", "hint"));
    assert_eq!(scans[1].option("scan.startup.mode"), key("latest-offset", "SET"));
    assert_eq!(scans[1].option("topic"), key("t", "table"));
    let scans = kafka(task).scans("local", Some("STREAMING"), "shop", "job");
    assert_eq!(scans[0].option("properties.group.id"), key("g4", "SET for mode"));
    assert_eq!(scans[1].option("properties.group.id"), key("g3", "hint"));
}

#[test]
fn watermarks_are_bare_or_quoted() {
    for (value, strategy) in [
        ("WATERMARK FOR ts AS withOffset(ts, 1000)", "`ts` - INTERVAL '1' SECOND"),
        ("'WATERMARK FOR ts AS withOffset(ts, 1000)'", "`ts` - INTERVAL '1' SECOND"),
        ("WATERMARK wk FOR ts AS WITHOFFSET(ts, 0)", "`ts`"),
        ("'WATERMARK FOR ts AS withOffset(ts, 150000)'", "`ts` - INTERVAL '150' SECOND(3)"),
    ] {
        let scans = kafka(&format!("SET k.`watermark` = {value}; SELECT c FROM k;")).scans("local", Some("STREAMING"), "shop", "job");
        assert_eq!(scans[0].declared("WATERMARK ts"), key(strategy, "SET"), "{value}");
    }
}

#[test]
fn columns_are_computed_made_times_and_headers() {
    let task = "SET k.computedColumn = ( t1 AS TO_TIMESTAMP(c, 'yyyyMMddHHmmss'), t2 AS TO_TIMESTAMP(d, 'yyyy-MM-dd HH:mm:ss') );\n\
                SET k.procTime = pt AS PROCTIME();\nSET k.topic.isHeader = true;\n\
                SET k.`watermark` = 'WATERMARK FOR t2 AS t2 - INTERVAL ''5'' SECOND';\n\
                SELECT t1, t2, pt, topic FROM k;";
    let files = kafka(task);
    assert_eq!(files.check(None), Vec::<String>::new());
    let scans = files.scans("local", Some("STREAMING"), "shop", "job");
    assert_eq!(scans[0].declared("COLUMN t1"), key("TO_TIMESTAMP(c, 'yyyyMMddHHmmss')", "SET"));
    assert_eq!(scans[0].declared("COLUMN pt"), key("PROCTIME()", "SET"));
    assert_eq!(scans[0].declared("HEADER topic"), key("true", "SET"));
    assert_eq!(scans[0].declared("WATERMARK t2"), key("t2 - INTERVAL '5' SECOND", "SET"));
    assert!(scans[0].columns.contains(&"topic".to_owned()));
}

/// One statement each, and what is said about it.
#[test]
fn mistakes_of_set() {
    for (set, expected) in [
        (
            "SET k.`watermark` = WATERMARK FOR ts AS withOffset(c, 1)",
            "1:52 error[invalid-setting] the first argument of withOffset is not column 'ts'",
        ),
        (
            "SET k.`watermark` = WATERMARK FOR ts AS withOffset(ts)",
            "1:41 error[invalid-setting] withOffset takes a column and a number of milliseconds",
        ),
        (
            "SET k.`watermark` = WATERMARK FOR ts AS withOffset(ts, 'x')",
            "1:56 error[invalid-setting] the second argument of withOffset is not a whole number",
        ),
        ("SET k.`watermark` = WATERMARK FOR nope AS nope", "1:35 error[missing-column] the table has no column 'nope'"),
        ("SET k.`watermark` = 5", "1:21 error[invalid-property] a watermark is WATERMARK FOR column AS expression"),
        ("SET k.computedColumn = d AS UPPER(c)", "1:24 error[invalid-setting] the table has a column 'd' already"),
        ("SET k.procTime = e AS UPPER(c)", "1:23 error[invalid-property] procTime is column AS PROCTIME()"),
        ("SET k.topik.isHeader = TRUE", "1:7 error[missing-column] the table has no column 'topik'"),
        ("SET k.isHeader = TRUE", "1:18 error[invalid-property] isHeader belongs to a column: SET t.column.isHeader = TRUE"),
        (
            "SET k.properties.group.id = 'x'",
            "1:7 error[invalid-property] the property 'properties.group.id' has dots, so it needs back-ticks",
        ),
        ("SET k.`scan.startup.mod` = 'x'", "1:7 error[unknown-option] 'scan.startup.mod' is not an option of connector 'kafka'"),
        ("SET k.topic = 'x'", "1:7 error[locked-option] option 'topic' of table 'workspace.shop.k' cannot be changed by SET"),
        (
            "SET k.`stream`.`scan.startup.mode` = 'x'",
            "1:7 error[invalid-property] table 'workspace.shop.k' is no mirror table, so it has no sides for the modes",
        ),
        (
            "SET k.`properties.group.id` = 'a'; SET k.`properties.group.id` = 'b'",
            "1:42 warning[duplicate-setting] 'properties.group.id' of table 'workspace.shop.k' is set twice",
        ),
        (
            "SET k.dataphinColumnPruning = 'true'",
            "1:7 warning[no-effect] column pruning has no effect on table 'workspace.shop.k', which is no dimension table here",
        ),
        ("SET kk.x = 1", "1:5 error[unknown-object] no part of 'kk.x' is a table"),
    ] {
        let said = kafka(&format!("{set}; SELECT c FROM k;")).check(Some("local"));
        let prefix = "projects/shop/tasks/job.sql:";
        assert_eq!(said, [format!("{prefix}{expected}")], "{set}");
    }
}

#[test]
fn a_setting_that_nothing_uses_is_told() {
    let said = kafka("SET k.`properties.group.id` = 'x'; SELECT 1;").check(Some("local"));
    assert_eq!(
        said,
        [
            "projects/shop/tasks/job.sql:1:7 warning[unused-setting] 'properties.group.id' is set for table 'workspace.shop.k', which the task does not use"
        ]
    );
}

#[test]
fn locks_hold_for_hints_too_and_settings_change_them() {
    let table = "CREATE TABLE mc (a STRING) WITH ('connector' = 'odps', 'tableName' = 't', 'cache' = 'ALL');";
    let task = "SET mc.tableName = 'x'; SET mc.cache = 'NONE';\nSELECT a FROM mc;\nSELECT c FROM k /*+ OPTIONS('topic'='y') */;";
    let files = |yaml: &str| {
        Files::new(&[
            ("tamias.yaml", yaml),
            ("projects/shop/project.yaml", "environments: basic\n"),
            ("projects/shop/tables/k.sql", KAFKA),
            ("projects/shop/tables/mc.sql", table),
            ("projects/shop/tasks/job.sql", task),
        ])
    };
    let place = "projects/shop/tasks/job.sql";
    assert_eq!(
        files("").check(Some("local")),
        [
            format!("{place}:1:8 error[locked-option] option 'tableName' of table 'workspace.shop.mc' cannot be changed by SET"),
            format!("{place}:3:30 error[locked-option] option 'topic' of table 'workspace.shop.k' cannot be changed by hint"),
        ]
    );
    assert_eq!(files("locks:\n  kafka: ['!topic']\n  odps: ['!tableName']\n").check(Some("local")), Vec::<String>::new());
}
