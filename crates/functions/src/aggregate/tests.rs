//! Values as Flink 2.3 gives them.

use super::*;
use crate::Builtins;
use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Decimal128Array, Float32Array, Float64Array, Int8Array, Int32Array, Int64Array, ListArray,
    MapArray, StringViewArray, StructArray,
};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::{DataType, Int32Type};
use arrow::util::display::array_value_to_string;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallSite, Clock, EvalContext, FunctionDefinition, FunctionLookup, Signature};
use table::zone::Zone;
use table::{LogicalType, TypeKind, Value};

#[derive(Debug)]
struct Stopped;

impl Clock for Stopped {
    fn now_millis(&self) -> i64 {
        0
    }
}

fn context() -> EvalContext {
    EvalContext {
        zone: Zone::UTC,
        query_start_millis: 0,
        clock: Arc::new(Stopped),
        legacy_cast: false,
        current_catalog: "default_catalog".into(),
        current_database: "default_database".into(),
        streaming: false,
    }
}

fn function(name: &str) -> Arc<dyn table::function::AggregateFunction> {
    match Builtins.find(name) {
        Some(FunctionDefinition::Aggregate(function)) => function,
        other => panic!("{name} is {other:?}"),
    }
}

fn call(name: &str, arguments: Vec<Argument>) -> CallSite {
    let Signature { arguments: types, result } = function(name).resolve(&arguments).expect("accepted");
    let arguments = arguments.into_iter().zip(types).map(|(a, data_type)| Argument { data_type, literal: a.literal }).collect();
    CallSite { arguments, result, context: context() }
}

fn typed(data_type: LogicalType) -> Argument {
    Argument { data_type, literal: None }
}

fn text(array: &ArrayRef) -> Vec<String> {
    (0..array.len())
        .map(|row| if array.is_null(row) { "<NULL>".to_owned() } else { array_value_to_string(array, row).expect("printable") })
        .collect()
}

fn int_groups(name: &str, values: Vec<Option<i32>>, groups: &[usize]) -> Vec<String> {
    let mut accumulator = function(name).accumulator(&call(name, vec![typed(LogicalType::int())])).expect("prepared");
    let count = groups.iter().max().map_or(0, |g| g + 1);
    accumulator.update(&[Arc::new(Int32Array::from(values))], groups, None, count).expect("updated");
    text(&accumulator.evaluate(None).expect("evaluated"))
}

/// The result over one group of an array.
fn over(name: &str, data_type: LogicalType, array: ArrayRef) -> String {
    let mut accumulator = function(name).accumulator(&call(name, vec![typed(data_type)])).expect("prepared");
    accumulator.update(std::slice::from_ref(&array), &vec![0; array.len()], None, 1).expect("updated");
    text(&accumulator.evaluate(None).expect("evaluated")).remove(0)
}

fn ints(values: &[i32]) -> ArrayRef {
    Arc::new(Int32Array::from(values.to_vec()))
}

fn decimals(values: &[i128], precision: u8, scale: i8) -> ArrayRef {
    Arc::new(Decimal128Array::from(values.to_vec()).with_precision_and_scale(precision, scale).expect("valid"))
}

#[test]
fn integers_keep_their_type_and_wrap() {
    assert_eq!(over("SUM", LogicalType::int(), ints(&[2147483647, 1])), "-2147483648");
    let tiny = LogicalType::new(TypeKind::TinyInt);
    assert_eq!(over("SUM", tiny.clone(), Arc::new(Int8Array::from(vec![100, 100]))), "-56");
    assert_eq!(over("AVG", tiny, Arc::new(Int8Array::from(vec![100, 100]))), "100");
    assert_eq!(over("AVG", LogicalType::int(), ints(&[1, 2, 4])), "2");
    assert_eq!(over("AVG", LogicalType::int(), ints(&[-1, -2, -2])), "-1");
    assert_eq!(over("AVG", LogicalType::bigint(), Arc::new(Int64Array::from(vec![i64::MAX, i64::MAX]))), "-1");
}

