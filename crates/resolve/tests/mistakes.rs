//! Mistakes in queries: where they are marked, and that Flink says the same.

use crate::support::{Session, check, refused};
use expect_test::expect;

/// Statement, the text that is marked, and a part of Flink's message.
type Case = (&'static str, &'static str, &'static str);

fn all_refused(cases: &[Case]) {
    let mut session = Session::new();
    session.define("CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'files', 'path' = 't')");
    for (statement, place, flink) in cases {
        refused(&mut session, statement, place, flink);
    }
}

#[test]
fn names_that_mean_nothing() {
    all_refused(&[
        ("SELECT * FROM nosuch", "nosuch", "SqlValidatorException: Object 'nosuch' not found"),
        ("SELECT nosuch FROM t", "nosuch", "SqlValidatorException: Column 'nosuch' not found in any table"),
        ("SELECT t.nosuch FROM t", "nosuch", "Column 'nosuch' not found in table 't'"),
        ("SELECT x.a FROM t", "x", "Table 'x' not found"),
        ("SELECT NOSUCHFN(a) FROM t", "NOSUCHFN", "No match found for function signature NOSUCHFN(<NUMERIC>)"),
        ("SELECT a FROM t ORDER BY nosuch", "nosuch", "Column 'nosuch' not found in any table"),
        ("SELECT t1.a, a FROM t AS t1, t AS t2", "a", "Column 'a' is ambiguous"),
        ("SELECT x AS y FROM (VALUES (1)) AS t(x) WHERE y = 1", "y", "Column 'y' not found in any table"),
        ("SELECT x FROM (VALUES (1)) AS t(x) GROUP BY x HAVING y > 1", "y", "Column 'y' not found in any table"),
        ("SELECT s.* FROM t", "s", "Unknown identifier 's'"),
        ("SELECT id FROM nested n WHERE n.r.q = 1", "q", "Unknown field 'q'"),
        ("SELECT CAST(1 AS NOSUCH)", "NOSUCH", "Unknown identifier 'NOSUCH'"),
        ("SELECT * FROM TABLE(NOSUCH(1))", "NOSUCH", "No match found for function signature NOSUCH(<NUMERIC>)"),
        ("SELECT * FROM (VALUES (1, 2)) t(x, y) JOIN (VALUES (1, 2)) u(z, y) USING (x)", "x", "Column 'x' not found in any table"),
        (
            "SELECT * FROM (VALUES (1, 2)) t(x, y), (VALUES (1, 2)) t(x, z)",
            "(VALUES (1, 2)) t(x, z)",
            "Duplicate relation name 't' in FROM clause",
        ),
        ("SELECT SUM(a) OVER w FROM t", "w", "Window 'w' not found"),
        ("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT n FROM r", "r", "Cannot generate a valid execution plan"),
    ]);
}

#[test]
fn groups() {
    all_refused(&[
        ("SELECT a FROM t GROUP BY b", "a", "Expression 'a' is not being grouped"),
        ("SELECT * FROM t GROUP BY a", "*", "Expression 'b' is not being grouped"),
        ("SELECT a FROM t QUALIFY a > 1", "a > 1", "must contain a window function"),
        ("SELECT b, COUNT(*) FROM t GROUP BY 1", "b", "Expression 'b' is not being grouped"),
        ("SELECT b AS s, COUNT(*) FROM t GROUP BY s", "s", "Column 's' not found in any table"),
        ("SELECT a FROM t WHERE COUNT(*) > 1", "COUNT(*)", "Aggregate expression is illegal in WHERE clause"),
        ("SELECT COUNT(*) FROM (VALUES (1)) AS t(x) ORDER BY x", "x", "Expression 'x' is not being grouped"),
        ("SELECT SUM(COUNT(*)) FROM (VALUES (1)) AS t(x)", "COUNT(*)", "Aggregate expressions cannot be nested"),
        ("SELECT COUNT(*) FROM t GROUP BY SUM(a)", "SUM(a)", "Aggregate expression is illegal in GROUP BY clause"),
        ("SELECT a, GROUPING(b) FROM t GROUP BY a", "b", "Argument to GROUPING operator must be a grouped expression"),
        ("SELECT GROUPING(a) FROM t", "GROUPING(a)", "GROUPING operator may only occur in an aggregate query"),
        ("SELECT DISTINCT a FROM t ORDER BY b", "b", "Expression 'b' is not in the select clause"),
        ("SELECT SUM(x) FROM (VALUES ('a')) AS t(x)", "x", "Cannot apply 'SUM' to arguments of type 'SUM(<CHAR(1)>)'"),
    ]);
}

#[test]
fn windows() {
    all_refused(&[
        ("SELECT COUNT(DISTINCT a) OVER () FROM t", "COUNT(DISTINCT a) OVER ()", "Distinct not supported in Windowing function!"),
        ("SELECT MAX(a) FILTER (WHERE a > 5) OVER (ORDER BY a) FROM t", "a > 5", "OVER must be applied to aggregate function"),
        (
            "SELECT TUMBLE(ts, INTERVAL '5' MINUTE) FROM orders",
            "TUMBLE(ts, INTERVAL '5' MINUTE)",
            "Group function '$TUMBLE' can only appear in GROUP BY clause",
        ),
        ("SELECT x.id, o.id FROM orders x JOIN orders o USING (id) ORDER BY id", "id", "Column 'id' is ambiguous"),
        ("SELECT a FROM (SELECT 1 AS a, 2 AS a) AS s", "a", "Column 'a' is ambiguous"),
        ("SELECT a0 FROM (SELECT 1 AS a, 2 AS a) AS s", "a0", "Column 'a0' not found in any table"),
        ("WITH w (a, b) AS (SELECT 1) SELECT * FROM w", "w (a, b", "Number of columns must match number of query columns"),
        ("SELECT COUNT(*) AS c, c + 1 FROM t", "c", "Column 'c' not found in any table"),
        (
            "SELECT CASE WHEN a = 1 THEN NULL ELSE NULL END FROM t",
            "CASE WHEN a = 1 THEN NULL ELSE NULL END",
            "ELSE clause or at least one THEN clause must be non-NULL",
        ),
        ("SELECT LAG(a, 1, NULL) OVER (ORDER BY a) FROM t", "NULL", "Illegal use of 'NULL'"),
        ("SELECT COUNT(NULL) FROM t", "NULL", "Illegal use of 'NULL'"),
        ("SELECT a FROM t JOIN orders", "JOIN", "INNER, LEFT, RIGHT or FULL join requires a condition"),
        (
            "SELECT SUM(a) OVER (ORDER BY a ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM t",
            "ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING",
            "Upper frame boundary cannot be PRECEDING when lower boundary is FOLLOWING",
        ),
        (
            "SELECT SUM(a) OVER (ORDER BY b RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
            "1",
            "Data type of ORDER BY prohibits use of RANGE clause",
        ),
        (
            "SELECT SUM(a) OVER (ROWS BETWEEN -1 PRECEDING AND CURRENT ROW) FROM t",
            "-1",
            "ROWS value must be a non-negative integral constant",
        ),
        (
            "SELECT SUM(a) OVER (ORDER BY a, b RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
            "1",
            "RANGE clause cannot be used with compound ORDER BY clause",
        ),
        (
            "SELECT a, ROW_NUMBER() OVER (ORDER BY 1) FROM t",
            "ROW_NUMBER() OVER (ORDER BY 1)",
            "requires order by clause with non-constant fields",
        ),
        (
            "SELECT RANK(a) OVER (ORDER BY a) FROM t",
            "RANK(a) OVER (ORDER BY a)",
            "Invalid number of arguments to function 'RANK'. Was expecting 0 arguments",
        ),
        ("SELECT COUNT() FROM t", "COUNT()", "Invalid number of arguments to function 'COUNT'. Was expecting 1 arguments"),
        ("SELECT ROW_NUMBER() FROM t", "ROW_NUMBER()", "OVER clause is necessary for window functions"),
        ("SELECT ROW_NUMBER() OVER () FROM t", "ROW_NUMBER() OVER ()", "The window rank function requires order by clause"),
        (
            "SELECT a FROM t WHERE ROW_NUMBER() OVER (ORDER BY a) = 1",
            "ROW_NUMBER() OVER (ORDER BY a)",
            "Windowed aggregate expression is illegal in WHERE clause",
        ),
        (
            "SELECT a FROM t GROUP BY a, ROW_NUMBER() OVER ()",
            "ROW_NUMBER() OVER ()",
            "Windowed aggregate expression is illegal in GROUP BY clause",
        ),
        ("SELECT UPPER(b) OVER (ORDER BY a) FROM t", "UPPER(b) OVER (ORDER BY a)", "OVER must be applied to aggregate function"),
        ("SELECT UPPER(DISTINCT b) FROM t", "UPPER(DISTINCT b)", "DISTINCT/ALL not allowed with UPPER function"),
        (
            "SELECT window_start FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(nosuch), INTERVAL '5' MINUTES))",
            "nosuch",
            "Unknown identifier 'nosuch'",
        ),
        (
            "SELECT window_start FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(pid), INTERVAL '5' MINUTES))",
            "pid",
            "requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is",
        ),
        (
            "SELECT window_start, COUNT(*) FROM TABLE(HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '10' MINUTES, INTERVAL '5' MINUTES)) GROUP BY window_start, window_end",
            "HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '10' MINUTES, INTERVAL '5' MINUTES)",
            "HOP table function based aggregate requires size must be an integral multiple of slide, but got size 300000 ms and slide 600000 ms",
        ),
        (
            "SELECT window_start FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MONTH))",
            "INTERVAL '1' MONTH",
            "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit.",
        ),
        (
            "SELECT window_start FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts)))",
            "TUMBLE(TABLE orders, DESCRIPTOR(ts))",
            "Invalid number of arguments to function 'TUMBLE'. Was expecting 3 arguments",
        ),
    ]);
}

#[test]
fn types_that_do_not_fit() {
    all_refused(&[
        ("SELECT 1 + 'a'", "'a'", "Cannot apply '+' to arguments of type '<INTEGER> + <CHAR(1)>'"),
        ("SELECT 'a' || 1", "'a' || 1", "Cannot apply '||' to arguments of type '<CHAR(1)> || <INTEGER>'"),
        (
            "SELECT 1 AND TRUE",
            "1",
            "Cannot apply 'AND' to arguments of type '<INTEGER> AND <BOOLEAN>'. Supported form(s): '<BOOLEAN> AND <BOOLEAN>'",
        ),
        ("SELECT CAST(TRUE AS DATE)", "CAST(TRUE AS DATE)", "Cast function cannot convert value of type BOOLEAN to type DATE"),
        ("SELECT CASE WHEN 1 THEN 2 END", "1", "Expected a boolean type"),
        (
            "SELECT CASE WHEN TRUE THEN 1 ELSE 'a' END",
            "CASE WHEN TRUE THEN 1 ELSE 'a' END",
            "Illegal mixing of types in CASE or COALESCE statement",
        ),
        ("SELECT COALESCE(1, 'a')", "COALESCE(1, 'a')", "ValidationException: Invalid input arguments."),
        ("SELECT * FROM (VALUES (1)) AS t(x) WHERE x", "x", "WHERE clause must be a condition"),
        ("SELECT x FROM (VALUES (1, 2)) t(x, y) GROUP BY x HAVING SUM(y)", "SUM(y)", "HAVING clause must be a condition"),
        (
            "SELECT x FROM (VALUES (1)) AS t(x) UNION SELECT x, x FROM (VALUES (2)) AS t(x)",
            "SELECT x, x FROM (VALUES (2)) AS t(x)",
            "Column count mismatch in UNION",
        ),
        ("SELECT 1 UNION ALL SELECT 'a'", "SELECT 1 UNION ALL SELECT 'a'", "Type mismatch in column 1 of UNION ALL"),
        ("SELECT * FROM (VALUES (1), ('a')) AS t(x)", "'a'", "Values passed to VALUES operator must have compatible types"),
        ("SELECT * FROM (VALUES (1, 2), (3)) AS t(x)", "(3)", "Values passed to VALUES operator must have compatible types"),
        ("SELECT * FROM (VALUES (1)) AS t(x, y)", "AS t(x, y)", "table has 1 columns ('EXPR$0'), whereas alias list has 2 columns"),
        (
            "SELECT a FROM t WHERE a IN (SELECT a, a FROM t)",
            "a IN (SELECT a, a FROM t)",
            "Values passed to IN operator must have compatible types",
        ),
        ("SELECT a FROM t ORDER BY 5", "5", "Ordinal out of range"),
    ]);
}

#[test]
fn subqueries() {
    all_refused(&[(
        "SELECT * FROM t WHERE a = (SELECT a, b FROM t)",
        "(SELECT a, b FROM t)",
        "Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<RECORDTYPE(INTEGER A, VARCHAR(2147483647) B)>)'.",
    )]);
}

#[test]
fn constants_that_do_not_exist() {
    all_refused(&[
        ("SELECT DATE '2024-02-30'", "DATE '2024-02-30'", "Illegal DATE literal '2024-02-30': not in format 'yyyy-MM-dd'"),
        ("SELECT 9223372036854775808", "9223372036854775808", "Numeric literal '9223372036854775808' out of range"),
        ("SELECT 1e400", "1e400", "Numeric literal '1E400' out of range"),
        ("SELECT INTERVAL '100' DAY", "INTERVAL '100' DAY", "Interval field value 100 exceeds precision of DAY(2) field"),
        (
            "SELECT INTERVAL '1 25' DAY TO HOUR",
            "INTERVAL '1 25' DAY TO HOUR",
            "Illegal interval literal format '1 25' for INTERVAL DAY TO HOUR",
        ),
        ("SELECT NULL", "NULL", "Illegal use of 'NULL'"),
        ("SELECT CONCAT('a', NULL)", "NULL", "Illegal use of 'NULL'"),
        ("SELECT * FROM (VALUES (1, NULL)) AS t(x, y)", "NULL", "Illegal use of 'NULL'"),
    ]);
}

#[test]
fn unbounded_tables_in_batch_mode() {
    all_refused(&[(
        "SELECT * FROM clicks",
        "clicks",
        "ValidationException: Querying an unbounded table 'default_catalog.default_database.clicks' in batch mode is not allowed.",
    )]);
}

#[test]
fn all_independent_mistakes_are_found() {
    check(
        "SELECT idd, nme, UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > 2 GROUP BY zz",
        expect![[r#"
        error[unknown-column]: column 'idd' is not in any table
          --> t.sql:1:8   SELECT idd, nme, UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > …
                                 ^^^
        help: did you mean 'id'?
        error[unknown-column]: column 'nme' is not in any table
          --> t.sql:1:13   SELECT idd, nme, UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y >…
                                       ^^^
        help: did you mean 'name'?
        error[unknown-function]: function 'UPPR' does not exist
          --> t.sql:1:18   SELECT idd, nme, UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y >…
                                            ^^^^
        help: did you mean 'UPPER'?
        error[unknown-column]: column 'nosuch' is not in any table
          --> t.sql:1:35   …UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > 2 GROUP BY zz
                                             ^^^^^^
        error[invalid-arguments]: STRING is not compared with INT
          --> t.sql:1:63   …UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > 2 GROUP BY zz
                                                                         ^^^^^^^^
        help: CAST one side to the type of the other.
        error[unknown-table-alias]: 'x' is no table of this query
          --> t.sql:1:76   …UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > 2 GROUP BY zz
                                                                                      ^
        error[unknown-column]: column 'zz' is not in any table
          --> t.sql:1:93   …UPPR(name), id + nosuch FROM customers WHERE city = 1 AND x.y > 2 GROUP BY zz
                                                                                                       ^^
    "#]],
    );
}

#[test]
fn a_failed_table_has_every_column() {
    check(
        "SELECT a, t.b, COUNT(*) FROM nosuch AS t WHERE c > 1 GROUP BY a, t.b",
        expect![[r#"
        error[unknown-table]: table 'nosuch' does not exist
          --> t.sql:1:30   SELECT a, t.b, COUNT(*) FROM nosuch AS t WHERE c > 1 GROUP BY a, t.b
                                                        ^^^^^^
    "#]],
    );
}

#[test]
fn what_cannot_run_yet_says_so() {
    check(
        "SELECT * FROM orders MATCH_RECOGNIZE (ORDER BY ts MEASURES A.id AS i PATTERN (A) DEFINE A AS A.qty > 1)",
        expect![[r#"
        error[unsupported-yet]: MATCH_RECOGNIZE is not supported yet
          --> t.sql:1:22   …* FROM orders MATCH_RECOGNIZE (ORDER BY ts MEASURES A.id AS i PATTERN (A) DEFIN…
                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn json_is_called_inside_of_json() {
    check(
        "SELECT JSON_OBJECT(KEY 'a' VALUE JSON('{}') ABSENT ON NULL), JSON('{}') FROM orders",
        expect![[r#"
            error[invalid-arguments]: 'JSON' is called outside of JSON_OBJECT and JSON_ARRAY
              --> t.sql:1:62   …JSON_OBJECT(KEY 'a' VALUE JSON('{}') ABSENT ON NULL), JSON('{}') FROM orders
                                                                                      ^^^^^^^^^^
            help: Write JSON_OBJECT('key' VALUE JSON(..)) or JSON_ARRAY(JSON(..)).
        "#]],
    );
    check(
        "SELECT JSON_ARRAYAGG(id ORDER BY id DESC) FROM orders",
        expect![[r#"
        Project #6 -> #7 EXPR$0 VARCHAR(2000) NOT NULL
          Aggregate [] JSON_ARRAYAGG(#0, 'ABSENT', 'V') -> #6 JSON_ARRAYAGG(id ORDER BY id DESC) VARCHAR(2000) NOT NULL
            Scan default_catalog.default_database.orders (files) [id] -> #0 id INT NOT NULL
        warning[misplaced-function-clause]: ORDER BY in 'JSON_ARRAYAGG' has no effect
          --> t.sql:1:34   SELECT JSON_ARRAYAGG(id ORDER BY id DESC) FROM orders
                                                            ^^^^^^^
        note: The values come in the order in which rows arrive, as in Flink.
    "#]],
    );
}

#[test]
fn names_compare_with_case() {
    check(
        "SELECT Name FROM customers",
        expect![[r#"
        error[unknown-column]: column 'Name' is not in any table
          --> t.sql:1:8   SELECT Name FROM customers
                                 ^^^^
        note: Names of columns and tables compare with case.
        help: did you mean 'name'?
    "#]],
    );
}

#[test]
fn functions_of_other_systems_are_explained() {
    check(
        "SELECT NVL(name, 'x'), ANY_VALUE(city) FROM customers",
        expect![[r#"
        error[unknown-function]: function 'NVL' does not exist
          --> t.sql:1:8   SELECT NVL(name, 'x'), ANY_VALUE(city) FROM customers
                                 ^^^
        help: Flink has COALESCE(a, b) or IFNULL(a, b).
        error[unknown-function]: function 'ANY_VALUE' does not exist
          --> t.sql:1:24   SELECT NVL(name, 'x'), ANY_VALUE(city) FROM customers
                                                  ^^^^^^^^^
        help: Flink has FIRST_VALUE(x) or MIN(x).
    "#]],
    );
    check(
        "SELECT name FROM customers WHERE name ILIKE 'a%'",
        expect![[r#"
        error[unknown-function]: operator ILIKE does not exist in Flink
          --> t.sql:1:34   SELECT name FROM customers WHERE name ILIKE 'a%'
                                                            ^^^^^^^^^^^^^^^
        help: Write UPPER(a) LIKE UPPER(b).
    "#]],
    );
}
