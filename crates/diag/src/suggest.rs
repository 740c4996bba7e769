//! The nearest name: "did you mean".
//!
//! Names are compared without regard to case, to the separators `-`, `_`, `.` and to a plural `s`. A candidate is near when few letters
//! differ for its length, when it has the same words in another order, or when the name is its beginning or its last words.

use std::cmp::Ordering;

/// Returns the candidate that was most likely meant, if any is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    several(name, candidates, 1).pop()
}

/// Returns up to `limit` near candidates, the most likely first.
pub fn several<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let wanted = Name::new(name);
    let scored = candidates.into_iter().filter_map(|c| Some((distance(&wanted, &Name::new(c))?, c)));
    let mut near: Vec<(f64, &str)> = scored.collect();
    near.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal).then(a.1.cmp(b.1)));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(limit).map(|(_, c)| c).collect()
}

/// A name in the forms that are compared.
struct Name {
    lower: Vec<char>,
    /// Lower-case words without a plural `s`.
    words: Vec<String>,
}

impl Name {
    fn new(text: &str) -> Self {
        let lower = text.to_lowercase();
        let words = lower.split(['-', '_', '.', ' ']).filter(|w| !w.is_empty()).map(singular).map(str::to_string).collect();
        Name { lower: lower.chars().collect(), words }
    }
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 1 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

/// From 0 (the same name, written differently) to below 1 (just near enough), or `None`.
fn distance(wanted: &Name, candidate: &Name) -> Option<f64> {
    if wanted.words == candidate.words {
        return Some(0.0);
    }
    let checks =
        [by_letters(wanted, candidate), by_words(wanted, candidate), by_ending(wanted, candidate), by_beginning(wanted, candidate)];
    checks.into_iter().flatten().reduce(f64::min)
}

/// Few letters differ: at most a third of the longer name, and none in names of one or two letters.
fn by_letters(wanted: &Name, candidate: &Name) -> Option<f64> {
    let length = wanted.lower.len().max(candidate.lower.len());
    let allowed = if length < 3 { 0 } else { (length / 3).min(5) };
    if wanted.lower.len().abs_diff(candidate.lower.len()) > allowed {
        return None;
    }
    let changes = edits(&wanted.lower, &candidate.lower);
    (changes <= allowed).then(|| changes as f64 / length as f64)
}

/// Most words agree, in any order and with slips in them.
fn by_words(wanted: &Name, candidate: &Name) -> Option<f64> {
    let total = wanted.words.len().max(candidate.words.len());
    if wanted.words.len() < 2 || candidate.words.len() < 2 {
        return None;
    }
    let agreeing = wanted.words.iter().filter(|w| candidate.words.iter().any(|c| alike(w, c))).count();
    let share = agreeing as f64 / total as f64;
    (share > 0.65).then_some(0.2 + 0.5 * (1.0 - share))
}

fn alike(a: &str, b: &str) -> bool {
    a == b || (a.len() > 3 && b.len() > 3 && edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>()) == 1)
}

/// The candidate ends with the words of the name, as `csv.null-literal` ends with `null-literal`.
fn by_ending(wanted: &Name, candidate: &Name) -> Option<f64> {
    let ends = wanted.lower.len() > 3 && candidate.words.ends_with(&wanted.words);
    ends.then(|| 0.4 + 0.1 * (candidate.words.len() - wanted.words.len()) as f64).filter(|score| *score < 1.0)
}

/// The name is the larger part of the candidate's beginning.
fn by_beginning(wanted: &Name, candidate: &Name) -> Option<f64> {
    let share = wanted.lower.len() as f64 / candidate.lower.len() as f64;
    (wanted.lower.len() > 3 && share > 0.6 && candidate.lower.starts_with(&wanted.lower)).then_some(1.0 - share)
}

/// How many letters to insert, drop, replace, or swap with a neighbour.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = vec![];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &[&str] = &[
        "connector",
        "csv.field-delimiter",
        "csv.ignore-parse-errors",
        "csv.null-literal",
        "format",
        "path",
        "properties.bootstrap.servers",
        "scan.startup.mode",
        "scan.startup.timestamp-millis",
    ];

    fn near(name: &str) -> Option<&'static str> {
        nearest(name, KEYS.iter().copied())
    }

    #[test]
    fn slips_of_the_pen_are_found() {
        assert_eq!(near("csv.ignore-parse-error"), Some("csv.ignore-parse-errors"));
        assert_eq!(near("scan.startup.mod"), Some("scan.startup.mode"));
        assert_eq!(near("conector"), Some("connector"));
        assert_eq!(near("fromat"), Some("format"));
        assert_eq!(near("PATH"), Some("path"));
    }

    #[test]
    fn separators_and_plurals_do_not_matter() {
        assert_eq!(near("csv_ignore_parse_errors"), Some("csv.ignore-parse-errors"));
        assert_eq!(near("scan-startup-modes"), Some("scan.startup.mode"));
    }

    #[test]
    fn words_may_be_missing_in_front_or_in_another_order() {
        assert_eq!(near("bootstrap.servers"), Some("properties.bootstrap.servers"));
        assert_eq!(near("null-literal"), Some("csv.null-literal"));
        assert_eq!(near("csv.parse-errors.ignore"), Some("csv.ignore-parse-errors"));
        assert_eq!(near("scan.startup"), Some("scan.startup.mode"));
    }

    #[test]
    fn unlike_names_have_no_neighbour() {
        assert_eq!(near("topic"), None);
        assert_eq!(near("no.such.key"), None);
        assert_eq!(nearest("a", ["b", "c"]), None);
        assert_eq!(nearest("", ["b", "path"]), None);
        assert_eq!(nearest("id", ["it", "ID"]), Some("ID"));
    }

    #[test]
    fn the_most_likely_comes_first() {
        assert_eq!(several("cout", ["count", "country", "out", "court"], 2), ["count", "court"]);
    }
}
