//! The column list of INSERT.

use super::Target;
use crate::context::Resolver;
use crate::diagnostics::{DUPLICATE_NAME, FlinkText, NOT_NULL_COLUMN, UNKNOWN_COLUMN};
use diag::{Diagnostic, suggest};
use sql::ast::Ident;
use sql::statements::dml::Insert;
use table::Value;

impl Resolver<'_> {
    /// The columns that the query gives, as indexes of the written columns; `None` after a report.
    pub(super) fn target_columns(&mut self, insert: &Insert, target: &Target<'_>, fixed: &[(usize, Value)]) -> Option<Vec<usize>> {
        if insert.columns.is_empty() {
            let is_fixed = |index: &usize| fixed.iter().any(|(column, _)| column == index);
            return Some((0..target.columns.len()).filter(|index| !is_fixed(index)).collect());
        }
        let mut listed = Vec::new();
        let mut failed = false;
        for name in &insert.columns {
            let [column] = name.parts.as_slice() else {
                self.unsupported(name.span, "a nested field in the column list of INSERT");
                failed = true;
                continue;
            };
            match self.target_column(column, target) {
                Some(index) if listed.contains(&index) => {
                    let message = format!("column '{}' is listed twice", column.value);
                    let flink = format!("Target column '{}' is assigned more than once", column.value);
                    self.report(Diagnostic::error(DUPLICATE_NAME, column.span, message).flink_validator(flink));
                    failed = true;
                }
                Some(index) => listed.push(index),
                None => failed = true,
            }
        }
        if !failed {
            self.check_missing_columns(insert, target, &listed, fixed);
        }
        (!failed).then_some(listed)
    }

    fn target_column(&mut self, column: &Ident, target: &Target<'_>) -> Option<usize> {
        if let Some(index) = target.columns.iter().position(|c| c.name == column.value) {
            return Some(index);
        }
        let table = target.identifier.summary();
        let name = &column.value;
        let message = match target.table.schema.column(name) {
            Some(_) => format!("column '{name}' of table '{table}' is computed and cannot be written"),
            None => format!("table '{table}' has no column '{name}'"),
        };
        let diagnostic = Diagnostic::error(UNKNOWN_COLUMN, column.span, message).flink_validator(format!("Unknown target column '{name}'"));
        self.report(match suggest::nearest(name, target.columns.iter().map(|c| c.name.as_str())) {
            Some(near) if target.table.schema.column(name).is_none() => {
                diagnostic.with_fix(format!("did you mean '{near}'?"), column.span, near)
            }
            _ => diagnostic,
        });
        None
    }

    /// Columns that are not listed become NULL, which they must allow.
    fn check_missing_columns(&mut self, insert: &Insert, target: &Target<'_>, listed: &[usize], fixed: &[(usize, Value)]) {
        for (index, column) in target.columns.iter().enumerate() {
            let given = listed.contains(&index) || fixed.iter().any(|(fixed, _)| *fixed == index);
            if !given && !column.data_type.nullable {
                let span = insert.columns_span.unwrap_or(insert.target.span);
                let message = format!("column '{}' must not be NULL and gets no value", column.name);
                let flink = format!("Column '{}' has no default value and does not allow NULLs", column.name);
                self.report(
                    Diagnostic::error(NOT_NULL_COLUMN, span, message).with_help("Add it to the column list.").flink_validator(flink),
                );
            }
        }
    }
}
