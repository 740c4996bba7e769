//! Cells of Arrow arrays as text.

use super::datetime::{write_date, write_interval_millis, write_interval_months, write_time, write_timestamp};
use super::float::{write_double, write_float};
use crate::types::{LogicalType, TypeKind};
use crate::zone::Zone;
use arrow::array::{Array, AsArray};
use arrow::datatypes::{
    Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType, TimeUnit,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use std::fmt::Write;

/// Whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The client's tables: bytes are `x'00ff'`.
    Print,
    /// CAST to STRING: bytes are UTF-8 text.
    Cast,
    /// CAST to STRING with `table.exec.legacy-cast-behaviour`: `true`, `null`, `(1,a)`.
    LegacyCast,
}

/// Writes the cells of one column. It is made once for a column and then allocates nothing.
#[derive(Clone, Debug)]
pub struct CellFormatter {
    form: Form,
    style: Style,
}

#[derive(Clone, Debug)]
enum Form {
    Null,
    Boolean,
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Float,
    Double,
    Decimal { scale: u8 },
    Text,
    Bytes,
    Bitmap,
    Date,
    Time { precision: u8 },
    Timestamp { precision: u8, zone: Zone },
    Months,
    Millis,
    Array(Box<CellFormatter>),
    Map(Box<CellFormatter>, Box<CellFormatter>),
    Row(Vec<CellFormatter>),
    Structured(Vec<(String, CellFormatter)>),
}

impl CellFormatter {
    /// A formatter for values of a type; instants are shown in `zone`.
    pub fn new(data_type: &LogicalType, zone: Zone, style: Style) -> Self {
        let nested = |data_type: &LogicalType| CellFormatter::new(data_type, zone, style);
        let boxed = |data_type: &LogicalType| Box::new(nested(data_type));
        let form = match &data_type.kind {
            TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Form::Text,
            TypeKind::Boolean => Form::Boolean,
            TypeKind::Binary(_) | TypeKind::Varbinary(_) | TypeKind::Raw { .. } => Form::Bytes,
            TypeKind::Bitmap => Form::Bitmap,
            TypeKind::Decimal { scale, .. } => Form::Decimal { scale: *scale },
            TypeKind::TinyInt => Form::TinyInt,
            TypeKind::SmallInt => Form::SmallInt,
            TypeKind::Int => Form::Int,
            TypeKind::BigInt => Form::BigInt,
            TypeKind::Float => Form::Float,
            TypeKind::Double => Form::Double,
            TypeKind::Date => Form::Date,
            TypeKind::Time { precision } => Form::Time { precision: *precision },
            TypeKind::Timestamp { precision, .. } => Form::Timestamp { precision: *precision, zone: Zone::UTC },
            TypeKind::TimestampLtz { precision, .. } => Form::Timestamp { precision: *precision, zone },
            TypeKind::IntervalYearMonth => Form::Months,
            TypeKind::IntervalDayTime => Form::Millis,
            TypeKind::Array(element) => Form::Array(boxed(element)),
            TypeKind::Multiset(element) => Form::Map(boxed(element), boxed(&LogicalType::int())),
            TypeKind::Map(key, value) => Form::Map(boxed(key), boxed(value)),
            TypeKind::Row(fields) => Form::Row(fields.iter().map(|field| nested(&field.data_type)).collect()),
            TypeKind::Structured { fields, .. } => {
                Form::Structured(fields.iter().map(|field| (field.name.clone(), nested(&field.data_type))).collect())
            }
            TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => Form::Null,
        };
        CellFormatter { form, style }
    }

    /// Appends the text of a value that is not NULL. `array` has the Arrow form of the formatter's type.
    pub fn write(&self, array: &dyn Array, row: usize, out: &mut String) {
        match &self.form {
            Form::Null => out.push_str(self.null_text()),
            Form::Boolean => out.push_str(self.boolean_text(array.as_boolean().value(row))),
            Form::TinyInt => push_integer(out, array.as_primitive::<Int8Type>().value(row)),
            Form::SmallInt => push_integer(out, array.as_primitive::<Int16Type>().value(row)),
            Form::Int => push_integer(out, array.as_primitive::<Int32Type>().value(row)),
            Form::BigInt => push_integer(out, array.as_primitive::<Int64Type>().value(row)),
            Form::Float => write_float(out, array.as_primitive::<Float32Type>().value(row)),
            Form::Double => write_double(out, array.as_primitive::<Float64Type>().value(row)),
            Form::Decimal { scale } => write_decimal(out, array.as_primitive::<Decimal128Type>().value(row), *scale),
            Form::Text => out.push_str(array.as_string_view().value(row)),
            Form::Bytes => self.write_bytes(array.as_binary_view().value(row), out),
            Form::Bitmap => write_bitmap(out, array.as_binary_view().value(row)),
            Form::Date => write_date(out, array.as_primitive::<Date32Type>().value(row)),
            Form::Time { precision } => write_time(out, array.as_primitive::<Time32MillisecondType>().value(row), *precision),
            Form::Timestamp { precision, zone } => write_instant(array, row, *precision, *zone, out),
            Form::Months => write_interval_months(out, array.as_primitive::<Int32Type>().value(row)),
            Form::Millis => write_interval_millis(out, array.as_primitive::<Int64Type>().value(row)),
            Form::Array(element) => self.write_array(element, array, row, out),
            Form::Map(key, value) => self.write_map(key, value, array, row, out),
            Form::Row(fields) => self.write_row(fields, array, row, out),
            Form::Structured(fields) => self.write_structured(fields, array, row, out),
        }
    }

