//! `tamias test`: Markdown files beside scripts.

use super::{Outcome, Place};
use expect_test::expect;
use std::path::Path;
use std::process::Command;

const ORDERS: &str = "\
CREATE TABLE orders (id BIGINT, city STRING, amount DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), PRIMARY KEY (id) NOT ENFORCED)
WITH ('connector' = 'upsert-kafka', 'topic' = 'orders', 'properties.bootstrap.servers' = 'nowhere:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE totals (city STRING, total DECIMAL(38, 2))
WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://nowhere/x', 'table-name' = 'totals');
INSERT INTO totals SELECT city, SUM(amount) FROM orders GROUP BY city;
";

/// A test file beside a script of two tables outside.
fn orders(test: &str) -> Place {
    Place::new(&[("sums.sql", ORDERS), ("sums.test.md", test)])
}

/// A test file with a script of its own.
fn alone(test: &str) -> Outcome {
    Place::new(&[("a.test.md", test)]).run(&["test"])
}

const ROWS: &str = "# Sums\n\n```csv orders\nid,city,amount\n1,Rome,1.5\n2,Rome,2\n3,Oslo,NULL\n```\n\n";

#[test]
fn tables_of_any_connector_are_given_rows_and_their_sinks_are_compared() {
    let place = orders(&format!("{ROWS}```csv expect totals\ncity,total\nOslo,NULL\nRome,3.5\n```\n"));
    place.run(&["test", "sums.test.md"]).check(expect![[r#"
        --- standard error
        1 test in 1 file: 1 passed (N ms)
        --- exit code 0
    "#]]);
}

#[test]
fn a_difference_shows_cells_and_rows() {
    let place = orders(&format!("{ROWS}```csv expect totals\ncity,total\nRome,4\nParis,1\n```\n"));
    place.run(&["test"]).check(expect![[r#"
        failed: sums.test.md:1: Sums
        error[test-failed]: the rows of 'totals' are not as expected: 1 row with other cells, 1 row missing, 1 row unexpected
          --> sums.test.md:10:4   ```csv expect totals
                                     ^^^^^^^^^^^^^^^^^
            city   total
          ~ Rome   4.00 -> 3.50
          - Paris  1.00
          + Oslo   NULL
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
}

#[test]
fn a_broken_script_fails_its_test() {
    let place = orders(&format!("{ROWS}```csv expect totals\ncity,total\nOslo,NULL\nRome,3.5\n```\n"));
    for (from, to) in
        [("SUM(amount)", "MAX(amount)"), ("FROM orders", "FROM orders WHERE amount > 0"), ("city, SUM", "'x', SUM"), ("GROUP BY city", "")]
    {
        std::fs::write(place.path().join("sums.sql"), ORDERS.replace(from, to)).expect("it can be written");
        let outcome = place.run(&["test"]);
        assert_eq!(outcome.code, Some(1), "{to}: {}", outcome.out);
        assert!(outcome.err.contains("1 failed"), "{to}: {}", outcome.err);
    }
}

#[test]
fn update_writes_only_the_blocks_that_differ() {
    let test = format!(
        "{ROWS}Right:\n\n```csv expect totals\ncity, total\nRome, 3.5\nOslo, NULL\n```\n\n## Wrong\n\n```csv expect totals\ncity,total\nRome,4\nOslo,NULL\n```\n\nthe end"
    );
    let place = orders(&test);
    let outcome = place.run(&["test", "--update"]);
    assert_eq!((outcome.err.as_str(), outcome.code), ("updated 1 expectation in sums.test.md\n", Some(0)));
    assert_eq!(place.read("sums.test.md"), test.replace("Rome,4", "Rome,3.50"));
    assert_eq!(place.run(&["test"]).code, Some(0));
    let outcome = place.run(&["test", "--update"]);
    assert_eq!((outcome.err.as_str(), outcome.code), ("nothing to update\n", Some(0)));
}

#[test]
fn every_form_of_expectation_can_be_updated() {
    let test = "# A\n\n```sql\nCREATE TABLE t (a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv', 'csv.ignore-parse-errors' = 'true');\nSELECT * FROM t;\nSELECT nosuch;\n```\n\n\
        ```csv t raw\n1,a|b\nx,\n```\n\n```json expect rows\n```\n\nExpect `rows`:\n\n| a |\n|---|\n| 7 |\n\n```text expect error unknown-table at 1:1\n```\n\n";
    let place = Place::new(&[("a.test.md", test)]);
    place.run(&["test", "--update"]).check(expect![[r#"
        --- standard error
        updated 1 expectation in a.test.md
        --- exit code 0
    "#]]);
    let without_error = test.replace("SELECT nosuch;\n", "").replace("```text expect error unknown-table at 1:1\n```", "```text expect counts\n```\n\n```text expect options t\n```\n\n```text expect stdout\n```\n\n```sql expect render flink-2.3\n```\n\n```text expect explain bound\n```");
    let place = Place::new(&[("a.test.md", &without_error)]);
    place.run(&["test", "--update"]);
    expect![[r##"
        # A

        ```sql
        CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv', 'csv.ignore-parse-errors' = 'true');
        SELECT * FROM t;
        ```

        ```csv t raw
        1,a|b
        x,
        ```

        ```json expect rows
        {"a":1,"b":"a|b"}
        {"a":null,"b":""}
        ```

        Expect `rows`:

        | a    |
        | ---- |
        | 1    |
        | NULL |

        ```text expect counts
        1 cell of column 'a' of table 't' became NULL
        ```

        ```text expect options t
        connector = filesystem from table
        csv.ignore-parse-errors = true from table
        format = csv from table
        path = x from table
        ```

        ```text expect stdout
        +--------+-----+
        |      a |   b |
        +--------+-----+
        |      1 | a|b |
        | <NULL> |     |
        +--------+-----+
        2 rows in set
        ```

        ```sql expect render flink-2.3
        SET 'execution.runtime-mode' = 'batch';

        -- from a.test.md:4
        CREATE TABLE t (
          a INT,
          b STRING
        )
        WITH (
          'connector' = 'filesystem',
          'path' = 'x',
          'format' = 'csv',
          'csv.ignore-parse-errors' = 'true'
        );

        -- from a.test.md:5
        SELECT *
        FROM t;
        ```

        ```text expect explain bound
        Project #0, #1 -> #2 a INT, #3 b STRING
          Scan default_catalog.default_database.t (filesystem) [a, b] -> #0 a INT, #1 b STRING
        ```

    "##]].assert_eq(&place.read("a.test.md"));
    assert_eq!(place.run(&["test"]).code, Some(0));
}

#[test]
fn mistakes_of_fixtures_have_places() {
    orders("# A\n\n```csv orders\nid,town,amount,seen\n1,Rome,much,noon\nNULL,Oslo,1,\n```\n\n```csv expect totals\ncity,total\n```\n")
        .run(&["test"])
        .check(expect![[r#"
            failed: sums.test.md:1: A
            error[fixture-column]: table 'orders' has no column 'town'
              --> sums.test.md:4:4   id,town,amount,seen
                                        ^^^^
            error[fixture-cell]: 'much' is not a DECIMAL(10, 2), for column 'amount'
              --> sums.test.md:5:8
             5 | 1,Rome,much,noon
               |        ^^^^
              ::: sums.sql:1:46
             1 | …city STRING, amount DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), PRIMARY KEY (id) NOT ENFORCED)
               |               --------------------- declared here
            error[fixture-cell]: 'noon' is not a TIMESTAMP_LTZ(3), for column 'seen'
              --> sums.test.md:5:13
             5 | 1,Rome,much,noon
               |             ^^^^
              ::: sums.sql:1:69
             1 | …city STRING, amount DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), PRIMARY KEY (id) NOT ENFORCED)
               |                                      --------------------- declared here
            error[fixture-cell]: column 'id' is NOT NULL
              --> sums.test.md:6:1
             6 | NULL,Oslo,1,
               | ^^^^
              ::: sums.sql:1:22
             1 | CREATE TABLE orders (id BIGINT, city STRING, amount DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), PRI…
               |                      --------- declared here
            error[fixture-cell]: '' is not a TIMESTAMP_LTZ(3), for column 'seen'
              --> sums.test.md:6:13
             6 | NULL,Oslo,1,
               |             ^
              ::: sums.sql:1:69
             1 | …city STRING, amount DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), PRIMARY KEY (id) NOT ENFORCED)
               |                                      --------------------- declared here
            help: NULL is written NULL.
            --- standard error
            1 test in 1 file: 0 passed, 1 failed (N ms)
            --- exit code 1
        "#]]);
}

#[test]
fn a_table_without_rows_and_rows_without_a_table_are_mistakes() {
    orders("# A\n\n```csv order\nid\n1\n```\n\n```csv expect totals\ncity,total\n```\n").run(&["test"]).check(expect![[r#"
        failed: sums.test.md:1: A
        error[missing-fixture]: table 'orders' has no rows in this test
          --> sums.sql:5:50   INSERT INTO totals SELECT city, SUM(amount) FROM orders GROUP BY city;
                                                                               ^^^^^^
        help: There are rows for 'order'.
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    orders(&format!("{ROWS}```csv customers\nid\n1\n```\n\n```csv expect total\ncity,total\n```\n")).run(&["test"]).check(expect![[r#"
        error[unused-fixture]: nothing reads the rows of table 'customers'
          --> sums.test.md:10:8   ```csv customers
                                         ^^^^^^^^^

        failed: sums.test.md:1: Sums
        error[test-failed]: the script writes nothing to a table 'total'
          --> sums.test.md:15:15   ```csv expect total
                                                 ^^^^^
        help: did you mean 'totals'?
        --- standard error
        1 test in 1 file: 0 passed, 1 failed, 1 file with mistakes (N ms)
        --- exit code 1
    "#]]);
}

#[test]
fn an_expected_error_is_found_by_id_text_and_place() {
    let test =
        |expectation: &str| format!("# A\n\n```sql\nSELECT 1 AS a;\nSELECT nosuch\nFROM (VALUES (1)) AS t(a);\n```\n\n{expectation}\n");
    assert_eq!(alone(&test("```text expect error unknown-column at 2:8\nnosuch\n```")).code, Some(0));
    assert_eq!(alone(&test("```text expect error unknown-column\n```\n\n```csv expect rows 1\na\n1\n```")).code, Some(0));
    alone(&test("```text expect error unknown-colum at 2:8\n```")).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-failed]: there is no error 'unknown-colum'
          --> a.test.md:9:22   ```text expect error unknown-colum at 2:8
                                                    ^^^^^^^^^^^^^
        help: did you mean 'unknown-column'?
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.test.md:5:8   SELECT nosuch
                                     ^^^^^^
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    alone(&test("```text expect error unknown-column at 3:1\n```")).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-failed]: the error 'unknown-column' is at 2:8
          --> a.test.md:9:4   ```text expect error unknown-column at 3:1
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.test.md:5:8   SELECT nosuch
                                     ^^^^^^
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    alone(&test("```text expect error unknown-column\nanother text\n```")).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-failed]: the error 'unknown-column' says something else
          --> a.test.md:9:4   ```text expect error unknown-column
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.test.md:5:8   SELECT nosuch
                                     ^^^^^^
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    alone(&test("```csv expect rows\na\n1\n```")).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-failed]: the script fails, which the test does not expect
          --> a.test.md:1:3   # A
                                ^
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.test.md:5:8   SELECT nosuch
                                     ^^^^^^
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
}

#[test]
fn time_zone_and_chance_are_fixed() {
    let test = "---\nclock: 2026-03-29 03:30:00\nzone: Europe/Berlin\nseed: 7\n---\n# A\n\n```sql\nSELECT CURRENT_TIMESTAMP AS now, LOCALTIMESTAMP AS here, CURRENT_DATE AS today, RAND() AS r, UUID() AS u;\n\
        CREATE TABLE made (a INT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '2', 'fields.b.length' = '4');\nSELECT * FROM made;\n```\n\n\
        ```csv expect rows 1\nnow,here,today\n2026-03-29 03:30:00,2026-03-29 03:30:00,2026-03-29\n```\n\n```text expect stdout\n```\n";
    let place = Place::new(&[("a.test.md", test)]);
    assert_eq!(place.run(&["test", "--update"]).code, Some(0));
    for _ in 0..3 {
        let outcome = place.run(&["test"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.out);
    }
    let another = place.read("a.test.md").replace("seed: 7", "seed: 8");
    assert_eq!(Place::new(&[("a.test.md", &another)]).run(&["test"]).code, Some(1));
}

#[test]
fn rows_are_written_in_every_form() {
    let table = "CREATE TABLE t (a INT, b STRING, c ROW<x INT, y ARRAY<STRING>>, d BYTES, e TIMESTAMP_LTZ(3), f AS a + 1) WITH ('connector' = 'odps');\nSELECT * FROM t;";
    let expected = "```json expect rows\n{\"a\": 1, \"b\": \"NULL\", \"c\": {\"x\": 2, \"y\": [\"p\", null]}, \"d\": \"x'00ff'\", \"e\": \"2026-01-01 00:00:00Z\", \"f\": 2}\n{\"a\": null}\n```\n";
    let forms = [
        "```csv t\na,b,c,d,e\n1,\"NULL\",\"{\"\"x\"\": 2, \"\"y\"\": [\"\"p\"\", null]}\",x'00ff',2026-01-01 00:00:00\nNULL,NULL,NULL,NULL,NULL\n```\n",
        "Rows of `t`:\n\n| e | d | c | b | a |\n|--|--|--|--|--|\n| 2026-01-01T00:00:00Z | x'00ff' | [2, [\"p\", null]] | `NULL` | 1 |\n| NULL | NULL | NULL | NULL | NULL |\n",
        "```json t\n{\"a\": 1, \"b\": \"NULL\", \"c\": [2, [\"p\", null]], \"d\": \"x'00ff'\", \"e\": \"2026-01-01 00:00:00\"}\n{}\n```\n",
        "```values t (a, b, c, d, e)\n(0 + 1, 'NULL', ROW(2, ARRAY['p', CAST(NULL AS STRING)]), X'00FF', TIMESTAMP '2026-01-01 00:00:00'),\n(NULL, NULL, NULL, NULL, NULL)\n```\n",
    ];
    for form in forms {
        let outcome = alone(&format!("# A\n\n```sql\n{table}\n```\n\n{form}\n{expected}"));
        assert_eq!(outcome.code, Some(0), "{form}\n{}", outcome.out);
    }
}

#[test]
fn captured_rows_can_be_read_later_and_overwritten() {
    let script = "CREATE TABLE t (a INT, b INT) PARTITIONED BY (b) WITH ('connector' = 'filesystem', 'path' = 'nowhere', 'format' = 'csv');\n\
        INSERT INTO t VALUES (1, 1);\nINSERT INTO t VALUES (2, 2);\nSELECT SUM(a) AS s FROM t;\nINSERT OVERWRITE t SELECT a * 10, b FROM t WHERE a = 2;";
    let outcome = alone(&format!(
        "# A\n\n```sql\n{script}\n```\n\n```csv expect rows\ns\n3\n```\n\n```csv expect t changelog\nop,a,b\n+I,20,2\n```\n"
    ));
    assert_eq!(outcome.code, Some(0), "{}", outcome.out);
}

#[test]
fn nothing_outside_is_read_or_written() {
    let place = Place::new(&[
        ("x/in.csv", "1\n"),
        (
            "a.test.md",
            "# A\n\n```sql\nCREATE TABLE i (a INT) WITH ('connector' = 'filesystem', 'path' = 'x/in.csv', 'format' = 'csv');\nCREATE TABLE o (a INT) WITH ('connector' = 'filesystem', 'path' = 'x/out', 'format' = 'csv');\nINSERT INTO o VALUES (1);\nSELECT * FROM i;\n```\n\n```csv expect o\na\n1\n```\n",
        ),
    ]);
    place.run(&["test"]).check(expect![[r#"
        failed: a.test.md:1: A
        error[missing-fixture]: table 'i' has no rows in this test
          --> a.test.md:7:15   SELECT * FROM i;
                                             ^
        help: Give it rows: ```csv i, with a header.
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    assert!(!place.path().join("x/out").exists());
}

#[test]
fn a_file_may_be_a_fixture_and_is_missed_by_name() {
    let table = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\nSELECT * FROM t;";
    let test = |file: &str| format!("# A\n\n```sql\n{table}\n```\n\n```csv t from file {file}\n```\n\n```csv expect rows\na,b\n1,x\n```\n");
    let place = Place::new(&[
        ("data/t.csv", "1,x\n"),
        ("t.json", "{\"a\": 1, \"b\": \"x\"}\n"),
        ("a.test.md", &test("data/t.csv")),
        ("b.test.md", &test("t.json")),
    ]);
    assert_eq!(place.run(&["test"]).code, Some(0));
    std::fs::write(place.path().join("b.test.md"), test("t.jsn")).expect("it can be written");
    place.run(&["test", "b.test.md"]).check(expect![[r#"
        failed: b.test.md:1: A
        error[test-file]: file 't.jsn' is not there
          --> b.test.md:8:20   ```csv t from file t.jsn
                                                  ^^^^^
        note: It is looked for beside the test file, or in a workspace from its root: 't.jsn'.
        help: There is 't.json'.
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
}

#[test]
fn records_have_no_metadata_and_scripts_are_no_tests() {
    let script = "CREATE TABLE t (a INT, m TIMESTAMP_LTZ(3) METADATA FROM 'timestamp') WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\nSELECT a, m FROM t;";
    let place = Place::new(&[("a.sql", script), ("a.test.md", "# A\n\n```json t raw\n{\"a\": 1}\n```\n\n```csv expect rows\na,m\n```\n")]);
    place.run(&["test"]).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-file]: the script reads metadata 'timestamp', which records as they are do not have
          --> a.test.md:3:9   ```json t raw
                                      ^
        help: Give the table rows with a column for it, as csv, json or values.
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
    place.run(&["test", "a.sql"]).check(expect![[r#"
        --- standard error
        error[invalid-input]: 'a.sql' is not a test file: tests are in *.test.md; its tests are in 'a.test.md'
        --- exit code 1
    "#]]);
}

#[test]
fn a_bad_record_is_at_its_place_in_the_block() {
    let script = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = 'x', 'format' = 'csv');\nSELECT * FROM t;";
    let test =
        |at: &str| format!("# A\n\n```sql\n{script}\n```\n\n```csv t raw\n1,x\nq,y\n```\n\n```text expect error bad-record at {at}\n```\n");
    assert_eq!(alone(&test("2:1")).code, Some(0));
    alone(&test("1:1")).check(expect![[r#"
        failed: a.test.md:1: A
        error[test-failed]: the error 'bad-record' is at 2:1
          --> a.test.md:13:4   ```text expect error bad-record at 1:1
                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        error[bad-record]: 'q' is not an INT for column 'a' of table 't'
          --> a.test.md:10:1   ▸q◂,y
        note: read by a.test.md:5:15
        help: Any bad cell becomes NULL: 'csv.ignore-parse-errors'='true'
        --- standard error
        1 test in 1 file: 0 passed, 1 failed (N ms)
        --- exit code 1
    "#]]);
}

#[test]
fn tests_are_chosen_and_listed_by_name() {
    let case = |name: &str| format!("# {name}\n\n```sql\nSELECT 1 AS a;\n```\n\n```csv expect rows\na\n1\n```\n\n");
    let place =
        Place::new(&[("b/x.test.md", &(case("One") + &case("Two"))), ("a.test.md", &case("Three")), (".hidden/y.test.md", &case("Four"))]);
    assert_eq!(place.run(&["test", "--list"]).out, "a.test.md:1: Three\nb/x.test.md:1: One\nb/x.test.md:12: Two\n");
    assert_eq!(place.run(&["test", "--filter", "tWo"]).err, "1 test in 2 files: 1 passed (N ms)\n");
    assert_eq!(place.run(&["test", "--filter", "Five"]).code, Some(1));
    assert_eq!(place.run(&["test", "nosuch"]).code, Some(1));
    assert_eq!(place.run(&["test", "--nosuch"]).code, Some(2));
}

#[test]
fn reports_are_json_and_junit() {
    let place = orders(&format!("{ROWS}```csv expect totals\ncity,total\nOslo,NULL\nRome,<&\n```\n"));
    let outcome = place.run(&["test", "--format", "json", "--junit", "report.xml"]);
    let line: serde_json::Value = serde_json::from_str(outcome.out.trim()).expect("it is JSON");
    assert_eq!((&line["status"], &line["test"], &line["line"]), (&"failed".into(), &"Sums".into(), &1.into()));
    assert_eq!(line["failures"][0]["difference"][1], "~ Rome  <& -> 3.50");
    let xml = place.read("report.xml");
    let without_times: String =
        xml.split("time=\"").map(|part| part.split_once('"').filter(|(time, _)| time.len() < 9).map_or(part, |(_, rest)| rest)).collect();
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="tamias" tests="1" failures="1" errors="0" >
          <testsuite name="sums.test.md" tests="1" failures="1" errors="0" >
            <testcase name="Sums" classname="sums.test.md" file="sums.test.md" line="1" >
              <failure message="the rows of 'totals' are not as expected: 1 row with other cells" type="test-failed">error[test-failed]: the rows of 'totals' are not as expected: 1 row with other cells
          --&gt; sums.test.md:10:4   ```csv expect totals
                                     ^^^^^^^^^^^^^^^^^
            city  total
          ~ Rome  &lt;&amp; -&gt; 3.50
        </failure>
            </testcase>
          </testsuite>
        </testsuites>
    "#]].assert_eq(&without_times);
}

#[test]
fn the_tests_of_the_examples_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_tamias"))
        .args(["test", "examples"])
        .current_dir(root)
        .output()
        .expect("the program can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stderr).contains("passed"));
}
