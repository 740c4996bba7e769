//! The XML of JUnit, as build servers read it: a suite for each file, a case for each case.

use super::{Results, difference};
use crate::testing::CaseResult;
use diag::render::{self, Style};
use diag::{Diagnostic, SourceMap};
use std::fmt::Write;
use std::time::Duration;

pub(super) fn report(results: &Results) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let wrong = results.files.iter().filter(|file| diag::has_errors(&file.mistakes)).count();
    let _ = writeln!(
        xml,
        "<testsuites name=\"tamias\" tests=\"{}\" failures=\"{}\" errors=\"{wrong}\" time=\"{}\">",
        results.cases.len() + wrong,
        results.failed(),
        seconds(results.time)
    );
    for f in 0..results.files.len() {
        suite(results, f, &mut xml);
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn suite(results: &Results, f: usize, xml: &mut String) {
    let file = &results.files[f];
    let cases: Vec<&CaseResult> = results.cases.iter().filter(|result| result.file == f).collect();
    let failed = cases.iter().filter(|result| !result.failures.is_empty()).count();
    let wrong = usize::from(diag::has_errors(&file.mistakes));
    let time: Duration = cases.iter().map(|result| result.time).sum();
    let name = attribute(&file.name);
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failed}\" errors=\"{wrong}\" time=\"{}\">",
        cases.len() + wrong,
        seconds(time)
    );
    if wrong > 0 {
        let first = file.mistakes.iter().find(|mistake| mistake.is_error()).map(|mistake| mistake.message.as_str()).unwrap_or_default();
        let _ = writeln!(xml, "    <testcase name=\"{name}\" classname=\"{name}\" file=\"{name}\" time=\"0.000\">");
        let text = rendered(&file.sources, &file.mistakes);
        let _ = writeln!(xml, "      <error message=\"{}\">{}</error>", attribute(first), content(&text));
        xml.push_str("    </testcase>\n");
    }
    for result in cases {
        let case = &file.cases[result.case];
        let _ = write!(
            xml,
            "    <testcase name=\"{}\" classname=\"{name}\" file=\"{name}\" line=\"{}\" time=\"{}\"",
            attribute(&case.title),
            file.line(case.place),
            seconds(result.time)
        );
        if result.failures.is_empty() {
            xml.push_str("/>\n");
            continue;
        }
        xml.push_str(">\n");
        // The form knows one failure of a case.
        let messages: Vec<&str> = result.failures.iter().map(|failure| failure.diagnostic.message.as_str()).collect();
        let mut text = String::new();
        let mut told = String::new();
        for failure in &result.failures {
            text.push_str(&rendered(&result.sources, std::slice::from_ref(&failure.diagnostic)));
            text.push_str(&difference(failure));
            told.push_str(&rendered(&result.sources, &failure.told));
        }
        let _ = writeln!(
            xml,
            "      <failure message=\"{}\" type=\"{}\">{}</failure>",
            attribute(&messages.join("; ")),
            result.failures[0].diagnostic.id,
            content(&text)
        );
        if !told.is_empty() {
            let _ = writeln!(xml, "      <system-err>{}</system-err>", content(&told));
        }
        xml.push_str("    </testcase>\n");
    }
    xml.push_str("  </testsuite>\n");
}

fn rendered(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    const WIDTH: usize = 100;
    diagnostics.iter().map(|diagnostic| render::text(sources, diagnostic, &Style { color: false, width: WIDTH })).collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Text between tags; characters that XML cannot have become a mark.
fn content(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_for_its_place() {
        assert_eq!(attribute("a<b>&\"c\"\n"), "a&lt;b&gt;&amp;&quot;c&quot;&#10;");
        assert_eq!(content("\u{1}\"x\""), "\u{fffd}\"x\"");
    }
}
