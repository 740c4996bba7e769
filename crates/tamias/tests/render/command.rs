//! Which scripts are rendered, and where they go.

use crate::support::Place;
use expect_test::expect;

const SHOP: &[(&str, &str)] = &[
    ("tamias.yaml", "environment: dev\n"),
    ("env/dev.yaml", "writes: deny\n"),
    ("env/local.yaml", "bind:\n  shop.orders: data/orders.csv\n"),
    ("data/orders.csv", "1,2.5\n"),
    (
        "projects/shop/project.yaml",
        "tasks:\n  both_ways:\n    modes: [stream, batch]\n  broken_one:\n    modes: stream\n  old_engine:\n    engine: blink-3.6\n",
    ),
    (
        "projects/shop/tables/orders.sql",
        "CREATE TABLE orders (id BIGINT, amount DOUBLE) WITH ('connector' = 'kafka', 'topic' = 'orders', \
         'properties.bootstrap.servers' = 'k:1', 'format' = 'json', 'scan.bounded.mode' = 'latest-offset');",
    ),
    ("projects/shop/tables/totals.sql", "CREATE TABLE totals (id BIGINT, amount DOUBLE) WITH ('connector' = 'print');"),
    ("projects/shop/functions/half.sql", "CREATE FUNCTION half AS 'com.acme.Half' LANGUAGE JAVA;"),
    (
        "projects/shop/tasks/both_ways.sql",
        "SET orders.batch.`properties.group.id` = 'b';\nINSERT INTO totals SELECT id, SUM(amount) FROM orders GROUP BY id;",
    ),
    ("projects/shop/tasks/broken_one.sql", "SET orders.index = 'id';\nINSERT INTO totals SELECT id, half(amount) FROM orders;"),
    ("projects/shop/tasks/old_engine.sql", "INSERT INTO totals SELECT id, half(amount) FROM orders;"),
    ("loose.sql", "SELECT 1;"),
];

#[test]
fn a_directory_is_written_with_its_names_and_modes() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["render", ".", "--to", "flink-2.3", "-o", "out", "-q"]);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(
        place.files("out"),
        [
            "out/projects/shop/tasks/both_ways.batch.sql",
            "out/projects/shop/tasks/both_ways.stream.sql",
            "out/projects/shop/tasks/old_engine.sql"
        ]
    );
    assert!(outcome.err.contains("Flink 2.3 has no indexes of dimension tables"), "{}", outcome.err);
    assert!(outcome.err.ends_with("wrote 3 files to 'out'; 1 not written because of errors\n"), "{}", outcome.err);
    let batch = place.read("out/projects/shop/tasks/both_ways.batch.sql");
    assert!(batch.starts_with("SET 'execution.runtime-mode' = 'batch';") && batch.contains("'properties.group.id' = 'b'"), "{batch}");
    let stream = place.read("out/projects/shop/tasks/both_ways.stream.sql");
    assert!(stream.starts_with("SET 'execution.runtime-mode' = 'streaming';") && !stream.contains("group.id"), "{stream}");
}

#[test]
fn a_project_and_a_mode_narrow_what_is_written() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["render", "projects/shop/tasks", "--mode", "batch", "--lower-keys", "-o", "out", "-q", "--to", "vvr-8"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), "wrote 3 files to 'out'\n"));
    assert_eq!(place.files("out"), ["out/both_ways.sql", "out/broken_one.sql", "out/old_engine.sql"]);
}

