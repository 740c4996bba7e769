//! JOIN: kinds, ON, USING and NATURAL.

use super::from::From;
use crate::bound::{Expr, ExprKind, JoinKind as BoundKind, Relation, RelationKind};
use crate::columns::{MergedColumn, Scope};
use crate::context::Resolver;
use crate::diagnostics::{AMBIGUOUS_COLUMN, FlinkText, MISSING_JOIN_CONDITION, UNKNOWN_COLUMN};
use crate::expr::{Clause, Place};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp, ExprKind as Ast, Ident, Join, JoinConstraint, JoinKind, Literal, TableRefKind};
use table::LogicalType;

impl Resolver<'_> {
    pub(super) fn join(&mut self, join: &Join, span: Span, scope: &Scope<'_>) -> From {
        let left = self.table_ref(&join.left, scope);
        let mut sight = Scope { parent: scope.parent, tables: scope.tables.clone(), merged: scope.merged.clone() };
        sight.tables.extend(left.tables.iter().cloned());
        sight.merged.extend(left.merged.iter().cloned());
        if let TableRefKind::Unnest { exprs, ordinality, .. } = &join.right.kind
            && matches!(join.kind, JoinKind::Inner | JoinKind::Cross | JoinKind::Left)
        {
            return self.join_unnest(join, left, exprs, *ordinality, &sight);
        }
        let right = self.table_ref(&join.right, &sight);
        let kind = bound_kind(join.kind);
        if needs_condition(join) {
            let diagnostic = Diagnostic::error(MISSING_JOIN_CONDITION, join.op_span, "a join without a condition")
                .with_help("Add ON or USING, or write CROSS JOIN.")
                .flink_validator("INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)");
            self.report(diagnostic);
        }
        let names = match &join.constraint {
            JoinConstraint::Using(names) => names.clone(),
            _ if join.natural => common_names(&left, &right, join.op_span),
            _ => Vec::new(),
        };
        self.refuse_same_names(&left, &right, join.right.span);
        let dimension = right.dimension.clone();
        let joins_dimensions = left.dimension.is_some();
        let mut both = Self::pair(left, right, kind, span);
        let (condition, merged) = match &join.constraint {
            JoinConstraint::On(condition) => (self.on(condition, &both, scope), Vec::new()),
            _ => self.using(&names, &both, join.op_span),
        };
        both.merged.retain(|old| !merged.iter().any(|new| old.ids.iter().all(|id| new.ids.contains(id))));
        both.merged.extend(merged);
        if let RelationKind::Join(bound) = &mut both.relation.kind {
            bound.condition = condition;
        }
        if let (Some(dimension), RelationKind::Join(bound)) = (dimension, &mut both.relation.kind) {
            match joins_dimensions {
                true => self.refuse_two_dimensions(dimension.span),
                false => self.look_up(bound, &dimension, join.op_span),
            }
        }
        pad(both, kind)
    }

    fn on(&mut self, condition: &ast::Expr, both: &From, scope: &Scope<'_>) -> Option<Expr> {
        if is_true(condition) {
            return None;
        }
        let sight = Scope { parent: scope.parent, tables: both.tables.clone(), merged: both.merged.clone() };
        Some(self.condition(condition, Place::new(&sight, Clause::On)))
    }

    /// Equality of the named columns, and the columns that stand for both.
    fn using(&mut self, names: &[Ident], both: &From, span: Span) -> (Option<Expr>, Vec<MergedColumn>) {
        let RelationKind::Join(join) = &both.relation.kind else { return (None, Vec::new()) };
        let (mut tests, mut merged) = (Vec::new(), Vec::new());
        for name in names {
            let left = self.using_column(name, both, &join.left);
            let right = self.using_column(name, both, &join.right);
            let (Some((left, left_ids)), Some((right, right_ids))) = (left, right) else { continue };
            tests.push(self.operator(BinaryOp::Equal, left.clone(), right.clone(), name.span));
            let expr = match join.kind {
                BoundKind::Right => right,
                BoundKind::Full => {
                    let nullable = |expr: Expr| Expr { data_type: expr.data_type.clone().with_nullable(true), ..expr };
                    self.coalesce("COALESCE", vec![nullable(left), nullable(right)], name.span)
                }
                _ => left,
            };
            merged.push(MergedColumn { name: name.value.clone(), expr, ids: left_ids.into_iter().chain(right_ids).collect() });
        }
        let nullable = tests.iter().any(|test| test.data_type.nullable);
        let condition = match tests.len() {
            0 => None,
            1 => tests.pop(),
            _ => Some(Expr::new(ExprKind::And(tests), LogicalType::boolean().with_nullable(nullable), span)),
        };
        (condition, merged)
    }

    /// The column of a name on one side of a join, and the columns it stands for.
    fn using_column(&mut self, name: &Ident, both: &From, side: &Relation) -> Option<(Expr, Vec<crate::bound::ColumnId>)> {
        let of_side = |id| side.columns.iter().any(|column| column.id == id);
        let merged = both.merged.iter().filter(|m| m.name == name.value && m.ids.iter().all(|id| of_side(*id)));
        let merged: Vec<_> = merged.map(|m| (Expr { span: name.span, ..m.expr.clone() }, m.ids.clone())).collect();
        let hidden = |id| both.merged.iter().any(|m| m.ids.contains(&id));
        let plain = both.tables.iter().flat_map(|t| &t.columns).filter(|c| c.name == name.value && of_side(c.id) && !hidden(c.id));
        let plain = plain.map(|c| (Expr::column(c.id, c.data_type.clone(), name.span), vec![c.id]));
        let mut found: Vec<_> = merged.into_iter().chain(plain).collect();
        match found.len() {
            1 => found.pop(),
            0 if super::has_any_column(&side.columns) => None,
            0 => {
                let message = format!("column '{}' of USING is not on both sides", name.value);
                let diagnostic = Diagnostic::error(UNKNOWN_COLUMN, name.span, message)
                    .flink_validator(format!("Column '{}' not found in any table", name.value));
                self.report(diagnostic);
                None
            }
            _ => {
                let message = format!("column '{}' of USING is ambiguous on one side", name.value);
                let flink = format!("Column name '{}' in NATURAL join or USING clause is not unique on one side of join", name.value);
                self.report(Diagnostic::error(AMBIGUOUS_COLUMN, name.span, message).flink_validator(flink));
                None
            }
        }
    }

    /// `JOIN UNNEST(..)`: rows of the left side, each with each element.
    fn join_unnest(&mut self, join: &Join, left: From, exprs: &[ast::Expr], ordinality: bool, sight: &Scope<'_>) -> From {
        let outer = join.kind == JoinKind::Left;
        let from = self.unnest(left, exprs, ordinality, outer, &join.right, sight);
        match &join.constraint {
            JoinConstraint::On(condition) if !is_true(condition) => {
                let scope = Scope { parent: sight.parent, tables: from.tables.clone(), merged: from.merged.clone() };
                let condition = self.condition(condition, Place::new(&scope, Clause::On));
                if outer {
                    self.unsupported(condition.span, "LEFT JOIN UNNEST with a condition other than TRUE");
                }
                Self::filter_from(from, condition)
            }
            JoinConstraint::Using(names) => {
                let span = names.first().map_or(join.op_span, |name| name.span);
                self.unsupported(span, "JOIN UNNEST with USING");
                from
            }
            _ => from,
        }
    }
}

