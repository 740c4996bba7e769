//! Joins with dimension tables: which key finds the rows.

use crate::bound::{Column, ColumnId, Expr, ExprKind, Relation, RelationKind};
use crate::context::Resolver;
use crate::diagnostics::{KEY_NOT_COVERED, NO_EFFECT};
use diag::{Diagnostic, Span};
use workspace::Dialect;

/// What Blink says when nothing is declared, and when nothing fits.
const NO_KEY: &str = "Temporal table require to define an primary key or unique key or index.";
const NO_MATCH: &str = "Temporal table join requires an equality condition on ALL of temporal table's primary key(s) or unique key(s) or \
                        index field(s).";

impl Resolver<'_> {
    /// Checks that ON compares all columns of a declared key. Apache Flink and VVR look up by whatever ON compares.
    pub(crate) fn check_dimension_key(&mut self, dimension: &Relation, columns: &[Column], condition: Option<&Expr>, span: Span) {
        let Some(engine) = self.context.layers.and_then(|layers| layers.engine()) else { return };
        let Some(keys) = scan_keys(dimension) else { return };
        let all: Vec<&Vec<String>> = keys.unique.iter().chain(&keys.indexes).collect();
        let is_blink = engine.dialect == Dialect::Blink;
        if all.is_empty() {
            if is_blink {
                let diagnostic = Diagnostic::error(KEY_NOT_COVERED, span, "the dimension table has no key")
                    .with_note(format!("Blink says: {NO_KEY}"))
                    .with_help("Declare one: /*+ primarykey(id) */, /*+ index(id) */, or SET t.primarykey = 'id'.");
                self.report(diagnostic);
            }
            return;
        }
        let is_known = |name: &String| columns.iter().any(|column| column.name == *name);
        if !all.iter().all(|key| key.iter().all(is_known)) {
            // Reported with the key, or renamed by an alias.
            return;
        }
        let compared = compared_columns(columns, condition);
        let is_covered = |key: &&&Vec<String>| key.iter().all(|column| compared.contains(&column.as_str()));
        if all.iter().any(|key| is_covered(&key)) {
            return;
        }
        let listed: Vec<String> = all.iter().map(|key| format!("({})", key.join(", "))).collect();
        let message = format!("ON compares all columns of no key of the dimension table: {}", listed.join(", "));
        let diagnostic = match is_blink {
            true => Diagnostic::error(KEY_NOT_COVERED, span, message).with_note(format!("Blink says: {NO_MATCH}")),
            false => Diagnostic::warning(NO_EFFECT, span, message)
                .with_note(format!("{} looks rows up by the columns of ON, so the key is not used.", engine.dialect.name())),
        };
        self.report(diagnostic);
    }
}

/// The keys of the table that a relation reads.
fn scan_keys(relation: &Relation) -> Option<crate::settings::TableKeys> {
    let mut keys = None;
    relation.visit(&mut |inner| {
        if let RelationKind::Scan(scan) = &inner.kind
            && keys.is_none()
        {
            keys = Some(scan.keys.clone());
        }
    });
    keys
}

/// The names of the columns that a condition compares with the other side or with constants.
fn compared_columns<'c>(columns: &'c [Column], condition: Option<&Expr>) -> Vec<&'c str> {
    let is_ours = |id: ColumnId| columns.iter().find(|column| column.id == id);
    let mut compared = Vec::new();
    for test in condition.into_iter().flat_map(conjuncts) {
        let ExprKind::Call { function, args } = &test.kind else { continue };
        let [left, right] = args.as_slice() else { continue };
        if function.doc().name != "=" {
            continue;
        }
        for (this, other) in [(left, right), (right, left)] {
            let mut uses_ours = false;
            other.visit_references(&mut |id| uses_ours |= is_ours(id).is_some());
            if let Some(column) = this.as_column().and_then(is_ours)
                && !uses_ours
            {
                compared.push(column.name.as_str());
            }
        }
    }
    compared
}

fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(operands) => operands.iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}
