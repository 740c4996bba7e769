//! Hints: options on a reference to a table, and hints of a query block.

use crate::bound::Expr;
use crate::columns::Scope;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, HINT_ON_VIEW, HINTS_DISABLED, INVALID_HINT, NO_EFFECT, UNKNOWN_HINT};
use crate::settings::split_columns;
use ::options::{Layer, LayeredOptions, OptionValue, Origin, TableOptions};
use diag::{Diagnostic, Span, Spanned, suggest};
use sql::ast::{Hint, HintArgs, HintKey, HintValue, LegacyWith, Literal};
use table::catalog::ObjectIdentifier;

/// Hints after SELECT that name tables.
const JOIN_HINTS: &[&str] = &["BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN"];

/// Hints after SELECT with options.
const OPTION_HINTS: &[&str] = &["OPTIONS", "STATE_TTL", "LOOKUP", "JSON_AGGREGATE_WRAPPED"];

/// Hints after the name of a table that are not Flink's: they choose keys and indexes of a dimension table.
const KEY_HINTS: &[&str] = &["PRIMARYKEY", "INDEX", "UNIQUEINDEX"];

impl Resolver<'_> {
    /// The options that the hints of a reference give, each with the place of its key.
    pub(crate) fn hint_options(&mut self, hints: &[Hint]) -> TableOptions {
        let mut options = LayeredOptions::new();
        for hint in hints {
            let name = hint.name.value.to_ascii_uppercase();
            match (name.as_str(), &hint.args) {
                ("OPTIONS", HintArgs::Options(entries)) if !entries.is_empty() => {
                    if self.refuse_disabled_hint(hint) {
                        continue;
                    }
                    for entry in entries {
                        let origin = Origin::new(Layer::Hint, key_span(&entry.key));
                        let value = OptionValue { text: entry.value.value.clone(), origin, span: unquoted(entry.value.span) };
                        options.insert(entry.key.text(), value);
                    }
                }
                ("OPTIONS", _) => {
                    let diagnostic = Diagnostic::error(INVALID_HINT, hint.span, "the hint OPTIONS takes pairs of a key and a value")
                        .with_help("Write /*+ OPTIONS('key'='value') */.")
                        .with_flink("java.lang.AssertionError: Hint [OPTIONS] only support non empty key value options");
                    self.report(diagnostic);
                }
                ("DATAPHINCOLUMNS", _) => {}
                (known, _) if KEY_HINTS.contains(&known) => {}
                (known, _) if JOIN_HINTS.contains(&known) || OPTION_HINTS.contains(&known) => self.warn_of_query_hint(hint, known),
                _ => self.unknown_hint(hint),
            }
        }
        options
    }

    /// Flink reads a hint of a query behind a table and ignores it.
    fn warn_of_query_hint(&mut self, hint: &Hint, name: &str) {
        let message = format!("hint '{name}' has no effect behind a table");
        let diagnostic = Diagnostic::warning(NO_EFFECT, hint.span, message);
        self.report(diagnostic.with_help(format!("Write it after SELECT: SELECT /*+ {name}(..) */.")));
    }

    fn refuse_disabled_hint(&mut self, hint: &Hint) -> bool {
        if self.configuration_flag("table.dynamic-table-options.enabled", true) {
            return false;
        }
        let diagnostic = Diagnostic::error(HINTS_DISABLED, hint.span, "the hint OPTIONS is switched off")
            .with_help("Set 'table.dynamic-table-options.enabled' = 'true'.")
            .flink_validation(
                "The 'OPTIONS' hint is allowed only when the config option 'table.dynamic-table-options.enabled' is set to true.",
            );
        self.report(diagnostic);
        true
    }

    /// Views and common table expressions have no options.
    pub(crate) fn refuse_hints_on_view(&mut self, hints: &[Hint], view: Option<&ObjectIdentifier>) {
        let is_of_table = |hint: &&Hint| {
            let name = hint.name.value.to_ascii_uppercase();
            matches!(name.as_str(), "OPTIONS" | "DATAPHINCOLUMNS") || KEY_HINTS.contains(&name.as_str())
        };
        for hint in hints.iter().filter(is_of_table) {
            let message = match view {
                Some(view) => format!("view '{}' takes no options", view.summary()),
                None => "a common table expression takes no options".to_owned(),
            };
            let mut diagnostic = Diagnostic::error(HINT_ON_VIEW, hint.span, message).with_help("Put the hint on a table inside it.");
            if let Some(view) = view {
                diagnostic = diagnostic
                    .flink_validation(format!("View '{view}' cannot be enriched with new options. Hints can only be applied to tables."));
            }
            self.report(diagnostic);
        }
    }

    /// Checks the hints after SELECT; they advise an optimizer and change no result.
    pub(crate) fn query_hints(&mut self, hints: &[Hint], scope: &Scope<'_>) {
        for hint in hints {
            let name = hint.name.value.to_ascii_uppercase();
            match &hint.args {
                HintArgs::List(tables) if JOIN_HINTS.contains(&name.as_str()) => self.check_hint_tables(&name, tables, scope),
                _ if JOIN_HINTS.contains(&name.as_str()) || OPTION_HINTS.contains(&name.as_str()) => {}
                _ => self.unknown_hint(hint),
            }
        }
    }

    fn check_hint_tables(&mut self, name: &str, tables: &[HintValue], scope: &Scope<'_>) {
        for table in tables {
            let wanted = table.text();
            let last = wanted.rsplit('.').next().unwrap_or(&wanted);
            let names: Vec<&str> = scope.tables.iter().filter_map(|t| t.name.as_deref()).collect();
            if names.contains(&last) {
                continue;
            }
            let diagnostic = Diagnostic::error(INVALID_HINT, table.span(), format!("'{wanted}' is no table of this query"))
                .flink_validation(format!(
                    "The options of following hints cannot match the name of input tables or views: \n`{wanted}` in `{name}`"
                ));
            self.report(match suggest::nearest(last, names) {
                Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), table.span(), near),
                None => diagnostic,
            });
        }
    }

    fn unknown_hint(&mut self, hint: &Hint) {
        let name = hint.name.value.to_ascii_uppercase();
        let known = JOIN_HINTS.iter().chain(OPTION_HINTS).chain(KEY_HINTS).copied();
        let diagnostic = Diagnostic::error(UNKNOWN_HINT, hint.name.span, format!("hint '{name}' does not exist"))
            .with_flink(format!("java.lang.AssertionError: Hint: {name} should be registered in the HintStrategyTable"));
        self.report(match suggest::nearest(&name, known) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), hint.name.span, near),
            None => diagnostic,
        });
    }

    pub(crate) fn configuration_flag(&self, key: &str, default: bool) -> bool {
        self.context.configuration.opt_bool(key).unwrap_or(default)
    }
}

