//! LISTAGG: a group's texts in one.

use super::definition::{Aggregate, first_type};
use super::first_last::list_state;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use super::lists::{View, lists};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, StringViewArray};
use diag::Result;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, Value};

static DOC: FunctionDoc = FunctionDoc {
    name: "LISTAGG",
    aliases: &[],
    definition: "listAgg",
    signatures: &["LISTAGG([DISTINCT] text [, separator])"],
    summary: "The texts that are not NULL with a separator between them (a comma if none is given), in the order in which they come; NULL \
              when there are none.",
    examples: &[
        Example { expression: "LISTAGG(CAST(x AS STRING)) FROM (VALUES (1), (2), (2)) AS t(x)", result: "1,2,2" },
        Example { expression: "LISTAGG(x, '|') FROM (VALUES ('a'), ('b')) AS t(x)", result: "a|b" },
    ],
};

const FORMS: Forms = Forms { name: "LISTAGG", forms: &[&[Family::Character], &[Family::Character, Family::Character]] };

pub(super) fn listagg() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve,
        accumulator: |call| Ok(Box::new(JoinAccumulator { texts: Vec::new(), present: Vec::new(), separator: separator(call) })),
        state_types: |_| Ok(vec![LogicalType::string()]),
        retracting: Some((|call| lists(&first_type(call), View::Joined(separator(call))), list_state)),
        order_sensitive: true,
    }
    .definition()
}

/// The result has the type of the text, even a CHAR whose length it exceeds.
fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    FORMS.check(arguments)?;
    match arguments.get(1).map(|separator| &separator.literal) {
        Some(None) => Err(CallError::new("the separator of 'LISTAGG' must be a literal")
            .at(1)
            .with_flink("Argument to function 'LISTAGG' must be a literal")),
        Some(Some(Value::Null)) => Err(CallError::new("the separator of 'LISTAGG' must not be NULL")
            .at(1)
            .with_flink("Argument to function 'LISTAGG' must not be NULL")),
        _ => Ok(accept_as_is(arguments, arguments[0].data_type.clone())),
    }
}

fn separator(call: &CallSite) -> String {
    match call.arguments.get(1).and_then(|argument| argument.literal.as_ref()) {
        Some(Value::String(separator)) => separator.clone(),
        _ => ",".to_owned(),
    }
}

#[derive(Debug)]
struct JoinAccumulator {
    texts: Vec<String>,
    present: Vec<bool>,
    separator: String,
}

impl Accumulator for JoinAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.texts, group_count);
        grow(&mut self.present, group_count);
        let values = arguments[0].as_string_view();
        for_each_row(groups, values.nulls(), filter, |row, group| {
            let text = &mut self.texts[group];
            if std::mem::replace(&mut self.present[group], true) {
                text.push_str(&self.separator);
            }
            text.push_str(values.value(row));
        });
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.update(states, groups, None, group_count)
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.texts.len());
        let texts = self.texts[..count].iter().zip(&self.present).map(|(text, present)| present.then_some(text.as_str()));
        Ok(Arc::new(StringViewArray::from_iter(texts)))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        Ok(vec![self.evaluate(count)?])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.texts, count);
        drop_groups(&mut self.present, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.texts) + bytes_of(&self.present) + self.texts.iter().map(String::capacity).sum::<usize>()
    }
}