#[test]
fn each_task_on_standard_output_has_a_heading() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["render", ".", "-q", "--lower-keys"]);
    let headings: Vec<&str> = outcome.out.lines().filter(|line| line.contains(", for ")).collect();
    expect![[r#"
        [
            "-- projects/shop/tasks/both_ways.sql in streaming mode, for Flink 2.3",
            "-- projects/shop/tasks/both_ways.sql in batch mode, for Flink 2.3",
            "-- projects/shop/tasks/broken_one.sql, for Flink 2.3",
            "-- projects/shop/tasks/old_engine.sql, for Blink 3.6",
        ]
    "#]]
    .assert_debug_eq(&headings);
    // Blink reads no JSON.
    assert_eq!(outcome.code, Some(1), "{}", outcome.err);
}

#[test]
fn every_statement_says_where_it_comes_from() {
    let place = Place::new(
        &SHOP
            .iter()
            .map(|(name, text)| (format!("w/{name}"), *text))
            .collect::<Vec<_>>()
            .iter()
            .map(|(name, text)| (name.as_str(), *text))
            .collect::<Vec<_>>(),
    );
    let outcome = place.run(&["render", "w/projects/shop/tasks/old_engine.sql", "--to", "flink-1.20", "-q"]);
    expect![[r#"
        SET 'execution.runtime-mode' = 'batch';

        -- from w/projects/shop/functions/half.sql:1
        CREATE TEMPORARY FUNCTION shop__half AS 'com.acme.Half' LANGUAGE JAVA;

        -- from w/projects/shop/tables/orders.sql:1
        CREATE TEMPORARY TABLE orders (
          id BIGINT,
          amount DOUBLE
        )
        WITH (
          'connector' = 'kafka',
          'topic' = 'orders',
          'properties.bootstrap.servers' = 'k:1',
          'format' = 'json',
          'scan.bounded.mode' = 'latest-offset'
        );

        -- from w/projects/shop/tables/totals.sql:1
        CREATE TEMPORARY TABLE totals (
          id BIGINT,
          amount DOUBLE
        )
        WITH (
          'connector' = 'print'
        );

        -- from w/projects/shop/tasks/old_engine.sql:1
        INSERT INTO totals
        SELECT id, shop__half(amount)
        FROM orders;
    "#]]
    .assert_eq(&outcome.out);
}

#[test]
fn files_stand_in_for_tables_where_the_environment_says_so() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["render", "projects/shop/tasks/both_ways.sql", "--env", "local", "-o", "out.sql"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    let batch = place.read("out.batch.sql");
    assert!(batch.contains("'connector' = 'filesystem'") && batch.contains("'path' = "), "{batch}");
    assert!(!batch.contains("kafka") && !batch.contains("group.id"), "{batch}");
    assert!(outcome.err.contains("a file stands in for table 'shop.orders' in this environment"), "{}", outcome.err);
}

#[test]
fn wrong_engines_and_environments_are_usage_errors() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["render", "loose.sql", "--to", "flink-3"]);
    assert!(outcome.err.contains("the engines are flink-1.20, flink-2.3, vvr-8, blink-3.6"), "{}", outcome.err);
    let outcome = place.run(&["render", ".", "--env", "nowhere"]);
    assert!(outcome.err.contains("there is no environment 'nowhere'; there are dev, local"), "{}", outcome.err);
    assert_ne!(outcome.code, Some(0));
}

const SECRETS: &[(&str, &str)] = &[(
    "job.sql",
    "CREATE TABLE a (x INT) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'a', 'password' = '${secret:RENDER_TEST}');\n\
     CREATE TABLE b (x INT) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/x', 'table-name' = 'b', 'password' = 'hunter2');\n\
     INSERT INTO b SELECT x FROM a;",
)];

#[test]
fn secrets_stay_placeholders_or_are_masked() {
    let outcome = Place::new(SECRETS).run(&["render", "job.sql"]);
    assert!(
        outcome.out.contains("'password' = '${secret:RENDER_TEST}'") && outcome.out.contains("'password' = '******'"),
        "{}",
        outcome.out
    );
    assert!(!outcome.out.contains("hunter2") && !outcome.err.contains("hunter2"), "{}", outcome.err);
    assert!(outcome.err.contains("warning[render-secret]: the value of 'password' is a secret: it is masked"), "{}", outcome.err);
}

#[test]
fn secrets_are_written_for_their_owner_only() {
    let place = Place::new(SECRETS);
    let outcome = place.run(&["render", "job.sql", "--resolve-secrets"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.err);
    let outcome = place.run(&["render", "job.sql", "--resolve-secrets", "-o", "out.sql"]);
    assert!(outcome.err.contains("secret 'RENDER_TEST' has no value"), "{}", outcome.err);
    let outcome = place.run_with(&["render", "job.sql", "--resolve-secrets", "-o", "out.sql"], &[("RENDER_TEST", "it's me")]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    let text = place.read("out.sql");
    assert!(text.contains("'password' = 'it''s me'") && text.contains("'password' = 'hunter2'"), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(place.path().join("out.sql")).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn lineage_of_a_directory_is_that_of_its_tasks() {
    let place = Place::new(SHOP);
    let outcome = place.run(&["lineage", "projects"]);
    let targets: Vec<&str> = outcome.out.lines().filter(|line| line.starts_with("workspace.")).collect();
    assert_eq!(targets, ["workspace.shop.totals"], "{}{}", outcome.out, outcome.err);
    assert!(outcome.out.contains("amount <- workspace.shop.orders.amount"), "{}", outcome.out);
    // The other tasks are wrong, which is said.
    assert_eq!(outcome.code, Some(1), "{}", outcome.err);
}
