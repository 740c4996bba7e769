//! Rows of queries, as Apache Flink 2.3 gives them.

use crate::open_session;
use tamias_session::client::RowText;
use tamias_session::run::CancelToken;
use tamias_session::{Session, StatementResult};

const TABLES: &str = "
    CREATE TABLE customers (id INT, name STRING)
    WITH ('connector' = 'filesystem', 'path' = '{dir}/customers.csv', 'format' = 'csv');
    CREATE TABLE orders (cid INT, qty INT, price DOUBLE, total DECIMAL(5, 2))
    WITH ('connector' = 'filesystem', 'path' = '{dir}/orders.csv', 'format' = 'csv');";

/// Runs queries over the two tables.
struct Shop {
    session: Session,
    _directory: tempfile::TempDir,
}

impl Shop {
    fn open() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("customers.csv"), "1,a\n2,b\n3,c\n").expect("written");
        std::fs::write(directory.path().join("orders.csv"), "1,10,1.5,1.00\n1,10,NaN,2.00\n2,5,0,3.50\n").expect("written");
        let mut session = open_session(&[("execution.runtime-mode".into(), "batch".into())]);
        let tables = TABLES.replace("{dir}", &directory.path().display().to_string());
        let id = session.sources.add("tables.sql", tables.as_str());
        for statement in &sql::parse(id, &tables).statements {
            session.execute(statement).result.expect("a good definition");
        }
        Shop { session, _directory: directory }
    }

    /// The rows of a query in order, cells joined by `, `, or what went wrong.
    fn rows(&mut self, query: &str) -> Result<Vec<String>, String> {
        let id = self.session.sources.add("query.sql", query);
        let script = sql::parse(id, query);
        let query = match self.session.execute(&script.statements[0]).result {
            Ok(StatementResult::Query(query)) => query,
            Ok(_) => return Err("no query".into()),
            Err(error) => return Err(error.message),
        };
        let mut run = self.session.start_query(&query, None, CancelToken::default()).map_err(|e| e.message)?;
        let types: Vec<_> = run.columns().iter().map(|c| c.data_type.clone()).collect();
        let mut text = RowText::new(types.iter(), self.session.environment(false).zone);
        let mut rows = Vec::new();
        while let Some(batch) = run.next().map_err(|e| e.message)? {
            for row in 0..batch.rows.num_rows() {
                let cells: Vec<_> = text.cells(&batch.rows, row).map(|c| c.unwrap_or("<NULL>").to_owned()).collect();
                rows.push(cells.join(", "));
            }
        }
        Ok(rows)
    }

    fn sorted(&mut self, query: &str) -> Vec<String> {
        let mut rows = self.rows(query).unwrap_or_else(|e| panic!("{query}: {e}"));
        rows.sort();
        rows
    }
}

#[test]
fn a_limit_reaches_the_scan_and_holds() {
    let mut shop = Shop::open();
    assert_eq!(shop.sorted("SELECT id FROM customers LIMIT 1"), ["1"]);
    assert_eq!(shop.sorted("SELECT id FROM customers LIMIT 1 OFFSET 1"), ["2"]);
}

#[test]
fn a_correlated_aggregate_over_no_rows_has_its_own_value() {
    let mut shop = Shop::open();
    let each = |aggregate: &str| format!("SELECT id, (SELECT {aggregate} FROM orders WHERE cid = customers.id) FROM customers");
    assert_eq!(shop.sorted(&each("COUNT(*)")), ["1, 2", "2, 1", "3, 0"]);
    assert_eq!(shop.sorted(&each("COUNT(DISTINCT qty)")), ["1, 1", "2, 1", "3, 0"]);
    assert_eq!(shop.sorted(&each("COUNT(*) + 1")), ["1, 3", "2, 2", "3, 1"]);
    assert_eq!(shop.sorted(&each("COALESCE(SUM(qty), -1)")), ["1, 20", "2, 5", "3, -1"]);
    assert_eq!(shop.sorted(&each("SUM(qty)")), ["1, 20", "2, 5", "3, <NULL>"]);
    assert_eq!(shop.sorted("SELECT id FROM customers WHERE (SELECT COUNT(*) FROM orders WHERE cid = id) = 0"), ["3"]);
}

