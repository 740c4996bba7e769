//! `a + b`

use super::datetime;
use super::decimal::DecimalOperator;
use super::numeric::{self, NUMBERS, NumericOperator};
use crate::kernel::Function;
use crate::signature::{Family, Forms};
use diag::Result;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::decimal::sum_type;

pub(super) static PLUS: Function = Function::new(
    &FunctionDoc {
        name: "+",
        aliases: &[],
        definition: "plus",
        signatures: &["number + number", "interval + interval", "datetime + interval", "interval + datetime"],
        summary: "Adds. Integers wrap around, a DECIMAL that gets too large is NULL; adding months stays within the month.",
        examples: &[
            Example { expression: "1 + 2.5", result: "3.5" },
            Example { expression: "DATE '2020-01-31' + INTERVAL '1' MONTH", result: "2020-02-29" },
        ],
    },
    resolve,
    kernel,
)
.infallible();

const FORMS: Forms = Forms {
    name: "+",
    forms: &[
        NUMBERS,
        &[Family::DatetimeInterval, Family::DatetimeInterval],
        &[Family::Datetime, Family::DatetimeInterval],
        &[Family::DatetimeInterval, Family::Datetime],
    ],
};

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    match numeric::resolve(&FORMS, arguments, sum_type)? {
        Some(signature) => Ok(signature),
        None => datetime::resolve_sum(arguments).ok_or_else(|| FORMS.refusal(arguments)),
    }
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    if !call.result.kind.is_numeric() {
        return datetime::kernel(call, 1);
    }
    let operator = NumericOperator {
        tiny: i8::wrapping_add,
        small: i16::wrapping_add,
        int: i32::wrapping_add,
        big: i64::wrapping_add,
        float: |a, b| a + b,
        double: |a, b| a + b,
        decimal: DecimalOperator::Plus,
    };
    numeric::kernel(call, operator)
}
