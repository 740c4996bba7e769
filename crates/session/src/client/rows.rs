//! Rows of a batch as cells of text.

use arrow::array::RecordBatch;
use table::LogicalType;
use table::text::{CellFormatter, Style};
use table::zone::Zone;

/// Turns one row after the other into text, in one buffer.
#[derive(Clone, Debug)]
pub struct RowText {
    formatters: Vec<CellFormatter>,
    text: String,
    /// Where each cell ends in `text`; `None` for a NULL.
    ends: Vec<Option<usize>>,
}

impl RowText {
    /// Instants are shown in `zone`.
    pub fn new<'t>(types: impl IntoIterator<Item = &'t LogicalType>, zone: Zone) -> Self {
        let formatters = types.into_iter().map(|data_type| CellFormatter::new(data_type, zone, Style::Print)).collect();
        RowText { formatters, text: String::new(), ends: Vec::new() }
    }

    /// The cells of a row; `None` is a NULL.
    pub fn cells(&mut self, rows: &RecordBatch, row: usize) -> impl Iterator<Item = Option<&str>> {
        self.text.clear();
        self.ends.clear();
        for (formatter, column) in self.formatters.iter().zip(rows.columns()) {
            if column.is_null(row) {
                self.ends.push(None);
            } else {
                formatter.write(column.as_ref(), row, &mut self.text);
                self.ends.push(Some(self.text.len()));
            }
        }
        let text = self.text.as_str();
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = (*end)?;
            Some(&text[std::mem::replace(&mut start, end)..end])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{ArrayRef, Int32Array, StringViewArray};
    use std::sync::Arc;

    #[test]
    fn cells_are_text_and_nulls_are_none() {
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None]));
        let words: ArrayRef = Arc::new(StringViewArray::from(vec![Some(""), Some("b")]));
        let rows = RecordBatch::try_from_iter([("n", numbers), ("w", words)]).expect("two columns of equal length");
        let mut text = RowText::new([&LogicalType::int(), &LogicalType::string()], Zone::UTC);
        assert_eq!(text.cells(&rows, 0).collect::<Vec<_>>(), [Some("1"), Some("")]);
        assert_eq!(text.cells(&rows, 1).collect::<Vec<_>>(), [None, Some("b")]);
    }
}
