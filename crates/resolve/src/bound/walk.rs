//! Walking bound trees: what is directly inside, and every column and reference below.

use super::{Column, ColumnId, Expr, ExprKind, FrameBound, OverCall, Relation, RelationKind, SortKey, SubqueryTest};
use table::connector::TableContext;

impl Expr {
    /// The expressions directly inside, to change; subqueries are not among them.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Column(_) | ExprKind::Literal(_) | ExprKind::ScalarSubquery(_) => Vec::new(),
            ExprKind::And(exprs) | ExprKind::Or(exprs) | ExprKind::Call { args: exprs, .. } => exprs.iter_mut().collect(),
            ExprKind::Not(expr) | ExprKind::IsNull { expr, .. } | ExprKind::Cast { expr, .. } | ExprKind::Field { expr, .. } => vec![expr],
            ExprKind::Case { branches, else_result } => {
                let pairs = branches.iter_mut().flat_map(|b| [&mut b.condition, &mut b.result]);
                pairs.chain(else_result.as_deref_mut()).collect()
            }
            ExprKind::Subquery { test, .. } => match test {
                SubqueryTest::Exists => Vec::new(),
                SubqueryTest::In { exprs, .. } => exprs.iter_mut().collect(),
                SubqueryTest::Quantified { comparison, .. } => vec![comparison],
            },
        }
    }

    /// The subquery directly inside.
    pub fn subquery(&self) -> Option<&Relation> {
        match &self.kind {
            ExprKind::ScalarSubquery(relation) | ExprKind::Subquery { relation, .. } => Some(relation),
            _ => None,
        }
    }

    pub fn subquery_mut(&mut self) -> Option<&mut Relation> {
        match &mut self.kind {
            ExprKind::ScalarSubquery(relation) | ExprKind::Subquery { relation, .. } => Some(relation),
            _ => None,
        }
    }

    /// Visits every column id that is used here or anywhere below, inside subqueries too.
    pub fn visit_references_mut(&mut self, visit: &mut dyn FnMut(&mut ColumnId)) {
        if let ExprKind::Column(id) = &mut self.kind {
            visit(id);
        }
        for child in self.children_mut() {
            child.visit_references_mut(visit);
        }
        if let Some(relation) = self.subquery_mut() {
            relation.visit_references_mut(visit);
        }
    }

    pub fn visit_references(&self, visit: &mut dyn FnMut(ColumnId)) {
        if let ExprKind::Column(id) = self.kind {
            visit(id);
        }
        for child in self.children() {
            child.visit_references(visit);
        }
        if let Some(relation) = self.subquery() {
            relation.visit_references(visit);
        }
    }

    /// Whether two expressions compute the same; places do not matter. Subqueries are never the same.
    pub fn is_same(&self, other: &Expr) -> bool {
        let pairwise = |a: Vec<&Expr>, b: Vec<&Expr>| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b));
        let same_node = match (&self.kind, &other.kind) {
            (ExprKind::Column(a), ExprKind::Column(b)) => return a == b,
            (ExprKind::Literal(a), ExprKind::Literal(b)) => a == b,
            (ExprKind::Call { function: a, .. }, ExprKind::Call { function: b, .. }) => {
                std::ptr::eq(a.doc(), b.doc()) || a.doc().name == b.doc().name
            }
            (ExprKind::IsNull { negated: a, .. }, ExprKind::IsNull { negated: b, .. }) => a == b,
            (ExprKind::Cast { try_cast: a, .. }, ExprKind::Cast { try_cast: b, .. }) => a == b,
            (ExprKind::Field { index: a, .. }, ExprKind::Field { index: b, .. }) => a == b,
            (ExprKind::Case { branches: a, .. }, ExprKind::Case { branches: b, .. }) => a.len() == b.len(),
            (ExprKind::ScalarSubquery(_) | ExprKind::Subquery { .. }, _) => false,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        same_node && self.data_type == other.data_type && pairwise(self.children(), other.children())
    }

    /// Whether the value is the same for every row: no column and no function that is not deterministic.
    pub fn is_constant(&self) -> bool {
        let here = match &self.kind {
            ExprKind::Column(_) | ExprKind::ScalarSubquery(_) | ExprKind::Subquery { .. } => false,
            ExprKind::Call { function, .. } => function.is_deterministic(),
            _ => true,
        };
        here && self.children().into_iter().all(Expr::is_constant)
    }
}

