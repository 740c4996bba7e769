//! JSON, VARIANT and BITMAP. The expected texts are those that Flink gives.

use crate::harness::*;
use arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, Int32Array, StringViewArray};
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallSite, FunctionDefinition, FunctionLookup};
use table::types::{LogicalType, TypeKind};
use table::value::{Value, array_to_value};
use tamias_functions::Builtins;

fn variant(text: &str) -> Cell {
    Cell::new(Value::String(text.into()), TypeKind::Variant)
}

fn of_type(data_type: LogicalType) -> Cell {
    Cell { value: Value::Null, data_type, constant: true }
}

/// JSON_VALUE with RETURNING and the behaviors.
fn json_value(json: &str, path: &str, returning: LogicalType, on_empty: (&str, Cell), on_error: (&str, Cell)) -> String {
    let clauses = [of_type(returning), text(on_empty.0), on_empty.1, text(on_error.0), on_error.1];
    call("JSON_VALUE", &[vec![text(json), text(path)], clauses.into()].concat())
}

fn json_query(json: &str, path: &str, returning: LogicalType, clauses: [&str; 3]) -> String {
    let [wrapper, on_empty, on_error] = clauses;
    call("JSON_QUERY", &[text(json), text(path), of_type(returning), text(wrapper), text(on_empty), text(on_error)])
}

fn no_default() -> (&'static str, Cell) {
    ("NULL", of_type(LogicalType::string()))
}

