//! The types of expressions and queries, and what is refused, as captured from Flink.
//!
//! A line of a capture is `expression => TYPE = value` or `>query => TYPE; TYPE = rows`, or `.. !! exception` for what Flink refuses.

use crate::support::Session;
use resolve::coercion::{CastSupport, cast_support};
use std::collections::BTreeSet;
use std::path::PathBuf;
use table::{Field, LogicalType, TimeAttribute, TypeKind};

/// Expressions and queries of these files are compared.
const FILES: &[&str] = &[
    "batch-e1.txt",
    "batch-e2.txt",
    "batch-e3.txt",
    "batch-e4.txt",
    "batch-e5.txt",
    "batch-e6.txt",
    "batch-e7.txt",
    "batch-b1.txt",
    "batch-b2.txt",
];

/// Only what is refused is compared here.
const STREAMING_FILES: &[&str] = &["streaming-s1.txt", "streaming-s2.txt", "streaming-s3.txt", "streaming-s4.txt", "streaming-s5.txt"];

struct Line {
    place: String,
    statement: String,
    outcome: Captured,
}

enum Captured {
    Types(String),
    /// The text, and the columns of the statement that it names.
    Refused(String, Option<(usize, usize)>),
}

#[test]
fn types_are_those_of_flink() {
    let mut session = session();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in lines(FILES) {
        let Captured::Types(expected) = &line.outcome else { continue };
        match session.types(&line.statement) {
            Ok(columns) => {
                compared += 1;
                let types: Vec<String> = columns.iter().map(|(_, data_type)| data_type.to_string()).collect();
                let known = NULLABLE_AFTER_ALL.iter().any(|known| line.statement.contains(known));
                if types.join("; ") != *expected && !known {
                    wrong.push(format!("{}: {}\n  flink  {expected}\n  tamias {}", line.place, line.statement, types.join("; ")));
                }
            }
            Err(diagnostics) => {
                // What is not there yet is not wrong; anything else that Flink accepts is.
                if !diagnostics.iter().any(|d| d.id == "unsupported-yet" || is_missing(&d.message)) {
                    let said: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
                    wrong.push(format!("{}: {}\n  flink  {expected}\n  tamias {said:?}", line.place, line.statement));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), compared + wrong.len(), wrong.join("\n"));
    assert!(compared > 0, "nothing was compared");
}

/// The types of the cast matrix, in its order.
fn matrix_types() -> Vec<TypeKind> {
    let attribute = TimeAttribute::None;
    let int = || Box::new(LogicalType::int());
    vec![
        TypeKind::Char(1),
        TypeKind::Varchar(1),
        TypeKind::Binary(1),
        TypeKind::Varbinary(1),
        TypeKind::Boolean,
        TypeKind::Decimal { precision: 5, scale: 2 },
        TypeKind::TinyInt,
        TypeKind::SmallInt,
        TypeKind::Int,
        TypeKind::BigInt,
        TypeKind::Float,
        TypeKind::Double,
        TypeKind::Date,
        TypeKind::Time { precision: 0 },
        TypeKind::Timestamp { precision: 3, attribute },
        TypeKind::TimestampLtz { precision: 3, attribute },
        TypeKind::IntervalYearMonth,
        TypeKind::IntervalDayTime,
        TypeKind::Array(int()),
        TypeKind::Multiset(int()),
        TypeKind::Map(int(), int()),
        TypeKind::Row(vec![Field::new("a", LogicalType::int())]),
        TypeKind::Variant,
        TypeKind::Bitmap,
    ]
}

#[test]
fn casts_are_those_of_flink() {
    let text = std::fs::read_to_string(directory().join("casts-and-decimals.txt")).expect("the capture is in the repository");
    let types = matrix_types();
    for (line, from) in text.lines().skip(1).zip(&types) {
        for (cell, to) in line.split_whitespace().skip(1).zip(&types) {
            let expected = match cell {
                // Without a rule for running it a cast is of no use; numbers become BOOLEAN in spite of the table, VARIANT becomes no text.
                "E-" | "I-" | ".-" => CastSupport::None,
                ".Y" if *from == TypeKind::Variant => CastSupport::None,
                ".Y" => CastSupport::Explicit,
                implicit if implicit.starts_with('I') => CastSupport::Implicit,
                _ => CastSupport::Explicit,
            };
            assert_eq!(cast_support(from, to), expected, "{from} to {to}");
        }
    }
}

/// What Flink takes for NOT NULL although it may be NULL.
const NULLABLE_AFTER_ALL: &[&str] = &["LEAD(item, 1, 'zz') OVER (ORDER BY price)"];

#[test]
fn what_flink_refuses_before_running_is_refused() {
    let mut session = session();
    let mut accepted = Vec::new();
    for line in lines(&[FILES, STREAMING_FILES].concat()) {
        let Captured::Refused(text, None) = &line.outcome else { continue };
        let before_running =
            ["ValidationException", "SqlParserException", "SqlParserEOFException"].iter().any(|class| text.starts_with(class));
        if before_running && session.types(&line.statement).is_ok() {
            accepted.push(format!("{}: {}\n  flink {text}", line.place, line.statement));
        }
    }
    assert!(accepted.is_empty(), "{} are accepted:\n{}", accepted.len(), accepted.join("\n"));
}

#[test]
fn what_flink_refuses_is_refused_at_the_same_place() {
    let mut session = session();
    let mut wrong = Vec::new();
    for line in lines(&[FILES, STREAMING_FILES].concat()) {
        let Captured::Refused(text, Some((from, to))) = &line.outcome else { continue };
        match session.types(&line.statement) {
            Ok(_) => wrong.push(format!("{}: {}\n  flink {text}\n  was accepted", line.place, line.statement)),
            Err(diagnostics) => {
                let inside = diagnostics.iter().any(|d| {
                    let span = d.span();
                    (span.start as usize) < *to && (span.end as usize) >= *from
                });
                if !inside {
                    let said: Vec<String> = diagnostics.iter().map(|d| format!("{} at {:?}", d.message, d.span())).collect();
                    wrong.push(format!("{}: {}\n  flink {text}\n  tamias {said:?}", line.place, line.statement));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn is_missing(message: &str) -> bool {
    message.starts_with("function '") && message.ends_with("' does not exist")
}

/// The tables that the captured queries read.
fn session() -> Session {
    let mut session = Session::empty();
    session.define(
        "CREATE TABLE Bid (bidtime TIMESTAMP(3), price DECIMAL(10, 2), item STRING, supplier_id STRING) WITH ('connector' = 'files', 'path' = 'b');
         CREATE TABLE orders (ot TIMESTAMP(3), id INT, cur STRING, amt INT) WITH ('connector' = 'files', 'path' = 'o');
         CREATE TABLE rates (rt TIMESTAMP(3), cur STRING, rate INT, PRIMARY KEY (cur) NOT ENFORCED) WITH ('connector' = 'files', 'path' = 'r');
         CREATE TABLE ticker (symbol STRING, rowtime TIMESTAMP(3), price INT, tax INT) WITH ('connector' = 'files', 'path' = 't');
         CREATE TABLE dg (id INT) WITH ('connector' = 'events');",
    );
    session
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/flink/captures")
}

fn lines(files: &[&str]) -> Vec<Line> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for file in files {
        let bytes = std::fs::read(directory().join(file)).expect("the capture is in the repository");
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in text.lines().enumerate() {
            let Some((statement, outcome)) = parse_line(line) else { continue };
            if seen.insert(statement.clone()) {
                found.push(Line { place: format!("{file}:{}", number + 1), statement, outcome });
            }
        }
    }
    found
}

fn parse_line(line: &str) -> Option<(String, Captured)> {
    if line.starts_with(['#', '!'])
        || line.starts_with("SET ")
        || line.starts_with(">CREATE")
        || line.starts_with(">EXPLAIN")
        || line.starts_with(">INSERT")
    {
        return None;
    }
    let statement = |text: &str| match text.strip_prefix('>') {
        Some(query) => query.trim_end().to_owned(),
        None => format!("SELECT {}", text.trim_end()),
    };
    if let Some((text, refusal)) = line.split_once("  !! ") {
        return Some((statement(text), Captured::Refused(refusal.chars().take(200).collect(), columns(refusal))));
    }
    let (text, answer) = line.split_once("  => ")?;
    let (types, _) = answer.split_once("  = ").unwrap_or((answer, ""));
    Some((statement(text), Captured::Types(types.trim_end().to_owned())))
}

/// `From line 1, column 8 to line 1, column 12` as offsets; `At line 1, column 8` as one character.
fn columns(refusal: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<usize>().ok();
    if let Some(rest) = refusal.split_once("From line 1, column ").map(|(_, rest)| rest) {
        let to = rest.split_once("to line 1, column ")?.1;
        return Some((number(rest)? - 1, number(to)?));
    }
    let at = refusal.split_once("At line 1, column ")?.1;
    Some((number(at)? - 1, number(at)?))
}
