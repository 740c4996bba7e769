//! Cells: text or JSON until somebody asks for a type.

use diag::Span;
use serde_json::Value as Json;
use table::text::parse::{parse_boolean, parse_date, parse_decimal, parse_double, parse_float, parse_integer, parse_time, parse_timestamp};
use table::value::Timestamp;
use table::zone::Zone;
use table::{Field, LogicalType, TypeKind, Value};

/// A cell of a fixture or of expected rows.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::testing) enum Cell {
    Null,
    Text(String),
    Json(Json),
    /// A value that SQL gave, with its type.
    Value(Value, LogicalType),
}

/// The value of a cell as a type, or why it is none.
pub(in crate::testing) fn value_of(cell: &Cell, data_type: &LogicalType, zone: Zone) -> Result<Value, String> {
    match cell {
        Cell::Null => Ok(Value::Null),
        Cell::Text(text) => of_text(text, data_type, zone),
        Cell::Json(json) => of_json(json, data_type, zone),
        Cell::Value(value, from) => of_value(value, from, data_type, zone),
    }
}

fn of_text(text: &str, data_type: &LogicalType, zone: Zone) -> Result<Value, String> {
    let not = |what: &str| format!("'{text}' is not {what} {}", data_type.kind);
    let kind = &data_type.kind;
    let integer = |min: i64, max: i64| match text.contains('.') {
        true => Err(not("a")),
        false => parse_integer(text, min, max).map(Value::Int).map_err(|_| not("a")),
    };
    match kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Ok(Value::String(text.to_owned())),
        TypeKind::Boolean => parse_boolean(text).map(Value::Boolean).map_err(|_| not("a")),
        TypeKind::Binary(_) | TypeKind::Varbinary(_) => Ok(Value::Bytes(bytes(text))),
        TypeKind::Decimal { precision, scale } => parse_decimal(text, *precision, *scale).map(Value::Decimal).map_err(|_| not("a")),
        TypeKind::TinyInt => integer(i64::from(i8::MIN), i64::from(i8::MAX)),
        TypeKind::SmallInt => integer(i64::from(i16::MIN), i64::from(i16::MAX)),
        TypeKind::Int => integer(i64::from(i32::MIN), i64::from(i32::MAX)).map_err(|_| not("an")),
        TypeKind::BigInt => integer(i64::MIN, i64::MAX),
        TypeKind::Float => parse_float(text).map(Value::Float).map_err(|_| not("a")),
        TypeKind::Double => parse_double(text).map(Value::Double).map_err(|_| not("a")),
        TypeKind::Date => parse_date(text).map(Value::Date).map_err(|_| not("a")),
        TypeKind::Time { precision } => parse_time(text, *precision).map(Value::Time).map_err(|_| not("a")),
        TypeKind::Timestamp { precision, .. } => {
            let time = parse_timestamp(&text.replacen('T', " ", 1)).map_err(|_| not("a"))?;
            Ok(Value::Timestamp(cut(time, *precision)))
        }
        TypeKind::TimestampLtz { precision, .. } => {
            let time = instant(text, zone).ok_or_else(|| not("a"))?;
            Ok(Value::Timestamp(cut(time, *precision)))
        }
        TypeKind::Array(_) | TypeKind::Map(..) | TypeKind::Multiset(_) | TypeKind::Row(_) | TypeKind::Structured { .. } => {
            let json: Json = serde_json::from_str(text).map_err(|_| format!("{}, written as JSON", not("a")))?;
            of_json(&json, data_type, zone)
        }
        kind => Err(format!("a value of type {kind} cannot be written in a test")),
    }
}

