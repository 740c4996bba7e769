//! Casts among DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ.

use super::text::cut;
use super::{ArrayCast, Settings};
use crate::kernel::{Moment, Read, Write};
use arrow::array::{Array, ArrayRef};
use arrow::datatypes::{DataType, Date32Type, Time32MillisecondType};
use diag::Result;
use table::types::{LogicalType, TypeKind, arrow_type};
use table::value::Timestamp;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// The cast between two of these types; `None` when there is none.
pub(super) fn prepare(from: &TypeKind, to: &LogicalType, settings: Settings) -> Option<ArrayCast> {
    use TypeKind as K;
    let zone = settings.zone;
    let target = arrow_type(to);
    Some(match (from, &to.kind) {
        (K::Time { .. }, K::Time { precision }) => {
            let precision = *precision;
            each::<Time32MillisecondType, Time32MillisecondType>(target, move |time| cut_time(i64::from(time), precision))
        }
        (K::Date, K::Timestamp { .. }) => each::<Date32Type, Moment>(target, |days| at(i64::from(days) * MILLIS_PER_DAY)),
        (K::Date, K::TimestampLtz { .. }) => {
            each::<Date32Type, Moment>(target, move |days| at(zone.to_instant(i64::from(days) * MILLIS_PER_DAY)))
        }
        (K::Time { .. }, K::Timestamp { .. }) => each::<Time32MillisecondType, Moment>(target, |time| at(i64::from(time))),
        (K::Time { .. }, K::TimestampLtz { .. }) => {
            each::<Time32MillisecondType, Moment>(target, move |time| at(zone.to_instant(i64::from(time))))
        }
        (K::Timestamp { .. }, K::Date) => each::<Moment, Date32Type>(target, |t| days(t.millis)),
        (K::TimestampLtz { .. }, K::Date) => each::<Moment, Date32Type>(target, move |t| days(zone.to_local(t.millis))),
        (K::Timestamp { .. }, K::Time { precision }) => {
            let precision = *precision;
            each::<Moment, Time32MillisecondType>(target, move |t| cut_time(t.millis.rem_euclid(MILLIS_PER_DAY), precision))
        }
        (K::TimestampLtz { .. }, K::Time { precision }) => {
            let precision = *precision;
            each::<Moment, Time32MillisecondType>(target, move |t| cut_time(zone.to_local(t.millis).rem_euclid(MILLIS_PER_DAY), precision))
        }
        (K::Timestamp { .. }, K::Timestamp { precision, .. }) | (K::TimestampLtz { .. }, K::TimestampLtz { precision, .. }) => {
            let precision = *precision;
            each::<Moment, Moment>(target, move |t| cut(t, precision))
        }
        (K::Timestamp { .. }, K::TimestampLtz { precision, .. }) => {
            let precision = *precision;
            each::<Moment, Moment>(target, move |t| cut(Timestamp { millis: zone.to_instant(t.millis), ..t }, precision))
        }
        (K::TimestampLtz { .. }, K::Timestamp { precision, .. }) => {
            let precision = *precision;
            each::<Moment, Moment>(target, move |t| cut(Timestamp { millis: zone.to_local(t.millis), ..t }, precision))
        }
        _ => return None,
    })
}

fn at(millis: i64) -> Timestamp {
    Timestamp { millis, nanos: 0 }
}

fn days(millis: i64) -> i32 {
    millis.div_euclid(MILLIS_PER_DAY) as i32
}

fn cut_time(millis_of_day: i64, precision: u8) -> i32 {
    let unit = 10i64.pow(u32::from(3 - precision.min(3)));
    (millis_of_day / unit * unit) as i32
}

fn each<A: Read, B: Write>(
    target: DataType,
    convert: impl for<'a> Fn(A::Item<'a>) -> B::Item<'static> + Send + Sync + 'static,
) -> ArrayCast {
    Box::new(move |array| cast_each::<A, B>(array, &target, &convert))
}

fn cast_each<A: Read, B: Write>(
    array: &ArrayRef,
    target: &DataType,
    convert: &impl for<'a> Fn(A::Item<'a>) -> B::Item<'static>,
) -> Result<ArrayRef> {
    let reader = A::open(array)?;
    let mut builder = B::builder(target, array.len());
    for row in 0..array.len() {
        B::append(&mut builder, if array.is_null(row) { None } else { Some(convert(A::value(reader, row))) });
    }
    Ok(B::finish(builder))
}