/// The columns of `WITH (PRIMARYKEY = 'a, b')`.
pub(crate) fn listed_columns(value: &Spanned<Literal>) -> Vec<(String, Span)> {
    split_columns(&literal_text(&value.value), value.span)
}

/// `JOIN t WITH (k = v)`, as Blink wrote options of a reference; keys and indexes are no options.
pub(crate) fn legacy_options(legacy: Option<&LegacyWith>) -> TableOptions {
    let mut options = LayeredOptions::new();
    let entries = legacy.iter().flat_map(|with| &with.options);
    for (key, value) in entries.filter(|(key, _)| !KEY_HINTS.contains(&key.value.to_ascii_uppercase().as_str())) {
        let origin = Origin::new(Layer::Hint, key.span);
        options.insert(key.value.clone(), OptionValue { text: literal_text(&value.value), origin, span: value.span });
    }
    options
}

pub(crate) fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::String(text) | Literal::Date(text) | Literal::Time(text) | Literal::Timestamp(text) => text.value.clone(),
        Literal::Integer(text) | Literal::Decimal(text) | Literal::Approximate(text) | Literal::Binary(text) => text.clone(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Interval { value, .. } => value.value.clone(),
        Literal::Null | Literal::Unknown => String::new(),
    }
}

/// The place of a key without its quotes, so that a fix replaces only the key.
fn key_span(key: &HintKey) -> Span {
    match key {
        HintKey::String(text) => unquoted(text.span),
        HintKey::Name(name) => name.span,
    }
}

pub(crate) fn unquoted(span: Span) -> Span {
    if span.end >= span.start + 2 { Span::new(span.source, span.start + 1, span.end - 1) } else { span }
}

/// A use of `FOR SYSTEM_TIME AS OF` that means the present: the processing time.
pub(crate) fn is_processing_time(expr: &Expr) -> bool {
    expr.data_type.time_attribute() == table::TimeAttribute::Proctime
}
