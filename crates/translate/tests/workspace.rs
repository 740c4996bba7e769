//! Tasks of a workspace: tables and functions come from the files of its projects.

use diag::SourceMap;
use expect_test::{Expect, expect};
use std::fs;
use std::sync::Arc;
use tamias_translate::{Input, Mode, ProjectRegistry, Target, render};
use workspace::Workspace;

const FILES: &[(&str, &str)] = &[
    ("tamias.yaml", "environment: dev\n"),
    ("env/dev.yaml", "writes: deny\n"),
    ("datasources/kafka_main.yaml", "connector: kafka\noptions:\n  properties.bootstrap.servers: kafka:9092\n"),
    ("projects/trade/project.yaml", "owner: tests\n"),
    (
        "projects/trade/tables/orders.sql",
        "CREATE TABLE orders (id BIGINT, amount DOUBLE) WITH ('datasource' = 'kafka_main', 'topic' = 'orders', 'format' = 'json');",
    ),
    (
        "projects/trade/tables/history.sql",
        "CREATE TABLE history (nr BIGINT, amount DOUBLE) WITH ('connector' = 'filesystem', 'path' = 'h', 'format' = 'csv');",
    ),
    (
        "projects/trade/mirrors/all_orders.sql",
        "CREATE TABLE all_orders (id BIGINT, amount DOUBLE) WITH ('stream' = 'orders', 'batch' = 'history', 'batch.fields.id' = 'nr');",
    ),
    ("projects/trade/functions/risk.sql", "CREATE FUNCTION risk AS 'com.acme.Risk' LANGUAGE JAVA;"),
    ("projects/trade/tasks/task.sql", "SELECT 1;"),
];

fn check(task: &str, mode: Mode, expected: Expect) {
    let root = tempfile::tempdir().expect("a directory can be made");
    for (path, text) in FILES {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let mut sources = SourceMap::default();
    let (workspace, found) = Workspace::load(root.path(), &mut sources);
    assert!(found.is_empty(), "{found:?}");
    let view = workspace.view("dev", &[]).expect("the environment is there");
    let (definitions, found) = view.definitions(&mut sources);
    assert!(found.is_empty(), "{found:?}");
    let project = &workspace.projects["trade"];
    let (source, text, found) = view.add_script(&mut sources, "task.sql", task);
    assert!(found.is_empty(), "{found:?}");
    let script = sql::parse(source, &text);
    let registry = ProjectRegistry::new(&view, project, Arc::new(definitions), mode);
    let input = Input {
        statements: &script.statements,
        sources: &sources,
        registry: &registry,
        from: None,
        lower_keys: false,
        shows_secrets: false,
    };
    let rendered = render(&input, Target::Flink2_3, mode);
    assert!(!diag::has_errors(&rendered.notes), "{:?}", rendered.notes);
    let lines = rendered.text.lines().filter(|line| !line.starts_with("-- from "));
    expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn tables_have_the_options_of_their_data_source() {
    check(
        "SELECT risk(o.id) FROM ${trade}.orders AS o;",
        Mode::Streaming,
        expect![[r#"
        SET 'execution.runtime-mode' = 'streaming';

        CREATE TEMPORARY FUNCTION trade__risk AS 'com.acme.Risk' LANGUAGE JAVA;

        CREATE TEMPORARY TABLE orders (
          id BIGINT,
          amount DOUBLE
        )
        WITH (
          'topic' = 'orders',
          'format' = 'json',
          'connector' = 'kafka',
          'properties.bootstrap.servers' = 'kafka:9092'
        );

        SELECT trade__risk(o.id)
        FROM orders AS o;"#]],
    );
}

#[test]
fn a_mirror_table_is_the_table_of_the_mode() {
    let task = "SET all_orders.batch.`csv.null-literal` = '-'; SET all_orders.`stream`.`scan.startup.mode` = 'latest-offset'; SELECT * FROM all_orders; INSERT INTO all_orders SELECT 1, 2.0;";
    check(
        task,
        Mode::Streaming,
        expect![[r#"
        SET 'execution.runtime-mode' = 'streaming';

        CREATE TEMPORARY TABLE all_orders (
          id BIGINT,
          amount DOUBLE
        )
        WITH (
          'topic' = 'orders',
          'format' = 'json',
          'connector' = 'kafka',
          'properties.bootstrap.servers' = 'kafka:9092',
          'scan.startup.mode' = 'latest-offset'
        );

        SELECT *
        FROM all_orders;

        INSERT INTO all_orders
        SELECT 1, 2.0;"#]],
    );
    check(
        task,
        Mode::Batch,
        expect![[r#"
        SET 'execution.runtime-mode' = 'batch';

        CREATE TEMPORARY TABLE all_orders (
          nr BIGINT,
          amount DOUBLE
        )
        WITH (
          'connector' = 'filesystem',
          'path' = 'h',
          'format' = 'csv',
          'csv.null-literal' = '-'
        );

        SELECT *
        FROM (SELECT nr AS id, amount
        FROM all_orders) AS all_orders;

        INSERT INTO all_orders (nr, amount)
        SELECT 1, 2.0;"#]],
    );
}
