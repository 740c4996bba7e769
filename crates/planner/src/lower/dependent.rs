//! Correlated subqueries as joins, for those that the engine does not take apart.
//!
//! The subquery runs once for all the different combinations of outer values that it refers to: they are joined to its inputs, every
//! operator keeps them beside its own columns and works for each combination by itself, and the outer rows are joined to the result.

use super::{Lowering, all_columns, named_column};
use crate::error::from_engine;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::functions_window::row_number::row_number_udwf;
use datafusion::logical_expr::expr::WindowFunction;
use datafusion::logical_expr::logical_plan::{FetchType, SkipType};
use datafusion::logical_expr::{
    Aggregate, Case, Distinct, EmptyRelation, Expr as E, ExprFunctionExt, Join, JoinType, Limit, LogicalPlan, LogicalPlanBuilder, Operator,
    SortExpr, Union, lit,
};
use diag::{Error, Result};
use std::sync::Arc;

/// The combinations of outer values.
#[derive(Clone)]
struct Domain {
    rows: LogicalPlan,
    /// Names of outer columns, and the columns of `rows` that hold their values.
    columns: Vec<(String, String)>,
}

impl Domain {
    fn keys(&self) -> Vec<E> {
        self.columns.iter().map(|(_, key)| named_column(key)).collect()
    }

    /// References to outer columns become columns of the domain.
    fn rewrite(&self, expr: &E) -> Result<E> {
        let rewritten = expr.clone().transform(|e| {
            let E::OuterReferenceColumn(_, outer) = &e else { return Ok(Transformed::no(e)) };
            match self.columns.iter().find(|(name, _)| *name == outer.name) {
                Some((_, key)) => Ok(Transformed::yes(named_column(key))),
                None => Ok(Transformed::no(e)),
            }
        });
        Ok(rewritten.map_err(from_engine)?.data)
    }

    fn rewrite_all<'e>(&self, exprs: impl IntoIterator<Item = &'e E>) -> Result<Vec<E>> {
        exprs.into_iter().map(|e| self.rewrite(e)).collect()
    }

    fn is_used_by(&self, plan: &LogicalPlan) -> bool {
        outer_names(plan).iter().any(|name| self.columns.iter().any(|(outer, _)| outer == name))
    }
}

