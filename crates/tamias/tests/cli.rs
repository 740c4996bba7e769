//! The real program on small files: what it prints to standard output and standard error, and how it ends.

use expect_test::{Expect, expect};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

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
        _ => format!("{line}\n"),
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
    airports("SELECT code, latitude FROM airports;\nSHOW TABLES;\nSELECT 1 AS one, 'a,b' AS two;")
        .run(&["run", "a.sql"])
        .check(expect![[r#""#]]);
}

#[test]
fn rows_come_in_every_form() {
    let place = airports("SELECT code, latitude FROM airports WHERE state <> 'TX';");
    place.run(&["run", "a.sql", "--format", "json"]).check(expect![[r#""#]]);
    place.run(&["run", "a.sql", "--format", "changelog"]).check(expect![[r#""#]]);
    let tableau = place.run(&["run", "a.sql", "--format", "tableau"]);
    assert!(tableau.out.starts_with("+------+----------+\n| code | latitude |\n"), "{}", tableau.out);
    assert!(tableau.out.contains("2 rows in set ("), "{}", tableau.out);
}

#[test]
fn run_stops_at_the_first_error() {
    airports("SELECT code FROM airports LIMIT 1;\nSELECT nosuch FROM airports;\nSELECT 3;").run(&["run", "a.sql"]).check(expect![[r#""#]]);
}

#[test]
fn a_script_with_a_syntax_error_does_not_run() {
    Place::new(&[("a.sql", "SELECT 1;\nSELEC 2;\n")]).run(&["run", "a.sql"]).check(expect![[r#""#]]);
}

#[test]
fn a_limit_stops_a_query() {
    airports("SELECT code FROM airports;").run(&["run", "a.sql", "--limit", "2"]).check(expect![[r#""#]]);
}

#[test]
fn statements_may_be_given_on_the_command_line_and_on_standard_input() {
    let place = Place::new(&[]);
    place.run(&["-c", "SELECT 1 + 1"]).check(expect![[r#""#]]);
    place.run_with_input(&["run", "-"], "SELECT 2;").check(expect![[r#""#]]);
    place.run_with_input(&[], "SELECT 3;\nSELECT\n4;").check(expect![[r#""#]]);
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
    place.run(&["run", "a.sql", "--bind", "t=other.csv", "--set", "t.csv.field-delimiter=;"]).check(expect![[r#""#]]);
    fs::write(place.path().join("b.sql"), place.read("a.sql").replace("FROM t", "FROM t /*+ OPTIONS('topic' = 'y') */"))
        .expect("it can be written");
    place.run(&["run", "b.sql", "--bind", "t=other.csv", "--set", "t.csv.field-delimiter=;"]).check(expect![[r#""#]]);
    place.run(&["run", "a.sql", "--bind", "t=other.xls"]).check(expect![[r#""#]]);
}

#[test]
fn variables_are_replaced() {
    Place::new(&[("a.sql", "SELECT '${who}' AS a;")]).run(&["run", "a.sql", "--var", "who=it's me"]).check(expect![[r#""#]]);
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
    place.run(&["run", "a.sql", "--reject-file", "bad.txt"]).check(expect![[r#""#]]);
    assert_eq!(place.read("bad.txt"), "x,b\n3\n");
}

#[test]
fn a_file_runs_with_the_transcript_of_flinks_client() {
    let place = airports("SET 'sql-client.display.print-time-cost' = 'false';\nSELECT code\nFROM airports;\nSELECT nosuch;\nSELECT 1;");
    place.run(&["-f", "a.sql"]).check(expect![[r#""#]]);
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
    place.run(&["check", "jobs"]).check(expect![[r#""#]]);
    place.run(&["check", "jobs", "--errors", "short"]).check(expect![[r#""#]]);
    place.run_with_input(&["check", "-"], "SELECT 1;").check(expect![[r#""#]]);
    place.run(&["check", "nosuch.sql"]).check(expect![[r#""#]]);
}

#[test]
fn fmt_changes_files_lists_them_or_prints() {
    let place = Place::new(&[("a.sql", "select  1;\n"), ("b.sql", "SELECT 1;\n")]);
    place.run(&["fmt", "--check", "a.sql", "b.sql"]).check(expect![[r#""#]]);
    place.run(&["fmt", "--stdout", "a.sql"]).check(expect![[r#""#]]);
    place.run(&["fmt", "."]).check(expect![[r#""#]]);
    assert_eq!(place.read("a.sql"), "SELECT 1;\n");
    assert_eq!(fs::read_dir(place.path()).expect("it is there").count(), 2);
    place.run_with_input(&["fmt", "-"], "select 2").check(expect![[r#""#]]);
    place.run_with_input(&["fmt", "-"], "selec 2").check(expect![[r#""#]]);
}

#[test]
fn options_show_who_set_what() {
    let place = airports(
        "SET airports.csv.ignore-parse-errors = 'true';\n\
         SELECT * FROM airports /*+ OPTIONS('csv.null-literal' = 'NULL') */;\n",
    );
    place.run(&["options", "a.sql"]).check(expect![[r#""#]]);
    place.run(&["options", "a.sql:4", "--table", "airports", "--format", "json"]).check(expect![[r#""#]]);
    place.run(&["options", "a.sql", "--table", "nosuch"]).check(expect![[r#""#]]);
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
    place.run(&["explain", "a.sql", "--level", "bound"]).check(expect![[r#""#]]);
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
    profile.check(expect![[r#""#]]);
    fs::write(place.path().join("p.sql"), format!("{}SELECT COUNT(*) FROM airports;", profile.out)).expect("it can be written");
    assert_eq!(place.run(&["run", "p.sql"]).out, "122\n");
}

#[test]
fn help_explains_topics() {
    let place = Place::new(&[]);
    place.run(&["help", "unknown-option"]).check(expect![[r#""#]]);
    place.run(&["help", "csv.null-literal"]).check(expect![[r#""#]]);
    place.run(&["help", "use", "catalog"]).check(expect![[r#""#]]);
    place.run(&["help", "csv.null-litteral"]).check(expect![[r#""#]]);
    assert_eq!(place.run(&["help"]).code, Some(0));
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    let place = Place::new(&[]);
    assert_eq!(place.run(&["run"]).code, Some(2));
    assert_eq!(place.run(&["--nosuch"]).code, Some(2));
    place.run(&["-D", "a=b", "run", "x.sql"]).check(expect![[r#""#]]);
    assert_eq!(place.run(&["--help"]).code, Some(0));
    place.run(&["-v"]).check(expect![[r#""#]]);
    place.run(&["-c", "SELECT 1", "--set", "parallelism.default=many"]).check(expect![[r#""#]]);
    place.run(&["-c", "SELECT 1", "--tz", "Mars"]).check(expect![[r#""#]]);
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
