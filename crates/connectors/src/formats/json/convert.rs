//! Arrow columns from the values of JSON documents.

use super::options::JsonOptions;
use super::render::render;
use super::scan::{Kind, Scanner, Token, text};
use crate::formats::base64_text;
use crate::formats::number::{Decimal, java_trim, parse_decimal, parse_double, parse_float, parse_integer};
use crate::formats::temporal::{Resolver, in_unit, parse_iso_date, parse_sql_time, time_millis};
use crate::formats::view::view;
use arrow::array::builder::{BinaryViewBuilder, BooleanBuilder, NullBufferBuilder, PrimitiveBuilder};
use arrow::array::{ArrayRef, ListArray, MapArray, NullArray, StringViewArray, StructArray};
use arrow::buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use std::sync::Arc;
use table::types::{LogicalType, TypeKind, arrow_field, arrow_type};

/// The text that values come from, and how to read them.
pub(super) struct Source<'a> {
    pub(super) bytes: &'a Buffer,
    /// True when the whole text is valid UTF-8.
    pub(super) is_utf8: bool,
    pub(super) options: &'a JsonOptions,
}

/// A value that is not of its type.
#[derive(Clone, Debug)]
pub(super) struct BadValue {
    pub(super) token: Token,
    /// The type that it is not of.
    pub(super) data_type: LogicalType,
    /// The nested fields that lead to it, the innermost first.
    pub(super) path: Vec<String>,
    pub(super) is_missing: bool,
}

/// Collects the values of a column.
pub(super) struct Builder {
    data_type: LogicalType,
    values: Values,
}

enum Values {
    Null(usize),
    Boolean(BooleanBuilder),
    TinyInt(PrimitiveBuilder<Int8Type>),
    SmallInt(PrimitiveBuilder<Int16Type>),
    Int(PrimitiveBuilder<Int32Type>),
    BigInt(PrimitiveBuilder<Int64Type>),
    Float(PrimitiveBuilder<Float32Type>),
    Double(PrimitiveBuilder<Float64Type>),
    Decimal(PrimitiveBuilder<Decimal128Type>, u8, u8),
    Date(PrimitiveBuilder<Date32Type>),
    Time(PrimitiveBuilder<Time32MillisecondType>, u8),
    Millis(PrimitiveBuilder<TimestampMillisecondType>, u8),
    Micros(PrimitiveBuilder<TimestampMicrosecondType>, u8),
    Nanos(PrimitiveBuilder<TimestampNanosecondType>, u8),
    String(Strings),
    Bytes(BinaryViewBuilder),
    List { offsets: Vec<i32>, nulls: NullBufferBuilder, element: Box<Builder> },
    Map { offsets: Vec<i32>, nulls: NullBufferBuilder, key: Box<Builder>, value: Box<Builder> },
    Row { names: Vec<String>, nulls: NullBufferBuilder, fields: Vec<Builder> },
}

/// Texts that share the block, or stand in a side buffer when they had escapes.
#[derive(Default)]
struct Strings {
    views: Vec<u128>,
    side: Vec<u8>,
    nulls: Option<NullBufferBuilder>,
    /// Bytes of the block that views point to.
    shared: usize,
}

/// What a value is told by: nothing but that it is not of the type.
struct NotOfType;

