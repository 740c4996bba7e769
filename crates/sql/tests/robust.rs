//! Texts that nobody would write: nested deeply, very long, scrambled, or with one mistake somewhere.

use crate::corpus;
use crate::mutate::{Random, one_mistake, scrambled};
use diag::{SourceId, Span};
use sql::Script;
use std::time::{Duration, Instant};

fn parse(text: &str) -> Script {
    sql::parse(SourceId(0), text)
}

#[track_caller]
fn accepted(text: &str) {
    let script = parse(text);
    assert!(script.diagnostics.is_empty(), "{:?}", script.diagnostics[0].message);
}

#[track_caller]
fn too_deep(text: &str) {
    let script = parse(text);
    let found: Vec<_> = script.diagnostics.iter().map(|d| d.id).collect();
    assert_eq!(found, ["too-deeply-nested"], "{}...", &text[..60]);
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn a_thousand_levels_are_read() {
    accepted(&format!("SELECT {}", nested("(", "1", ")", 1000)));
    accepted(&format!("SELECT {}", nested("- ", "1", "", 1000)));
    accepted(&format!("SELECT {}", nested("NOT ", "TRUE", "", 1000)));
    accepted(&format!("SELECT {}", nested("f(", "1", ")", 700)));
    accepted(&format!("SELECT CAST(a AS {}) FROM t", nested("ARRAY<", "INT", ">", 1000)));
    accepted(&nested("SELECT * FROM (", "SELECT 1", ")", 300));
    accepted(&nested("(", "SELECT 1", ")", 700));
    accepted(&format!("SELECT {}", vec!["a"; 1000].join(" + ")));
}

#[test]
fn the_deepest_trees_are_compared_and_dropped_on_the_stack_of_a_worker() {
    let work = || {
        for text in [
            format!("SELECT {}", nested("(", "1", ")", 1490)),
            format!("SELECT {}", nested("NOT ", "TRUE", "", 1490)),
            format!("SELECT {}", vec!["a"; 1490].join(" + ")),
            format!("SELECT a{}", "[1]".repeat(1490)),
            nested("SELECT * FROM (", "SELECT 1", ")", 370),
            nested("SELECT (", "SELECT 1", ")", 370),
            vec!["SELECT 1"; 1490].join(" UNION ALL "),
            format!("SELECT * FROM {}", vec!["t"; 1490].join(" CROSS JOIN ")),
            format!("SELECT CAST(a AS {}) FROM t", nested("ARRAY<", "INT", ">", 1490)),
        ] {
            let script = parse(&text);
            assert!(script.diagnostics.is_empty(), "{}: {}", &text[..40], script.diagnostics[0].message);
            assert!(script.statements == script.statements.clone());
        }
    };
    let worker = std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread");
    worker.join().expect("no overflow");
}

#[test]
fn deeper_nesting_is_one_diagnostic() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("- ", "1", ""),
        ("NOT ", "TRUE", ""),
        ("f(", "1", ")"),
        ("CASE WHEN a THEN ", "1", " END"),
        ("a[", "1", "]"),
        ("(SELECT ", "1", ")"),
        ("EXISTS (SELECT ", "1", ")"),
        ("a IN (", "1", ")"),
        ("CAST(", "1", " AS INT)"),
        ("ROW(", "1", ")"),
    ] {
        too_deep(&format!("SELECT {}", nested(open, inner, close, 20_000)));
    }
    too_deep(&format!("SELECT CAST(a AS {}) FROM t", nested("ARRAY<", "INT", ">", 20_000)));
    too_deep(&nested("SELECT * FROM (", "SELECT 1", ")", 20_000));
    too_deep(&format!("SELECT * FROM {}", nested("(", "t", ")", 20_000)));
    too_deep(&format!("SELECT {}", vec!["a"; 100_000].join(" + ")));
    too_deep(&format!("SELECT {}", vec!["'a'"; 100_000].join(" || ")));
    too_deep(&format!("SELECT a{}", "[1]".repeat(100_000)));
    too_deep(&vec!["SELECT 1"; 100_000].join(" UNION ALL "));
    too_deep(&format!("SELECT * FROM {}", vec!["t"; 100_000].join(" CROSS JOIN ")));
    let chains = format!("({} + 1)", vec!["a"; 1000].join(" + "));
    too_deep(&format!("SELECT {}", (0..10).fold(chains, |inner, _| format!("({inner}{})", " + a".repeat(900)))));
}

#[test]
fn deep_nesting_that_never_closes_ends() {
    for open in ["(", "SELECT (", "SELECT * FROM (", "f(", "CASE ", "a[", "EXPLAIN ", "/*+", "ARRAY<", "{", "SELECT (SELECT "] {
        let script = parse(&open.repeat(50_000));
        assert!(!script.diagnostics.is_empty(), "{open}");
    }
}

