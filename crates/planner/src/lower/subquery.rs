//! Subqueries inside expressions.
//!
//! A conjunct of a filter that is EXISTS or IN becomes a semi or anti join. Every other uncorrelated subquery is computed once, as one row
//! that is joined to the input: a scalar subquery as its SINGLE_VALUE, IN and ANY / ALL as the counts that three-valued logic needs. Correlated
//! subqueries are left to the engine, guarded by SINGLE_VALUE, or become dependent joins where it fails.

use super::{Lowering, Scope, column, expr, named_column, unsupported};
use crate::error::from_engine;
use crate::udf::AggregateCallUdf;
use datafusion::common::Spans;
use datafusion::logical_expr::expr::{Exists, InSubquery};
use datafusion::logical_expr::{Case, Expr as E, JoinType, LogicalPlan, LogicalPlanBuilder, Operator, Subquery, lit};
use diag::{Error, Result, Span};
use resolve::bound::{AggregateCall, ColumnId, Expr, ExprKind, Relation, RelationKind, SubqueryTest};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use table::function::{AggregateFunction, Argument, CallSite, FunctionDefinition};
use table::{LogicalType, TypeKind};

impl Lowering<'_> {
    /// Lowers expressions over a plan; subqueries in them become further columns of the plan.
    pub(crate) fn exprs_over(&self, mut plan: LogicalPlan, scope: &Scope, exprs: &[Expr]) -> Result<(LogicalPlan, Vec<E>)> {
        let mut lowered = Vec::with_capacity(exprs.len());
        for expr in exprs {
            let (next, expr) = self.expr_over(plan, scope, expr)?;
            plan = next;
            lowered.push(expr);
        }
        Ok((plan, lowered))
    }

    /// Lowers a filter's predicate over a plan.
    pub(crate) fn predicate_over(&self, mut plan: LogicalPlan, scope: &Scope, predicate: &Expr) -> Result<(LogicalPlan, E)> {
        let conjuncts = match &predicate.kind {
            ExprKind::And(operands) => operands.iter().collect(),
            _ => vec![predicate],
        };
        let mut lowered = Vec::with_capacity(conjuncts.len());
        for conjunct in conjuncts {
            if let Some((rows, negated)) = self.correlated_membership(conjunct, scope)? {
                let kind = if negated { JoinType::LeftAnti } else { JoinType::LeftSemi };
                plan = self.dependent_join(plan, rows, kind, Vec::new())?;
                continue;
            }
            let (next, conjunct) = match self.membership(conjunct, scope)? {
                Some(test) => (plan, test),
                None => self.expr_over(plan, scope, conjunct)?,
            };
            plan = next;
            lowered.push(conjunct);
        }
        let predicate = expr::combined(lowered, Operator::And).unwrap_or_else(|| lit(true));
        Ok((plan, predicate))
    }

    pub(crate) fn expr_over(&self, plan: LogicalPlan, scope: &Scope, expr: &Expr) -> Result<(LogicalPlan, E)> {
        if !has_subquery(expr) {
            return Ok((plan, self.expr(expr, scope)?));
        }
        let mut replaced = HashMap::new();
        let rewritten_plan = self.replace_subqueries(plan, scope, expr, &mut replaced)?;
        let mut scope = scope.clone();
        scope.replace(replaced);
        let lowered = self.expr(expr, &scope)?;
        Ok((rewritten_plan, lowered))
    }

    fn replace_subqueries(
        &self,
        mut plan: LogicalPlan,
        scope: &Scope,
        expr: &Expr,
        replaced: &mut HashMap<*const Expr, E>,
    ) -> Result<LogicalPlan> {
        for child in expr.children() {
            plan = self.replace_subqueries(plan, scope, child, replaced)?;
        }
        let inner_scope = || {
            let mut inner = scope.clone();
            inner.replace(replaced.clone());
            inner
        };
        if let ExprKind::ScalarSubquery(relation) | ExprKind::Subquery { relation, .. } = &expr.kind
            && !free_columns(relation).is_empty()
        {
            self.correlated.set(Some(expr.span));
        }
        let (plan, replacement) = match &expr.kind {
            ExprKind::ScalarSubquery(relation) => self.scalar_subquery(plan, expr, relation)?,
            ExprKind::Subquery { test, relation } => match test {
                SubqueryTest::Exists => self.exists_value(plan, relation)?,
                SubqueryTest::In { exprs, negated } => {
                    let (plan, value) = match exprs.as_slice() {
                        [needle] if free_columns(relation).is_empty() => {
                            self.in_value(plan, self.expr(needle, &inner_scope())?, relation)?
                        }
                        needles => {
                            self.correlated.set(Some(expr.span));
                            self.correlated_in(plan, scope, expr, needles, relation)?
                        }
                    };
                    (plan, if *negated { E::Not(Box::new(value)) } else { value })
                }
                SubqueryTest::Quantified { comparison, all } => {
                    self.quantified_value(plan, &inner_scope(), expr, comparison, *all, relation)?
                }
            },
            _ => return Ok(plan),
        };
        replaced.insert(std::ptr::from_ref(expr), replacement);
        Ok(plan)
    }

    /// EXISTS and IN as a test of a filter: a semi or anti join.
    fn membership(&self, conjunct: &Expr, scope: &Scope) -> Result<Option<E>> {
        let (inner, negated) = match &conjunct.kind {
            ExprKind::Not(inner) => (inner.as_ref(), true),
            _ => (conjunct, false),
        };
        let ExprKind::Subquery { test, relation } = &inner.kind else { return Ok(None) };
        match test {
            SubqueryTest::Exists => Ok(Some(E::Exists(Exists::new(self.subquery(relation)?, negated)))),
            SubqueryTest::In { exprs, negated: not_in } => {
                if exprs.iter().any(has_subquery) {
                    return Ok(None);
                }
                let negated = negated != *not_in;
                let correlated = !free_columns(relation).is_empty();
                match exprs.as_slice() {
                    [needle] if !(negated && correlated) => {
                        let needle = self.expr(needle, scope)?;
                        Ok(Some(E::InSubquery(InSubquery::new(Box::new(needle), self.subquery(relation)?, negated))))
                    }
                    _ => Ok(Some(self.row_membership(exprs, relation, scope, negated)?)),
                }
            }
            SubqueryTest::Quantified { .. } => Ok(None),
        }
    }

    /// The rows of a correlated EXISTS or IN whose presence, or absence, is the test.
    fn correlated_membership(&self, conjunct: &Expr, scope: &Scope) -> Result<Option<(LogicalPlan, bool)>> {
        let (inner, negated) = match &conjunct.kind {
            ExprKind::Not(inner) => (inner.as_ref(), true),
            _ => (conjunct, false),
        };
        let ExprKind::Subquery { test, relation } = &inner.kind else { return Ok(None) };
        if free_columns(relation).is_empty() {
            return Ok(None);
        }
        self.correlated.set(Some(inner.span));
        match test {
            _ if !self.decorrelate => Ok(None),
            SubqueryTest::Exists => Ok(Some((self.relation(relation)?, negated))),
            SubqueryTest::In { exprs, negated: not_in } if !exprs.iter().any(has_subquery) => {
                let negated = negated != *not_in;
                Ok(Some((self.matching_rows(exprs, relation, scope, negated)?, negated)))
            }
            _ => Ok(None),
        }
    }

    /// IN over rows, or a correlated NOT IN: EXISTS over the comparison, where a comparison that is NULL spoils NOT IN.
    fn row_membership(&self, exprs: &[Expr], relation: &Relation, scope: &Scope, negated: bool) -> Result<E> {
        let plan = self.matching_rows(exprs, relation, scope, negated)?;
        Ok(E::Exists(Exists::new(engine_subquery(plan), negated)))
    }

    fn matching_rows(&self, exprs: &[Expr], relation: &Relation, scope: &Scope, negated: bool) -> Result<LogicalPlan> {
        let compare = |(needle, found): (&Expr, &resolve::bound::Column)| {
            // Seen from inside, every column of the needle is one of an outer query.
            let needle = self.expr(needle, &scope.outer())?;
            Ok(expr::binary(needle, Operator::Eq, column(found.id)))
        };
        let equal = exprs.iter().zip(&relation.columns).map(compare).collect::<Result<Vec<_>>>()?;
        let equal = expr::balanced(equal, Operator::And).ok_or_else(|| Error::internal("IN without expressions"))?;
        let matching = if negated { E::IsNotFalse(Box::new(equal)) } else { equal };
        LogicalPlanBuilder::from(self.relation(relation)?).filter(matching).and_then(|p| p.build()).map_err(from_engine)
    }

    fn scalar_subquery(&self, plan: LogicalPlan, expr: &Expr, relation: &Relation) -> Result<(LogicalPlan, E)> {
        let found = relation.columns.first().ok_or_else(|| Error::internal("a scalar subquery without a column"))?;
        let input = self.relation(relation)?;
        let correlated = !free_columns(relation).is_empty();
        if correlated
            && !self.decorrelate
            && let Some(calls) = whole_aggregate(relation)
        {
            return self.correlated_aggregate(plan, expr, relation, calls, input);
        }
        let value =
            self.aggregate_column(&self.builtin("SINGLE_VALUE")?, &[(column(found.id), found.data_type.clone())], &expr.data_type)?;
        let name = self.fresh_name();
        let single = LogicalPlanBuilder::from(input)
            .aggregate(Vec::<E>::new(), vec![value.alias(&name)])
            .and_then(|p| p.build())
            .map_err(from_engine)?;
        match correlated {
            true => self.correlated_scalar(plan, single),
            false => Ok((self.join_one_row(plan, single)?, named_column(&name))),
        }
    }

    /// A correlated subquery that aggregates all its rows into one. For a row without any match the engine knows what its own COUNT and
    /// an aggregate that is then NULL give; the value of others is computed over no rows.
    fn correlated_aggregate(
        &self,
        plan: LogicalPlan,
        expr: &Expr,
        relation: &Relation,
        calls: &[AggregateCall],
        input: LogicalPlan,
    ) -> Result<(LogicalPlan, E)> {
        let (plan, value) = self.correlated_scalar(plan, input)?;
        let is_plain = |call: &AggregateCall| call.data_type.nullable || (call.function.doc().name == "COUNT" && !call.distinct);
        if calls.iter().all(is_plain) {
            return Ok((plan, value));
        }
        let over_nothing = over_no_rows(relation);
        if relation.columns[0].data_type.nullable || !free_columns(&over_nothing).is_empty() {
            return Err(unsupported(expr.span, "this aggregate in a correlated subquery"));
        }
        let name = self.fresh_name();
        let row = LogicalPlanBuilder::from(self.relation(&over_nothing)?)
            .project(vec![column(relation.columns[0].id).alias(&name)])
            .and_then(|p| p.build())
            .map_err(from_engine)?;
        let plan = self.join_one_row(plan, row)?;
        let unmatched = Box::new(E::IsNull(Box::new(value.clone())));
        let when_then_expr = vec![(unmatched, Box::new(named_column(&name)))];
        Ok((plan, E::Case(Case { expr: None, when_then_expr, else_expr: Some(Box::new(value)) })))
    }

    fn correlated_scalar(&self, plan: LogicalPlan, row: LogicalPlan) -> Result<(LogicalPlan, E)> {
        if self.decorrelate {
            let value = named_column(row.schema().field(0).name());
            return Ok((self.dependent_join(plan, row, JoinType::Left, Vec::new())?, value));
        }
        let (plan, columns) = self.materialize_lowered(plan, vec![E::ScalarSubquery(engine_subquery(row))])?;
        Ok((plan, columns.into_iter().next().ok_or_else(|| Error::internal("no column"))?))
    }

    fn exists_value(&self, plan: LogicalPlan, relation: &Relation) -> Result<(LogicalPlan, E)> {
        let input = self.relation(relation)?;
        let name = self.fresh_name();
        let count = self.count_rows()?.alias(&name);
        let counted =
            LogicalPlanBuilder::from(input).aggregate(Vec::<E>::new(), vec![count]).and_then(|p| p.build()).map_err(from_engine)?;
        let (plan, count) = if free_columns(relation).is_empty() {
            (self.join_one_row(plan, counted)?, named_column(&name))
        } else {
            self.correlated_scalar(plan, counted)?
        };
        Ok((plan, expr::binary(count, Operator::Gt, lit(0i64))))
    }

    /// The value of IN in three-valued logic: a left join to the distinct values says whether it is there; counts say the rest.
    fn in_value(&self, plan: LogicalPlan, needle: E, relation: &Relation) -> Result<(LogicalPlan, E)> {
        let found = relation.columns.first().ok_or_else(|| Error::internal("IN over no column"))?;
        let rows = self.relation(relation)?;
        let (plan, counts) = self.join_counts(plan, rows.clone(), &[], found.id, &found.data_type)?;
        let (plan, needle) = self.materialize_lowered(plan, vec![needle])?;
        let needle = needle.into_iter().next().ok_or_else(|| Error::internal("no column"))?;
        let key = self.fresh_name();
        let distinct = LogicalPlanBuilder::from(rows)
            .aggregate(vec![column(found.id)], Vec::<E>::new())
            .and_then(|p| p.project(vec![column(found.id).alias(&key)]))
            .and_then(|p| p.build())
            .map_err(from_engine)?;
        let on = expr::binary(needle.clone(), Operator::Eq, named_column(&key));
        let joined = LogicalPlanBuilder::from(plan).join_on(distinct, JoinType::Left, [on]).and_then(|p| p.build()).map_err(from_engine)?;
        let there = E::IsNotNull(Box::new(named_column(&key)));
        let unknown = needle.clone().is_null().or(expr::binary(counts.values.clone(), Operator::Lt, counts.rows.clone()));
        let value = three_valued(vec![(counts.is_empty(), Some(false)), (there, Some(true)), (unknown, None)], false);
        Ok((joined, value))
    }

    /// The value of a correlated IN, or of one over rows of several columns.
    fn correlated_in(
        &self,
        plan: LogicalPlan,
        scope: &Scope,
        expr: &Expr,
        needles: &[Expr],
        relation: &Relation,
    ) -> Result<(LogicalPlan, E)> {
        if !self.decorrelate || needles.iter().any(has_subquery) {
            return Err(unsupported(expr.span, "a correlated IN in this place"));
        }
        let mut equal = Vec::with_capacity(needles.len());
        for (needle, found) in needles.iter().zip(&relation.columns) {
            equal.push(expr::binary(self.expr(needle, &scope.outer())?, Operator::Eq, column(found.id)));
        }
        let equal = expr::balanced(equal, Operator::And).ok_or_else(|| Error::internal("IN over no column"))?;
        self.correlated_test(plan, self.relation(relation)?, equal, false)
    }

    /// Whether a test holds for any of the rows of a correlated subquery, or for all, in three-valued logic.
    fn correlated_test(&self, plan: LogicalPlan, rows: LogicalPlan, test: E, all: bool) -> Result<(LogicalPlan, E)> {
        let decided = if all { E::IsFalse(Box::new(test.clone())) } else { E::IsTrue(Box::new(test.clone())) };
        let conditions = [decided, E::IsUnknown(Box::new(test))];
        let names = [self.fresh_name(), self.fresh_name()];
        let one_if = |(condition, name): (E, &String)| {
            let when_then_expr = vec![(Box::new(condition), Box::new(lit(1i64)))];
            E::Case(Case { expr: None, when_then_expr, else_expr: None }).alias(name)
        };
        let projection = conditions.into_iter().zip(&names).map(one_if).collect::<Vec<_>>();
        let counts = [self.fresh_name(), self.fresh_name()];
        let flag = LogicalType::new(TypeKind::BigInt);
        let mut calls = Vec::with_capacity(counts.len());
        for (name, count) in names.iter().zip(&counts) {
            let argument = [(named_column(name), flag.clone())];
            calls.push(self.aggregate_column(&self.builtin("COUNT")?, &argument, &count_type())?.alias(count));
        }
        let counted = LogicalPlanBuilder::from(rows)
            .project(projection)
            .and_then(|p| p.aggregate(Vec::<E>::new(), calls))
            .and_then(|p| p.build())
            .map_err(from_engine)?;
        let plan = self.dependent_join(plan, counted, JoinType::Left, Vec::new())?;
        let some = |count: &String| expr::binary(named_column(count), Operator::Gt, lit(0i64));
        Ok((plan, three_valued(vec![(some(&counts[0]), Some(!all)), (some(&counts[1]), None)], all)))
    }

    /// `x op ANY (query)` and `ALL`, by the smallest and the largest value.
    fn quantified_value(
        &self,
        plan: LogicalPlan,
        scope: &Scope,
        expr: &Expr,
        comparison: &Expr,
        all: bool,
        relation: &Relation,
    ) -> Result<(LogicalPlan, E)> {
        let ExprKind::Call { function, args } = &comparison.kind else { return Err(Error::internal("ANY without a comparison")) };
        let [left, right] = args.as_slice() else { return Err(Error::internal("a comparison of other than two")) };
        let found = right.as_column().ok_or_else(|| Error::internal("ANY over no column"))?;
        if !free_columns(relation).is_empty() {
            if !self.decorrelate || has_subquery(left) {
                return Err(unsupported(expr.span, "a correlated ANY or ALL"));
            }
            let test = self.comparison(function, left, right, self.expr(left, &scope.outer())?, column(found))?;
            return self.correlated_test(plan, self.relation(relation)?, test, all);
        }
        let op = function.doc().name;
        let needle = self.expr(left, scope)?;
        let (plan, needle) = self.materialize_lowered(plan, vec![needle])?;
        let needle = needle.into_iter().next().ok_or_else(|| Error::internal("no column"))?;
        let rows = self.relation(relation)?;
        let (plan, counts) = self.join_counts(plan, rows, &["MIN", "MAX"], found, &right.data_type)?;
        let (smallest, largest) = (counts.extremes[0].clone(), counts.extremes[1].clone());
        let compare = |bound: E| self.comparison(function, left, right, needle.clone(), bound);
        // ANY holds when it holds for the easiest value, ALL when it holds for the hardest.
        let decisive = match (op, all) {
            ("<" | "<=", false) | (">" | ">=", true) => compare(largest)?,
            (">" | ">=", false) | ("<" | "<=", true) => compare(smallest)?,
            ("<>", false) => compare(smallest)?.or(compare(largest)?),
            ("=", true) => compare(smallest)?.and(compare(largest)?),
            _ => return Err(unsupported(expr.span, "this comparison with ANY or ALL")),
        };
        let has_null = expr::binary(counts.values.clone(), Operator::Lt, counts.rows.clone());
        let unknown = needle.clone().is_null().or(has_null);
        let decided = if all { E::IsFalse(Box::new(decisive)) } else { E::IsTrue(Box::new(decisive)) };
        let value = three_valued(vec![(counts.is_empty(), Some(all)), (decided, Some(!all)), (unknown, None)], all);
        Ok((plan, value))
    }

    fn comparison(&self, function: &Arc<dyn table::function::ScalarFunction>, left: &Expr, right: &Expr, a: E, b: E) -> Result<E> {
        let arguments = [left, right].map(|e| Argument { data_type: e.data_type.clone(), literal: None });
        let call = CallSite { arguments: arguments.to_vec(), result: LogicalType::boolean(), context: self.context.eval.clone() };
        Ok(expr::scalar_call(crate::udf::KernelUdf::call(function, &call)?, vec![a, b]))
    }

    /// Joins one row with the number of rows, the number of values that are not NULL, and the wanted extremes.
    fn join_counts(
        &self,
        plan: LogicalPlan,
        rows: LogicalPlan,
        extremes: &[&str],
        found: ColumnId,
        data_type: &LogicalType,
    ) -> Result<(LogicalPlan, Counts)> {
        let names: Vec<String> = (0..extremes.len() + 2).map(|_| self.fresh_name()).collect();
        let argument = [(column(found), data_type.clone())];
        let mut calls = vec![self.count_rows()?, self.aggregate_column(&self.builtin("COUNT")?, &argument, &count_type())?];
        for extreme in extremes {
            calls.push(self.aggregate_column(&self.builtin(extreme)?, &argument, data_type)?);
        }
        let calls: Vec<E> = calls.into_iter().zip(&names).map(|(c, n)| c.alias(n)).collect();
        let counted = LogicalPlanBuilder::from(rows).aggregate(Vec::<E>::new(), calls).and_then(|p| p.build()).map_err(from_engine)?;
        let plan = self.join_one_row(plan, counted)?;
        let extremes = names[2..].iter().map(|n| named_column(n)).collect();
        Ok((plan, Counts { rows: named_column(&names[0]), values: named_column(&names[1]), extremes }))
    }

    fn join_one_row(&self, plan: LogicalPlan, row: LogicalPlan) -> Result<LogicalPlan> {
        LogicalPlanBuilder::from(plan).cross_join(row).and_then(|p| p.build()).map_err(from_engine)
    }

    fn subquery(&self, relation: &Relation) -> Result<Subquery> {
        Ok(engine_subquery(self.relation(relation)?))
    }

    pub(super) fn count_rows(&self) -> Result<E> {
        self.aggregate_column(&self.builtin("COUNT")?, &[], &count_type())
    }

    /// A call of an aggregate over lowered arguments.
    pub(crate) fn aggregate_column(
        &self,
        function: &Arc<dyn AggregateFunction>,
        args: &[(E, LogicalType)],
        result: &LogicalType,
    ) -> Result<E> {
        let arguments = args.iter().map(|(_, t)| Argument { data_type: t.clone(), literal: None }).collect();
        let call = CallSite { arguments, result: result.clone(), context: self.context.eval.clone() };
        let udf = AggregateCallUdf::new(Arc::clone(function), call)?;
        Ok(udf.into_expr(args.iter().map(|(e, _)| e.clone()).collect(), false, None))
    }

    fn builtin(&self, name: &str) -> Result<Arc<dyn AggregateFunction>> {
        match self.context.functions.find(name) {
            Some(FunctionDefinition::Aggregate(function)) => Ok(function),
            _ => Err(Error::internal(format!("the aggregate {name} is missing"))),
        }
    }
}

