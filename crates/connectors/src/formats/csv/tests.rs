//! Reading and writing CSV, checked against what Flink reads and writes.

use super::Csv;
use super::cut::cuts;
use super::options::CsvOptions;
use crate::formats::Format;
use crate::formats::testing::{context, decode_in, failure, read};
use arrow::array::{ArrayRef, Int32Array, RecordBatch, StringViewArray};
use std::sync::Arc;
use table::types::{Field, LogicalType as T, TypeKind};

const LENIENT: &[(&str, &str)] = &[("ignore-parse-errors", "true")];

/// Reads cells of one type in a file with the delimiter `|`, leniently; `null` is a cell that is not of the type.
fn cells(data_type: T, cells: &[&str]) -> Vec<String> {
    let text: String = cells.iter().map(|cell| format!("{cell}|z\n")).collect();
    let options = &[("field-delimiter", "|"), ("ignore-parse-errors", "true")];
    let rows = read(&Csv, options, &[data_type, T::string()], text.as_bytes()).expect("readable");
    rows.into_iter().map(|row| row.trim_end_matches(" | z").to_owned()).collect()
}

fn three() -> Vec<T> {
    vec![T::int(), T::string(), T::int()]
}

#[test]
fn numbers_are_read_with_the_liberties_of_java() {
    let ints = cells(T::int(), &["+5", " 5 ", "5.0", "1e3", "\u{663}", "2147483648", "-2147483648", "0x10", "-", "", "-0", "007"]);
    assert_eq!(ints, ["5", "5", "null", "null", "3", "null", "-2147483648", "null", "null", "null", "0", "7"]);
    assert_eq!(cells(T::new(TypeKind::TinyInt), &["128", "-128", "+1"]), ["null", "-128", "1"]);
    let doubles = cells(T::double(), &["1d", "0x1p3", "NaN", "+Infinity", "-infinity", "1e400", "1.", ".5", " 2.5 ", "1E5", "nan"]);
    assert_eq!(doubles, ["1.0", "8.0", "NaN", "Infinity", "null", "Infinity", "1.0", "0.5", "2.5", "100000.0", "null"]);
    let decimals = cells(T::decimal(8, 2), &[" 1.5 ", "1e3", "+1", "1.", ".5", "123456789.1", "1.5f", "1.255", "-1.255", "", "1e-3"]);
    assert_eq!(decimals, ["null", "1000.00", "1.00", "1.00", "0.50", "null", "null", "1.26", "-1.26", "null", "0.00"]);
    assert_eq!(cells(T::new(TypeKind::Float), &["3.4e39", "16777217"]), ["Infinity", "1.6777216E7"]);
}

#[test]
fn booleans_are_false_unless_they_say_true() {
    assert_eq!(cells(T::boolean(), &["TRUE", " true ", "1", "yes", "", "T"]), ["true", "true", "false", "false", "false", "false"]);
}

#[test]
fn dates_and_times_have_one_form_each() {
    assert_eq!(cells(T::new(TypeKind::Date), &["2020-1-2", "2020-02-30", " 2020-01-02"]), ["2020-01-02", "2020-03-01", "null"]);
    let times = cells(T::new(TypeKind::Time { precision: 3 }), &["10:11", "10:11:12.345", "1:2:3", "24:00:00"]);
    assert_eq!(times, ["10:11", "10:11:12.345", "null", "null"]);
    let stamps = cells(T::timestamp(3), &["2020-01-01 00:00:01.1239", " 2020-01-01 00:00:00 ", "2020-01-01T00:00:00", "2020-01-01"]);
    assert_eq!(stamps, ["2020-01-01T00:00:01.123", "2020-01-01T00:00", "null", "null"]);
    let local = cells(T::timestamp_ltz(3), &["2020-01-01 00:00:00.5Z", "2020-01-01 00:00:00", " 2020-01-01 00:00:00Z"]);
    assert_eq!(local, ["2020-01-01T00:00:00.500Z", "null", "2020-01-01T00:00:00Z"]);
}

#[test]
fn bytes_are_base64_with_padding() {
    assert_eq!(cells(T::bytes(), &["aGk=", "aGk", "!!", "aGk=aGk=", ""]), ["[104, 105]", "null", "null", "[104, 105, 104, 105]", "[]"]);
}

#[test]
fn arrays_and_rows_are_parts_of_a_cell() {
    assert_eq!(
        cells(T::array(T::int()), &["1;2;3", "", "1;;3", "1; 2", "x;2", ";"]),
        ["[1, 2, 3]", "[]", "[1, null, 3]", "[1, 2]", "[null, 2]", "[null, null]"]
    );
    assert_eq!(cells(T::array(T::string()), &["a;b;", ";", "\"a;b\"", "a; b "]), ["[a, b, ]", "[, ]", "[a, b]", "[a,  b ]"]);
    let row = T::new(TypeKind::Row(vec![Field::new("x", T::int()), Field::new("y", T::string())]));
    let rows = cells(row, &["1", "1;z;q", "", "1;z", ";", "x;z", " 1 ; z "]);
    assert_eq!(rows, ["+I[1, null]", "+I[1, z]", "null", "+I[1, z]", "+I[null, ]", "+I[null, z]", "+I[1,  z ]"]);
}

