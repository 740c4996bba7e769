//! Reading and writing JSON, checked against what Flink reads and writes.

use super::Json;
use crate::formats::Format;
use crate::formats::testing::{context, decode_in, failure, read};
use arrow::array::{ArrayRef, BinaryViewArray, Decimal128Array, Float64Array, Int32Array, RecordBatch, StringViewArray};
use std::sync::Arc;
use table::types::{Field, LogicalType as T, TypeKind};

const LENIENT: &[(&str, &str)] = &[("ignore-parse-errors", "true")];

/// Reads values of one type, leniently.
fn values(data_type: T, values: &[&str]) -> Vec<String> {
    let text: String = values.iter().map(|value| format!("{{\"x\":[1],\"a\":{value},\"y\":\"z\"}}\n")).collect();
    read(&Json, LENIENT, &[data_type], text.as_bytes()).expect("readable")
}

#[test]
fn numbers_may_be_strings_and_lose_their_fractions() {
    let ints = values(
        T::int(),
        &["\"2\"", "3.7", "\" 4 \"", "true", "\"\"", "1e2", "2147483648", "{\"x\":1}", "null", "-0", "\"3.7\"", "-1.5", "1E-2"],
    );
    assert_eq!(ints, ["2", "3", "4", "null", "null", "100", "null", "null", "null", "0", "null", "-1", "0"]);
    assert_eq!(values(T::new(TypeKind::TinyInt), &["128", "\"127\"", "1.5"]), ["null", "127", "null"]);
    assert_eq!(values(T::bigint(), &["9223372036854775808", "1.5", "\"7\"", "1e3", "1e30"]), ["null", "1", "7", "1000", "null"]);
    let doubles = values(T::double(), &["\"1.5\"", "\"NaN\"", "\"x\"", "true", "1", "1e400", "{}", "\"1d\"", "\" 2 \""]);
    assert_eq!(doubles, ["1.5", "NaN", "null", "null", "1.0", "Infinity", "null", "1.0", "2.0"]);
    assert_eq!(values(T::new(TypeKind::Float), &["3.4e39", "16777217.5"]), ["Infinity", "1.6777218E7"]);
    let decimals = values(T::decimal(8, 2), &["\"1.5\"", "1.255", "1e3", "\"x\"", "true", "123456789.1", "\" 1 \"", "{}", "\"\""]);
    assert_eq!(decimals, ["1.50", "1.26", "1000.00", "null", "null", "null", "1.00", "null", "null"]);
}

#[test]
fn a_string_takes_any_value() {
    let texts = [
        "1",
        "1.50",
        "true",
        "null",
        "{\"b\": 1,  \"a\":[1, 2.50, \"x\\u00e9\\n\"]}",
        "[ ]",
        "1E+2",
        "\"a\\/b\\u0041\"",
        "-0.0",
        "{\"a\":1,\"a\":2}",
    ];
    let expected = ["1", "1.50", "true", "null", "{\"b\":1,\"a\":[1,2.5,\"x\u{e9}\\n\"]}", "[]", "1E+2", "a/bA", "-0.0", "{\"a\":2}"];
    assert_eq!(values(T::string(), &texts), expected);
    assert_eq!(values(T::string(), &["\"\\ud83d\\ude00\\ud83d\"", "\"a\tb\""]), ["\u{1f600}?", "a\tb"]);
}

#[test]
fn a_boolean_is_false_unless_it_says_true() {
    let found = values(T::boolean(), &["\"true\"", "1", "0", "\"TRUE \"", "\"x\"", "null", "{}", "true"]);
    assert_eq!(found, ["true", "false", "false", "true", "false", "null", "false", "true"]);
}

#[test]
fn dates_and_times_are_strict() {
    assert_eq!(
        values(T::new(TypeKind::Date), &["\"2020-1-2\"", "\"2020-01-02\"", "18262", "\"2020-02-30\""]),
        ["null", "2020-01-02", "null", "null"]
    );
    let times = values(T::new(TypeKind::Time { precision: 3 }), &["\"10:11\"", "\"10:11:12\"", "\"10:11:12.345\"", "36000"]);
    assert_eq!(times, ["null", "10:11:12", "10:11:12.345", "null"]);
    let stamps =
        values(T::timestamp(3), &["\"2020-01-01T00:00:00\"", "\"2020-01-01 00:00:01.1239\"", "1577836800000", "\"2020-01-01 24:00:00\""]);
    assert_eq!(stamps, ["null", "2020-01-01T00:00:01.123", "null", "2020-01-02T00:00"]);
    let local = values(T::timestamp_ltz(3), &["\"2020-01-01 00:00:00Z\"", "\"2020-01-01 00:00:00\"", "\"2020-01-01 00:00:00z\""]);
    assert_eq!(local, ["2020-01-01T00:00:00Z", "null", "null"]);
    let iso = &[("timestamp-format.standard", "ISO-8601")];
    assert_eq!(read(&Json, iso, &[T::timestamp(3)], b"{\"a\":\"2020-01-01T10:00\"}\n").expect("readable"), ["2020-01-01T10:00"]);
}

