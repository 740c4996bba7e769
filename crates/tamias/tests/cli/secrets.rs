//! Secrets: where their values come from, and that no output has them.

use super::{Outcome, Place};
use expect_test::expect;

const SECRET: &str = "hunter2-xyzzy";

/// A workspace whose one table is readable with the secret only: it is what NULL looks like.
fn workspace(settings: &str, more: &[(&str, &str)]) -> Place {
    let mut files = vec![
        ("tamias.yaml", settings),
        ("numbers.csv", "1\n2\nhunter2-xyzzy\n"),
        (".gitignore", ".env\n"),
        (
            "projects/main/tables/numbers.sql",
            "CREATE TABLE numbers (n INT) WITH ('connector' = 'filesystem', 'path' = 'numbers.csv', 'format' = 'csv', 'csv.null-literal' = '${secret:WORD}');\n",
        ),
        ("projects/main/tasks/sum_numbers.sql", "SELECT SUM(n) FROM numbers;\n"),
    ];
    files.extend_from_slice(more);
    Place::new(&files)
}

const TASK: &str = "projects/main/tasks/sum_numbers.sql";

fn run(place: &Place, environment: &[(&str, &str)]) -> Outcome {
    let mut command = place.command(&["run", TASK]);
    let output = command.envs(environment.iter().copied()).output().expect("the program can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    Outcome { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

#[test]
fn a_secret_comes_from_the_environment() {
    let outcome = run(&workspace("", &[]), &[("WORD", SECRET)]);
    assert_eq!((outcome.out.as_str(), outcome.code), ("3\n", Some(0)), "{}", outcome.err);
}

#[test]
fn a_secret_comes_from_the_file() {
    let place = workspace("", &[(".env", "# kept\nexport WORD='hunter2-xyzzy'\n")]);
    let outcome = run(&place, &[]);
    assert_eq!((outcome.out.as_str(), outcome.code), ("3\n", Some(0)), "{}", outcome.err);
    // The environment is stronger.
    assert_eq!(run(&place, &[("WORD", "elsewhere-42")]).code, Some(1));
}

#[test]
fn a_secret_comes_from_a_command() {
    let outcome = run(&workspace("secrets: {command: [sh, -c, 'echo hunter2-xyzzy # $0', '{name}']}\n", &[]), &[]);
    assert_eq!((outcome.out.as_str(), outcome.code), ("3\n", Some(0)), "{}", outcome.err);
}

#[test]
fn a_command_in_one_text_is_refused_with_the_list() {
    workspace("secrets: {command: pass show x}\n", &[]).run(&["check", "."]).check(expect![[r#"
        error[invalid-workspace-file]: the command for secrets must be a list of words
          --> ./tamias.yaml:1:20   secrets: {command: pass show x}
                                                      ^^^^^^^^^^^
        note: No shell reads it: each element reaches the program as it is, with {name} replaced by the name of the secret.
        help: Write a list
         1 + secrets: {command: ["pass", "show", "x"]}
        --- standard error
        checked 1 task, 1 table for local on flink in N ms: 1 error (1 fixable)
        --- exit code 1
    "#]]);
}

#[test]
fn a_secret_without_a_value_is_named_with_the_three_ways() {
    let outcome = run(&workspace("", &[]), &[]);
    assert_eq!(outcome.code, Some(1));
    for said in [
        "error[unresolved-secret]: secret 'WORD' has no value",
        "tables/numbers.sql:1:128",
        "help: Set WORD in the environment of this process; or write WORD=.. into the file .env",
        "or name a program that prints it: 'secrets: {command: [program, \"{name}\"]}' in tamias.yaml.",
    ] {
        assert!(outcome.err.contains(said), "{}", outcome.err);
    }
}

#[test]
fn a_check_needs_no_secret_and_asks_for_none() {
    let place = workspace("secrets: {command: ['false', '{name}']}\n", &[]);
    let outcome = place.run(&["check", "."]);
    assert_eq!((outcome.out.as_str(), outcome.code), ("", Some(0)));
}

#[test]
fn no_output_has_the_value() {
    let place = workspace("", &[(".env", "WORD=hunter2-xyzzy\n"), ("numbers.csv", "1\nhunter2-xyzzy-too\n")]);
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let commands = [
        "run projects/main/tasks/sum_numbers.sql",
        "run projects/main/tasks/sum_numbers.sql --errors json",
        "run projects/main/tasks/sum_numbers.sql --errors short",
        "options projects/main/tasks/sum_numbers.sql --all",
        "options projects/main/tasks/sum_numbers.sql --format json",
        "explain projects/main/tasks/sum_numbers.sql",
        "explain projects/main/tasks/sum_numbers.sql --level physical",
        "render projects/main/tasks/sum_numbers.sql",
        "lineage projects/main/tasks/sum_numbers.sql",
        "check .",
        "-v",
    ];
    for command in commands {
        let outcome = place.run(&words(command).iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!outcome.out.contains(SECRET) && !outcome.err.contains(SECRET), "{command}: {}{}", outcome.out, outcome.err);
    }
    // The run did open the file: it stops at the second record.
    let failed = place.run(&["run", TASK]);
    assert_eq!(failed.code, Some(1));
    assert!(failed.err.contains("bad-record") && failed.err.contains("******"), "{}", failed.err);
}

#[test]
fn show_create_table_keeps_the_placeholder() {
    let place = workspace("", &[(".env", "WORD=hunter2-xyzzy\n"), ("projects/main/tasks/show_it.sql", "SHOW CREATE TABLE numbers;\n")]);
    let outcome = place.run(&["run", "projects/main/tasks/show_it.sql"]);
    assert!(outcome.out.contains("${secret:WORD}") && !outcome.out.contains(SECRET), "{}{}", outcome.out, outcome.err);
}

#[test]
fn secrets_that_are_written_out_are_found_and_not_shown() {
    let place = Place::new(&[
        ("tamias.yaml", ""),
        ("env/dev.yaml", "datasources:\n  db:\n    password: hunter2-xyzzy\n"),
        (
            "datasources/db.yaml",
            "connector: jdbc\noptions:\n  url: jdbc:mysql://root:hunter2-xyzzy@db/shop\n  username: shop\n  password: ${secret:DB}\n",
        ),
        ("projects/main/tables/orders.sql", "CREATE TABLE orders (id INT) WITH ('datasource' = 'db', 'table-name' = 'orders');\n"),
        (
            "projects/main/tables/clicks.sql",
            "CREATE TABLE clicks (id INT) WITH (type = 'tt', topic = 'clicks', accessId = 'me', accessKey = 'hunter2-xyzzy');\n",
        ),
        (
            "projects/main/tasks/join_both.sql",
            "SET clicks.accessKey = 'hunter2-xyzzy';\nSELECT o.id FROM orders /*+ OPTIONS('password' = 'hunter2-xyzzy') */ AS o JOIN clicks AS c ON o.id = c.id;\n",
        ),
    ]);
    let outcome = place.run(&["check", "."]);
    assert!(!outcome.out.contains(SECRET), "{}", outcome.out);
    outcome.check(expect![[r#"
        warning[literal-secret]: the secret 'password' is written out
          --> ./env/dev.yaml:3:15   password: *************
                                              ^^^^^^^^^^^^^
        note: In dev.
        help: Keep the value outside, as DEV_DB_PASSWORD=.. in .env or in the environment.
        help: Write ${secret:DEV_DB_PASSWORD}

        warning[literal-secret]: 'url' holds a password
          --> ./datasources/db.yaml:3:8   url: jdbc:mysql://root:*************@db/shop
                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: Write ${secret:DB_URL} in its place. Keep the value outside, as DB_URL=.. in .env or in the environment.

        warning[literal-secret]: the secret 'accessKey' is written out
          --> ./projects/main/tables/clicks.sql:1:96   …accessId = 'me', accessKey = '*************');
                                                                                     ^^^^^^^^^^^^^^^
        help: Keep the value outside, as CLICKS_ACCESS_KEY=.. in .env or in the environment.
        help: Write '${secret:CLICKS_ACCESS_KEY}'

        warning[literal-secret]: the secret 'accessKey' is written out
          --> ./projects/main/tasks/join_both.sql:1:24   SET clicks.accessKey = '*************';
                                                                                ^^^^^^^^^^^^^^^
        help: Keep the value outside, as CLICKS_ACCESS_KEY=.. in .env or in the environment.
        help: Write '${secret:CLICKS_ACCESS_KEY}'

        error[locked-option]: option 'password' of table 'workspace.main.orders' cannot be changed by hint
          --> ./projects/main/tasks/join_both.sql:2:38
         2 | SELECT o.id FROM orders /*+ OPTIONS('password' = '*************') */ AS o JOIN clicks AS c ON …
           |                                      ^^^^^^^^
          ::: ./datasources/db.yaml:5:3
         5 |   password: ${secret:DB}
           |   -------- the table says so here
        note: It belongs to the definition of the table, for connector 'jdbc'.

        warning[literal-secret]: the secret 'password' is written out
          --> ./projects/main/tasks/join_both.sql:2:50   …= '*************') */ AS o JOIN clicks AS c ON o.…
                                                            ^^^^^^^^^^^^^^^
        help: Keep the value outside, as PASSWORD=.. in .env or in the environment.
        help: Write '${secret:PASSWORD}'
        --- standard error
        checked 1 task, 2 tables for local, dev on flink in N ms: 1 error, 5 warnings (4 fixable)
        --- exit code 1
    "#]]);
    std::fs::write(place.path().join("tamias.yaml"), "require_secret_refs: true\n").expect("it can be written");
    let strict = place.run(&["check", ".", "--errors", "short"]);
    assert_eq!(strict.out.matches("error[literal-secret]").count(), 5, "{}", strict.out);
}

#[test]
fn a_file_of_secrets_that_git_would_take_is_warned_about() {
    let place = workspace("", &[(".env", "WORD=hunter2-xyzzy\n"), (".gitignore", "out/\n")]);
    place.run(&["check", "."]).check(expect![[r#"
        warning[unignored-secrets]: Git does not ignore '.env'
          --> ./.env:1:1
        help: Add the line '.env' to './.gitignore'.
        --- standard error
        checked 1 task, 1 table for local on flink in N ms: 1 warning
        --- exit code 0
    "#]]);
}
