//! Arrow columns from the cells of CSV records.

use super::scan::{Cell, Records};
use crate::formats::base64_text;
use crate::formats::number::{Decimal, java_trim, parse_decimal, parse_double, parse_float, parse_integer};
use crate::formats::temporal::{TimestampForm, in_unit, parse_iso_time, parse_sql_date, time_millis};
use crate::formats::view::view;
use arrow::array::builder::BinaryViewBuilder;
use arrow::array::{ArrayRef, BooleanArray, BooleanBufferBuilder, ListArray, NullArray, PrimitiveArray, StringViewArray, StructArray};
use arrow::buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow::datatypes::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use std::sync::Arc;
use table::types::{Field, LogicalType, TypeKind, arrow_field};

/// What cells mean.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    pub(super) null_literal: Option<Vec<u8>>,
    pub(super) empty_as_null: bool,
    pub(super) element_delimiter: Vec<u8>,
    /// Rows in a cell may have too few or too many fields.
    pub(super) is_lenient: bool,
}

/// Told of each cell that is not of its type, by index of the record; says whether to go on with NULL in its place.
pub(super) type OnBad<'a> = dyn FnMut(usize) -> bool + 'a;

/// The cells of one block of records.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) block: &'a Buffer,
    pub(super) records: &'a Records,
    pub(super) meaning: &'a Meaning,
    /// True when all text is known to be valid UTF-8.
    pub(super) is_utf8: bool,
}

/// What became of a cell: a value, NULL, or not of the type.
type Read<T> = Result<Option<T>, NotOfType>;

pub(super) struct NotOfType;