#[test]
fn decimals_widen_round_half_up_and_become_null_on_overflow() {
    assert_eq!(call("SUM", vec![typed(LogicalType::decimal(10, 2))]).result, LogicalType::decimal(38, 2));
    assert_eq!(call("AVG", vec![typed(LogicalType::decimal(10, 2))]).result, LogicalType::decimal(38, 6));
    assert_eq!(over("SUM", LogicalType::decimal(10, 2), decimals(&[110, 225], 10, 2)), "3.35");
    assert_eq!(over("AVG", LogicalType::decimal(10, 2), decimals(&[110, 225], 10, 2)), "1.675000");
    assert_eq!(over("AVG", LogicalType::decimal(5, 2), decimals(&[100, 200, 200], 5, 2)), "1.666667");
    let largest = 10i128.pow(38) - 1;
    assert_eq!(over("SUM", LogicalType::decimal(38, 0), decimals(&[largest, largest], 38, 0)), "<NULL>");
    assert_eq!(over("AVG", LogicalType::decimal(38, 0), decimals(&[largest, largest, 5], 38, 0)), "<NULL>");
}

#[test]
fn floats_add_in_their_own_type() {
    let float = LogicalType::new(TypeKind::Float);
    assert_eq!(over("AVG", float.clone(), Arc::new(Float32Array::from(vec![1.0, 2.0, 4.0]))), "2.3333333");
    assert_eq!(over("SUM", float, Arc::new(Float32Array::from(vec![1.0, 2.0, 4.0]))), "7.0");
    assert_eq!(over("AVG", LogicalType::double(), Arc::new(Float64Array::from(vec![1.0, 2.0, 4.0]))), "2.3333333333333335");
}

#[test]
fn variances_have_the_type_of_their_values() {
    assert_eq!(over("STDDEV_POP", LogicalType::int(), ints(&[1, 2, 4])), "1");
    assert_eq!(over("VAR_POP", LogicalType::int(), ints(&[1_000_000_000, 1_000_000_001, 1_000_000_005])), "4");
    assert_eq!(over("VAR_SAMP", LogicalType::int(), ints(&[1])), "<NULL>");
    assert_eq!(over("VAR_POP", LogicalType::int(), ints(&[1])), "0");
    assert_eq!(over("VAR_POP", LogicalType::new(TypeKind::TinyInt), Arc::new(Int8Array::from(vec![127, -128, 0]))), "85");
    assert_eq!(over("STDDEV_POP", LogicalType::double(), Arc::new(Float64Array::from(vec![1.0, 2.0, 4.0]))), "1.247219128924647");
    let prices = || decimals(&[400, 200, 500, 300, 100, 600], 10, 2);
    for (name, expected) in [("STDDEV_POP", "1.707825"), ("STDDEV", "1.870829"), ("VAR_POP", "2.916667"), ("VARIANCE", "3.500000")] {
        assert_eq!(over(name, LogicalType::decimal(10, 2), prices()), expected, "{name}");
    }
}

#[test]
fn nan_stays_where_it_came_first() {
    let of = |name, values: &[f64]| over(name, LogicalType::double(), Arc::new(Float64Array::from(values.to_vec())));
    assert_eq!(of("MIN", &[f64::NAN, 1.0, 2.0]), "NaN");
    assert_eq!(of("MAX", &[1.0, f64::NAN, 2.0]), "2.0");
    assert_eq!(of("MIN", &[f64::NEG_INFINITY, f64::NAN]), "-inf");
}

#[test]
fn null_is_skipped_and_nothing_gives_null() {
    let groups = [0, 0, 1, 2];
    let values = || vec![None, Some(2), None, Some(3)];
    for (name, expected) in [
        ("SUM", ["2", "<NULL>", "3"]),
        ("MIN", ["2", "<NULL>", "3"]),
        ("FIRST_VALUE", ["2", "<NULL>", "3"]),
        ("LAST_VALUE", ["2", "<NULL>", "3"]),
        ("COUNT", ["1", "0", "1"]),
        ("ARRAY_AGG", ["[, 2]", "[]", "[3]"]),
        ("COLLECT", ["{2: 1}", "{}", "{3: 1}"]),
        ("APPROX_COUNT_DISTINCT", ["1", "0", "1"]),
    ] {
        assert_eq!(int_groups(name, values(), &groups), expected, "{name}");
    }
}

