//! `a * b`

use super::decimal::DecimalOperator;
use super::numeric::{self, NUMBERS, NumericOperator, zip};
use crate::kernel::{Function, rows};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::{Int32Type, Int64Type};
use diag::Result;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::TypeKind;
use table::types::decimal::product_type;

pub(super) static TIMES: Function = Function::new(
    &FunctionDoc {
        name: "*",
        aliases: &[],
        definition: "times",
        signatures: &["number * number", "interval * integer", "integer * interval"],
        summary: "Multiplies. Integers wrap around, a DECIMAL that gets too large is NULL.",
        examples: &[
            Example { expression: "1.1 * 2.22", result: "2.442" },
            Example { expression: "INTERVAL '1' DAY * 2", result: "+2 00:00:00.000" },
        ],
    },
    resolve,
    kernel,
)
.infallible();

const FORMS: Forms =
    Forms { name: "*", forms: &[NUMBERS, &[Family::DatetimeInterval, Family::Numeric], &[Family::Numeric, Family::DatetimeInterval]] };

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    if let Some(signature) = numeric::resolve(&FORMS, arguments, product_type)? {
        return Ok(signature);
    }
    FORMS.check(arguments)?;
    let interval = arguments.iter().find(|a| a.data_type.kind.is_interval()).map(|a| a.data_type.kind.clone());
    let factor = arguments.iter().find(|a| !a.data_type.kind.is_interval()).map(|a| &a.data_type);
    match (interval, factor) {
        (Some(interval), Some(factor)) if factor.kind.is_integer() || factor.kind == TypeKind::Null => {
            let unit = if interval == TypeKind::IntervalYearMonth { TypeKind::Int } else { TypeKind::BigInt };
            let kinds = arguments.iter().map(|a| if a.data_type.kind.is_interval() { interval.clone() } else { unit.clone() });
            Ok(accept(arguments, &kinds.collect::<Vec<_>>(), interval))
        }
        (Some(interval), Some(factor)) => {
            let error = CallError::new(format!("an interval cannot be multiplied by a {}", factor.kind));
            Err(error.with_help("Multiply by an integer.").with_flink(format!("Unsupported casting from {factor} to {interval}.")))
        }
        _ => Err(FORMS.refusal(arguments)),
    }
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    match call.result.kind {
        TypeKind::IntervalYearMonth => return Ok(rows(|args| zip::<Int32Type, Int32Type>(args, i32::wrapping_mul))),
        TypeKind::IntervalDayTime => return Ok(rows(|args| zip::<Int64Type, Int64Type>(args, i64::wrapping_mul))),
        _ => {}
    }
    let operator = NumericOperator {
        tiny: i8::wrapping_mul,
        small: i16::wrapping_mul,
        int: i32::wrapping_mul,
        big: i64::wrapping_mul,
        float: |a, b| a * b,
        double: |a, b| a * b,
        decimal: DecimalOperator::Times,
    };
    numeric::kernel(call, operator)
}
