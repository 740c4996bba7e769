//! Expected rows beside those that came out.

use super::diff::{Line, Mark, pair};
use super::{Failure, text};
use crate::diagnostics::FIXTURE_COLUMN;
use crate::testing::case::texts;
use crate::testing::data::{Cell, Placed, read, value_of, write};
use crate::testing::document::{Expectation, TestFile};
use crate::testing::world::Written;
use diag::{Diagnostic, Span, suggest};
use table::LogicalType;
use table::changelog::RowKind;
use table::zone::Zone;
use unicode_width::UnicodeWidthStr;

/// The column with the kind of a change.
const OP: &str = "op";

/// So many rows of a difference are shown.
const MOST_SHOWN: usize = 40;

/// What is compared.
pub(super) struct What<'o> {
    pub(super) name: String,
    pub(super) written: &'o Written,
    /// The order counts.
    pub(super) ordered: bool,
    /// The kinds of changes count, with a first column `op`.
    pub(super) changelog: bool,
}

type Row = Vec<Option<String>>;

/// Compares the columns that the header names.
pub(super) fn compare(file: &TestFile, expectation: &Expectation, what: &What<'_>, zone: Zone) -> Option<Failure> {
    let mut found = Vec::new();
    let wanted = read(file, expectation.form, expectation.body, &mut found);
    let actual = Actual::new(what, zone);
    let is_empty_json = wanted.columns.is_empty() && found.is_empty();
    let at = if is_empty_json { (0..actual.columns.len()).map(Some).collect() } else { actual.positions(&wanted.columns, &mut found) };
    if let Some(wrong) = found.into_iter().next() {
        let all: Vec<(Option<String>, Row)> = actual.rows.iter().map(|row| (None, row.clone())).collect();
        let body = write(expectation.form, &actual.columns, &all, text::newline(&file.text));
        return Some(Failure { replacement: Some((expectation.body, body)), ..Failure::of_mistake(wrong) });
    }
    let at: Vec<usize> = at.into_iter().flatten().collect();
    let columns: Vec<(String, LogicalType)> = at.iter().map(|at| actual.columns[*at].clone()).collect();
    let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    let expected: Vec<Row> = wanted.rows.iter().map(|row| normal(row, &at, &actual.columns, zone)).collect();
    let given: Vec<Row> = actual.rows.iter().map(|row| at.iter().map(|at| row[*at].clone()).collect()).collect();
    let pairs = if what.ordered { pair(&expected, &given) } else { matched(&expected, &given) };
    if pairs.iter().all(|pair| matches!(pair, (Some(_), Some(_)))) {
        return None;
    }
    let pairs = with_similar(pairs, &expected, &given, what.ordered);
    let mut failure =
        Failure::new(expectation.place, format!("the rows of {} are not as expected: {}", what.name, summary(&pairs, &expected, &given)));
    failure.lines = lines(&names, &pairs, &expected, &given);
    let line = |place: &Span| file.snippet(*place).to_owned();
    let rows = pairs.iter().filter_map(|pair| match *pair {
        (Some(i), Some(j)) if expected[i] == given[j] => Some((wanted.places.get(i).map(line), given[j].clone())),
        (_, Some(j)) => Some((None, given[j].clone())),
        _ => None,
    });
    let body = write(expectation.form, &columns, &rows.collect::<Vec<_>>(), text::newline(&file.text));
    let table_end = if expectation.form == crate::testing::document::Form::Table { body.trim_end().to_owned() } else { body };
    failure.replacement = Some((expectation.body, table_end));
    Some(failure)
}

/// Rows as text.
struct Actual {
    columns: Vec<(String, LogicalType)>,
    rows: Vec<Row>,
}

impl Actual {
    fn new(what: &What<'_>, zone: Zone) -> Self {
        let mut columns = what.written.columns.clone();
        let changes = texts(what.written, zone);
        if what.changelog {
            columns.insert(0, (OP.to_owned(), LogicalType::string()));
            let with_kind = |(kind, row): (RowKind, Row)| std::iter::once(Some(kind.symbol().to_owned())).chain(row).collect();
            return Actual { columns, rows: changes.into_iter().map(with_kind).collect() };
        }
        let mut rows: Vec<Row> = Vec::new();
        for (kind, row) in changes {
            match kind {
                RowKind::Insert | RowKind::UpdateAfter => rows.push(row),
                RowKind::UpdateBefore | RowKind::Delete => {
                    if let Some(at) = rows.iter().rposition(|known| *known == row) {
                        rows.remove(at);
                    }
                }
            }
        }
        Actual { columns, rows }
    }

    /// Which column each name of the header is; of columns with one name the second stands for the second.
    fn positions(&self, header: &[(String, Span)], found: &mut Vec<Diagnostic>) -> Vec<Option<usize>> {
        let mut taken: Vec<usize> = Vec::new();
        let mut positions = Vec::new();
        for (name, span) in header {
            let at = (0..self.columns.len()).find(|at| self.columns[*at].0 == *name && !taken.contains(at));
            taken.extend(at);
            positions.push(at);
            if at.is_none() {
                let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
                let diagnostic = Diagnostic::error(FIXTURE_COLUMN, *span, format!("there is no column '{name}' in what is compared"));
                found.push(match suggest::nearest(name, names.iter().copied()) {
                    Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), *span, near),
                    None => diagnostic.with_note(format!("The columns are {}.", names.join(", "))),
                });
            }
        }
        positions
    }
}

