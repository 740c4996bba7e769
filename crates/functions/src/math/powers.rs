//! POWER, SQRT and EXP, in DOUBLE.

use super::double_function;
use crate::kernel::{Function, binary};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::Float64Type;
use table::TypeKind;
use table::function::{Example, FunctionDefinition, FunctionDoc};

static POWER_DOC: FunctionDoc = FunctionDoc {
    name: "POWER",
    aliases: &[],
    definition: "power",
    signatures: &["POWER(base, exponent)"],
    summary: "A number raised to a power.",
    examples: &[Example { expression: "POWER(2, 3)", result: "8.0" }, Example { expression: "POWER(0, -1)", result: "Infinity" }],
};

static SQRT_DOC: FunctionDoc = FunctionDoc {
    name: "SQRT",
    aliases: &[],
    definition: "sqrt",
    signatures: &["SQRT(number)"],
    summary: "The square root; NaN for a negative number.",
    examples: &[Example { expression: "SQRT(4)", result: "2.0" }, Example { expression: "SQRT(-1)", result: "NaN" }],
};

static EXP_DOC: FunctionDoc = FunctionDoc {
    name: "EXP",
    aliases: &[],
    definition: "exp",
    signatures: &["EXP(number)"],
    summary: "Euler's number raised to a power.",
    examples: &[Example { expression: "EXP(1)", result: "2.718281828459045" }],
};

pub(super) fn power() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "POWER", forms: &[&[Family::Numeric, Family::Numeric]] };
    Function::new(
        &POWER_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[TypeKind::Double, TypeKind::Double], TypeKind::Double))
        },
        |call| binary::<Float64Type, Float64Type, Float64Type>(call, |base, exponent| Ok(Some(base.powf(exponent)))),
    )
    .infallible()
    .definition()
}

double_function!(sqrt, SQRT_DOC, f64::sqrt);
double_function!(exp, EXP_DOC, f64::exp);