impl Relation {
    /// The relations directly inside, to change.
    pub fn inputs_mut(&mut self) -> Vec<&mut Relation> {
        match &mut self.kind {
            RelationKind::Scan(_) | RelationKind::Values(_) => Vec::new(),
            RelationKind::Project { input, .. }
            | RelationKind::Filter { input, .. }
            | RelationKind::Aggregate { input, .. }
            | RelationKind::Over { input, .. }
            | RelationKind::Sort { input, .. }
            | RelationKind::Limit { input, .. }
            | RelationKind::Watermark { input, .. } => vec![input],
            RelationKind::Join(join) => vec![&mut join.left, &mut join.right],
            RelationKind::Unnest(unnest) => vec![&mut unnest.input],
            RelationKind::TimeWindow(window) => vec![&mut window.input],
            RelationKind::PerKey(per_key) => vec![&mut per_key.input],
            RelationKind::SetOperation { inputs, .. } => inputs.iter_mut().collect(),
        }
    }

    /// The expressions of this relation itself.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            RelationKind::Scan(_)
            | RelationKind::SetOperation { .. }
            | RelationKind::Limit { .. }
            | RelationKind::TimeWindow(_)
            | RelationKind::PerKey(_) => Vec::new(),
            RelationKind::Values(rows) => rows.iter().flatten().collect(),
            RelationKind::Project { exprs, .. } => exprs.iter().collect(),
            RelationKind::Filter { predicate, .. } => vec![predicate],
            RelationKind::Aggregate { keys, calls, .. } => {
                keys.iter().chain(calls.iter().flat_map(|call| call.args.iter().chain(&call.filter))).collect()
            }
            RelationKind::Join(join) => join.condition.iter().collect(),
            RelationKind::Unnest(unnest) => vec![&unnest.collection],
            RelationKind::Over { calls, .. } => calls.iter().flat_map(OverCall::exprs).collect(),
            RelationKind::Sort { keys, .. } => keys.iter().map(|key| &key.expr).collect(),
            RelationKind::Watermark { strategy, .. } => vec![strategy],
        }
    }

    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            RelationKind::Scan(_)
            | RelationKind::SetOperation { .. }
            | RelationKind::Limit { .. }
            | RelationKind::TimeWindow(_)
            | RelationKind::PerKey(_) => Vec::new(),
            RelationKind::Values(rows) => rows.iter_mut().flatten().collect(),
            RelationKind::Project { exprs, .. } => exprs.iter_mut().collect(),
            RelationKind::Filter { predicate, .. } => vec![predicate],
            RelationKind::Aggregate { keys, calls, .. } => {
                keys.iter_mut().chain(calls.iter_mut().flat_map(|call| call.args.iter_mut().chain(&mut call.filter))).collect()
            }
            RelationKind::Join(join) => join.condition.iter_mut().collect(),
            RelationKind::Unnest(unnest) => vec![&mut unnest.collection],
            RelationKind::Over { calls, .. } => calls.iter_mut().flat_map(OverCall::exprs_mut).collect(),
            RelationKind::Sort { keys, .. } => keys.iter_mut().map(|key| &mut key.expr).collect(),
            RelationKind::Watermark { strategy, .. } => vec![strategy],
        }
    }

    /// Column ids that this relation itself names outside of expressions.
    fn named_columns_mut(&mut self) -> Vec<&mut ColumnId> {
        match &mut self.kind {
            RelationKind::TimeWindow(window) => std::iter::once(&mut window.time).chain(&mut window.partition_by).collect(),
            RelationKind::Watermark { column, .. } => vec![column],
            RelationKind::PerKey(per_key) => per_key.key.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// Visits every column that this relation or one below produces, inside subqueries too.
    pub fn visit_columns_mut(&mut self, visit: &mut dyn FnMut(&mut Column)) {
        self.columns.iter_mut().for_each(&mut *visit);
        for input in self.inputs_mut() {
            input.visit_columns_mut(visit);
        }
        for expr in self.exprs_mut() {
            visit_columns_in_expr(expr, visit);
        }
    }

    /// Visits every column id that is used in this relation or below, inside subqueries too.
    pub fn visit_references_mut(&mut self, visit: &mut dyn FnMut(&mut ColumnId)) {
        self.named_columns_mut().into_iter().for_each(&mut *visit);
        for expr in self.exprs_mut() {
            expr.visit_references_mut(visit);
        }
        for input in self.inputs_mut() {
            input.visit_references_mut(visit);
        }
    }

    pub fn visit_references(&self, visit: &mut dyn FnMut(ColumnId)) {
        match &self.kind {
            RelationKind::TimeWindow(window) => std::iter::once(&window.time).chain(&window.partition_by).for_each(|id| visit(*id)),
            RelationKind::Watermark { column, .. } => visit(*column),
            RelationKind::PerKey(per_key) => per_key.key.iter().for_each(|id| visit(*id)),
            _ => {}
        }
        for expr in self.exprs() {
            expr.visit_references(visit);
        }
        for input in self.inputs() {
            input.visit_references(visit);
        }
    }

    /// Visits the tables that are read in this relation and below, inside subqueries too.
    pub fn visit_tables_mut(&mut self, visit: &mut dyn FnMut(&mut TableContext)) {
        if let RelationKind::Scan(scan) = &mut self.kind {
            visit(&mut scan.table);
        }
        for input in self.inputs_mut() {
            input.visit_tables_mut(visit);
        }
        for expr in self.exprs_mut() {
            visit_tables_in_expr(expr, visit);
        }
    }

    /// Visits this relation and all below it, subqueries included, inputs first.
    pub fn visit<'r>(&'r self, visit: &mut dyn FnMut(&'r Relation)) {
        for input in self.inputs() {
            input.visit(visit);
        }
        for expr in self.exprs() {
            visit_subqueries(expr, visit);
        }
        visit(self);
    }
}

fn visit_subqueries<'r>(expr: &'r Expr, visit: &mut dyn FnMut(&'r Relation)) {
    if let Some(relation) = expr.subquery() {
        relation.visit(visit);
    }
    for child in expr.children() {
        visit_subqueries(child, visit);
    }
}

fn visit_tables_in_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut TableContext)) {
    for child in expr.children_mut() {
        visit_tables_in_expr(child, visit);
    }
    if let Some(relation) = expr.subquery_mut() {
        relation.visit_tables_mut(visit);
    }
}

