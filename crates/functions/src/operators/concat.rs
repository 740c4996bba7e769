//! `a || b`

use crate::kernel::{Function, Text, binary_text};
use crate::signature::{Family, Forms, accept};
use table::function::{Argument, CallError, Example, FunctionDoc, Signature};
use table::types::{TypeKind, concatenated_type};

pub(super) static CONCATENATE: Function = Function::new(
    &FunctionDoc {
        name: "||",
        aliases: &[],
        definition: "concat",
        signatures: &["string || string"],
        summary: "Joins two strings.",
        examples: &[Example { expression: "'a' || 'b'", result: "ab" }],
    },
    resolve,
    |_| {
        binary_text::<Text, Text>(|a, b, out| {
            out.push_str(a);
            out.push_str(b);
            Ok(true)
        })
    },
)
.infallible();

const FORMS: Forms = Forms { name: "||", forms: &[&[Family::String, Family::String]] };

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let [left, right] = arguments else { return Err(FORMS.check(arguments).err().unwrap_or_else(|| FORMS.refusal(arguments))) };
    if left.data_type.is_unknown() || right.data_type.is_unknown() {
        return Ok(accept(arguments, &[], TypeKind::Unknown));
    }
    let (l, r) = match (&left.data_type.kind, &right.data_type.kind) {
        (TypeKind::Null, other) | (other, TypeKind::Null) => (other, other),
        kinds => kinds,
    };
    match concatenated_type(l, r) {
        Some(result) if result.is_character() => Ok(accept(arguments, &[l.clone(), r.clone()], result)),
        Some(_) => Err(CallError::new("'||' joins strings, not bytes").with_flink("String expression type expected.")),
        None => {
            let given = |argument: &Argument| format!("<{}>", argument.data_type.validator_text().to_uppercase());
            let forms = ["<STRING> || <STRING>".to_owned(), "<EQUIVALENT_TYPE> || <EQUIVALENT_TYPE>".to_owned()];
            Err(crate::signature::refuse("||", &format!("{} || {}", given(left), given(right)), &forms, arguments, None))
        }
    }
}
