//! LN, LOG10, LOG2 and LOG: -Infinity for 0 and NaN below.

use super::double_function;
use crate::kernel::{Function, binary, unary};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::Float64Type;
use table::TypeKind;
use table::function::{Example, FunctionDefinition, FunctionDoc};

static LN_DOC: FunctionDoc = FunctionDoc {
    name: "LN",
    aliases: &[],
    definition: "ln",
    signatures: &["LN(number)"],
    summary: "The natural logarithm.",
    examples: &[Example { expression: "LN(10)", result: "2.302585092994046" }, Example { expression: "LN(0)", result: "-Infinity" }],
};

static LOG10_DOC: FunctionDoc = FunctionDoc {
    name: "LOG10",
    aliases: &[],
    definition: "log10",
    signatures: &["LOG10(number)"],
    summary: "The logarithm to base 10.",
    examples: &[Example { expression: "LOG10(100)", result: "2.0" }],
};

static LOG2_DOC: FunctionDoc = FunctionDoc {
    name: "LOG2",
    aliases: &[],
    definition: "log2",
    signatures: &["LOG2(number)"],
    summary: "The logarithm to base 2.",
    examples: &[Example { expression: "LOG2(8)", result: "3.0" }],
};

static LOG_DOC: FunctionDoc = FunctionDoc {
    name: "LOG",
    aliases: &[],
    definition: "log",
    signatures: &["LOG(number)", "LOG(base, number)"],
    summary: "The natural logarithm, or the logarithm to a given base.",
    examples: &[Example { expression: "LOG(10)", result: "2.302585092994046" }, Example { expression: "LOG(2, 8)", result: "3.0" }],
};

double_function!(ln, LN_DOC, f64::ln);
double_function!(log10, LOG10_DOC, f64::log10);
double_function!(log2, LOG2_DOC, |x| to_base(2.0, x));

pub(super) fn log() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "LOG", forms: &[&[Family::Numeric], &[Family::Numeric, Family::Numeric]] };
    Function::new(
        &LOG_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[TypeKind::Double, TypeKind::Double], TypeKind::Double))
        },
        |call| match call.arguments.len() {
            1 => unary::<Float64Type, Float64Type>(call, |x| Ok(Some(x.ln()))),
            _ => binary::<Float64Type, Float64Type, Float64Type>(call, |base, x| Ok(Some(to_base(base, x)))),
        },
    )
    .infallible()
    .definition()
}

fn to_base(base: f64, x: f64) -> f64 {
    x.ln() / base.ln()
}
