//! Expressions.

use super::{Lowering, column_name, literal};
use crate::diagnostics::{EVALUATION_FAILED, UNSUPPORTED_QUERY};
use crate::udf::{KernelUdf, may_fail};
use datafusion::common::{Column as EngineColumn, ScalarValue};
use datafusion::logical_expr::expr::InList;
use datafusion::logical_expr::{BinaryExpr, Case, Cast, Expr as E, Operator, ScalarUDF, lit};
use diag::{Diagnostic, Error, ErrorKind, Result};
use resolve::bound::{CaseBranch, ColumnId, Expr, ExprKind, Relation};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use table::function::{Argument, CallSite, ScalarFunction};
use table::types::{arrow_field, arrow_type};
use table::{LogicalType, TypeKind, Value};

/// From this many operands on, AND and OR are one function.
const LONG_CHAIN: usize = 100;

/// The columns an expression can see; others belong to an outer query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    columns: HashSet<ColumnId>,
    /// Subqueries that are columns of the plan by now, by the address of their expression.
    replaced: HashMap<*const Expr, E>,
}

impl Scope {
    pub(crate) fn of(inputs: &[&Relation]) -> Self {
        Scope { columns: inputs.iter().flat_map(|r| r.columns.iter().map(|c| c.id)).collect(), replaced: HashMap::new() }
    }

    /// The scope of a subquery: all columns are those of an outer query.
    pub(crate) fn outer(&self) -> Self {
        Scope::default()
    }

    pub(crate) fn replace(&mut self, replaced: HashMap<*const Expr, E>) {
        self.replaced.extend(replaced);
    }

    pub(crate) fn contains(&self, id: ColumnId) -> bool {
        self.columns.contains(&id)
    }
}

impl Lowering<'_> {
    /// Lowers an expression in which no subquery is left.
    pub(crate) fn expr(&self, expr: &Expr, scope: &Scope) -> Result<E> {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expr_here(expr, scope))
    }

    fn expr_here(&self, expr: &Expr, scope: &Scope) -> Result<E> {
        if let Some(replacement) = scope.replaced.get(&std::ptr::from_ref(expr)) {
            return Ok(replacement.clone());
        }
        match &expr.kind {
            ExprKind::Column(id) => Ok(column_reference(*id, &expr.data_type, scope)),
            ExprKind::Literal(value) => literal::literal(value, &expr.data_type),
            ExprKind::And(operands) => self.logic(operands, Operator::And, scope),
            ExprKind::Or(operands) => self.logic(operands, Operator::Or, scope),
            ExprKind::Not(operand) => Ok(E::Not(Box::new(self.expr(operand, scope)?))),
            ExprKind::IsNull { expr, negated } => {
                let operand = Box::new(self.expr(expr, scope)?);
                Ok(if *negated { E::IsNotNull(operand) } else { E::IsNull(operand) })
            }
            ExprKind::Case { branches, else_result } => self.case(expr, branches, else_result.as_deref(), scope),
            ExprKind::Cast { expr: operand, try_cast } => self.cast(expr, operand, *try_cast, scope),
            ExprKind::Call { function, args } => self.call(expr, function, args, scope),
            ExprKind::Field { expr: operand, index } => {
                let lowered = self.expr(operand, scope)?;
                let call = KernelUdf::field(&operand.data_type, *index, &expr.data_type)?;
                Ok(scalar_call(call, vec![lowered]))
            }
            ExprKind::ScalarSubquery(_) | ExprKind::Subquery { .. } => Err(super::unsupported(expr.span, "a subquery in this place")),
        }
    }

    /// A balanced tree, so that long chains stay shallow.
    fn logic(&self, operands: &[Expr], op: Operator, scope: &Scope) -> Result<E> {
        let lowered = operands.iter().map(|o| self.expr(o, scope)).collect::<Result<Vec<_>>>()?;
        combined(lowered, op).ok_or_else(|| Error::internal("a logical expression without operands"))
    }

    fn case(&self, expr: &Expr, branches: &[CaseBranch], else_result: Option<&Expr>, scope: &Scope) -> Result<E> {
        let lower_branch = |b: &CaseBranch| Ok((Box::new(self.expr(&b.condition, scope)?), Box::new(self.expr(&b.result, scope)?)));
        let when_then_expr = branches.iter().map(lower_branch).collect::<Result<Vec<_>>>()?;
        let else_expr = match else_result {
            Some(result) => self.expr(result, scope)?,
            None => literal::null(&expr.data_type)?,
        };
        Ok(E::Case(Case { expr: None, when_then_expr, else_expr: Some(Box::new(else_expr)) }))
    }

    /// The engine's own cast only where it is exact, because it removes casts it thinks it can invert.
    fn cast(&self, cast: &Expr, operand: &Expr, try_cast: bool, scope: &Scope) -> Result<E> {
        let (from, to) = (&operand.data_type, &cast.data_type);
        if operand.as_literal() == Some(&table::Value::Null) || from.kind == TypeKind::Null {
            return literal::null(to);
        }
        let lowered = self.expr(operand, scope)?;
        if same_values(&from.kind, &to.kind) {
            return Ok(lowered);
        }
        if widens(&from.kind, &to.kind) {
            return Ok(E::Cast(Cast::new(Box::new(lowered), arrow_type(to))));
        }
        let call = KernelUdf::cast(self.context, from, to, try_cast)?.at(cast.span);
        let cast = scalar_call(call, vec![lowered]);
        let is_constant_text = operand.as_literal().is_some() && from.kind.is_character();
        Ok(match to.kind {
            // A constant of Flink has no negative zero.
            TypeKind::Double if is_constant_text => binary(cast, Operator::Plus, lit(0.0f64)),
            TypeKind::Float if is_constant_text => binary(cast, Operator::Plus, lit(0.0f32)),
            _ => cast,
        })
    }

    fn call(&self, expr: &Expr, function: &Arc<dyn ScalarFunction>, args: &[Expr], scope: &Scope) -> Result<E> {
        let lowered = args.iter().map(|a| self.expr(a, scope)).collect::<Result<Vec<_>>>()?;
        let name = function.doc().name;
        if let Some(decided) = compared_with_itself(name, args, &lowered) {
            return Ok(decided);
        }
        if let Some(native) = native(name, args, &lowered) {
            return Ok(native);
        }
        let arguments = args.iter().map(|a| Argument { data_type: a.data_type.clone(), literal: constant_value(a) });
        let call = CallSite { arguments: arguments.collect(), result: expr.data_type.clone(), context: self.context.eval.clone() };
        let udf = KernelUdf::call(function, &call).map_err(|error| place(error, expr))?;
        Ok(scalar_call(udf.at(expr.span), lowered))
    }
}