/// What is known of a subquery's column after counting.
struct Counts {
    rows: E,
    values: E,
    extremes: Vec<E>,
}

impl Counts {
    fn is_empty(&self) -> E {
        expr::binary(self.rows.clone(), Operator::Eq, lit(0i64))
    }
}

/// The calls of a relation that aggregates all rows of its input into one.
fn whole_aggregate(relation: &Relation) -> Option<&[AggregateCall]> {
    match &relation.kind {
        RelationKind::Project { input, .. } => whole_aggregate(input),
        RelationKind::Aggregate { keys, sets, calls, .. } if keys.is_empty() && sets.len() <= 1 => Some(calls),
        _ => None,
    }
}

/// The same aggregate when its input has no rows.
fn over_no_rows(relation: &Relation) -> Relation {
    let mut relation = relation.clone();
    match &mut relation.kind {
        RelationKind::Project { input, .. } => **input = over_no_rows(input),
        RelationKind::Aggregate { input, .. } => input.kind = RelationKind::Values(Vec::new()),
        _ => {}
    }
    relation
}

fn count_type() -> LogicalType {
    LogicalType::not_null(TypeKind::BigInt)
}

/// CASE over conditions, each with TRUE, FALSE or NULL.
fn three_valued(branches: Vec<(E, Option<bool>)>, otherwise: bool) -> E {
    let value = |v: Option<bool>| E::Literal(datafusion::common::ScalarValue::Boolean(v), None);
    let when_then_expr = branches.into_iter().map(|(c, v)| (Box::new(c), Box::new(value(v)))).collect();
    E::Case(Case { expr: None, when_then_expr, else_expr: Some(Box::new(value(Some(otherwise)))) })
}

