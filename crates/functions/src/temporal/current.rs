//! The current date and time, and CURRENT_WATERMARK.
//!
//! In batch mode the time of a query's start holds for all of its rows, in streaming mode the clock is read as rows come.

use crate::kernel::{Args, Function, every_row, rows};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::array::{ArrayRef, Date32Array, Time32MillisecondArray, TimestampMillisecondArray, new_null_array};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, EvalContext, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{TimeAttribute, arrow_type};
use table::{LogicalType, TypeKind};

use super::unit::MILLIS_PER_DAY;

macro_rules! current {
    ($entry:ident, $doc:ident, $name:literal, $definition:literal, $signature:literal, $summary:literal, $kind:expr, $kernel:expr) => {
        static $doc: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: $definition,
            signatures: &[$signature],
            summary: $summary,
            examples: &[Example { expression: concat!($signature, " IS NOT NULL"), result: "TRUE" }],
        };

        pub(super) fn $entry() -> FunctionDefinition {
            Function::new(&$doc, |arguments| resolve($name, arguments, $kind), $kernel).non_deterministic().infallible().definition()
        }
    };
}

const INSTANT: TypeKind = TypeKind::TimestampLtz { precision: 3, attribute: TimeAttribute::None };

current!(
    current_date,
    CURRENT_DATE_DOC,
    "CURRENT_DATE",
    "currentDate",
    "CURRENT_DATE",
    "Today in the session time zone.",
    TypeKind::Date,
    |call| Ok(local(call, |millis| Arc::new(Date32Array::from(vec![millis.div_euclid(MILLIS_PER_DAY) as i32]))))
);
current!(
    current_time,
    CURRENT_TIME_DOC,
    "CURRENT_TIME",
    "currentTime",
    "CURRENT_TIME",
    "The time of day in the session time zone.",
    TypeKind::Time { precision: 0 },
    |call| Ok(local(call, time_of_day))
);
current!(
    local_time,
    LOCAL_TIME_DOC,
    "LOCALTIME",
    "localTime",
    "LOCALTIME",
    "The time of day in the session time zone.",
    TypeKind::Time { precision: 0 },
    |call| Ok(local(call, time_of_day))
);
current!(current_timestamp, CURRENT_TIMESTAMP_DOC, "CURRENT_TIMESTAMP", "currentTimestamp", "CURRENT_TIMESTAMP", "Now.", INSTANT, |call| {
    Ok(now_kernel(call))
});
current!(now, NOW_DOC, "NOW", "now", "NOW()", "Now; the same as CURRENT_TIMESTAMP.", INSTANT, |call| Ok(now_kernel(call)));
current!(
    local_timestamp,
    LOCAL_TIMESTAMP_DOC,
    "LOCALTIMESTAMP",
    "localTimestamp",
    "LOCALTIMESTAMP",
    "Date and time in the session time zone.",
    TypeKind::Timestamp { precision: 3, attribute: TimeAttribute::None },
    |call| Ok(local(call, |millis| Arc::new(TimestampMillisecondArray::from(vec![millis]))))
);
current!(
    current_row_timestamp,
    CURRENT_ROW_TIMESTAMP_DOC,
    "CURRENT_ROW_TIMESTAMP",
    "currentRowTimestamp",
    "CURRENT_ROW_TIMESTAMP()",
    "Now, read anew as rows come, also in batch mode.",
    INSTANT,
    |call| Ok(clock_kernel(call))
);
current!(
    proctime,
    PROCTIME_DOC,
    "PROCTIME",
    "proctime",
    "PROCTIME()",
    "The processing time: a time attribute that is the time at which a row is processed.",
    TypeKind::TimestampLtz { precision: 3, attribute: TimeAttribute::Proctime },
    |call| Ok(clock_kernel(call))
);

fn resolve(name: &'static str, arguments: &[Argument], kind: TypeKind) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[]] }.check(arguments)?;
    Ok(accept_as_is(arguments, LogicalType::not_null(kind)))
}

fn now_of(context: &EvalContext) -> i64 {
    if context.streaming { context.clock.now_millis() } else { context.query_start_millis }
}

fn time_of_day(millis: i64) -> ArrayRef {
    Arc::new(Time32MillisecondArray::from(vec![(millis.rem_euclid(MILLIS_PER_DAY) / 1_000 * 1_000) as i32]))
}

/// A value made of wall clock milliseconds in the session time zone.
fn local(call: &CallSite, value: fn(i64) -> ArrayRef) -> Box<dyn Kernel> {
    let context = call.context.clone();
    every_row(move |args| {
        let now = now_of(&context);
        repeated(&value(context.zone.to_local(now)), args)
    })
}

fn now_kernel(call: &CallSite) -> Box<dyn Kernel> {
    let context = call.context.clone();
    every_row(move |args| repeated(&instant(now_of(&context)), args))
}

fn clock_kernel(call: &CallSite) -> Box<dyn Kernel> {
    let context = call.context.clone();
    every_row(move |args| repeated(&instant(context.clock.now_millis()), args))
}

fn instant(millis: i64) -> ArrayRef {
    Arc::new(TimestampMillisecondArray::from(vec![millis]).with_timezone("UTC"))
}

fn repeated(value: &ArrayRef, args: &Args<'_>) -> Result<ArrayRef> {
    table::function::Columnar::Scalar(value.clone()).into_array(args.rows())
}

static WATERMARK_DOC: FunctionDoc = FunctionDoc {
    name: "CURRENT_WATERMARK",
    aliases: &[],
    definition: "CURRENT_WATERMARK",
    signatures: &["CURRENT_WATERMARK(rowtime)"],
    summary: "The watermark of a row time attribute when a row comes; NULL before the first one, and always in batch mode.",
    examples: &[],
};

pub(super) fn current_watermark() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "CURRENT_WATERMARK", forms: &[&[Family::Any]] };
    Function::new(
        &WATERMARK_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let rowtime = &arguments[0].data_type;
            if rowtime.time_attribute() != TimeAttribute::Rowtime && !rowtime.is_unknown() {
                let flink = format!("The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was '{rowtime}'.");
                return Err(CallError::new(format!("the argument of 'CURRENT_WATERMARK' must be a row time attribute, not {rowtime}"))
                    .at(0)
                    .with_help("A row time attribute is a column that a table's WATERMARK is declared for.")
                    .with_flink(flink));
            }
            Ok(accept_as_is(arguments, rowtime.clone().without_time_attribute().with_nullable(true)))
        },
        |call| {
            if call.context.streaming {
                return Err(Error::unsupported("CURRENT_WATERMARK is not supported in streaming mode"));
            }
            let result = arrow_type(&call.result);
            Ok(rows(move |args| Ok(new_null_array(&result, args.rows()))))
        },
    )
    .non_deterministic()
    .definition()
}