/// Says where the call stands that cannot run here, or whose constant arguments are wrong.
fn place(error: Error, call: &Expr) -> Error {
    let id = match error.kind {
        _ if error.diagnostic.is_some() => return error,
        ErrorKind::Unsupported => UNSUPPORTED_QUERY,
        ErrorKind::InvalidInput | ErrorKind::Data => EVALUATION_FAILED,
        _ => return error,
    };
    let diagnostic = Diagnostic::error(id, call.span, error.message.clone());
    error.with_diagnostic(diagnostic)
}

/// The value of a literal, also where it became a FLOAT or DOUBLE.
fn constant_value(expr: &Expr) -> Option<Value> {
    if let ExprKind::Cast { expr: operand, .. } = &expr.kind
        && let Some(Value::Int(whole)) = operand.as_literal()
    {
        return match expr.data_type.kind {
            TypeKind::Double => Some(Value::Double(*whole as f64)),
            TypeKind::Float => Some(Value::Float(*whole as f32)),
            _ => None,
        };
    }
    expr.as_literal().cloned()
}

/// A column compared with itself: Flink knows the answer without looking at the value, so NaN equals NaN here and only here.
fn compared_with_itself(name: &str, args: &[Expr], lowered: &[E]) -> Option<E> {
    let [left, right] = args else { return None };
    let is_float = matches!(left.data_type.kind, TypeKind::Float | TypeKind::Double);
    if !is_float || left.as_column().is_none() || left.as_column() != right.as_column() {
        return None;
    }
    let holds = match name {
        "=" | "<=" | ">=" => true,
        "<>" | "<" | ">" => false,
        _ => return None,
    };
    let there = Box::new(E::IsNotNull(Box::new(lowered[0].clone())));
    let answer = Box::new(E::Literal(ScalarValue::Boolean(Some(holds)), None));
    Some(E::Case(Case { expr: None, when_then_expr: vec![(there, answer)], else_expr: None }))
}

/// A column of the scope, or one of an outer query.
fn column_reference(id: ColumnId, data_type: &LogicalType, scope: &Scope) -> E {
    let column = EngineColumn::new_unqualified(column_name(id));
    if scope.contains(id) {
        return E::Column(column);
    }
    E::OuterReferenceColumn(Arc::new(arrow_field(&column.name, data_type)), column)
}

pub(crate) fn scalar_call(udf: KernelUdf, args: Vec<E>) -> E {
    let udf = Arc::new(ScalarUDF::new_from_impl(udf));
    E::ScalarFunction(datafusion::logical_expr::expr::ScalarFunction::new_udf(udf, args))
}

/// One expression of all operands of AND or OR; `None` when there are none.
pub(crate) fn combined(operands: Vec<E>, op: Operator) -> Option<E> {
    let operands = in_lists(operands, op);
    // The optimizer compares long chains with each other in time that doubles with each operand.
    if operands.len() > LONG_CHAIN && !operands.iter().any(may_fail) {
        return Some(scalar_call(KernelUdf::logic(op == Operator::Or), operands));
    }
    balanced(operands, op)
}

