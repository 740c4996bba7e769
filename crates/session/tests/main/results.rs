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
        while let Some(batch) = run.next_rows().map_err(|e| e.message)? {
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
fn conditions_of_thousands_of_operands_run() {
    let mut shop = Shop::open();
    let chain = |op: &str, one: &dyn Fn(usize) -> String| (10..2010).map(one).collect::<Vec<_>>().join(op);
    let all = |condition: &str| format!("SELECT id FROM customers WHERE {condition}");
    assert_eq!(shop.sorted(&all(&chain(" AND ", &|n| format!("id <> {n}")))), ["1", "2", "3"]);
    assert_eq!(shop.sorted(&all(&chain(" OR ", &|n| format!("id = {n}")))).len(), 0);
    assert_eq!(shop.sorted(&all(&chain(" AND ", &|n| format!("id + {n} > {n}")))), ["1", "2", "3"]);
    assert_eq!(shop.sorted(&all(&format!("id IN ({})", chain(", ", &|n| (n - 8).to_string())))), ["2", "3"]);
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
fn a_correlated_subquery_may_compare_in_any_way_and_stand_anywhere() {
    let mut shop = Shop::open();
    let each = |value: &str| format!("SELECT id, {value} FROM customers");
    assert_eq!(shop.sorted(&each("(SELECT MAX(qty) FROM orders WHERE cid < id)")), ["1, <NULL>", "2, 10", "3, 10"]);
    assert_eq!(shop.sorted(&each("(SELECT COUNT(DISTINCT qty) FROM orders WHERE cid < id)")), ["1, 0", "2, 1", "3, 2"]);
    assert_eq!(shop.sorted(&each("(SELECT MAX(qty + id) FROM orders)")), ["1, 11", "2, 12", "3, 13"]);
    assert_eq!(shop.sorted(&each("EXISTS (SELECT 1 FROM orders WHERE cid < id)")), ["1, FALSE", "2, TRUE", "3, TRUE"]);
    assert_eq!(shop.sorted(&each("id IN (SELECT cid FROM orders WHERE qty > id)")), ["1, TRUE", "2, TRUE", "3, FALSE"]);
    let nested = "EXISTS (SELECT 1 FROM orders o WHERE cid = id AND EXISTS (SELECT 1 FROM orders p WHERE p.cid = id AND p.qty = o.qty))";
    assert_eq!(shop.sorted(&format!("SELECT id FROM customers WHERE {nested}")), ["1", "2"]);
    assert_eq!(shop.sorted("SELECT id FROM customers WHERE id NOT IN (SELECT cid FROM orders WHERE qty > id)"), ["3"]);
}

#[test]
fn a_lateral_join_runs_for_each_row() {
    let mut shop = Shop::open();
    let lateral = |join: &str, query: &str| format!("SELECT id, t.* FROM customers {join} LATERAL ({query}) AS t");
    assert_eq!(
        shop.sorted(&lateral("CROSS JOIN", "SELECT DISTINCT qty FROM orders WHERE cid <= id")),
        ["1, 10", "2, 10", "2, 5", "3, 10", "3, 5"]
    );
    assert_eq!(
        shop.sorted(&lateral("CROSS JOIN", "SELECT qty, COUNT(*) AS n FROM orders WHERE cid <= id GROUP BY qty")),
        ["1, 10, 2", "2, 10, 2", "2, 5, 1", "3, 10, 2", "3, 5, 1"]
    );
    let sum = "SELECT SUM(qty) AS s FROM orders WHERE cid = id";
    assert_eq!(shop.sorted(&format!("{} ON TRUE", lateral("LEFT JOIN", sum))), ["1, 20", "2, 5", "3, <NULL>"]);
    // Flink has no plan for this one.
    assert_eq!(
        shop.sorted(&lateral("CROSS JOIN", "SELECT total FROM orders WHERE cid = id ORDER BY total DESC LIMIT 1")),
        ["1, 2.00", "2, 3.50"]
    );
}

#[test]
fn a_frame_may_reach_as_far_as_a_decimal_distance() {
    let query = "SELECT cid, SUM(qty) OVER (ORDER BY total RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM orders";
    assert_eq!(Shop::open().sorted(query), ["1, 20", "1, 20", "2, 5"]);
}

#[test]
fn rows_are_not_grouped_by_maps() {
    let message = Shop::open().rows("SELECT MAP[name, id], COUNT(*) FROM customers GROUP BY MAP[name, id]").expect_err("a refusal");
    assert_eq!(message, "rows cannot be grouped or told apart by a value of type MAP<STRING, INT>");
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

/// `tests/flink/out/plan_001_traps.out`
#[test]
fn a_nan_that_comes_first_is_smallest_and_largest() {
    let numbers = "SELECT CAST('NaN' AS DOUBLE) AS d UNION ALL SELECT CAST('1.5' AS DOUBLE) UNION ALL SELECT CAST('-1' AS DOUBLE)";
    for _ in 0..20 {
        assert_eq!(Shop::open().sorted(&format!("SELECT MIN(d), MAX(d) FROM ({numbers})")), ["NaN, NaN"]);
    }
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

#[test]
fn outer_joins_need_no_condition_and_inner_ones_take_subqueries() {
    let mut shop = Shop::open();
    let empty = "(SELECT * FROM orders WHERE cid > 10) AS o";
    assert_eq!(shop.sorted(&format!("SELECT id, qty FROM customers LEFT JOIN {empty} ON TRUE")), ["1, <NULL>", "2, <NULL>", "3, <NULL>"]);
    assert_eq!(shop.sorted("SELECT id FROM customers JOIN orders ON id = (SELECT MAX(cid) FROM orders)"), ["2", "2", "2"]);
    assert_eq!(shop.sorted("SELECT id FROM customers GROUP BY GROUPING SETS ((id), (id), ())"), ["1", "1", "2", "2", "3", "3", "<NULL>"]);
}
