//! Bound tree to DataFusion's logical plan.
//!
//! Column `#7` of the bound tree is the unqualified column `c7` of the plan, everywhere: names of users never reach the engine. Each lowered
//! relation has exactly the columns of its bound relation, in order.

mod aggregate;
mod dependent;
mod expr;
pub(crate) mod guard;
mod join;
mod literal;
mod over;
mod set_operation;
mod subquery;

use crate::PlanContext;
use crate::diagnostics::UNSUPPORTED_QUERY;
use crate::error::from_engine;
use crate::nodes::{PerKeyNode, ScanNode, TimeWindowNode, UnnestNode};
use datafusion::common::DFSchema;
use datafusion::logical_expr::{EmptyRelation, Expr as E, LogicalPlan, LogicalPlanBuilder, SortExpr, lit};
use datafusion::prelude::Column as EngineColumn;
use diag::{Diagnostic, Error, Result, Span};
use resolve::bound::{Column, ColumnId, Expr, Relation, RelationKind, SortKey};
use std::cell::Cell;
use std::sync::Arc;
use table::{LogicalType, TypeKind};

pub(crate) use expr::Scope;

/// Lowers one statement.
pub(crate) struct Lowering<'a> {
    pub(crate) context: &'a PlanContext,
    /// Numbers columns that only lowering knows.
    fresh: Cell<u32>,
    /// Whether correlated subqueries become joins here, or are left to the engine.
    decorrelate: bool,
    /// Where a correlated subquery stands.
    correlated: Cell<Option<Span>>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(context: &'a PlanContext) -> Self {
        Lowering { context, fresh: Cell::new(0), decorrelate: false, correlated: Cell::new(None) }
    }

    /// For a query with correlated subqueries that the engine cannot take apart.
    pub(crate) fn decorrelating(context: &'a PlanContext) -> Self {
        Lowering { decorrelate: true, ..Lowering::new(context) }
    }

    /// Where a correlated subquery was met.
    pub(crate) fn correlated(&self) -> Option<Span> {
        self.correlated.get()
    }

    /// Lowers a relation on a stack that is large enough for any tree.
    pub(crate) fn relation(&self, relation: &Relation) -> Result<LogicalPlan> {
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.relation_here(relation))
    }

    fn relation_here(&self, relation: &Relation) -> Result<LogicalPlan> {
        match &relation.kind {
            RelationKind::Scan(scan) => extension(ScanNode::new(scan, &relation.columns, self.context.parallelism)?),
            RelationKind::Values(rows) => self.values(relation, rows),
            RelationKind::Project { input, exprs } => self.project(relation, input, exprs),
            RelationKind::Filter { input, predicate } => self.filter(input, predicate),
            RelationKind::Aggregate { input, keys, sets, calls } => self.aggregate(relation, input, keys, sets, calls),
            RelationKind::Join(join) => self.join(join),
            RelationKind::Unnest(unnest) => {
                let input = self.relation(&unnest.input)?;
                let (input, collection) =
                    self.materialize(input, &Scope::of(&[&unnest.input]), std::slice::from_ref(&unnest.collection))?;
                let node = UnnestNode::new(input, &collection[0], unnest, relation)?;
                self.keep_only(extension(node)?, &relation.columns)
            }
            RelationKind::Over { input, calls } => self.over(relation, input, calls),
            RelationKind::SetOperation { op, all, inputs } => self.set_operation(relation, *op, *all, inputs),
            RelationKind::Sort { input, keys } => self.sort(input, keys),
            RelationKind::Limit { input, offset, fetch } => {
                let plan = LogicalPlanBuilder::from(self.relation(input)?);
                let fetch = fetch.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
                plan.limit(usize::try_from(*offset).unwrap_or(usize::MAX), fetch).and_then(|p| p.build()).map_err(from_engine)
            }
            RelationKind::TimeWindow(window) => {
                extension(TimeWindowNode::new(self.relation(&window.input)?, window, relation, self.context)?)
            }
            RelationKind::PerKey(per_key) => {
                for column in per_key.input.columns.iter().filter(|column| per_key.key.contains(&column.id)) {
                    check_groupable(&column.data_type, relation.span)?;
                }
                extension(PerKeyNode::new(self.relation(&per_key.input)?, per_key, self.context.eval.zone))
            }
            // Bounded input needs no progress marker.
            RelationKind::Watermark { input, .. } => self.relation(input),
        }
    }

    fn values(&self, relation: &Relation, rows: &[Vec<Expr>]) -> Result<LogicalPlan> {
        let one_row = LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: true, schema: Arc::new(DFSchema::empty()) });
        if relation.columns.is_empty() && rows.len() == 1 {
            return Ok(one_row);
        }
        let scope = Scope::of(&[]);
        let lower_row = |row: &Vec<Expr>| row.iter().map(|e| self.expr(e, &scope)).collect::<Result<Vec<_>>>();
        let rows = rows.iter().map(lower_row).collect::<Result<Vec<_>>>()?;
        if rows.is_empty() {
            return self.no_rows(&relation.columns);
        }
        if relation.columns.is_empty() {
            return count_only(rows.len());
        }
        let plan = LogicalPlanBuilder::values(rows).and_then(|p| p.build()).map_err(from_engine)?;
        let named = relation.columns.iter().enumerate().map(|(i, c)| {
            // A column of NULLs only has no type of its own.
            let column = E::Column(EngineColumn::new_unqualified(format!("column{}", i + 1)));
            literal::typed(column, &c.data_type).alias(column_name(c.id))
        });
        LogicalPlanBuilder::from(plan).project(named.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)
    }

    fn no_rows(&self, columns: &[Column]) -> Result<LogicalPlan> {
        let schema = Arc::new(engine_schema(columns)?);
        Ok(LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }))
    }

    fn project(&self, relation: &Relation, input: &Relation, exprs: &[Expr]) -> Result<LogicalPlan> {
        let scope = Scope::of(&[input]);
        let (plan, exprs) = self.exprs_over(self.relation(input)?, &scope, exprs)?;
        let named = exprs.into_iter().zip(&relation.columns).map(|(e, c)| e.alias(column_name(c.id)));
        LogicalPlanBuilder::from(plan).project(named.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)
    }

    fn filter(&self, input: &Relation, predicate: &Expr) -> Result<LogicalPlan> {
        self.filter_plan(self.relation(input)?, &Scope::of(&[input]), predicate, &input.columns)
    }

    fn filter_plan(&self, plan: LogicalPlan, scope: &Scope, predicate: &Expr, columns: &[Column]) -> Result<LogicalPlan> {
        let (plan, predicate) = self.predicate_over(plan, scope, predicate)?;
        let filtered = LogicalPlanBuilder::from(plan).filter(predicate).and_then(|p| p.build()).map_err(from_engine)?;
        self.keep_only(filtered, columns)
    }

    fn sort(&self, input: &Relation, keys: &[SortKey]) -> Result<LogicalPlan> {
        let scope = Scope::of(&[input]);
        let exprs: Vec<Expr> = keys.iter().map(|k| k.expr.clone()).collect();
        let (plan, exprs) = self.materialize(self.relation(input)?, &scope, &exprs)?;
        let sorts = exprs.into_iter().zip(keys).map(|(e, k)| SortExpr::new(e, !k.descending, k.nulls_first));
        let sorted = LogicalPlanBuilder::from(plan).sort(sorts.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)?;
        self.keep_only(sorted, &input.columns)
    }

    /// Adds a column for each expression that is not one already; the plan keeps all its columns.
    pub(crate) fn materialize(&self, plan: LogicalPlan, scope: &Scope, exprs: &[Expr]) -> Result<(LogicalPlan, Vec<E>)> {
        let (plan, lowered) = self.exprs_over(plan, scope, exprs)?;
        self.materialize_lowered(plan, lowered)
    }

    pub(crate) fn materialize_lowered(&self, plan: LogicalPlan, exprs: Vec<E>) -> Result<(LogicalPlan, Vec<E>)> {
        let mut projection = all_columns(&plan);
        let before = projection.len();
        let mut columns = Vec::with_capacity(exprs.len());
        for expr in exprs {
            if matches!(expr, E::Column(_)) {
                columns.push(expr);
                continue;
            }
            let name = self.fresh_name();
            projection.push(expr.alias(&name));
            columns.push(E::Column(EngineColumn::new_unqualified(name)));
        }
        if projection.len() == before {
            return Ok((plan, columns));
        }
        let plan = LogicalPlanBuilder::from(plan).project(projection).and_then(|p| p.build()).map_err(from_engine)?;
        Ok((plan, columns))
    }

    /// Projects to exactly these columns, if the plan has others.
    pub(crate) fn keep_only(&self, plan: LogicalPlan, columns: &[Column]) -> Result<LogicalPlan> {
        let fields = plan.schema().fields();
        let same = fields.len() == columns.len() && fields.iter().zip(columns).all(|(f, c)| *f.name() == column_name(c.id));
        if same {
            return Ok(plan);
        }
        let projection: Vec<_> = columns.iter().map(|c| column(c.id)).collect();
        LogicalPlanBuilder::from(plan).project(projection).and_then(|p| p.build()).map_err(from_engine)
    }

    /// A column name that no bound column has.
    pub(crate) fn fresh_name(&self) -> String {
        let number = self.fresh.get();
        self.fresh.set(number + 1);
        format!("x{number}")
    }
}