#[test]
fn texts_compare_by_bytes_and_join_with_a_separator() {
    let texts = |values: Vec<&str>| Arc::new(StringViewArray::from(values)) as ArrayRef;
    assert_eq!(over("MIN", LogicalType::string(), texts(vec!["b", "a", "é"])), "a");
    assert_eq!(over("MAX", LogicalType::string(), texts(vec!["b", "B", "é"])), "é");
    assert_eq!(over("LISTAGG", LogicalType::string(), texts(vec!["1", "2", "2"])), "1,2,2");
    let separator = Argument { data_type: LogicalType::not_null(TypeKind::Char(1)), literal: Some(Value::String("|".into())) };
    let call = call("LISTAGG", vec![typed(LogicalType::string()), separator]);
    let mut accumulator = function("LISTAGG").accumulator(&call).expect("prepared");
    accumulator.update(&[texts(vec!["a", "b"])], &[0, 0], None, 1).expect("updated");
    assert_eq!(text(&accumulator.evaluate(None).expect("evaluated")), ["a|b"]);
}

#[test]
fn percentiles_interpolate_and_count_frequencies() {
    let percentile = |share: f64, values: Vec<Option<i32>>, frequencies: Option<Vec<i64>>| {
        let shares = Float64Array::from(vec![share; values.len()]);
        let mut arguments = vec![typed(LogicalType::int()), typed(LogicalType::not_null(TypeKind::Double))];
        let doubles = Float64Array::from_iter(values.iter().map(|v| v.map(f64::from)));
        let mut columns: Vec<ArrayRef> = vec![Arc::new(doubles), Arc::new(shares)];
        if let Some(frequencies) = frequencies {
            arguments.push(typed(LogicalType::int()));
            columns.push(Arc::new(Int64Array::from(frequencies)));
        }
        let mut accumulator = function("PERCENTILE").accumulator(&call("PERCENTILE", arguments)).expect("prepared");
        accumulator.update(&columns, &vec![0; values.len()], None, 1).expect("updated");
        text(&accumulator.evaluate(None).expect("evaluated")).remove(0)
    };
    let values = || vec![Some(1), Some(5), None, Some(10), Some(4)];
    assert_eq!(percentile(0.3, values(), None), "3.6999999999999997");
    assert_eq!(percentile(0.75, values(), Some(vec![2, 1, 3, 0, 3])), "4.0");
    assert_eq!(percentile(0.9, values(), Some(vec![2, 1, 3, 0, 3])), "4.5");
    assert_eq!(percentile(0.5, vec![Some(1)], Some(vec![-1])), "<NULL>");
}

#[test]
fn several_rows_are_no_single_value() {
    let call = call("SINGLE_VALUE", vec![typed(LogicalType::int())]);
    let mut accumulator = function("SINGLE_VALUE").accumulator(&call).expect("prepared");
    accumulator.update(&[ints(&[1])], &[0], None, 2).expect("updated");
    assert_eq!(text(&accumulator.evaluate(None).expect("evaluated")), ["1", "<NULL>"]);
    accumulator.update(&[ints(&[1])], &[0], None, 2).expect("updated");
    let error = accumulator.evaluate(None).expect_err("two rows");
    assert!(error.message.contains("SingleValueAggFunction received more than one element."), "{error}");
}

