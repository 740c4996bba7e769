//! One value for each group, of any type: the state of MIN, MAX, FIRST_VALUE, LAST_VALUE and SINGLE_VALUE.

use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::kernel::{Bool, Bytes, Read, Text};
use crate::row_codec::RowCodec;
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, BinaryViewArray, BooleanArray, PrimitiveArray, StringViewArray};
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
    TimeUnit, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use diag::Result;
use std::fmt;
use std::sync::Arc;
use table::LogicalType;
use table::function::Accumulator;
use table::types::arrow_type;

/// Which value a group keeps. NULL is never kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Min,
    Max,
    First,
    Last,
}

/// Keeps one value of a type for each group.
pub(super) fn slots(data_type: &LogicalType, choice: Choice) -> Result<Box<dyn Accumulator>> {
    let arrow = arrow_type(data_type);
    Ok(match &arrow {
        DataType::Int8 => Slots::<Number<Int8Type>>::boxed(arrow, choice),
        DataType::Int16 => Slots::<Number<Int16Type>>::boxed(arrow, choice),
        DataType::Int32 => Slots::<Number<Int32Type>>::boxed(arrow, choice),
        DataType::Int64 => Slots::<Number<Int64Type>>::boxed(arrow, choice),
        DataType::Float32 => Slots::<Number<Float32Type>>::boxed(arrow, choice),
        DataType::Float64 => Slots::<Number<Float64Type>>::boxed(arrow, choice),
        DataType::Decimal128(..) => Slots::<Number<Decimal128Type>>::boxed(arrow, choice),
        DataType::Date32 => Slots::<Number<Date32Type>>::boxed(arrow, choice),
        DataType::Time32(_) => Slots::<Number<Time32MillisecondType>>::boxed(arrow, choice),
        DataType::Timestamp(TimeUnit::Millisecond, _) => Slots::<Number<TimestampMillisecondType>>::boxed(arrow, choice),
        DataType::Timestamp(TimeUnit::Microsecond, _) => Slots::<Number<TimestampMicrosecondType>>::boxed(arrow, choice),
        DataType::Timestamp(_, _) => Slots::<Number<TimestampNanosecondType>>::boxed(arrow, choice),
        DataType::Boolean => Slots::<Truth>::boxed(arrow, choice),
        DataType::Utf8View => Slots::<Characters>::boxed(arrow, choice),
        DataType::BinaryView => Slots::<Octets>::boxed(arrow, choice),
        _ => Box::new(EncodedSlots {
            codec: RowCodec::new([data_type])?,
            inner: Slots::<Octets> { values: Vec::new(), present: Vec::new(), choice, data_type: DataType::BinaryView },
        }),
    })
}

