//! Results as tables of text, in the layout of Flink's client.
//!
//! ```text
//! +----+-------------+
//! | op |           a |
//! +----+-------------+
//! | +I |           1 |
//! +----+-------------+
//! Received a total of 1 row (0.31 seconds)
//! ```
//!
//! A stream prints as rows come, so its columns are as wide as their types may need. A batch result is kept until it is complete, so its
//! columns are as wide as their cells, up to a limit; a content table (SHOW, DESCRIBE) has no limit.

use super::fit::fit;
use super::spool::Spool;
use super::width::{clip, push_aligned, width};
use diag::Result;
use std::io::Write;
use std::time::Duration;
use table::changelog::RowKind;
use table::{LogicalType, TypeKind};

/// `table.display.max-column-width` when nobody sets it.
pub const DEFAULT_COLUMN_WIDTH: usize = 30;

/// How a NULL shows in a table.
pub const NULL: &str = "<NULL>";

/// The narrowest column of a stream.
const LEAST_STREAM_WIDTH: usize = 6;

/// A result whose rows are complete before anything prints.
#[derive(Debug)]
pub struct BatchTableau {
    names: Vec<String>,
    widths: Vec<usize>,
    limit: usize,
    rows: Spool,
}

impl BatchTableau {
    /// Columns are at most `limit` wide.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>, limit: usize) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let widths = names.iter().map(|name| width(name).min(limit)).collect();
        BatchTableau { names, widths, limit, rows: Spool::new() }
    }

    /// Keeps one row.
    pub fn push<'c>(&mut self, cells: impl IntoIterator<Item = Option<&'c str>>) -> Result<()> {
        for (cell, widest) in cells.into_iter().zip(&mut self.widths) {
            let text = clip(cell.unwrap_or(NULL), self.limit);
            *widest = (*widest).max(width(text).min(self.limit));
            self.rows.push_cell(text)?;
        }
        self.rows.end_row();
        Ok(())
    }

    /// Makes the widest columns narrower until the table is at most `room` wide; no column gets narrower than `least` for it.
    pub fn fit(&mut self, room: usize, least: usize) {
        fit(&mut self.widths, room, least);
    }

    /// How many rows were kept.
    pub fn rows(&self) -> u64 {
        self.rows.rows()
    }

    /// Prints the table and its footer; without a time for a content table.
    pub fn finish(self, out: &mut dyn Write, time: Option<Duration>) -> Result<()> {
        let time = time_suffix(time);
        let count = self.rows.rows();
        if count == 0 {
            writeln!(out, "Empty set{time}")?;
            return Ok(());
        }
        let rule = rule(&self.widths);
        let mut line = String::new();
        push_line(&mut line, self.names.iter().map(String::as_str), &self.widths);
        write!(out, "{rule}{line}{rule}")?;
        let mut reader = self.rows.into_reader()?;
        let mut cell = String::new();
        for _ in 0..count {
            line.clear();
            for columns in &self.widths {
                reader.next_cell(&mut cell)?;
                line.push_str("| ");
                push_aligned(&mut line, &cell, *columns);
                line.push(' ');
            }
            line.push_str("|\n");
            out.write_all(line.as_bytes())?;
        }
        let word = if count == 1 { "row" } else { "rows" };
        writeln!(out, "{rule}{count} {word} in set{time}")?;
        Ok(())
    }
}

/// Prints a content table: SHOW, DESCRIBE, EXPLAIN.
pub fn print_content(out: &mut dyn Write, names: &[String], rows: &[Vec<Option<String>>]) -> Result<()> {
    let mut table = BatchTableau::new(names, usize::MAX);
    for row in rows {
        table.push(row.iter().map(Option::as_deref))?;
    }
    table.finish(out, None)
}

/// A result that prints row by row, with the kind of each change.
pub struct StreamTableau<'o> {
    out: &'o mut dyn Write,
    widths: Vec<usize>,
    rule: String,
    line: String,
    rows: u64,
}