fn visit_columns_in_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut Column)) {
    if let Some(relation) = expr.subquery_mut() {
        relation.visit_columns_mut(visit);
    }
    for child in expr.children_mut() {
        visit_columns_in_expr(child, visit);
    }
}

impl OverCall {
    pub fn exprs(&self) -> Vec<&Expr> {
        let bounds = [&self.frame.start, &self.frame.end].into_iter().filter_map(|bound| match bound {
            FrameBound::Preceding(expr) | FrameBound::Following(expr) => Some(expr),
            _ => None,
        });
        let keys = self.order_by.iter().map(|key| &key.expr);
        self.args.iter().chain(&self.filter).chain(&self.partition_by).chain(keys).chain(bounds).collect()
    }

    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        let bounds = [&mut self.frame.start, &mut self.frame.end].into_iter().filter_map(|bound| match bound {
            FrameBound::Preceding(expr) | FrameBound::Following(expr) => Some(expr),
            _ => None,
        });
        let keys = self.order_by.iter_mut().map(|key| &mut key.expr);
        self.args.iter_mut().chain(&mut self.filter).chain(&mut self.partition_by).chain(keys).chain(bounds).collect()
    }
}

impl SortKey {
    /// Ascending or descending with Flink's rule for NULL: it is the lowest value.
    pub fn new(expr: Expr, descending: bool) -> Self {
        SortKey { expr, descending, nulls_first: !descending }
    }
}
