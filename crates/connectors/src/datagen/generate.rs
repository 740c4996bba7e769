//! Makes columns of values.

use super::random::Random;
use arrow::array::builder::{BinaryViewBuilder, NullBufferBuilder, StringViewBuilder};
use arrow::array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array,
    ListArray, MapArray, NullArray, StructArray, Time32MillisecondArray, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, make_array,
};
use arrow::buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use options::ResolvedOptions;
use std::sync::Arc;
use table::types::{LogicalType, TypeKind, arrow_field, arrow_type};
use table::zone::Zone;

const TEXT_LENGTH: i32 = 100;
const COLLECTION_SIZE: i32 = 3;

/// Makes the values of one column, or of a part of one.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    data_type: LogicalType,
    values: Values,
    null_rate: f64,
}

#[derive(Clone, Debug)]
enum Values {
    Boolean,
    Whole {
        min: i64,
        max: i64,
    },
    Real {
        min: f64,
        max: f64,
    },
    /// Unscaled values.
    Decimal {
        min: f64,
        max: f64,
    },
    Text {
        length: i64,
        is_variable: bool,
    },
    Bytes {
        length: i64,
        is_variable: bool,
    },
    Date,
    Time,
    Timestamp {
        max_past: i64,
    },
    Array {
        element: Box<Generator>,
        size: usize,
    },
    Map {
        key: Box<Generator>,
        value: Box<Generator>,
        size: usize,
    },
    Row(Vec<Generator>),
    Sequence {
        start: i64,
    },
    Null,
}

/// What the values of a batch may depend on.
pub(super) struct Moment<'a> {
    pub(super) random: &'a mut Random,
    pub(super) now_millis: i64,
    pub(super) zone: Zone,
    /// The number of the first row.
    pub(super) first_row: u64,
}

impl Generator {
    /// The generator of a column by its options.
    pub(super) fn new(path: &str, data_type: &LogicalType, options: &ResolvedOptions) -> Result<Self> {
        let key = |name: &str| format!("fields.{path}.{name}");
        let is_sequence = options.get_str(&key("kind")) == "sequence";
        let values = match is_sequence {
            true => Values::Sequence { start: number(options, &key("start"))?.unwrap_or_default() },
            false => random_values(path, data_type, options)?,
        };
        let null_rate = if is_sequence { 0.0 } else { options.get_double(&key("null-rate")) };
        Ok(Generator { data_type: data_type.clone(), values, null_rate })
    }

    /// Makes some values.
    pub(super) fn generate(&self, count: usize, moment: &mut Moment<'_>) -> ArrayRef {
        let array = self.values(count, moment);
        match self.null_rate > 0.0 {
            true => with_nulls(&array, self.null_rate, moment.random),
            false => array,
        }
    }

    fn values(&self, count: usize, moment: &mut Moment<'_>) -> ArrayRef {
        match &self.values {
            Values::Null => Arc::new(NullArray::new(count)),
            Values::Boolean => Arc::new((0..count).map(|_| Some(moment.random.next() & 1 == 1)).collect::<BooleanArray>()),
            Values::Whole { min, max } => self.wholes((0..count).map(|_| moment.random.between(*min, *max))),
            Values::Sequence { start } => self.sequence(*start, count, moment.first_row),
            Values::Real { min, max } => {
                let values = (0..count).map(|_| min + moment.random.unit() * (max - min));
                match self.data_type.kind {
                    TypeKind::Float => Arc::new(values.map(|value| Some(value as f32)).collect::<Float32Array>()),
                    _ => Arc::new(values.map(Some).collect::<Float64Array>()),
                }
            }
            Values::Decimal { min, max } => {
                let values = (0..count).map(|_| (min + moment.random.unit() * (max - min)).round() as i128);
                Arc::new(Decimal128Array::from_iter_values(values).with_data_type(arrow_type(&self.data_type)))
            }
            Values::Text { length, is_variable } => {
                let mut builder = StringViewBuilder::with_capacity(count);
                for _ in 0..count {
                    let length = if *is_variable { moment.random.between(1, *length) } else { *length };
                    builder.append_value(hexadecimal(length as usize, moment.random));
                }
                Arc::new(builder.finish())
            }
            Values::Bytes { length, is_variable } => {
                let mut builder = BinaryViewBuilder::with_capacity(count);
                for _ in 0..count {
                    let length = if *is_variable { moment.random.between(1, *length) } else { *length };
                    let bytes: Vec<u8> = (0..length).map(|_| moment.random.next() as u8).collect();
                    builder.append_value(bytes);
                }
                Arc::new(builder.finish())
            }
            Values::Date => Arc::new(Date32Array::from(vec![moment.local_millis().div_euclid(86_400_000) as i32; count])),
            Values::Time => Arc::new(Time32MillisecondArray::from(vec![moment.local_millis().rem_euclid(86_400_000) as i32; count])),
            Values::Timestamp { max_past } => self.timestamps(*max_past, count, moment),
            Values::Array { element, size } => {
                let values = element.generate(count * size, moment);
                let field = Arc::new(arrow_field("element", &element.data_type));
                Arc::new(ListArray::new(field, offsets(count, *size), values, None))
            }
            Values::Map { key, value, size } => {
                let (keys, values) = (key.generate(count * size, moment), value.generate(count * size, moment));
                self.maps(count, *size, keys, values)
            }
            Values::Row(fields) => {
                let arrays: Vec<ArrayRef> = fields.iter().map(|field| field.generate(count, moment)).collect();
                let DataType::Struct(fields) = arrow_type(&self.data_type) else { return Arc::new(NullArray::new(count)) };
                match arrays.is_empty() {
                    true => Arc::new(StructArray::new_empty_fields(count, None)),
                    false => Arc::new(StructArray::new(fields, arrays, None)),
                }
            }
        }
    }