impl<'o> StreamTableau<'o> {
    /// Prints the header.
    pub fn start(out: &'o mut dyn Write, columns: &[(&str, &LogicalType)], limit: usize) -> Result<Self> {
        let widths: Vec<usize> = std::iter::once(2).chain(columns.iter().map(|(name, t)| stream_width(name, t, limit))).collect();
        let rule = rule(&widths);
        let mut line = String::new();
        push_line(&mut line, std::iter::once("op").chain(columns.iter().map(|(name, _)| *name)), &widths);
        write!(out, "{rule}{line}{rule}")?;
        out.flush()?;
        Ok(StreamTableau { out, widths, rule, line, rows: 0 })
    }

    /// Prints one row.
    pub fn push<'c>(&mut self, kind: RowKind, cells: impl IntoIterator<Item = Option<&'c str>>) -> Result<()> {
        self.line.clear();
        let cells = cells.into_iter().map(|cell| cell.unwrap_or(NULL));
        push_line(&mut self.line, std::iter::once(kind.symbol()).chain(cells), &self.widths);
        self.out.write_all(self.line.as_bytes())?;
        self.rows += 1;
        Ok(())
    }

    /// Shows what was printed so far.
    pub fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    /// Prints the footer.
    pub fn finish(self, end: StreamEnd, time: Option<Duration>) -> Result<()> {
        if self.rows > 0 {
            self.out.write_all(self.rule.as_bytes())?;
        }
        Ok(writeln!(self.out, "{}", received(end, self.rows, time))?)
    }
}

/// The footer of a stream, and of any query that was stopped.
pub fn received(end: StreamEnd, rows: u64, time: Option<Duration>) -> String {
    let begin = match end {
        StreamEnd::Complete => "Received",
        StreamEnd::Cancelled => "Query terminated, received",
    };
    let word = if rows > 1 { "rows" } else { "row" };
    format!("{begin} a total of {rows} {word}{}", time_suffix(time))
}

/// Why a stream stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnd {
    Complete,
    Cancelled,
}

/// The width of a column of a stream: what the values of its type may need.
pub fn stream_width(name: &str, data_type: &LogicalType, limit: usize) -> usize {
    type_width(&data_type.kind).unwrap_or(limit).max(width(name)).max(LEAST_STREAM_WIDTH)
}

/// `None` when values have no largest width.
fn type_width(kind: &TypeKind) -> Option<usize> {
    Some(match kind {
        TypeKind::Boolean => 5,
        TypeKind::TinyInt => 4,
        TypeKind::SmallInt => 6,
        TypeKind::Int => 11,
        TypeKind::BigInt => 20,
        TypeKind::Decimal { precision, .. } => usize::from(*precision) + 2,
        TypeKind::Date => 10,
        TypeKind::Time { precision: 0 } => 8,
        TypeKind::Time { precision } => usize::from(*precision) + 9,
        TypeKind::Timestamp { precision, .. } | TypeKind::TimestampLtz { precision, .. } => match precision {
            0 => 19,
            1..=3 => 23,
            4..=6 => 26,
            _ => 29,
        },
        _ => return None,
    })
}

fn rule(widths: &[usize]) -> String {
    let mut rule = String::new();
    for columns in widths {
        rule.push('+');
        rule.extend(std::iter::repeat_n('-', columns + 2));
    }
    rule.push_str("+\n");
    rule
}

fn push_line<'c>(line: &mut String, cells: impl IntoIterator<Item = &'c str>, widths: &[usize]) {
    for (cell, columns) in cells.into_iter().zip(widths) {
        line.push_str("| ");
        push_aligned(line, cell, *columns);
        line.push(' ');
    }
    line.push_str("|\n");
}