impl Builder {
    pub(super) fn new(data_type: &LogicalType) -> Self {
        let inner = |data_type: &LogicalType| Box::new(Builder::new(data_type));
        let nulls = || NullBufferBuilder::new(0);
        let values = match &data_type.kind {
            TypeKind::Boolean => Values::Boolean(BooleanBuilder::new()),
            TypeKind::TinyInt => Values::TinyInt(PrimitiveBuilder::new()),
            TypeKind::SmallInt => Values::SmallInt(PrimitiveBuilder::new()),
            TypeKind::Int | TypeKind::IntervalYearMonth => Values::Int(PrimitiveBuilder::new()),
            TypeKind::BigInt | TypeKind::IntervalDayTime => Values::BigInt(PrimitiveBuilder::new()),
            TypeKind::Float => Values::Float(PrimitiveBuilder::new()),
            TypeKind::Double => Values::Double(PrimitiveBuilder::new()),
            TypeKind::Decimal { precision, scale } => {
                Values::Decimal(PrimitiveBuilder::new().with_data_type(arrow_type(data_type)), *precision, *scale)
            }
            TypeKind::Date => Values::Date(PrimitiveBuilder::new()),
            TypeKind::Time { precision } => Values::Time(PrimitiveBuilder::new(), *precision),
            TypeKind::Timestamp { precision, .. } | TypeKind::TimestampLtz { precision, .. } => timestamps(data_type, *precision),
            TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Values::String(Strings::default()),
            TypeKind::Binary(_) | TypeKind::Varbinary(_) => Values::Bytes(BinaryViewBuilder::new()),
            TypeKind::Array(element) => Values::List { offsets: vec![0], nulls: nulls(), element: inner(element) },
            TypeKind::Map(key, value) => Values::Map { offsets: vec![0], nulls: nulls(), key: inner(key), value: inner(value) },
            TypeKind::Multiset(element) => {
                let count = LogicalType::not_null(TypeKind::Int);
                Values::Map { offsets: vec![0], nulls: nulls(), key: inner(element), value: inner(&count) }
            }
            TypeKind::Row(fields) => Values::Row {
                names: fields.iter().map(|field| field.name.clone()).collect(),
                nulls: nulls(),
                fields: fields.iter().map(|field| Builder::new(&field.data_type)).collect(),
            },
            _ => Values::Null(0),
        };
        Builder { data_type: data_type.clone(), values }
    }

    /// Appends a value; `None` is a field that is not there.
    ///
    /// `bad` is told of a value that is not of its type. When it accepts that, NULL is appended; otherwise the builder is of no more use.
    pub(super) fn append(&mut self, source: &Source<'_>, token: Option<&Token>, bad: &mut dyn FnMut(BadValue) -> bool) -> bool {
        let Some(token) = token.filter(|token| token.kind != Kind::Null) else {
            self.append_null();
            return true;
        };
        if self.is_nested() {
            return self.append_nested(source, token, bad);
        }
        match self.append_scalar(source, token) {
            Ok(()) => true,
            Err(NotOfType) => self.reject(token, bad),
        }
    }

    /// Has `bad` decide on a value that is not of the type.
    fn reject(&mut self, token: &Token, bad: &mut dyn FnMut(BadValue) -> bool) -> bool {
        let value = BadValue { token: token.clone(), data_type: self.data_type.clone(), path: vec![], is_missing: false };
        let goes_on = bad(value);
        if goes_on {
            self.append_null();
        }
        goes_on
    }

    fn is_nested(&self) -> bool {
        matches!(self.values, Values::List { .. } | Values::Map { .. } | Values::Row { .. })
    }

    fn append_scalar(&mut self, source: &Source<'_>, token: &Token) -> Result<(), NotOfType> {
        let bytes = source.bytes.as_slice();
        let words = || text(bytes, token);
        let options = source.options;
        match &mut self.values {
            Values::Boolean(builder) => {
                let is_word = matches!(token.kind, Kind::String | Kind::Escaped) && java_trim(&words()).eq_ignore_ascii_case(b"true");
                builder.append_value(token.kind == Kind::True || is_word);
            }
            Values::TinyInt(builder) => builder.append_value(whole(bytes, token, false, i64::from(i8::MIN), i64::from(i8::MAX))? as i8),
            Values::SmallInt(builder) => builder.append_value(whole(bytes, token, false, i64::from(i16::MIN), i64::from(i16::MAX))? as i16),
            Values::Int(builder) => builder.append_value(whole(bytes, token, true, i64::from(i32::MIN), i64::from(i32::MAX))? as i32),
            Values::BigInt(builder) => builder.append_value(whole(bytes, token, true, i64::MIN, i64::MAX)?),
            Values::Float(builder) => builder.append_value(scalar_text(bytes, token).and_then(|t| parse_float(&t)).ok_or(NotOfType)?),
            Values::Double(builder) => builder.append_value(scalar_text(bytes, token).and_then(|t| parse_double(&t)).ok_or(NotOfType)?),
            Values::Decimal(builder, precision, scale) => {
                let text = scalar_text(bytes, token).ok_or(NotOfType)?;
                match parse_decimal(java_trim(&text), *precision, *scale) {
                    Decimal::Value(value) => builder.append_value(value),
                    Decimal::Overflow => builder.append_null(),
                    Decimal::Invalid => return Err(NotOfType),
                }
            }
            Values::Date(builder) => builder.append_value(parse_iso_date(&words(), Resolver::Strict).ok_or(NotOfType)?),
            Values::Time(builder, precision) => {
                builder.append_value(time_millis(parse_sql_time(&words()).ok_or(NotOfType)?, *precision));
            }
            Values::Millis(builder, precision) => builder.append_value(timestamp(&self.data_type, options, &words(), *precision)?),
            Values::Micros(builder, precision) => builder.append_value(timestamp(&self.data_type, options, &words(), *precision)?),
            Values::Nanos(builder, precision) => builder.append_value(timestamp(&self.data_type, options, &words(), *precision)?),
            Values::String(strings) => strings.append(source, token)?,
            Values::Bytes(builder) => {
                let is_string = matches!(token.kind, Kind::String | Kind::Escaped);
                builder.append_value(is_string.then(|| base64_text::decode(&words())).flatten().ok_or(NotOfType)?);
            }
            Values::Null(count) => *count += 1,
            Values::List { .. } | Values::Map { .. } | Values::Row { .. } => return Err(NotOfType),
        }
        Ok(())
    }

