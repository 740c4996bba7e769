//! GROUP BY.

use super::{Lowering, Scope, all_columns, check_groupable, column_name, expr, literal, named_column};
use crate::error::from_engine;
use crate::udf::AggregateCallUdf;
use datafusion::logical_expr::{
    Aggregate, Case, Cast, Expr as E, GroupingSet as EngineGroupingSet, LogicalPlan, LogicalPlanBuilder, Operator, lit,
};
use diag::{Error, Result};
use resolve::bound::{AggregateCall, Expr, GroupingSet, Relation};
use std::collections::HashSet;
use std::sync::Arc;
use table::function::{Argument, CallSite};

impl Lowering<'_> {
    pub(crate) fn aggregate(
        &self,
        relation: &Relation,
        input: &Relation,
        keys: &[Expr],
        sets: &[GroupingSet],
        calls: &[AggregateCall],
    ) -> Result<LogicalPlan> {
        let prepared = self.prepare(input, keys, calls)?;
        match sets {
            [] | [_] => self.plain_aggregate(relation, prepared),
            _ if all_different(sets) => self.grouping_sets(relation, sets, prepared),
            _ => self.union_of_sets(relation, sets, prepared),
        }
    }

    /// Makes a column of every key, argument and filter, and builds the calls over them.
    fn prepare(&self, input: &Relation, keys: &[Expr], calls: &[AggregateCall]) -> Result<Prepared> {
        for key in keys {
            check_groupable(&key.data_type, key.span)?;
        }
        let scope = Scope::of(&[input]);
        let of_calls = calls.iter().flat_map(|c| c.args.iter().chain(&c.filter));
        let exprs: Vec<Expr> = keys.iter().chain(of_calls).cloned().collect();
        let (plan, columns) = self.materialize(self.relation(input)?, &scope, &exprs)?;
        let mut columns = columns.into_iter();
        let key_columns: Vec<E> = columns.by_ref().take(keys.len()).collect();
        let mut lowered = Vec::with_capacity(calls.len());
        for call in calls {
            let args: Vec<E> = columns.by_ref().take(call.args.len()).collect();
            let filter = call.filter.as_ref().and_then(|_| columns.next());
            let arguments = call.args.iter().map(|a| Argument { data_type: a.data_type.clone(), literal: a.as_literal().cloned() });
            let site = CallSite { arguments: arguments.collect(), result: call.data_type.clone(), context: self.context.eval.clone() };
            let udf = AggregateCallUdf::new(Arc::clone(&call.function), site)?;
            lowered.push(udf.into_expr(args, call.distinct, filter));
        }
        let named = lowered.into_iter().map(|c| c.alias(self.fresh_name())).collect();
        Ok(Prepared { plan, keys: key_columns, calls: named })
    }

    fn plain_aggregate(&self, relation: &Relation, prepared: Prepared) -> Result<LogicalPlan> {
        let Prepared { plan, keys, calls } = prepared;
        // Two equal keys are one column of the engine; a key that is constant groups nothing but must stay.
        let distinct = distinct_columns(&keys);
        if distinct.is_empty() && calls.is_empty() {
            return Err(Error::internal("an aggregate without keys and calls"));
        }
        let names = calls.iter().map(alias_name).collect::<Result<Vec<_>>>()?;
        let plan = LogicalPlanBuilder::from(plan).aggregate(distinct, calls).and_then(|p| p.build()).map_err(from_engine)?;
        let outputs = keys.into_iter().chain(names.iter().map(|n| named_column(n)));
        self.rename(plan, outputs, relation)
    }

    fn grouping_sets(&self, relation: &Relation, sets: &[GroupingSet], prepared: Prepared) -> Result<LogicalPlan> {
        let Prepared { plan, keys, calls } = prepared;
        let plan = self.distinct_names(plan, &keys)?;
        let (plan, keys) = plan;
        let names = calls.iter().map(alias_name).collect::<Result<Vec<_>>>()?;
        let engine_sets = sets.iter().map(|GroupingSet(kept)| kept.iter().map(|&i| keys[i].clone()).collect()).collect();
        let group = vec![E::GroupingSet(EngineGroupingSet::GroupingSets(engine_sets))];
        let aggregate = Aggregate::try_new(Arc::new(plan), group, calls).map_err(from_engine)?;
        let order: Vec<String> = aggregate.schema.fields().iter().take(keys.len()).map(|f| f.name().clone()).collect();
        let set_number = set_number(sets, &keys, &order, &aggregate)?;
        let plan = LogicalPlan::Aggregate(aggregate);
        let outputs = keys.into_iter().chain(names.iter().map(|n| named_column(n))).chain([set_number]);
        self.rename(plan, outputs, relation)
    }

    /// A set written twice gives its groups twice: each set is an aggregate of its own.
    fn union_of_sets(&self, relation: &Relation, sets: &[GroupingSet], prepared: Prepared) -> Result<LogicalPlan> {
        let mut union: Option<LogicalPlan> = None;
        for (number, GroupingSet(kept)) in sets.iter().enumerate() {
            let Prepared { plan, keys, mut calls } = prepared.clone();
            let names = calls.iter().map(alias_name).collect::<Result<Vec<_>>>()?;
            let kept_keys: Vec<E> = kept.iter().map(|&i| keys[i].clone()).collect();
            if kept_keys.is_empty() && calls.is_empty() {
                // The engine aggregates into one row only what it computes something of.
                calls.push(self.count_rows()?.alias(self.fresh_name()));
            }
            let plan = LogicalPlanBuilder::from(plan)
                .aggregate(distinct_columns(&kept_keys), calls)
                .and_then(|p| p.build())
                .map_err(from_engine)?;
            let mut outputs = Vec::with_capacity(relation.columns.len());
            for (i, key) in keys.iter().enumerate() {
                outputs.push(if kept.contains(&i) { key.clone() } else { literal::null(&relation.columns[i].data_type)? });
            }
            outputs.extend(names.iter().map(|n| named_column(n)));
            outputs.push(lit(number as i64));
            let plan = self.rename(plan, outputs.into_iter(), relation)?;
            union = Some(match union {
                None => plan,
                Some(before) => LogicalPlanBuilder::from(before).union(plan).and_then(|p| p.build()).map_err(from_engine)?,
            });
        }
        union.ok_or_else(|| Error::internal("no grouping set"))
    }

    /// Gives two equal key columns different names, which grouping sets need to tell them apart.
    fn distinct_names(&self, plan: LogicalPlan, keys: &[E]) -> Result<(LogicalPlan, Vec<E>)> {
        let mut projection = all_columns(&plan);
        let mut renamed = Vec::with_capacity(keys.len());
        for key in keys {
            let name = self.fresh_name();
            projection.push(key.clone().alias(&name));
            renamed.push(named_column(&name));
        }
        let plan = LogicalPlanBuilder::from(plan).project(projection).and_then(|p| p.build()).map_err(from_engine)?;
        Ok((plan, renamed))
    }

    fn rename(&self, plan: LogicalPlan, outputs: impl Iterator<Item = E>, relation: &Relation) -> Result<LogicalPlan> {
        let named = outputs.zip(&relation.columns).map(|(e, c)| e.alias(column_name(c.id)));
        LogicalPlanBuilder::from(plan).project(named.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)
    }
}

