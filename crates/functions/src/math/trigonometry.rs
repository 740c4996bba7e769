//! Trigonometric functions, in DOUBLE and in radians.

use super::double_function;
use crate::kernel::{Function, binary};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::Float64Type;
use table::TypeKind;
use table::function::{Example, FunctionDefinition, FunctionDoc};

macro_rules! trigonometric {
    ($entry:ident, $doc:ident, $name:literal, $definition:literal, $summary:literal, $example:literal, $result:literal, $function:expr) => {
        static $doc: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: $definition,
            signatures: &[concat!($name, "(number)")],
            summary: $summary,
            examples: &[Example { expression: $example, result: $result }],
        };

        double_function!($entry, $doc, $function);
    };
}

trigonometric!(sin, SIN_DOC, "SIN", "sin", "The sine.", "SIN(1)", "0.8414709848078965", f64::sin);
trigonometric!(sinh, SINH_DOC, "SINH", "sinh", "The hyperbolic sine.", "SINH(1)", "1.1752011936438014", f64::sinh);
trigonometric!(cos, COS_DOC, "COS", "cos", "The cosine.", "COS(1)", "0.5403023058681398", f64::cos);
trigonometric!(cosh, COSH_DOC, "COSH", "cosh", "The hyperbolic cosine.", "COSH(1)", "1.543080634815244", cosh_of);
trigonometric!(tan, TAN_DOC, "TAN", "tan", "The tangent.", "TAN(1)", "1.5574077246549023", f64::tan);
trigonometric!(tanh, TANH_DOC, "TANH", "tanh", "The hyperbolic tangent.", "TANH(1)", "0.7615941559557649", f64::tanh);
trigonometric!(cot, COT_DOC, "COT", "cot", "The cotangent.", "COT(1)", "0.6420926159343306", |x| 1.0 / x.tan());
trigonometric!(
    asin,
    ASIN_DOC,
    "ASIN",
    "asin",
    "The angle whose sine is given; NaN beyond -1 to 1.",
    "ASIN(1)",
    "1.5707963267948966",
    f64::asin
);
trigonometric!(acos, ACOS_DOC, "ACOS", "acos", "The angle whose cosine is given; NaN beyond -1 to 1.", "ACOS(1)", "0.0", f64::acos);
trigonometric!(atan, ATAN_DOC, "ATAN", "atan", "The angle whose tangent is given.", "ATAN(1)", "0.7853981633974483", f64::atan);
trigonometric!(
    degrees,
    DEGREES_DOC,
    "DEGREES",
    "degrees",
    "An angle in degrees, from radians.",
    "DEGREES(3.14)",
    "179.9087476710785",
    f64::to_degrees
);
trigonometric!(
    radians,
    RADIANS_DOC,
    "RADIANS",
    "radians",
    "An angle in radians, from degrees.",
    "RADIANS(180)",
    "3.141592653589793",
    f64::to_radians
);

static ATAN2_DOC: FunctionDoc = FunctionDoc {
    name: "ATAN2",
    aliases: &[],
    definition: "atan2",
    signatures: &["ATAN2(y, x)"],
    summary: "The angle of the point (x, y).",
    examples: &[Example { expression: "ATAN2(1, 2)", result: "0.4636476090008061" }],
};

pub(super) fn atan2() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "ATAN2", forms: &[&[Family::Numeric, Family::Numeric]] };
    Function::new(
        &ATAN2_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[TypeKind::Double, TypeKind::Double], TypeKind::Double))
        },
        |call| binary::<Float64Type, Float64Type, Float64Type>(call, |y, x| Ok(Some(y.atan2(x)))),
    )
    .infallible()
    .definition()
}

/// To the last digit what Java's library gives.
fn cosh_of(x: f64) -> f64 {
    let magnitude = x.abs();
    if !(0.5 * std::f64::consts::LN_2..22.0).contains(&magnitude) {
        return x.cosh();
    }
    let power = exp_of(magnitude);
    0.5 * power + 0.5 / power
}

/// The exponential function of fdlibm, which is not the nearest number everywhere, for numbers from ln 2 / 2 to 22.
fn exp_of(x: f64) -> f64 {
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    const POLYNOMIAL: [f64; 5] = [
        1.666_666_666_666_660_2e-1,
        -2.777_777_777_701_559_3e-3,
        6.613_756_321_437_934e-5,
        -1.653_390_220_546_525_2e-6,
        4.138_136_797_057_238_5e-8,
    ];
    let halvings = if x < 1.5 * std::f64::consts::LN_2 { 1 } else { (x / std::f64::consts::LN_2 + 0.5) as i32 };
    let high = x - f64::from(halvings) * LN_2_HIGH;
    let low = f64::from(halvings) * LN_2_LOW;
    let rest = high - low;
    let square = rest * rest;
    let correction = rest - POLYNOMIAL.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * square);
    (1.0 - ((low - rest * correction / (2.0 - correction)) - high)) * f64::from(halvings).exp2()
}
