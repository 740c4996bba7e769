//! Calls functions with values, as name resolution and a plan do: resolve, cast the arguments, evaluate.

use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Clock, Columnar, EvalContext, FunctionDefinition, FunctionLookup};
use table::text::parse::{parse_date, parse_decimal, parse_time, parse_timestamp};
use table::types::{Field, LogicalType, TypeKind};
use table::value::{Value, array_to_value, value_to_array};
use table::zone::Zone;
use tamias_functions::Builtins;

/// A value and its type.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) value: Value,
    pub(crate) data_type: LogicalType,
    /// Whether resolution sees the value.
    pub(crate) constant: bool,
}

#[derive(Debug)]
struct FixedClock;

impl Clock for FixedClock {
    fn now_millis(&self) -> i64 {
        0
    }
}

pub(crate) fn context() -> EvalContext {
    EvalContext {
        zone: Zone::UTC,
        query_start_millis: 0,
        clock: Arc::new(FixedClock),
        legacy_cast: false,
        current_catalog: "default_catalog".into(),
        current_database: "default_database".into(),
        streaming: false,
    }
}

pub(crate) fn context_in(zone: &str) -> EvalContext {
    EvalContext { zone: Zone::parse(zone).expect("a zone"), ..context() }
}

/// `TYPE = text` of a call, or `! ` and the message: Flink's where it is known.
pub(crate) fn call(name: &str, cells: &[Cell]) -> String {
    match try_call(name, cells, &context()) {
        Ok((data_type, text)) => format!("{data_type} = {text}"),
        Err(message) => format!("! {message}"),
    }
}

/// The text of the value of a call.
pub(crate) fn value(name: &str, cells: &[Cell]) -> String {
    try_call(name, cells, &context()).map_or_else(|message| format!("! {message}"), |(_, text)| text)
}

fn try_call(name: &str, cells: &[Cell], context: &EvalContext) -> Result<(String, String), String> {
    let Some(FunctionDefinition::Scalar(function)) = Builtins.find(name) else { return Err(format!("no function {name}")) };
    let arguments: Vec<Argument> = cells.iter().map(argument).collect();
    let signature = function.resolve(&arguments).map_err(refusal)?;
    assert_eq!(signature.arguments.len(), cells.len(), "{name} casts each argument");
    let mut cast = vec![];
    let mut columns = vec![];
    for (cell, wanted) in cells.iter().zip(&signature.arguments) {
        let array = value_to_array(&cell.value, &cell.data_type, 1).map_err(|e| e.message)?;
        let kernel = Builtins.cast_kernel(&cell.data_type, wanted, false, context).map_err(|e| e.message)?;
        let column = kernel.evaluate(&[Columnar::Scalar(array)], 1).map_err(|e| e.message)?;
        let literal = array_to_value(column.array(), 0, wanted).map_err(|e| e.message)?;
        cast.push(Argument { data_type: wanted.clone(), literal: cell.constant.then_some(literal) });
        columns.push(column);
    }
    let site = CallSite { arguments: cast, result: signature.result.clone(), context: context.clone() };
    let kernel = function.kernel(&site).map_err(|e| e.message)?;
    let scalar = kernel.evaluate(&columns, 3).map_err(|e| e.message)?.into_array(1).map_err(|e| e.message)?;
    let text = array_to_value(&scalar, 0, &site.result).and_then(|v| v.text(&site.result, context.zone)).map_err(|e| e.message)?;
    let arrays: Vec<Columnar> = columns.into_iter().map(|c| Columnar::Array(c.into_array(3).expect("three rows"))).collect();
    let array = kernel.evaluate(&arrays, 3).map_err(|e| e.message)?.into_array(3).map_err(|e| e.message)?;
    assert_eq!(array.len(), 3, "{name} gives a value for each row");
    let last = array_to_value(&array, 2, &site.result).and_then(|v| v.text(&site.result, context.zone)).map_err(|e| e.message)?;
    assert_eq!(text, last, "{name} gives the same for a scalar and for a column");
    Ok((site.result.to_string(), text))
}

fn argument(cell: &Cell) -> Argument {
    Argument { data_type: cell.data_type.clone(), literal: cell.constant.then(|| cell.value.clone()) }
}

fn refusal(error: CallError) -> String {
    error.flink.unwrap_or(error.message)
}

/// The text of a cast value, or `! ` and the message.
pub(crate) fn cast(cell: &Cell, to: &LogicalType) -> String {
    cast_with(cell, to, false, &context())
}

pub(crate) fn try_cast(cell: &Cell, to: &LogicalType) -> String {
    cast_with(cell, to, true, &context())
}