/// The input of an aggregate with everything computed that it needs.
#[derive(Clone)]
struct Prepared {
    plan: LogicalPlan,
    keys: Vec<E>,
    /// Aliased.
    calls: Vec<E>,
}

fn alias_name(call: &E) -> Result<String> {
    match call {
        E::Alias(alias) => Ok(alias.name.clone()),
        _ => Err(Error::internal("an aggregate call without a name")),
    }
}

fn all_different(sets: &[GroupingSet]) -> bool {
    let mut seen = HashSet::new();
    sets.iter().all(|GroupingSet(kept)| {
        let mut kept = kept.clone();
        kept.sort_unstable();
        seen.insert(kept)
    })
}

fn distinct_columns(keys: &[E]) -> Vec<E> {
    let mut seen = HashSet::new();
    keys.iter().filter(|k| seen.insert((*k).clone())).cloned().collect()
}

/// The number of the set, from the engine's bit mask: a bit is 1 for a key that the set leaves out, the last key has the lowest bit.
fn set_number(sets: &[GroupingSet], keys: &[E], order: &[String], aggregate: &Aggregate) -> Result<E> {
    let mask_column = named_column(Aggregate::INTERNAL_GROUPING_ID);
    let mask_type = aggregate.schema.field(keys.len()).data_type().clone();
    let mut branches = Vec::with_capacity(sets.len());
    for (number, GroupingSet(kept)) in sets.iter().enumerate() {
        let kept_names: HashSet<String> = kept.iter().map(|&i| keys[i].schema_name().to_string()).collect();
        let mask = order.iter().fold(0u64, |mask, name| (mask << 1) | u64::from(!kept_names.contains(name)));
        let mask = E::Cast(Cast::new(Box::new(lit(mask)), mask_type.clone()));
        let condition = expr::binary(mask_column.clone(), Operator::Eq, mask);
        branches.push((Box::new(condition), Box::new(lit(number as i64))));
    }
    Ok(E::Case(Case { expr: None, when_then_expr: branches, else_expr: None }))
}
