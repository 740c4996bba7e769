//! Results as CSV: a header line unless it is not wanted, then one line a row.
//!
//! A NULL is an empty field and an empty text is `""`. A changelog has the kind of each change in a first column `op`.

use diag::Result;
use std::io::Write;
use table::changelog::RowKind;

/// Writes rows as they come.
pub struct CsvWriter<'o> {
    out: &'o mut dyn Write,
    with_kinds: bool,
    line: String,
    rows: u64,
}

impl<'o> CsvWriter<'o> {
    /// Writes the header. `with_kinds` adds the column `op`.
    pub fn start<'n>(out: &'o mut dyn Write, names: impl IntoIterator<Item = &'n str>, with_kinds: bool) -> Result<Self> {
        let mut writer = CsvWriter { out, with_kinds, line: String::new(), rows: 0 };
        let op = with_kinds.then_some("op");
        writer.write_line(op.into_iter().chain(names).map(Some))?;
        Ok(writer)
    }

    /// Writes rows only: no header, no kinds.
    pub fn without_header(out: &'o mut dyn Write) -> Self {
        CsvWriter { out, with_kinds: false, line: String::new(), rows: 0 }
    }

    /// Writes one row.
    pub fn push<'c>(&mut self, kind: RowKind, cells: impl IntoIterator<Item = Option<&'c str>>) -> Result<()> {
        let op = self.with_kinds.then_some(Some(kind.symbol()));
        self.write_line(op.into_iter().chain(cells))?;
        self.rows += 1;
        Ok(())
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Shows what was written so far.
    pub fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    fn write_line<'c>(&mut self, cells: impl IntoIterator<Item = Option<&'c str>>) -> Result<()> {
        self.line.clear();
        for (i, cell) in cells.into_iter().enumerate() {
            if i > 0 {
                self.line.push(',');
            }
            if let Some(cell) = cell {
                push_field(&mut self.line, cell);
            }
        }
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        Ok(())
    }
}

fn push_field(line: &mut String, field: &str) {
    let is_plain = !field.is_empty() && !field.contains([',', '"', '\n', '\r']) && field.trim() == field;
    if is_plain {
        line.push_str(field);
    } else {
        line.push('"');
        line.push_str(&field.replace('"', "\"\""));
        line.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed_and_null_differs_from_empty() {
        let mut out = Vec::new();
        let mut writer = CsvWriter::start(&mut out, ["a", "b,c"], true).expect("in memory");
        writer.push(RowKind::Insert, [Some("say \"x\""), None]).expect("in memory");
        writer.push(RowKind::Delete, [Some(""), Some("two\nlines")]).expect("in memory");
        assert_eq!(writer.rows(), 2);
        assert_eq!(String::from_utf8(out).expect("text"), "op,a,\"b,c\"\n+I,\"say \"\"x\"\"\",\n-D,\"\",\"two\nlines\"\n");
    }
}
