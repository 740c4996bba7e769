//! What scans went on after: cells that became NULL, and records that were left out.

use diag::{Diagnostic, Span};
use table::connector::{DuplicateRows, ScanTotals};

/// One note for each column and table, one warning for each key that is not unique.
pub(crate) fn diagnostics(totals: &ScanTotals) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (table, columns) in &totals.nulled {
        for (column, (count, samples)) in columns {
            let message = format!("{} of column '{column}' of table '{table}' became NULL", counted(*count, "cell"));
            let samples = samples.iter().map(|cell| format!("{}  '{}'", cell.place, cell.text));
            found.push(note(message, *count, samples));
        }
    }
    for (table, (count, samples)) in &totals.dropped {
        let message = format!("{} of table '{table}' {} left out", counted(*count, "record"), if *count == 1 { "was" } else { "were" });
        let samples = samples.iter().map(|record| format!("{}  {}", record.place, record.reason));
        found.push(note(message, *count, samples));
    }
    for (table, duplicates) in &totals.duplicates {
        for DuplicateRows { count, key, first, place } in duplicates {
            let (rows, have) = (counted(*count, "row"), if *count == 1 { "has" } else { "have" });
            let message = format!("{rows} of table '{table}' {have} the key ({key}) of another row");
            let diagnostic = Diagnostic::warning(crate::diagnostics::DUPLICATE_KEY, *place, message);
            found.push(diagnostic.with_note(format!("The first is {first}. The last row of a key is the one that is found.")));
        }
    }
    found
}

/// The counts alone, one line for each column and table.
pub(crate) fn lines(totals: &ScanTotals) -> Vec<String> {
    diagnostics(totals).into_iter().map(|diagnostic| diagnostic.message).collect()
}

fn note(message: String, count: u64, samples: impl Iterator<Item = String>) -> Diagnostic {
    let samples: Vec<String> = samples.collect();
    let shown = samples.len() as u64;
    let mut diagnostic = Diagnostic::note(crate::diagnostics::SKIPPED_DATA, Span::none(), message);
    diagnostic.notes = samples;
    match count - shown.min(count) {
        0 => diagnostic,
        more => diagnostic.with_note(format!("... and {more} more")),
    }
}

fn counted(count: u64, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::connector::{BadCell, RejectedRecord, ScanReport};

    #[test]
    fn columns_and_tables_are_counted_with_samples() {
        let report = ScanReport::default();
        for line in 1..=7 {
            report.nulled("airports", "LATITUDE", BadCell { place: format!("airports.csv:{line}:72"), text: "north".into() });
        }
        report.dropped("airports", RejectedRecord { place: "airports.csv:9".into(), reason: "2 cells, not 7".into(), text: "x,y".into() });
        let found = diagnostics(&report.totals());
        assert_eq!(found[0].message, "7 cells of column 'LATITUDE' of table 'airports' became NULL");
        assert_eq!(found[0].notes.first().map(String::as_str), Some("airports.csv:1:72  'north'"));
        assert_eq!(found[0].notes.last().map(String::as_str), Some("... and 2 more"));
        assert_eq!(found[1].message, "1 record of table 'airports' was left out");
        assert_eq!(found[1].notes, ["airports.csv:9  2 cells, not 7"]);
    }
}
