//! The formatter: the same tokens and comments, in one style.

use crate::corpus;
use crate::mutate::Random;
use diag::SourceId;
use sql::token::TokenKind;
use sql::{FormatOptions, format};

fn formatted(text: &str) -> String {
    format(SourceId(0), text, &FormatOptions::default()).expect("the text has no errors")
}

/// The printed tree, with reserved words in capitals: they may be the names of functions.
fn printed(text: &str) -> Vec<String> {
    let script = sql::parse(SourceId(0), text);
    script.statements.iter().flat_map(|statement| words(&statement.to_string())).collect()
}

fn words(text: &str) -> Vec<String> {
    let tokens = sql::lex(SourceId(0), text).tokens;
    let written = tokens.iter().map(|token| (token.kind, &text[token.span.start as usize..token.span.end as usize]));
    written.map(|(kind, text)| if kind.keyword().is_reserved() { text.to_uppercase() } else { text.to_string() }).collect()
}

/// The tokens and the comments of a text.
fn content(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut tokens, mut comments) = (vec![], vec![]);
    for token in sql::lex(SourceId(0), text).tokens {
        let written = &text[token.span.start as usize..token.span.end as usize];
        match token.kind {
            TokenKind::LineComment | TokenKind::BlockComment => comments.push(written.trim_end().to_string()),
            TokenKind::Word(_) => tokens.push(written.to_uppercase()),
            _ => tokens.push(written.to_string()),
        }
    }
    (tokens, comments)
}

/// What is wrong with the formatted form of a text, if anything.
fn fault(text: &str) -> Option<String> {
    let once = formatted(text);
    if content(&once) != content(text) {
        Some(format!("other tokens:\n{once}"))
    } else if printed(&once) != printed(text) {
        Some(format!("another tree:\n{once}"))
    } else if formatted(&once) != once {
        Some(format!("not stable:\n{once}\n----\n{}", formatted(&once)))
    } else {
        None
    }
}

