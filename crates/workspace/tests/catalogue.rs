//! The catalogue of mistakes of the project layer, DP001 to DP061 and the warnings: what is said, where, and what to do.
//!
//! `docs/diagnostics.md` has the same codes in a table.

use crate::support::{Files, open_session};
use diag::Diagnostic;
use session::{WorkspaceCheck, check_workspace};

const TASK: &str = "projects/trade/tasks/job.sql";

/// Two projects with tables of each kind, and a task.
fn files(engine: &str, task: &str) -> Files {
    let kafka = "('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'h:1', 'properties.group.id' = 'g', \
                 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');";
    let orders = format!(
        "CREATE TABLE orders (id BIGINT, customer_id BIGINT, note STRING, ts TIMESTAMP(3), n BIGINT, pt AS PROCTIME()) WITH {kafka}"
    );
    let jdbc = |name: &str| format!("('connector' = 'jdbc', 'url' = 'jdbc:mysql://h/d', 'table-name' = '{name}');");
    let customers = format!("CREATE TABLE customers (id BIGINT, region STRING, PRIMARY KEY (id) NOT ENFORCED) WITH {}", jdbc("customers"));
    let plain = format!("CREATE TABLE plain (id BIGINT, name STRING) WITH {}", jdbc("plain"));
    let invoices = "CREATE TABLE invoices (id BIGINT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv');";
    let mirror =
        "CREATE TABLE all_orders (id BIGINT, note STRING) WITH ('stream' = 'orders', 'batch' = 'files', 'batch.fields.id' = 'oid');";
    let hb = "CREATE TABLE hb (rowkey BIGINT, family1 ROW<q1 STRING>, PRIMARY KEY (rowkey) NOT ENFORCED) WITH ('connector' = 'hbase-2.2', \
              'table-name' = 't', 'zookeeper.quorum' = 'z');";
    Files::new(&[
        ("tamias.yaml", &format!("engine: {engine}\nvariables: {{day: '2026-01-01'}}\n")),
        ("datasources/mysql_main.yaml", "connector: jdbc\n"),
        ("projects/trade/project.yaml", "tasks:\n  both:\n    modes: [stream, batch]\n"),
        ("projects/trade/tasks/both.sql", "SELECT id FROM all_orders;"),
        ("projects/trade/tables/orders.sql", &orders),
        ("projects/trade/tables/customers.sql", &customers),
        ("projects/trade/tables/plain.sql", &plain),
        ("projects/trade/tables/hb.sql", hb),
        ("projects/trade/tables/sink.sql", "CREATE TABLE sink (id BIGINT, name STRING) WITH ('connector' = 'print');"),
        (
            "projects/trade/tables/files.sql",
            "CREATE TABLE files (oid BIGINT) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv');",
        ),
        ("projects/trade/mirrors/all_orders.sql", mirror),
        (
            "projects/trade/functions/mask.sql",
            "CREATE FUNCTION mask AS 'com.acme.Mask' WITH ('parameters' = 's STRING', 'returns' = 'STRING');",
        ),
        ("projects/report/tables/invoices.sql", invoices),
        (TASK, task),
    ])
}

fn checked(engine: &str, task: &str) -> (Files, WorkspaceCheck) {
    let files = files(engine, task);
    let check = check_workspace(&open_session(), files.root(), None, &[]).expect("it can be read");
    (files, check)
}

/// What is said about a task: `line:column severity[id] message`, and what to do behind an arrow.
fn told(engine: &str, task: &str) -> Vec<String> {
    let (files, check) = checked(engine, task);
    let prefix = format!("{}/{TASK}:", files.root().display());
    let line = |diagnostic: &Diagnostic| {
        let diagnostic = check.sources.as_written(diagnostic);
        let place = check.sources.place(diagnostic.span()).unwrap_or_default().replace(&prefix, "");
        let fix = diagnostic.fix.iter().map(|fix| fix.title.clone());
        let todo: Vec<String> = fix.chain(diagnostic.helps.clone()).collect();
        format!("{place} {}[{}] {} -> {}", diagnostic.severity.word(), diagnostic.id, diagnostic.message, todo.join(" "))
    };
    check.diagnostics.iter().map(line).collect()
}