/// The plan's name of a bound column.
pub(crate) fn column_name(id: ColumnId) -> String {
    format!("c{}", id.0)
}

pub(crate) fn column(id: ColumnId) -> E {
    E::Column(EngineColumn::new_unqualified(column_name(id)))
}

pub(crate) fn named_column(name: &str) -> E {
    E::Column(EngineColumn::new_unqualified(name))
}

/// The plan's schema of bound columns.
pub(crate) fn engine_schema(columns: &[Column]) -> Result<DFSchema> {
    let fields = columns.iter().map(|c| table::types::arrow_field(&column_name(c.id), &c.data_type)).collect::<Vec<_>>();
    DFSchema::from_unqualified_fields(fields.into(), Default::default()).map_err(from_engine)
}

pub(crate) fn all_columns(plan: &LogicalPlan) -> Vec<E> {
    plan.schema().fields().iter().map(|f| named_column(f.name())).collect()
}

pub(crate) fn unsupported(span: Span, what: &str) -> Error {
    let diagnostic = Diagnostic::error(UNSUPPORTED_QUERY, span, format!("{what} is not supported yet"));
    Error::unsupported(diagnostic.message.clone()).with_diagnostic(diagnostic)
}

/// Maps have no order, by which Flink groups.
pub(crate) fn check_groupable(data_type: &LogicalType, span: Span) -> Result<()> {
    if !has_map(&data_type.kind) {
        return Ok(());
    }
    let message = format!("rows cannot be grouped or told apart by a value of type {}", data_type.kind);
    let diagnostic = Diagnostic::error(UNSUPPORTED_QUERY, span, message)
        .with_help("Take apart what is to be compared: MAP_ENTRIES(m), or single values m['key'].")
        .with_flink(format!(
            "java.lang.UnsupportedOperationException: Type({data_type}) is not an orderable data type, it is not supported as a \
             ORDER_BY/GROUP_BY/JOIN_EQUAL field."
        ));
    Err(Error::unsupported(diagnostic.message.clone()).with_diagnostic(diagnostic))
}

fn has_map(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Map(..) | TypeKind::Multiset(_) => true,
        TypeKind::Array(element) => has_map(&element.kind),
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields.iter().any(|field| has_map(&field.data_type.kind)),
        _ => false,
    }
}

/// So many rows without columns.
fn count_only(rows: usize) -> Result<LogicalPlan> {
    let numbered = (0..rows).map(|_| vec![lit(true)]).collect();
    LogicalPlanBuilder::values(numbered).and_then(|p| p.project(Vec::<E>::new())).and_then(|p| p.build()).map_err(from_engine)
}

fn extension(node: impl datafusion::logical_expr::UserDefinedLogicalNode + 'static) -> Result<LogicalPlan> {
    Ok(LogicalPlan::Extension(datafusion::logical_expr::Extension { node: Arc::new(node) }))
}