    /// Whole numbers in the width of the type.
    fn wholes(&self, values: impl Iterator<Item = i64>) -> ArrayRef {
        match self.data_type.kind {
            TypeKind::TinyInt => Arc::new(Int8Array::from_iter_values(values.map(|value| value as i8))),
            TypeKind::SmallInt => Arc::new(Int16Array::from_iter_values(values.map(|value| value as i16))),
            TypeKind::Int | TypeKind::IntervalYearMonth => Arc::new(Int32Array::from_iter_values(values.map(|value| value as i32))),
            _ => Arc::new(Int64Array::from_iter_values(values)),
        }
    }

    fn sequence(&self, start: i64, count: usize, first_row: u64) -> ArrayRef {
        let values = (0..count).map(|i| start.wrapping_add((first_row + i as u64) as i64));
        match self.data_type.kind {
            TypeKind::Float => Arc::new(Float32Array::from_iter_values(values.map(|value| value as f32))),
            TypeKind::Double => Arc::new(Float64Array::from_iter_values(values.map(|value| value as f64))),
            TypeKind::Decimal { scale, .. } => {
                let unit = 10i128.pow(u32::from(scale));
                Arc::new(
                    Decimal128Array::from_iter_values(values.map(|value| i128::from(value) * unit))
                        .with_data_type(arrow_type(&self.data_type)),
                )
            }
            TypeKind::Char(_) | TypeKind::Varchar(_) => {
                let mut builder = StringViewBuilder::with_capacity(count);
                values.for_each(|value| builder.append_value(value.to_string()));
                Arc::new(builder.finish())
            }
            _ => self.wholes(values),
        }
    }

    fn timestamps(&self, max_past: i64, count: usize, moment: &mut Moment<'_>) -> ArrayRef {
        let (precision, zone, now) = match self.data_type.kind {
            TypeKind::TimestampLtz { precision, .. } => (precision, Some("UTC"), moment.now_millis),
            TypeKind::Timestamp { precision, .. } => (precision, None, moment.local_millis()),
            _ => (3, None, moment.local_millis()),
        };
        let random = &mut *moment.random;
        let values = (0..count).map(|_| if max_past > 0 { now - random.between(0, max_past) } else { now });
        match precision {
            0..=3 => Arc::new(TimestampMillisecondArray::from_iter_values(values).with_timezone_opt(zone)),
            4..=6 => Arc::new(TimestampMicrosecondArray::from_iter_values(values.map(|value| value * 1000)).with_timezone_opt(zone)),
            _ => Arc::new(TimestampNanosecondArray::from_iter_values(values.map(|value| value * 1_000_000)).with_timezone_opt(zone)),
        }
    }

    fn maps(&self, count: usize, size: usize, keys: ArrayRef, values: ArrayRef) -> ArrayRef {
        let DataType::Map(entries, is_sorted) = arrow_type(&self.data_type) else { return Arc::new(NullArray::new(count)) };
        let DataType::Struct(fields) = entries.data_type() else { return Arc::new(NullArray::new(count)) };
        let structs = StructArray::new(fields.clone(), vec![keys, values], None);
        Arc::new(MapArray::new(entries, offsets(count, size), structs, None, is_sorted))
    }
}

impl Moment<'_> {
    fn local_millis(&self) -> i64 {
        self.now_millis + i64::from(self.zone.offset_at(self.now_millis)) * 1000
    }
}

