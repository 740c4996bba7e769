//! Joins with dimension tables, run: `FOR SYSTEM_TIME AS OF` the processing time.

use crate::open_session;
use options::{Layer, OptionValue, Origin};
use table::connector::DuplicateRows;
use tamias_session::client::RowText;
use tamias_session::run::{CancelToken, scan_reports};
use tamias_session::{Session, StatementResult};

const TABLES: &str = "
    CREATE TABLE orders (id INT, cid INT, qty INT, pt AS PROCTIME())
    WITH ('connector' = 'filesystem', 'path' = '{dir}/orders.csv', 'format' = 'csv');
    CREATE TABLE customers (id INT, name STRING, city STRING, PRIMARY KEY (id) NOT ENFORCED)
    WITH ('connector' = 'filesystem', 'path' = '{dir}/customers.csv', 'format' = 'csv');
    CREATE TABLE cities (city STRING, country STRING)
    WITH ('connector' = 'filesystem', 'path' = '{dir}/cities.csv', 'format' = 'csv');
    CREATE VIEW people AS SELECT id AS person, UPPER(name) AS who FROM customers WHERE name <> 'Cy';
    CREATE TABLE numbers (n INT, word STRING)
    WITH ('connector' = 'datagen', 'number-of-rows' = '3', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '3',
          'fields.word.length' = '2');
    CREATE TABLE endless (n INT) WITH ('connector' = 'datagen', 'fields.n.min' = '1', 'fields.n.max' = '1');";

/// Customer 3 does not exist, customer 2 is there twice, and a key is NULL on both sides.
const FILES: [(&str, &str); 3] = [
    ("orders.csv", "1,2,10\n2,1,20\n3,3,30\n4,,40\n5,2,50\n6,4,60\n"),
    ("customers.csv", "1,Ada,Oslo\n2,Bo,Oslo\n,Nobody,Rome\n2,Bob,Graz\n4,Çağla,İzmir\n"),
    ("cities.csv", "Oslo,Norway\nGraz,Austria\nOslo,Minnesota\nOslo,Florida\n"),
];

struct Lookups {
    session: Session,
    _directory: tempfile::TempDir,
}

impl Lookups {
    fn open() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in FILES {
            std::fs::write(directory.path().join(name), text).expect("written");
        }
        let mut session = open_session(&[("csv.null-literal".into(), String::new())]);
        let tables = TABLES.replace("{dir}", &directory.path().display().to_string());
        let tables = tables.replace("'format' = 'csv'", "'format' = 'csv', 'csv.null-literal' = ''");
        let id = session.sources.add("tables.sql", tables.as_str());
        for statement in &sql::parse(id, &tables).statements {
            session.execute(statement).result.expect("a good definition");
        }
        Lookups { session, _directory: directory }
    }

    /// The rows in the order in which they come, and what was told about keys that are not unique.
    fn run(&mut self, query: &str) -> (Vec<String>, Vec<DuplicateRows>) {
        self.run_up_to(query, None)
    }

    fn run_up_to(&mut self, query: &str, limit: Option<u64>) -> (Vec<String>, Vec<DuplicateRows>) {
        let id = self.session.sources.add("query.sql", query);
        let script = sql::parse(id, query);
        let execution = self.session.execute(&script.statements[0]);
        let Ok(StatementResult::Query(query)) = execution.result else { panic!("{query}: {:?}", execution.diagnostics) };
        let mut run = self.session.start_query(&query, limit, CancelToken::default()).unwrap_or_else(|e| panic!("{e:?}"));
        let types: Vec<_> = run.columns().iter().map(|c| c.data_type.clone()).collect();
        let mut text = RowText::new(types.iter(), self.session.environment(false).zone);
        let mut rows = Vec::new();
        while let Some(batch) = run.next_rows().unwrap_or_else(|e| panic!("{e:?}")) {
            for row in 0..batch.rows.num_rows() {
                let cells: Vec<_> = text.cells(&batch.rows, row).map(|c| c.unwrap_or("-").to_owned()).collect();
                rows.push(cells.join(" "));
            }
        }
        let reports = scan_reports(&query.query.relation);
        let duplicates = reports.iter().flat_map(|report| report.totals().duplicates.into_values().flatten()).collect();
        (rows, duplicates)
    }

    fn rows(&mut self, query: &str) -> Vec<String> {
        self.run(query).0
    }

    /// The rows of a LEFT JOIN, whose order is not fixed.
    fn sorted(&mut self, query: &str) -> Vec<String> {
        let mut rows = self.rows(query);
        rows.sort();
        rows
    }

    /// What is wrong with a query.
    fn mistakes(&mut self, query: &str) -> Vec<String> {
        let id = self.session.sources.add("query.sql", query);
        let script = sql::parse(id, query);
        let found = self.session.execute(&script.statements[0]).diagnostics;
        found.iter().map(|d| format!("{} {} [{}]", d.id, d.message, self.session.sources.snippet(d.span()))).collect()
    }
}

