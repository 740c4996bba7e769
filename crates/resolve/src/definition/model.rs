//! CREATE MODEL.

use super::diagnostics::INVALID_MODEL;
use super::{Definer, SQL_VALIDATE};
use crate::Context;
use diag::{Diagnostic, Span};
use indexmap::IndexMap;
use sql::statements::create::CreateModel;
use sql::statements::create_table::Options;
use table::catalog::CatalogModel;

/// Reads a CREATE MODEL.
pub fn model(context: &Context<'_>, statement: Span, node: &CreateModel) -> (Option<CatalogModel>, Vec<Diagnostic>) {
    let mut definer = Definer::new(context, statement);
    let model = definer.model(node);
    (model, definer.diagnostics)
}

/// The options of a clause as plain text; the last of equal keys wins.
pub(super) fn option_map(options: Option<&Options>) -> IndexMap<String, String> {
    options.into_iter().flat_map(|options| &options.entries).map(|entry| (entry.key.text(), entry.value.text())).collect()
}

impl Definer<'_> {
    fn model(&mut self, node: &CreateModel) -> Option<CatalogModel> {
        let (empty, other) = match (node.input.is_empty(), node.output.is_empty()) {
            (false, true) => ("Output", "input"),
            (true, false) => ("Input", "output"),
            _ => ("", ""),
        };
        if !empty.is_empty() {
            let message = format!("a model with {other} columns needs {} columns", empty.to_lowercase());
            let flink = format!("{SQL_VALIDATE}: {empty} column list can not be empty with non-empty {other} column list.");
            self.report(Diagnostic::error(INVALID_MODEL, node.name.span, message).with_flink(flink));
            return None;
        }
        let input = node.input.iter().map(|def| self.column(def, &[])).collect();
        let output = node.output.iter().map(|def| self.column(def, &[])).collect();
        Some(CatalogModel {
            input,
            output,
            comment: node.comment.as_ref().map(|comment| comment.value.clone()),
            options: option_map(node.options.as_ref()),
            span: self.statement,
        })
    }
}
