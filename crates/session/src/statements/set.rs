//! SET and RESET, of configuration and of single tables.

use super::Outcome;
use super::overrides::Mode;
use crate::diagnostics::{NOT_SUPPORTED, UNKNOWN_OBJECT};
use crate::result::{ContentTable, StatementResult};
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use options::{Layer, OptionValue, Origin};
use sql::ast::{Ident, ObjectName};
use sql::statements::create_table as ast;
use sql::statements::set::{Reset, ResetTable, Set, SetKey, SetTable, SetTableValue};
use table::catalog::{Lookup, ObjectIdentifier};

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

    pub(super) fn set_table(&mut self, node: &SetTable) -> Outcome {
        let (mode, identifier, property) = self.property_path(&node.path)?;
        if property.is_empty() {
            let message = format!("'{}' is a table; a property has to follow", node.path.text());
            return Err(Diagnostic::error(UNKNOWN_OBJECT, node.path.span, message).into());
        }
        let layer = if mode.is_some() { Layer::SetForMode } else { Layer::Set };
        let SetTableValue::Value(value) = &node.value else {
            let message = format!("property '{}' of a table cannot be set yet", property_text(&property));
            let diagnostic = Diagnostic::error(NOT_SUPPORTED, node.value_span, message).with_note("Options of a table can be set.");
            return Err(diagnostic.into());
        };
        let span = property[0].span.to(property[property.len() - 1].span);
        self.overrides.set(identifier, mode, &property_text(&property), option_value(value, span, layer));
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn reset_table(&mut self, node: &ResetTable) -> Outcome {
        let (mode, identifier, property) = self.property_path(&node.path)?;
        let property = (!property.is_empty()).then(|| property_text(&property));
        self.overrides.reset(&identifier, mode, property.as_deref());
        Ok(StatementResult::Succeeded)
    }

    /// Splits `[mode.][[catalog.]database.]table.property`: the longest beginning that is a table is the table.
    fn property_path<'n>(&self, path: &'n ObjectName) -> Result<(Option<Mode>, ObjectIdentifier, Vec<&'n Ident>)> {
        for skipped in 0..=1 {
            let mode = match skipped {
                0 => None,
                _ => match path.parts.first().and_then(|part| Mode::of_prefix(&part.value)) {
                    Some(mode) => Some(mode),
                    None => break,
                },
            };
            let parts = &path.parts[skipped..];
            for count in (1..=parts.len().min(3)).rev() {
                let names: Vec<&str> = parts[..count].iter().map(|part| part.value.as_str()).collect();
                if let Lookup::Found(found) = self.catalogs.lookup(&names)? {
                    return Ok((mode, found.identifier, parts[count..].iter().collect()));
                }
            }
        }
        Err(self.no_table_in_path(path))
    }

    fn no_table_in_path(&self, path: &ObjectName) -> Error {
        let message = format!("no part of '{}' is a table", path.text());
        let diagnostic = Diagnostic::error(UNKNOWN_OBJECT, path.span, message)
            .with_note("The path is [project.]table.property. A configuration key is written in quotes: SET 'key' = 'value'.");
        let names = self.catalogs.objects(self.catalogs.current_catalog(), self.catalogs.current_database()).unwrap_or_default();
        super::with_near(diagnostic, &path.parts[0].value, names.iter().map(String::as_str)).into()
    }
}

fn property_text(parts: &[&Ident]) -> String {
    parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join(".")
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

fn option_value(value: &ast::OptionValue, key: Span, layer: Layer) -> OptionValue {
    let span = match value {
        ast::OptionValue::String(literal) => inside(literal.span),
        other => other.span(),
    };
    OptionValue { text: value.text(), origin: Origin::new(layer, key), span }
}