    /// Appends a value within another, where NULL is a word.
    fn write_nested(&self, array: &dyn Array, row: usize, out: &mut String) {
        if array.is_null(row) {
            out.push_str(self.null_text());
        } else {
            self.write(array, row, out);
        }
    }

    fn write_array(&self, element: &CellFormatter, array: &dyn Array, row: usize, out: &mut String) {
        let list = array.as_list::<i32>();
        let offsets = list.value_offsets();
        out.push('[');
        for (i, at) in (offsets[row]..offsets[row + 1]).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            element.write_nested(list.values(), at as usize, out);
        }
        out.push(']');
    }

    fn write_map(&self, key: &CellFormatter, value: &CellFormatter, array: &dyn Array, row: usize, out: &mut String) {
        let map = array.as_map();
        let offsets = map.value_offsets();
        out.push('{');
        for (i, at) in (offsets[row]..offsets[row + 1]).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            key.write_nested(map.keys(), at as usize, out);
            out.push('=');
            value.write_nested(map.values(), at as usize, out);
        }
        out.push('}');
    }

    fn write_row(&self, fields: &[CellFormatter], array: &dyn Array, row: usize, out: &mut String) {
        let columns = array.as_struct().columns();
        let comma = if self.style == Style::LegacyCast { "," } else { ", " };
        out.push('(');
        for (i, (field, column)) in fields.iter().zip(columns).enumerate() {
            out.push_str(if i > 0 { comma } else { "" });
            field.write_nested(column, row, out);
        }
        out.push(')');
    }

    fn write_structured(&self, fields: &[(String, CellFormatter)], array: &dyn Array, row: usize, out: &mut String) {
        let columns = array.as_struct().columns();
        out.push('(');
        for (i, ((name, field), column)) in fields.iter().zip(columns).enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            out.push_str(name);
            out.push('=');
            field.write_nested(column, row, out);
        }
        out.push(')');
    }

    fn write_bytes(&self, bytes: &[u8], out: &mut String) {
        if self.style != Style::Print {
            out.push_str(&String::from_utf8_lossy(bytes));
            return;
        }
        const HEX: &[u8; 16] = b"0123456789abcdef";
        out.push_str("x'");
        for byte in bytes {
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
        out.push('\'');
    }

    fn null_text(&self) -> &'static str {
        if self.style == Style::LegacyCast { "null" } else { "NULL" }
    }

    fn boolean_text(&self, value: bool) -> &'static str {
        match (value, self.style) {
            (true, Style::LegacyCast) => "true",
            (false, Style::LegacyCast) => "false",
            (true, _) => "TRUE",
            (false, _) => "FALSE",
        }
    }
}

fn push_integer(out: &mut String, value: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(value));
}

fn write_instant(array: &dyn Array, row: usize, precision: u8, zone: Zone, out: &mut String) {
    let (millis, nanos) = match array.data_type() {
        arrow::datatypes::DataType::Timestamp(TimeUnit::Nanosecond, _) => {
            let nanos = array.as_primitive::<TimestampNanosecondType>().value(row);
            (nanos.div_euclid(1_000_000), nanos.rem_euclid(1_000_000) as u32)
        }
        arrow::datatypes::DataType::Timestamp(TimeUnit::Microsecond, _) => {
            let micros = array.as_primitive::<TimestampMicrosecondType>().value(row);
            (micros.div_euclid(1_000), micros.rem_euclid(1_000) as u32 * 1_000)
        }
        _ => (array.as_primitive::<TimestampMillisecondType>().value(row), 0),
    };
    write_timestamp(out, zone.to_local(millis), nanos, precision);
}

