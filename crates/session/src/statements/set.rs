//! SET and RESET of the configuration.

use super::Outcome;
use crate::result::{ContentTable, StatementResult};
use crate::session::Session;
use diag::Span;
use options::{Layer, OptionValue, Origin};
use sql::statements::create_table as ast;
use sql::statements::set::{Reset, Set, SetKey};

impl Session {
    pub(super) fn set(&mut self, node: &Set) -> Outcome {
        let Some((key, value)) = &node.assignment else {
            let mut table = ContentTable::new(["key", "value"]);
            for (key, value) in self.configuration.list() {
                table.push([key.to_string(), value]);
            }
            return Ok(StatementResult::Content(table));
        };
        let diagnostics = self.configuration.set(key.text(), option_value(value, key_span(key), Layer::Set));
        self.accept((Some(()), diagnostics))?;
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn reset(&mut self, node: &Reset) -> Outcome {
        match &node.key {
            Some(key) => {
                self.configuration.reset(key.text());
            }
            None => self.configuration.reset_all(),
        }
        Ok(StatementResult::Succeeded)
    }
}

/// The key inside its quotes.
fn key_span(key: &SetKey) -> Span {
    match key {
        SetKey::String(literal) => inside(literal.span),
        SetKey::Name { span, .. } => *span,
    }
}

fn inside(span: Span) -> Span {
    match span.end - span.start {
        0 | 1 => span,
        _ => Span::new(span.source, span.start + 1, span.end - 1),
    }
}

pub(super) fn option_value(value: &ast::OptionValue, key: Span, layer: Layer) -> OptionValue {
    let span = match value {
        ast::OptionValue::String(literal) => inside(literal.span),
        other => other.span(),
    };
    OptionValue { text: value.text(), origin: Origin::new(layer, key), span }
}
