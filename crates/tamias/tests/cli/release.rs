//! `tamias release`: versions of tasks, and subscriptions to topics.

use super::{Outcome, Place};
use expect_test::expect;

fn place() -> Place {
    Place::new(&[
        ("tamias.yaml", "environment: local\n"),
        ("env/local.yaml", ""),
        ("env/dev.yaml", "datasources: {main: {properties.bootstrap.servers: 'dev:9092'}}\n"),
        ("env/prod.yaml", "account: trade_prod\n"),
        ("datasources/main.yaml", "connector: kafka\noptions: {properties.bootstrap.servers: 'prod:9092', format: json}\n"),
        ("projects/trade/project.yaml", "tasks: {copy_orders: {modes: [stream, batch]}}\n"),
        (
            "projects/trade/tables/orders.sql",
            "CREATE TABLE orders (id INT, amount INT) WITH ('datasource' = 'main', 'topic' = 'orders', 'properties.group.id' = 'g', 'scan.bounded.mode' = 'latest-offset');\n",
        ),
        ("projects/trade/tables/sums.sql", "CREATE TABLE sums (risk INT, amount INT) WITH ('connector' = 'print');\n"),
        (
            "projects/trade/functions/risk.sql",
            "CREATE FUNCTION risk AS 'com.example.Risk' LANGUAGE JAVA USING JAR 'resources/risk.jar' WITH ('parameters' = 'id INT', 'returns' = 'INT');\n",
        ),
        ("projects/trade/tasks/copy_orders.sql", "INSERT INTO sums SELECT risk(id), amount FROM ${trade}.orders WHERE id > 5;\n"),
        ("projects/plain/project.yaml", "environments: basic\n"),
        ("projects/plain/tasks/one_row.sql", "SELECT 1 AS n;\n"),
        ("projects/plain/tasks/two.sql", "SELECT 2 AS n;\n"),
    ])
}

fn release(place: &Place, arguments: &[&str]) -> Outcome {
    place.run(&[&["release"], arguments, &["--now", "2026-01-31 12:00:00"]].concat())
}

fn said(outcome: &Outcome) -> (&str, Option<i32>) {
    (if outcome.out.is_empty() { &outcome.err } else { &outcome.out }, outcome.code)
}