#[test]
fn a_primary_key_finds_one_row_the_last_one() {
    let mut lookups = Lookups::open();
    let query = "SELECT o.id, name, city FROM orders AS o JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id";
    let (rows, duplicates) = lookups.run(query);
    assert_eq!(rows, ["1 Bob Graz", "2 Ada Oslo", "5 Bob Graz", "6 Çağla İzmir"]);
    let [found] = duplicates.as_slice() else { panic!("{duplicates:?}") };
    assert_eq!((found.count, found.key.as_str(), found.first.as_str()), (1, "id", "id = 2 in rows 2 and 4"));
    assert_eq!(lookups.session.sources.snippet(found.place), "customers");
}

#[test]
fn a_left_join_keeps_rows_that_find_nothing() {
    let mut lookups = Lookups::open();
    let select = "SELECT o.id, name FROM orders AS o LEFT JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON o.cid = c.id";
    assert_eq!(lookups.sorted(select), ["1 Bob", "2 Ada", "3 -", "4 -", "5 Bob", "6 Çağla"]);
    // WHERE comes after the join.
    assert_eq!(lookups.sorted(&format!("{select} WHERE name IS NULL OR qty > 50")), ["3 -", "4 -", "6 Çağla"]);
    assert_eq!(lookups.rows(&format!("{select} WHERE city = 'Graz'")), ["1 Bob", "5 Bob"]);
}

#[test]
fn what_on_says_beside_the_key_filters_the_row_that_was_found() {
    let mut lookups = Lookups::open();
    let select = |kind: &str, rest: &str| {
        format!("SELECT o.id, name FROM orders AS o {kind} JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id AND {rest}")
    };
    // The row of customer 2 in Oslo has a successor: it is not found, whatever the filter is.
    assert_eq!(lookups.rows(&select("", "c.city = 'Oslo'")), ["2 Ada"]);
    assert_eq!(lookups.sorted(&select("LEFT", "c.city = 'Oslo'")), ["1 -", "2 Ada", "3 -", "4 -", "5 -", "6 -"]);
    assert_eq!(lookups.sorted(&select("LEFT", "o.qty > 15 AND c.city <> 'Oslo'")), ["1 -", "2 -", "3 -", "4 -", "5 Bob", "6 Çağla"]);
    assert_eq!(lookups.rows(&select("", "o.qty < CHAR_LENGTH(c.city) * 5")), ["1 Bob"]);
}

#[test]
fn an_index_finds_many_rows_in_the_order_of_the_file() {
    let mut lookups = Lookups::open();
    let select = |hint: &str| {
        format!(
            "SELECT c.id, country FROM (VALUES (1, 'Oslo'), (2, 'Graz'), (3, 'Rome')) AS c(id, city)
             LEFT JOIN cities {hint} FOR SYSTEM_TIME AS OF PROCTIME() AS t ON c.city = t.city"
        )
    };
    let all = ["1 Florida", "1 Minnesota", "1 Norway", "2 Austria", "3 -"];
    assert_eq!(lookups.sorted(&select("/*+ index(city) */")), all);
    // Without a key rows are looked up by whatever ON compares.
    assert_eq!(lookups.sorted(&select("")), all);
    assert_eq!(lookups.sorted(&select("/*+ uniqueindex(city) */")), ["1 Florida", "2 Austria", "3 -"]);
    let (rows, duplicates) = lookups.run(&select("/*+ index(city), OPTIONS('maxJoinRows' = '2') */"));
    assert_eq!(rows, ["1 Norway", "1 Minnesota", "2 Austria", "3 -"]);
    assert_eq!(duplicates, []);
    assert_eq!(
        lookups.mistakes(&select("/*+ index(city), OPTIONS('maxJoinRows' = 'two') */")),
        ["invalid-setting 'two' is not a number of rows [two]"]
    );
}

#[test]
fn unique_keys_come_before_indexes_and_constants_count() {
    let mut lookups = Lookups::open();
    let select = |hint: &str, on: &str| {
        format!("SELECT o.id, t.country FROM orders AS o JOIN cities {hint} FOR SYSTEM_TIME AS OF o.pt AS t ON {on} WHERE o.id = 1")
    };
    let both = "/*+ index(city), uniqueindex(city, country) */";
    assert_eq!(lookups.rows(&select(both, "t.city = 'Oslo'")), ["1 Norway", "1 Minnesota", "1 Florida"]);
    assert_eq!(lookups.rows(&select(both, "t.city = 'Oslo' AND t.country = 'Florida'")), ["1 Florida"]);
    assert_eq!(lookups.rows(&select("/*+ uniqueindex(city) */", "t.city = 'Oslo'")), ["1 Florida"]);
}

#[test]
fn lookups_follow_each_other_and_queries() {
    let mut lookups = Lookups::open();
    let two = "SELECT o.id, name, country FROM orders AS o
               JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id
               LEFT JOIN cities /*+ uniqueindex(city) */ FOR SYSTEM_TIME AS OF o.pt AS t ON c.city = t.city";
    assert_eq!(lookups.sorted(two), ["1 Bob Austria", "2 Ada Florida", "5 Bob Austria", "6 Çağla -"]);
    let grouped = "SELECT g.cid, n, name FROM (SELECT cid, COUNT(*) AS n FROM orders GROUP BY cid) AS g
                   JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON g.cid = c.id ORDER BY g.cid";
    assert_eq!(lookups.rows(grouped), ["1 1 Ada", "2 2 Bob", "4 1 Çağla"]);
    let counted = "SELECT city, SUM(qty) AS q FROM orders AS o JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id
                   GROUP BY city ORDER BY q";
    assert_eq!(lookups.rows(counted), ["Oslo 20", "Graz 60", "İzmir 60"]);
}