#[test]
fn quotes_open_only_at_the_beginning_of_a_cell() {
    let rows = cells(T::string(), &["a\"b", "\"a\"b", "\"a\" ", " \"a\"", "\"a\"\"b\"", "x  ", "", "\"\"", "a\\b", "\"two\nlines\""]);
    assert_eq!(rows, ["a\"b", "a", " \"a\"", "a\"b", "x  ", "", "", "a\\b", "two\nlines"]);
    let found = failure(&Csv, &[], &three(), b"1,a,2\n2,\"b\"c,3\n");
    assert_eq!(found.message, "'c' follows a closing quote in table 't'");
    let found = failure(&Csv, &[], &three(), b"1,a,2\n2,\"b,3\n3,c,4\n");
    assert_eq!(found.message, "a quoted cell has no closing quote in table 't'");
    assert_eq!(read(&Csv, LENIENT, &three(), b"1,a,2\n2,\"b,3\n3,c,4\n").expect("readable"), ["1 | a | 2"]);
}

#[test]
fn records_with_too_few_cells_fail_when_all_columns_are_read() {
    let text = b"1,a,2\n2,b\n3,c,4\n";
    let found = failure(&Csv, &[], &three(), text);
    assert_eq!(found.message, "record has 2 cells instead of 3 in table 't'");
    assert_eq!(found.flink.as_deref(), Some("java.lang.RuntimeException: Row length mismatch. 3 fields expected but was 2."));
    assert_eq!(read(&Csv, LENIENT, &three(), text).expect("readable"), ["1 | a | 2", "2 | b | null", "3 | c | 4"]);
    let found = failure(&Csv, &[("fail-on-missing-columns", "true")], &three(), text);
    assert!(found.flink.is_some_and(|flink| flink.ends_with("Not enough column values: expected 3, found 2")));
    let context = context(&Csv, &[], &three());
    let format = Csv.decoding(&context).expect("a format");
    assert_eq!(decode_in(format.as_ref(), &context, text, &[2], 10).expect("readable"), ["2", "null", "4"]);
    assert_eq!(decode_in(format.as_ref(), &context, text, &[], 10).expect("readable").len(), 3);
}

#[test]
fn records_with_too_many_cells_fail_but_for_one_blank_at_the_end() {
    let text = b"1,a,2\n2,b,3,4\n3,c,4,\n4,d,5,,\n5,e,6, \n";
    let found = failure(&Csv, &[], &three(), text);
    assert!(found.flink.is_some_and(|flink| flink.ends_with("Too many entries: expected at most 3 (value #3 (1 chars) \"4\")")));
    assert_eq!(read(&Csv, LENIENT, &three(), text).expect("readable"), ["1 | a | 2", "3 | c | 4", "5 | e | 6"]);
    let strict = &[("allow-trailing-comma", "false"), ("ignore-parse-errors", "true")];
    assert_eq!(read(&Csv, strict, &three(), text).expect("readable"), ["1 | a | 2"]);
    assert_eq!(read(&Csv, &[("ignore-trailing-unmappable", "true")], &three(), text).expect("readable").len(), 5);
}

#[test]
fn blank_lines_are_short_records_and_comments_can_be_skipped() {
    let text = b"1,a,2\n\n\n2,b,3\n\n";
    assert_eq!(failure(&Csv, &[], &three(), text).message, "record has 1 cell instead of 3 in table 't'");
    let rows = read(&Csv, LENIENT, &three(), text).expect("readable");
    assert_eq!(
        rows,
        ["1 | a | 2", "null |  | null", "null |  | null", "2 | b | 3", "null |  | null"].map(|r| r.replace("null |  |", "null | null |"))
    );
    let text = b"#x,y\n1,a#b,2\n #c,d,e\n\n2,#q,3\n\"#\",r,4\n#end";
    let options = &[("allow-comments", "true"), ("ignore-parse-errors", "true")];
    assert_eq!(read(&Csv, options, &three(), text).expect("readable"), ["1 | a#b | 2", "2 | #q | 3", "null | r | 4"]);
}

