//! Lineage of resolved statements.

use expect_test::{Expect, expect};
use options::Configuration;
use resolve::bound::BoundInsert;
use session::{Session, SessionParts, StatementResult};
use std::sync::Arc;
use table::connector::Output;
use table::function::Clock;
use tamias_translate::{BoundStatement, Lineage, lineage};

#[derive(Debug)]
struct Nothing;

impl Clock for Nothing {
    fn now_millis(&self) -> i64 {
        0
    }
}

impl Output for Nothing {
    fn print(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}

const TABLES: &str = "CREATE TABLE orders (id INT, customer INT, price DOUBLE, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');
CREATE TABLE customers (id INT, name STRING, city STRING) WITH ('connector' = 'datagen');
CREATE TABLE report (city STRING, total DOUBLE, n BIGINT) WITH ('connector' = 'blackhole');\n";

fn of(text: &str) -> Lineage {
    let mut session = Session::new(SessionParts {
        configuration: Configuration::new(),
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: std::env::temp_dir(),
        clock: Arc::new(Nothing),
        output: Arc::new(Nothing),
    });
    let text = format!("{TABLES}{text}");
    let id = session.sources.add("t.sql", text.as_str());
    let mut queries = Vec::new();
    let mut inserts: Vec<BoundInsert> = Vec::new();
    for execution in session.inspect(&sql::parse(id, &text).statements) {
        match execution.result.unwrap_or_else(|error| panic!("{error:?}")) {
            StatementResult::Query(prepared) => queries.push(prepared.query),
            StatementResult::Job(job) => inserts.extend(job.inserts),
            _ => {}
        }
    }
    let all: Vec<BoundStatement<'_>> =
        queries.iter().map(BoundStatement::Query).chain(inserts.iter().map(BoundStatement::Insert)).collect();
    lineage(&all)
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&of(text).text());
}

#[test]
fn views_and_common_tables_are_followed() {
    check(
        "CREATE VIEW priced AS SELECT customer, price * 2 AS doubled FROM orders WHERE id > 5;
         INSERT INTO report WITH named AS (SELECT id AS cid, UPPER(city) AS c FROM customers)
         SELECT c, SUM(doubled), COUNT(*) FROM priced JOIN named ON customer = cid GROUP BY c;",
        expect![[r#"
            default_catalog.default_database.report
              city   <- default_catalog.default_database.customers.city
              total  <- default_catalog.default_database.orders.price
              n      <- constants
              group  <- default_catalog.default_database.customers.city
              join   <- default_catalog.default_database.customers.id
              join   <- default_catalog.default_database.orders.customer
              filter <- default_catalog.default_database.orders.id
        "#]],
    );
}

#[test]
fn subqueries_decide_about_rows() {
    check(
        "SELECT id, (SELECT MAX(price) FROM orders) AS highest FROM customers WHERE id IN (SELECT customer FROM orders WHERE ts IS NOT NULL);",
        expect![[r#"
            result
              id      <- default_catalog.default_database.customers.id
              highest <- default_catalog.default_database.orders.price
              filter  <- default_catalog.default_database.customers.id
              filter  <- default_catalog.default_database.orders.customer
              filter  <- default_catalog.default_database.orders.ts
        "#]],
    );
}

#[test]
fn windows_partition_and_order() {
    check(
        "SELECT id, SUM(price) OVER (PARTITION BY customer ORDER BY ts) AS s FROM orders;",
        expect![[r#"
        result
          id     <- default_catalog.default_database.orders.id
          s      <- default_catalog.default_database.orders.price
          group  <- default_catalog.default_database.orders.customer
          order  <- default_catalog.default_database.orders.ts
    "#]],
    );
}

#[test]
fn both_sides_of_a_union_reach_the_result() {
    check(
        "SELECT id FROM orders UNION ALL SELECT id FROM customers;",
        expect![[r#"
        result
          id     <- default_catalog.default_database.customers.id, default_catalog.default_database.orders.id
    "#]],
    );
}

#[test]
fn json_and_graph_say_the_same() {
    let lineage = of("INSERT INTO report SELECT city, CAST(1 AS DOUBLE), CAST(id AS BIGINT) FROM customers WHERE name = 'x';");
    expect![[r#"
        {
          "tables": [
            {
              "name": "default_catalog.default_database.customers",
              "connector": "datagen"
            },
            {
              "name": "default_catalog.default_database.report",
              "connector": "blackhole"
            }
          ],
          "results": [
            {
              "target": "default_catalog.default_database.report",
              "columns": [
                {
                  "name": "city",
                  "from": [
                    {
                      "table": "default_catalog.default_database.customers",
                      "column": "city",
                      "role": "direct"
                    }
                  ]
                },
                {
                  "name": "total",
                  "from": []
                },
                {
                  "name": "n",
                  "from": [
                    {
                      "table": "default_catalog.default_database.customers",
                      "column": "id",
                      "role": "direct"
                    }
                  ]
                }
              ],
              "rows": [
                {
                  "table": "default_catalog.default_database.customers",
                  "column": "name",
                  "role": "filter"
                }
              ]
            }
          ]
        }
    "#]]
    .assert_eq(&lineage.json());
    expect![[r#"
        digraph lineage {
          rankdir=LR;
          node [shape=box];
          subgraph cluster_0 {
            label="default_catalog.default_database.customers";
            "default_catalog.default_database.customers" [label="rows", shape=plain];
            "default_catalog.default_database.customers.city" [label="city"];
            "default_catalog.default_database.customers.id" [label="id"];
            "default_catalog.default_database.customers.name" [label="name"];
          }
          subgraph cluster_1 {
            label="default_catalog.default_database.report";
            "default_catalog.default_database.report" [label="rows", shape=plain];
            "default_catalog.default_database.report.city" [label="city"];
            "default_catalog.default_database.report.n" [label="n"];
            "default_catalog.default_database.report.total" [label="total"];
          }
          "default_catalog.default_database.customers.city" -> "default_catalog.default_database.report.city";
          "default_catalog.default_database.customers.id" -> "default_catalog.default_database.report.n";
          "default_catalog.default_database.customers.name" -> "default_catalog.default_database.report" [label=filter, style=dashed];
        }
    "#]]
    .assert_eq(&lineage.dot());
}
