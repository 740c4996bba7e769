//! The parsers of statements.

use crate::corpus;
use diag::SourceId;
use sql::statements::create_table::OptionValue;
use sql::statements::set::SetTableValue::{self, Computed};
use sql::statements::{ClientCommand, StatementKind};

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
    (
        "SELECT MATCH_NUMBER(), CLASSIFIER(), PREV(a, 1), RUNNING LAST(a), FINAL LAST(a) FROM nosuch",
        "no execution outside of MATCH_RECOGNIZE",
    ),
    ("ALTER TABLE t ADD r.z INT;", "no execution"),
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

#[test]
fn beginnings_of_statements_are_read_to_where_flink_reads_them() {
    /// The words after DESCRIBE are names of tables here when nothing follows; a message about COMPACT is left to the binder.
    const READ_FURTHER: &[&str] =
        &["", "DESCRIBE CATALOG", "DESCRIBE DATABASE", "DESCRIBE MODEL", "DESCRIBE JOB", "DESCRIBE CONNECTION", "ALTER TABLE t COMPACT"];
    let mut failures = vec![];
    for (sample, place) in corpus::beginnings() {
        let script = sql::parse(SourceId(0), &sample.text);
        let expected = sample.accepted != READ_FURTHER.contains(&sample.text.as_str());
        let right_place = script.diagnostics.iter().flat_map(|d| &d.labels).any(|label| label.span.end >= place);
        if script.diagnostics.is_empty() != expected || (!expected && !right_place) {
            let found: Vec<_> = script.diagnostics.iter().map(|d| (d.message.as_str(), d.span())).collect();
            failures.push(format!("{} can end: {}: {}\n    {found:?}", sample.place, sample.accepted, sample.text));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[track_caller]
fn set_value(text: &str) -> SetTableValue {
    let script = sql::parse(SourceId(0), text);
    assert!(script.diagnostics.is_empty(), "{text}: {:?}", script.diagnostics);
    match script.statements.into_iter().next().map(|s| s.kind) {
        Some(StatementKind::SetTable(set)) => set.value,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn values_of_table_properties_are_told_apart() {
    use SetTableValue::{Expr, Index, Value, Watermark};
    assert!(matches!(set_value("SET p.t.k = 5"), Value(OptionValue::Number(n, _)) if n == "5"));
    assert!(matches!(set_value("SET t.k = 'WATERMARK FOR a AS a'"), Value(OptionValue::String(_))));
    assert!(matches!(set_value("SET t.isHeader = true"), Value(OptionValue::Boolean(true, _))));
    assert!(matches!(set_value("SET t.cache = LRU"), Value(OptionValue::Name(_))));
    assert!(matches!(set_value("SET t.watermark = WATERMARK FOR a AS a"), Watermark { quoted: false, .. }));
    assert!(matches!(set_value("SET t.watermark = 'WATERMARK wm FOR a AS a'"), Watermark { quoted: true, .. }));
    assert!(matches!(set_value("SET t.watermark = '${wm}'"), Value(OptionValue::String(_))));
    assert!(matches!(set_value("SET t.procTime = 'd AS PROCTIME()'"), Computed { parentheses: false, quoted: true, .. }));
    assert!(
        matches!(set_value("SET t.computedColumn = (a AS b, c AS d)"), Computed { columns, parentheses: true, .. } if columns.len() == 2)
    );
    assert!(matches!(set_value("SET t.primaryKey = 'a, b'"), Value(OptionValue::String(_))));
    assert!(matches!(set_value("SET t.primaryKey = PRIMARY KEY (a, b)"), Index { quoted: false, .. }));
    assert!(matches!(set_value("SET t.uniqueIndex = 'UNIQUE INDEX (a)'"), Index { index, quoted: true } if index.unique));
    assert!(matches!(set_value("SET t.x = 1 + 1"), Expr(_)));
}

#[test]
fn definitions_in_a_string_have_their_places_in_it() {
    let text = "SET t.computedColumn = 'a AS f(b, ''x'', c)'";
    let Computed { columns, .. } = set_value(text) else { panic!("no columns") };
    let (name, expr) = &columns[0];
    assert_eq!(&text[name.span.start as usize..name.span.end as usize], "a");
    assert_eq!(&text[expr.span.start as usize..expr.span.end as usize], "f(b, ''x'', c)");
}

#[test]
fn an_unquoted_path_is_configuration_only_in_a_name_space_of_it() {
    let kind = |text: &str| sql::parse(SourceId(0), text).statements.swap_remove(0).kind;
    assert!(matches!(kind("SET table.exec.state.ttl = 5"), StatementKind::Set(_)));
    assert!(matches!(kind("SET metrics.topic = 'm'"), StatementKind::SetTable(_)));
    assert!(matches!(kind("SET `table`.k = 5"), StatementKind::SetTable(_)));
    assert!(matches!(kind("RESET pipeline.name"), StatementKind::Reset(_)));
    assert!(matches!(kind("RESET p.t.k"), StatementKind::ResetTable(_)));
}

#[test]
fn commands_of_the_client_are_whole_statements() {
    let kind = |text: &str| sql::parse(SourceId(0), text).statements.swap_remove(0).kind;
    assert_eq!(kind("quit;"), StatementKind::Client(ClientCommand::Quit));
    assert_eq!(kind("EXIT"), StatementKind::Client(ClientCommand::Quit));
    assert_eq!(kind("clear;"), StatementKind::Client(ClientCommand::Clear));
    assert_eq!(kind("help;"), StatementKind::Client(ClientCommand::Help));
    assert_eq!(kind("help me;"), StatementKind::Error);
}