#[test]
fn a_column_compared_with_itself_is_equal_even_where_it_is_nan() {
    let found = Shop::open().sorted("SELECT price, price = price, price <> price, price < price, price >= price FROM orders");
    assert_eq!(found, ["0.0, TRUE, FALSE, FALSE, TRUE", "1.5, TRUE, FALSE, FALSE, TRUE", "NaN, TRUE, FALSE, FALSE, TRUE"]);
}

#[test]
fn a_constant_quotient_by_zero_fails_and_one_of_a_double_column_is_infinite() {
    let mut shop = Shop::open();
    assert_eq!(shop.rows("SELECT CAST(1 AS DOUBLE) / 0").expect_err("a failure"), "Division by zero");
    assert_eq!(shop.rows("SELECT CAST(1 AS DOUBLE) / CAST(0 AS DOUBLE)").expect_err("a failure"), "Division by zero");
    assert_eq!(shop.rows("SELECT 1 / 0").expect_err("a failure"), "Division by zero");
    assert_eq!(shop.rows("SELECT qty / 0 FROM orders").expect_err("a failure"), "/ by zero");
    assert_eq!(shop.rows("SELECT total / 0 FROM orders").expect_err("a failure"), "Division by zero");
    assert_eq!(shop.sorted("SELECT price / 0 FROM orders"), ["Infinity", "NaN", "NaN"]);
}

#[test]
fn a_literal_counts_the_units_of_an_interval_and_a_column_its_smallest_ones() {
    let mut shop = Shop::open();
    assert_eq!(
        shop.sorted("SELECT CAST(-5 AS INTERVAL DAY), CAST(5 AS INTERVAL HOUR), CAST(5 AS INTERVAL MONTH), CAST(5 AS INTERVAL YEAR)"),
        ["-5 00:00:00.000, +0 05:00:00.000, +0-05, +5-00"]
    );
    assert_eq!(
        shop.sorted("SELECT CAST(id AS INTERVAL DAY), CAST(id AS INTERVAL MONTH) FROM customers WHERE id = 1"),
        ["+0 00:00:00.001, +0-01"]
    );
}

#[test]
fn the_inputs_of_union_all_keep_their_order() {
    let letters = "SELECT 'a' AS x UNION ALL SELECT 'b' UNION ALL SELECT 'c' UNION ALL SELECT 'd'";
    assert_eq!(Shop::open().sorted(&format!("SELECT LISTAGG(x) FROM ({letters})")), ["a,b,c,d"]);
}

#[test]
fn a_constant_has_no_negative_zero() {
    let zeros = "SELECT CAST('-0.0' AS DOUBLE) AS d UNION ALL SELECT CAST('0.0' AS DOUBLE)";
    assert_eq!(Shop::open().sorted(&format!("SELECT d, COUNT(*) FROM ({zeros}) GROUP BY d")), ["0.0, 2"]);
}

#[test]
fn a_time_zone_that_does_not_exist_is_refused_by_queries() {
    let mut shop = Shop::open();
    let id = shop.session.sources.add("set.sql", "SET 'table.local-time-zone' = 'Nosuch/Zone';");
    let script = sql::parse(id, "SET 'table.local-time-zone' = 'Nosuch/Zone';");
    assert!(shop.session.execute(&script.statements[0]).result.is_ok());
    assert!(shop.rows("SELECT 1").expect_err("a refusal").contains("Nosuch/Zone"));
}

#[test]
fn unknown_options_are_reported_where_the_table_is_used_before_that_it_never_ends() {
    let mut shop = Shop::open();
    let message = shop.rows("SELECT id FROM customers /*+ OPTIONS('connector' = 'datagen') */").expect_err("a refusal");
    assert!(message.contains("is not an option of connector 'datagen'"), "{message}");
}
