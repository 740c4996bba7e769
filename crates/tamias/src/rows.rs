//! The rows of a query in the form that the user wants.

use crate::arguments::RowFormat;
use crate::console::{Console, Stream};
use diag::{Error, Result};
use session::Session;
use session::client::{
    BatchTableau, CsvWriter, DEFAULT_COLUMN_WIDTH, JsonWriter, RowText, StreamEnd, StreamTableau, received, stream_width,
};
use session::run::ResultColumn;
use std::io::Write;
use std::time::Duration;
use table::changelog::{Batch, RowKind};

/// The narrowest that a column is made to fit a terminal.
const LEAST_COLUMN_WIDTH: usize = 10;

/// How tables of text look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableauWidth {
    /// Columns are cut at `table.display.max-column-width`, as in Flink's client.
    Flink,
    /// The table is as wide as the terminal, if it has to.
    Terminal,
}

/// Writes one result.
pub(crate) struct RowWriter<'c> {
    form: Form<'c>,
    text: RowText,
}

enum Form<'c> {
    Batch { table: BatchTableau, console: &'c Console, fit: Option<usize> },
    Stream(StreamTableau<'c>),
    Csv(CsvWriter<'c>),
    Json(JsonWriter<'c>),
    Changelog { console: &'c Console, text: String },
}

/// What a result needs to know about itself.
pub(crate) struct ResultShape<'r> {
    pub(crate) columns: &'r [ResultColumn],
    pub(crate) streaming: bool,
}

impl<'c> RowWriter<'c> {
    /// Begins a result; `out` is standard output.
    pub(crate) fn start(
        format: RowFormat,
        width: TableauWidth,
        shape: &ResultShape<'_>,
        session: &Session,
        console: &'c Console,
        out: &'c mut dyn Write,
    ) -> Result<Self> {
        let zone = session.environment(shape.streaming).zone;
        let names = shape.columns.iter().map(|column| column.name.as_str());
        let terminal = if width == TableauWidth::Terminal { console.terminal_width(Stream::Out) } else { None };
        let form = match format {
            RowFormat::Tableau if shape.streaming => {
                let columns: Vec<_> = shape.columns.iter().map(|column| (column.name.as_str(), &column.data_type)).collect();
                let limit = terminal.map_or(column_limit(session), |room| stream_limit(shape.columns, column_limit(session), room));
                Form::Stream(StreamTableau::start(out, &columns, limit)?)
            }
            RowFormat::Tableau => {
                let is_fitted = terminal.is_some() && !session.configuration.is_set(MAX_COLUMN_WIDTH);
                let limit = if is_fitted { usize::MAX } else { column_limit(session) };
                Form::Batch { table: BatchTableau::new(names, limit), console, fit: terminal }
            }
            RowFormat::Csv => Form::Csv(CsvWriter::without_header(out)),
            RowFormat::Json => {
                let columns = shape.columns.iter().map(|column| (column.name.as_str(), &column.data_type));
                Form::Json(JsonWriter::new(out, columns, zone, false))
            }
            RowFormat::Changelog => Form::Changelog { console, text: String::new() },
        };
        let types = shape.columns.iter().map(|column| &column.data_type);
        Ok(RowWriter { form, text: RowText::new(types, zone) })
    }

    pub(crate) fn push(&mut self, batch: &Batch) -> Result<()> {
        for row in 0..batch.rows.num_rows() {
            let kind = batch.kind(row);
            match &mut self.form {
                Form::Batch { table, .. } => table.push(self.text.cells(&batch.rows, row))?,
                Form::Stream(table) => table.push(kind, self.text.cells(&batch.rows, row))?,
                Form::Csv(writer) => {
                    refuse_change(kind, "csv")?;
                    writer.push(kind, self.text.cells(&batch.rows, row))?;
                }
                Form::Json(writer) => {
                    refuse_change(kind, "json")?;
                    writer.push(kind, &batch.rows, row)?;
                }
                Form::Changelog { text, .. } => write_change(kind, self.text.cells(&batch.rows, row), text),
            }
        }
        if let Form::Changelog { console, text } = &mut self.form {
            console.print(text)?;
            text.clear();
        }
        Ok(())
    }

    /// Shows what was written so far.
    pub(crate) fn flush(&mut self) -> Result<()> {
        match &mut self.form {
            Form::Batch { .. } => Ok(()),
            Form::Stream(table) => table.flush(),
            Form::Csv(writer) => writer.flush(),
            Form::Json(writer) => writer.flush(),
            Form::Changelog { console, .. } => console.flush(),
        }
    }

    /// Ends the result.
    pub(crate) fn finish(self, end: StreamEnd, time: Option<Duration>) -> Result<()> {
        match self.form {
            // Nothing of a batch result is shown before it is complete.
            Form::Batch { console, .. } if end == StreamEnd::Cancelled => console.print(&format!("{}\n", received(end, 0, time))),
            Form::Batch { mut table, console, fit } => {
                if let Some(columns) = fit {
                    table.fit(columns, LEAST_COLUMN_WIDTH);
                }
                table.finish(&mut console.out(), time)
            }
            Form::Stream(table) => table.finish(end, time),
            Form::Csv(mut writer) => writer.flush(),
            Form::Json(mut writer) => writer.flush(),
            Form::Changelog { .. } => Ok(()),
        }
    }
}

const MAX_COLUMN_WIDTH: &str = "table.display.max-column-width";

fn column_limit(session: &Session) -> usize {
    usize::try_from(session.configuration.get_int(MAX_COLUMN_WIDTH)).unwrap_or(DEFAULT_COLUMN_WIDTH)
}

/// The largest limit of columns with which a stream fits the room.
fn stream_limit(columns: &[ResultColumn], most: usize, room: usize) -> usize {
    let total = |limit: usize| {
        let widths = columns.iter().map(|column| stream_width(&column.name, &column.data_type, limit) + 3);
        // The column `op` and the last rule.
        widths.sum::<usize>() + 6
    };
    (LEAST_COLUMN_WIDTH..=most).rev().find(|limit| total(*limit) <= room).unwrap_or(LEAST_COLUMN_WIDTH.min(most))
}

/// A form that shows rows only would show wrong ones for a result that takes rows back.
fn refuse_change(kind: RowKind, format: &str) -> Result<()> {
    match kind {
        RowKind::Insert => Ok(()),
        _ => {
            Err(Error::invalid(format!("the result changes its rows, which {format} cannot show: use --format changelog, or --mode batch")))
        }
    }
}

/// `+I[1, Bob, null]`
fn write_change<'t>(kind: RowKind, cells: impl Iterator<Item = Option<&'t str>>, text: &mut String) {
    text.push_str(kind.symbol());
    text.push('[');
    for (n, cell) in cells.enumerate() {
        text.push_str(if n > 0 { ", " } else { "" });
        text.push_str(cell.unwrap_or("null"));
    }
    text.push_str("]\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::LogicalType;

    #[test]
    fn a_stream_is_made_to_fit_the_terminal() {
        let column = |name: &str, data_type| ResultColumn { name: name.into(), data_type };
        let columns = [column("a", LogicalType::string()), column("n", LogicalType::int()), column("b", LogicalType::string())];
        assert_eq!(stream_limit(&columns, 30, 200), 30);
        assert_eq!(stream_limit(&columns, 30, 70), 22);
        assert_eq!(stream_limit(&columns, 30, 20), 10);
    }

    #[test]
    fn a_change_is_written_with_its_kind() {
        let mut text = String::new();
        write_change(RowKind::Delete, [Some("1"), None].into_iter(), &mut text);
        assert_eq!(text, "-D[1, null]\n");
    }
}
