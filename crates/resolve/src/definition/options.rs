//! Checks the options of a table where it is defined, as far as they can be known there.
//!
//! What is missing is not reported: a LIKE, a SET or a hint may give it. Keys that nobody knows and values of a wrong form are.

use super::Definer;
use crate::context::Resolver;
use crate::diagnostics::{UNKNOWN_CONNECTOR, UNKNOWN_FORMAT};
use ::options::Checks;
use diag::{Diagnostic, Severity, Span, suggest};
use table::catalog::{CatalogTable, ObjectIdentifier};

impl Definer<'_> {
    pub(super) fn check_options(&mut self, identifier: &ObjectIdentifier, table: &CatalogTable, span: Span) {
        if self.context.configuration.checks() == Checks::Lenient {
            return;
        }
        let Some(connector) = table.options.winner("connector") else { return };
        let connectors = self.context.connectors;
        let Some(factory) = connectors.connector(&connector.text) else {
            if workspace::is_known_connector(&connector.text) {
                return;
            }
            let known: Vec<_> = connectors.connectors().iter().map(|factory| factory.identifier()).collect();
            let diagnostic = Diagnostic::warning(UNKNOWN_CONNECTOR, connector.span, format!("connector '{}' is not known", connector.text))
                .with_note("The table can be used in checks, but not run.");
            self.report(match suggest::nearest(&connector.text, known) {
                Some(near) => diagnostic.with_fix(format!("Did you mean '{near}'?"), connector.span, near),
                None => diagnostic,
            });
            return;
        };
        let mut resolver = Resolver::new(self.context, self.context.streaming.unwrap_or(false));
        resolver.check_options(factory, &table.options, identifier, &table.schema, span);
        let found = resolver.diagnostics.into_iter().filter(|diagnostic| diagnostic.id != "missing-required-option");
        self.diagnostics.extend(found.map(|diagnostic| match diagnostic.id {
            UNKNOWN_FORMAT => Diagnostic { severity: Severity::Warning, ..diagnostic },
            _ => diagnostic,
        }));
    }
}
