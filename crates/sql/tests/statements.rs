//! The parsers of statements.

use crate::corpus;
use diag::SourceId;

/// Statements that are read differently on purpose, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    // Dataphin's and Blink's forms, which Flink does not have.
    ("CREATE TABLE t (a INT) WITH (a=b)", "Blink: options without quotes"),
    ("CREATE TABLE t (a INT) WITH (connector='blackhole');", "Blink: options without quotes"),
    ("SELECT * FROM nosuch /*+ X(1, -2, a, 'b') */", "Dataphin: names and constants mix in a hint"),
    ("SELECT * FROM nosuch /*+ X(a.b) */", "Dataphin: dataphincolumns(family.qualifier)"),
    // Read by Flink's inherited grammar, but never executable.
    ("UPSERT INTO t VALUES (1)", "no execution"),
    ("DESCRIBE TABLE t", "no execution"),
    ("DESCRIBE SELECT 1", "no execution"),
    ("MERGE INTO a USING b ON a.x=b.x WHEN MATCHED THEN UPDATE SET y=1", "no execution"),
    ("ALTER SESSION SET a = 1", "no execution"),
    ("SELECT DATE_TRUNC(DATE '2020-01-01', MONTH)", "no such function"),
    ("SELECT TIMESTAMP_DIFF(TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00', DAY)", "no such function"),
    ("SELECT CONVERT('a' USING utf8)", "no execution"),
    ("SELECT TRANSLATE('abc' USING utf8)", "no execution"),
    ("SELECT NEW f(1)", "no execution"),
    ("SELECT SPECIFIC f(1)", "no execution"),
    ("SELECT UNIQUE (SELECT 1)", "no execution"),
    ("SELECT 'a' FORMAT JSON", "no execution"),
    ("SELECT TIMESTAMP_TRUNC(TIMESTAMP '2020-01-01 10:11:12', HOUR)", "no such function"),
    ("SELECT EXTRACT(nosuch FROM DATE '2020-01-01')", "no such unit"),
    ("SELECT TIMESTAMPADD(SQL_TSI_DAY, 1, a), TIMESTAMPDIFF(FRAC_SECOND, a, b), TIMESTAMPADD(nosuch, 1, 2) FROM nosuch", "no such unit"),
    ("SELECT * FROM nosuch (a INT)", "no execution"),
    ("SELECT * FROM nosuch EXTEND (a INT)", "no execution"),
    ("SELECT a.* AS b FROM nosuch AS a", "no execution"),
    ("SELECT COUNT(t.*) FROM nosuch AS t", "no execution"),
    ("SELECT SUM(a) WITHIN DISTINCT (b) FROM nosuch", "no execution"),
    ("SELECT DATETIME '2020-01-01 00:00:00'", "no execution"),
    ("SELECT MATCH_NUMBER(), CLASSIFIER(), PREV(a, 1), RUNNING LAST(a), FINAL LAST(a) FROM nosuch", "no execution outside of MATCH_RECOGNIZE"),
    // Not supported, with a message that says what to write.
    ("SELECT CASE 1 WHEN 1, 2 THEN 2 END", "several values in one WHEN"),
    ("SELECT TIME '12:00:00', TIMESTAMP WITH LOCAL TIME ZONE '2020-01-01 00:00:00'", "a constant that a CAST can write"),
    // Refused here, where Flink refuses them later.
    ("CREATE TABLE e6 LIKE base (OVERWRITING CONSTRAINTS);", "refused when the table is made"),
    ("CREATE TABLE e9 LIKE base (OVERWRITING ALL);", "refused when the table is made"),
    ("SELECT X'1';", "refused when constants are checked"),
    ("SELECT EXTRACT(CENTURY FROM DATE '2024-01-01'), EXTRACT(NOSUCH FROM DATE '2024-01-01');", "no such unit"),
    // Taken here, refused when functions are looked up.
    ("SELECT CONVERT('a', 'b', 'c')", "no such function"),
];

#[test]
fn statements_are_accepted_and_refused_as_flink_does() {
    let mut failures = vec![];
    for sample in corpus::captured_statements() {
        let script = sql::parse(SourceId(0), &sample.text);
        let expected = sample.accepted != EXCEPTIONS.iter().any(|(text, _)| *text == sample.text);
        if script.diagnostics.is_empty() != expected {
            let messages: Vec<_> = script.diagnostics.iter().map(|d| d.message.as_str()).collect();
            failures.push(format!("{} flink {} : {}\n    {messages:?}", sample.place, sample.accepted, sample.text));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn forms_of_dataphin_and_blink_are_accepted() {
    for (name, text) in corpus::dataphin_scripts() {
        let script = sql::parse(SourceId(0), &text);
        let messages: Vec<_> = script.diagnostics.iter().map(|d| (d.message.as_str(), &text[d.span().start as usize..])).collect();
        assert!(messages.is_empty(), "{name}: {messages:#?}");
    }
}
