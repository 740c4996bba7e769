//! Whether a query can run in streaming mode: for now, what needs no state and only adds rows.

use crate::bound::{JoinKind, Relation, RelationKind, SetOperator};
use crate::context::Resolver;
use crate::diagnostics::STREAMING_NOT_SUPPORTED;
use diag::Diagnostic;
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::changelog::ChangelogMode;

impl Resolver<'_> {
    /// Reports the first relation that streaming mode cannot run.
    pub(crate) fn check_streaming(&mut self, relation: &Relation) {
        if self.context.layers.is_some_and(|layers| layers.runs_elsewhere()) {
            return;
        }
        let mut found = None;
        relation.visit(&mut |relation| {
            if found.is_none()
                && let Some(what) = obstacle(relation)
            {
                found = Some((relation.span, what));
            }
        });
        let Some((span, what)) = found else { return };
        let message = format!("{what} cannot run in streaming mode yet");
        let diagnostic = Diagnostic::error(STREAMING_NOT_SUPPORTED, span, message);
        self.report(match is_bounded(relation) {
            true => diagnostic
                .with_note("Every source of this statement ends by itself, so batch mode gives the same final result.")
                .with_help("Use batch mode: --mode batch, or SET 'execution.runtime-mode' = 'batch'."),
            false => diagnostic.with_help(match endless_table(relation) {
                Some(table) => {
                    format!(
                        "Make the sources end: --bind {table}=FILE, or 'bind' in the file of the environment. Or run it on a Flink cluster."
                    )
                }
                None => "Make the sources end, or run the script on a Flink cluster.".to_owned(),
            }),
        });
    }
}

fn obstacle(relation: &Relation) -> Option<&'static str> {
    if relation.exprs().iter().any(|expr| has_subquery(expr)) {
        return Some("a subquery in an expression");
    }
    match &relation.kind {
        RelationKind::Values(_)
        | RelationKind::Project { .. }
        | RelationKind::Filter { .. }
        | RelationKind::Limit { .. }
        | RelationKind::Unnest(_)
        | RelationKind::Watermark { .. }
        | RelationKind::SetOperation { op: SetOperator::Union, all: true, .. } => None,
        RelationKind::Scan(scan) => match scan.factory.scan_changelog(&scan.table.options) {
            ChangelogMode::InsertOnly => None,
            _ => Some("a table whose rows change"),
        },
        RelationKind::Aggregate { calls, .. } if calls.is_empty() => Some("DISTINCT"),
        RelationKind::Aggregate { .. } => Some("an aggregation"),
        RelationKind::Join(join) if join.lookup && join.right.is_bounded() => None,
        RelationKind::Join(join) if join.lookup => Some("a lookup in a table that never ends"),
        RelationKind::Join(join) => Some(match join.kind {
            JoinKind::Semi | JoinKind::Anti => "a subquery",
            _ => "a join",
        }),
        RelationKind::Over { .. } => Some("an OVER call"),
        RelationKind::PerKey(per_key) if per_key.input.is_bounded() => None,
        RelationKind::PerKey(_) => Some("a choice of rows by key"),
        RelationKind::Sort { .. } => Some("ORDER BY"),
        RelationKind::TimeWindow(_) => Some("a window"),
        RelationKind::SetOperation { op: SetOperator::Union, .. } => Some("UNION"),
        RelationKind::SetOperation { op: SetOperator::Intersect, .. } => Some("INTERSECT"),
        RelationKind::SetOperation { op: SetOperator::Except, .. } => Some("EXCEPT"),
    }
}

fn has_subquery(expr: &crate::bound::Expr) -> bool {
    expr.subquery().is_some() || expr.children().into_iter().any(has_subquery)
}

/// The first table that never ends because it is outside, as a bind names it.
fn endless_table(relation: &Relation) -> Option<String> {
    let mut found = None;
    relation.visit(&mut |relation| {
        if let RelationKind::Scan(scan) = &relation.kind
            && found.is_none()
            && !scan.bounded
            && !scan.factory.abilities().runs
        {
            let ObjectIdentifier { catalog, database, object } = &scan.table.identifier;
            found = Some(if catalog == WORKSPACE { format!("{database}.{object}") } else { object.clone() });
        }
    });
    found
}

/// Subqueries count too.
fn is_bounded(relation: &Relation) -> bool {
    let mut bounded = true;
    relation.visit(&mut |relation| {
        if let RelationKind::Scan(scan) = &relation.kind {
            bounded &= scan.bounded;
        }
    });
    bounded
}
