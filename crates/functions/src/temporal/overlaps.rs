//! OVERLAPS: whether two periods have a point in common.

use super::unit::{MILLIS_PER_DAY, Points, add_months};
use crate::kernel::{Args, Bool, Column, Function, rows};
use crate::signature::{Family, Forms, accept_as_is, any_nullable};
use arrow::datatypes::{DataType, Int32Type, Int64Type};
use diag::Result;
use table::LogicalType;
use table::function::{CallSite, Example, FunctionDefinition, FunctionDoc, Kernel};
use table::types::TypeKind;
use table::value::Timestamp;
use table::zone::Zone;

static DOC: FunctionDoc = FunctionDoc {
    name: "OVERLAPS",
    aliases: &["TEMPORALOVERLAPS"],
    definition: "temporalOverlaps",
    signatures: &["(start, end) OVERLAPS (start, end)", "(start, interval) OVERLAPS (start, interval)"],
    summary: "Whether two periods have a point in common, their ends included. A period is given by two points or by a point and an interval.",
    examples: &[Example { expression: "(TIME '2:55:00', INTERVAL '1' HOUR) OVERLAPS (TIME '3:30:00', INTERVAL '2' HOUR)", result: "TRUE" }],
};

/// `(a, b) OVERLAPS (c, d)` comes as OVERLAPS(a, b, c, d).
pub(super) fn overlaps() -> FunctionDefinition {
    use Family::{Datetime, DatetimeInterval};
    const FORMS: Forms = Forms {
        name: "OVERLAPS",
        forms: &[
            &[Datetime, Datetime, Datetime, Datetime],
            &[Datetime, DatetimeInterval, Datetime, DatetimeInterval],
            &[Datetime, DatetimeInterval, Datetime, Datetime],
            &[Datetime, Datetime, Datetime, DatetimeInterval],
        ],
    };
    Function::new(
        &DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept_as_is(arguments, LogicalType::boolean().with_nullable(any_nullable(arguments))))
        },
        |call| Ok(kernel(call)),
    )
    .infallible()
    .definition()
}

fn kernel(call: &CallSite) -> Box<dyn Kernel> {
    let types: Vec<LogicalType> = call.arguments.iter().map(|argument| argument.data_type.clone()).collect();
    rows(move |args| {
        let (left, right) = (Periods::open(args, 0, &types)?, Periods::open(args, 2, &types)?);
        args.build::<Bool>(&DataType::Boolean, |row| {
            Ok(left.get(row).zip(right.get(row)).map(|(left, right)| left.1 >= right.0 && right.1 >= left.0))
        })
    })
}

struct Periods<'a> {
    starts: Points<'a>,
    ends: Ends<'a>,
}

enum Ends<'a> {
    Points(Points<'a>),
    Months(Column<'a, Int32Type>),
    Millis(Column<'a, Int64Type>),
}

impl<'a> Periods<'a> {
    fn open(args: &Args<'a>, index: usize, types: &[LogicalType]) -> Result<Self> {
        let ends = match types[index + 1].kind {
            TypeKind::IntervalYearMonth => Ends::Months(args.column(index + 1)?),
            TypeKind::IntervalDayTime => Ends::Millis(args.column(index + 1)?),
            _ => Ends::Points(Points::open(args, index + 1, &types[index + 1], Zone::UTC)?),
        };
        Ok(Periods { starts: Points::open(args, index, &types[index], Zone::UTC)?, ends })
    }

    /// Both ends, the earlier first.
    fn get(&self, row: usize) -> Option<(Timestamp, Timestamp)> {
        let start = self.starts.get(row)?;
        let end = match &self.ends {
            Ends::Points(points) => points.get(row)?,
            Ends::Millis(millis) => Timestamp { millis: start.millis.saturating_add(millis.get(row)?), ..start },
            Ends::Months(months) => {
                let days = add_months(start.millis.div_euclid(MILLIS_PER_DAY), i64::from(months.get(row)?));
                Timestamp { millis: days * MILLIS_PER_DAY + start.millis.rem_euclid(MILLIS_PER_DAY), ..start }
            }
        };
        Some((start.min(end), start.max(end)))
    }
}
