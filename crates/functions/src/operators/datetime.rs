//! Arithmetic of dates, times and intervals.

use super::numeric::zip;
use crate::kernel::{Moment, binary, rows};
use crate::signature::accept;
use arrow::datatypes::{Date32Type, Int32Type, Int64Type, Time32MillisecondType};
use diag::{Error, Result};
use table::function::{Argument, CallSite, Kernel, Signature};
use table::text::{civil_from_days, days_from_civil};
use table::types::{LogicalType, TypeKind, common_type};
use table::value::Timestamp;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// Interval + interval, point + interval, interval + point.
pub(super) fn resolve_sum(arguments: &[Argument]) -> Option<Signature> {
    resolve_difference(arguments).or_else(|| match arguments {
        [interval, point] if interval.data_type.kind.is_interval() && point.data_type.kind.is_datetime() => {
            Some(accept(arguments, &[], plain(&point.data_type)))
        }
        _ => None,
    })
}

/// Interval - interval, point - interval.
pub(super) fn resolve_difference(arguments: &[Argument]) -> Option<Signature> {
    let [left, right] = arguments else { return None };
    let (l, r) = (&left.data_type.kind, &right.data_type.kind);
    let (left, right, result) = match (l, r) {
        (l, r) if l.is_interval() && l == r => (l.clone(), r.clone(), l.clone()),
        (TypeKind::Null, r) if r.is_interval() => (r.clone(), r.clone(), r.clone()),
        (l, TypeKind::Null) if l.is_interval() => (l.clone(), l.clone(), l.clone()),
        (l, r) if l.is_datetime() && r.is_interval() => (l.clone(), r.clone(), plain(&left.data_type)),
        (l, TypeKind::Null) if l.is_datetime() => (l.clone(), TypeKind::IntervalDayTime, plain(&left.data_type)),
        _ => return None,
    };
    Some(accept(arguments, &[left, right], result))
}

/// A computed timestamp is no time attribute.
fn plain(data_type: &LogicalType) -> TypeKind {
    data_type.clone().without_time_attribute().kind
}

/// The type in which two points in time are subtracted.
pub(super) fn common_point(left: &TypeKind, right: &TypeKind) -> Option<TypeKind> {
    match (left, right) {
        (TypeKind::Date, point @ TypeKind::Timestamp { .. }) | (point @ TypeKind::Timestamp { .. }, TypeKind::Date) => Some(point.clone()),
        _ => common_type(&LogicalType::new(left.clone()), &LogicalType::new(right.clone())).map(|t| t.without_time_attribute().kind),
    }
}

/// The evaluation of `+` (sign 1) or `-` (sign -1).
pub(super) fn kernel(call: &CallSite, sign: i64) -> Result<Box<dyn Kernel>> {
    use TypeKind as K;
    let (left, right) = (&call.arguments[0].data_type.kind, &call.arguments[1].data_type.kind);
    if left.is_interval() && right.is_datetime() {
        return shift_kernel(call, right, left, sign, true);
    }
    match (left, right) {
        (K::IntervalYearMonth, K::IntervalYearMonth) => {
            Ok(rows(move |args| zip::<Int32Type, Int32Type>(args, |a, b| a.wrapping_add((sign as i32).wrapping_mul(b)))))
        }
        (K::IntervalDayTime, K::IntervalDayTime) => {
            Ok(rows(move |args| zip::<Int64Type, Int64Type>(args, |a, b| a.wrapping_add(sign.wrapping_mul(b)))))
        }
        _ => shift_kernel(call, left, right, sign, false),
    }
}