#[test]
fn null_literal_and_empty_cells_may_be_quoted() {
    let text = b"1,\"NULL\",5\n2,NULL,6\n3,\"\",7\n4,,8\n5,\" NULL \",9\n";
    let rows = read(&Csv, &[("null-literal", "NULL")], &three(), text).expect("readable");
    assert_eq!(rows, ["1 | null | 5", "2 | null | 6", "3 |  | 7", "4 |  | 8", "5 |  NULL  | 9"]);
    let rows = read(&Csv, &[("empty-string-as-null", "true")], &three(), text).expect("readable");
    assert_eq!(rows, ["1 | NULL | 5", "2 | NULL | 6", "3 | null | 7", "4 | null | 8", "5 |  NULL  | 9"]);
}

#[test]
fn blanks_around_cells_are_text_unless_trimmed() {
    let text = b"1 , a ,\" 2 \"\n2,\" b \",  3\n3,\"  c\"  ,4\n4,  \"d\"  ,5\n";
    assert_eq!(read(&Csv, &[], &three(), text).expect("readable"), ["1 |  a  | 2", "2 |  b  | 3", "3 |   c | 4", "4 |   \"d\"   | 5"]);
    let trimmed = read(&Csv, &[("trim-spaces", "true")], &three(), text).expect("readable");
    assert_eq!(trimmed, ["1 | a | 2", "2 |  b  | 3", "3 |   c | 4", "4 | d | 5"]);
}

#[test]
fn escapes_line_ends_and_marks_of_other_kinds_are_understood() {
    let text = b"1,a\\,b,2\n2,\"a\\\"b\",3\n3,a\\nb,4\n4,a\\\\b,5\n5,\"a\\tb\",6\n6,\\x,7\n";
    let rows = read(&Csv, &[("escape-character", "\\")], &three(), text).expect("readable");
    assert_eq!(rows, ["1 | a,b | 2", "2 | a\"b | 3", "3 | a\nb | 4", "4 | a\\b | 5", "5 | a\tb | 6", "6 | x | 7"]);
    for text in [&b"1,a,2\r2,b,3\r"[..], b"1,a,2\r\n2,b,3\r\n", b"\xef\xbb\xbf1,a,2\n2,b,3"] {
        assert_eq!(read(&Csv, &[], &three(), text).expect("readable"), ["1 | a | 2", "2 | b | 3"]);
    }
    for (delimiter, text) in [("\\t", "1\ta\t2\n"), ("\\u0001", "1\u{1}a\u{1}2\n"), ("\u{a6}", "1\u{a6}a\u{a6}2\n")] {
        assert_eq!(read(&Csv, &[("field-delimiter", delimiter)], &three(), text.as_bytes()).expect("readable"), ["1 | a | 2"]);
    }
    assert_eq!(read(&Csv, &[("quote-character", "'")], &three(), b"1,'a,b',2\n").expect("readable"), ["1 | a,b | 2"]);
    assert_eq!(read(&Csv, &[("disable-quote-character", "true")], &three(), b"1,\"a,2\n").expect("readable"), ["1 | \"a | 2"]);
}

#[test]
fn a_bad_cell_is_named_with_its_place_and_what_to_do() {
    let text = "1,a,2\n2,\"x\ny\",3\n3,\u{e9},\n4,d,5\n5,e,z\n6,f,\n";
    let found = failure(&Csv, &[], &three(), text.as_bytes());
    assert_eq!(found.message, "'' is not an INT for column 'c' of table 't'");
    let place = found.data.expect("a place");
    assert_eq!((place.line, place.column, place.excerpt.as_str(), place.mark), (4, 5, "3,\u{e9},", 5..5));
    assert_eq!(place.also, [6, 7]);
    assert_eq!(found.helps[0], "Empty means NULL: /*+ OPTIONS('csv.null-literal'='') */");
    assert_eq!(found.flink.as_deref(), Some("java.lang.NumberFormatException: For input string: \"\""));
}

#[test]
fn text_that_is_not_utf8_is_a_bad_cell() {
    let text = b"1,a\xff\xfeb,2\n2,c,3\n";
    assert!(failure(&Csv, &[], &three(), text).message.ends_with("is not a STRING for column 'b' of table 't'"));
    assert_eq!(read(&Csv, LENIENT, &three(), text).expect("readable"), ["1 | null | 2", "2 | c | 3"]);
}

#[test]
fn what_is_ignored_is_counted() {
    let context = context(&Csv, LENIENT, &three());
    let format = Csv.decoding(&context).expect("a format");
    decode_in(format.as_ref(), &context, b"1,a,x\n2,b\n3,c,4,5\n", &[0, 1, 2], 10).expect("readable");
    let totals = context.report.totals();
    assert_eq!(totals.nulled["t"]["c"].0, 2);
    assert_eq!(totals.nulled["t"]["c"].1.iter().map(|cell| cell.place.as_str()).collect::<Vec<_>>(), ["f:1:5", "f:2"]);
    assert_eq!(totals.dropped["t"].1[0].text, "3,c,4,5");
}

