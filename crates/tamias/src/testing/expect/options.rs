//! Effective options of a table: `key = value from hint`, each line for itself.

use super::diff::{Line, Mark};
use super::{Failure, text};
use crate::commands::options::{Entry, Listing};
use crate::testing::case::Outcome;
use crate::testing::document::{Expectation, TestFile, Word, mistake};
use diag::suggest;

/// A line of the block.
struct Wanted<'t> {
    key: &'t str,
    /// `None`: it is not given.
    value: Option<&'t str>,
    layer: Option<&'t str>,
}

/// Compares the lines of a block with the options of every reference to a table, or of that at a line.
pub(super) fn compare(file: &TestFile, expectation: &Expectation, table: &Word, line: Option<u32>, outcome: &Outcome) -> Option<Failure> {
    let listings: Vec<&Listing> = outcome.listings.iter().filter(|listing| listing.is_of(&table.text)).collect();
    let at_line: Vec<&Listing> = listings.iter().copied().filter(|listing| line.is_none_or(|line| is_at(listing, line))).collect();
    if at_line.is_empty() {
        let names: Vec<&str> = outcome.listings.iter().map(Listing::name).collect();
        let message = match listings.is_empty() {
            true => format!("the script does not refer to a table '{}'", table.text),
            false => format!("the script does not refer to '{}' in this line", table.text),
        };
        let failure = Failure::new(table.span, message);
        return Some(match suggest::nearest(&table.text, names.iter().copied()) {
            Some(near) if listings.is_empty() => {
                Failure { diagnostic: failure.diagnostic.with_help(format!("Did you mean '{near}'?")), ..failure }
            }
            _ => failure,
        });
    }
    let body = file.snippet(expectation.body);
    let newline = text::newline(&file.text);
    if body.trim().is_empty() {
        let mut failure = Failure::new(expectation.place, "no option is expected");
        let all: String = at_line[0].given().map(|entry| format!("{}{newline}", shown(entry))).collect();
        failure.replacement = Some((expectation.body, all));
        return Some(failure);
    }
    let (mut lines, mut new) = (Vec::new(), String::new());
    for written in body.lines() {
        let wanted = match parsed(written) {
            Some(Some(wanted)) => wanted,
            Some(None) => {
                new.push_str(&format!("{written}{newline}"));
                continue;
            }
            None => {
                let help = "Write key = value, and 'from hint', 'from SET' or the like behind it.";
                return Some(Failure::of_mistake(
                    mistake(expectation.place, format!("'{}' is not an option with a value", written.trim())).with_help(help),
                ));
            }
        };
        let wrong = at_line.iter().find_map(|listing| difference(listing, &wanted));
        let kept = match wrong {
            None => written.trim_end().to_owned(),
            Some(is) => {
                lines.push(Line::new(Mark::Missing, written.trim()));
                lines.push(Line::new(Mark::Unexpected, is.clone()));
                is
            }
        };
        new.push_str(&format!("{kept}{newline}"));
    }
    if lines.is_empty() {
        return None;
    }
    let message = format!("the options of table '{}' are not as expected", table.text);
    Some(Failure { lines, replacement: Some((expectation.body, new)), ..Failure::new(expectation.place, message) })
}

fn is_at(listing: &Listing, line: u32) -> bool {
    let place = listing.place().unwrap_or_default();
    let mut parts = place.rsplit(':');
    parts.next();
    parts.next().and_then(|text| text.parse::<u32>().ok()) == Some(line)
}

/// `key = value from layer`, `key is not set`; `Some(None)` for an empty line.
fn parsed(line: &str) -> Option<Option<Wanted<'_>>> {
    let line = line.trim();
    if line.is_empty() {
        return Some(None);
    }
    if let Some(key) = line.strip_suffix("is not set") {
        return Some(Some(Wanted { key: key.trim(), value: None, layer: None }));
    }
    let (key, rest) = line.split_once('=')?;
    let (value, layer) = match rest.rsplit_once(" from ") {
        Some((value, layer)) => (value, Some(layer.trim())),
        None => (rest, None),
    };
    Some(Some(Wanted { key: key.trim(), value: Some(value.trim()), layer }))
}

/// What a reference has instead.
fn difference(listing: &Listing, wanted: &Wanted<'_>) -> Option<String> {
    let entry = listing.entries().find(|entry| entry.key() == wanted.key);
    let Some(entry) = entry else { return wanted.value.map(|_| format!("{} is not set", wanted.key)) };
    let is_same = wanted.value == Some(entry.value()) && wanted.layer.is_none_or(|layer| is_layer(layer, entry.layer()));
    (!is_same).then(|| shown(entry))
}

/// `SET` stands for `SET for mode` too.
fn is_layer(wanted: &str, is: &str) -> bool {
    wanted.eq_ignore_ascii_case(is) || is.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(' '))
}

fn shown(entry: &Entry) -> String {
    format!("{} = {} from {}", entry.key(), entry.value(), entry.layer())
}