pub(crate) fn engine_subquery(plan: LogicalPlan) -> Subquery {
    let outer_ref_columns = plan.all_out_ref_exprs();
    Subquery { subquery: Arc::new(plan), outer_ref_columns, spans: Spans::new() }
}

pub(super) fn has_subquery(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::ScalarSubquery(_) | ExprKind::Subquery { .. }) || expr.children().into_iter().any(has_subquery)
}

/// The place of a subquery whose value needs more columns than these: it is correlated, or compares an expression over others.
pub(super) fn needs_more_than(expr: &Expr, scope: &Scope) -> Option<Span> {
    let own = match &expr.kind {
        ExprKind::ScalarSubquery(relation) => free_columns(relation),
        ExprKind::Subquery { test, relation } => {
            let mut used = free_columns(relation);
            let tested: Vec<&Expr> = match test {
                SubqueryTest::Exists => Vec::new(),
                SubqueryTest::In { exprs, .. } => exprs.iter().collect(),
                SubqueryTest::Quantified { comparison, .. } => comparison.children().into_iter().take(1).collect(),
            };
            for expr in tested {
                expr.visit_references(&mut |id| {
                    used.insert(id);
                });
            }
            used
        }
        _ => HashSet::new(),
    };
    let is_missing = own.into_iter().any(|id| !scope.contains(id));
    if is_missing { Some(expr.span) } else { expr.children().into_iter().find_map(|child| needs_more_than(child, scope)) }
}

/// The columns that a relation uses and none of its inputs produces: those of outer queries.
pub(crate) fn free_columns(relation: &Relation) -> HashSet<ColumnId> {
    let mut used = HashSet::new();
    relation.visit_references(&mut |id| {
        used.insert(id);
    });
    relation.visit(&mut |inner| {
        for column in &inner.columns {
            used.remove(&column.id);
        }
    });
    used
}
