//! `PARTITION (k = v)`: values that the statement fixes.

use super::Target;
use crate::columns::Scope;
use crate::context::Resolver;
use crate::diagnostics::INVALID_PARTITION;
use crate::expr::{Clause, Place};
use diag::Diagnostic;
use sql::ast::{self, ExprKind as Ast, Ident, Literal};
use sql::statements::dml::Insert;
use table::Value;
use table::connector::SinkRequest;

impl Resolver<'_> {
    /// `PARTITION (k = v)`: the columns with a value.
    pub(super) fn static_partition(&mut self, insert: &Insert, target: &Target<'_>) -> Vec<(usize, Value)> {
        let mut fixed = Vec::new();
        for (key, value) in insert.partition.iter().flat_map(|partition| &partition.entries) {
            let index = target.columns.iter().position(|c| c.name == key.value);
            let (Some(index), true) = (index, target.table.partition_keys.contains(&key.value)) else {
                self.no_partition_key(key, target);
                continue;
            };
            let Some(value) = value else {
                let message = format!("partition key '{}' has no value", key.value);
                self.report(
                    Diagnostic::error(INVALID_PARTITION, key.span, message)
                        .with_help(format!("Write PARTITION ({} = 'value').", key.value)),
                );
                continue;
            };
            let literal =
                self.expr(&ast::Expr::new(Ast::Literal(value.literal.clone()), value.span), Place::new(&Scope::new(None), Clause::Values));
            if let Some(value) = literal.as_literal() {
                fixed.push((index, value.clone()));
            }
        }
        fixed
    }

    fn no_partition_key(&mut self, key: &Ident, target: &Target<'_>) {
        let table = target.identifier.summary();
        let keys = &target.table.partition_keys;
        let diagnostic = Diagnostic::error(INVALID_PARTITION, key.span, format!("'{}' is no partition key of table '{table}'", key.value));
        self.report(match keys.is_empty() {
            true => diagnostic.with_note("The table is not partitioned."),
            false => diagnostic.with_note(format!("Its partition keys are {}.", keys.join(", "))),
        });
    }

    pub(super) fn sink_request(&self, insert: &Insert, fixed: &[(usize, Value)]) -> SinkRequest {
        let entries = insert.partition.iter().flat_map(|partition| &partition.entries);
        let text = |(key, value): (&Ident, &Option<sql::statements::alter::PartitionValue>)| {
            let value = value.as_ref()?;
            Some((key.value.clone(), partition_text(&value.literal)))
        };
        let static_partition = entries.filter_map(|(key, value)| text((key, value))).take(fixed.len()).collect();
        SinkRequest { overwrite: insert.overwrite, static_partition }
    }
}

/// The text of a fixed partition value; `None` for NULL.
fn partition_text(literal: &Literal) -> Option<String> {
    match literal {
        Literal::Null | Literal::Unknown => None,
        Literal::String(text) | Literal::Date(text) | Literal::Time(text) | Literal::Timestamp(text) => Some(text.value.clone()),
        Literal::Integer(text) | Literal::Decimal(text) | Literal::Approximate(text) | Literal::Binary(text) => Some(text.clone()),
        Literal::Boolean(value) => Some(value.to_string()),
        Literal::Interval { value, .. } => Some(value.value.clone()),
    }
}