#[test]
fn refusals_name_the_function_and_the_type() {
    let refuse = |name: &str, data_type: LogicalType| function(name).resolve(&[typed(data_type)]).expect_err("refused").flink;
    let letter = LogicalType::not_null(TypeKind::Char(1));
    assert_eq!(
        refuse("SUM", letter).as_deref(),
        Some("Cannot apply 'SUM' to arguments of type 'SUM(<CHAR(1)>)'. Supported form(s): 'SUM(<NUMERIC>)'")
    );
    assert_eq!(
        refuse("MIN", LogicalType::map(LogicalType::string(), LogicalType::int())).as_deref(),
        Some("Min aggregate function does not support type: ''MAP''.\nPlease re-check the data type.")
    );
    assert_eq!(
        refuse("APPROX_COUNT_DISTINCT", LogicalType::boolean()).as_deref(),
        Some("APPROX_COUNT_DISTINCT aggregate function does not support type: ''BOOLEAN''.\nPlease re-check the data type.")
    );
}

const ONE_INT: [&str; 13] = [
    "COUNT",
    "SUM",
    "AVG",
    "MIN",
    "MAX",
    "FIRST_VALUE",
    "LAST_VALUE",
    "COLLECT",
    "ARRAY_AGG",
    "STDDEV_POP",
    "VAR_SAMP",
    "APPROX_COUNT_DISTINCT",
    "SINGLE_VALUE",
];

/// Two partial states merged give what one state gives, and states have the promised types.
#[test]
fn partial_states_add_up() {
    for name in ONE_INT {
        let call = call(name, vec![typed(LogicalType::int())]);
        for retracting in [false, true] {
            let function = function(name);
            let prepare =
                || if retracting { function.retracting_accumulator(&call) } else { function.accumulator(&call) }.expect("prepared");
            let (mut left, mut right, mut whole) = (prepare(), prepare(), prepare());
            let (first, second) = if name == "SINGLE_VALUE" { (vec![0, 1], vec![2]) } else { (vec![0, 1, 0], vec![1, 0, 2, 2]) };
            let values = [5, 3, 4, 4, 1, 9, 9];
            let (before, after) = (ints(&values[..first.len()]), ints(&values[first.len()..first.len() + second.len()]));
            left.update(std::slice::from_ref(&before), &first, None, 3).expect("updated");
            right.update(std::slice::from_ref(&after), &second, None, 3).expect("updated");
            whole.update(&[before], &first, None, 3).expect("updated");
            whole.update(&[after], &second, None, 3).expect("updated");
            let state = right.state(None).expect("state");
            let types = if retracting { function.retracting_state_types(&call) } else { function.state_types(&call) }.expect("types");
            let promised: Vec<_> = types.iter().map(table::types::arrow_type).collect();
            assert_eq!(state.iter().map(|s| s.data_type().clone()).collect::<Vec<_>>(), promised, "{name}");
            left.merge(&state, &[0, 1, 2], 3).expect("merged");
            let (merged, expected) = (left.evaluate(None).expect("evaluated"), whole.evaluate(None).expect("evaluated"));
            assert_eq!(expected.data_type(), &table::types::arrow_type(&call.result), "{name}");
            assert_eq!(text(&merged), text(&expected), "{name}");
            left.drop_first(1);
            assert_eq!(text(&left.evaluate(None).expect("evaluated")), text(&expected)[1..], "{name}");
            assert_eq!(text(&left.evaluate(Some(1)).expect("evaluated")), text(&expected)[1..2], "{name}");
            assert!(left.size() > 0);
        }
    }
}

/// Rows that are taken back leave no trace.
#[test]
fn retraction_undoes_an_update() {
    for name in ONE_INT.into_iter().filter(|name| *name != "APPROX_COUNT_DISTINCT") {
        let call = call(name, vec![typed(LogicalType::int())]);
        let mut accumulator = function(name).retracting_accumulator(&call).expect("prepared");
        assert!(accumulator.can_retract(), "{name}");
        accumulator.update(&[ints(&[7, 3, 8])], &[0, 0, 1], None, 2).expect("updated");
        accumulator.retract(&[ints(&[7, 8])], &[0, 1], None, 2).expect("retracted");
        let mut expected = function(name).retracting_accumulator(&call).expect("prepared");
        expected.update(&[ints(&[3])], &[0], None, 2).expect("updated");
        let (found, expected) = (accumulator.evaluate(None).expect("evaluated"), expected.evaluate(None).expect("evaluated"));
        assert_eq!(text(&found), text(&expected), "{name}");
    }
}