#[test]
fn a_task_goes_from_draft_to_production() {
    let place = place();
    let list = || release(&place, &["--list", "copy_orders"]).out;
    assert_eq!(list(), "trade.copy_orders: draft\n");
    let early = "error[conflict]: 'trade.copy_orders' was not submitted as it is, so it cannot be published to 'prod'; run first: tamias release trade.copy_orders --to dev\n";
    assert_eq!(said(&release(&place, &["copy_orders", "--to", "prod"])), (early, Some(1)));
    let submit = || release(&place, &["projects/trade/tasks/copy_orders.sql", "--to", "dev", "--as", "ann"]);
    assert_eq!(said(&submit()), ("submitted trade.copy_orders to dev as version 1\n", Some(0)));
    assert_eq!(said(&submit()), ("trade.copy_orders is in dev already: version 1 holds the same\n", Some(0)));
    assert!(list().starts_with("trade.copy_orders: submitted\n"));
    let publish = || release(&place, &["trade.copy_orders", "--to", "prod"]);
    assert_eq!(said(&publish()), ("published trade.copy_orders to prod as version 1\n", Some(0)));
    expect![[r#"
        trade.copy_orders: published
          dev   1  2026-01-31T12:00:00Z  ann         flink streaming+batch
          prod  1  2026-01-31T12:00:00Z  trade_prod  flink streaming+batch
    "#]]
    .assert_eq(&list());
    // What production gets was in development before, byte for byte.
    std::fs::write(
        place.path().join("projects/trade/tables/sums.sql"),
        "CREATE TABLE sums (risk INT, amount BIGINT) WITH ('connector' = 'print');\n",
    )
    .expect("it can be written");
    assert!(list().starts_with("trade.copy_orders: developing\n"));
    assert_eq!(said(&publish()), (early, Some(1)));
}

#[test]
fn a_version_says_what_it_is_made_of() {
    let place = place();
    assert_eq!(release(&place, &["copy_orders", "--to", "dev"]).code, Some(0));
    let folder = "releases/dev/trade/copy_orders/1";
    assert_eq!(place.read(&format!("{folder}/task.sql")), place.read("projects/trade/tasks/copy_orders.sql"));
    expect![[r#"
        SET 'execution.runtime-mode' = 'batch';

        -- from projects/trade/functions/risk.sql:1
        CREATE TEMPORARY FUNCTION trade__risk AS 'com.example.Risk' LANGUAGE JAVA USING JAR 'resources/risk.jar';

        -- from projects/trade/tables/orders.sql:1
        CREATE TEMPORARY TABLE orders (
          id INT,
          amount INT
        )
        WITH (
          'topic' = 'orders',
          'properties.group.id' = 'g',
          'scan.bounded.mode' = 'latest-offset',
          'connector' = 'kafka',
          'format' = 'json',
          'properties.bootstrap.servers' = 'dev:9092'
        );

        -- from projects/trade/tables/sums.sql:1
        CREATE TEMPORARY TABLE sums (
          risk INT,
          amount INT
        )
        WITH (
          'connector' = 'print'
        );

        -- from projects/trade/tasks/copy_orders.sql:1
        INSERT INTO sums
        SELECT trade__risk(id), amount
        FROM orders
        WHERE id > 5;
    "#]]
    .assert_eq(&place.read(&format!("{folder}/batch.sql")));
    let manifest = place.read(&format!("{folder}/manifest.json"));
    let without_hashes: String = manifest
        .lines()
        .filter(|line| !line.contains("\"sha256\"") && !line.contains("\"source\""))
        .map(|line| format!("{line}\n"))
        .collect();
    expect![[r#"
        {
          "version": 1,
          "released_at": "2026-01-31T12:00:00Z",
          "account": null,
          "engine": "flink",
          "inputs": [
            {
              "path": "datasources/main.yaml",
            },
            {
              "path": "env/dev.yaml",
            },
            {
              "path": "projects/trade/functions/risk.sql",
            },
            {
              "path": "projects/trade/project.yaml",
            },
            {
              "path": "projects/trade/tables/orders.sql",
            },
            {
              "path": "projects/trade/tables/sums.sql",
            },
            {
              "path": "projects/trade/tasks/copy_orders.sql",
            },
            {
              "path": "tamias.yaml",
            }
          ],
          "scripts": [
            {
              "mode": "streaming",
              "file": "streaming.sql",
              "target": "flink-2.3",
            },
            {
              "mode": "batch",
              "file": "batch.sql",
              "target": "flink-2.3",
            }
          ],
          "functions": [
            {
              "name": "trade:risk",
              "class": "com.example.Risk",
              "jars": [
                "resources/risk.jar"
              ]
            }
          ],
          "reads": [
            "trade.orders"
          ],
          "writes": [
            "trade.sums"
          ],
          "lineage": {
            "tables": [
              {
                "name": "trade.orders",
                "connector": "kafka"
              },
              {
                "name": "trade.sums",
                "connector": "print"
              }
            ],
            "results": [
              {
                "target": "trade.sums",
                "columns": [
                  {
                    "name": "risk",
                    "from": [
                      {
                        "table": "trade.orders",
                        "column": "id",
                        "role": "direct"
                      }
                    ]
                  },
                  {
                    "name": "amount",
                    "from": [
                      {
                        "table": "trade.orders",
                        "column": "amount",
                        "role": "direct"
                      }
                    ]
                  }
                ],
                "rows": [
                  {
                    "table": "trade.orders",
                    "column": "id",
                    "role": "filter"
                  }
                ]
              }
            ]
          }
        }
    "#]]
    .assert_eq(&without_hashes);
    assert_eq!(manifest.matches("\"sha256\": \"").count(), 10, "{manifest}");
}

#[test]
fn versions_are_compared_and_taken_back() {
    let place = place();
    let task = place.path().join("projects/plain/tasks/one_row.sql");
    let submit = || release(&place, &["one_row", "--to", "prod"]);
    assert_eq!(said(&submit()), ("published plain.one_row to prod as version 1\n", Some(0)));
    std::fs::write(&task, "-- one more\nSELECT 2 AS n;\n").expect("it can be written");
    expect![[r#"
        batch.sql
          SET 'execution.runtime-mode' = 'batch';

        - -- from projects/plain/tasks/one_row.sql:1
        - SELECT 1 AS n;
        + -- from projects/plain/tasks/one_row.sql:2
        + SELECT 2 AS n;
        task.sql
        - SELECT 1 AS n;
        + -- one more
        + SELECT 2 AS n;
    "#]]
    .assert_eq(&release(&place, &["--diff", "one_row"]).out);
    assert_eq!(said(&submit()), ("published plain.one_row to prod as version 2\n", Some(0)));
    assert_eq!(release(&place, &["--diff", "one_row"]).out, "");
    expect![[r#"
        batch.sql
          SET 'execution.runtime-mode' = 'batch';

        - -- from projects/plain/tasks/one_row.sql:2
        - SELECT 2 AS n;
        + -- from projects/plain/tasks/one_row.sql:1
        + SELECT 1 AS n;
        task.sql
        - -- one more
        - SELECT 2 AS n;
        + SELECT 1 AS n;
    "#]]
    .assert_eq(&release(&place, &["--diff", "one_row", "2", "1"]).out);
    let back = release(&place, &["--rollback", "one_row", "1", "--to", "prod"]);
    assert_eq!(said(&back), ("rolled plain.one_row back in prod: version 3 holds what version 1 held\n", Some(0)));
    let read = |number: u32| place.read(&format!("releases/prod/plain/one_row/{number}/batch.sql"));
    assert_eq!(read(3), read(1));
    let missing = "error[not-found]: 'plain.one_row' has no version 7 in environment 'prod': there are 1, 2, 3\n";
    assert_eq!(said(&release(&place, &["--rollback", "one_row", "7", "--to", "prod"])), (missing, Some(1)));
}

#[test]
fn a_task_with_mistakes_is_not_released() {
    let place = place();
    std::fs::write(place.path().join("projects/plain/tasks/one_row.sql"), "SELECT nothing;\n").expect("it can be written");
    release(&place, &["one_row", "--to", "prod"]).check(expect![[r#"
        --- standard error
        error[unknown-column]: column 'nothing' is not in any table
          --> ./projects/plain/tasks/one_row.sql:1:8   SELECT nothing;
                                                              ^^^^^^^
        --- exit code 1
    "#]]);
    assert!(!place.path().join("releases").exists());
    release(&place, &["one_rwo", "--to", "prod"]).check(expect![[r#"
        --- standard error
        error[not-found]: there is no task 'one_rwo'; did you mean 'one_row'?
        --- exit code 1
    "#]]);
    release(&place, &["one_row", "--to", "production"]).check(expect![[r#"
        --- standard error
        error[not-found]: there is no environment 'production'; there are dev, local, prod
        --- exit code 1
    "#]]);
    // A short name is good here and not everywhere.
    release(&place, &["two", "--to", "prod"]).check(expect![[r#"
        published plain.two to prod as version 1
        --- standard error
        warning[invalid-name]: not every version takes 'two' for the name of a task
          --> ./projects/plain/tasks/two.sql:1:1
        help: A name of 4 to 62 characters is safe.
        --- exit code 0
    "#]]);
}

fn tunnel(task: &str, permissions: &str) -> Place {
    Place::new(&[
        ("tamias.yaml", "engine: blink-3.6\n"),
        ("permissions.yaml", permissions),
        ("env/dev.yaml", ""),
        ("env/prod.yaml", ""),
        ("projects/trade/tables/clicks.sql", "CREATE TABLE clicks (id INT) WITH (type = 'tt', topic = 'web_clicks');\n"),
        ("projects/trade/tasks/read_clicks.sql", task),
        ("projects/trade/tasks/count_clicks.sql", "SELECT COUNT(*) FROM clicks;\n"),
    ])
}

const CREDENTIALS: &str =
    "SET ${trade}.clicks.accessId = '${secret:TT_ID}';\nSET ${trade}.clicks.accessKey = '${secret:TT_KEY}';\nSELECT id FROM clicks;\n";

/// Golden case G12: one record for precompilations, one for the job, whatever is repeated.
#[test]
fn topics_are_subscribed_once_for_each_job() {
    let place = tunnel(CREDENTIALS, "");
    let task = "projects/trade/tasks/read_clicks.sql";
    assert_eq!(place.run(&["check", "."]).code, Some(0));
    assert!(!place.path().join("releases").exists(), "a check writes nothing");
    for _ in 0..2 {
        assert_eq!(place.run(&["precompile", "--subscribe", "--now", "2026-01-31", task]).code, Some(0));
    }
    for to in ["dev", "prod", "dev"] {
        assert_eq!(release(&place, &["read_clicks", "--to", to]).code, Some(0));
    }
    expect![[r#"
        [
          {
            "topic": "web_clicks",
            "job": "default",
            "since": "2026-01-31T00:00:00Z"
          },
          {
            "topic": "web_clicks",
            "job": "read_clicks",
            "since": "2026-01-31T12:00:00Z"
          }
        ]
    "#]]
    .assert_eq(&place.read("releases/subscriptions.json"));
    // Many tasks that are only checked share a record.
    assert_eq!(place.run(&["precompile", "--subscribe", "."]).code, Some(0));
    assert_eq!(place.read("releases/subscriptions.json").matches("\"topic\"").count(), 2);
}

#[test]
fn superusers_give_their_credentials() {
    let superuser = "accounts: {root: {superuser: true}, ann: {}, bob: {}}\ngrants: [{account: ann, object: trade.clicks}]\n";
    let place = tunnel("SELECT id FROM clicks;\n", superuser);
    let by = |account: &str| release(&place, &["read_clicks", "--to", "dev", "--as", account]);
    by("root").check(expect![[r#"
        --- standard error
        error[topic-credentials]: account 'root' cannot be subscribed to topic 'web_clicks', since it is a superuser
          --> ./projects/trade/tasks/read_clicks.sql:1:16   SELECT id FROM clicks;
                                                                           ^^^^^^
        help: Give the credentials in the task: SET clicks.accessId = '${secret:TT_ACCESS_ID}'; SET clicks.accessKey = '${secret:TT_ACCESS_KEY}';
        --- exit code 1
    "#]]);
    by("bob").check(expect![[r#"
        --- standard error
        error[topic-credentials]: account 'bob' cannot be subscribed to topic 'web_clicks', since it has no permission to read the table
          --> ./projects/trade/tasks/read_clicks.sql:1:16   SELECT id FROM clicks;
                                                                           ^^^^^^
        help: Give the credentials in the task: SET clicks.accessId = '${secret:TT_ACCESS_ID}'; SET clicks.accessKey = '${secret:TT_ACCESS_KEY}';
        --- exit code 1
    "#]]);
    assert_eq!(by("ann").code, Some(0));
    assert_eq!(release(&tunnel(CREDENTIALS, superuser), &["read_clicks", "--to", "dev", "--as", "root"]).code, Some(0));
}
