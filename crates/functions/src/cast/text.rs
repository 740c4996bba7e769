//! Casts from and to CHAR and VARCHAR.

use super::{ArrayCast, Settings, no_cast};
use crate::kernel::{Bool, Moment, Read, Text, Write};
use arrow::array::{Array, ArrayRef, AsArray, StringViewArray, StringViewBuilder};
use arrow::datatypes::Time32MillisecondType;
use arrow::datatypes::{DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::Result;
use std::sync::Arc;
use table::text::parse::{
    ParseError, parse_boolean, parse_date, parse_decimal, parse_double, parse_float, parse_integer, parse_time, parse_timestamp,
};
use table::text::{CellFormatter, Style};
use table::types::{LogicalType, MAX_LENGTH, TypeKind, arrow_type};
use table::value::Timestamp;

/// Text to a value of another type.
pub(super) fn parse(to: &LogicalType, settings: Settings) -> Result<ArrayCast> {
    let target = arrow_type(to);
    let lenient = settings.lenient;
    Ok(match to.kind {
        TypeKind::Boolean => each::<Bool>(target, lenient, parse_boolean),
        TypeKind::TinyInt => each::<Int8Type>(target, lenient, |t| parse_integer(t, i8::MIN.into(), i8::MAX.into()).map(|v| v as i8)),
        TypeKind::SmallInt => each::<Int16Type>(target, lenient, |t| parse_integer(t, i16::MIN.into(), i16::MAX.into()).map(|v| v as i16)),
        TypeKind::Int => each::<Int32Type>(target, lenient, |t| parse_integer(t, i32::MIN.into(), i32::MAX.into()).map(|v| v as i32)),
        TypeKind::BigInt => each::<Int64Type>(target, lenient, |t| parse_integer(t, i64::MIN, i64::MAX)),
        TypeKind::Float => each::<Float32Type>(target, lenient, parse_float),
        TypeKind::Double => each::<Float64Type>(target, lenient, parse_double),
        TypeKind::Decimal { precision, scale } => each::<Decimal128Type>(target, lenient, move |t| parse_decimal(t, precision, scale)),
        TypeKind::Date => each::<Date32Type>(target, lenient, parse_date),
        TypeKind::Time { precision } => each::<Time32MillisecondType>(target, lenient, move |t| parse_time(t, precision)),
        TypeKind::Timestamp { precision, .. } => each::<Moment>(target, lenient, move |t| parse_timestamp(t).map(|at| cut(at, precision))),
        TypeKind::TimestampLtz { precision, .. } => each::<Moment>(target, lenient, move |t| {
            parse_timestamp(t).map(|at| cut(Timestamp { millis: settings.zone.to_instant(at.millis), ..at }, precision))
        }),
        _ => return Err(no_cast(&LogicalType::string(), to)),
    })
}

fn each<W: Write>(
    target: DataType,
    lenient: bool,
    parse: impl Fn(&str) -> Result<W::Item<'static>, ParseError> + Send + Sync + 'static,
) -> ArrayCast {
    Box::new(move |array| {
        let texts = Text::open(array)?;
        let mut builder = W::builder(&target, texts.len());
        for text in texts {
            match text.map(&parse) {
                None => W::append(&mut builder, None),
                Some(Ok(value)) => W::append(&mut builder, Some(value)),
                Some(Err(_)) if lenient => W::append(&mut builder, None),
                Some(Err(error)) => return Err(error.into()),
            }
        }
        Ok(W::finish(builder))
    })
}

/// Cuts fraction digits beyond a precision, towards the past.
pub(super) fn cut(at: Timestamp, precision: u8) -> Timestamp {
    if precision >= 3 {
        let unit = 10u32.pow(u32::from(9 - precision.min(9)));
        return Timestamp { millis: at.millis, nanos: at.nanos / unit * unit };
    }
    let unit = 10i64.pow(u32::from(3 - precision));
    Timestamp { millis: at.millis.div_euclid(unit) * unit, nanos: 0 }
}

/// A value of any type to text.
pub(super) fn format(from: &LogicalType, to: &TypeKind, settings: Settings) -> ArrayCast {
    let style = if settings.legacy { Style::LegacyCast } else { Style::Cast };
    let formatter = CellFormatter::new(from, settings.zone, style);
    let length = Length::of(to, settings);
    Box::new(move |array| {
        let mut builder = StringViewBuilder::with_capacity(array.len());
        let mut text = String::new();
        for row in 0..array.len() {
            if array.is_null(row) {
                builder.append_null();
                continue;
            }
            text.clear();
            formatter.write(array.as_ref(), row, &mut text);
            length.apply(&mut text);
            builder.append_value(&text);
        }
        Ok(Arc::new(builder.finish()))
    })
}

/// Text of one length to another.
pub(super) fn resize(from: &TypeKind, to: &TypeKind, settings: Settings) -> ArrayCast {
    let length = Length::of(to, settings);
    let fits = match (from, length) {
        (_, Length::Any) => true,
        (TypeKind::Char(have) | TypeKind::Varchar(have), Length::Most(most)) => *have <= most,
        _ => false,
    };
    if fits {
        return Box::new(|array| Ok(array.clone()));
    }
    Box::new(move |array| {
        let texts = array.as_string_view();
        if texts.iter().flatten().all(|text| length.holds(text)) { Ok(array.clone()) } else { Ok(resized(texts, length)) }
    })
}

fn resized(texts: &StringViewArray, length: Length) -> ArrayRef {
    let mut builder = StringViewBuilder::with_capacity(texts.len());
    let mut buffer = String::new();
    for text in texts {
        builder.append_option(text.map(|text| {
            buffer.clear();
            buffer.push_str(text);
            length.apply(&mut buffer);
            &buffer
        }));
    }
    Arc::new(builder.finish())
}

/// How many characters a text type holds.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Any,
    /// VARCHAR(n) and, with legacy casts, nothing is cut.
    Most(u32),
    /// CHAR(n)
    Exactly(u32),
    /// CHAR(n) with legacy casts, which pad and do not cut.
    Least(u32),
}

impl Length {
    pub(super) fn of(to: &TypeKind, settings: Settings) -> Length {
        match to {
            TypeKind::Char(n) if settings.legacy => Length::Least(*n),
            TypeKind::Char(n) => Length::Exactly(*n),
            TypeKind::Varchar(n) if *n < MAX_LENGTH && !settings.legacy => Length::Most(*n),
            _ => Length::Any,
        }
    }

    fn holds(self, text: &str) -> bool {
        let count = || if text.is_ascii() { text.len() } else { text.chars().count() };
        match self {
            Length::Any => true,
            Length::Most(most) => text.len() <= most as usize || count() <= most as usize,
            Length::Exactly(n) => count() == n as usize,
            Length::Least(n) => count() >= n as usize,
        }
    }

    pub(super) fn apply(self, text: &mut String) {
        let (pad, cut) = match self {
            Length::Any => return,
            Length::Most(most) => (None, Some(most)),
            Length::Exactly(n) => (Some(n), Some(n)),
            Length::Least(n) => (Some(n), None),
        };
        if let Some(most) = cut.map(|most| most as usize)
            && text.len() > most
            && let Some((end, _)) = text.char_indices().nth(most)
        {
            text.truncate(end);
        }
        if let Some(least) = pad {
            let count = text.chars().count();
            text.extend(std::iter::repeat_n(' ', (least as usize).saturating_sub(count)));
        }
    }
}