pub(crate) fn cast_with(cell: &Cell, to: &LogicalType, try_cast: bool, context: &EvalContext) -> String {
    let result = (|| {
        let array = value_to_array(&cell.value, &cell.data_type, 2)?;
        let kernel = Builtins.cast_kernel(&cell.data_type, to, try_cast, context)?;
        let array = kernel.evaluate(&[Columnar::Array(array)], 2)?.into_array(2)?;
        array_to_value(&array, 1, to)?.text(to, context.zone)
    })();
    result.unwrap_or_else(|error| format!("! {}", error.message))
}

impl Cell {
    pub(crate) fn new(value: Value, kind: TypeKind) -> Cell {
        Cell { value, data_type: LogicalType::not_null(kind), constant: true }
    }

    /// A value that only evaluation sees.
    pub(crate) fn column(self) -> Cell {
        Cell { constant: false, ..self }
    }
}

pub(crate) fn null(kind: TypeKind) -> Cell {
    Cell { value: Value::Null, data_type: LogicalType::new(kind), constant: true }
}

pub(crate) fn int(value: i64) -> Cell {
    Cell::new(Value::Int(value), TypeKind::Int)
}

pub(crate) fn bigint(value: i64) -> Cell {
    Cell::new(Value::Int(value), TypeKind::BigInt)
}

pub(crate) fn tinyint(value: i64) -> Cell {
    Cell::new(Value::Int(value), TypeKind::TinyInt)
}

pub(crate) fn smallint(value: i64) -> Cell {
    Cell::new(Value::Int(value), TypeKind::SmallInt)
}

pub(crate) fn double(value: f64) -> Cell {
    Cell::new(Value::Double(value), TypeKind::Double)
}

pub(crate) fn float(value: f32) -> Cell {
    Cell::new(Value::Float(value), TypeKind::Float)
}

pub(crate) fn decimal(text: &str, precision: u8, scale: u8) -> Cell {
    let unscaled = parse_decimal(text, precision, scale).expect("a decimal");
    Cell::new(Value::Decimal(unscaled), TypeKind::Decimal { precision, scale })
}

/// A literal: CHAR as long as the text.
pub(crate) fn text(value: &str) -> Cell {
    Cell::new(Value::String(value.into()), TypeKind::Char(value.chars().count() as u32))
}

pub(crate) fn string(value: &str) -> Cell {
    Cell::new(Value::String(value.into()), LogicalType::string().kind)
}

pub(crate) fn boolean(value: bool) -> Cell {
    Cell::new(Value::Boolean(value), TypeKind::Boolean)
}

pub(crate) fn bytes(value: &[u8]) -> Cell {
    Cell::new(Value::Bytes(value.into()), TypeKind::Binary(value.len() as u32))
}

pub(crate) fn date(value: &str) -> Cell {
    Cell::new(Value::Date(parse_date(value).expect("a date")), TypeKind::Date)
}

pub(crate) fn time(value: &str, precision: u8) -> Cell {
    Cell::new(Value::Time(parse_time(value, precision).expect("a time")), TypeKind::Time { precision })
}

pub(crate) fn timestamp(value: &str, precision: u8) -> Cell {
    Cell::new(Value::Timestamp(parse_timestamp(value).expect("a timestamp")), LogicalType::timestamp(precision).kind)
}

/// An instant, written in UTC.
pub(crate) fn instant(value: &str, precision: u8) -> Cell {
    Cell::new(Value::Timestamp(parse_timestamp(value).expect("a timestamp")), LogicalType::timestamp_ltz(precision).kind)
}

pub(crate) fn months(value: i32) -> Cell {
    Cell::new(Value::IntervalMonths(value), TypeKind::IntervalYearMonth)
}

pub(crate) fn millis(value: i64) -> Cell {
    Cell::new(Value::IntervalMillis(value), TypeKind::IntervalDayTime)
}

pub(crate) fn array(element: TypeKind, items: Vec<Value>) -> Cell {
    let nullable = items.contains(&Value::Null);
    Cell::new(Value::Array(items), TypeKind::Array(Box::new(LogicalType::new(element).with_nullable(nullable))))
}

pub(crate) fn map(key: TypeKind, item: TypeKind, entries: Vec<(Value, Value)>) -> Cell {
    let (key, item) = (LogicalType::not_null(key), LogicalType::not_null(item));
    Cell::new(Value::Map(entries), TypeKind::Map(Box::new(key), Box::new(item)))
}

pub(crate) fn row(cells: &[Cell]) -> Cell {
    let fields = cells.iter().enumerate().map(|(i, cell)| Field::new(format!("EXPR${i}"), cell.data_type.clone())).collect();
    Cell::new(Value::Row(cells.iter().map(|cell| cell.value.clone()).collect()), TypeKind::Row(fields))
}
