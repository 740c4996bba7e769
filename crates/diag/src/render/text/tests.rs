use super::*;

/// Renders a diagnostic made from the spans of the given words.
fn check(sql: &str, make: impl FnOnce(&dyn Fn(&str) -> Span) -> Diagnostic, expected: &str) {
    let mut sources = SourceMap::default();
    let id = sources.add("q.sql", sql);
    let span = |word: &str| {
        let start = sql.find(word).expect("the word is in the text") as u32;
        Span::new(id, start, start + word.len() as u32)
    };
    let rendered = text(&sources, &make(&span), &Style { color: false, width: 80 });
    assert_eq!(rendered.trim_end(), expected.trim_matches('\n'));
}

#[test]
fn one_place_is_shown_beside_its_name() {
    check(
        "SELECT *\n  FROM airports /*+ OPTIONS('csv.ignore-parse-error'='true') */;\n",
        |span| {
            let key = span("csv.ignore-parse-error");
            let message = "'csv.ignore-parse-error' is not an option of format 'csv'";
            Diagnostic::error("unknown-option", key, message).with_fix(
                "did you mean 'csv.ignore-parse-errors'?",
                key,
                "csv.ignore-parse-errors",
            )
        },
        r"
error[unknown-option]: 'csv.ignore-parse-error' is not an option of format 'csv'
  --> q.sql:2:30   …airports /*+ OPTIONS('csv.ignore-parse-error'='true') */;
                                          ^^^^^^^^^^^^^^^^^^^^^^
help: did you mean 'csv.ignore-parse-errors'?",
    );
}

#[test]
fn a_remark_stands_behind_the_underline() {
    check(
        "SELECT nam FROM t",
        |span| Diagnostic::error("unknown-column", span("nam"), "column 'nam' not found").with_remark("not a column of 't'"),
        r"
error[unknown-column]: column 'nam' not found
  --> q.sql:1:8   SELECT nam FROM t
                         ^^^ not a column of 't'",
    );
}

#[test]
fn several_places_are_numbered_lines() {
    check(
        "CREATE TABLE t (a STRING);\n\n-- a query\nSELECT a + 1 FROM t;\n",
        |span| {
            Diagnostic::error("type-mismatch", span("a + 1"), "'+' does not take a STRING")
                .with_label(span("STRING"), "declared here")
                .with_label(span("t;"), "")
                .with_note("Numbers are not converted.")
                .with_help("write CAST(a AS INT)")
        },
        r"
error[type-mismatch]: '+' does not take a STRING
  --> q.sql:4:8
 1 | CREATE TABLE t (a STRING);
   |                   ------ declared here
...
 4 | SELECT a + 1 FROM t;
   |        ^^^^^      --
note: Numbers are not converted.
help: write CAST(a AS INT)",
    );
}

#[test]
fn remarks_on_one_line_get_rows_of_their_own() {
    check(
        "SELECT a, b",
        |span| Diagnostic::warning("w", span("b"), "m").with_remark("second").with_label(span("a"), "first"),
        r"
warning[w]: m
  --> q.sql:1:11
 1 | SELECT a, b
   |        - first
   |           ^ second",
    );
}

#[test]
fn a_span_of_many_lines_shows_its_beginning_and_its_end() {
    check(
        "INSERT INTO t\nSELECT a,\n  b,\n  c,\n  d\nFROM s;\n",
        |span| Diagnostic::error("e", span("SELECT a,\n  b,\n  c,\n  d\nFROM s"), "m").with_remark("four columns"),
        r"
error[e]: m
  --> q.sql:2:1
 2 | SELECT a,
   | ^^^^^^^^^
 3 |   b,
   |   ^^
...
 6 | FROM s;
   | ^^^^^^ four columns",
    );
}

#[test]
fn wide_characters_and_tabs_keep_the_underline_in_place() {
    check(
        "\tSELECT '城市' AS x,\ty",
        |span| Diagnostic::error("e", span("y"), "m"),
        r"
error[e]: m
  --> q.sql:1:20   SELECT '城市' AS x,    y
                                          ^",
    );
}

#[test]
fn an_empty_span_shows_one_caret_and_an_empty_line_none() {
    check(
        "SELECT 1\r\n",
        |span| Diagnostic::error("e", span("SELECT 1").after(), "m"),
        r"
error[e]: m
  --> q.sql:1:9   SELECT 1
                          ^",
    );
    check(
        "SELECT (\n",
        |span| Diagnostic::error("e", span("\n").after(), "unexpected end of the statement"),
        r"
error[e]: unexpected end of the statement
  --> q.sql:2:1",
    );
}