fn of_json(json: &Json, data_type: &LogicalType, zone: Zone) -> Result<Value, String> {
    let not = || format!("{json} is not a {}", data_type.kind);
    match (json, &data_type.kind) {
        (Json::Null, _) => Ok(Value::Null),
        (_, TypeKind::Variant) => Ok(Value::String(json.to_string())),
        (Json::Array(items), TypeKind::Array(element)) => {
            items.iter().map(|item| of_json(item, element, zone)).collect::<Result<_, _>>().map(Value::Array)
        }
        (Json::Object(entries), TypeKind::Map(key, value)) => {
            let entry = |(name, item): (&String, &Json)| Ok((of_text(name, key, zone)?, of_json(item, value, zone)?));
            entries.iter().map(entry).collect::<Result<_, String>>().map(Value::Map)
        }
        (Json::Object(entries), TypeKind::Multiset(element)) => {
            let entry = |(name, item): (&String, &Json)| Ok((of_text(name, element, zone)?, of_json(item, &LogicalType::int(), zone)?));
            entries.iter().map(entry).collect::<Result<_, String>>().map(Value::Map)
        }
        (_, TypeKind::Row(fields) | TypeKind::Structured { fields, .. }) => row(json, fields, zone).ok_or_else(not)?,
        (Json::Array(_) | Json::Object(_), TypeKind::Char(_) | TypeKind::Varchar(_)) => Ok(Value::String(json.to_string())),
        (Json::Array(_) | Json::Object(_), _) => Err(not()),
        (Json::String(text), _) => of_text(text, data_type, zone),
        (json, _) => of_text(&json.to_string(), data_type, zone),
    }
}

/// A row by the names of its fields, or in their order; `None` when it is neither.
fn row(json: &Json, fields: &[Field], zone: Zone) -> Option<Result<Value, String>> {
    let nothing = Json::Null;
    let items: Vec<&Json> = match json {
        Json::Object(entries) => {
            if let Some(unknown) = entries.keys().find(|name| !fields.iter().any(|field| field.name == **name)) {
                return Some(Err(format!("the row has no field '{unknown}'")));
            }
            fields.iter().map(|field| entries.get(&field.name).unwrap_or(&nothing)).collect()
        }
        Json::Array(items) if items.len() == fields.len() => items.iter().collect(),
        _ => return None,
    };
    let values = items.iter().zip(fields).map(|(item, field)| of_json(item, &field.data_type, zone));
    Some(values.collect::<Result<_, _>>().map(Value::Row))
}

/// A value of another type: parts are converted one by one, everything else by its text.
fn of_value(value: &Value, from: &LogicalType, to: &LogicalType, zone: Zone) -> Result<Value, String> {
    match (value, &from.kind, &to.kind) {
        (Value::Null, ..) => Ok(Value::Null),
        (_, a, b) if a == b => Ok(value.clone()),
        (Value::Array(items), TypeKind::Array(a), TypeKind::Array(b)) => {
            items.iter().map(|item| of_value(item, a, b, zone)).collect::<Result<_, _>>().map(Value::Array)
        }
        (Value::Map(entries), TypeKind::Map(key, item), TypeKind::Map(to_key, to_item)) => {
            let entry = |(k, v): &(Value, Value)| Ok((of_value(k, key, to_key, zone)?, of_value(v, item, to_item, zone)?));
            entries.iter().map(entry).collect::<Result<_, String>>().map(Value::Map)
        }
        (Value::Row(items), TypeKind::Row(a), TypeKind::Row(b)) if a.len() == b.len() => {
            let fields = items.iter().zip(a.iter().zip(b));
            fields.map(|(item, (a, b))| of_value(item, &a.data_type, &b.data_type, zone)).collect::<Result<_, _>>().map(Value::Row)
        }
        _ => {
            let text = value.text(from, zone).map_err(|error| error.message)?;
            of_text(&text, to, zone).map_err(|_| format!("{text}, which is a {}, is not a {}", from.kind, to.kind))
        }
    }
}