#[test]
fn any_bounded_table_can_be_looked_up() {
    let mut lookups = Lookups::open();
    let view = "SELECT o.id, who FROM orders AS o JOIN people FOR SYSTEM_TIME AS OF o.pt AS p ON o.cid = p.person";
    let (rows, duplicates) = lookups.run(view);
    assert_eq!((rows.len(), duplicates.len()), (4, 1));
    assert_eq!(rows, ["1 BOB", "2 ADA", "5 BOB", "6 ÇAĞLA"]);
    let generated = "SELECT o.id, CHAR_LENGTH(word) FROM orders AS o LEFT JOIN numbers FOR SYSTEM_TIME AS OF o.pt AS n ON o.id = n.n";
    assert_eq!(lookups.sorted(generated), ["1 2", "2 2", "3 2", "4 -", "5 -", "6 -"]);
    let common = "WITH c AS (SELECT id, name FROM customers WHERE id > 1)
                  SELECT o.id, name FROM orders AS o JOIN c FOR SYSTEM_TIME AS OF PROCTIME() ON o.cid = c.id";
    assert_eq!(lookups.rows(common), ["1 Bob", "5 Bob", "6 Çağla"]);
    // Text against a number of another width.
    let wide = "SELECT o.id, name FROM (SELECT id, CAST(cid AS BIGINT) AS cid FROM orders) AS o
                JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON o.cid = c.id";
    assert_eq!(lookups.rows(wide), ["1 Bob", "2 Ada", "5 Bob", "6 Çağla"]);
}

#[test]
fn a_stream_looks_up_rows_of_a_table_that_ends() {
    let mut lookups = Lookups::open();
    let streaming = OptionValue::new("STREAMING", Origin::nowhere(Layer::Set));
    lookups.session.configuration.set("execution.runtime-mode", streaming);
    let left = "SELECT o.id, name FROM orders AS o LEFT JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id AND o.qty < 55";
    let (rows, duplicates) = lookups.run(left);
    assert_eq!(rows, ["1 Bob", "2 Ada", "3 -", "4 -", "5 Bob", "6 -"]);
    assert_eq!(duplicates.len(), 1);
    let two = "SELECT o.id, country FROM orders AS o JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id
               JOIN cities /*+ index(city), OPTIONS('maxJoinRows' = '2') */ FOR SYSTEM_TIME AS OF o.pt AS t ON c.city = t.city";
    assert_eq!(lookups.rows(two), ["1 Austria", "2 Norway", "2 Minnesota", "5 Austria"]);
    let endless = "SELECT g.n, name FROM (SELECT * FROM endless) AS g JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON g.n = c.id";
    assert_eq!(lookups.run_up_to(endless, Some(3)).0, ["1 Ada", "1 Ada", "1 Ada"]);
    assert_eq!(
        lookups.mistakes("SELECT o.id FROM orders AS o JOIN endless FOR SYSTEM_TIME AS OF o.pt AS e ON o.id = e.n"),
        ["streaming-not-supported a lookup in a table that never ends cannot run in streaming mode yet \
          [orders AS o JOIN endless FOR SYSTEM_TIME AS OF o.pt AS e ON o.id = e.n]"]
    );
}

#[test]
fn what_is_no_lookup_is_refused() {
    let mut lookups = Lookups::open();
    let select = |join: &str, on: &str| format!("SELECT o.id FROM orders AS o {join} customers FOR SYSTEM_TIME AS OF o.pt AS c {on}");
    assert_eq!(
        lookups.mistakes(&select("RIGHT JOIN", "ON o.cid = c.id")),
        ["invalid-lookup a dimension table cannot be the right side of a RIGHT JOIN [RIGHT JOIN]"]
    );
    assert_eq!(
        lookups.mistakes(&select("FULL OUTER JOIN", "ON o.cid = c.id")),
        ["invalid-lookup a dimension table cannot be the right side of a FULL JOIN [FULL OUTER JOIN]"]
    );
    let nothing = "invalid-lookup ON compares no column of the dimension table with '='";
    assert_eq!(lookups.mistakes(&select("JOIN", "ON o.cid > c.id")), [format!("{nothing} [o.cid > c.id]")]);
    assert_eq!(lookups.mistakes(&select("JOIN", "ON o.cid = c.id + 0")), [format!("{nothing} [o.cid = c.id + 0]")]);
    let two = "SELECT 1 FROM cities FOR SYSTEM_TIME AS OF PROCTIME() AS a JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() AS c ON a.city = c.city";
    assert_eq!(
        lookups.mistakes(two),
        ["invalid-lookup two dimension tables cannot be joined with each other [customers FOR SYSTEM_TIME AS OF PROCTIME() AS c]"]
    );
}
