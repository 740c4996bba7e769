//! The lines of the print connector, as Flink prints them.

use crate::support::Table;
use arrow::array::{ArrayRef, Int32Array, RecordBatch, StringViewArray, TimestampMillisecondArray};
use std::sync::Arc;
use table::changelog::{Batch, RowKind};
use table::connector::SinkRequest;
use table::types::LogicalType as T;

fn table() -> Table {
    Table::new("print", &[("id", T::int()), ("nm", T::string()), ("ts", T::timestamp(3))])
}

fn batch() -> Batch {
    let ids: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
    let names: ArrayRef = Arc::new(StringViewArray::from(vec![Some("a"), None]));
    let times: ArrayRef = Arc::new(TimestampMillisecondArray::from(vec![Some(1_577_836_800_000), None]));
    Batch::inserts(RecordBatch::try_from_iter([("id", ids), ("nm", names), ("ts", times)]).expect("a batch"))
}

fn lines(table: &Table, task: usize, batch: &Batch) -> Vec<String> {
    let sink = table.factory().sink(&table.context(), &SinkRequest::default()).expect("a sink");
    sink.writer(task).expect("a writer").write(batch).expect("printed");
    let text = table.printed.text.lock().expect("a lock").clone();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_row_is_its_kind_and_its_values() {
    assert_eq!(lines(&table(), 0, &batch()), ["+I[1, a, 2020-01-01T00:00]", "+I[2, null, null]"]);
    let changes = Batch { kinds: Some(vec![RowKind::UpdateBefore, RowKind::Delete]), ..batch() };
    assert_eq!(lines(&table(), 0, &changes), ["-U[1, a, 2020-01-01T00:00]", "-D[2, null, null]"]);
}

#[test]
fn a_prefix_tells_table_and_task() {
    assert_eq!(lines(&table().with("print-identifier", "PP"), 0, &batch())[0], "PP> +I[1, a, 2020-01-01T00:00]");
    assert_eq!(lines(&table().with("sink.parallelism", "4"), 1, &batch())[0], "2> +I[1, a, 2020-01-01T00:00]");
    let both = table().with("print-identifier", "PP").with("sink.parallelism", "4");
    assert_eq!(lines(&both, 1, &batch())[0], "PP:2> +I[1, a, 2020-01-01T00:00]");
}

#[test]
fn lines_may_go_to_standard_error() {
    let table = table().with("standard-error", "true");
    assert!(lines(&table, 0, &batch()).is_empty());
    assert!(table.printed.error.lock().expect("a lock").starts_with("+I[1, a"));
}

#[test]
fn a_sink_is_no_source() {
    let error = table().factory().source(&table().context()).expect_err("no source");
    assert_eq!(error.message, "connector 'print' can only be written to");
}