/// An expected row as it prints. A cell that is not of the type stays as it is, and differs.
fn normal(row: &[Placed], at: &[usize], columns: &[(String, LogicalType)], zone: Zone) -> Row {
    let cell = |((cell, _), at): (&Placed, &usize)| {
        let data_type = &columns[*at].1;
        if *cell == Cell::Null {
            return None;
        }
        let value = value_of(cell, data_type, zone).ok().and_then(|value| value.text(data_type, zone).ok());
        Some(value.unwrap_or_else(|| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Json(json) => json.to_string(),
            Cell::Null | Cell::Value(..) => String::new(),
        }))
    };
    row.iter().zip(at).map(cell).collect()
}

type Pair = (Option<usize>, Option<usize>);
type Pairs = Vec<Pair>;

/// Pairs equal rows wherever they are: those that are expected in their order, then what is left.
fn matched(expected: &[Row], given: &[Row]) -> Pairs {
    let mut places: std::collections::HashMap<&Row, Vec<usize>> = std::collections::HashMap::new();
    for (j, row) in given.iter().enumerate().rev() {
        places.entry(row).or_default().push(j);
    }
    let mut pairs: Pairs = expected.iter().enumerate().map(|(i, row)| (Some(i), places.get_mut(row).and_then(Vec::pop))).collect();
    let mut left: Vec<usize> = places.into_values().flatten().collect();
    left.sort_unstable();
    pairs.extend(left.into_iter().map(|j| (None, Some(j))));
    pairs
}

/// Pairs a missing row with an unexpected one that has most of its cells, or half of them with the first; in order only neighbours are.
fn with_similar(mut pairs: Pairs, expected: &[Row], given: &[Row], ordered: bool) -> Pairs {
    let similarity = |i: usize, j: usize| expected[i].iter().zip(&given[j]).filter(|(a, b)| a == b).count();
    for at in 0..pairs.len() {
        let Some(&(Some(i), None)) = pairs.get(at) else { continue };
        let room = if ordered { gap(&pairs, at) } else { 0..pairs.len() };
        let candidates = room.filter_map(|other| match pairs[other] {
            (None, Some(j)) => Some((similarity(i, j), std::cmp::Reverse(other), j)),
            _ => None,
        });
        let Some((equal, std::cmp::Reverse(other), j)) = candidates.max() else { continue };
        let has_first = expected[i].first() == given[j].first();
        if equal * 2 > expected[i].len() || has_first && equal * 2 >= expected[i].len() {
            pairs[at] = (Some(i), Some(j));
            pairs[other] = (None, None);
        }
    }
    pairs.retain(|pair| *pair != (None, None));
    pairs
}

/// The rows around a place up to the next ones that are equal.
fn gap(pairs: &Pairs, at: usize) -> std::ops::Range<usize> {
    let is_pair = |pair: &Pair| matches!(pair, (Some(_), Some(_)));
    let start = pairs[..at].iter().rposition(is_pair).map_or(0, |at| at + 1);
    let end = pairs[at..].iter().position(is_pair).map_or(pairs.len(), |more| at + more);
    start..end
}

fn summary(pairs: &Pairs, expected: &[Row], given: &[Row]) -> String {
    let count = |is_meant: &dyn Fn(&Pair) -> bool| pairs.iter().filter(|pair| is_meant(pair)).count();
    let differ = count(&|pair| matches!(pair, (Some(i), Some(j)) if expected[*i] != given[*j]));
    let (missing, unexpected) = (count(&|pair| matches!(pair, (Some(_), None))), count(&|pair| matches!(pair, (None, Some(_)))));
    let rows = |n: usize| if n == 1 { "1 row".to_owned() } else { format!("{n} rows") };
    let parts = [(differ, "with other cells"), (missing, "missing"), (unexpected, "unexpected")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", rows(*n))).collect();
    parts.join(", ")
}

/// The difference as a table; a cell that differs shows what is expected and what is there.
fn lines(names: &[String], pairs: &Pairs, expected: &[Row], given: &[Row]) -> Vec<Line> {
    let cell = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "NULL".to_owned());
    let mut rows: Vec<(Mark, Vec<String>)> = vec![(Mark::Both, names.to_vec())];
    let mut left_out = 0;
    for pair in pairs {
        let row: (Mark, Vec<String>) = match *pair {
            (Some(i), Some(j)) if expected[i] == given[j] => continue,
            (Some(i), Some(j)) => {
                let cells = expected[i].iter().zip(&given[j]);
                (Mark::Other, cells.map(|(a, b)| if a == b { cell(a) } else { format!("{} -> {}", cell(a), cell(b)) }).collect())
            }
            (Some(i), None) => (Mark::Missing, expected[i].iter().map(cell).collect()),
            (None, Some(j)) => (Mark::Unexpected, given[j].iter().map(cell).collect()),
            (None, None) => continue,
        };
        if rows.len() > MOST_SHOWN {
            left_out += 1;
        } else {
            rows.push(row);
        }
    }
    let widths: Vec<usize> = (0..names.len()).map(|n| rows.iter().map(|(_, cells)| cells[n].width()).max().unwrap_or(0)).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut lines: Vec<Line> = rows.iter().map(|(mark, cells)| Line::new(*mark, line(cells))).collect();
    if left_out > 0 {
        lines.push(Line::new(Mark::Both, format!("... and {left_out} more")));
    }
    lines
}
