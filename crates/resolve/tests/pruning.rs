//! Columns that nobody uses are not read.

use crate::support::{Outcome, Session};

/// The scanned columns of each table, in the order of the scans.
fn scanned(statement: &str) -> Vec<usize> {
    let Some(Outcome::Query(Some(bound), _)) = Session::new().run(statement).pop() else { panic!("{statement} is right") };
    let mut columns = Vec::new();
    bound.relation.visit(&mut |relation| {
        if let resolve::bound::RelationKind::Scan(scan) = &relation.kind {
            assert_eq!(scan.columns.len(), relation.columns.len());
            columns.push(scan.columns.len());
        }
    });
    columns
}

#[test]
fn relations_without_purpose_go() {
    let mut session = Session::new();
    let over = session.resolve("SELECT x FROM (SELECT id AS x, SUM(qty) OVER (ORDER BY ts) AS s FROM orders)");
    assert!(!over.contains("Over"), "{over}");
    assert!(scanned("SELECT 1 AS a FROM orders GROUP BY ()").is_empty());
}

#[test]
fn only_columns_that_matter_are_read() {
    assert_eq!(scanned("SELECT COUNT(*) FROM orders"), [0]);
    assert_eq!(scanned("SELECT 1 FROM orders"), [0]);
    assert_eq!(scanned("SELECT x FROM (SELECT id AS x, price * 2 AS y, pid FROM orders)"), [1]);
    assert_eq!(scanned("SELECT x FROM (SELECT id AS x, SUM(qty) OVER (ORDER BY ts) AS s FROM orders)"), [1]);
    assert_eq!(scanned("SELECT n FROM (SELECT pid, COUNT(*) AS n, SUM(qty) AS q FROM orders GROUP BY pid)"), [1]);
    assert_eq!(scanned("SELECT x FROM (SELECT id AS x, pid AS y FROM orders UNION ALL SELECT id, name FROM customers)"), [1, 1]);
    assert_eq!(scanned("SELECT x FROM (SELECT id AS x, pid AS y FROM orders UNION SELECT id, name FROM customers)"), [2, 2]);
    assert_eq!(scanned("SELECT o.id FROM orders o, customers c"), [1, 0]);
    assert_eq!(scanned("SELECT id FROM nested CROSS JOIN UNNEST(arr) AS u(a, b)"), [2]);
    assert_eq!(scanned("SELECT COUNT(*) FROM nested CROSS JOIN UNNEST(nums) AS u(a)"), [1]);
    assert_eq!(scanned("SELECT id FROM customers c WHERE EXISTS (SELECT * FROM orders o WHERE o.cid = c.id)"), [1, 1]);
    assert_eq!(scanned("SELECT id FROM (SELECT DISTINCT id, name FROM customers)"), [2]);
    assert_eq!(scanned("SELECT window_start FROM TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' DAY)"), [1]);
}
