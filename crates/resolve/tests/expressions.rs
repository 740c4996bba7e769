//! Expressions: what syntax becomes.

use crate::support::Session;
use expect_test::{Expect, expect};

fn check(expression: &str, expected: Expect) {
    let tree = Session::new().resolve(&format!("SELECT {expression} FROM orders"));
    let first = tree.lines().next().unwrap_or_default();
    expected.assert_eq(first.trim_start_matches("Project "));
}

#[test]
fn short_forms_are_case() {
    check("COALESCE(qty, 1)", expect!["CASE WHEN #3 IS NOT NULL THEN #3 ELSE 1 END -> #6 EXPR$0 INT NOT NULL"]);
    check("NULLIF(qty, 2)", expect!["CASE WHEN #3 = 2 THEN NULL ELSE #3 END -> #6 EXPR$0 INT"]);
    check(
        "IF(qty > 1, 'a', 'bcd')",
        expect!["CASE WHEN #3 > 1 THEN CAST('a' AS VARCHAR(3)) ELSE CAST('bcd' AS VARCHAR(3)) END -> #6 EXPR$0 VARCHAR(3)"],
    );
    check(
        "CASE qty WHEN 1 THEN 'a' WHEN 2 THEN NULL ELSE 'b' END",
        expect!["CASE WHEN #3 = 1 THEN 'a' WHEN #3 = 2 THEN NULL ELSE 'b' END -> #6 EXPR$0 CHAR(1)"],
    );
}

#[test]
fn tests_become_comparisons() {
    check("qty BETWEEN 1 AND 2", expect!["(#3 >= 1) AND (#3 <= 2) -> #6 EXPR$0 BOOLEAN"]);
    check("qty NOT IN (1, 2, NULL)", expect!["NOT IN(#3, 1, 2, NULL) -> #6 EXPR$0 BOOLEAN"]);
    check("qty = ANY (1, 2)", expect!["(#3 = 1) OR (#3 = 2) -> #6 EXPR$0 BOOLEAN"]);
    check("(qty > 1) IS NOT TRUE", expect!["CASE WHEN #3 > 1 THEN FALSE ELSE TRUE END -> #6 EXPR$0 BOOLEAN NOT NULL"]);
    check("qty IS NOT DISTINCT FROM id", expect!["IS NOT DISTINCT FROM(#3, #0) -> #6 EXPR$0 BOOLEAN NOT NULL"]);
    check("pid LIKE 'a%' ESCAPE '!'", expect!["LIKE(#2, CAST('a%' AS STRING), CAST('!' AS STRING)) -> #6 EXPR$0 BOOLEAN"]);
}

#[test]
fn constants_have_flinks_types() {
    check(
        "-9223372036854775808, 0.50, .5, 1., 1e0, x'0a', UNKNOWN",
        expect![
            "-9223372036854775808, 0.50, 0.5, 1, 1e0, x'0a', NULL -> #6 EXPR$0 BIGINT NOT NULL, #7 EXPR$1 DECIMAL(3, 2) NOT NULL, #8 EXPR$2 DECIMAL(1, 1) NOT NULL, #9 EXPR$3 INT NOT NULL, #10 EXPR$4 DOUBLE NOT NULL, #11 EXPR$5 BINARY(1) NOT NULL, #12 EXPR$6 BOOLEAN"
        ],
    );
    check(
        "DATE '1969-12-31', TIME '01:02:03.5', TIMESTAMP '2000-03-01 00:00:00.123456'",
        expect![
            "DATE(-1), TIME(3723500), TIMESTAMP(951868800123.456000) -> #6 EXPR$0 DATE NOT NULL, #7 EXPR$1 TIME(1) NOT NULL, #8 EXPR$2 TIMESTAMP(6) NOT NULL"
        ],
    );
    check(
        "INTERVAL '1 02:03:04.567' DAY TO SECOND, INTERVAL -'1-2' YEAR TO MONTH, INTERVAL '2' WEEK",
        expect![
            "INTERVAL(93784567 ms), INTERVAL(-14 months), INTERVAL(1209600000 ms) -> #6 EXPR$0 INTERVAL SECOND(3) NOT NULL, #7 EXPR$1 INTERVAL MONTH NOT NULL, #8 EXPR$2 INTERVAL SECOND(3) NOT NULL"
        ],
    );
}

#[test]
fn units_are_string_arguments() {
    check(
        "EXTRACT(DAY FROM ts), FLOOR(ts TO HOUR), TIMESTAMPDIFF(MINUTE, ts, ts)",
        expect![
            "EXTRACT('DAY', #5), FLOOR_TO(#5, 'HOUR'), TIMESTAMPDIFF('MINUTE', #5, #5) -> #6 EXPR$0 BIGINT, #7 EXPR$1 TIMESTAMP(3), #8 EXPR$2 INT"
        ],
    );
}

#[test]
fn functions_of_the_user_have_unknown_types_that_fit_everywhere() {
    let mut session = Session::new();
    session.declare_function("mask");
    let expected = expect![[r#"
        Project mask(#2, 1), UPPER(CAST(mask(#2) AS STRING)), #3 + mask(#2) -> #6 m UNKNOWN, #7 EXPR$1 STRING, #8 EXPR$2 UNKNOWN
          Filter mask(#2) > 1 -> #2 pid STRING, #3 qty INT
            Scan default_catalog.default_database.orders (files) [pid, qty] -> #2 pid STRING, #3 qty INT
    "#]];
    expected.assert_eq(&session.resolve("SELECT mask(pid, 1) AS m, UPPER(mask(pid)), qty + mask(pid) FROM orders WHERE mask(pid) > 1"));
}

#[test]
fn a_cast_gives_null_a_type() {
    check("NULL IS NULL, CAST(NULL AS INT)", expect!["NULL IS NULL, NULL -> #6 EXPR$0 BOOLEAN NOT NULL, #7 EXPR$1 INT"]);
}
