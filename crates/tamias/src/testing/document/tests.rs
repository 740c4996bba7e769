//! Files as they are read: cases, what they inherit, and mistakes with their places.

use super::*;
use crate::input::Input;

fn read(text: &str) -> TestFile {
    TestFile::read("a.test.md".into(), Input { name: "a.test.md".into(), text: text.into() }, &mut SourceMap::default())
}

/// What is wrong with a file, one line each.
fn mistakes(text: &str) -> Vec<String> {
    let file = read(text);
    file.mistakes.iter().map(|mistake| diag::render::short(&file.sources, mistake)).collect()
}

#[test]
fn a_section_inherits_what_stands_above_it() {
    let file = read(
        "```csv t\na\n```\n# A\n```yaml\nseed: 1\nvariables: {x: a, y: b}\n```\n```csv u\na\n```\n## B\n```yaml\nvariables: {x: c}\n```\n\
         ```csv t\nb\n```\n```csv expect rows\na\n```\n## C\n```sql\nSELECT 1\n```\n```csv expect rows\na\n```\n# D\n```csv expect rows\na\n```\n",
    );
    assert_eq!(file.mistakes, []);
    let shown = |case: &Case| {
        let rows: Vec<&str> = case.fixtures.iter().map(|index| file.snippet(file.fixtures[*index].body).trim()).collect();
        (case.title.clone(), rows.join(" "), case.settings.variables.len(), case.settings.seed, case.script.is_some())
    };
    let cases: Vec<_> = file.cases.iter().map(shown).collect();
    assert_eq!(
        cases,
        [
            ("A / B".to_owned(), "a b".to_owned(), 2, Some(1), false),
            ("A / C".to_owned(), "a a".to_owned(), 2, Some(1), true),
            ("D".to_owned(), "a".to_owned(), 0, None, false),
        ]
    );
    assert_eq!(file.cases[0].settings.variables, [("y".to_owned(), "b".to_owned()), ("x".to_owned(), "c".to_owned())]);
}

#[test]
fn a_line_above_a_block_names_it() {
    let file = read(
        "# A\n\nRows of `t`:\n\n| a |\n|---|\n| 1 |\n\nThese are expected in `u ordered`:\n\n| a |\n|---|\n| 1 |\n\nProse:\n\n| a |\n|---|\n| 1 |\n",
    );
    assert_eq!(file.mistakes, []);
    assert_eq!(file.fixtures[0].table.text, "t");
    let [expectation] = file.cases[0].expectations.as_slice() else { panic!("{:?}", file.cases) };
    assert!(matches!(&expectation.subject, Subject::Table { table, ordered: true, .. } if table.text == "u"));
}

#[test]
fn every_subject_is_read() {
    let subjects = [
        "csv expect rows 2 ordered",
        "csv expect t changelog",
        "csv expect \"error\"",
        "text expect error bad-record at 3:7",
        "text expect warning x at 3",
        "text expect no warnings",
        "text expect options t at 4",
        "sql expect render vvr-8 batch",
        "text expect explain bound",
        "text expect stdout",
        "text expect counts",
    ];
    let text: String = subjects.iter().map(|words| format!("```{words}\n```\n")).collect();
    let file = read(&text);
    assert_eq!(file.mistakes, []);
    assert_eq!(file.cases[0].expectations.len(), subjects.len());
    assert_eq!(file.cases[0].title, "a.test.md");
}

#[test]
fn mistakes_have_places_and_near_words() {
    let wrong = |words: &str| mistakes(&format!("```{words}\n```\n"))[0].clone();
    assert_eq!(wrong("csv expect"), "a.test.md:1:4: error[test-file]: nothing follows 'expect'");
    assert_eq!(wrong("csv"), "a.test.md:1:4: error[test-file]: this csv block names no table");
    assert_eq!(wrong("csv t raww"), "a.test.md:1:10: error[test-file]: 'raww' means nothing behind a table");
    assert_eq!(wrong("csv expect t orderd"), "a.test.md:1:17: error[test-file]: 'orderd' means nothing here");
    assert_eq!(wrong("sql expect render flink-9"), "a.test.md:1:22: error[test-file]: 'flink-9' is no engine to render for");
    assert_eq!(wrong("text expect error"), "a.test.md:1:16: error[test-file]: the id of a diagnostic is missing here");
    assert_eq!(
        wrong("text expect error x at y"),
        "a.test.md:1:27: error[test-file]: 'y' is not a place: a line, or a line and a column as in 3:7"
    );
    assert_eq!(wrong("text expect t"), "a.test.md:1:4: error[test-file]: rows are written as csv, json or a Markdown table");
    assert_eq!(wrong("csv expect stdout"), "a.test.md:1:4: error[test-file]: this is text, not rows");
    assert_eq!(mistakes("```csv t\n"), ["a.test.md:1:1: error[test-file]: nothing closes this block"]);
    assert_eq!(mistakes("```csv t\n```\n```csv t\n```\n")[0], "a.test.md:3:8: error[test-file]: table 't' is given rows twice");
    assert_eq!(mistakes("---\nzon: UTC\n---\n")[0], "a.test.md:2:1: error[unknown-setting]: 'zon' is not a setting of a test");
    assert_eq!(mistakes("```yaml\nzone: Mars\n```\n")[0], "a.test.md:2:7: error[test-file]: 'Mars' is not a time zone");
}

#[test]
fn a_test_that_expects_nothing_is_a_mistake() {
    assert_eq!(mistakes("# A\nprose\n"), ["a.test.md:1:1: error[no-expectation]: this file expects nothing, so it tests nothing"]);
    let file = "# A\n```csv expect rows\na\n```\n# B\n```csv t\na\n```\n# C\nprose\n";
    assert_eq!(mistakes(file), ["a.test.md:5:3: error[no-expectation]: 'B' expects nothing"]);
}

#[test]
fn what_is_masked_keeps_its_places() {
    let file = read("ä\n```sql\nSELECT 'ü'\n```\n```csv expect rows\na\n```\n");
    let script = file.cases[0].script.expect("there is a script");
    let masked = file.masked(&[script]);
    assert_eq!(masked.len(), file.text.len());
    assert_eq!(masked.trim(), "SELECT 'ü'");
    assert_eq!(masked.find("SELECT"), file.text.find("SELECT"));
}
