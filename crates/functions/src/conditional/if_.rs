//! IF(condition, value, otherwise)

use crate::kernel::{Function, rows};
use crate::signature::{Family, Forms, accept};
use arrow::array::{Array, AsArray};
use arrow::compute::{kernels::zip::zip, prep_null_mask_filter};
use diag::Error;
use table::function::{Argument, CallError, Example, FunctionDoc, Signature};
use table::types::{TypeKind, common_type};

pub(super) static IF: Function = Function::new(
    &FunctionDoc {
        name: "IF",
        aliases: &[],
        definition: "ifThenElse",
        signatures: &["IF(condition, value, otherwise)"],
        summary: "The first value when the condition is TRUE, else the second.",
        examples: &[Example { expression: "IF(FALSE, 'a', 'bcd')", result: "bcd" }],
    },
    resolve,
    |_| {
        Ok(rows(|args| {
            let condition = args.array(0)?;
            let condition = condition.as_boolean_opt().ok_or_else(|| Error::internal("a condition is not BOOLEAN"))?;
            let mask = if condition.null_count() > 0 { prep_null_mask_filter(condition) } else { condition.clone() };
            zip(&mask, &args.array(1)?, &args.array(2)?).map_err(|e| Error::internal(e.to_string()))
        }))
    },
)
.infallible();

/// The forms that Flink names when it refuses a call.
const FORMS: Forms = Forms {
    name: "IF",
    forms: &[
        &[Family::AnyType, Family::NumericType, Family::NumericType],
        &[Family::Boolean, Family::Character, Family::Character],
        &[Family::Boolean, Family::Boolean, Family::Boolean],
        &[Family::Boolean, Family::Character, Family::Character],
        &[Family::Boolean, Family::Binary, Family::Binary],
        &[Family::Boolean, Family::Date, Family::Date],
        &[Family::Boolean, Family::Timestamp, Family::Timestamp],
        &[Family::Boolean, Family::Time, Family::Time],
    ],
};

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    FORMS.check(arguments)?;
    let [condition, value, otherwise] = arguments else { return Err(FORMS.refusal(arguments)) };
    if !Family::Boolean.accepts(&condition.data_type) {
        return Err(FORMS.refusal(arguments));
    }
    let common = common_type(&value.data_type, &otherwise.data_type).ok_or_else(|| FORMS.refusal(arguments))?;
    // A condition that may be NULL makes the result so in type, though never in value.
    Ok(accept(arguments, &[TypeKind::Boolean, common.kind.clone(), common.kind.clone()], common.kind))
}