#[test]
fn nested_values_keep_what_is_good_in_them() {
    assert_eq!(
        values(T::array(T::int()), &["[1,\"2\",null,3.5]", "1", "{\"a\":1}", "[\"x\"]", "[]"]),
        ["[1, 2, null, 3]", "null", "null", "[null]", "[]"]
    );
    let map = T::map(T::string(), T::int());
    let maps = values(map, &["{\"a\":1,\"b\":\"2\",\"a\":3}", "[]", "{\"a\":\"x\"}", "{}"]);
    assert_eq!(maps, ["{a=3, b=2}", "null", "{a=null}", "{}"]);
    let row = T::new(TypeKind::Row(vec![Field::new("x", T::int()), Field::new("y", T::string())]));
    let rows = values(row, &["{\"x\":1}", "{\"x\":\"q\",\"y\":2}", "[1,2]", "1", "{\"y\":{\"z\":1}}", "{\"x\":null,\"x\":5}"]);
    assert_eq!(rows, ["+I[1, null]", "+I[null, 2]", "null", "null", "+I[null, {\"z\":1}]", "+I[5, null]"]);
    assert_eq!(values(T::bytes(), &["\"aGk=\"", "\"aGk\"", "1"]), ["[104, 105]", "null", "null"]);
}

/// Reads a document with an INT field `a` and a STRING field `b`.
fn document(text: &str) -> Result<Vec<String>, String> {
    let types = [T::int(), T::string()];
    read(&Json, &[], &types, text.as_bytes()).map_err(|error| error.message)
}

#[test]
fn documents_are_objects_or_arrays_of_them() {
    assert_eq!(document("[{\"a\":1},{\"a\":2}]\n"), Ok(vec!["1 | null".into(), "2 | null".into()]));
    for text in ["{\"a\":1} {\"a\":2}\n", "{\"a\":1}x\n", "{\"a\":1}]", "\u{feff}{\"a\":1}\r\n", "\n\n{\"a\":1}\n", "{\"\":1,\"a\":1}"] {
        assert_eq!(document(text), Ok(vec!["1 | null".into()]), "{text}");
    }
    assert_eq!(document("{\"a\":1,\"a\":2}"), Ok(vec!["2 | null".into()]));
    assert_eq!(document("{\"A\":1}"), Ok(vec!["null | null".into()]));
    assert_eq!(document("[]\n"), Ok(vec![]));
    for (text, message) in [
        ("5", "record is not a JSON object in table 't'"),
        ("null", "record is not a JSON object in table 't'"),
        ("  ", "record is not JSON: it ends in the middle in table 't'"),
        ("[1,{\"a\":3}]", "record is not a JSON object in table 't'"),
        ("{\"a\":NaN}", "record is not JSON: 'NaN' is no value in table 't'"),
        ("{'a':1}", "record is not JSON: expected a field name in double quotes in table 't'"),
        ("{\"a\":1,}", "record is not JSON: expected a field name in double quotes in table 't'"),
        ("{\"a\":01}", "record is not JSON: expected a number without leading zeros in table 't'"),
        ("{\"b\":\"\\x\"}", "record is not JSON: expected an escape that JSON knows in table 't'"),
        ("{\"a\":1 /*c*/}", "record is not JSON: expected ',' or '}' in table 't'"),
        ("{\"a\":+1}", "record is not JSON: expected a value in table 't'"),
        ("{\"a\":.5}", "record is not JSON: expected a value in table 't'"),
        ("{\"a\":5.}", "record is not JSON: expected a digit behind the decimal point in table 't'"),
        ("{\"x\":tru}", "record is not JSON: 'tru' is no value in table 't'"),
        ("{\"a\":1", "record is not JSON: it ends in the middle in table 't'"),
        ("{\"a\":-}", "record is not JSON: expected a digit in table 't'"),
    ] {
        assert_eq!(document(text), Err(message.into()), "{text}");
    }
}