impl Cells<'_> {
    /// Converts the cells of a column. After `bad` has said to stop, the array is of no use.
    pub(super) fn convert(&self, cells: &[Cell], data_type: &LogicalType, bad: &mut OnBad<'_>) -> ArrayRef {
        match &data_type.kind {
            TypeKind::Boolean => self.booleans(cells),
            TypeKind::TinyInt => self.integers::<Int8Type>(cells, bad, i64::from(i8::MIN), i64::from(i8::MAX), |n| n as i8),
            TypeKind::SmallInt => self.integers::<Int16Type>(cells, bad, i64::from(i16::MIN), i64::from(i16::MAX), |n| n as i16),
            TypeKind::Int | TypeKind::IntervalYearMonth => {
                self.integers::<Int32Type>(cells, bad, i64::from(i32::MIN), i64::from(i32::MAX), |n| n as i32)
            }
            TypeKind::BigInt | TypeKind::IntervalDayTime => self.integers::<Int64Type>(cells, bad, i64::MIN, i64::MAX, |n| n),
            TypeKind::Float => self.primitives::<Float32Type>(cells, bad, |text| parse_float(text).map(Some).ok_or(NotOfType)),
            TypeKind::Double => self.primitives::<Float64Type>(cells, bad, |text| parse_double(text).map(Some).ok_or(NotOfType)),
            TypeKind::Decimal { precision, scale } => self.decimals(cells, bad, *precision, *scale),
            TypeKind::Date => self.primitives::<Date32Type>(cells, bad, |text| parse_sql_date(text).map(Some).ok_or(NotOfType)),
            TypeKind::Time { precision } => self.times(cells, bad, *precision),
            TypeKind::Timestamp { precision, .. } => self.timestamps(cells, bad, *precision, TimestampForm::SQL, None),
            TypeKind::TimestampLtz { precision, .. } => self.timestamps(cells, bad, *precision, TimestampForm::SQL_UTC, Some("UTC")),
            TypeKind::Char(_) | TypeKind::Varchar(_) => self.strings(cells, bad),
            TypeKind::Binary(_) | TypeKind::Varbinary(_) => self.bytes(cells, bad),
            TypeKind::Array(element) => self.arrays(cells, element, bad),
            TypeKind::Row(fields) => self.rows(cells, fields, bad),
            _ => Arc::new(NullArray::new(cells.len())),
        }
    }

    /// The text of a cell; `None` for NULL.
    #[inline]
    fn text(&self, cell: Cell) -> Option<&[u8]> {
        if cell.is_missing() {
            return None;
        }
        let text = self.records.text(self.block, cell);
        let is_null = self.meaning.null_literal.as_deref() == Some(text) || (text.is_empty() && self.meaning.empty_as_null);
        (!is_null).then_some(text)
    }

    #[inline]
    fn primitives<T: ArrowPrimitiveType>(&self, cells: &[Cell], bad: &mut OnBad<'_>, read: impl Fn(&[u8]) -> Read<T::Native>) -> ArrayRef {
        Arc::new(self.primitive_array::<T>(cells, bad, read))
    }

    #[inline]
    fn primitive_array<T: ArrowPrimitiveType>(
        &self,
        cells: &[Cell],
        bad: &mut OnBad<'_>,
        read: impl Fn(&[u8]) -> Read<T::Native>,
    ) -> PrimitiveArray<T> {
        let mut values = Vec::with_capacity(cells.len());
        let mut nulls = Nulls::new(cells.len());
        for (i, cell) in cells.iter().enumerate() {
            let found = match self.text(*cell) {
                Some(text) => read(text),
                None => Ok(None),
            };
            match found {
                Ok(Some(value)) => values.push(value),
                Ok(None) => {
                    nulls.set(i);
                    values.push(T::default_value());
                }
                Err(NotOfType) if bad(i) => {
                    nulls.set(i);
                    values.push(T::default_value());
                }
                Err(NotOfType) => {
                    values.resize(cells.len(), T::default_value());
                    break;
                }
            }
        }
        PrimitiveArray::new(ScalarBuffer::from(values), nulls.finish())
    }

    fn integers<T: ArrowPrimitiveType>(
        &self,
        cells: &[Cell],
        bad: &mut OnBad<'_>,
        min: i64,
        max: i64,
        narrow: impl Fn(i64) -> T::Native,
    ) -> ArrayRef {
        self.primitives::<T>(cells, bad, |text| {
            let number = parse_integer(text, min, max).or_else(|| parse_integer(java_trim(text), min, max));
            number.map(|n| Some(narrow(n))).ok_or(NotOfType)
        })
    }

    fn decimals(&self, cells: &[Cell], bad: &mut OnBad<'_>, precision: u8, scale: u8) -> ArrayRef {
        let array = self.primitive_array::<Decimal128Type>(cells, bad, |text| match parse_decimal(text, precision, scale) {
            Decimal::Value(value) => Ok(Some(value)),
            Decimal::Overflow => Ok(None),
            Decimal::Invalid => Err(NotOfType),
        });
        Arc::new(array.with_data_type(arrow::datatypes::DataType::Decimal128(precision, scale as i8)))
    }

    fn times(&self, cells: &[Cell], bad: &mut OnBad<'_>, precision: u8) -> ArrayRef {
        self.primitives::<Time32MillisecondType>(cells, bad, |text| {
            parse_iso_time(text).map(|nanos| Some(time_millis(nanos, precision))).ok_or(NotOfType)
        })
    }

    fn timestamps(&self, cells: &[Cell], bad: &mut OnBad<'_>, precision: u8, form: TimestampForm, zone: Option<&str>) -> ArrayRef {
        let read = |text: &[u8]| {
            let nanos = form.parse(text).or_else(|| form.parse(java_trim(text))).ok_or(NotOfType)?;
            in_unit(nanos, precision).map(Some).ok_or(NotOfType)
        };
        match precision {
            0..=3 => Arc::new(self.primitive_array::<TimestampMillisecondType>(cells, bad, read).with_timezone_opt(zone)) as ArrayRef,
            4..=6 => Arc::new(self.primitive_array::<TimestampMicrosecondType>(cells, bad, read).with_timezone_opt(zone)),
            _ => Arc::new(self.primitive_array::<TimestampNanosecondType>(cells, bad, read).with_timezone_opt(zone)),
        }
    }

    /// Everything that is not `true` is false.
    fn booleans(&self, cells: &[Cell]) -> ArrayRef {
        let texts = cells.iter().map(|cell| Some(java_trim(self.text(*cell)?).eq_ignore_ascii_case(b"true")));
        Arc::new(texts.collect::<BooleanArray>())
    }

    /// Strings stay where they are: the array shares the block.
    fn strings(&self, cells: &[Cell], bad: &mut OnBad<'_>) -> ArrayRef {
        let mut views = Vec::with_capacity(cells.len());
        let mut nulls = Nulls::new(cells.len());
        let mut shared = 0;
        for (i, cell) in cells.iter().enumerate() {
            let Some(text) = self.text(*cell) else {
                nulls.set(i);
                views.push(0);
                continue;
            };
            if !self.is_utf8 && std::str::from_utf8(text).is_err() {
                if !bad(i) {
                    views.resize(cells.len(), 0);
                    break;
                }
                nulls.set(i);
                views.push(0);
                continue;
            }
            let (buffer, offset) = cell.address();
            shared += if text.len() > 12 { text.len() } else { 0 };
            views.push(view(text, buffer, offset));
        }
        let buffers = vec![self.block.clone(), self.records.side.clone()];
        // SAFETY: each view is made from a text of these buffers at its address; the text is valid UTF-8, because either the whole block is
        // and cells begin and end at characters, or the text has been checked above.
        let array = unsafe { StringViewArray::new_unchecked(ScalarBuffer::from(views), buffers, nulls.finish()) };
        // A few texts must not keep a large block in memory.
        let shares_much = shared * 4 > self.block.len();
        Arc::new(if shares_much { array } else { array.gc() })
    }

    fn bytes(&self, cells: &[Cell], bad: &mut OnBad<'_>) -> ArrayRef {
        let mut builder = BinaryViewBuilder::with_capacity(cells.len());
        let mut is_stopped = false;
        for (i, cell) in cells.iter().enumerate() {
            match self.text(*cell).filter(|_| !is_stopped).map(base64_text::decode) {
                Some(Some(bytes)) => builder.append_value(bytes),
                Some(None) => {
                    is_stopped = !bad(i);
                    builder.append_null();
                }
                None => builder.append_null(),
            }
        }
        Arc::new(builder.finish())
    }

    fn arrays(&self, cells: &[Cell], element: &LogicalType, bad: &mut OnBad<'_>) -> ArrayRef {
        let mut parts = Vec::new();
        let mut offsets = Vec::with_capacity(cells.len() + 1);
        offsets.push(0i32);
        let mut nulls = Nulls::new(cells.len());
        for (i, cell) in cells.iter().enumerate() {
            match self.text(*cell) {
                Some([]) => {}
                Some(text) => self.split(*cell, text, &mut parts),
                None => nulls.set(i),
            }
            offsets.push(parts.len() as i32);
        }
        let array_of = |part: usize| offsets.partition_point(|offset| *offset as usize <= part) - 1;
        let values = self.convert(&parts, element, &mut |part| bad(array_of(part)));
        let field = Arc::new(arrow_field("element", element));
        Arc::new(ListArray::new(field, OffsetBuffer::new(ScalarBuffer::from(offsets)), values, nulls.finish()))
    }

    fn rows(&self, cells: &[Cell], fields: &[Field], bad: &mut OnBad<'_>) -> ArrayRef {
        let mut columns = vec![Vec::with_capacity(cells.len()); fields.len()];
        let mut nulls = Nulls::new(cells.len());
        let mut parts = Vec::new();
        for (i, cell) in cells.iter().enumerate() {
            parts.clear();
            match self.text(*cell) {
                Some([]) | None => nulls.set(i),
                Some(text) => self.split(*cell, text, &mut parts),
            }
            if !nulls.is_set(i) && parts.len() != fields.len() && !self.meaning.is_lenient && !bad(i) {
                break;
            }
            for (column, part) in columns.iter_mut().zip(parts.iter().copied().chain(std::iter::repeat(Cell::MISSING))) {
                column.push(part);
            }
        }
        for column in &mut columns {
            column.resize(cells.len(), Cell::MISSING);
        }
        let arrays = fields.iter().zip(&columns).map(|(field, column)| self.convert(column, &field.data_type, bad)).collect();
        let fields = fields.iter().map(|field| arrow_field(&field.name, &field.data_type)).collect();
        Arc::new(StructArray::new(fields, arrays, nulls.finish()))
    }

    /// The parts of a cell between element delimiters.
    fn split(&self, cell: Cell, text: &[u8], parts: &mut Vec<Cell>) {
        let delimiter = &self.meaning.element_delimiter;
        let mut start = 0;
        if !delimiter.is_empty() {
            for at in memchr::memmem::find_iter(text, delimiter) {
                parts.push(cell.part(start, at - start));
                start = at + delimiter.len();
            }
        }
        parts.push(cell.part(start, text.len() - start));
    }
}