/// Moves a point in time by an interval.
fn shift_kernel(call: &CallSite, point: &TypeKind, interval: &TypeKind, sign: i64, interval_first: bool) -> Result<Box<dyn Kernel>> {
    use TypeKind as K;
    match (point, interval) {
        (K::Date, K::IntervalYearMonth) => {
            shift::<Date32Type, Int32Type>(call, interval_first, move |d, m| add_months(i64::from(d), sign * i64::from(m)) as i32)
        }
        // What is less than a day is dropped.
        (K::Date, _) => {
            shift::<Date32Type, Int64Type>(call, interval_first, move |d, ms| d.wrapping_add((sign * (ms / MILLIS_PER_DAY)) as i32))
        }
        (K::Time { .. }, K::IntervalYearMonth) => shift::<Time32MillisecondType, Int32Type>(call, interval_first, |t, _| t),
        (K::Time { .. }, _) => shift::<Time32MillisecondType, Int64Type>(call, interval_first, move |t, ms| {
            i64::from(t).wrapping_add(sign.wrapping_mul(ms)).rem_euclid(MILLIS_PER_DAY) as i32
        }),
        (K::Timestamp { .. } | K::TimestampLtz { .. }, K::IntervalYearMonth) => {
            shift::<Moment, Int32Type>(call, interval_first, move |t, m| {
                let days = add_months(t.millis.div_euclid(MILLIS_PER_DAY), sign * i64::from(m));
                Timestamp { millis: days * MILLIS_PER_DAY + t.millis.rem_euclid(MILLIS_PER_DAY), ..t }
            })
        }
        (K::Timestamp { .. } | K::TimestampLtz { .. }, _) => shift::<Moment, Int64Type>(call, interval_first, move |t, ms| Timestamp {
            millis: t.millis.wrapping_add(sign.wrapping_mul(ms)),
            ..t
        }),
        _ => Err(Error::internal(format!("{point} is not moved by {interval}"))),
    }
}

fn shift<P, I>(
    call: &CallSite,
    interval_first: bool,
    convert: impl for<'a> Fn(<P as crate::kernel::Read>::Item<'a>, I::Native) -> <P as crate::kernel::Write>::Item<'static>
    + Send
    + Sync
    + 'static,
) -> Result<Box<dyn Kernel>>
where
    P: crate::kernel::Read + crate::kernel::Write,
    I: arrow::datatypes::ArrowPrimitiveType,
{
    if interval_first {
        binary::<I, P, P>(call, move |interval, point| Ok(Some(convert(point, interval))))
    } else {
        binary::<P, I, P>(call, move |point, interval| Ok(Some(convert(point, interval))))
    }
}

/// Moves a date by months; a day that the month does not have becomes its last.
pub(crate) fn add_months(days: i64, months: i64) -> i64 {
    let (year, month, day) = civil_from_days(days);
    let total = year * 12 + i64::from(month) - 1 + months;
    let (year, month) = (total.div_euclid(12), total.rem_euclid(12) as u32 + 1);
    let first = days_from_civil(year, month, 1);
    let next = if month == 12 { days_from_civil(year + 1, 1, 1) } else { days_from_civil(year, month + 1, 1) };
    first + i64::from(day - 1).min(next - first - 1)
}

/// The evaluation of (point - point) as the interval of the call's result.
pub(super) fn difference_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let months = call.result.kind == TypeKind::IntervalYearMonth;
    match (&call.arguments[0].data_type.kind, months) {
        (TypeKind::Date, false) => {
            binary::<Date32Type, Date32Type, Int64Type>(call, |a, b| Ok(Some((i64::from(a) - i64::from(b)) * MILLIS_PER_DAY)))
        }
        (TypeKind::Date, true) => binary::<Date32Type, Date32Type, Int32Type>(call, |a, b| {
            Ok(Some(months_between(i64::from(a) * MILLIS_PER_DAY, i64::from(b) * MILLIS_PER_DAY) as i32))
        }),
        (TypeKind::Time { .. }, false) => {
            binary::<Time32MillisecondType, Time32MillisecondType, Int64Type>(call, |a, b| Ok(Some(i64::from(a) - i64::from(b))))
        }
        (TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. }, false) => {
            binary::<Moment, Moment, Int64Type>(call, |a, b| Ok(Some(a.millis.wrapping_sub(b.millis))))
        }
        (TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. }, true) => {
            binary::<Moment, Moment, Int32Type>(call, |a, b| Ok(Some(months_between(a.millis, b.millis) as i32)))
        }
        (kind, _) => Err(Error::internal(format!("values of {kind} are not subtracted"))),
    }
}

/// The whole months from `b` to `a`.
pub(crate) fn months_between(a: i64, b: i64) -> i64 {
    if a < b {
        return -months_between(b, a);
    }
    let (from, to) = (b.div_euclid(MILLIS_PER_DAY), a.div_euclid(MILLIS_PER_DAY));
    let ((y1, m1, _), (y0, m0, _)) = (civil_from_days(to), civil_from_days(from));
    let months = (y1 - y0) * 12 + i64::from(m1) - i64::from(m0);
    let reached = add_months(from, months) * MILLIS_PER_DAY + b.rem_euclid(MILLIS_PER_DAY);
    if reached > a { months - 1 } else { months }
}
