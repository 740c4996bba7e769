//! Printing: what is printed reads as the same tree.

use crate::corpus;
use diag::SourceId;
use sql::statements::Statement;

fn parse(text: &str) -> Vec<Statement> {
    sql::parse(SourceId(0), text).statements
}

/// The tree as text without places, which equality of some nodes minds.
fn shape(statements: &[Statement]) -> String {
    let mut out = String::new();
    for line in format!("{statements:#?}").lines() {
        let is_place = line.trim_start().trim_start_matches("span: ").trim_end_matches(',').split_once("..");
        let is_place = is_place.is_some_and(|(a, b)| a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok());
        let is_quote = line.trim_start().starts_with("quote: Bare") || line.trim_start().starts_with("quote: Backtick");
        let is_prefix = line.trim_start().starts_with("prefix: ");
        let spans = ["op_span: ", "unit_span: ", "columns_span: ", "elements_span: ", "value_span: "];
        if is_place || is_quote || is_prefix || spans.iter().any(|name| line.trim_start().starts_with(name)) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

#[test]
fn printed_text_reads_as_the_same_tree_and_prints_the_same() {
    let mut failures = vec![];
    let texts = corpus::readable();
    for (place, text) in &texts {
        for statement in parse(text) {
            let printed = statement.to_string();
            let script = sql::parse(SourceId(0), &printed);
            let messages: Vec<_> = script.diagnostics.iter().map(|d| d.message.clone()).collect();
            if !messages.is_empty() || shape(&script.statements) != shape(std::slice::from_ref(&statement)) {
                let (before, after) = (shape(std::slice::from_ref(&statement)), shape(&script.statements));
                let difference = before.lines().zip(after.lines()).find(|(a, b)| a != b);
                failures.push(format!("{place}: {printed}\n   {messages:?} {difference:?}"));
            } else if script.statements[0].to_string() != printed {
                failures.push(format!("{place}: prints differently the second time: {printed}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(texts.len() > 1000, "only {} texts", texts.len());
}