/// `x = 1 OR x = 2 OR ..` as one list, and `x <> 1 AND x <> 2 AND ..` likewise: generated conditions can be very long.
fn in_lists(operands: Vec<E>, op: Operator) -> Vec<E> {
    let comparison = if op == Operator::Or { Operator::Eq } else { Operator::NotEq };
    let mut lists: Vec<(E, Vec<E>)> = Vec::new();
    let mut others = Vec::with_capacity(operands.len());
    for operand in operands {
        match operand {
            E::BinaryExpr(BinaryExpr { left, op, right })
                if op == comparison && matches!((&*left, &*right), (E::Column(_), E::Literal(..))) =>
            {
                match lists.iter_mut().find(|(column, _)| *column == *left) {
                    Some((_, list)) => list.push(*right),
                    None => lists.push((*left, vec![*right])),
                }
            }
            other => others.push(other),
        }
    }
    let listed = lists.into_iter().map(|(column, mut list)| match list.len() {
        1 => binary(column, comparison, list.remove(0)),
        _ => E::InList(InList::new(Box::new(column), list, op == Operator::And)),
    });
    listed.chain(others).collect()
}

pub(crate) fn balanced(mut operands: Vec<E>, op: Operator) -> Option<E> {
    while operands.len() > 1 {
        let mut next = Vec::with_capacity(operands.len().div_ceil(2));
        let mut pairs = operands.into_iter();
        while let Some(left) = pairs.next() {
            next.push(match pairs.next() {
                Some(right) => binary(left, op, right),
                None => left,
            });
        }
        operands = next;
    }
    operands.pop()
}

pub(crate) fn binary(left: E, op: Operator, right: E) -> E {
    E::BinaryExpr(BinaryExpr::new(Box::new(left), op, Box::new(right)))
}

/// The engine's own operator where it means exactly what Flink's does: the optimizer knows more about it.
fn native(name: &str, args: &[Expr], lowered: &[E]) -> Option<E> {
    if name == "IN" {
        return native_in(args, lowered);
    }
    let [left, right] = args else { return None };
    let same_type = arrow_type(&left.data_type) == arrow_type(&right.data_type);
    let op = match name {
        "=" => Operator::Eq,
        "<>" => Operator::NotEq,
        "<" => Operator::Lt,
        "<=" => Operator::LtEq,
        ">" => Operator::Gt,
        ">=" => Operator::GtEq,
        "+" => Operator::Plus,
        "-" => Operator::Minus,
        "*" => Operator::Multiply,
        _ => return None,
    };
    let arithmetic = matches!(op, Operator::Plus | Operator::Minus | Operator::Multiply);
    let exact = if arithmetic { left.data_type.kind.is_integer() } else { compares_natively(&left.data_type.kind) };
    (same_type && exact).then(|| binary(lowered[0].clone(), op, lowered[1].clone()))
}

fn native_in(args: &[Expr], lowered: &[E]) -> Option<E> {
    let (needle, list) = args.split_first()?;
    let arrow = arrow_type(&needle.data_type);
    let exact =
        compares_natively(&needle.data_type.kind) && list.iter().all(|e| e.as_literal().is_some() && arrow_type(&e.data_type) == arrow);
    exact.then(|| E::InList(InList::new(Box::new(lowered[0].clone()), lowered[1..].to_vec(), false)))
}

/// Types whose values the engine compares as Flink does. FLOAT and DOUBLE are not among them: NaN and -0.0 differ.
fn compares_natively(kind: &TypeKind) -> bool {
    kind.is_integer()
        || kind.is_character()
        || kind.is_binary()
        || kind.is_datetime()
        || kind.is_interval()
        || matches!(kind, TypeKind::Boolean | TypeKind::Decimal { .. })
}

/// Casts that change the type in name only.
fn same_values(from: &TypeKind, to: &TypeKind) -> bool {
    match (from, to) {
        (TypeKind::Char(_) | TypeKind::Varchar(_), TypeKind::Varchar(table::types::MAX_LENGTH)) => true,
        (TypeKind::Char(a) | TypeKind::Varchar(a), TypeKind::Varchar(b)) => a <= b,
        (TypeKind::Binary(a) | TypeKind::Varbinary(a), TypeKind::Varbinary(b)) => a <= b,
        (TypeKind::Timestamp { precision: a, .. }, TypeKind::Timestamp { precision: b, .. })
        | (TypeKind::TimestampLtz { precision: a, .. }, TypeKind::TimestampLtz { precision: b, .. }) => a == b,
        _ => from == to,
    }
}

/// Casts that keep every value, so that the engine may move them to the other side of a comparison.
fn widens(from: &TypeKind, to: &TypeKind) -> bool {
    let rank = |kind: &TypeKind| match kind {
        TypeKind::TinyInt => Some(1),
        TypeKind::SmallInt => Some(2),
        TypeKind::Int => Some(3),
        TypeKind::BigInt => Some(4),
        _ => None,
    };
    matches!((rank(from), rank(to)), (Some(a), Some(b)) if a < b)
}