fn needs_condition(join: &Join) -> bool {
    let is_conditional = matches!(join.kind, JoinKind::Inner | JoinKind::Left | JoinKind::Right | JoinKind::Full);
    is_conditional && !join.natural && join.constraint == JoinConstraint::None
}

fn is_true(expr: &ast::Expr) -> bool {
    matches!(expr.unnested().kind, Ast::Literal(Literal::Boolean(true)))
}

/// The kinds that Flink does not have were reported when they were read.
fn bound_kind(kind: JoinKind) -> BoundKind {
    match kind {
        JoinKind::Left | JoinKind::OuterApply | JoinKind::LeftAsof => BoundKind::Left,
        JoinKind::Right => BoundKind::Right,
        JoinKind::Full => BoundKind::Full,
        JoinKind::Inner | JoinKind::Cross | JoinKind::LeftSemi | JoinKind::LeftAnti | JoinKind::CrossApply | JoinKind::Asof => {
            BoundKind::Inner
        }
    }
}

/// The names that both sides have, in the order of the left side.
fn common_names(left: &From, right: &From, span: Span) -> Vec<Ident> {
    let names = |from: &From| -> Vec<String> {
        let scope = Scope { parent: None, tables: from.tables.clone(), merged: from.merged.clone() };
        scope.star(span).into_iter().map(|(name, _)| name).collect()
    };
    let right = names(right);
    names(left).into_iter().filter(|name| right.contains(name)).map(|name| Ident::new(name, span)).collect()
}

/// Makes the columns nullable that an outer join may pad.
fn pad(mut both: From, kind: BoundKind) -> From {
    let RelationKind::Join(join) = &both.relation.kind else { return both };
    let left = join.left.columns.len();
    let (pad_left, pad_right) = (matches!(kind, BoundKind::Right | BoundKind::Full), matches!(kind, BoundKind::Left | BoundKind::Full));
    let mut padded = std::collections::HashSet::new();
    for (i, column) in both.relation.columns.iter_mut().enumerate() {
        if if i < left { pad_left } else { pad_right } {
            column.data_type.nullable = true;
            padded.insert(column.id);
        }
    }
    for column in both.tables.iter_mut().flat_map(|table| &mut table.columns) {
        column.data_type.nullable |= padded.contains(&column.id);
    }
    for merged in &mut both.merged {
        let is_padded = merged.expr.as_column().is_some_and(|id| padded.contains(&id));
        merged.expr.data_type.nullable |= is_padded;
    }
    both
}
