//! Mistakes that people make: where the diagnostic points, what it says, and that its fix repairs the text.

use diag::{Diagnostic, SourceId};

fn parse(text: &str) -> Vec<Diagnostic> {
    sql::parse(SourceId(0), text).diagnostics
}

/// The text with the edits of a fix applied.
fn repaired(text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let mut edits = diagnostic.fix.as_ref()?.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = text.to_string();
    for edit in edits {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    Some(text)
}

/// One mistake is one diagnostic at `marked`; its fix gives `fixed`, which has no mistake.
#[track_caller]
pub(crate) fn check(text: &str, id: &str, marked: &str, fixed: &str) {
    let diagnostics = parse(text);
    let [diagnostic] = diagnostics.as_slice() else { panic!("{text}\n{diagnostics:#?}") };
    let span = diagnostic.span();
    assert_eq!((diagnostic.id, &text[span.start as usize..span.end as usize]), (id, marked), "{text}\n{}", diagnostic.message);
    if fixed.is_empty() {
        assert_eq!(repaired(text, diagnostic), None, "{text}");
        return;
    }
    assert_eq!(repaired(text, diagnostic).as_deref(), Some(fixed), "{text}");
    let left: Vec<_> = parse(fixed).iter().map(|d| d.message.clone()).collect();
    assert!(left.is_empty(), "{fixed}: {left:?}");
}

#[test]
fn a_reserved_word_as_a_name_needs_back_ticks() {
    check("CREATE TABLE t (value INT)", "reserved-word", "value", "CREATE TABLE t (`value` INT)");
    check("CREATE TABLE table (a INT)", "reserved-word", "table", "CREATE TABLE `table` (a INT)");
    check("CREATE TABLE t (from STRING, a INT)", "reserved-word", "from", "CREATE TABLE t (`from` STRING, a INT)");
    check("SELECT 1 AS value", "reserved-word", "value", "SELECT 1 AS `value`");
    check("SELECT t.user FROM t", "reserved-word", "user", "SELECT t.`user` FROM t");
    check("SELECT a, value, b FROM t", "reserved-word", "value", "SELECT a, `value`, b FROM t");
    check("SELECT a FROM t WHERE value > 1", "reserved-word", "value", "SELECT a FROM t WHERE `value` > 1");
    check("SELECT CORR(a, b) FROM t", "reserved-word", "CORR", "SELECT `CORR`(a, b) FROM t");
    check("INSERT INTO order SELECT 1", "reserved-word", "order", "INSERT INTO `order` SELECT 1");
    check("SELECT * FROM order", "reserved-word", "order", "SELECT * FROM `order`");
}

#[test]
fn a_missing_comma_is_inserted() {
    check("SELECT f(a) AS x g(b) AS y FROM t", "missing-comma", "", "SELECT f(a) AS x, g(b) AS y FROM t");
    check("CREATE TABLE t (a INT b STRING)", "missing-comma", "", "CREATE TABLE t (a INT, b STRING)");
    check(
        "CREATE TABLE t (a INT) WITH ('group' = 'g'\n 'format' = 'csv')",
        "missing-comma",
        "",
        "CREATE TABLE t (a INT) WITH ('group' = 'g',\n 'format' = 'csv')",
    );
    check("SELECT * FROM t /*+ OPTIONS('a'='b' 'c'='d') */", "missing-comma", "", "SELECT * FROM t /*+ OPTIONS('a'='b', 'c'='d') */");
    check("SELECT * FROM t /*+ A(x) B(y) */", "missing-comma", "", "SELECT * FROM t /*+ A(x), B(y) */");
}

#[test]
fn a_comma_with_nothing_behind_it_is_removed() {
    check("CREATE TABLE t (a INT,)", "extra-comma", ",", "CREATE TABLE t (a INT)");
    check("CREATE TABLE t (a INT) WITH ('a'='b',)", "extra-comma", ",", "CREATE TABLE t (a INT) WITH ('a'='b')");
    check("SELECT a, FROM t", "extra-comma", ",", "SELECT a FROM t");
    check("SELECT f(1, 2,)", "extra-comma", ",", "SELECT f(1, 2)");
}

#[test]
fn double_quotes_become_single_ones_or_back_ticks() {
    check("SELECT * FROM \"t\"", "double-quotes", "\"t\"", "SELECT * FROM `t`");
    check("SELECT 1 AS \"a b\"", "double-quotes", "\"a b\"", "SELECT 1 AS `a b`");
    check("SELECT a FROM t WHERE b = \"it's\"", "double-quotes", "\"it's\"", "SELECT a FROM t WHERE b = 'it''s'");
    check("SET \"a\" = 'b'", "double-quotes", "\"a\"", "SET 'a' = 'b'");
    check("SELECT 1 AS 'a'", "syntax-error", "'a'", "SELECT 1 AS `a`");
}

#[test]
fn full_width_punctuation_reads_as_ascii() {
    check("SELECT COUNT（a) FROM t", "full-width-character", "（", "SELECT COUNT(a) FROM t");
    check("SELECT a， b FROM t", "full-width-character", "，", "SELECT a, b FROM t");
    check("SELECT 1；", "full-width-character", "；", "SELECT 1;");
    check("SELECT ‘abc’", "full-width-character", "‘abc’", "SELECT 'abc'");
    check("SELECT “abc”", "full-width-character", "“abc”", "SELECT 'abc'");
    check("SELECT\u{3000}1", "full-width-character", "\u{3000}", "SELECT 1");
    assert_eq!(parse("SELECT COUNT（a） FROM t；").len(), 3);
}

#[test]
fn a_hint_stands_before_the_alias() {
    check(
        "SELECT * FROM t AS x /*+ OPTIONS('a'='b') */ WHERE y = 1",
        "misplaced-hint",
        "/*+ OPTIONS('a'='b') */",
        "SELECT * FROM t /*+ OPTIONS('a'='b') */ AS x WHERE y = 1",
    );
    check("SELECT * FROM (SELECT 1) /*+ A(x) */", "misplaced-hint", "/*+ A(x) */", "");
}

#[test]
fn operators_of_other_dialects_are_named() {
    check("SELECT a != b FROM t", "unsupported-operator", "!=", "SELECT a <> b FROM t");
    check("SELECT a == b FROM t", "unsupported-operator", "==", "SELECT a = b FROM t");
    check("SELECT a::INT FROM t", "unsupported-operator", "::", "SELECT CAST(a AS INT) FROM t");
    check("SELECT 1 MINUS SELECT 2", "unsupported-operator", "MINUS", "SELECT 1 EXCEPT SELECT 2");
    check("SELECT 2 ^ 3", "unsupported-operator", "^", "");
    check("SELECT a FROM t LIMIT 1, 2", "unsupported-syntax", ",", "SELECT a FROM t LIMIT 2 OFFSET 1");
    check("SELECT * FROM t CROSS APPLY f(a)", "unsupported-syntax", "CROSS APPLY", "SELECT * FROM t CROSS JOIN LATERAL TABLE(f(a))");
    check("SELECT * FROM t OUTER APPLY f(a)", "unsupported-syntax", "OUTER APPLY", "SELECT * FROM t LEFT JOIN LATERAL TABLE(f(a)) ON TRUE");
    check("SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x", "unsupported-syntax", "LEFT SEMI JOIN", "");
    check("SELECT CAST(a AS DATETIME) FROM t", "unsupported-syntax", "DATETIME", "SELECT CAST(a AS TIMESTAMP) FROM t");
}

#[test]
fn clauses_at_the_wrong_place_are_moved() {
    check(
        "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x",
        "misplaced-clause",
        "WITH x AS (SELECT 1)",
        "INSERT INTO t WITH x AS (SELECT 1) SELECT * FROM x",
    );
    check("SELECT 1 WHERE a > 1", "misplaced-clause", "WHERE", "");
    check("SELECT a FROM t GROUP BY a WHERE b = 1", "misplaced-clause", "WHERE", "");
    check("SELECT a FROM t ORDER BY a OFFSET 1 LIMIT 2", "misplaced-clause", "LIMIT", "");
}

#[test]
fn a_misspelt_keyword_is_recognized() {
    check("SELEC a FROM t", "misspelt-keyword", "SELEC", "SELECT a FROM t");
    check("SELECT a FORM t", "misspelt-keyword", "FORM", "SELECT a FROM t");
    check("SELECT * FORM t", "misspelt-keyword", "FORM", "SELECT * FROM t");
    check("SELECT t.* FORM t", "misspelt-keyword", "FORM", "SELECT t.* FROM t");
    check("SELECT a FROM t WEHRE b = 1", "misspelt-keyword", "WEHRE", "SELECT a FROM t WHERE b = 1");
    check("select a from t gropu by a", "misspelt-keyword", "gropu", "select a from t group by a");
    check("SELECT a FROM t WHERE b = 1 GRUOP BY a", "misspelt-keyword", "GRUOP", "SELECT a FROM t WHERE b = 1 GROUP BY a");
    check("SELECT a FROM t WHERE b = 1 ADN c = 2", "misspelt-keyword", "ADN", "SELECT a FROM t WHERE b = 1 AND c = 2");
    check("SELECT a FROM t LEFT JION u ON t.a = u.a", "misspelt-keyword", "JION", "SELECT a FROM t LEFT JOIN u ON t.a = u.a");
    check("SELECT a FROM t JION u ON t.a = u.a", "misspelt-keyword", "JION", "SELECT a FROM t JOIN u ON t.a = u.a");
    check("CREATE TABL t (a INT)", "misspelt-keyword", "TABL", "CREATE TABLE t (a INT)");
    check(
        "CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCE)",
        "misspelt-keyword",
        "ENFORCE",
        "CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCED)",
    );
    check("INSRT INTO t SELECT 1", "misspelt-keyword", "INSRT", "INSERT INTO t SELECT 1");
    check("SELECT a FROM t ORDER BY a LIMT 5", "misspelt-keyword", "LIMT", "SELECT a FROM t ORDER BY a LIMIT 5");
    check("SELECT CSAT(a AS INT) FROM t", "misspelt-keyword", "CSAT", "SELECT CAST(a AS INT) FROM t");
    check("SELECT INTERVAL '1' MINUT", "misspelt-keyword", "MINUT", "SELECT INTERVAL '1' MINUTE");
}

#[test]
fn what_is_not_closed_is_shown_where_it_opens() {
    check("SELECT * FROM (SELECT 1;", "unclosed-parenthesis", "(", "");
    check("SELECT f(a, (b + 1) FROM t", "syntax-error", "FROM", "");
    check("SELECT 1 /* comment", "unclosed-comment", "/*", "");
    check("SELECT * FROM t /*+ OPTIONS('a'='b') WHERE a = 1; SELECT 1 /* x */;", "unclosed-comment", "/*+", "");
    check("SELECT `a FROM t", "unclosed-name", "`a", "");
    check("SELECT `value FROM t WHERE `x` = 1", "unclosed-name", "`value FROM t WHERE `", "");
    check("SELECT 'abc", "unclosed-string", "'abc", "");
    check("SELECT 'it's' FROM t", "unclosed-string", "'it'", "");
    check("SELECT a FROM t WHERE b = 'x AND c = 1;\nSELECT 2;", "unclosed-string", "'x AND c = 1", "");
    check("CREATE TABLE t (a INT) WITH (\n'connector' = 'kafka,\n'topic' = 'x'\n);\nSELECT 1;", "unclosed-string", "'kafka", "");
    check("SELECT ${x FROM t", "unclosed-variable", "${", "");
}

#[test]
fn a_semicolon_in_a_list_is_stray() {
    check(
        "CREATE TABLE t (a INT) WITH (type = 'x', size = 500;\n);",
        "stray-semicolon",
        ";",
        "CREATE TABLE t (a INT) WITH (type = 'x', size = 500\n);",
    );
    check(
        "CREATE TABLE t (a INT) WITH ('a' = 'b';\n'c' = 'd')",
        "stray-semicolon",
        ";",
        "CREATE TABLE t (a INT) WITH ('a' = 'b',\n'c' = 'd')",
    );
}

#[test]
fn a_missing_semicolon_is_inserted() {
    check("SELECT 1\nSELECT 2;", "missing-semicolon", "", "SELECT 1;\nSELECT 2;");
    check("SET 'a' = 'b'\nCREATE TABLE t (a INT);", "missing-semicolon", "", "SET 'a' = 'b';\nCREATE TABLE t (a INT);");
}

#[test]
fn every_mistake_of_a_script_is_reported_once() {
    let text = "SELECT FROM t;
SELECT a FROM t WHERE;
CREATE TABLE t (a INT b STRING, value INT, c NOSUCH(1, d INT);
SELECT 'ok';
INSERT INTO;
SELECT a, , c FROM t;
SELECT ) FROM t;
GIBBERISH here it is;
SELECT 1;";
    let found: Vec<_> = parse(text).iter().map(|d| (d.id, text[..d.span().start as usize].matches('\n').count() + 1)).collect();
    let expected = [
        ("syntax-error", 1),
        ("syntax-error", 2),
        ("missing-comma", 3),
        ("reserved-word", 3),
        ("syntax-error", 3),
        ("syntax-error", 5),
        ("syntax-error", 6),
        ("syntax-error", 7),
        ("unknown-statement", 8),
    ];
    assert_eq!(found, expected, "{:#?}", parse(text));
}

#[test]
fn the_words_of_flink_are_kept() {
    let flink = |text: &str| parse(text)[0].flink.clone().unwrap_or_default();
    assert_eq!(flink("SELEC 1;"), "Non-query expression encountered in illegal context");
    assert_eq!(flink("SELECT 1 FROM;"), "Encountered \";\" at line 1, column 14.");
    assert_eq!(flink("SELECT FROM t;"), "Incorrect syntax near the keyword 'FROM' at line 1, column 8.");
    assert_eq!(flink("SELECT * FROM (SELECT 1;"), "Encountered \";\" at line 1, column 24.");
    assert_eq!(flink("CREATE TABLE t (a INT,) WITH ('connector'='blackhole');"), "Encountered \")\" at line 1, column 23.");
    assert_eq!(flink("CREATE TABL t (a INT);"), "Encountered \"TABL\" at line 1, column 8.");
    assert_eq!(flink("SELECT 1 AS value;"), "Encountered \"value\" at line 1, column 13.");
    assert_eq!(flink("INSERT INTO;"), "Encountered \";\" at line 1, column 12.");
    assert_eq!(flink("SELECT 1 LIMIT -1;"), "Encountered \"-\" at line 1, column 16.");
    assert_eq!(flink("SELECT 1 == 1;"), "Encountered \"= =\" at line 1, column 10.");
    assert_eq!(flink("SELECT a FROM t AS a /*+ OPTIONS('a'='b') */ LIMIT 1;"), "Encountered \"/*+\" at line 1, column 22.");
}