fn random_values(path: &str, data_type: &LogicalType, options: &ResolvedOptions) -> Result<Values> {
    let key = |name: &str| format!("fields.{path}.{name}");
    let length = |default: i32| i64::from(options.opt_int(&key("length")).unwrap_or(default)).max(0);
    let is_variable = options.get_bool(&key("var-len"));
    let inner = |name: &str, data_type: &LogicalType| Generator::new(&format!("{path}.{name}"), data_type, options).map(Box::new);
    let whole = |min: i64, max: i64| -> Result<Values> {
        Ok(Values::Whole { min: number(options, &key("min"))?.unwrap_or(min), max: number(options, &key("max"))?.unwrap_or(max) })
    };
    let real = |min: f64, max: f64| -> Result<(f64, f64)> {
        Ok((number(options, &key("min"))?.unwrap_or(min), number(options, &key("max"))?.unwrap_or(max)))
    };
    let text_length = |declared: u32| length(if declared == table::types::MAX_LENGTH { TEXT_LENGTH } else { declared as i32 });
    Ok(match &data_type.kind {
        TypeKind::Boolean => Values::Boolean,
        TypeKind::TinyInt => whole(i64::from(i8::MIN), i64::from(i8::MAX))?,
        TypeKind::SmallInt => whole(i64::from(i16::MIN), i64::from(i16::MAX))?,
        TypeKind::Int => whole(i64::from(i32::MIN), i64::from(i32::MAX))?,
        TypeKind::BigInt | TypeKind::IntervalDayTime => whole(i64::MIN, i64::MAX)?,
        TypeKind::IntervalYearMonth => whole(0, 120_000)?,
        // As in Flink the least number is the least positive one.
        TypeKind::Float => real(1.4e-45, f64::from(f32::MAX)).map(|(min, max)| Values::Real { min, max })?,
        TypeKind::Double => real(f64::from_bits(1), f64::MAX).map(|(min, max)| Values::Real { min, max })?,
        TypeKind::Decimal { precision, scale } => {
            let (min, max) = real(0.0, f64::MAX)?;
            let (unit, limit) = (10f64.powi(i32::from(*scale)), 10f64.powi(i32::from(*precision)) * (1.0 - f64::EPSILON) - 1.0);
            Values::Decimal { min: (min * unit).clamp(-limit, limit), max: (max * unit).clamp(-limit, limit) }
        }
        TypeKind::Char(declared) => Values::Text { length: i64::from(*declared), is_variable: false },
        TypeKind::Varchar(declared) => Values::Text { length: text_length(*declared), is_variable },
        TypeKind::Binary(declared) => Values::Bytes { length: i64::from(*declared), is_variable: false },
        TypeKind::Varbinary(declared) => Values::Bytes { length: text_length(*declared), is_variable },
        TypeKind::Date => Values::Date,
        TypeKind::Time { .. } => Values::Time,
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => {
            Values::Timestamp { max_past: options.get_duration(&key("max-past")).as_millis() as i64 }
        }
        TypeKind::Array(element) => Values::Array { element: inner("element", element)?, size: length(COLLECTION_SIZE) as usize },
        TypeKind::Map(key_type, value_type) => {
            Values::Map { key: inner("key", key_type)?, value: inner("value", value_type)?, size: length(COLLECTION_SIZE) as usize }
        }
        TypeKind::Multiset(element) => {
            let counts =
                Generator { data_type: LogicalType::not_null(TypeKind::Int), values: Values::Whole { min: 1, max: 10 }, null_rate: 0.0 };
            Values::Map { key: inner("element", element)?, value: Box::new(counts), size: length(COLLECTION_SIZE) as usize }
        }
        TypeKind::Row(fields) => {
            Values::Row(fields.iter().map(|field| inner(&field.name, &field.data_type).map(|generator| *generator)).collect::<Result<_>>()?)
        }
        TypeKind::Null => Values::Null,
        _ => return Err(Error::invalid(format!("the datagen connector cannot make values of type {data_type} for field '{path}'"))),
    })
}

/// A number that an option gives.
fn number<T: std::str::FromStr>(options: &ResolvedOptions, key: &str) -> Result<Option<T>> {
    let Some(text) = options.opt_str(key) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| Error::from(options.invalid_value(key, "It must be a number of the field's type.")))
}

fn hexadecimal(length: usize, random: &mut Random) -> String {
    let mut text = String::with_capacity(length);
    while text.len() < length {
        let digits = format!("{:016x}", random.next());
        text.push_str(&digits[..digits.len().min(length - text.len())]);
    }
    text
}

fn offsets(count: usize, size: usize) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from_iter((0..=count).map(|i| (i * size) as i32)))
}

/// Makes a share of the values NULL.
fn with_nulls(array: &ArrayRef, rate: f64, random: &mut Random) -> ArrayRef {
    let mut nulls = NullBufferBuilder::new(array.len());
    for _ in 0..array.len() {
        nulls.append(random.unit() >= rate);
    }
    let nulls: Option<NullBuffer> = nulls.finish();
    let data = array.to_data().into_builder().nulls(nulls).build();
    data.map_or_else(|_| Arc::clone(array), make_array)
}
