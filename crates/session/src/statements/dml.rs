//! Queries, INSERT and statement sets: resolved here, planned and run by others.

use super::Outcome;
use crate::diagnostics::{NOT_SUPPORTED, STATEMENT_SET};
use crate::flink;
use crate::result::{Job, PreparedQuery, StatementResult};
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use resolve::definition::parts;
use sql::ast::{ObjectName, Query};
use sql::statements::dml::{Delete, Insert, StatementSet, Truncate, Update};
use table::zone::{INVALID_SESSION_ZONE, Zone};

/// The options of tables that planning a query reads whatever it is.
const NEEDED_BY_QUERIES: &[&str] = &[
    "table.dynamic-table-options.enabled",
    "table.exec.legacy-cast-behaviour",
    "table.exec.mini-batch.enabled",
    "table.exec.sink.not-null-enforcer",
    "table.exec.sink.type-length-enforcer",
    "table.optimizer.join-reorder-enabled",
];

impl Session {
    pub(super) fn query(&mut self, query: &Query, span: Span) -> Outcome {
        let (bound, diagnostics) = resolve::query(&self.context(), query);
        let query = self.accept((bound, diagnostics))?;
        self.check_settings(NEEDED_BY_QUERIES)?;
        let streaming = query.streaming;
        Ok(StatementResult::Query(Box::new(PreparedQuery { query, streaming, span })))
    }

    /// In a statement set an INSERT is checked and kept for END.
    pub(super) fn insert(&mut self, insert: &Insert, span: Span) -> Outcome {
        let job = self.job(StatementSet { execute: false, inserts: vec![insert.clone()] }, span)?;
        match &mut self.statement_set {
            Some(inserts) => {
                inserts.push(insert.clone());
                Ok(StatementResult::Succeeded)
            }
            None => Ok(StatementResult::Job(Box::new(job))),
        }
    }

    fn job(&mut self, set: StatementSet, span: Span) -> Result<Job> {
        let (inserts, diagnostics) = resolve::statement_set(&self.context(), &set);
        let mut inserts = self.accept((Some(inserts), diagnostics))?;
        self.check_settings(NEEDED_BY_QUERIES)?;
        self.check_settings(&["table.dml-sync"])?;
        self.print_instead(&mut inserts);
        let streaming = inserts.iter().any(|insert| insert.streaming);
        Ok(Job { inserts, streaming, span })
    }

    /// Flink lets SET take any value for an option of tables; statements that run refuse one that they cannot use.
    fn check_settings(&self, needed: &[&str]) -> Result<()> {
        const KEY: &str = "table.local-time-zone";
        if let Some(malformed) = needed.iter().find_map(|key| self.configuration.malformed(key)) {
            return Err(malformed.into());
        }
        if Zone::parse_session(&self.configuration.get_str(KEY)).is_some() {
            return Ok(());
        }
        let diagnostic =
            self.configuration.invalid_value(KEY, "Give a region such as 'Europe/Berlin', an offset such as 'GMT+01:00', or 'UTC'.");
        Err(diagnostic.with_flink(flink::validation(INVALID_SESSION_ZONE)).into())
    }

    pub(super) fn statement_set(&mut self, set: &StatementSet, span: Span) -> Outcome {
        Ok(StatementResult::Job(Box::new(self.job(set.clone(), span)?)))
    }

    pub(super) fn begin_statement_set(&mut self, span: Span) -> Outcome {
        if self.statement_set.is_some() {
            return Err(super::not_in_set(span).into());
        }
        self.statement_set = Some(Vec::new());
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn end_statement_set(&mut self, span: Span) -> Outcome {
        let Some(inserts) = self.statement_set.take() else {
            let flink = "No Statement Set to submit. 'END' statement should be used after 'BEGIN STATEMENT SET'.";
            let diagnostic = Diagnostic::error(STATEMENT_SET, span, "there is no statement set to end")
                .with_help("Begin one with BEGIN STATEMENT SET;")
                .with_flink(flink::client(flink));
            return Err(diagnostic.into());
        };
        if inserts.is_empty() {
            let message = "No statement in the statement set, skip submit.";
            self.report(Diagnostic::warning(STATEMENT_SET, span, "the statement set is empty").with_flink(flink::client(message)));
            return Ok(StatementResult::Succeeded);
        }
        Ok(StatementResult::Job(Box::new(self.job(StatementSet { execute: false, inserts }, span)?)))
    }

    pub(super) fn update(&mut self, update: &Update) -> Outcome {
        Err(self.no_row_changes(&update.target, "update", "SupportsRowLevelUpdate"))
    }

    pub(super) fn delete(&mut self, delete: &Delete) -> Outcome {
        Err(self.no_row_changes(&delete.target, "delete", "SupportsRowLevelDelete"))
    }

    fn no_row_changes(&self, target: &ObjectName, word: &str, interface: &str) -> Error {
        let Some(identifier) = self.catalogs.qualify(&parts(target)) else { return self.unknown_target(target) };
        match self.catalogs.object(&identifier) {
            Ok(Some(_)) => {}
            Ok(None) => return self.unknown_target(target),
            Err(error) => return error,
        }
        let text = format!(
            "Can't perform {word} operation of the table {} because the corresponding dynamic table sink has not yet implemented \
             org.apache.flink.table.connector.sink.abilities.{interface}.",
            identifier.summary()
        );
        let message = format!("rows of table '{}' cannot be changed in place", identifier.summary());
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, target.span, message)
            .with_help("Write the table anew with INSERT OVERWRITE.")
            .with_flink(flink::unsupported(text));
        diagnostic.into()
    }

    pub(super) fn truncate(&mut self, truncate: &Truncate) -> Outcome {
        let identifier = self.qualified(&truncate.target)?;
        if self.catalogs.object(&identifier)?.is_none() {
            return Err(self.unknown_target(&truncate.target));
        }
        let text = format!(
            "TRUNCATE TABLE statement is not supported for the table {} since the table hasn't implemented the interface \
             org.apache.flink.table.connector.sink.abilities.SupportsTruncate.",
            identifier.summary()
        );
        let message = format!("table '{}' cannot be emptied by TRUNCATE", identifier.summary());
        Err(Diagnostic::error(NOT_SUPPORTED, truncate.target.span, message).with_flink(flink::table(text)).into())
    }

    fn unknown_target(&self, target: &ObjectName) -> Error {
        let diagnostic = self.catalogs.unknown_table(&parts(target), target.span);
        let Some(identifier) = self.catalogs.qualify(&parts(target)) else { return diagnostic.into() };
        let catalogs = self.catalogs.catalog_names().join(", ");
        let text = format!("Cannot find table '{identifier}' in any of the catalogs [{catalogs}], nor as a temporary table.");
        diagnostic.with_flink(flink::validation(text)).into()
    }
}