/// Each task gives what begins like the expected lines, in every environment.
fn expect(engine: &str, cases: &[(&str, &str, &[&str])]) {
    let mut wrong = Vec::new();
    for (code, task, expected) in cases {
        let said = told(engine, task);
        let fits = said.len() == expected.len() && said.iter().zip(*expected).all(|(said, expected)| said.starts_with(expected));
        if !fits {
            wrong.push(format!("{code}: {task}\n  said     {said:#?}\n  expected {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_that_mean_nothing() {
    expect(
        "flink-2.3",
        &[
            ("DP001", "SELECT id FROM ordres;", &["1:16 error[unknown-table] table 'ordres' does not exist -> Did you mean 'orders'?"]),
            (
                "DP001",
                "SELECT id FROM invoices;",
                &["1:16 error[unknown-table] table 'invoices' does not exist -> There is 'report.invoices'."],
            ),
            (
                "DP001",
                "SELECT id FROM invoicess;",
                &["1:16 error[unknown-table] table 'invoicess' does not exist -> Did you mean 'report.invoices'?"],
            ),
            (
                "DP001",
                "SELECT id FROM ${report}.invoice;",
                &["1:16 error[unknown-table] table 'report.invoice' does not exist -> Did you mean 'invoices'?"],
            ),
            (
                "DP001",
                "SELECT id FROM reprot.invoices;",
                &["1:16 error[unknown-table] table 'reprot.invoices' does not exist -> Did you mean 'report'?"],
            ),
            (
                "DP001",
                "INSERT INTO snk SELECT id, note FROM orders;",
                &["1:13 error[unknown-table] table 'snk' does not exist -> Did you mean 'sink'?"],
            ),
            (
                "DP001",
                "SET ordes.topic = 'x';",
                &["1:5 error[unknown-object] no part of 'ordes.topic' is a table -> Did you mean 'orders'?"],
            ),
            (
                "DP001",
                "SET invoices.path = 'x';",
                &["1:5 error[unknown-object] no part of 'invoices.path' is a table -> There is 'report.invoices'."],
            ),
            ("DP002", "SELECT '${dya}';", &["1:9 error[undefined-variable] variable 'dya' has no value -> Did you mean 'day'?"]),
            (
                "DP002",
                "SELECT id FROM ${trad}.orders;",
                &["1:16 error[undefined-variable] variable 'trad' has no value -> Did you mean 'trade'?"],
            ),
            ("DP010", "SELECT ${report}:mask('x');", &["1:8 error[unknown-function] project 'report' has no function 'mask'"]),
            (
                "DP010",
                "SELECT ${trade}:msk('x');",
                &["1:8 error[unknown-function] project 'trade' has no function 'msk' -> Did you mean 'trade:mask'?"],
            ),
            ("DP011", "SELECT mask(1);", &["1:13 error[invalid-arguments] function 'mask' takes STRING here, not INT -> Write CAST"]),
            ("DP011", "SELECT mask('a', 1);", &["1:8 error[invalid-arguments] function 'mask' takes 1 arguments, not 2"]),
        ],
    );
}

#[test]
fn what_set_cannot_do() {
    let with = |set: &str| format!("{set}\nSELECT id FROM orders;");
    let cases: Vec<(&str, String, &[&str])> = vec![
        ("DP020", with("SET orders.topic = 'x';"), &["1:12 error[locked-option] option 'topic' of table"]),
        (
            "DP021",
            with("SET orders.properties.group.id = 'x';"),
            &[
                "1:12 error[invalid-property] the property 'properties.group.id' has dots, so it needs back-ticks -> Write `properties.group.id`",
            ],
        ),
        (
            "DP022",
            with("SET orders.notee.isHeader = TRUE;"),
            &["1:12 error[missing-column] the table has no column 'notee' -> did you mean 'note'?"],
        ),
        (
            "DP022",
            "SET plain.primarykey = 'idd';\nSELECT id FROM plain;".to_owned(),
            &["1:24 error[missing-column] the table has no column 'idd' -> did you mean 'id'?"],
        ),
        (
            "DP022",
            with("SET orders.`watermark` = WATERMARK FOR tss AS withOffset(tss, 1);"),
            &["1:40 error[missing-column] the table has no column 'tss'"],
        ),
        (
            "DP023",
            with("SET orders.`watermark` = WATERMARK FOR ts AS withOffset(ts);"),
            &["1:46 error[invalid-setting] withOffset takes a column and a number of milliseconds"],
        ),
        (
            "DP023",
            with("SET orders.`watermark` = WATERMARK FOR ts AS withOffset(id, 1);"),
            &["1:57 error[invalid-setting] the first argument of withOffset is not column 'ts'"],
        ),
        (
            "DP023",
            with("SET orders.`watermark` = WATERMARK FOR ts AS withOffset(ts, 'x');"),
            &["1:61 error[invalid-setting] the second argument of withOffset is not a whole number"],
        ),
        (
            "DP023",
            with("SET orders.`watermark` = 'ts - 5';"),
            &["1:26 error[invalid-property] a watermark is WATERMARK FOR column AS expression"],
        ),
        ("DP024", with("SET orders.computedColumn = note AS 'a';"), &["1:29 error[invalid-setting] the table has a column 'note' already"]),
        (
            "DP050",
            with("SET orders.batch.`scan.startup.mode` = 'x';"),
            &["1:12 error[invalid-property] table 'workspace.trade.orders' is no mirror table"],
        ),
        (
            "DPW unknown key",
            with("SET orders.`scan.startup.mod` = 'x';"),
            &["1:12 error[unknown-option] 'scan.startup.mod' is not an option of connector 'kafka' -> did you mean 'scan.startup.mode'?"],
        ),
        (
            "DPW duplicate SET",
            with("SET orders.`properties.group.id` = 'a'; SET orders.`properties.group.id` = 'b';"),
            &["1:52 warning[duplicate-setting] 'properties.group.id' of table"],
        ),
        (
            "DPW unused SET",
            with("SET plain.`lookup.cache` = 'PARTIAL';"),
            &["1:11 warning[unused-setting] 'lookup.cache' is set for table"],
        ),
    ];
    let cases: Vec<(&str, &str, &[&str])> = cases.iter().map(|(code, task, expected)| (*code, task.as_str(), *expected)).collect();
    expect("flink-2.3", &cases);
}

#[test]
fn rowtime_has_a_type_of_time() {
    let said = told("flink-2.3", "SET orders.`watermark` = WATERMARK FOR n AS withOffset(n, 1000);\nSELECT id FROM orders;");
    assert!(said[0].starts_with("1:"), "{said:?}");
    assert!(said[0].contains("error[") && said[0].contains("BIGINT") && said[0].contains("computed"), "DP025 {said:?}");
}

#[test]
fn hints_and_joins() {
    let join =
        |hint: &str, on: &str| format!("SELECT o.id FROM orders AS o JOIN customers {hint} FOR SYSTEM_TIME AS OF o.pt AS c ON {on};");
    let with_index = join("/*+ index(region) */", "o.note = c.region AND o.customer_id = c.id");
    expect(
        "flink-2.3",
        &[
            (
                "DP030",
                "SELECT id FROM orders /*+ primarykye(id) */;",
                &["1:27 error[unknown-hint] hint 'PRIMARYKYE' does not exist -> did you mean 'PRIMARYKEY'?"],
            ),
            (
                "DP030",
                "CREATE TEMPORARY VIEW v AS SELECT id FROM orders; SELECT id FROM v /*+ OPTIONS('a'='b') */;",
                &["1:72 error[hint-on-view] view 'workspace.trade.v' takes no options -> Put the hint on a table inside it."],
            ),
            ("DP030", "SELECT id FROM (SELECT id FROM orders) /*+ primarykey(id) */ AS s;", &["1:40 error[misplaced-hint] "]),
            ("DP031", &with_index, &["1:49 error[engine-mismatch] Apache Flink does not know INDEX of a table -> Use primarykey"]),
            (
                "DP020",
                "SELECT id FROM orders /*+ OPTIONS('topic'='y') */;",
                &["1:36 error[locked-option] option 'topic' of table 'workspace.trade.orders' cannot be changed by hint"],
            ),
            (
                "DPW deprecated WITH",
                "SELECT o.id FROM orders AS o JOIN customers WITH (primarykey='id') FOR SYSTEM_TIME AS OF PROCTIME() AS c ON o.customer_id = c.id;",
                &[
                    "1:45 warning[deprecated-join-with] JOIN .. WITH (..) is the hint of Blink before 3.6, and the engine is flink-2.3 -> Write /*+ primarykey(id) */",
                ],
            ),
        ],
    );
    let on = |on: &str| format!("SELECT o.id FROM orders AS o JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON {on};");
    expect(
        "blink-3.7",
        &[
            (
                "DP032",
                &on("o.note = c.region"),
                &["1:35 error[key-not-covered] ON compares all columns of no key of the dimension table: (id)"],
            ),
            ("DP032", &on("o.customer_id = c.id AND o.note = c.region"), &[]),
            (
                "DP032",
                "SELECT o.id FROM orders AS o JOIN plain FOR SYSTEM_TIME AS OF PROCTIME() AS c ON o.customer_id = c.id;",
                &["1:35 error[key-not-covered] the dimension table has no key -> Declare one: /*+ primarykey(id) */"],
            ),
            (
                "DPW PK on source",
                "SELECT id FROM orders /*+ primarykey(id) */;",
                &["1:27 warning[key-on-source] a primary key of a source removes rows in Blink"],
            ),
        ],
    );
}

#[test]
fn sinks_and_mirrors() {
    expect(
        "flink-2.3",
        &[
            (
                "DP040",
                "INSERT INTO sink /*+ dataphincolumns(id) */ SELECT id, note FROM orders;",
                &["1:22 error[invalid-crop] the hint dataphincolumns is for HBase tables"],
            ),
            (
                "DP041",
                "INSERT INTO hb /*+ dataphincolumns(rowkey, family1.q9) */ SELECT id, ROW(note) FROM orders;",
                &["1:44 error[invalid-crop] family 'family1' has no qualifier 'q9'"],
            ),
            (
                "DP042",
                "INSERT INTO hb /*+ dataphincolumns(family1.q1) */ SELECT ROW(note) FROM orders;",
                &["1:20 error[invalid-crop] the hint dataphincolumns leaves out the row key 'rowkey'"],
            ),
            (
                "DP051",
                "SET 'execution.runtime-mode' = 'batch'; SELECT id, note FROM all_orders;",
                &[
                    "1:62 error[mirror-field] table 'workspace.trade.files' has no field 'note' for the mirror table 'workspace.trade.all_orders'",
                ],
            ),
        ],
    );
}

#[test]
fn a_task_with_ten_mistakes_shows_ten() {
    let task = "SET orders.topic = 'x';\n\
                SET orders.properties.group.id = 'g';\n\
                SET orders.notee.isHeader = TRUE;\n\
                SET orders.`scan.startup.mod` = 'x';\n\
                SET nothing.x = 1;\n\
                SELECT '${dya}' FROM orders;\n\
                SELECT idd FROM orders;\n\
                SELECT id FROM ordres;\n\
                SELECT msk(note) FROM orders;\n\
                INSERT INTO hb /*+ dataphincolumns(family1.q1) */ SELECT ROW(note) FROM orders;\n\
                SELECT id FROM orders /*+ OPTIONS('scan.startup.mode'='newest') */;\n";
    let said = told("flink-2.3", task);
    let lines: Vec<&str> = said.iter().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(lines, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"], "{said:#?}");
}