/// `x'00ff'`, or the bytes of the text.
fn bytes(text: &str) -> Vec<u8> {
    let digits = text.strip_prefix("x'").and_then(|rest| rest.strip_suffix('\''));
    let pairs = digits.filter(|digits| digits.len() % 2 == 0 && digits.is_ascii());
    let hex = pairs.and_then(|digits| (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect());
    hex.unwrap_or_else(|| text.as_bytes().to_vec())
}

fn cut(time: Timestamp, precision: u8) -> Timestamp {
    let unit = 10i128.pow(9 - u32::from(precision.min(9)));
    Timestamp::from_nanos(time.as_nanos().div_euclid(unit) * unit)
}

/// A point in time: a time of the zone, or one with `Z` or an offset behind it.
pub(in crate::testing) fn instant(text: &str, zone: Zone) -> Option<Timestamp> {
    let text = text.trim();
    let after_date = text.get(10..).unwrap_or_default();
    let (local, own) = match after_date.find(['Z', '+', '-']) {
        Some(at) => (&text[..10 + at], Some(Zone::parse(&after_date[at..])?)),
        None => (text, None),
    };
    let local = parse_timestamp(&local.trim_end().replacen('T', " ", 1)).ok()?;
    Some(Timestamp { millis: own.unwrap_or(zone).to_instant(local.millis), nanos: local.nanos })
}

/// The text of a JSON value where a cell of text is wanted.
pub(in crate::testing) fn json_text(json: &Json) -> Cell {
    match json {
        Json::Null => Cell::Null,
        Json::String(text) => Cell::Text(text.clone()),
        other => Cell::Json(other.clone()),
    }
}

/// A cell with its place.
pub(in crate::testing) type Placed = (Cell, Span);

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cell: &str, data_type: LogicalType) -> Result<String, String> {
        let zone = Zone::parse("Europe/Berlin").expect("a zone");
        value_of(&Cell::Text(cell.into()), &data_type, zone)?.text(&data_type, zone).map_err(|error| error.message)
    }

    #[test]
    fn text_is_read_as_the_type_of_its_column() {
        let kind = LogicalType::new;
        assert_eq!(text("1.5", LogicalType::decimal(10, 2)).as_deref(), Ok("1.50"));
        assert_eq!(text("2026-03-01T10:00:00", LogicalType::timestamp(3)).as_deref(), Ok("2026-03-01 10:00:00.000"));
        assert_eq!(text("2026-03-01 09:00:00Z", LogicalType::timestamp_ltz(3)).as_deref(), Ok("2026-03-01 10:00:00.000"));
        assert_eq!(text("2026-03-01 10:00:00", LogicalType::timestamp_ltz(3)).as_deref(), Ok("2026-03-01 10:00:00.000"));
        assert_eq!(text("x'0aFF'", kind(TypeKind::Varbinary(9))).as_deref(), Ok("x'0aff'"));
        assert_eq!(text("[1, null]", LogicalType::array(LogicalType::int())).as_deref(), Ok("[1, NULL]"));
        assert_eq!(text("", LogicalType::string()).as_deref(), Ok(""));
    }

    #[test]
    fn rows_are_read_by_name_or_by_place() {
        let row = LogicalType::new(TypeKind::Row(vec![Field::new("n", LogicalType::int()), Field::new("s", LogicalType::string())]));
        assert_eq!(text("{\"s\": \"a\", \"n\": 1}", row.clone()).as_deref(), Ok("(1, a)"));
        assert_eq!(text("[1, \"a\"]", row.clone()).as_deref(), Ok("(1, a)"));
        assert_eq!(text("{\"x\": 1}", row.clone()), Err("the row has no field 'x'".to_owned()));
        assert_eq!(text("[1]", row), Err("[1] is not a ROW<`n` INT, `s` STRING>".to_owned()));
    }

    #[test]
    fn what_is_not_of_the_type_is_refused() {
        assert_eq!(text("abc", LogicalType::int()), Err("'abc' is not an INT".to_owned()));
        assert_eq!(text("1.5", LogicalType::int()), Err("'1.5' is not an INT".to_owned()));
        assert_eq!(text("300", LogicalType::new(TypeKind::TinyInt)), Err("'300' is not a TINYINT".to_owned()));
        assert_eq!(text("", LogicalType::timestamp(3)), Err("'' is not a TIMESTAMP(3)".to_owned()));
    }
}
