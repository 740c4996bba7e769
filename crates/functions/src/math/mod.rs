//! Arithmetic functions.

mod absolute;
mod digits;
mod logarithms;
mod modulo;
mod numbers;
mod powers;
mod random;
mod rounding;
mod trigonometry;
mod uuid;
mod whole;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    absolute::abs,
    absolute::sign,
    modulo::modulo,
    powers::power,
    powers::sqrt,
    powers::exp,
    logarithms::ln,
    logarithms::log10,
    logarithms::log2,
    logarithms::log,
    trigonometry::sin,
    trigonometry::sinh,
    trigonometry::cos,
    trigonometry::cosh,
    trigonometry::tan,
    trigonometry::tanh,
    trigonometry::cot,
    trigonometry::asin,
    trigonometry::acos,
    trigonometry::atan,
    trigonometry::atan2,
    trigonometry::degrees,
    trigonometry::radians,
    numbers::pi,
    numbers::e,
    whole::ceil,
    whole::floor,
    rounding::round,
    rounding::truncate,
    random::rand,
    random::rand_integer,
    uuid::uuid,
    digits::bin,
    digits::hex,
    digits::unhex,
];

/// A function of one number in DOUBLE.
macro_rules! double_function {
    ($entry:ident, $doc:ident, $function:expr) => {
        pub(super) fn $entry() -> table::function::FunctionDefinition {
            const FORMS: crate::signature::Forms =
                crate::signature::Forms { name: $doc.name, forms: &[&[crate::signature::Family::Numeric]] };
            crate::kernel::Function::new(
                &$doc,
                |arguments| {
                    FORMS.check(arguments)?;
                    Ok(crate::signature::accept(arguments, &[table::TypeKind::Double], table::TypeKind::Double))
                },
                |call| {
                    let function: fn(f64) -> f64 = $function;
                    crate::kernel::unary::<arrow::datatypes::Float64Type, arrow::datatypes::Float64Type>(call, move |x| {
                        Ok(Some(function(x)))
                    })
                },
            )
            .infallible()
            .definition()
        }
    };
}

use double_function;
