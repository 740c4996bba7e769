//! Which mode a statement gets, and what streaming mode cannot run.

use crate::support::{Outcome, Session};
use expect_test::expect;

fn mode_of(statement: &str) -> Option<bool> {
    match Session::in_mode(None).run(statement).pop() {
        Some(Outcome::Query(Some(bound), _)) => Some(bound.streaming),
        Some(Outcome::Insert(Some(bound), _)) => Some(bound.streaming),
        _ => None,
    }
}

#[test]
fn the_mode_follows_the_sources() {
    assert_eq!(mode_of("SELECT id FROM orders"), Some(false));
    assert_eq!(mode_of("SELECT k FROM clicks"), Some(true));
    assert_eq!(mode_of("INSERT INTO sink SELECT CAST(v AS INT), k, CAST(1.5 AS DECIMAL(5, 2)), ts FROM clicks"), Some(true));
}

#[test]
fn the_mode_is_decided_even_when_a_part_needs_streaming() {
    let windows = "SELECT * FROM SESSION(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' MINUTES)";
    let found = Session::in_mode(None).diagnostics(windows);
    assert_eq!(found.iter().map(|d| d.id).collect::<Vec<_>>(), ["streaming-not-supported"]);
}

#[test]
fn a_statement_set_runs_in_one_mode() {
    let bounded = "INSERT INTO sink (a) SELECT id FROM orders";
    let unbounded = "INSERT INTO sink (b) SELECT k FROM clicks";
    let modes = |script: &str| Session::in_mode(None).set_modes(script);
    assert_eq!(modes(&format!("EXECUTE STATEMENT SET BEGIN {bounded}; {bounded}; END")).0, [false, false]);
    assert_eq!(modes(&format!("EXECUTE STATEMENT SET BEGIN {bounded}; {unbounded}; END")).0, [true, true]);
    let (bound, diagnostics) =
        modes("EXECUTE STATEMENT SET BEGIN INSERT INTO sink (a) SELECT nosuch FROM orders; INSERT INTO sink (zz) SELECT 1; END");
    assert_eq!((bound.len(), diagnostics.len()), (0, 2));
}

#[test]
fn stateless_queries_stream() {
    for statement in [
        "SELECT UPPER(k), v + 1 FROM clicks WHERE v > 1",
        "SELECT k FROM clicks UNION ALL SELECT name FROM customers",
        "SELECT k FROM clicks LIMIT 5",
    ] {
        assert!(Session::in_mode(true).types(statement).is_ok(), "{statement}");
    }
}

#[test]
fn what_needs_state_is_refused_once_with_a_way_out() {
    expect![[r#"
        error[streaming-not-supported]: an aggregation cannot run in streaming mode yet
          --> t.sql:1:1   SELECT pid, COUNT(*) FROM orders GROUP BY pid ORDER BY pid
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        note: Every source of this statement ends by itself, so batch mode gives the same final result.
        help: Use batch mode: --mode batch, or SET 'execution.runtime-mode' = 'batch'.
    "#]]
    .assert_eq(&refusal("SELECT pid, COUNT(*) FROM orders GROUP BY pid ORDER BY pid"));
    expect![[r#"
        error[streaming-not-supported]: an aggregation cannot run in streaming mode yet
          --> t.sql:1:1   SELECT k, COUNT(*) FROM clicks GROUP BY k
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: Make the sources end, or run the script on a Flink cluster.
    "#]]
    .assert_eq(&refusal("SELECT k, COUNT(*) FROM clicks GROUP BY k"));
}

/// What is said about a query, which is resolved all the same.
fn refusal(query: &str) -> String {
    let mut session = Session::in_mode(true);
    let diagnostics = session.diagnostics(query);
    session.render(&diagnostics)
}