#[test]
fn distinct_counts_each_value_once_in_a_group_and_with_a_filter() {
    let call = call("SUM", vec![typed(LogicalType::int())]);
    let new = || DistinctAccumulator::new(function("SUM").accumulator(&call).expect("prepared"), &call).expect("prepared");
    let mut sum = new();
    let filter = BooleanArray::from(vec![Some(true), Some(true), Some(true), None, Some(true)]);
    sum.update(&[ints(&[1, 2, 2, 9, 2])], &[0, 0, 0, 0, 1], Some(&filter), 2).expect("updated");
    assert_eq!(text(&sum.evaluate(None).expect("evaluated")), ["3", "2"]);
    let mut other = new();
    other.update(&[ints(&[2, 5])], &[0, 0], None, 1).expect("updated");
    sum.merge(&other.state(None).expect("state"), &[0], 2).expect("merged");
    assert_eq!(text(&sum.evaluate(None).expect("evaluated")), ["8", "2"]);
    sum.retract(&[ints(&[2, 5])], &[0, 0], None, 2).expect("retracted");
    assert_eq!(text(&sum.evaluate(None).expect("evaluated")), ["3", "2"]);
    let promised: Vec<_> = DistinctAccumulator::state_types(&call).iter().map(table::types::arrow_type).collect();
    assert_eq!(sum.state(None).expect("state").iter().map(|s| s.data_type().clone()).collect::<Vec<_>>(), promised);
}

#[test]
fn nested_values_are_kept_whole() {
    let element = LogicalType::array(LogicalType::int());
    let arrays = || {
        let list = ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1)]), None, Some(vec![Some(2), None])]);
        let field = Arc::new(table::types::arrow_field("element", &LogicalType::int()));
        let list = ListArray::try_new(field, list.offsets().clone(), list.values().clone(), list.nulls().cloned()).expect("valid");
        Arc::new(list) as ArrayRef
    };
    assert_eq!(over("FIRST_VALUE", element.clone(), arrays()), "[1]");
    assert_eq!(over("LAST_VALUE", element.clone(), arrays()), "[2, ]");
    assert_eq!(over("ARRAY_AGG", element, arrays()), "[[1], , [2, ]]");
    let map_type = LogicalType::map(LogicalType::string(), LogicalType::int());
    let DataType::Map(entries, _) = table::types::arrow_type(&map_type) else { panic!("no map") };
    let DataType::Struct(fields) = entries.data_type() else { panic!("no entries") };
    let columns: Vec<ArrayRef> = vec![Arc::new(StringViewArray::from(vec!["a"])), ints(&[1])];
    let rows = StructArray::try_new(fields.clone(), columns, None).expect("valid");
    let maps = MapArray::try_new(entries, OffsetBuffer::from_lengths([1]), rows, None, false).expect("valid");
    assert_eq!(over("FIRST_VALUE", map_type, Arc::new(maps)), "{a: 1}");
}

#[test]
fn a_sketch_is_close_and_merges() {
    let call = call("APPROX_COUNT_DISTINCT", vec![typed(LogicalType::int())]);
    let function = function("APPROX_COUNT_DISTINCT");
    let (mut left, mut right) = (function.accumulator(&call).expect("prepared"), function.accumulator(&call).expect("prepared"));
    left.update(&[ints(&(0..60_000).collect::<Vec<_>>())], &vec![0; 60_000], None, 1).expect("updated");
    right.update(&[ints(&(40_000..100_000).collect::<Vec<_>>())], &vec![0; 60_000], None, 1).expect("updated");
    left.merge(&right.state(None).expect("state"), &[0], 1).expect("merged");
    let estimate = left.evaluate(None).expect("evaluated");
    let estimate = estimate.as_primitive::<arrow::datatypes::Int64Type>().value(0);
    assert!((97_000..103_000).contains(&estimate), "{estimate}");
}
