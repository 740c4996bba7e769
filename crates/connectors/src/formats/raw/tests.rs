//! Reading and writing raw values, checked against files that Flink wrote.

use super::Raw;
use crate::formats::Format;
use crate::formats::testing::{context, failure, read};
use arrow::array::{ArrayRef, Float64Array, Int32Array, Int64Array, RecordBatch, StringViewArray};
use std::sync::Arc;
use table::types::LogicalType as T;

fn written(options: &[(&str, &str)], data_type: T, array: ArrayRef) -> Vec<u8> {
    let context = context(&Raw, options, &[data_type]);
    let rows = RecordBatch::try_from_iter([("a", array)]).expect("a batch");
    let mut out = vec![];
    Raw.encoding(&context).expect("a format").encoder().expect("an encoder").encode(&rows, &mut out).expect("written");
    out
}

#[test]
fn numbers_are_bytes_with_a_line_feed_behind() {
    assert_eq!(written(&[], T::int(), Arc::new(Int32Array::from(vec![1, 258, -1]))), b"\0\0\0\x01\n\0\0\x01\x02\n\xff\xff\xff\xff\n");
    let little = &[("endianness", "little-endian")];
    assert_eq!(written(little, T::bigint(), Arc::new(Int64Array::from(vec![258]))), b"\x02\x01\0\0\0\0\0\0\n");
    assert_eq!(written(&[], T::double(), Arc::new(Float64Array::from(vec![1.5]))), b"\x3f\xf8\0\0\0\0\0\0\n");
    assert_eq!(read(&Raw, little, &[T::bigint()], b"\x02\x01\0\0\0\0\0\0\n").expect("readable"), ["258"]);
}

#[test]
fn text_is_read_and_written_in_a_charset() {
    let latin = &[("charset", "ISO-8859-1")];
    assert_eq!(written(latin, T::string(), Arc::new(StringViewArray::from(vec!["\u{e9}", ""]))), b"\xe9\n\n");
    assert_eq!(read(&Raw, latin, &[T::string()], b"\xe9\n\n").expect("readable"), ["\u{e9}", ""]);
    assert_eq!(read(&Raw, &[], &[T::string()], b"a,b\r\nc").expect("readable"), ["a,b", "c"]);
}

#[test]
fn a_number_of_another_length_is_a_bad_record() {
    let found = failure(&Raw, &[], &[T::int()], b"\0\0\0\x01\nabc\n");
    assert_eq!(found.message, "'abc' is not an INT for column 'a' of table 't'");
    assert_eq!(found.notes, ["A raw INT has 4 bytes; this record has 3."]);
}
