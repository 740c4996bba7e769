//! Secrets are not written: a placeholder stays one, and what a script spells out is masked.

use super::Renderer;
use crate::definition::TableDefinition;
use crate::diagnostics::LITERAL_SECRET;
use diag::secret::{MASK, is_sensitive_key};
use diag::{Diagnostic, Span};
use sql::ast::{Hint, HintArgs};

/// What the placeholder of a secret begins with.
const PLACEHOLDER: &str = "${secret:";

impl Renderer<'_> {
    pub(crate) fn mask_options(&mut self, definition: &mut TableDefinition) {
        let mut places = Vec::new();
        for (key, option) in &mut definition.options {
            if is_spelt_out(key, &option.text) && !self.input.shows_secrets {
                option.text = MASK.to_owned();
                places.push((key.clone(), option.span));
            }
        }
        places.into_iter().for_each(|(key, span)| self.warn_of_secret(&key, span));
    }

    /// The options of a hint that stays one.
    pub(crate) fn mask_hint(&mut self, hint: &mut Hint) {
        let HintArgs::Options(entries) = &mut hint.args else { return };
        for entry in entries {
            let key = entry.key.text();
            if is_spelt_out(&key, &entry.value.value) && !self.input.shows_secrets {
                entry.value.value = MASK.to_owned();
                self.warn_of_secret(&key, entry.key.span());
            }
        }
    }

    /// The value of a SET as it is written.
    pub(crate) fn masked(&mut self, key: &str, value: String, span: Span) -> String {
        if self.input.shows_secrets || !is_spelt_out(key, &value) {
            return value;
        }
        self.warn_of_secret(key, span);
        MASK.to_owned()
    }

    fn warn_of_secret(&mut self, key: &str, span: Span) {
        let diagnostic = Diagnostic::warning(LITERAL_SECRET, span, format!("the value of '{key}' is a secret: it is masked"));
        self.report(diagnostic.with_help(format!("Name it: {PLACEHOLDER}NAME}}, or write it with --resolve-secrets.")));
    }
}

fn is_spelt_out(key: &str, value: &str) -> bool {
    is_sensitive_key(key) && !value.is_empty() && !value.contains(PLACEHOLDER)
}