/// How values of a type are kept and compared.
trait Slot: fmt::Debug + 'static {
    type Read: Read;
    type Kept: Clone + Default + fmt::Debug + Send;

    fn keep(kept: &mut Self::Kept, value: Item<'_, Self>);

    fn is_less(value: &Item<'_, Self>, kept: &Self::Kept) -> bool;

    fn is_greater(value: &Item<'_, Self>, kept: &Self::Kept) -> bool;

    fn array(values: &[Self::Kept], present: &[bool], data_type: &DataType) -> ArrayRef;

    /// Bytes that a kept value owns.
    fn owned(_kept: &Self::Kept) -> usize {
        0
    }
}

type Item<'a, S> = <<S as Slot>::Read as Read>::Item<'a>;

#[derive(Debug)]
struct Number<T>(T);

impl<T: ArrowPrimitiveType + fmt::Debug> Slot for Number<T> {
    type Read = T;
    type Kept = T::Native;

    fn keep(kept: &mut T::Native, value: T::Native) {
        *kept = value;
    }

    // A comparison with NaN is false, so that NaN stays where it came first and is passed over elsewhere.
    fn is_less(value: &T::Native, kept: &T::Native) -> bool {
        value < kept
    }

    fn is_greater(value: &T::Native, kept: &T::Native) -> bool {
        value > kept
    }

    fn array(values: &[T::Native], present: &[bool], data_type: &DataType) -> ArrayRef {
        let values = values.iter().zip(present).map(|(&value, &present)| present.then_some(value));
        Arc::new(PrimitiveArray::<T>::from_iter(values).with_data_type(data_type.clone()))
    }
}

#[derive(Debug)]
struct Truth;

impl Slot for Truth {
    type Read = Bool;
    type Kept = bool;

    fn keep(kept: &mut bool, value: bool) {
        *kept = value;
    }

    fn is_less(value: &bool, kept: &bool) -> bool {
        value < kept
    }

    fn is_greater(value: &bool, kept: &bool) -> bool {
        value > kept
    }

    fn array(values: &[bool], present: &[bool], _: &DataType) -> ArrayRef {
        let values = values.iter().zip(present).map(|(&value, &present)| present.then_some(value));
        Arc::new(values.collect::<BooleanArray>())
    }
}

#[derive(Debug)]
struct Characters;

impl Slot for Characters {
    type Read = Text;
    type Kept = String;

    fn keep(kept: &mut String, value: &str) {
        kept.clear();
        kept.push_str(value);
    }

    fn is_less(value: &&str, kept: &String) -> bool {
        *value < kept.as_str()
    }

    fn is_greater(value: &&str, kept: &String) -> bool {
        *value > kept.as_str()
    }

    fn array(values: &[String], present: &[bool], _: &DataType) -> ArrayRef {
        let values = values.iter().zip(present).map(|(value, &present)| present.then_some(value.as_str()));
        Arc::new(StringViewArray::from_iter(values))
    }

    fn owned(kept: &String) -> usize {
        kept.capacity()
    }
}

#[derive(Debug)]
struct Octets;

impl Slot for Octets {
    type Read = Bytes;
    type Kept = Vec<u8>;

    fn keep(kept: &mut Vec<u8>, value: &[u8]) {
        kept.clear();
        kept.extend_from_slice(value);
    }

    fn is_less(value: &&[u8], kept: &Vec<u8>) -> bool {
        *value < kept.as_slice()
    }

    fn is_greater(value: &&[u8], kept: &Vec<u8>) -> bool {
        *value > kept.as_slice()
    }

    fn array(values: &[Vec<u8>], present: &[bool], _: &DataType) -> ArrayRef {
        let values = values.iter().zip(present).map(|(value, &present)| present.then_some(value.as_slice()));
        Arc::new(BinaryViewArray::from_iter(values))
    }

    fn owned(kept: &Vec<u8>) -> usize {
        kept.capacity()
    }
}

#[derive(Debug)]
struct Slots<S: Slot> {
    values: Vec<S::Kept>,
    present: Vec<bool>,
    choice: Choice,
    data_type: DataType,
}

impl<S: Slot> Slots<S> {
    fn boxed(data_type: DataType, choice: Choice) -> Box<dyn Accumulator> {
        Box::new(Slots::<S> { values: Vec::new(), present: Vec::new(), choice, data_type })
    }

    fn offer(
        &mut self,
        array: &ArrayRef,
        groups: &[usize],
        filter: Option<&BooleanArray>,
        replaces: impl Fn(&Item<'_, S>, &S::Kept) -> bool,
    ) -> Result<()> {
        let reader = S::Read::open(array)?;
        for_each_row(groups, array.nulls(), filter, |row, group| {
            let value = S::Read::value(reader, row);
            if !self.present[group] || replaces(&value, &self.values[group]) {
                S::keep(&mut self.values[group], value);
                self.present[group] = true;
            }
        });
        Ok(())
    }
}

impl<S: Slot> Accumulator for Slots<S> {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.values, group_count);
        grow(&mut self.present, group_count);
        match self.choice {
            Choice::Min => self.offer(&arguments[0], groups, filter, |value, kept| S::is_less(value, kept)),
            Choice::Max => self.offer(&arguments[0], groups, filter, |value, kept| S::is_greater(value, kept)),
            Choice::First => self.offer(&arguments[0], groups, filter, |_, _| false),
            Choice::Last => self.offer(&arguments[0], groups, filter, |_, _| true),
        }
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.update(states, groups, None, group_count)
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.values.len());
        Ok(S::array(&self.values[..count], &self.present[..count], &self.data_type))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        Ok(vec![self.evaluate(count)?])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.values, count);
        drop_groups(&mut self.present, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.values) + bytes_of(&self.present) + self.values.iter().map(S::owned).sum::<usize>()
    }
}

/// Keeps values of nested types as encoded rows.
#[derive(Debug)]
struct EncodedSlots {
    codec: RowCodec,
    inner: Slots<Octets>,
}

impl Accumulator for EncodedSlots {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        let nulls = arguments[0].logical_nulls();
        let rows = self.codec.encode(arguments)?;
        let encoded = rows.iter().enumerate().map(|(i, row)| nulls.as_ref().is_none_or(|n| n.is_valid(i)).then(|| row.data().to_vec()));
        self.inner.update(&[Arc::new(BinaryViewArray::from_iter(encoded))], groups, filter, group_count)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.update(states, groups, None, group_count)
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.inner.values.len());
        let present = self.inner.values[..count].iter().zip(&self.inner.present).filter(|(_, present)| **present);
        let values = self.codec.decode_one(present.map(|(value, _)| value.as_slice()))?;
        let mut next = 0;
        let indices = self.inner.present[..count].iter().map(|&present| {
            next += u32::from(present);
            present.then(|| next - 1)
        });
        let indices = arrow::array::UInt32Array::from_iter(indices);
        arrow::compute::take(&values, &indices, None).map_err(crate::row_codec::internal)
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        Ok(vec![self.evaluate(count)?])
    }

    fn drop_first(&mut self, count: usize) {
        self.inner.drop_first(count);
    }

    fn size(&self) -> usize {
        self.inner.size()
    }
}
