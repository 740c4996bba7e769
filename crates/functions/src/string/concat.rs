//! CONCAT and CONCAT_WS.

use super::{STRING, signature};
use crate::kernel::{Column, Function, Text, rows};
use crate::signature::{Family, Forms};
use diag::Result;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Signature};

static CONCAT_DOC: FunctionDoc = FunctionDoc {
    name: "CONCAT",
    aliases: &[],
    definition: "concat",
    signatures: &["CONCAT(text, ...)"],
    summary: "The texts one after the other; NULL when one of them is.",
    examples: &[
        Example { expression: "CONCAT('a', 'b')", result: "ab" },
        Example { expression: "CONCAT('a', CAST(NULL AS STRING))", result: "<NULL>" },
    ],
};

static CONCAT_WS_DOC: FunctionDoc = FunctionDoc {
    name: "CONCAT_WS",
    aliases: &[],
    definition: "concat_ws",
    signatures: &["CONCAT_WS(separator, text, ...)"],
    summary: "The texts that are not NULL with a separator between them; NULL when the separator is.",
    examples: &[Example { expression: "CONCAT_WS('-', 'a', CAST(NULL AS STRING), 'b')", result: "a-b" }],
};

pub(super) fn concat() -> FunctionDefinition {
    Function::new(
        &CONCAT_DOC,
        |arguments| resolve("CONCAT", arguments),
        |_| {
            Ok(rows(|args| {
                let texts: Vec<Column<'_, Text>> = (0..args.len()).map(|i| args.column(i)).collect::<Result<_>>()?;
                args.build_text(|row, out| {
                    Ok(texts.iter().all(|text| {
                        let text = text.get(row);
                        out.extend(text);
                        text.is_some()
                    }))
                })
            }))
        },
    )
    .infallible()
    .definition()
}

pub(super) fn concat_ws() -> FunctionDefinition {
    Function::new(
        &CONCAT_WS_DOC,
        |arguments| resolve("CONCAT_WS", arguments),
        |_| {
            Ok(rows(|args| {
                let separator = args.column::<Text>(0)?;
                let texts: Vec<Column<'_, Text>> = (1..args.len()).map(|i| args.column(i)).collect::<Result<_>>()?;
                args.build_text(|row, out| {
                    let Some(separator) = separator.get(row) else { return Ok(false) };
                    for (i, text) in texts.iter().filter_map(|text| text.get(row)).enumerate() {
                        out.push_str(if i > 0 { separator } else { "" });
                        out.push_str(text);
                    }
                    Ok(true)
                })
            }))
        },
    )
    .infallible()
    .definition()
}

/// One text or more.
fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let forms = Forms { name, forms: &[&[Family::Character]] };
    if arguments.is_empty() {
        forms.check(arguments)?;
    }
    if let Some(wrong) = arguments.iter().position(|argument| !Family::Character.accepts(&argument.data_type)) {
        return Err(forms.refusal(arguments).at(wrong));
    }
    Ok(signature(arguments, &vec![Family::Character; arguments.len()], STRING))
}