fn time_suffix(time: Option<Duration>) -> String {
    time.map_or(String::new(), |time| format!(" ({:.2} seconds)", time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::TimeAttribute;

    fn batch(names: &[&str], limit: usize, rows: &[&[Option<&str>]]) -> String {
        let mut table = BatchTableau::new(names.iter().copied(), limit);
        for row in rows {
            table.push(row.iter().copied()).expect("in memory");
        }
        let mut out = Vec::new();
        table.finish(&mut out, Some(Duration::from_millis(310))).expect("in memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn batch_columns_fit_their_cells_up_to_the_limit() {
        let text = batch(
            &["t", "v", "n", "a"],
            10,
            &[&[Some("a long text of more than thirty characters"), Some("x"), Some("123456789012345"), Some("[1, 2, 3, 4, 5, 6]")]],
        );
        let expected = "\
+------------+---+------------+------------+
|          t | v |          n |          a |
+------------+---+------------+------------+
| a long ... | x | 1234567... | [1, 2, ... |
+------------+---+------------+------------+
1 row in set (0.31 seconds)
";
        assert_eq!(text, expected);
        assert_eq!(batch(&["a"], 30, &[]), "Empty set (0.31 seconds)\n");
    }

    #[test]
    fn names_are_cut_and_nulls_and_wide_text_are_shown() {
        assert!(batch(&["a_column_name_of_more_than_thirty_characters"], 10, &[&[Some("1")]]).contains("| a_colum... |\n"));
        let text = batch(&["列", "b", "c"], 30, &[&[Some("中文字符"), Some("é"), None], &[Some("ascii"), Some("e"), Some("snow")]]);
        let expected = "\
+----------+---+--------+
|       列 | b |      c |
+----------+---+--------+
| 中文字符 | é | <NULL> |
|    ascii | e |   snow |
+----------+---+--------+
2 rows in set (0.31 seconds)
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_content_table_shows_cells_whole_with_their_line_ends() {
        let mut out = Vec::new();
        print_content(&mut out, &["result".to_string()], &[vec![Some("CREATE\nX\n".to_string())]]).expect("in memory");
        let expected = "+-----------+\n|    result |\n+-----------+\n| CREATE\nX\n |\n+-----------+\n1 row in set\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }

    fn not_attribute(precision: u8) -> LogicalType {
        LogicalType::new(TypeKind::Timestamp { precision, attribute: TimeAttribute::None })
    }

    #[test]
    fn stream_columns_have_the_width_of_their_type() {
        let width_of = |kind| stream_width("n", &LogicalType::new(kind), 12);
        assert_eq!(width_of(TypeKind::Double), 12);
        assert_eq!(width_of(TypeKind::BigInt), 20);
        assert_eq!(width_of(TypeKind::Decimal { precision: 38, scale: 2 }), 40);
        assert_eq!(width_of(TypeKind::Decimal { precision: 1, scale: 0 }), 6);
        assert_eq!(width_of(TypeKind::Boolean), 6);
        assert_eq!(width_of(TypeKind::Time { precision: 3 }), 12);
        assert_eq!([0, 3, 6, 9].map(|p| stream_width("n", &not_attribute(p), 12)), [19, 23, 26, 29]);
        assert_eq!(stream_width("a_column_name_of_more_than_thirty_characters", &LogicalType::int(), 12), 44);
    }

    #[test]
    fn a_stream_prints_its_header_first_and_its_rule_only_after_rows() {
        let int = LogicalType::int();
        let mut out = Vec::new();
        let mut table = StreamTableau::start(&mut out, &[("a", &int)], DEFAULT_COLUMN_WIDTH).expect("in memory");
        table.push(RowKind::Insert, [Some("1")]).expect("in memory");
        table.push(RowKind::Delete, [None]).expect("in memory");
        table.finish(StreamEnd::Complete, Some(Duration::from_secs(1))).expect("in memory");
        let expected = "\
+----+-------------+
| op |           a |
+----+-------------+
| +I |           1 |
| -D |      <NULL> |
+----+-------------+
Received a total of 2 rows (1.00 seconds)
";
        assert_eq!(String::from_utf8(out).expect("text"), expected);

        let mut out = Vec::new();
        let table = StreamTableau::start(&mut out, &[("a", &int)], DEFAULT_COLUMN_WIDTH).expect("in memory");
        table.finish(StreamEnd::Cancelled, None).expect("in memory");
        assert!(
            String::from_utf8(out)
                .expect("text")
                .ends_with("| op |           a |\n+----+-------------+\nQuery terminated, received a total of 0 row\n")
        );
    }
}