#[test]
fn existence_is_asked_of_paths() {
    assert_eq!(call("JSON_EXISTS", &[text(r#"{"a":true}"#), text("$.a")]), "BOOLEAN = TRUE");
    assert_eq!(value("JSON_EXISTS", &[text(r#"{"a":null}"#), text("$.a")]), "FALSE");
    assert_eq!(value("JSON_EXISTS", &[text("bad"), text("$.a")]), "FALSE");
    assert_eq!(value("JSON_EXISTS", &[text("bad"), text("$.a"), text("TRUE")]), "TRUE");
    assert_eq!(value("JSON_EXISTS", &[text("bad"), text("lax $.a"), text("UNKNOWN")]), "FALSE");
    assert_eq!(value("JSON_EXISTS", &[text(r#"{"a":1}"#), text("strict $.b"), text("UNKNOWN")]), "NULL");
    assert_eq!(value("JSON_EXISTS", &[text("[]"), text("$[*]")]), "TRUE");
    assert_eq!(value("JSON_EXISTS", &[null(LogicalType::string().kind), text("$.a")]), "NULL");
    let error = value("JSON_EXISTS", &[text(r#"{"a":true}"#), text("strict $.b"), text("ERROR")]);
    assert_eq!(error, "! JSON_EXISTS: no results for path $['b']");
}

#[test]
fn scalars_are_taken_from_paths() {
    let plain = |json: &str, path: &str| call("JSON_VALUE", &[text(json), text(path)]);
    assert_eq!(plain(r#"{"a":true}"#, "$.a"), "STRING = true");
    assert_eq!(plain(r#"{"a":{"b":1}}"#, "$.a"), "STRING = NULL");
    assert_eq!(plain(r#"{"a":1.50}"#, "$.a"), "STRING = 1.50");
    assert_eq!(plain(r#"{"a":1E400}"#, "$.a"), "STRING = 1E+400");
    assert_eq!(plain(r#"{"a":0.00000001}"#, "$.a"), "STRING = 1E-8");
    assert_eq!(plain(r#"{"a":1} x"#, "$.a"), "STRING = 1");
    assert_eq!(plain(r#"{"a":[1,2]}"#, "$.a[*]"), "STRING = NULL");
}

#[test]
fn scalars_have_the_type_that_is_returned() {
    let returning = |json: &str, data_type: LogicalType| json_value(json, "$.a", data_type, no_default(), no_default());
    assert_eq!(returning(r#"{"a":1.5}"#, LogicalType::double()), "DOUBLE = 1.5");
    assert_eq!(returning(r#"{"a":1}"#, LogicalType::int()), "INT = 1");
    assert_eq!(returning(r#"{"a":true}"#, LogicalType::boolean()), "BOOLEAN = TRUE");
    assert_eq!(returning(r#"{"a":"abcdef"}"#, LogicalType::new(TypeKind::Varchar(3))), "VARCHAR(3) = abc");
    assert_eq!(returning(r#"{"a":"x"}"#, LogicalType::int()), "! JSON_VALUE: \"x\" is not of the type that is returned");
    assert_eq!(returning(r#"{"a":1}"#, LogicalType::bigint()), "! Unsupported type 'BIGINT' for RETURNING in JSON_VALUE().");
}

#[test]
fn defaults_stand_for_empty_results_and_errors() {
    let string = LogicalType::string;
    let json = r#"{"a":1}"#;
    assert_eq!(json_value(json, "lax $.b", string(), ("DEFAULT", text("x")), no_default()), "STRING = x");
    assert_eq!(json_value(json, "$.b", string(), ("DEFAULT", text("x")), no_default()), "STRING = NULL");
    assert_eq!(json_value(json, "strict $.b", string(), no_default(), ("DEFAULT", text("e"))), "STRING = e");
    assert_eq!(json_value(json, "lax $.b", LogicalType::int(), ("DEFAULT", int(5)), ("DEFAULT", int(6))), "INT = 5");
    assert_eq!(json_value(json, "strict $.b", LogicalType::int(), ("DEFAULT", int(5)), ("DEFAULT", int(6))), "INT = 6");
    assert_eq!(json_value("bad", "lax $.b", string(), no_default(), ("DEFAULT", text("e"))), "STRING = NULL");
    let truth = ("DEFAULT", Cell::new(Value::Boolean(true), TypeKind::Boolean));
    assert_eq!(json_value(json, "lax $.b", string(), truth, no_default()), "STRING = true");
    let error = ("ERROR", of_type(string()));
    assert_eq!(json_value(json, "lax $.b", string(), error.clone(), no_default()), "! JSON_VALUE: the result is empty");
    assert_eq!(
        json_value(r#"{"a":[1]}"#, "strict $.a", string(), no_default(), error),
        "! JSON_VALUE: the value in strict mode must be a scalar, not '[1]'"
    );
}

#[test]
fn objects_and_arrays_are_taken_from_paths() {
    let string = LogicalType::string;
    let wrapped = |json: &str, wrapper: &str| json_query(json, "$.a", string(), [wrapper, "NULL", "NULL"]);
    assert_eq!(call("JSON_QUERY", &[text(r#"{"a":{"z":1,"b":2}}"#), text("$.a")]), r#"STRING = {"b":2,"z":1}"#);
    assert_eq!(wrapped(r#"{"a":1}"#, "WITHOUT"), "STRING = NULL");
    assert_eq!(wrapped(r#"{"a":1}"#, "UNCONDITIONAL"), "STRING = [1]");
    assert_eq!(wrapped(r#"{"a":[1]}"#, "UNCONDITIONAL"), "STRING = [[1]]");
    assert_eq!(wrapped(r#"{"a":[1]}"#, "CONDITIONAL"), "STRING = [1]");
    assert_eq!(wrapped(r#"{"a":{"z":1,"b":2}}"#, "CONDITIONAL"), r#"STRING = [{"b":2,"z":1}]"#);
    assert_eq!(wrapped(r#"{"a":null}"#, "UNCONDITIONAL"), "STRING = NULL");
    let behaving =
        |json: &str, path: &str, on_empty: &str, on_error: &str| json_query(json, path, string(), ["WITHOUT", on_empty, on_error]);
    assert_eq!(behaving("{}", "lax $.b", "EMPTY OBJECT", "NULL"), "STRING = {}");
    assert_eq!(behaving("{}", "lax $.b", "EMPTY ARRAY", "NULL"), "STRING = []");
    assert_eq!(behaving("{}", "strict $.b", "NULL", "EMPTY ARRAY"), "STRING = []");
    assert_eq!(behaving("bad", "lax $.b", "NULL", "EMPTY ARRAY"), "STRING = NULL");
    assert_eq!(behaving(r#"{"a":1}"#, "lax $.a", "ERROR", "NULL"), "! JSON_QUERY: the result is empty");
}

#[test]
fn arrays_of_texts_are_returned() {
    let list = || LogicalType::array(LogicalType::string());
    let query = |json: &str, path: &str, wrapper: &str| json_query(json, path, list(), [wrapper, "EMPTY ARRAY", "NULL"]);
    let mixed = r#"{"a":["x",1,null,{"z":1,"b":[2]},true,1.50,1e5]}"#;
    assert_eq!(query(mixed, "$.a", "WITHOUT"), r#"ARRAY<STRING> = [x, 1, NULL, {"b":[2],"z":1}, true, 1.50, 1E+5]"#);
    assert_eq!(query(r#"{"a":1}"#, "$.a", "WITHOUT"), "ARRAY<STRING> = NULL");
    assert_eq!(query(r#"{"a":1}"#, "$.a", "UNCONDITIONAL"), "ARRAY<STRING> = [1]");
    assert_eq!(query(r#"{"a":1}"#, "lax $.b", "WITHOUT"), "ARRAY<STRING> = []");
    assert_eq!(query(r#"{"a":{"b":1}}"#, "$.a", "WITHOUT"), "ARRAY<STRING> = NULL");
    let ints = json_query("[1]", "$", LogicalType::array(LogicalType::int()), ["WITHOUT", "NULL", "NULL"]);
    assert!(ints.ends_with("Unsupported array element type 'INTEGER' for RETURNING ARRAY in JSON_QUERY()."), "{ints}");
}

#[test]
fn text_is_tested_for_json() {
    let test = |kind: &str, json: &str| value(&format!("IS JSON {kind}"), &[text(json)]);
    assert_eq!(call("IS JSON VALUE", &[text("1 2")]), "BOOLEAN NOT NULL = TRUE");
    for bad in ["", "nan", "\"x", "01", "[1,]", "{'a':1}", ".5", "1."] {
        assert_eq!(test("VALUE", bad), "FALSE", "{bad}");
    }
    assert_eq!(test("VALUE", r#"{"a":1} x"#), "TRUE");
    assert_eq!(test("OBJECT", "[1]"), "FALSE");
    assert_eq!(test("SCALAR", "null"), "TRUE");
    assert_eq!(test("ARRAY", "[1"), "FALSE");
    assert_eq!(value("IS JSON VALUE", &[null(LogicalType::string().kind)]), "FALSE");
    let number = value("IS JSON VALUE", &[int(1)]);
    assert!(number.starts_with("! Cannot apply 'IS JSON VALUE' to arguments of type '<INTEGER> IS JSON VALUE'."), "{number}");
}

#[test]
fn values_are_written_as_json() {
    assert_eq!(value("JSON_STRING", &[double(1e20)]), "1.0E+20");
    assert_eq!(value("JSON_STRING", &[double(1e-5)]), "0.000010");
    assert_eq!(value("JSON_STRING", &[double(123_456_789.0)]), "123456789");
    assert_eq!(value("JSON_STRING", &[float(0.1)]), "0.10000000149011612");
    assert_eq!(value("JSON_STRING", &[double(f64::NAN)]), "! NaN and the infinities have no JSON form");
    let decimal = |unscaled, precision, scale| Cell::new(Value::Decimal(unscaled), TypeKind::Decimal { precision, scale });
    assert_eq!(value("JSON_STRING", &[decimal(1_000, 20, 10)]), "1.000E-7");
    assert_eq!(value("JSON_STRING", &[decimal(0, 10, 8)]), "0E-8");
    let objects = vec![(Value::String("b".into()), Value::Int(1)), (Value::String("a".into()), Value::Null)];
    let map = Cell { value: Value::Map(objects), data_type: LogicalType::map(LogicalType::string(), LogicalType::int()), constant: true };
    assert_eq!(value("JSON_STRING", &[map]), r#"{"a":null,"b":1}"#);
    let instant = Value::Timestamp(table::value::Timestamp { millis: 5, nanos: 0 });
    assert_eq!(value("JSON_STRING", &[Cell::new(instant, LogicalType::timestamp_ltz(3).kind)]), r#""1970-01-01T00:00:00.005Z""#);
    assert_eq!(value("JSON_STRING", &[variant("[1.0E10]")]), "[1.0E10]");
    assert_eq!(value("JSON_STRING", &[null(TypeKind::Null)]), "NULL");
}

#[test]
fn variants_keep_numbers_in_their_own_form() {
    let parsed = |json: &str| value("PARSE_JSON", &[text(json)]);
    let numbers = "[100.0, 1.50, 0.00, 1E2, 1.0e-5, 12345678901234567890, 0.1, -0, -0.0]";
    assert_eq!(parsed(numbers), "[100,1.5,0,100.0,1.0E-5,12345678901234567890,0.1,0,0]");
    assert_eq!(parsed("12345678901234567890123456789012345678901234567890"), "1.2345678901234567E49");
    assert_eq!(parsed("1e400"), "Infinity");
    assert_eq!(parsed(r#"{"b":[1,{"z":1,"a":null}],"a":1}"#), r#"{"a":1,"b":[1,{"a":null,"z":1}]}"#);
    assert_eq!(value("TRY_PARSE_JSON", &[text(r#"{"a":1,"a":2}"#)]), "NULL");
}

#[test]
fn items_of_variants_are_variants() {
    assert_eq!(call("ITEM", &[variant(r#"{"a":null,"b":1.0E10}"#), text("a")]), "VARIANT = null");
    assert_eq!(value("ITEM", &[variant(r#"{"a":null,"b":[Infinity,1.0E10]}"#), text("b")]), "[Infinity,1.0E10]");
    assert_eq!(value("ITEM", &[variant(r#"{"a":1}"#), text("c")]), "NULL");
    assert_eq!(value("ITEM", &[variant("[1]"), int(0)]), "NULL");
    assert!(value("ITEM", &[variant("[1]"), text("a")]).starts_with('!'));
    assert!(value("ITEM", &[variant("null"), int(1)]).starts_with('!'));
}

#[test]
fn strings_are_quoted_and_unquoted() {
    assert_eq!(value("JSON_QUOTE", &[text("a\u{1}\n\t\u{2028}é😀/\\")]), "\"a\u{1}\\n\\t\\u2028\\u00e9\\ud83d\\ude00\\/\\\\\"");
    let unquoted = |json: &str| value("JSON_UNQUOTE", &[text(json)]);
    assert_eq!(unquoted(r#""\u00e9\n\t\/""#), "é\n\t/");
    assert_eq!(unquoted(r#""a\"b""#), "a\"b");
    assert_eq!(unquoted(r#""a" "b""#), r#"a" "b"#);
    assert_eq!(unquoted("\"\""), "");
    for same in ["\"abc", r#""a\qb""#, "", r#"{"a":1}"#, " \"a\" ", "\"", r#""\u12""#, "1"] {
        assert_eq!(unquoted(same), same);
    }
}

fn ints(values: &[i64]) -> Cell {
    let values = values.iter().map(|value| Value::Int(*value)).collect();
    Cell::new(Value::Array(values), TypeKind::Array(Box::new(LogicalType::int())))
}

fn bitmap(values: &[i64]) -> Cell {
    let bytes = Cell { constant: true, ..ints(values) };
    let set: roaring::RoaringBitmap = match bytes.value {
        Value::Array(values) => values.iter().map(|value| if let Value::Int(value) = value { *value as u32 } else { 0 }).collect(),
        _ => roaring::RoaringBitmap::new(),
    };
    let mut bytes = vec![];
    set.serialize_into(&mut bytes).expect("written");
    Cell::new(Value::Bytes(bytes), TypeKind::Bitmap)
}

#[test]
fn sets_are_serialized_with_runs_where_those_are_shorter() {
    let start = |values: &[i64]| value("BITMAP_TO_BYTES", &[Cell::new(Value::Bytes(built(values)), TypeKind::Bitmap)])[..20].to_owned();
    assert_eq!(start(&[1, 2, 3]), "x'3a3000000100000000");
    assert_eq!(start(&[1, 2, 3, 4]), "x'3b3000000100000300");
    assert_eq!(start(&(1..=12).collect::<Vec<_>>()), "x'3b3000000100000b00");
    assert_eq!(value("BITMAP_TO_BYTES", &[Cell::new(Value::Bytes(built(&[])), TypeKind::Bitmap)]), "x'3a30000000000000'");
}

/// The bytes that BITMAP_BUILD_AGG gives.
fn built(values: &[i64]) -> Vec<u8> {
    let (mut build, _) = accumulator("BITMAP_OR_AGG", vec![argument(LogicalType::new(TypeKind::Bitmap))], false);
    let Value::Bytes(bytes) = bitmap(values).value else { panic!("no bytes") };
    build.update(&[Arc::new(BinaryViewArray::from_iter([Some(bytes)]))], &[0], None, 1).expect("updated");
    build.evaluate(None).expect("evaluated").as_binary_view().value(0).to_vec()
}

#[test]
fn sets_of_integers_are_built_and_combined() {
    assert_eq!(call("BITMAP_BUILD", &[ints(&[5, 1, 2, 5])]), "BITMAP NOT NULL = {1,2,5}");
    assert_eq!(value("BITMAP_TO_ARRAY", &[bitmap(&[5, -1, 2])]), "[2, 5, -1]");
    assert_eq!(call("BITMAP_CARDINALITY", &[bitmap(&[5, -1, 2])]), "BIGINT NOT NULL = 3");
    assert_eq!(value("BITMAP_AND", &[bitmap(&[1]), bitmap(&[2])]), "{}");
    assert_eq!(value("BITMAP_ANDNOT", &[bitmap(&[1, 2]), bitmap(&[2, 3])]), "{1}");
    assert_eq!(value("BITMAP_AND", &[bitmap(&[1]), null(TypeKind::Bitmap)]), "NULL");
    assert_eq!(value("BITMAP_AND", &[int(1), int(2)]), "! Invalid input arguments.");
    assert!(value("BITMAP_FROM_BYTES", &[Cell::new(Value::Bytes(vec![0]), TypeKind::Binary(1))]).starts_with('!'));
    let family = "! Unsupported argument type. Expected type of family 'BINARY_STRING' but actual type was 'CHAR(1) NOT NULL'.";
    assert_eq!(value("BITMAP_FROM_BYTES", &[text("a")]), family);
}

fn accumulator(name: &str, arguments: Vec<Argument>, retracting: bool) -> (Box<dyn Accumulator>, LogicalType) {
    let Some(FunctionDefinition::Aggregate(function)) = Builtins.find(name) else { panic!("no aggregate {name}") };
    let signature = function.resolve(&arguments).expect("accepted");
    let call = CallSite { arguments, result: signature.result.clone(), context: context() };
    let accumulator = if retracting { function.retracting_accumulator(&call) } else { function.accumulator(&call) };
    (accumulator.expect("prepared"), signature.result)
}

fn argument(data_type: LogicalType) -> Argument {
    Argument { data_type, literal: None }
}

fn word(text: &str) -> Argument {
    Argument { data_type: LogicalType::string(), literal: Some(Value::String(text.into())) }
}

fn result((accumulator, data_type): (&mut Box<dyn Accumulator>, &LogicalType)) -> Vec<String> {
    let array = accumulator.evaluate(None).expect("evaluated");
    let text = |row| array_to_value(&array, row, data_type).and_then(|value| value.text(data_type, context().zone));
    (0..array.len()).map(|row| text(row).expect("text")).collect()
}

fn texts(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringViewArray::from_iter(values.iter().copied()))
}

#[test]
fn groups_become_json_arrays() {
    let array = |on_null: &str| {
        let arguments = vec![argument(LogicalType::string()), word(on_null), word("V")];
        let (mut accumulator, data_type) = accumulator("JSON_ARRAYAGG", arguments, false);
        assert_eq!(data_type.to_string(), "VARCHAR(2000) NOT NULL");
        accumulator.update(&[texts(&[None, Some("b"), None])], &[0, 0, 0], None, 2).expect("updated");
        result((&mut accumulator, &data_type))
    };
    assert_eq!(array("ABSENT"), [r#"["b"]"#, "[]"]);
    assert_eq!(array("NULL"), [r#"[null,"b",null]"#, "[]"]);
}

#[test]
fn partial_json_is_merged_and_taken_back() {
    let arguments = || vec![argument(LogicalType::string()), argument(LogicalType::int()), word("NULL"), word("V")];
    let (mut partial, _) = accumulator("JSON_OBJECTAGG", arguments(), false);
    let keys = texts(&[Some("b"), Some("a")]);
    let values: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None]));
    partial.update(&[keys.clone(), values.clone()], &[0, 0], None, 1).expect("updated");
    let states = partial.state(None).expect("a state");
    let (mut object, data_type) = accumulator("JSON_OBJECTAGG", arguments(), true);
    object.merge(&states, &[0], 1).expect("merged");
    assert_eq!(result((&mut object, &data_type)), [r#"{"a":null,"b":1}"#]);
    object.retract(&[keys.slice(0, 1), values.slice(0, 1)], &[0], None, 1).expect("taken back");
    assert_eq!(result((&mut object, &data_type)), [r#"{"a":null}"#]);
    let twice = object.update(&[keys.slice(1, 1), values.slice(1, 1)], &[0], None, 1).expect_err("refused");
    assert_eq!(twice.message, "key 'a' comes twice in JSON_OBJECTAGG");
    object.drop_first(1);
    assert!(result((&mut object, &data_type)).is_empty());
}

#[test]
fn groups_become_sets_of_integers() {
    let integers: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), Some(2), Some(1), None]));
    for retracting in [false, true] {
        let (mut build, data_type) = accumulator("BITMAP_BUILD_AGG", vec![argument(LogicalType::int())], retracting);
        build.update(std::slice::from_ref(&integers), &[0, 0, 0, 1], None, 2).expect("updated");
        assert_eq!(result((&mut build, &data_type)), ["{1,2}", "NULL"]);
        let (mut count, data_type) = accumulator("BITMAP_BUILD_CARDINALITY_AGG", vec![argument(LogicalType::int())], retracting);
        count.update(std::slice::from_ref(&integers), &[0, 0, 0, 1], None, 2).expect("updated");
        assert_eq!(result((&mut count, &data_type)), ["2", "NULL"]);
    }
}

#[test]
fn sets_of_a_group_are_combined() {
    let bytes = |values: &[i64]| match bitmap(values).value {
        Value::Bytes(bytes) => bytes,
        _ => vec![],
    };
    let sets: ArrayRef = Arc::new(BinaryViewArray::from_iter([Some(bytes(&[1, 2])), Some(bytes(&[2, 3])), None]));
    let expected = [
        ("BITMAP_AND_AGG", "{2}", "{1,2}"),
        ("BITMAP_OR_AGG", "{1,2,3}", "{1,2}"),
        ("BITMAP_XOR_AGG", "{1,3}", "{1,2}"),
        ("BITMAP_AND_CARDINALITY_AGG", "1", "2"),
        ("BITMAP_OR_CARDINALITY_AGG", "3", "2"),
        ("BITMAP_XOR_CARDINALITY_AGG", "2", "2"),
    ];
    for (name, both, first) in expected {
        let of_bitmap = || vec![argument(LogicalType::new(TypeKind::Bitmap))];
        let (mut plain, data_type) = accumulator(name, of_bitmap(), false);
        plain.update(std::slice::from_ref(&sets), &[0, 0, 1], None, 2).expect("updated");
        assert_eq!(result((&mut plain, &data_type)), [both, "NULL"], "{name}");
        let (mut counting, data_type) = accumulator(name, of_bitmap(), true);
        counting.update(std::slice::from_ref(&sets), &[0, 0, 1], None, 2).expect("updated");
        let states = counting.state(None).expect("a state");
        let (mut merged, _) = accumulator(name, of_bitmap(), true);
        merged.merge(&states, &[0, 1], 2).expect("merged");
        assert_eq!(result((&mut merged, &data_type)), [both, "NULL"], "{name}");
        merged.retract(&[sets.slice(1, 1)], &[0], None, 2).expect("taken back");
        assert_eq!(result((&mut merged, &data_type)), [first, "NULL"], "{name}");
    }
}