/// Collects which values are NULL; costs nothing while none is.
struct Nulls {
    len: usize,
    valid: Option<BooleanBufferBuilder>,
}

impl Nulls {
    fn new(len: usize) -> Self {
        Nulls { len, valid: None }
    }

    fn set(&mut self, i: usize) {
        let len = self.len;
        let valid = self.valid.get_or_insert_with(|| {
            let mut valid = BooleanBufferBuilder::new(len);
            valid.append_n(len, true);
            valid
        });
        valid.set_bit(i, false);
    }

    fn is_set(&self, i: usize) -> bool {
        self.valid.as_ref().is_some_and(|valid| !valid.get_bit(i))
    }

    fn finish(self) -> Option<NullBuffer> {
        self.valid.map(|mut valid| NullBuffer::new(valid.finish()))
    }
}

/// Tells why a type cannot stand in CSV; `None` when it can.
pub(super) fn unsupported(data_type: &LogicalType, is_nested: bool) -> Option<&LogicalType> {
    match &data_type.kind {
        TypeKind::Array(element) if !is_nested => unsupported(element, true),
        TypeKind::Row(fields) if !is_nested => fields.iter().find_map(|field| unsupported(&field.data_type, true)),
        TypeKind::Time { precision } if *precision > 3 => Some(data_type),
        kind if kind.is_character() || kind.is_binary() || kind.is_numeric() || kind.is_datetime() || kind.is_interval() => None,
        TypeKind::Boolean | TypeKind::Null => None,
        _ => Some(data_type),
    }
}