impl Lowering<'_> {
    /// Joins rows to those of a plan that refers to their columns.
    pub(super) fn dependent_join(&self, outer: LogicalPlan, inner: LogicalPlan, kind: JoinType, condition: Vec<E>) -> Result<LogicalPlan> {
        let domain = self.domain(&outer, &inner)?;
        // Without columns of this plan it refers to queries farther out.
        let inner = if domain.columns.is_empty() { inner } else { self.depend(&inner, &domain)? };
        let same = domain.columns.iter().map(|(outer, key)| same_value(named_column(outer), named_column(key)));
        let mut on: Vec<E> = same.chain(condition).collect();
        if on.is_empty() {
            on.push(lit(true));
        }
        LogicalPlanBuilder::from(outer).join_on(inner, kind, on).and_then(|p| p.build()).map_err(from_engine)
    }

    fn domain(&self, outer: &LogicalPlan, inner: &LogicalPlan) -> Result<Domain> {
        let mut columns: Vec<(String, String)> = Vec::new();
        for name in outer_names(inner) {
            let is_here = outer.schema().fields().iter().any(|field| *field.name() == name);
            if is_here && !columns.iter().any(|(known, _)| *known == name) {
                columns.push((name, self.fresh_name()));
            }
        }
        let keys = columns.iter().map(|(outer, key)| named_column(outer).alias(key)).collect::<Vec<_>>();
        let rows = LogicalPlanBuilder::from(outer.clone()).project(keys).and_then(|p| p.distinct()).and_then(|p| p.build());
        Ok(Domain { rows: rows.map_err(from_engine)?, columns })
    }

    /// The same combinations under other names.
    fn renamed(&self, domain: &Domain) -> Result<Domain> {
        let columns: Vec<_> = domain.columns.iter().map(|(outer, _)| (outer.clone(), self.fresh_name())).collect();
        let keys = domain.keys().into_iter().zip(&columns).map(|(key, (_, name))| key.alias(name)).collect::<Vec<_>>();
        let rows = LogicalPlanBuilder::from(domain.rows.clone()).project(keys).and_then(|p| p.build()).map_err(from_engine)?;
        Ok(Domain { rows, columns })
    }

    /// The plan for every combination: its columns and those of the domain.
    fn depend(&self, plan: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.depend_here(plan, domain))
    }

    fn depend_here(&self, plan: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        if !domain.is_used_by(plan) {
            return built(LogicalPlanBuilder::from(plan.clone()).cross_join(domain.rows.clone()));
        }
        match plan {
            LogicalPlan::Projection(node) => {
                let input = self.depend(&node.input, domain)?;
                self.project_dependent(input, &node.expr, plan, domain)
            }
            LogicalPlan::Filter(node) => {
                let input = self.depend(&node.input, domain)?;
                built(LogicalPlanBuilder::from(input).filter(domain.rewrite(&node.predicate)?))
            }
            // The order of a subquery means something only to its LIMIT.
            LogicalPlan::Sort(node) => self.depend(&node.input, domain),
            LogicalPlan::Distinct(Distinct::All(input)) => built(LogicalPlanBuilder::from(self.depend(input, domain)?).distinct()),
            LogicalPlan::Aggregate(node) => self.depend_aggregate(node, domain),
            LogicalPlan::Window(node) => {
                let input = self.depend(&node.input, domain)?;
                let calls = node.window_expr.iter().map(|call| partitioned(domain.rewrite(call)?, domain)).collect::<Result<Vec<_>>>()?;
                built(LogicalPlanBuilder::from(input).window(calls))
            }
            LogicalPlan::Limit(node) => self.depend_limit(node, plan, domain),
            LogicalPlan::Join(node) => self.depend_join(node, plan, domain),
            LogicalPlan::Union(node) => self.depend_union(node, plan, domain),
            LogicalPlan::Extension(node) if node.node.inputs().len() == 1 => {
                let input = self.depend(node.node.inputs()[0], domain)?;
                plan.with_new_exprs(domain.rewrite_all(&plan.expressions())?, vec![input]).map_err(from_engine)
            }
            other => Err(Error::internal(format!("a correlated {}", other.display()))),
        }
    }

    /// Expressions under the names of the columns of `named`, and the keys.
    fn project_dependent(&self, input: LogicalPlan, exprs: &[E], named: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        let mut projection = Vec::with_capacity(exprs.len() + domain.columns.len());
        for (expr, field) in exprs.iter().zip(named.schema().fields()) {
            projection.push(domain.rewrite(expr)?.unalias().alias(field.name()));
        }
        projection.extend(domain.keys());
        built(LogicalPlanBuilder::from(input).project(projection))
    }

    fn keep_dependent(&self, plan: LogicalPlan, named: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        self.project_dependent(plan, &all_columns(named), named, domain)
    }

    fn depend_aggregate(&self, node: &Aggregate, domain: &Domain) -> Result<LogicalPlan> {
        if node.group_expr.iter().any(|key| matches!(key, E::GroupingSet(_))) {
            return Err(Error::internal("correlated grouping sets"));
        }
        let input = self.depend(&node.input, domain)?;
        let calls = domain.rewrite_all(&node.aggr_expr)?;
        let mut keys = domain.rewrite_all(&node.group_expr)?;
        keys.extend(domain.keys());
        let grouped = built(LogicalPlanBuilder::from(input.clone()).aggregate(keys, calls.clone()))?;
        if !node.group_expr.is_empty() {
            return Ok(grouped);
        }
        self.with_empty_groups(grouped, input, calls, domain)
    }

    /// An aggregate without GROUP BY has a row for each combination, also where it has no rows of its own.
    fn with_empty_groups(&self, grouped: LogicalPlan, input: LogicalPlan, calls: Vec<E>, domain: &Domain) -> Result<LogicalPlan> {
        let names: Vec<String> = calls.iter().map(|call| call.schema_name().to_string()).collect();
        let defaults: Vec<String> = names.iter().map(|_| self.fresh_name()).collect();
        let no_rows = LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema: Arc::clone(input.schema()) });
        let default_calls = calls.into_iter().zip(&defaults).map(|(call, name)| call.unalias().alias(name)).collect::<Vec<_>>();
        let over_nothing = built(LogicalPlanBuilder::from(no_rows).aggregate(Vec::<E>::new(), default_calls))?;

        let found = self.fresh_name();
        let mut marked = all_columns(&grouped);
        marked.push(lit(true).alias(&found));
        let grouped = built(LogicalPlanBuilder::from(grouped).project(marked))?;
        let all = self.renamed(domain)?;
        let same = all.keys().into_iter().zip(domain.keys()).map(|(all, key)| same_value(all, key)).collect::<Vec<_>>();
        let joined = LogicalPlanBuilder::from(all.rows.clone())
            .join_on(grouped, JoinType::Left, same)
            .and_then(|p| p.cross_join(over_nothing))
            .map_err(from_engine)?;
        let missing = E::IsNull(Box::new(named_column(&found)));
        let value = |(name, default): (&String, &String)| {
            let when_then_expr = vec![(Box::new(missing.clone()), Box::new(named_column(default)))];
            E::Case(Case { expr: None, when_then_expr, else_expr: Some(Box::new(named_column(name))) }).alias(name)
        };
        let keys = all.columns.iter().zip(&domain.columns).map(|((_, from), (_, to))| named_column(from).alias(to));
        let outputs: Vec<E> = names.iter().zip(&defaults).map(value).chain(keys).collect();
        built(joined.project(outputs))
    }

    /// LIMIT for each combination: rows are numbered in the order of the ORDER BY beneath.
    fn depend_limit(&self, node: &Limit, plan: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        let (sorted, projection) = match node.input.as_ref() {
            LogicalPlan::Projection(projection) => (projection.input.as_ref(), Some(projection.expr.as_slice())),
            other => (other, None),
        };
        let (order, input) = match sorted {
            LogicalPlan::Sort(sort) => (sort.expr.as_slice(), sort.input.as_ref()),
            other => (&[] as &[SortExpr], other),
        };
        let input = self.depend(input, domain)?;
        let mut number = E::from(WindowFunction::new(row_number_udwf(), vec![])).partition_by(domain.keys());
        if !order.is_empty() {
            let rewritten = order.iter().map(|s| Ok(SortExpr { expr: domain.rewrite(&s.expr)?, ..s.clone() }));
            number = number.order_by(rewritten.collect::<Result<Vec<_>>>()?);
        }
        let name = self.fresh_name();
        let number = number.build().map_err(from_engine)?.alias(&name);
        let numbered = built(LogicalPlanBuilder::from(input).window(vec![number]))?;
        let kept = built(LogicalPlanBuilder::from(numbered).filter(within(node, &name)?))?;
        match projection {
            Some(exprs) => self.project_dependent(kept, exprs, plan, domain),
            None => self.keep_dependent(kept, plan, domain),
        }
    }

    /// The side that a join keeps carries the combinations; the other side has them too where it refers to them.
    fn depend_join(&self, node: &Join, plan: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        let right_kept = matches!(node.join_type, JoinType::Right | JoinType::RightSemi | JoinType::RightAnti);
        if node.join_type == JoinType::Full {
            return Err(Error::internal("a correlated full join"));
        }
        let (kept, other) = if right_kept { (&node.right, &node.left) } else { (&node.left, &node.right) };
        let kept = self.depend(kept, domain)?;
        let (other, same) = match domain.is_used_by(other) {
            true => {
                let copy = self.renamed(domain)?;
                let same = domain.keys().into_iter().zip(copy.keys()).map(|(a, b)| same_value(a, b)).collect();
                (self.depend(other, &copy)?, same)
            }
            false => (other.as_ref().clone(), Vec::new()),
        };
        let equal = match node.null_equality {
            datafusion::common::NullEquality::NullEqualsNull => Operator::IsNotDistinctFrom,
            datafusion::common::NullEquality::NullEqualsNothing => Operator::Eq,
        };
        let mut on: Vec<E> = same;
        for (left, right) in &node.on {
            on.push(super::expr::binary(domain.rewrite(left)?, equal, domain.rewrite(right)?));
        }
        on.extend(node.filter.as_ref().map(|filter| domain.rewrite(filter)).transpose()?);
        let (left, right) = if right_kept { (other, kept) } else { (kept, other) };
        let joined = match on.is_empty() && node.join_type == JoinType::Inner {
            true => LogicalPlanBuilder::from(left).cross_join(right),
            false => LogicalPlanBuilder::from(left).join_on(right, node.join_type, on),
        };
        self.keep_dependent(built(joined)?, plan, domain)
    }

    fn depend_union(&self, node: &Union, plan: &LogicalPlan, domain: &Domain) -> Result<LogicalPlan> {
        let mut united: Option<LogicalPlan> = None;
        for input in &node.inputs {
            let next = self.project_dependent(self.depend(input, domain)?, &all_columns(input), plan, domain)?;
            united = Some(match united {
                Some(before) => built(LogicalPlanBuilder::from(before).union(next))?,
                None => next,
            });
        }
        united.ok_or_else(|| Error::internal("a union without inputs"))
    }
}

