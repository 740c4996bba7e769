//! The real program on small files: what it prints to standard output and standard error, and how it ends.

mod testing;

use expect_test::{Expect, expect};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

#[path = "cli/import.rs"]
mod import;
#[path = "cli/new.rs"]
mod new;
#[path = "cli/release.rs"]
mod release;
#[path = "cli/secrets.rs"]
mod secrets;

/// A directory with files in which the program runs.
struct Place {
    directory: TempDir,
}

/// What the program did.
struct Outcome {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("it is beneath the directory")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Place { directory }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamias"));
        command.current_dir(self.directory.path()).args(arguments);
        command.env("TZ", "UTC").env("HOME", self.directory.path()).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        let output = self.command(arguments).output().expect("the program can be started");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        Outcome { out: text(output.stdout), err: without_times(&text(output.stderr)), code: output.status.code() }
    }

    fn run_with_input(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
        child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("the program reads it");
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        Outcome { out: text(output.stdout), err: without_times(&text(output.stderr)), code: output.status.code() }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.directory.path().join(name)).expect("it is there")
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }
}

impl Outcome {
    /// Compares everything with a snapshot.
    fn check(&self, expected: Expect) {
        let code = self.code.map_or("a signal".to_owned(), |code| code.to_string());
        expected.assert_eq(&format!("{}--- standard error\n{}--- exit code {code}\n", self.out, self.err));
    }
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" in ") {
        Some((before, after)) if after.contains(" ms: ") => {
            let rest = after.split_once(" ms: ").map_or("", |(_, rest)| rest);
            format!("{before} in N ms: {rest}\n")
        }
        _ => match line.rsplit_once(" (").filter(|(_, time)| time.ends_with(" ms)")) {
            Some((before, _)) => format!("{before} (N ms)\n"),
            None => format!("{line}\n"),
        },
    });
    lines.collect()
}

const AIRPORTS: &str = "\
ABE,Lehigh Valley,PA,40.65236,-75.4404
ABI,Abilene,TX,32.41132,-99.6819
ECP,Northwest Florida,FL,,
";

const AIRPORTS_TABLE: &str = "\
CREATE TABLE airports (code STRING, name STRING, state STRING, latitude DOUBLE, longitude DOUBLE)
WITH ('connector' = 'filesystem', 'path' = 'airports.csv', 'format' = 'csv', 'csv.null-literal' = '');
";

fn airports(script: &str) -> Place {
    Place::new(&[("airports.csv", AIRPORTS), ("a.sql", &format!("{AIRPORTS_TABLE}{script}"))])
}

