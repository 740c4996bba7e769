//! Text that is compared line by line.

use super::Failure;
use super::diff::{Line, Mark, pair};
use crate::testing::document::{Expectation, TestFile};

/// Equal lines around a difference that are shown.
const CONTEXT: usize = 2;

/// Compares a block with a text; blanks at the ends of lines and empty lines at the end do not count.
pub(super) fn compare(file: &TestFile, expectation: &Expectation, what: &str, actual: &str) -> Option<Failure> {
    let expected = file.snippet(expectation.body);
    let (wanted, given) = (plain(expected), plain(actual));
    if wanted == given {
        return None;
    }
    let newline = newline(&file.text);
    let replacement: String = given.iter().map(|line| format!("{line}{newline}")).collect();
    let mut failure = Failure::new(expectation.place, format!("{what} is not as expected"));
    failure.lines = lines(&wanted, &given);
    failure.replacement = Some((expectation.body, replacement));
    Some(failure)
}

/// The line end of a file.
pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn plain(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn lines(wanted: &[&str], given: &[&str]) -> Vec<Line> {
    let pairs = pair(wanted, given);
    let is_equal = |pair: &(Option<usize>, Option<usize>)| matches!(pair, (Some(_), Some(_)));
    let is_near = |at: usize| {
        let (from, to) = (at.saturating_sub(CONTEXT), (at + CONTEXT + 1).min(pairs.len()));
        pairs[from..to].iter().any(|pair| !is_equal(pair))
    };
    let mut shown = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        match *pair {
            (Some(i), Some(_)) if is_near(at) => shown.push(Line::new(Mark::Both, wanted[i])),
            (Some(_), Some(_)) if at > 0 && is_near(at - 1) => shown.push(Line::new(Mark::Both, "...")),
            (Some(i), None) => shown.push(Line::new(Mark::Missing, wanted[i])),
            (None, Some(j)) => shown.push(Line::new(Mark::Unexpected, given[j])),
            _ => {}
        }
    }
    shown
}