#[test]
fn long_lists_are_read_in_time() {
    let start = Instant::now();
    let numbers: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
    accepted(&format!("SELECT * FROM t WHERE a IN ({})", numbers.join(", ")));
    accepted(&format!("SELECT * FROM t WHERE {}", vec!["a = 1"; 10_000].join(" AND ")));
    accepted(&format!("SELECT * FROM t WHERE {}", vec!["a = 1"; 10_000].join(" OR ")));
    accepted(&format!("INSERT INTO t VALUES {}", vec!["(1, 'a', CAST(NULL AS INT))"; 100_000].join(", ")));
    accepted(&format!("SELECT {}", vec!["a + b * c"; 20_000].join(", ")));
    accepted(&"SELECT 1;\n".repeat(50_000));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn many_mistakes_are_reported_in_time() {
    for text in [
        format!("INSERT INTO t VALUES {}", vec!["(1 2)"; 100_000].join(", ")),
        format!("SELECT f({})", vec!["+"; 100_000].join(", ")),
        format!("CREATE TABLE t ({})", vec!["a"; 100_000].join(" ")),
        format!("SELECT {}", vec!["a b c"; 100_000].join(", ")),
        "\"a ".repeat(100_000),
        "/*+ ".repeat(100_000),
        "SELECT ' ;\n".repeat(20_001),
        "‘a ".repeat(100_000),
        "SELECT ${a ".repeat(50_000),
        "GIBBERISH ( ".repeat(50_000),
        "SELEC 1;".repeat(50_000),
    ] {
        let start = Instant::now();
        assert!(!parse(&text).diagnostics.is_empty());
        assert!(start.elapsed() < Duration::from_secs(5), "{:?} for {}...", start.elapsed(), &text[..50]);
    }
}

/// Every span lies in the text and on the boundaries of characters; statements follow each other.
fn check_spans(text: &str, script: &Script) {
    let valid = |span: Span| span.start <= span.end && text.get(span.start as usize..span.end as usize).is_some();
    for token in &script.tokens {
        assert!(valid(token.span), "{:?} in {text}", token);
    }
    assert!(script.tokens.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{text}");
    assert!(script.statements.iter().all(|s| valid(s.span)), "{text}");
    assert!(script.statements.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{text}");
    for diagnostic in &script.diagnostics {
        assert!(diagnostic.labels.iter().all(|label| valid(label.span)), "{diagnostic:#?}\n{text}");
        assert!(diagnostic.fix.iter().flat_map(|fix| &fix.edits).all(|edit| valid(edit.span)), "{diagnostic:#?}\n{text}");
    }
}

/// Parses scrambled scripts; slow ones and panics fail.
fn fuzz(iterations: usize, seed: u64) {
    let scripts: Vec<String> = corpus::readable().into_iter().map(|(_, text)| text).collect();
    let mut random = Random::new(seed);
    for _ in 0..iterations {
        let text = scrambled(&scripts[random.below(scripts.len())], &mut random);
        let start = Instant::now();
        let script = parse(&text);
        assert!(start.elapsed() < Duration::from_secs(2), "slow: {text}");
        check_spans(&text, &script);
        sql::is_complete(&text);
        let (_, diagnostics) = sql::parse_expression(SourceId(0), &text, 7);
        assert!(diagnostics.iter().all(|d| d.span().end as usize <= text.len() + 7), "{text}");
    }
}

/// `TAMIAS_FUZZ=1000000:7` asks for more rounds, and another seed.
#[test]
fn scrambled_scripts_do_no_harm() {
    let wanted = std::env::var("TAMIAS_FUZZ").unwrap_or_default();
    let (rounds, seed) = wanted.split_once(':').unwrap_or((&wanted, "1"));
    fuzz(rounds.parse().unwrap_or(3000), seed.parse().unwrap_or(1));
}

#[test]
fn a_diagnostic_points_at_the_mistake() {
    let scripts: Vec<String> = corpus::readable().into_iter().map(|(_, text)| text).collect();
    let mut random = Random::new(7);
    let (mut refused, mut near, mut far) = (0, 0, vec![]);
    for script in &scripts {
        for _ in 0..12 {
            let Some(mutation) = one_mistake(script, &mut random) else { continue };
            let parsed = parse(&mutation.text);
            let Some(first) = parsed.diagnostics.first() else { continue };
            refused += 1;
            if parsed
                .diagnostics
                .iter()
                .any(|d| d.labels.iter().any(|label| is_near(&mutation.text, label.span, mutation.start, mutation.end)))
            {
                near += 1;
            } else {
                let shown = &mutation.text[mutation.start.min(mutation.text.len())..mutation.end];
                far.push(format!(
                    "{} '{shown}' at {}: {} at {:?}\n    {}",
                    mutation.what,
                    mutation.start,
                    first.message,
                    first.span(),
                    mutation.text
                ));
            }
        }
    }
    let share = near as f64 / refused as f64;
    assert!(refused > 2000, "only {refused} mutations were refused");
    assert!(share >= 0.95, "{near} of {refused}\n{}", far.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// True when a span touches a place, or only one token stands between them.
fn is_near(text: &str, span: Span, start: usize, end: usize) -> bool {
    let (from, to) = (span.start as usize, span.end as usize);
    if from <= end && start <= to {
        return true;
    }
    let between = if to < start { &text[to..start] } else { &text[end..from] };
    let lexed = sql::lex(SourceId(0), between);
    lexed.tokens.iter().filter(|t| !t.kind.is_comment()).count() <= 2
}
