//! Parquet files: what is written can be read again, in parts and by columns.

use super::Parquet;
use crate::formats::Format;
use crate::formats::decode::FormatContext;
use crate::formats::testing::{context, rows};
use arrow::array::builder::{Int32Builder, MapBuilder, StringViewBuilder};
use arrow::array::{
    Array, ArrayRef, AsArray, Decimal128Array, Int32Array, ListArray, RecordBatch, StringViewArray, TimestampMillisecondArray,
};
use arrow::datatypes::{DataType, Int32Type};
use std::path::PathBuf;
use std::sync::Arc;
use table::types::{LogicalType as T, arrow_type};

struct Written {
    path: PathBuf,
    context: FormatContext,
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn types() -> Vec<T> {
    vec![T::int(), T::string(), T::decimal(10, 2), T::timestamp(3), T::array(T::int()), T::map(T::string(), T::int())]
}

fn map_of(wanted: &T, entries: &[Option<&[(&str, i32)]>]) -> ArrayRef {
    let mut builder = MapBuilder::new(None, StringViewBuilder::new(), Int32Builder::new());
    for entry in entries {
        for (key, value) in entry.unwrap_or_default() {
            builder.keys().append_value(key);
            builder.values().append_value(*value);
        }
        builder.append(entry.is_some()).expect("matching lengths");
    }
    super::adapt::adapt(&(Arc::new(builder.finish()) as ArrayRef), &arrow_type(wanted)).expect("a map")
}

fn list_of(wanted: &T, values: Vec<Option<Vec<Option<i32>>>>) -> ArrayRef {
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>(values);
    super::adapt::adapt(&(Arc::new(list) as ArrayRef), &arrow_type(wanted)).expect("a list")
}

fn write(name: &str) -> Written {
    let types = types();
    let context = context(&Parquet, &[("block.size", "1024"), ("enable.dictionary", "false")], &types);
    let batch = |offset: i32| {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Int32Array::from(vec![Some(offset), None])),
            Arc::new(StringViewArray::from(vec![Some("a text that is longer than a view"), None])),
            Arc::new(Decimal128Array::from(vec![Some(12345), None]).with_data_type(DataType::Decimal128(10, 2))),
            Arc::new(TimestampMillisecondArray::from(vec![Some(1500), None])),
            list_of(&types[4], vec![Some(vec![Some(1), None]), None]),
            map_of(&types[5], &[Some(&[("k", 1)]), None]),
        ];
        RecordBatch::try_new(context.schema_of(&[0, 1, 2, 3, 4, 5]), columns).expect("a batch")
    };
    let mut encoder = Parquet.encoding(&context).expect("a format").encoder().expect("an encoder");
    let mut out = vec![];
    for offset in 0..100 {
        encoder.encode(&batch(offset), &mut out).expect("written");
    }
    encoder.finish(&mut out).expect("written");
    let path = std::env::temp_dir().join(format!("tamias-{name}-{}.parquet", std::process::id()));
    std::fs::write(&path, &out).expect("written");
    Written { path, context }
}

fn read(written: &Written, range: std::ops::Range<u64>, columns: &[usize]) -> Vec<String> {
    let files = Parquet.files(&written.context).expect("a file format").expect("a file format");
    let mut reader = files.open(&written.path, range, columns).expect("opened");
    let fields: Vec<_> = columns.iter().map(|column| written.context.columns[*column].clone()).collect();
    let mut found = vec![];
    while let Some(batch) = reader.read(100).expect("read") {
        found.extend(rows(&batch, &fields).expect("shown"));
    }
    found
}

#[test]
fn all_kinds_of_values_survive() {
    let written = write("kinds");
    let found = read(&written, 0..u64::MAX, &[0, 1, 2, 3, 4, 5]);
    assert_eq!(found.len(), 200);
    assert_eq!(found[0], "0 | a text that is longer than a view | 123.45 | 1970-01-01T00:00:01.500 | [1, null] | {k=1}");
    assert_eq!(found[1], "null | null | null | null | null | null");
    assert_eq!(read(&written, 0..u64::MAX, &[3, 0])[0], "1970-01-01T00:00:01.500 | 0");
    assert_eq!(read(&written, 0..u64::MAX, &[]).len(), 200);
}

#[test]
fn parts_of_a_file_have_each_row_once() {
    let written = write("parts");
    let length = std::fs::metadata(&written.path).expect("a file").len();
    let half = length / 8;
    let (first, second) = (read(&written, 0..half, &[0]), read(&written, half..length, &[0]));
    assert!(!first.is_empty() && !second.is_empty());
    let all = [first, second].concat();
    assert_eq!(all, read(&written, 0..length, &[0]));
}

#[test]
fn a_column_that_a_file_does_not_have_is_null() {
    let mut written = write("missing");
    written.context.columns[1].name = "other".into();
    assert_eq!(read(&written, 0..u64::MAX, &[0, 1])[0], "0 | null");
}

#[tokio::test]
async fn the_batch_engine_reads_plain_columns_itself() {
    let written = write("plan");
    let files = Parquet.files(&written.context).expect("a file format").expect("a file format");
    let length = std::fs::metadata(&written.path).expect("a file").len();
    let paths = [(written.path.clone(), length)];
    let plan = files.plan(&paths, &[3, 1, 0], None, 2).expect("a plan").expect("a plan");
    let session = datafusion::prelude::SessionContext::new();
    let batches = datafusion::physical_plan::collect(plan, session.task_ctx()).await.expect("rows");
    assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 200);
    assert_eq!(batches[0].schema().field(0).data_type(), &arrow_type(&T::timestamp(3)));
    assert_eq!(batches[0].column(1).as_string_view().value(0), "a text that is longer than a view");
    assert!(batches[0].column(2).is_valid(0));
    assert!(files.plan(&paths, &[4], None, 2).expect("no error").is_none());
}