#[test]
fn a_file_is_cut_only_where_records_begin() {
    let mut text = String::new();
    for i in 0..2000 {
        text.push_str(&format!("{i},\"a\n{i},\"\"x\"\",\n\",5' 6\" {i}\n"));
    }
    let path = std::env::temp_dir().join(format!("tamias-cuts-{}.csv", std::process::id()));
    std::fs::write(&path, &text).expect("written");
    let context = context(&Csv, &[], &[T::int(), T::string(), T::string()]);
    let options = CsvOptions::read(&context.options);
    let found = cuts(&path, text.len() as u64, 7, &options.dialect).expect("cuts");
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(found.len(), 6);
    let format = Csv.decoding(&context).expect("a format");
    let whole = decode_in(format.as_ref(), &context, text.as_bytes(), &[0, 1, 2], 100).expect("readable");
    let mut parts = vec![];
    let ends = found.iter().map(|cut| *cut as usize).chain([text.len()]);
    let starts = [0].into_iter().chain(found.iter().map(|cut| *cut as usize));
    for (start, end) in starts.zip(ends) {
        parts.extend(decode_in(format.as_ref(), &context, &text.as_bytes()[start..end], &[0, 1, 2], 100).expect("readable"));
    }
    assert_eq!(parts, whole);
    assert_eq!(whole.len(), 2000);
}

#[test]
fn a_block_may_end_anywhere() {
    let text = b"1,\"a\"\"b\r\nc\",2\r\n2,d,3\r\n3,\"e\",4";
    let context = context(&Csv, &[], &three());
    let format = Csv.decoding(&context).expect("a format");
    let whole = decode_in(format.as_ref(), &context, text, &[0, 1, 2], 100).expect("readable");
    for end in 0..text.len() {
        let mut decoder = format.decoder(&[0, 1, 2]).expect("a decoder");
        let bytes = arrow::buffer::Buffer::from_slice_ref(&text[..end]);
        let mut place = crate::formats::Place::of_message("f");
        let mut block = crate::formats::decode::Block { bytes: &bytes, position: 0, place: &mut place, is_last: false };
        let first = decoder.decode(&mut block, 100).expect("readable");
        let rest = decode_in(format.as_ref(), &context, &text[block.position..], &[0, 1, 2], 100).expect("readable");
        assert_eq!(first.rows.num_rows() + rest.len(), whole.len(), "cut at {end}");
        assert_eq!(rest, whole[first.rows.num_rows()..]);
    }
}

fn written(options: &[(&str, &str)], texts: &[&str]) -> Vec<String> {
    let context = context(&Csv, options, &[T::int(), T::string()]);
    let ids: ArrayRef = Arc::new(Int32Array::from_iter_values(1..=texts.len() as i32));
    let texts: ArrayRef = Arc::new(StringViewArray::from_iter(texts.iter().map(|text| Some(*text).filter(|text| *text != "<NULL>"))));
    let rows = RecordBatch::try_from_iter([("a", ids), ("b", texts)]).expect("a batch");
    let mut out = vec![];
    Csv.encoding(&context).expect("a format").encoder().expect("an encoder").encode(&rows, &mut out).expect("written");
    String::from_utf8(out).expect("text").lines().map(|line| line.split_once(['|', ',']).expect("two cells").1.to_owned()).collect()
}

#[test]
fn text_is_quoted_by_its_characters_and_length() {
    let capture = include_str!("../../../../../tests/flink/captures/io-f4-csv-quoting.txt");
    let texts = [
        "a+b",
        "abc-def",
        "aaaaaaaaaaaaaaaaaaaaaaaaa",
        "",
        "x#",
        "\u{e9}",
        "\u{65e5}\u{672c}",
        "a.b/c:d;e",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "a!b",
        "a\\b",
        "it's",
        "(x)",
        "a/b",
        "~{|}",
        "a*b",
        "$x",
        "%x",
        "a&b",
    ];
    let expected: Vec<&str> =
        capture.lines().skip_while(|line| *line != "1,\"a+b\"").map(|line| line.split_once(',').expect("two cells").1).collect();
    assert_eq!(written(&[], &texts), expected);
    let other = &[("field-delimiter", "|"), ("null-literal", "n/a"), ("quote-character", "'")];
    assert_eq!(written(other, &["a|b", "it's", "<NULL>", "plain"]), ["'a|b'", "'it''s'", "n/a", "'plain'"]);
    assert_eq!(written(&[("escape-character", "\\")], &["a,b", "q\"x", "p\\z"]), ["\"a,b\"", "\"q\"\"x\"", "\"p\\\\z\""]);
    assert_eq!(written(&[("disable-quote-character", "true")], &["a,b", "q\"x"]), ["a,b", "q\"x"]);
}