    fn append_nested(&mut self, source: &Source<'_>, token: &Token, bad: &mut dyn FnMut(BadValue) -> bool) -> bool {
        let wanted = if matches!(self.values, Values::List { .. }) { Kind::Array } else { Kind::Object };
        if token.kind != wanted {
            return self.reject(token, bad);
        }
        let mut scanner = Scanner::new(source.bytes, token.range.clone());
        scanner.enter();
        match &mut self.values {
            Values::List { offsets, nulls, element } => {
                let mut is_first = true;
                // The text has been checked, so there are no faults here.
                while let Ok(Some(item)) = scanner.element(is_first) {
                    is_first = false;
                    if !element.append(source, Some(&item), bad) {
                        return false;
                    }
                }
                offsets.push(element.len() as i32);
                nulls.append_non_null();
            }
            Values::Map { offsets, nulls, key, value } => {
                for (name, item) in entries(source.bytes, scanner) {
                    if !(key.append(source, Some(&name), bad) && value.append(source, Some(&item), bad)) {
                        return false;
                    }
                }
                offsets.push(key.len() as i32);
                nulls.append_non_null();
            }
            Values::Row { names, nulls, fields } => {
                let found = find_fields(source.bytes, scanner, names);
                let missing = names.iter().zip(&found).find(|(_, token)| token.is_none() && source.options.fail_on_missing);
                if let Some((name, _)) = missing {
                    let (token, data_type) = (token.clone(), self.data_type.clone());
                    return bad(BadValue { token, data_type, path: vec![name.clone()], is_missing: true });
                }
                for ((field, name), token) in fields.iter_mut().zip(names.iter()).zip(&found) {
                    let mut bad_in_field = |mut value: BadValue| {
                        value.path.push(name.clone());
                        bad(value)
                    };
                    if !field.append(source, token.as_ref(), &mut bad_in_field) {
                        return false;
                    }
                }
                nulls.append_non_null();
            }
            _ => {}
        }
        true
    }

    pub(super) fn append_null(&mut self) {
        match &mut self.values {
            Values::Null(count) => *count += 1,
            Values::Boolean(builder) => builder.append_null(),
            Values::TinyInt(builder) => builder.append_null(),
            Values::SmallInt(builder) => builder.append_null(),
            Values::Int(builder) => builder.append_null(),
            Values::BigInt(builder) => builder.append_null(),
            Values::Float(builder) => builder.append_null(),
            Values::Double(builder) => builder.append_null(),
            Values::Decimal(builder, ..) => builder.append_null(),
            Values::Date(builder) => builder.append_null(),
            Values::Time(builder, _) => builder.append_null(),
            Values::Millis(builder, _) => builder.append_null(),
            Values::Micros(builder, _) => builder.append_null(),
            Values::Nanos(builder, _) => builder.append_null(),
            Values::String(strings) => strings.append_null(),
            Values::Bytes(builder) => builder.append_null(),
            Values::List { offsets, nulls, element } => {
                offsets.push(element.len() as i32);
                nulls.append_null();
            }
            Values::Map { offsets, nulls, key, .. } => {
                offsets.push(key.len() as i32);
                nulls.append_null();
            }
            Values::Row { nulls, fields, .. } => {
                fields.iter_mut().for_each(Builder::append_null);
                nulls.append_null();
            }
        }
    }