#[test]
fn formatting_keeps_every_token_and_comment_and_is_stable() {
    let texts = corpus::readable();
    let faults: Vec<_> = texts.iter().filter_map(|(place, text)| fault(text).map(|fault| format!("{place}: {fault}"))).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// The same tokens with other blanks and with comments between them.
fn scattered(text: &str, random: &mut Random) -> String {
    const GAPS: &[&str] =
        &[" ", "  ", "\n", "\n\n\n", " -- behind\n", "\n-- between\n", " /* in */ ", "\n/* own */\n", " /* a\n  b */ -- c\n"];
    let mut out = String::new();
    let mut end = 0;
    for token in sql::lex(SourceId(0), text).tokens {
        let (start, written) = (token.span.start as usize, &text[token.span.start as usize..token.span.end as usize]);
        let blanks = &text[end..start];
        out.push_str(blanks);
        if !blanks.is_empty() && !blanks.contains('\n') && random.below(4) == 0 {
            out.push_str(GAPS[random.below(GAPS.len())]);
        }
        out.push_str(written);
        end = token.span.end as usize;
    }
    out
}

#[test]
fn comments_anywhere_are_kept_and_stay_where_they_are() {
    let mut random = Random::new(7);
    let mut faults = vec![];
    let mut checked = 0;
    for (place, text) in corpus::readable() {
        let text = scattered(&text, &mut random);
        if sql::parse(SourceId(0), &text).diagnostics.is_empty() {
            checked += 1;
            faults.extend(fault(&text).map(|fault| format!("{place}: {text}\n>>>> {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(checked > 1000, "only {checked} texts");
}

fn check(text: &str, expected: &str) {
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn clauses_begin_lines_and_lists_break_when_they_do_not_fit() {
    check(
        "select a,b from t where a=1 and b<>2 group by a,b order by a desc limit 10",
        "SELECT a, b\nFROM t\nWHERE a = 1 AND b <> 2\nGROUP BY a, b\nORDER BY a DESC\nLIMIT 10\n",
    );
    check(
        "select first_rather_long_name, second_rather_long_name, third_rather_long_name, fourth_rather_long_name from t",
        "SELECT\n  first_rather_long_name,\n  second_rather_long_name,\n  third_rather_long_name,\n  fourth_rather_long_name\nFROM t\n",
    );
    check(
        "select * from a where first_rather_long_name = 'one' and (second_rather_long_name = 'two' or third_rather_long_name = 'three')",
        "SELECT *\nFROM a\nWHERE first_rather_long_name = 'one'\n  AND (second_rather_long_name = 'two' OR third_rather_long_name = 'three')\n",
    );
}

#[test]
fn joins_and_subqueries_are_indented() {
    check(
        "select * from a join (select b from c) d on a.b=d.b left join e using (f), lateral table(g(a.h)) as i(j)",
        "SELECT *
FROM
  a
    JOIN (
      SELECT b
      FROM c
    ) d ON a.b = d.b
    LEFT JOIN e USING (f),
  LATERAL TABLE(g(a.h)) AS i (j)
",
    );
    check(
        "with x as (select 1) select * from x where y in (select z from w) union all select 2",
        "WITH x AS (\n  SELECT 1\n)\nSELECT *\nFROM x\nWHERE y IN (SELECT z FROM w)\nUNION ALL\nSELECT 2\n",
    );
}

#[test]
fn a_long_case_has_a_line_for_each_branch() {
    check(
        "select case when amount > 1000 then 'a large amount of money' when amount > 10 then 'some' else 'next to nothing' end as size from t",
        "SELECT CASE
  WHEN amount > 1000 THEN 'a large amount of money'
  WHEN amount > 10 THEN 'some'
  ELSE 'next to nothing'
END AS size
FROM t
",
    );
}

#[test]
fn definitions_and_options_have_lines_of_their_own() {
    check(
        "create table t(a int not null,b row<x int,y array<string>>,watermark for ts as ts-interval '5' second)with('k'='v','l'='w');",
        "CREATE TABLE t (
  a INT NOT NULL,
  b ROW<x INT, y ARRAY<STRING>>,
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (
  'k' = 'v',
  'l' = 'w'
);
",
    );
    check(
        "create table t comment 'c' partitioned by (a) with () as select 1",
        "CREATE TABLE t\nCOMMENT 'c'\nPARTITIONED BY (a)\nWITH () AS\nSELECT 1\n",
    );
    check("create catalog c with ('type'='x')", "CREATE CATALOG c WITH (\n  'type' = 'x'\n)\n");
}

/// Flink's client ends a statement at a `;` that ends a line.
#[test]
fn no_line_end_is_put_behind_a_semicolon_in_a_statement_set() {
    check(
        "execute statement set begin insert into a select 1; insert into b select 2; end;",
        "EXECUTE STATEMENT SET\nBEGIN\n  INSERT INTO a\n  SELECT 1; INSERT INTO b\n  SELECT 2; END;\n",
    );
    check(
        "execute statement set begin\ninsert into a select 1;\ninsert into b select 2;\nend;",
        "EXECUTE STATEMENT SET\nBEGIN\n  INSERT INTO a\n  SELECT 1;\n  INSERT INTO b\n  SELECT 2;\nEND;\n",
    );
}

#[test]
fn only_words_of_the_grammar_become_upper_case() {
    check(
        "select Count(*), my_Func(Value_1), `select` from Db.tBl as Name",
        "SELECT COUNT(*), my_Func(Value_1), `select`\nFROM Db.tBl AS Name\n",
    );
    check("set table.exec.mini-batch.size = 5", "SET table.exec.mini-batch.size = 5\n");
    check("create table t (plan int, data map<string, int>)", "CREATE TABLE t (\n  plan INT,\n  data MAP<STRING, INT>\n)\n");
}

#[test]
fn comments_stay_where_they_belong() {
    check(
        "-- head\n\n\n-- of the file\nselect a, -- first\n  /* second */ b\n  -- before from\nfrom t -- behind t\n; -- end\n\n\nselect 1 /* last */;",
        "-- head

-- of the file
SELECT
  a, -- first
  /* second */ b
-- before from
FROM t -- behind t
; -- end

SELECT 1 /* last */;
",
    );
    check(
        "create table t (\n  a int, -- one\n  -- two\n  b int\n  -- three\n) with ('k'='v' -- four\n);",
        "CREATE TABLE t (
  a INT, -- one
  -- two
  b INT
  -- three
) WITH (
  'k' = 'v' -- four
);
",
    );
}

#[test]
fn strings_keep_their_lines_and_joined_strings_stay_apart() {
    check("select 'a\n   b'", "SELECT 'a\n   b'\n");
    check("select 'a'\n'b'", "SELECT 'a'\n'b'\n");
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    check("\u{feff}select 1\r\nfrom t;\r\n", "\u{feff}SELECT 1\r\nFROM t;\r\n");
    check("select 'a\nb'\r\n", "SELECT 'a\nb'\n");
    check("select 1\r\nfrom t where a = 'b\nc'", "SELECT 1\r\nFROM t\r\nWHERE a = 'b\nc'\r\n");
    check("", "");
    check("-- nothing", "-- nothing\n");
}

#[test]
fn deep_and_long_texts_are_formatted() {
    let deep = format!("SELECT {}1{}", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(fault(&deep), None);
    let rows = format!("INSERT INTO t VALUES {}", vec!["(1, 'a', CAST(NULL AS INT))"; 5000].join(","));
    assert_eq!(formatted(&rows).lines().count(), 5002);
    let sum = format!("SELECT {} FROM t", vec!["a"; 1000].join(" + "));
    assert_eq!(fault(&sum), None);
}

#[test]
fn a_script_with_errors_is_not_touched() {
    let diagnostics = format(SourceId(0), "select 1; selec 2", &FormatOptions::default()).expect_err("'selec' is no statement");
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn width_and_indent_can_be_chosen() {
    let options = FormatOptions { width: 20, indent: 4 };
    let out = format(SourceId(0), "select aaaaaaaa, bbbbbbbb from t", &options).expect("no errors");
    assert_eq!(out, "SELECT\n    aaaaaaaa,\n    bbbbbbbb\nFROM t\n");
}
