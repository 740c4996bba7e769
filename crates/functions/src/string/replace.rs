//! REPLACE, TRANSLATE and REVERSE.

use super::{STRING, nullable_signature, signature};
use crate::kernel::{Function, Text, rows, ternary_text, unary_text};
use crate::signature::{Family, Forms};
use table::LogicalType;
use table::function::{Example, FunctionDefinition, FunctionDoc, Kernel};

static REPLACE_DOC: FunctionDoc = FunctionDoc {
    name: "REPLACE",
    aliases: &[],
    definition: "replace",
    signatures: &["REPLACE(text, part, replacement)"],
    summary: "The text with each occurrence of a part replaced. An empty part is found between all characters.",
    examples: &[
        Example { expression: "REPLACE('hello world', 'world', 'flink')", result: "hello flink" },
        Example { expression: "REPLACE('abc', '', 'x')", result: "xaxbxcx" },
    ],
};

static TRANSLATE_DOC: FunctionDoc = FunctionDoc {
    name: "TRANSLATE",
    aliases: &["TRANSLATE3"],
    definition: "TRANSLATE3",
    signatures: &["TRANSLATE(text, from, to)"],
    summary: "The text with each character of one set replaced by the character at the same place of another; without one it is left out.",
    examples: &[
        Example { expression: "TRANSLATE('abcabc', 'ab', 'XY')", result: "XYcXYc" },
        Example { expression: "TRANSLATE('abcabc', 'abc', 'X')", result: "XX" },
    ],
};

static REVERSE_DOC: FunctionDoc = FunctionDoc {
    name: "REVERSE",
    aliases: &[],
    definition: "reverse",
    signatures: &["REVERSE(text)"],
    summary: "The characters in reverse order.",
    examples: &[Example { expression: "REVERSE('abc')", result: "cba" }],
};

pub(super) fn replace() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REPLACE", forms: &[&[Family::Character; 3]] };
    Function::new(
        &REPLACE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Character; 3], STRING))
        },
        |_| {
            ternary_text::<Text, Text, Text>(|text, part, replacement, out| {
                let mut end = 0;
                for (at, found) in text.match_indices(part) {
                    out.push_str(&text[end..at]);
                    out.push_str(replacement);
                    end = at + found.len();
                }
                out.push_str(&text[end..]);
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn translate() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "TRANSLATE", forms: &[&[Family::Character; 3]] };
    Function::new(
        &TRANSLATE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let mut signature = signature(arguments, &[Family::Character; 3], STRING);
            signature.result.nullable = arguments[0].data_type.nullable;
            Ok(signature)
        },
        |_| Ok(translated()),
    )
    .infallible()
    .definition()
}

/// Only a NULL text gives NULL; without characters to replace the text stays.
fn translated() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, from, to) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.column::<Text>(2)?);
        args.build_text(|row, out| {
            let Some(text) = text.get(row) else { return Ok(false) };
            let (from, to) = (from.get(row).unwrap_or(""), to.get(row).unwrap_or(""));
            for c in text.chars() {
                match from.chars().position(|f| f == c) {
                    None => out.push(c),
                    Some(place) => out.extend(to.chars().nth(place)),
                }
            }
            Ok(true)
        })
    })
}

pub(super) fn reverse() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REVERSE", forms: &[&[Family::Character]] };
    Function::new(
        &REVERSE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable_signature(arguments, &[Family::Character], LogicalType::string()))
        },
        |_| {
            unary_text::<Text>(|text, out| {
                out.extend(text.chars().rev());
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}
