//! `tamias new`: what it makes can be checked and run as it says.

use super::Place;
use expect_test::expect;

/// Makes a workspace and carries out the commands it proposes; returns what they print.
fn made(arguments: &[&str]) -> Vec<String> {
    let place = Place::new(&[]);
    let made = place.run(&[&["new", "shop"], arguments].concat());
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""));
    let mut lines = made.out.lines();
    assert_eq!(lines.next(), Some("made shop; try:"));
    assert_eq!(lines.next(), Some("  cd shop"));
    let commands: Vec<&str> = lines.map(|line| line.trim().strip_prefix("tamias ").expect("it is a command of this program")).collect();
    assert_eq!(commands.len(), 3);
    let outcomes = commands.iter().map(|command| {
        let words: Vec<&str> = command.split(' ').collect();
        let mut started = place.command(&words);
        let output = started.current_dir(place.path().join("shop")).output().expect("the program can be started");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        super::without_times(&text)
    });
    outcomes.collect()
}

#[test]
fn a_new_workspace_is_checked_and_run() {
    let printed = made(&[]);
    expect![[r#"
        checked 1 task, 1 table for local on flink-2.3 in N ms: no errors
    "#]]
    .assert_eq(&printed[0]);
    expect![[r#"
        /prices,2
        /,1
    "#]]
    .assert_eq(&printed[1]);
    assert!(printed[2].starts_with("visits (filesystem) at projects/main/tasks/visits_by_page.sql:1:38"), "{}", printed[2]);
}

#[test]
fn examples_are_copied_to_where_they_work() {
    let printed = made(&["--example", "retail"]);
    assert!(printed[0].contains("for local, dev, prod on flink-2.3 in N ms: no errors"), "{}", printed[0]);
    assert_eq!(printed[1].lines().next(), Some("3,L.,100.00"));
    let printed = made(&["--example", "airports"]);
    assert!(printed[0].contains("no errors"), "{}", printed[0]);
}

#[test]
fn a_folder_that_has_something_in_it_is_left_alone() {
    let place = Place::new(&[("shop/notes.txt", "mine"), ("file", "")]);
    place.run(&["new", "shop"]).check(expect![[r#"
        --- standard error
        error[conflict]: 'shop' is not empty: choose another name, or remove it first
        --- exit code 1
    "#]]);
    assert_eq!(place.read("shop/notes.txt"), "mine");
    place.run(&["new", "file"]).check(expect![[r#"
        --- standard error
        error[conflict]: 'file' is a file: choose another name, or remove it first
        --- exit code 1
    "#]]);
    std::fs::create_dir(place.path().join("empty")).expect("it can be made");
    assert_eq!(place.run(&["new", "empty"]).code, Some(0));
    assert_eq!(place.read("empty/.gitignore"), ".env\nout/\n");
}
