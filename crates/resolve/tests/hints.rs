//! Options of references: hints, layers, and what is wrong with them.

use crate::support::{Session, check, refused};
use expect_test::expect;

fn session() -> Session {
    let mut session = Session::new();
    session.define("CREATE TABLE f (a INT, b STRING) WITH ('connector' = 'files', 'path' = 'p', 'format' = 'lines')");
    session
}

#[test]
fn a_hint_replaces_an_option_of_the_table() {
    let mut session = session();
    let found = options_of(&mut session, "SELECT a FROM f /*+ OPTIONS('path'='other', 'lines.null-literal'='-') */");
    assert_eq!(found, ("other".to_owned(), "-".to_owned()));
}

/// The path and the NULL literal of the only table of a query.
fn options_of(session: &mut Session, query: &str) -> (String, String) {
    use crate::support::Outcome;
    let outcome = session.run(query).pop();
    let Some(Outcome::Query(Some(bound), _)) = outcome else { panic!("it is right") };
    let mut seen = Vec::new();
    bound.relation.visit(&mut |relation| {
        if let resolve::bound::RelationKind::Scan(scan) = &relation.kind {
            seen.push((scan.table.options.get_str("path"), scan.table.options.under("lines.").get_str("null-literal")));
        }
    });
    seen.pop().expect("one table")
}

#[test]
fn what_a_script_sets_lies_between_the_table_and_its_hints() {
    use options::{Layer, Origin};
    let mut session = session();
    session.layer.0.set("path", "set", Origin::nowhere(Layer::Set));
    session.layer.0.set("lines.null-literal", "n", Origin::nowhere(Layer::Set));
    assert_eq!(options_of(&mut session, "SELECT a FROM f"), ("set".to_owned(), "n".to_owned()));
    assert_eq!(options_of(&mut session, "SELECT a FROM f /*+ OPTIONS('path'='hint') */"), ("hint".to_owned(), "n".to_owned()));
}

#[test]
fn misspelt_keys_are_marked_in_the_hint() {
    let mut session = session();
    expect![[r#"
        error[unknown-option]: 'lines.ignore-parse-error' is not an option of format 'lines'
          --> t.sql:1:30   SELECT a FROM f /*+ OPTIONS('lines.ignore-parse-error'='true') */
                                                        ^^^^^^^^^^^^^^^^^^^^^^^^
        help: did you mean 'lines.ignore-parse-errors'?
    "#]]
    .assert_eq(&session.resolve("SELECT a FROM f /*+ OPTIONS('lines.ignore-parse-error'='true') */"));
}

#[test]
fn values_of_the_wrong_form_are_marked() {
    let mut session = session();
    expect![[r#"
        error[invalid-option-value]: 'maybe' is not a boolean for option 'lines.ignore-parse-errors'
          --> t.sql:1:58   SELECT a FROM f /*+ OPTIONS('lines.ignore-parse-errors'='maybe') */
                                                                                    ^^^^^
        help: Expected 'true' or 'false'.
    "#]]
    .assert_eq(&session.resolve("SELECT a FROM f /*+ OPTIONS('lines.ignore-parse-errors'='maybe') */"));
}

#[test]
fn lenient_checks_accept_every_key_of_the_format() {
    let mut session = session();
    session.set("tamias.check-options", "lenient");
    assert!(session.types("SELECT a FROM f /*+ OPTIONS('lines.no-such'='1') */").is_ok());
    refused(&mut session, "SELECT a FROM f /*+ OPTIONS('no-such'='1') */", "no-such", "Unsupported options found for");
}

#[test]
fn hints_that_flink_refuses() {
    let mut session = session();
    refused(
        &mut session,
        "SELECT n FROM v /*+ OPTIONS('path'='x') */",
        "OPTIONS('path'='x')",
        "View '`default_catalog`.`default_database`.`v`' cannot be enriched with new options.",
    );
    refused(
        &mut session,
        "SELECT a FROM f /*+ OPTIONS('format'='nosuch') */",
        "nosuch",
        "Could not find any format factory for identifier 'nosuch'",
    );
    refused(
        &mut session,
        "SELECT a FROM f /*+ NOSUCHHINT('a'='b') */",
        "NOSUCHHINT",
        "Hint: NOSUCHHINT should be registered in the HintStrategyTable",
    );
    refused(
        &mut session,
        "SELECT /*+ BROADCAST(nosuch) */ o.id FROM orders o JOIN customers ON cid = customers.id",
        "nosuch",
        "The options of following hints cannot match the name of input tables or views: \n`nosuch` in `BROADCAST`",
    );
    session.set("table.dynamic-table-options.enabled", "false");
    refused(
        &mut session,
        "SELECT a FROM f /*+ OPTIONS('path'='x') */",
        "OPTIONS('path'='x')",
        "The 'OPTIONS' hint is allowed only when the config option 'table.dynamic-table-options.enabled' is set to true.",
    );
}

#[test]
fn a_key_hint_replaces_the_primary_key_for_one_reference() {
    let mut session = session();
    let key = |session: &mut Session, query: &str| {
        let Some(crate::support::Outcome::Query(Some(bound), _)) = session.run(query).pop() else { panic!("it is right") };
        let mut keys = Vec::new();
        bound.relation.visit(&mut |relation| {
            if let resolve::bound::RelationKind::Scan(scan) = &relation.kind {
                keys.extend(scan.table.schema.primary_key.as_ref().map(|key| key.columns.join(",")));
            }
        });
        keys.concat()
    };
    assert_eq!(key(&mut session, "SELECT a FROM f /*+ primarykey(a) */"), "a");
    assert_eq!(key(&mut session, "SELECT o.id FROM orders o JOIN f WITH (PRIMARYKEY = 'a, b') ON o.id = f.a"), "a,b");
    assert_eq!(key(&mut session, "SELECT a FROM f"), "");
    expect![[r#"
        error[missing-column]: the table has no column 'aa'
          --> t.sql:1:32   SELECT a FROM f /*+ primarykey(aa) */
                                                          ^^
    "#]]
    .assert_eq(&session.resolve("SELECT a FROM f /*+ primarykey(aa) */"));
}

#[test]
fn join_hints_name_tables_or_aliases() {
    assert!(
        session()
            .types("SELECT /*+ BROADCAST(customers), SHUFFLE_HASH(o) */ o.id FROM orders o JOIN customers ON cid = customers.id")
            .is_ok()
    );
}

#[test]
fn an_unknown_connector_is_marked_where_it_is_chosen() {
    check(
        "SELECT id FROM orders /*+ OPTIONS('connector'='fils') */",
        expect![[r#"
        error[unknown-connector]: connector 'fils' does not exist
          --> t.sql:1:48
         1 | SELECT id FROM orders /*+ OPTIONS('connector'='fils') */
           |                ------ table 'default_catalog.default_database.orders' is used here
           |                                                ^^^^
        help: did you mean 'files'?
    "#]],
    );
}

#[test]
fn a_sink_cannot_be_read() {
    check(
        "SELECT * FROM sink",
        expect![[r#"
        error[connector-role]: table 'default_catalog.default_database.sink' cannot be read: connector 'writer' only writes
          --> t.sql:1:15   SELECT * FROM sink
                                         ^^^^
    "#]],
    );
}