#[test]
fn run_prints_rows_only_and_separates_results() {
    airports("SELECT code, latitude FROM airports;\nSHOW TABLES;\nSELECT 1 AS a, 'a,b' AS b;").run(&["run", "a.sql"]).check(expect![[r#"
            ABE,40.65236
            ABI,32.41132
            ECP,

            airports

            1,"a,b"
            --- standard error
            --- exit code 0
        "#]]);
}

#[test]
fn rows_come_in_every_form() {
    let place = airports("SELECT code, latitude FROM airports WHERE state <> 'TX';");
    place.run(&["run", "a.sql", "--format", "json"]).check(expect![[r#"
        {"code":"ABE","latitude":40.65236}
        {"code":"ECP","latitude":null}
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["run", "a.sql", "--format", "changelog"]).check(expect![[r#"
        +I[ABE, 40.65236]
        +I[ECP, null]
        --- standard error
        --- exit code 0
    "#]]);
    let tableau = place.run(&["run", "a.sql", "--format", "tableau"]);
    assert!(tableau.out.starts_with("+------+----------+\n| code | latitude |\n"), "{}", tableau.out);
    assert!(tableau.out.contains("2 rows in set ("), "{}", tableau.out);
}

#[test]
fn a_table_of_the_command_line_that_nothing_uses_is_told() {
    let place = airports("SELECT code FROM airports LIMIT 1;");
    let wrong = [
        "--bind",
        "airport=airports.csv",
        "--set",
        "airprts.format=csv",
        "--set",
        "parallelism.defalt=1",
        "--set",
        "airports.csv.allow-comments=true",
    ];
    place.run(&[&["run", "a.sql"], wrong.as_slice()].concat()).check(expect![[r#"
        ABE
        --- standard error
        warning[unused-setting]: no statement uses a table 'airport'
          --> <command line>:1:8   --bind airport=airports.csv
                                          ^^^^^^^
        help: Did you mean 'airports'?

        warning[unused-setting]: 'airprts.format' is neither a configuration key nor an option of a table that a statement uses
          --> <command line>:1:7   --set airprts.format=csv
                                         ^^^^^^^^^^^^^^
        help: Did you mean 'airports.format'?

        warning[unused-setting]: 'parallelism.defalt' is neither a configuration key nor an option of a table that a statement uses
          --> <command line>:1:7   --set parallelism.defalt=1
                                         ^^^^^^^^^^^^^^^^^^
        help: Did you mean 'parallelism.default'?
        --- exit code 0
    "#]]);
    let right = [
        "--bind",
        "airports=airports.csv",
        "--set",
        "airports.csv.null-literal=",
        "--set",
        "default_database.airports.csv.allow-comments=true",
    ];
    for verb in ["run", "check", "explain", "options"] {
        let outcome = place.run(&[&[verb, "a.sql"], wrong.as_slice()].concat());
        assert_eq!((outcome.out + &outcome.err).matches("warning[unused-setting]").count(), 3, "{verb}");
        let outcome = place.run(&[&[verb, "a.sql"], right.as_slice()].concat());
        assert!(!(outcome.out + &outcome.err).contains("unused-setting"), "{verb}");
    }
    place.run(&["run", "."]).check(expect![[r#"
        --- standard error
        error[invalid-input]: '.' is a directory; name one of its files
        --- exit code 1
    "#]]);
}

#[test]
fn run_stops_at_the_first_error() {
    airports("SELECT code FROM airports LIMIT 1;\nSELECT nosuch FROM airports;\nSELECT 3;").run(&["run", "a.sql"]).check(expect![[r#"
        ABE
        --- standard error
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.sql:4:8   SELECT nosuch FROM airports;
                                 ^^^^^^
        --- exit code 1
    "#]]);
}

#[test]
fn a_script_with_a_syntax_error_does_not_run() {
    Place::new(&[("a.sql", "SELECT 1;\nSELEC 2;\n")]).run(&["run", "a.sql"]).check(expect![[r#"
        --- standard error
        error[misspelt-keyword]: 'SELEC' is no keyword; did you mean 'SELECT'?
          --> a.sql:2:1   SELEC 2;
                          ^^^^^
        help: Write SELECT
        --- exit code 1
    "#]]);
}

#[test]
fn a_limit_stops_a_query() {
    airports("SELECT code FROM airports;").run(&["run", "a.sql", "--limit", "2"]).check(expect![[r#"
        ABE
        ABI
        --- standard error
        --- exit code 0
    "#]]);
}

#[test]
fn statements_may_be_given_on_the_command_line_and_on_standard_input() {
    let place = Place::new(&[]);
    place.run(&["-c", "SELECT 1 + 1"]).check(expect![[r#"
        2
        --- standard error
        --- exit code 0
    "#]]);
    place.run_with_input(&["run", "-"], "SELECT 2;").check(expect![[r#"
        2
        --- standard error
        --- exit code 0
    "#]]);
    place.run_with_input(&[], "SELECT 3;\nSELECT\n4;").check(expect![[r#"
        3

        4
        --- standard error
        --- exit code 0
    "#]]);
}

#[test]
fn a_file_can_stand_in_for_a_table_and_options_can_be_set() {
    let place = Place::new(&[
        ("other.csv", "XYZ;1\n"),
        (
            "a.sql",
            "CREATE TABLE t (a STRING, b INT) WITH ('connector' = 'kafka', 'topic' = 'x', 'properties.bootstrap.servers' = 'h:1', 'format' = 'json');\nSELECT * FROM t;",
        ),
    ]);
    place.run(&["run", "a.sql", "--bind", "t=other.csv", "--set", "t.csv.field-delimiter=;"]).check(expect![[r#"
        XYZ,1
        --- standard error
        --- exit code 0
    "#]]);
    fs::write(place.path().join("b.sql"), place.read("a.sql").replace("FROM t", "FROM t /*+ OPTIONS('topic' = 'y') */"))
        .expect("it can be written");
    place.run(&["run", "b.sql", "--bind", "t=other.csv", "--set", "t.csv.field-delimiter=;"]).check(expect![[r#"
        XYZ,1
        --- standard error
        note[replaced-by-bind]: option 'topic' has no effect: another connector stands in for that of table 'default_catalog.default_database.t'
          --> b.sql:2:30   SELECT * FROM t /*+ OPTIONS('topic' = 'y') */;
                                                        ^^^^^
        --- exit code 0
    "#]]);
    place.run(&["run", "a.sql", "--bind", "t=other.xls"]).check(expect![[r#"
        --- standard error
        error[invalid-bind]: the format of 'other.xls' is not known: its name ends in none of .csv, .json, .parquet
          --> <command line>:1:10   --bind t=other.xls
                                             ^^^^^^^^^
        help: Name it: other.xls?format=csv.
        --- exit code 1
    "#]]);
}

#[test]
fn variables_are_replaced() {
    Place::new(&[("a.sql", "SELECT '${who}' AS a;")]).run(&["run", "a.sql", "--var", "who=it's me"]).check(expect![[r#"
        it's me
        --- standard error
        --- exit code 0
    "#]]);
}

#[test]
fn skipped_data_is_reported_at_the_end() {
    let place = Place::new(&[
        ("t.csv", "1,a\nx,b\n3\n"),
        (
            "a.sql",
            "CREATE TABLE t (n INT, s STRING) WITH ('connector'='filesystem','path'='t.csv','format'='csv','csv.ignore-parse-errors'='true');\nSELECT * FROM t;",
        ),
    ]);
    place.run(&["run", "a.sql", "--reject-file", "bad.txt"]).check(expect![[r#"
        1,a
        ,b
        3,
        --- standard error
        note[skipped-data]: 1 cell of column 'n' of table 't' became NULL
        note: t.csv:2:1  'x'

        note[skipped-data]: 1 cell of column 's' of table 't' became NULL
        note: t.csv:3  ''
        --- exit code 0
    "#]]);
    assert_eq!(place.read("bad.txt"), "x,b\n3\n");
}

#[test]
fn a_file_runs_with_the_transcript_of_flinks_client() {
    let place = airports("SET 'sql-client.display.print-time-cost' = 'false';\nSELECT code\nFROM airports;\nSELECT nosuch;\nSELECT 1;");
    place.run(&["-f", "a.sql"]).check(expect![[r#"
        [INFO] Executing SQL from file.

        Flink SQL> CREATE TABLE airports (code STRING, name STRING, state STRING, latitude DOUBLE, longitude DOUBLE)
        > WITH ('connector' = 'filesystem', 'path' = 'airports.csv', 'format' = 'csv', 'csv.null-literal' = '');
        [INFO] Execute statement succeeded.

        Flink SQL> SET 'sql-client.display.print-time-cost' = 'false';
        [INFO] Execute statement succeeded.

        Flink SQL> SELECT code
        > FROM airports;
        +------+
        | code |
        +------+
        |  ABE |
        |  ABI |
        |  ECP |
        +------+
        3 rows in set

        Flink SQL> SELECT nosuch;
        [ERROR] Could not execute SQL statement. Reason:
        org.apache.calcite.sql.validate.SqlValidatorException: Column 'nosuch' not found in any table

        --- standard error
        error[unknown-column]: column 'nosuch' is not in any table
          --> a.sql:6:8   SELECT nosuch;
                                 ^^^^^^
        --- exit code 1
    "#]]);
}

#[test]
fn check_lists_all_findings_and_counts_them() {
    let place = Place::new(&[
        (
            "jobs/a.sql",
            "CREATE TABLE t (a INT) WITH ('connector' = 'filesystem', 'path' = 'nosuch.csv', 'format' = 'csv');\nSELECT b FROM t;\n",
        ),
        ("jobs/sub/b.sql", "SELEC 1;\nSELECT 1;\n"),
        ("jobs/notes.md", "not SQL"),
    ]);
    place.run(&["check", "jobs"]).check(expect![[r#"
        error[unknown-column]: column 'b' is not in any table
          --> jobs/a.sql:2:8   SELECT b FROM t;
                                      ^

        error[misspelt-keyword]: 'SELEC' is no keyword; did you mean 'SELECT'?
          --> jobs/sub/b.sql:1:1   SELEC 1;
                                   ^^^^^
        help: Write SELECT
        --- standard error
        checked 2 files, 4 statements in N ms: 2 errors (1 fixable)
        --- exit code 1
    "#]]);
    place.run(&["check", "jobs", "--errors", "short"]).check(expect![[r#"
        jobs/a.sql:2:8: error[unknown-column]: column 'b' is not in any table
        jobs/sub/b.sql:1:1: error[misspelt-keyword]: 'SELEC' is no keyword; did you mean 'SELECT'?
        --- standard error
        checked 2 files, 4 statements in N ms: 2 errors (1 fixable)
        --- exit code 1
    "#]]);
    place.run_with_input(&["check", "-"], "SELECT 1;").check(expect![[r#"
        --- standard error
        checked 1 file, 1 statement in N ms: no errors
        --- exit code 0
    "#]]);
    place.run(&["check", "nosuch.sql"]).check(expect![[r#"
        --- standard error
        error[not-found]: cannot read 'nosuch.sql': No such file or directory (os error 2)
        --- exit code 1
    "#]]);
}

#[test]
fn fmt_changes_files_lists_them_or_prints() {
    let place = Place::new(&[("a.sql", "select  1;\n"), ("b.sql", "SELECT 1;\n")]);
    place.run(&["fmt", "--check", "a.sql", "b.sql"]).check(expect![[r#"
        a.sql
        --- standard error
        1 file would change, 1 unchanged
        --- exit code 1
    "#]]);
    place.run(&["fmt", "--stdout", "a.sql"]).check(expect![[r#"
        SELECT 1;
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["fmt", "."]).check(expect![[r#"
        --- standard error
        1 file changed, 1 unchanged
        --- exit code 0
    "#]]);
    assert_eq!(place.read("a.sql"), "SELECT 1;\n");
    assert_eq!(fs::read_dir(place.path()).expect("it is there").count(), 2);
    place.run_with_input(&["fmt", "-"], "select 2").check(expect![[r#"
        SELECT 2
        --- standard error
        --- exit code 0
    "#]]);
    place.run_with_input(&["fmt", "-"], "selec 2").check(expect![[r#"
        --- standard error
        error[misspelt-keyword]: 'selec' is no keyword; did you mean 'SELECT'?
          --> <standard input>:1:1   selec 2
                                     ^^^^^
        help: Write select
        --- exit code 1
    "#]]);
}

#[test]
fn options_show_who_set_what() {
    let place = airports(
        "SET airports.csv.ignore-parse-errors = 'true';\n\
         SELECT * FROM airports /*+ OPTIONS('csv.null-literal' = 'NULL') */;\n",
    );
    place.run(&["options", "a.sql"]).check(expect![[r#"
        airports (filesystem) at a.sql:4:15  VALUE         SET BY            SHADOWS
        connector                            filesystem    table a.sql:2:8   -
        csv.ignore-parse-errors              true          SET   a.sql:3:14  -
        csv.null-literal                     NULL          hint  a.sql:4:37  '' a.sql:2:79
        format                               csv           table a.sql:2:61  -
        path                                 airports.csv  table a.sql:2:36  -         27 defaults: --all
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["options", "a.sql:4", "--table", "airports", "--format", "json"]).check(expect![[r#"
        {"table":"airports","connector":"filesystem","place":"a.sql:4:15","options":[{"key":"connector","locked":false,"value":"filesystem","layer":"table","place":"a.sql:2:8","shadows":[]},{"key":"csv.ignore-parse-errors","locked":false,"value":"true","layer":"SET","place":"a.sql:3:14","shadows":[]},{"key":"csv.null-literal","locked":false,"value":"NULL","layer":"hint","place":"a.sql:4:37","shadows":[{"value":"''","layer":"table","place":"a.sql:2:79"}]},{"key":"format","locked":false,"value":"csv","layer":"table","place":"a.sql:2:61","shadows":[]},{"key":"path","locked":false,"value":"airports.csv","layer":"table","place":"a.sql:2:36","shadows":[]}]}
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["options", "a.sql", "--table", "nosuch"]).check(expect![[r#"
        --- standard error
        error[not-found]: the script does not refer to a table 'nosuch'
        --- exit code 1
    "#]]);
}

#[test]
fn secrets_are_masked() {
    let place = Place::new(&[(
        "a.sql",
        "CREATE TABLE t (a INT) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://h/d', 'table-name' = 't', 'username' = 'u', 'password' = 'hunter2');\nSELECT * FROM t;",
    )]);
    let shown = place.run(&["options", "a.sql"]);
    assert!(shown.out.contains("******") && !shown.out.contains("hunter2"), "{}", shown.out);
}

#[test]
fn explain_shows_a_level() {
    let place = airports("SELECT code FROM airports WHERE latitude > 35;");
    place.run(&["explain", "a.sql", "--level", "bound"]).check(expect![[r#"
        Project #0 -> #5 code STRING
          Filter #3 > CAST(35 AS DOUBLE) -> #0 code STRING, #3 latitude DOUBLE
            Scan default_catalog.default_database.airports (filesystem) [code, latitude] -> #0 code STRING, #3 latitude DOUBLE
        --- standard error
        --- exit code 0
    "#]]);
    let ast = place.run(&["explain", "-c", "SELECT 1", "--level", "ast"]);
    assert!(ast.out.starts_with("Query("), "{}", ast.out);
    let whole = place.run(&["explain", "a.sql"]);
    assert!(whole.out.starts_with("== Abstract Syntax Tree ==\n"), "{}", whole.out);
}

#[test]
fn profile_proposes_a_table_that_can_be_read() {
    let mut csv = String::from("IATA CODE,latitude,value\n");
    for i in 0..120 {
        csv.push_str(&format!("A{i:02},{}.125,{i}\n", i % 80));
    }
    csv.push_str("ECP,north,\n");
    let place = Place::new(&[("airports.csv", &csv)]);
    let profile = place.run(&["profile", "airports.csv"]);
    profile.check(expect![[r#"
        CREATE TABLE airports (
          IATA_CODE STRING,
          latitude DECIMAL(18, 3),
          `value` INT
        ) WITH (
          'connector' = 'filesystem',
          'path' = 'airports.csv',
          'format' = 'csv',
          'csv.null-literal' = '',
          'csv.ignore-parse-errors' = 'true'
        );
        --- standard error
        -- airports.csv: 121 records
        -- Line 1 is a header, which the csv format reads as a record: take it out of the file, or leave it out with WHERE IATA_CODE IS DISTINCT FROM 'IATA CODE'.
        -- Column 'latitude' is a DECIMAL(18, 3), but not all of its 121 values are (1):
        --   airports.csv:122:5  'north'
        --- exit code 0
    "#]]);
    fs::write(place.path().join("p.sql"), format!("{}SELECT COUNT(*) FROM airports;", profile.out)).expect("it can be written");
    assert_eq!(place.run(&["run", "p.sql"]).out, "122\n");
}

#[test]
fn a_header_line_is_recognized_and_what_is_proposed_works() {
    let place = Place::new(&[("h.csv", "id,name,price\n1,apple,2.5\n2,pear,3\n")]);
    let table = "CREATE TABLE h (id INT, name STRING, price DOUBLE) WITH ('connector'='filesystem','path'='h.csv','format'='csv');";
    place.run(&["-c", &format!("{table}\nSELECT * FROM h;")]).check(expect![[r#"
        --- standard error
        error[bad-record]: 'id' is not an INT for column 'id' of table 'h'
          --> h.csv:1:1   ▸id◂,name,price
        note: read by <command line>:2:15
        help: The first line looks like a header, which no option of the format skips: take it out of the file, or put '#' before it and set 'csv.allow-comments'='true'.
        help: To leave the file as it is, make the header a row of NULLs and filter it: 'csv.ignore-parse-errors'='true' and WHERE name IS DISTINCT FROM 'name'.
        --- exit code 1
    "#]]);
    let proposed = "SELECT * FROM h /*+ OPTIONS('csv.ignore-parse-errors'='true') */ WHERE name IS DISTINCT FROM 'name';";
    assert_eq!(place.run(&["-c", &format!("{table}\n{proposed}")]).out, "1,apple,2.5\n2,pear,3.0\n");
    let profile = place.run(&["profile", "h.csv"]);
    assert!(profile.err.contains("leave it out with WHERE name IS DISTINCT FROM 'name'."), "{}", profile.err);
    let filtered = "SELECT COUNT(*) FROM h WHERE name IS DISTINCT FROM 'name';";
    assert_eq!(place.run(&["-c", &format!("{}\n{filtered}", profile.out)]).out, "2\n");
}

#[test]
fn a_mistake_of_a_definition_is_reported_once() {
    let place = airports("SELECT code FROM airports;\nSELECT name FROM airports;");
    let place = Place::new(&[("a.sql", &place.read("a.sql").replace("null-literal", "nul-literal"))]);
    place.run(&["check", "a.sql"]).check(expect![[r#"
        error[unknown-option]: 'csv.nul-literal' is not an option of format 'csv'
          --> a.sql:2:79   …'path' = 'airports.csv', 'format' = 'csv', 'csv.nul-literal' = '');
                                                                        ^^^^^^^^^^^^^^^
        note: 2 statements use this definition.
        help: did you mean 'csv.null-literal'?
        --- standard error
        checked 1 file, 3 statements in N ms: 1 error
        --- exit code 1
    "#]]);
}

#[test]
fn help_explains_topics() {
    let place = Place::new(&[]);
    place.run(&["help", "cancelled"]).check(expect![[r#"
        error[cancelled]: the statement was stopped

        The user or a time limit stopped it. Nothing half-written is left.
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["help", "csv.null-literal"]).check(expect![[r#"
        csv.null-literal (format 'csv', String)

            The text that stands for NULL, with or without quotes. May be empty.
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["help", "use", "catalog"]).check(expect![[r#"
        USE CATALOG c

            Makes a catalog the current one.
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["help", "csv.null-litteral"]).check(expect![[r#"
        --- standard error
        error: there is no topic 'csv.null-litteral'; did you mean 'csv.null-literal', 'null-string-literal'?
        --- exit code 1
    "#]]);
    assert_eq!(place.run(&["help"]).code, Some(0));
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    let place = Place::new(&[]);
    assert_eq!(place.run(&["run"]).code, Some(2));
    assert_eq!(place.run(&["--nosuch"]).code, Some(2));
    place.run(&["-D", "a=b", "run", "x.sql"]).check(expect![[r#"
        --- standard error
        error: options stand after the verb

        For more information, try '--help'.
        --- exit code 2
    "#]]);
    assert_eq!(place.run(&["--help"]).code, Some(0));
    place.run(&["-v"]).check(expect![[r#"
        tamias 0.1.0
        --- standard error
        --- exit code 0
    "#]]);
    place.run(&["-c", "SELECT 1", "--set", "parallelism.default=many"]).check(expect![[r#"
        --- standard error
        error[invalid-option-value]: 'many' is not a 32-bit whole number for option 'parallelism.default'
          --> <command line>:1:27   --set parallelism.default=many
                                                              ^^^^
        help: Expected digits with an optional sign, such as '10'.
        --- exit code 1
    "#]]);
    place.run(&["-c", "SELECT 1", "--tz", "Mars"]).check(expect![[r#"
        --- standard error
        error[invalid-input]: 'Mars' is not a time zone
          --> <command line>:1:6   --tz Mars
                                        ^^^^
        --- exit code 1
    "#]]);
}

#[test]
fn an_init_script_prepares_the_session_and_nothing_else() {
    let files = [("a.sql", AIRPORTS_TABLE), ("b.sql", "SET 'parallelism.default' = '1';\nSHOW TABLES;"), ("airports.csv", AIRPORTS)];
    let place = Place::new(&files);
    let transcript = place.run(&["-i", "a.sql", "-f", "-"]);
    assert_eq!(transcript.out, "Successfully initialized from sql script: a.sql\n[INFO] Executing SQL from file.\n\n");
    place.run(&["-i", "a.sql", "-i", "b.sql", "-c", "SELECT 1"]).check(expect![[r#"
        --- standard error
        error[not-for-init]: SHOW cannot stand in an init script
          --> b.sql:2:1   SHOW TABLES;
                          ^^^^^^^^^^^
        help: Put it into a script of its own: tamias -i INIT.sql -f SCRIPT.sql.
        --- exit code 1
    "#]]);
    place.run(&["-i", "b.sql", "-f", "-"]).check(expect![[r#"
        Failed to initialize from sql script: b.sql. Please refer to the LOG for detailed error messages.
        --- standard error
        error[not-for-init]: SHOW cannot stand in an init script
          --> b.sql:2:1   SHOW TABLES;
                          ^^^^^^^^^^^
        help: Put it into a script of its own: tamias -i INIT.sql -f SCRIPT.sql.
        --- exit code 1
    "#]]);
}

#[test]
fn flags_of_flinks_client_for_java_and_gateways_are_answered() {
    let place = Place::new(&[("a.jar", ""), ("lib/b.jar", ""), ("q.sql", "SHOW JARS;\n")]);
    place.run(&["embedded", "-j", "a.jar", "-l", "lib", "-s", "nightly", "-pyexec", "python3", "-c", "SHOW JARS"]).check(expect![[r#"
        a.jar
        lib/b.jar
        --- standard error
        note[no-effect]: '--jar' has no effect: Java code does not run here
        help: Flink's own connectors and formats need no jar. A function of a jar is checked as CREATE FUNCTION declares it.

        note[no-effect]: '--py...' has no effect: Python code does not run here
        help: A function in Python is checked as CREATE FUNCTION declares it.

        note[no-effect]: '--session' has no effect: a session lives as long as this program
        --- exit code 0
    "#]]);
    place.run(&["-j", "nosuch.jar", "-c", "SELECT 1"]).check(expect![[r#"
        --- standard error
        error[not-found]: file 'nosuch.jar' does not exist
          --> <command line>:1:7   --jar nosuch.jar
                                         ^^^^^^^^^^
        --- exit code 1
    "#]]);
    place.run(&["gateway", "-e", "localhost:8083", "-f", "q.sql"]).check(expect![[r#"
        --- standard error
        error: the mode 'gateway' asks for a SQL gateway, and tamias runs statements itself

        Leave 'gateway' and '-e' out to run here; use Flink's own sql-client.sh to run on that cluster.
        --- exit code 2
    "#]]);
    assert_eq!(place.run(&["-e", "localhost:8083"]).code, Some(2));
    assert_eq!(place.run(&["-s", "a*b", "-c", "SELECT 1"]).code, Some(2));
    let url = format!("file://{}", place.path().join("q.sql").display());
    assert_eq!(place.run(&["-f", &url]).code, Some(0));
    place.run(&["run", "hdfs://host/q.sql"]).check(expect![[r#"
        --- standard error
        error[invalid-input]: cannot read 'hdfs://host/q.sql': scripts are read from this computer only, so download it first
        --- exit code 1
    "#]]);
}

#[test]
fn completions_are_printed() {
    let script = Place::new(&[]).run(&["completions", "bash"]);
    assert!(script.out.contains("_tamias()"));
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let rows: String = (0..20_000).map(|i| format!("{i},a text to make it long\n")).collect();
    let place = Place::new(&[
        ("t.csv", &rows),
        ("a.sql", "CREATE TABLE t (n INT, s STRING) WITH ('connector'='filesystem','path'='t.csv','format'='csv');\nSELECT * FROM t;"),
    ]);
    for format in ["csv", "json", "changelog", "tableau"] {
        let mut command = place.command(&["run", "a.sql", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
        let mut first = [0; 10];
        child.stdout.take().expect("it is piped").read_exact(&mut first).expect("there are rows");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_a_query() {
    let place = Place::new(&[("a.sql", "CREATE TABLE t (n INT) WITH ('connector'='datagen','rows-per-second'='10');\nSELECT * FROM t;")]);
    let mut command = place.command(&["run", "a.sql", "--format", "changelog"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
    let mut out = child.stdout.take().expect("it is piped");
    out.read_exact(&mut [0; 1]).expect("there are rows");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be started");
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("it prints text");
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
}