/// A DECIMAL with all digits of its scale.
pub fn write_decimal(out: &mut String, unscaled: i128, scale: u8) {
    if scale == 0 {
        return push_integer(out, unscaled);
    }
    if unscaled < 0 {
        out.push('-');
    }
    let scale = usize::from(scale);
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(unscaled.unsigned_abs());
    if digits.len() > scale {
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        out.push_str(whole);
        out.push('.');
        out.push_str(fraction);
    } else {
        // Writing to a string does not fail.
        let _ = write!(out, "0.{digits:0>scale$}");
    }
}

/// The integers of a serialized BITMAP: `{1,3}`. A long text is cut, as Flink cuts it; bytes that are no bitmap are an empty one.
pub fn write_bitmap(out: &mut String, bytes: &[u8]) {
    const LONGEST: usize = 0x8_0000;
    let start = out.len();
    out.push('{');
    for (i, value) in roaring::RoaringBitmap::deserialize_from(bytes).unwrap_or_default().iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        if out.len() - start > LONGEST {
            out.push_str("...");
            break;
        }
        push_integer(out, value);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Field;
    use crate::value::{Timestamp, Value, value_to_array};

    fn print(value: Value, data_type: &LogicalType) -> String {
        write(value, data_type, Style::Print)
    }

    fn write(value: Value, data_type: &LogicalType, style: Style) -> String {
        let array = value_to_array(&value, data_type, 1).expect("an array");
        let mut out = String::new();
        CellFormatter::new(data_type, Zone::UTC, style).write_nested(&array, 0, &mut out);
        out
    }

    #[test]
    fn decimals_have_all_digits_of_their_scale() {
        let text = |unscaled, scale| {
            let mut out = String::new();
            write_decimal(&mut out, unscaled, scale);
            out
        };
        assert_eq!(text(110, 2), "1.10");
        assert_eq!(text(-5, 1), "-0.5");
        assert_eq!(text(-5, 3), "-0.005");
        assert_eq!(text(0, 4), "0.0000");
        assert_eq!(text(-9_999_999_999_999_999_999_999, 2), "-99999999999999999999.99");
        assert_eq!(text(42, 0), "42");
    }

    #[test]
    fn scalars_print_as_the_client_prints_them() {
        assert_eq!(print(Value::Boolean(true), &LogicalType::boolean()), "TRUE");
        assert_eq!(print(Value::Bytes(vec![0, 255]), &LogicalType::bytes()), "x'00ff'");
        assert_eq!(write(Value::Bytes(vec![0x41, 0xff]), &LogicalType::bytes(), Style::Cast), "A\u{fffd}");
        assert_eq!(print(Value::Float(1.5), &LogicalType::new(TypeKind::Float)), "1.5");
        let timestamp = Value::Timestamp(Timestamp { millis: 1_577_836_800_123, nanos: 456_789 });
        assert_eq!(print(timestamp, &LogicalType::timestamp(9)), "2020-01-01 00:00:00.123456789");
    }

    #[test]
    fn collections_nest_and_null_is_a_word_in_them() {
        let ints = LogicalType::array(LogicalType::int());
        let nested = LogicalType::array(ints.clone());
        let one = Value::Array(vec![Value::Int(1), Value::Null]);
        assert_eq!(print(one.clone(), &ints), "[1, NULL]");
        assert_eq!(print(Value::Array(vec![one, Value::Array(vec![])]), &nested), "[[1, NULL], []]");
        let map = LogicalType::map(LogicalType::string(), LogicalType::int());
        let entries = vec![(Value::String("a".into()), Value::Int(1)), (Value::String("b".into()), Value::Null)];
        assert_eq!(print(Value::Map(entries), &map), "{a=1, b=NULL}");
        let fields = vec![Field::new("n", LogicalType::string()), Field::new("b", LogicalType::boolean())];
        let row = Value::Row(vec![Value::String("Bob".into()), Value::Boolean(true)]);
        let structured = LogicalType::new(TypeKind::Structured { class: "com.x.User".into(), fields: fields.clone() });
        assert_eq!(print(row.clone(), &structured), "(n=Bob, b=TRUE)");
        let row_type = LogicalType::new(TypeKind::Row(fields));
        assert_eq!(print(row.clone(), &row_type), "(Bob, TRUE)");
        assert_eq!(write(row, &row_type, Style::LegacyCast), "(Bob,true)");
    }

    #[test]
    fn instants_print_in_the_session_zone() {
        let data_type = LogicalType::timestamp_ltz(3);
        let array = value_to_array(&Value::Timestamp(Timestamp { millis: 0, nanos: 0 }), &data_type, 1).expect("an array");
        let mut out = String::new();
        CellFormatter::new(&data_type, Zone::Offset(8 * 3600), Style::Print).write(&array, 0, &mut out);
        assert_eq!(out, "1970-01-01 08:00:00.000");
    }
}