#[test]
fn places_in_other_texts_follow() {
    let mut sources = SourceMap::default();
    let a = sources.add("a.sql", "SELECT * FROM clicks");
    let b = sources.add("clicks.sql", "CREATE TABLE clicks (\n  id INT\n)");
    let diagnostic = Diagnostic::error("e", Span::new(a, 14, 20), "m").with_label(Span::new(b, 13, 19), "declared here");
    let expected = r"
error[e]: m
  --> a.sql:1:15
 1 | SELECT * FROM clicks
   |               ^^^^^^
  ::: clicks.sql:1:14
 1 | CREATE TABLE clicks (
   |              ------ declared here
";
    assert_eq!(text(&sources, &diagnostic, &Style::PLAIN), expected.trim_start());
}

#[test]
fn a_fix_that_its_title_does_not_spell_out_is_shown() {
    check(
        "  SELECT a b FROM t",
        |span| Diagnostic::error("e", span("a b"), "m").with_fix("put a comma between them", span("a").after(), ","),
        r"
error[e]: m
  --> q.sql:1:10   SELECT a b FROM t
                          ^^^
help: put a comma between them
 1 + SELECT a, b FROM t",
    );
}

#[test]
fn a_place_in_a_data_file_shows_the_record() {
    let mut sources = SourceMap::default();
    let sql = sources.add("airports.sql", "SELECT * FROM airports;");
    let excerpt = "ECP,Northwest Florida Beaches International Airport,Panama City,FL,USA,,";
    let cell = excerpt.len() - 1;
    let place =
        DataPlace { file: "airports.csv".into(), line: 97, column: 72, excerpt: excerpt.into(), mark: cell..cell, also: vec![235, 314] };
    let message = "'' is not a DOUBLE for column 'LATITUDE' of table 'airports'";
    let diagnostic = Diagnostic::error("bad-record", Span::new(sql, 14, 22), message).with_data(place).with_help("Empty means NULL.");
    let expected = r"
error[bad-record]: '' is not a DOUBLE for column 'LATITUDE' of table 'airports'
  --> airports.csv:97:72   …Beaches International Airport,Panama City,FL,USA,▸◂,
note: read by airports.sql:1:15; rows 235 and 314 fail the same way
help: Empty means NULL.
";
    assert_eq!(text(&sources, &diagnostic, &Style { color: false, width: 80 }), expected.trim_start());
}

#[test]
fn many_further_rows_are_counted() {
    assert_eq!(same_failure(&[]), None);
    assert_eq!(same_failure(&[2]).as_deref(), Some("row 2 fails the same way"));
    assert_eq!(same_failure(&[2, 3, 4, 5, 6]).as_deref(), Some("rows 2, 3, 4 and 2 more fail the same way"));
}

#[test]
fn a_diagnostic_without_a_place_is_its_message() {
    let diagnostic = Diagnostic::error("e", Span::none(), "no such file").with_note("One.\nTwo.");
    assert_eq!(text(&SourceMap::default(), &diagnostic, &Style::PLAIN), "error[e]: no such file\nnote: One.\n      Two.\n");
}

#[test]
fn colours_are_escapes_around_the_words() {
    let diagnostic = Diagnostic::error("e", Span::none(), "m").with_help("h");
    let expected = "\x1b[1;31merror[e]\x1b[0m\x1b[1m: m\x1b[0m\n\x1b[1;36mhelp\x1b[0m: h\n";
    assert_eq!(text(&SourceMap::default(), &diagnostic, &Style { color: true, width: 80 }), expected);
}

#[test]
fn any_span_can_be_shown() {
    let sql = "a é\r\n城\tb\n\n'x";
    let mut sources = SourceMap::default();
    let id = sources.add("q.sql", sql);
    for start in 0..=sql.len() as u32 + 1 {
        for end in start..=sql.len() as u32 + 1 {
            let diagnostic = Diagnostic::error("e", Span::new(id, start, end), "m").with_label(Span::new(id, end, end), "x");
            for width in [0, 10, 80] {
                assert!(!text(&sources, &diagnostic, &Style { color: true, width }).is_empty());
            }
            let fixed = Diagnostic::error("e", Span::new(id, start, end), "m").with_fix("t", Span::new(id, start, end), "?");
            assert!(!text(&sources, &fixed, &Style::PLAIN).is_empty());
        }
    }
}
