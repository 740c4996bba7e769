//! INSERT: target columns, types, partitions, OVERWRITE.

use crate::support::{Session, check, refused};
use expect_test::expect;

fn session() -> Session {
    let mut session = Session::new();
    session.define(
        "CREATE TABLE n (a INT NOT NULL, b STRING) WITH ('connector' = 'writer');
         CREATE TABLE k (a INT, v INT, c AS a + 1) WITH ('connector' = 'writer');
         CREATE TABLE part (x INT, dt STRING, hr INT) PARTITIONED BY (dt, hr) WITH ('connector' = 'files', 'path' = 'p');",
    );
    session
}

#[test]
fn columns_are_cast_to_the_types_of_the_table() {
    check(
        "INSERT INTO sink SELECT id, 'a', 1.5, TIMESTAMP '2024-01-01 00:00:00' FROM customers",
        expect![[r#"
        Project #3, CAST(#4 AS STRING), CAST(#5 AS DECIMAL(5, 2)), CAST(#6 AS TIMESTAMP(3)) -> #7 a INT, #8 b STRING NOT NULL, #9 c DECIMAL(5, 2) NOT NULL, #10 d TIMESTAMP(3) NOT NULL
          Project #0, 'a', 1.5, TIMESTAMP(1704067200000.000000) -> #3 id INT, #4 EXPR$1 CHAR(1) NOT NULL, #5 EXPR$2 DECIMAL(2, 1) NOT NULL, #6 EXPR$3 TIMESTAMP(0) NOT NULL
            Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
    "#]],
    );
}

#[test]
fn columns_that_are_not_listed_are_null() {
    check(
        "INSERT INTO sink (b, a) VALUES ('x', 1)",
        expect![[r#"
        Project #1, CAST(#0 AS STRING), NULL, NULL -> #2 a INT NOT NULL, #3 b STRING NOT NULL, #4 c DECIMAL(5, 2), #5 d TIMESTAMP(3)
          Values ('x', 1) -> #0 EXPR$0 CHAR(1) NOT NULL, #1 EXPR$1 INT NOT NULL
    "#]],
    );
}

#[test]
fn fixed_partitions_take_no_column_of_the_query() {
    expect![[r#"
        Project #3, CAST('2024-01-01' AS STRING), #4 -> #5 x INT, #6 dt STRING, #7 hr INT
          Project #0, #0 -> #3 id INT, #4 id INT
            Scan default_catalog.default_database.customers (files) [id] -> #0 id INT
    "#]]
    .assert_eq(&session().resolve("INSERT OVERWRITE part PARTITION (dt = '2024-01-01') SELECT id, id FROM customers"));
    expect![[r#"
        error[invalid-partition]: 'x' is no partition key of table 'default_catalog.default_database.part'
          --> t.sql:1:29   INSERT INTO part PARTITION (x = 1, dt = '2024-01-01') SELECT id, id FROM custome…
                                                       ^
        note: Its partition keys are dt, hr.
    "#]]
    .assert_eq(&session().resolve("INSERT INTO part PARTITION (x = 1, dt = '2024-01-01') SELECT id, id FROM customers"));
}

#[test]
fn computed_columns_are_not_written() {
    expect![[r#"
        Project #0, #1 -> #2 a INT NOT NULL, #3 v INT NOT NULL
          Values (1, 2) -> #0 EXPR$0 INT NOT NULL, #1 EXPR$1 INT NOT NULL
    "#]]
    .assert_eq(&session().resolve("INSERT INTO k VALUES (1, 2)"));
}

#[test]
fn what_flink_refuses() {
    let mismatch = "Column types of query result and sink for 'default_catalog.default_database.sink' do not match.\nCause: ";
    let cases: &[(&str, &str, String)] = &[
        (
            "INSERT INTO sink VALUES ('x', 'y', 1.5, TIMESTAMP '2024-01-01 00:00:00')",
            "'x'",
            format!(
                "{mismatch}Incompatible types for sink column 'a' at position 1.\n\nQuery schema: [EXPR$0: CHAR(1) NOT NULL, EXPR$1: CHAR(1) NOT NULL, \
                 EXPR$2: DECIMAL(2, 1) NOT NULL, EXPR$3: TIMESTAMP(0) NOT NULL]\nSink schema:  [a: INT, b: STRING, c: DECIMAL(5, 2), d: TIMESTAMP(3)]"
            ),
        ),
        (
            "INSERT INTO sink VALUES (1, 'a', 1.5)",
            "VALUES (1, 'a', 1.5)",
            format!(
                "{mismatch}Different number of columns.\n\nQuery schema: [EXPR$0: INT NOT NULL, EXPR$1: CHAR(1) NOT NULL, EXPR$2: DECIMAL(2, 1) NOT NULL]\n\
                 Sink schema:  [a: INT, b: STRING, c: DECIMAL(5, 2), d: TIMESTAMP(3)]"
            ),
        ),
        ("INSERT INTO sink SELECT 12345678901, 'a', 1.5, TIMESTAMP '2024-01-01 00:00:00'", "12345678901", format!("{mismatch}Incompatible types for sink column 'a'")),
        ("INSERT INTO sink SELECT 1, 'a', 1.5, DATE '2024-01-01'", "DATE '2024-01-01'", format!("{mismatch}Incompatible types for sink column 'd' at position 4.")),
        ("INSERT INTO sink (a, zz) VALUES (1, 'x')", "zz", "Unknown target column 'zz'".into()),
        ("INSERT INTO sink (a, a) VALUES (1, 2)", "a", "Target column 'a' is assigned more than once".into()),
        ("INSERT INTO n (b) VALUES ('x')", "(b)", "Column 'a' has no default value and does not allow NULLs".into()),
        ("INSERT INTO k (a, c) VALUES (1, 2)", "c", "Unknown target column 'c'".into()),
        (
            "INSERT INTO nosuch SELECT 1",
            "nosuch",
            "Cannot find table '`default_catalog`.`default_database`.`nosuch`' in any of the catalogs [default_catalog], nor as a temporary table.".into(),
        ),
        ("INSERT INTO n VALUES (1, NULL)", "NULL", "Illegal use of 'NULL'".into()),
        ("INSERT OVERWRITE n SELECT 1, 'a'", "n", "SupportsOverwrite".into()),
    ];
    let mut session = session();
    for (statement, place, flink) in cases {
        refused(&mut session, statement, place, flink);
    }
}

#[test]
fn types_that_do_not_fit_are_all_marked() {
    check(
        "INSERT INTO sink SELECT 'x', 2, 3, '2024-01-01 00:00:00'",
        expect![[r#"
        error[sink-mismatch]: column 'a' is INT, and the query gives CHAR(1)
          --> t.sql:1:25
         1 | INSERT INTO sink SELECT 'x', 2, 3, '2024-01-01 00:00:00'
           |                         ^^^
          ::: t.sql:6:20
         6 | CREATE TABLE sink (a INT, b STRING, c DECIMAL(5, 2), d TIMESTAMP(3)) WITH ('connector' = 'writ…
           |                    ----- 'a' is declared here
        help: Write CAST(.. AS INT).
        error[sink-mismatch]: column 'b' is STRING, and the query gives INT
          --> t.sql:1:30
         1 | INSERT INTO sink SELECT 'x', 2, 3, '2024-01-01 00:00:00'
           |                              ^
          ::: t.sql:6:27
         6 | CREATE TABLE sink (a INT, b STRING, c DECIMAL(5, 2), d TIMESTAMP(3)) WITH ('connector' = 'writ…
           |                           -------- 'b' is declared here
        help: Write CAST(.. AS STRING).
        error[sink-mismatch]: column 'd' is TIMESTAMP(3), and the query gives CHAR(19)
          --> t.sql:1:36
         1 | INSERT INTO sink SELECT 'x', 2, 3, '2024-01-01 00:00:00'
           |                                    ^^^^^^^^^^^^^^^^^^^^^
          ::: t.sql:6:54
         6 | …TABLE sink (a INT, b STRING, c DECIMAL(5, 2), d TIMESTAMP(3)) WITH ('connector' = 'writer');
           |                                                -------------- 'd' is declared here
        help: Write CAST(.. AS TIMESTAMP(3)).
    "#]],
    );
}
