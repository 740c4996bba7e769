//! Bound expressions.

use super::{ColumnId, Relation};
use diag::Span;
use std::sync::Arc;
use table::function::ScalarFunction;
use table::{LogicalType, Value};

/// An expression with its type and place.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub data_type: LogicalType,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Column(ColumnId),
    Literal(Value),
    /// Kleene logic over two operands or more; operands after one that decides are not needed.
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    IsNull {
        expr: Box<Expr>,
        negated: bool,
    },
    /// Searched CASE; conditions are tested in order and results computed only where needed. COALESCE, IF, NULLIF and IFNULL become this.
    Case {
        branches: Vec<CaseBranch>,
        else_result: Option<Box<Expr>>,
    },
    /// To `data_type` of this expression.
    Cast {
        expr: Box<Expr>,
        try_cast: bool,
    },
    /// Arguments have exactly the types that the function's signature asked for.
    Call {
        function: Arc<dyn ScalarFunction>,
        args: Vec<Expr>,
    },
    /// A field of a ROW, by position.
    Field {
        expr: Box<Expr>,
        index: usize,
    },
    /// The only value of a query of one column; NULL when it has no row, an error when it has more than one.
    ScalarSubquery(Box<Relation>),
    /// IN, EXISTS, ANY, ALL.
    Subquery {
        test: SubqueryTest,
        relation: Box<Relation>,
    },
}

#[derive(Clone, Debug)]
pub struct CaseBranch {
    pub condition: Expr,
    pub result: Expr,
}

/// What is asked of a subquery's rows.
#[derive(Clone, Debug)]
pub enum SubqueryTest {
    Exists,
    /// The row of expressions is among the rows; both sides have the same types.
    In {
        exprs: Vec<Expr>,
        negated: bool,
    },
    /// `expr op ANY` or `ALL`: the comparison is a call whose first argument is the left side and whose second is the
    /// column `right` of the subquery.
    Quantified {
        comparison: Box<Expr>,
        all: bool,
    },
}

impl Expr {
    pub fn new(kind: ExprKind, data_type: LogicalType, span: Span) -> Self {
        Expr { kind, data_type, span }
    }

    pub fn column(id: ColumnId, data_type: LogicalType, span: Span) -> Self {
        Self::new(ExprKind::Column(id), data_type, span)
    }

    pub fn literal(value: Value, data_type: LogicalType, span: Span) -> Self {
        Self::new(ExprKind::Literal(value), data_type, span)
    }

    pub fn as_literal(&self) -> Option<&Value> {
        match &self.kind {
            ExprKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_column(&self) -> Option<ColumnId> {
        match self.kind {
            ExprKind::Column(id) => Some(id),
            _ => None,
        }
    }

    /// The operands of AND, or the expression itself.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::And(operands) => operands.iter().flat_map(Expr::conjuncts).collect(),
            _ => vec![self],
        }
    }

    /// The two sides of an equality.
    pub fn compared(&self) -> Option<(&Expr, &Expr)> {
        match &self.kind {
            ExprKind::Call { function, args } if function.doc().name == "=" => match args.as_slice() {
                [left, right] => Some((left, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The expressions directly inside; subqueries are relations and not among them, but the left side of IN is.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Column(_) | ExprKind::Literal(_) | ExprKind::ScalarSubquery(_) => Vec::new(),
            ExprKind::And(exprs) | ExprKind::Or(exprs) | ExprKind::Call { args: exprs, .. } => exprs.iter().collect(),
            ExprKind::Not(expr) | ExprKind::IsNull { expr, .. } | ExprKind::Cast { expr, .. } | ExprKind::Field { expr, .. } => vec![expr],
            ExprKind::Case { branches, else_result } => {
                let pairs = branches.iter().flat_map(|b| [&b.condition, &b.result]);
                pairs.chain(else_result.as_deref()).collect()
            }
            ExprKind::Subquery { test, .. } => match test {
                SubqueryTest::Exists => Vec::new(),
                SubqueryTest::In { exprs, .. } => exprs.iter().collect(),
                SubqueryTest::Quantified { comparison, .. } => vec![comparison],
            },
        }
    }
}