fn built(builder: datafusion::common::Result<LogicalPlanBuilder>) -> Result<LogicalPlan> {
    builder.and_then(|p| p.build()).map_err(from_engine)
}

fn same_value(a: E, b: E) -> E {
    super::expr::binary(a, Operator::IsNotDistinctFrom, b)
}

/// An OVER call whose partitions are also those of the combinations.
fn partitioned(call: E, domain: &Domain) -> Result<E> {
    let partition = |e: E| match e {
        E::WindowFunction(mut function) => {
            function.params.partition_by.extend(domain.keys());
            Ok(Transformed::yes(E::WindowFunction(function)))
        }
        other => Ok(Transformed::no(other)),
    };
    Ok(call.transform(partition).map_err(from_engine)?.data)
}

/// The rows that LIMIT and OFFSET keep, by their number.
fn within(limit: &Limit, number: &str) -> Result<E> {
    let (SkipType::Literal(skip), FetchType::Literal(fetch)) =
        (limit.get_skip_type().map_err(from_engine)?, limit.get_fetch_type().map_err(from_engine)?)
    else {
        return Err(Error::internal("a limit that is not constant"));
    };
    let after = named_column(number).gt(lit(skip as u64));
    Ok(match fetch {
        Some(fetch) => after.and(named_column(number).lt_eq(lit(skip.saturating_add(fetch) as u64))),
        None => after,
    })
}

/// The outer columns that a plan refers to, anywhere.
fn outer_names(plan: &LogicalPlan) -> Vec<String> {
    let mut names = Vec::new();
    let mut visit = |plan: &LogicalPlan| {
        plan.apply_expressions(|expr| {
            expr.apply(|e| {
                if let E::OuterReferenceColumn(_, column) = e {
                    names.push(column.name.clone());
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    };
    let visited = plan.apply_with_subqueries(&mut visit);
    debug_assert!(visited.is_ok(), "collecting names does not fail");
    names
}