    fn len(&self) -> usize {
        match &self.values {
            Values::Null(count) => *count,
            Values::Boolean(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::TinyInt(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::SmallInt(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::Int(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::BigInt(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::Float(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::Double(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::Decimal(builder, ..) => arrow::array::ArrayBuilder::len(builder),
            Values::Date(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::Time(builder, _) => arrow::array::ArrayBuilder::len(builder),
            Values::Millis(builder, _) => arrow::array::ArrayBuilder::len(builder),
            Values::Micros(builder, _) => arrow::array::ArrayBuilder::len(builder),
            Values::Nanos(builder, _) => arrow::array::ArrayBuilder::len(builder),
            Values::String(strings) => strings.views.len(),
            Values::Bytes(builder) => arrow::array::ArrayBuilder::len(builder),
            Values::List { offsets, .. } | Values::Map { offsets, .. } => offsets.len() - 1,
            Values::Row { nulls, .. } => nulls.len(),
        }
    }

    /// The column. Texts share the block.
    pub(super) fn finish(self, block: &Buffer) -> ArrayRef {
        let field = |data_type: &LogicalType, name: &str| Arc::new(arrow_field(name, data_type));
        match self.values {
            Values::Null(count) => Arc::new(NullArray::new(count)),
            Values::Boolean(mut builder) => Arc::new(builder.finish()),
            Values::TinyInt(mut builder) => Arc::new(builder.finish()),
            Values::SmallInt(mut builder) => Arc::new(builder.finish()),
            Values::Int(mut builder) => Arc::new(builder.finish()),
            Values::BigInt(mut builder) => Arc::new(builder.finish()),
            Values::Float(mut builder) => Arc::new(builder.finish()),
            Values::Double(mut builder) => Arc::new(builder.finish()),
            Values::Decimal(mut builder, ..) => Arc::new(builder.finish()),
            Values::Date(mut builder) => Arc::new(builder.finish()),
            Values::Time(mut builder, _) => Arc::new(builder.finish()),
            Values::Millis(mut builder, _) => Arc::new(builder.finish()),
            Values::Micros(mut builder, _) => Arc::new(builder.finish()),
            Values::Nanos(mut builder, _) => Arc::new(builder.finish()),
            Values::String(strings) => Arc::new(strings.finish(block)),
            Values::Bytes(mut builder) => Arc::new(builder.finish()),
            Values::List { offsets, mut nulls, element } => {
                let element_field = field(&element.data_type, "element");
                let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
                Arc::new(ListArray::new(element_field, offsets, element.finish(block), nulls.finish()))
            }
            Values::Map { offsets, mut nulls, key, value } => {
                let DataType::Map(entries_field, _) = arrow_type(&self.data_type) else { return Arc::new(NullArray::new(0)) };
                let DataType::Struct(fields) = entries_field.data_type() else { return Arc::new(NullArray::new(0)) };
                let entries = StructArray::new(fields.clone(), vec![key.finish(block), value.finish(block)], None);
                let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
                Arc::new(MapArray::new(entries_field, offsets, entries, nulls.finish(), false))
            }
            Values::Row { names, mut nulls, fields } => {
                let arrow_fields = names.iter().zip(&fields).map(|(name, builder)| arrow_field(name, &builder.data_type)).collect();
                let length = nulls.len();
                let arrays: Vec<ArrayRef> = fields.into_iter().map(|builder| builder.finish(block)).collect();
                match arrays.is_empty() {
                    true => Arc::new(StructArray::new_empty_fields(length, nulls.finish())),
                    false => Arc::new(StructArray::new(arrow_fields, arrays, nulls.finish())),
                }
            }
        }
    }
}

fn timestamps(data_type: &LogicalType, precision: u8) -> Values {
    match precision {
        0..=3 => Values::Millis(PrimitiveBuilder::new().with_data_type(arrow_type(data_type)), precision),
        4..=6 => Values::Micros(PrimitiveBuilder::new().with_data_type(arrow_type(data_type)), precision),
        _ => Values::Nanos(PrimitiveBuilder::new().with_data_type(arrow_type(data_type)), precision),
    }
}

fn timestamp(data_type: &LogicalType, options: &JsonOptions, text: &[u8], precision: u8) -> Result<i64, NotOfType> {
    let form = match data_type.kind {
        TypeKind::TimestampLtz { .. } => options.local_timestamp_form(),
        _ => options.timestamp_form(),
    };
    form.parse(text).and_then(|nanos| in_unit(nanos, precision)).ok_or(NotOfType)
}

/// A whole number. Fractions of numbers are cut off where the type takes them; texts must be whole.
fn whole(bytes: &[u8], token: &Token, takes_fractions: bool, min: i64, max: i64) -> Result<i64, NotOfType> {
    match token.kind {
        Kind::Int => parse_integer(&bytes[token.range.clone()], min, max),
        Kind::Float if takes_fractions => {
            let number = parse_double(&bytes[token.range.clone()]).ok_or(NotOfType)?.trunc();
            // The upper bound of BIGINT is no double; the next one above is out of range.
            let fits = number >= min as f64 && number <= max as f64 && !(max == i64::MAX && number >= max as f64);
            fits.then_some(number as i64)
        }
        Kind::String | Kind::Escaped => parse_integer(java_trim(&text(bytes, token)), min, max),
        _ => None,
    }
    .ok_or(NotOfType)
}

/// The text of a number or string.
fn scalar_text<'a>(bytes: &'a [u8], token: &Token) -> Option<std::borrow::Cow<'a, [u8]>> {
    matches!(token.kind, Kind::Int | Kind::Float | Kind::String | Kind::Escaped).then(|| text(bytes, token))
}

/// The fields of an object, the last one of each name.
fn entries(bytes: &[u8], mut scanner: Scanner<'_>) -> Vec<(Token, Token)> {
    let mut found: Vec<(Token, Token)> = vec![];
    while let Ok(Some(key)) = scanner.key(found.is_empty()) {
        let Ok(value) = scanner.value() else { break };
        let name = text(bytes, &key);
        match found.iter_mut().find(|(other, _)| text(bytes, other) == name) {
            Some(entry) => entry.1 = value,
            None => found.push((key, value)),
        }
    }
    found
}

/// The values of the fields with these names.
fn find_fields(bytes: &[u8], mut scanner: Scanner<'_>, names: &[String]) -> Vec<Option<Token>> {
    let mut found = vec![None; names.len()];
    let mut is_first = true;
    while let Ok(Some(key)) = scanner.key(is_first) {
        is_first = false;
        let Ok(value) = scanner.value() else { break };
        let key = text(bytes, &key);
        if let Some(i) = names.iter().position(|name| name.as_bytes() == key.as_ref()) {
            found[i] = Some(value);
        }
    }
    found
}

impl Strings {
    fn append(&mut self, source: &Source<'_>, token: &Token) -> Result<(), NotOfType> {
        let bytes = source.bytes.as_slice();
        let range = match token.kind {
            Kind::String => token.range.start + 1..token.range.end - 1,
            Kind::Int | Kind::Float | Kind::True | Kind::False => token.range.clone(),
            Kind::Escaped => return self.append_side(&text(bytes, token)),
            _ => {
                let mut rendered = vec![];
                render(bytes, token, &mut rendered);
                return self.append_side(&rendered);
            }
        };
        let found = &bytes[range.clone()];
        if !source.is_utf8 && std::str::from_utf8(found).is_err() {
            return Err(NotOfType);
        }
        self.shared += if found.len() > 12 { found.len() } else { 0 };
        self.push(view(found, 0, range.start as u32));
        Ok(())
    }

    fn append_side(&mut self, text: &[u8]) -> Result<(), NotOfType> {
        std::str::from_utf8(text).map_err(|_| NotOfType)?;
        let view = view(text, 1, self.side.len() as u32);
        self.side.extend_from_slice(text);
        self.push(view);
        Ok(())
    }

    fn push(&mut self, view: u128) {
        self.views.push(view);
        if let Some(nulls) = &mut self.nulls {
            nulls.append_non_null();
        }
    }

    fn append_null(&mut self) {
        let count = self.views.len();
        let nulls = self.nulls.get_or_insert_with(|| {
            let mut nulls = NullBufferBuilder::new(count);
            nulls.append_n_non_nulls(count);
            nulls
        });
        nulls.append_null();
        self.views.push(0);
    }

    fn finish(self, block: &Buffer) -> StringViewArray {
        let buffers = vec![block.clone(), Buffer::from_vec(self.side)];
        let nulls = self.nulls.and_then(|mut nulls| nulls.finish());
        // SAFETY: each view is made from a text at its address in one of these buffers, and the text has been found to be valid UTF-8:
        // either the whole block is and tokens begin and end at ASCII characters, or the text itself has been checked.
        let array = unsafe { StringViewArray::new_unchecked(ScalarBuffer::from(self.views), buffers, nulls) };
        // A few texts must not keep a large block in memory.
        if self.shared * 4 > block.len() { array } else { array.gc() }
    }
}
