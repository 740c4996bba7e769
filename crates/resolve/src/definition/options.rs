//! Checks the options of a table where it is defined, as far as they can be known there.
//!
//! What is missing is not reported: a LIKE, a SET or a hint may give it. Keys that nobody knows and values of a wrong form are.

use super::Definer;
use super::diagnostics::UNKNOWN_CONNECTOR;
use ::options::Subject;
use diag::{Diagnostic, Span, suggest};
use table::catalog::{CatalogTable, ObjectIdentifier};

impl Definer<'_> {
    pub(super) fn check_options(&mut self, identifier: &ObjectIdentifier, table: &CatalogTable, span: Span) {
        let Some(connector) = table.options.winner("connector") else { return };
        let connectors = self.context.connectors;
        let Some(factory) = connectors.connector(&connector.text) else {
            let known: Vec<_> = connectors.connectors().iter().map(|factory| factory.identifier()).collect();
            let diagnostic = Diagnostic::warning(UNKNOWN_CONNECTOR, connector.span, format!("connector '{}' is not known", connector.text))
                .with_note("The table can be used in checks, but not run.");
            self.report(match suggest::nearest(&connector.text, known) {
                Some(near) => diagnostic.with_fix(format!("Did you mean '{near}'?"), connector.span, near),
                None => diagnostic,
            });
            return;
        };
        let name = format!("table '{}'", identifier.object);
        let subject = Subject { name: &name, span };
        let groups = crate::options::groups(connectors, factory, &table.options, &table.schema);
        let checks = crate::options::checks(self.context.configuration);
        let (_, diagnostics) = ::options::resolve(subject, &table.options, groups, &[], checks);
        let found = diagnostics.into_iter().filter(|diagnostic| diagnostic.id != "missing-required-option");
        self.diagnostics.extend(found);
    }
}