#[test]
fn bad_documents_are_left_out_when_errors_are_ignored() {
    let types = [T::int(), T::string()];
    let text = b"{\"a\":1,\"b\":\"a\"}\n{\"a\":\"two\",\"b\":\"b\"}\n{\"a\":3,\"b\":\n[{\"a\":7}\nnull\n{\"a\":4,\"b\":\"d\"}\n";
    let context = context(&Json, LENIENT, &types);
    let format = Json.decoding(&context).expect("a format");
    let rows = decode_in(format.as_ref(), &context, text, &[0, 1], 2).expect("readable");
    assert_eq!(rows, ["1 | a", "null | b", "7 | null", "4 | d"]);
    let totals = context.report.totals();
    assert_eq!(totals.nulled["t"]["a"].1[0].place, "f:2:6");
    assert_eq!(totals.dropped["t"].0, 3);
}

#[test]
fn a_bad_value_is_named_with_its_place() {
    let row = T::new(TypeKind::Row(vec![Field::new("x", T::int())]));
    let found = failure(&Json, &[], &[row], b"{\"a\":{\"x\":1}}\n{\"a\":{\"x\":\"two\"}}\n{\"a\":{\"x\":[]}}\n");
    assert_eq!(found.message, "'two' is not an INT for column 'a.x' of table 't'");
    let place = found.data.expect("a place");
    assert_eq!((place.line, place.column, &place.excerpt[place.mark.clone()]), (2, 11, "\"two\""));
    assert_eq!(place.also, [3]);
    assert_eq!(found.flink.as_deref(), Some("org.apache.flink.formats.json.JsonParseException: Fail to deserialize at field: a."));
}

#[test]
fn missing_fields_can_be_errors() {
    let strict = &[("fail-on-missing-field", "true")];
    let found = failure(&Json, strict, &[T::int(), T::int()], b"{\"a\":1}\n");
    assert_eq!(found.message, "field 'b' is missing in table 't'");
    assert_eq!(found.flink.as_deref(), Some("org.apache.flink.formats.json.JsonParseException: Some field is missing in the JSON data."));
    let row = T::new(TypeKind::Row(vec![Field::new("x", T::int())]));
    let found = failure(&Json, strict, &[row], b"{\"a\":{}}\n");
    assert_eq!(found.message, "field 'a.x' is missing in table 't'");
}

fn written(options: &[(&str, &str)], columns: Vec<(T, ArrayRef)>) -> String {
    let (types, arrays): (Vec<T>, Vec<ArrayRef>) = columns.into_iter().unzip();
    let context = context(&Json, options, &types);
    let rows = RecordBatch::try_new(context.schema_of(&(0..types.len()).collect::<Vec<_>>()), arrays).expect("a batch");
    let mut out = vec![];
    Json.encoding(&context).expect("a format").encoder().expect("an encoder").encode(&rows, &mut out).expect("written");
    String::from_utf8(out).expect("text")
}

#[test]
fn values_are_written_as_flink_writes_them() {
    let columns = || -> Vec<(T, ArrayRef)> {
        vec![
            (T::decimal(10, 3), Arc::new(Decimal128Array::from(vec![100000000]).with_precision_and_scale(10, 3).expect("a type"))),
            (T::double(), Arc::new(Float64Array::from(vec![1e10]))),
            (T::string(), Arc::new(StringViewArray::from(vec!["a\"b\\\u{1}\n/\u{e9}"]))),
            (T::bytes(), Arc::new(BinaryViewArray::from(vec![&b"hi"[..]]))),
            (T::int(), Arc::new(Int32Array::from(vec![None]))),
        ]
    };
    assert_eq!(written(&[], columns()), "{\"a\":1E+5,\"b\":1.0E10,\"c\":\"a\\\"b\\\\\\u0001\\n/\u{e9}\",\"d\":\"aGk=\",\"e\":null}\n");
    let plain = &[("encode.decimal-as-plain-number", "true"), ("encode.ignore-null-fields", "true")];
    assert!(written(plain, columns()).starts_with("{\"a\":100000.000,"));
    assert!(written(plain, columns()).ends_with("\"d\":\"aGk=\"}\n"));
}
