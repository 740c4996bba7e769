//! Expressions that are written in another way for the target.

use super::Renderer;
use super::query;
use super::time::single;
use crate::definition::TableDefinition;
use crate::diagnostics::SEMANTICS;
use crate::target::Engine;
use diag::{Diagnostic, Span};
use sql::ast::{
    BinaryOp, CastKind, DataType, DataTypeKind, Expr, ExprKind, FunctionArg, FunctionCall, FunctionName, Literal, StringPrefix,
};
use sql::statements::create_table::ColumnKind;
use sql::walk::{self, Node};

impl Renderer<'_> {
    /// An expression outside of a query; `definition` is the table whose columns it is over.
    pub(crate) fn expression(&mut self, expr: &mut Expr, definition: Option<&TableDefinition>) {
        if let Some(definition) = definition.filter(|definition| definition.form == Engine::Blink && !self.target.is_blink()) {
            self.numbers_to_times(expr, definition);
        }
        query::visit_expr(expr, self);
    }

    /// `TO_TIMESTAMP(b)` of a BIGINT with milliseconds.
    fn numbers_to_times(&mut self, expr: &mut Expr, definition: &TableDefinition) {
        walk::children(expr, &mut |node| {
            if let Node::Expr(inner) = node {
                self.numbers_to_times(inner, definition);
            }
        });
        let ExprKind::Function(call) = &expr.kind else { return };
        let [FunctionArg::Expr(arg)] = call.args.as_slice() else { return };
        if is_called(call, "TO_TIMESTAMP") && is_bigint(arg, definition) {
            self.number_to_time(expr);
        }
    }

    /// Whether the only argument is a number for sure: a literal, a cast, or a column that is one in every table that has it.
    fn is_number(&self, call: &FunctionCall) -> bool {
        let [FunctionArg::Expr(arg)] = call.args.as_slice() else { return false };
        match &arg.unnested().kind {
            ExprKind::Literal(Literal::Integer(_)) => true,
            ExprKind::Cast { data_type, .. } => data_type.kind == DataTypeKind::BigInt,
            ExprKind::Column(name) => {
                let mut owners = self.tables.iter().filter(|table| table.base.column(&name.last().value).is_some()).peekable();
                owners.peek().is_some() && owners.all(|table| is_bigint(arg, &table.base))
            }
            _ => false,
        }
    }

    /// `CAST(TO_TIMESTAMP_LTZ(millis, 3) AS TIMESTAMP(3))`
    fn number_to_time(&mut self, expr: &mut Expr) {
        let ExprKind::Function(call) = &mut expr.kind else { return };
        let span = call.span;
        call.name = FunctionName { project: None, name: single("TO_TIMESTAMP_LTZ", span) };
        call.args.push(FunctionArg::Expr(Expr::new(ExprKind::Literal(Literal::Integer("3".into())), span)));
        let time = Box::new(Expr::new(ExprKind::Function(call.clone()), span));
        let data_type = DataType { kind: DataTypeKind::Timestamp(Some(3)), nullable: None, span };
        expr.kind = ExprKind::Cast { expr: time, data_type, kind: CastKind::Cast };
        self.rewritten(span, "TO_TIMESTAMP of a number is TO_TIMESTAMP_LTZ");
    }

    /// An expression after what is in it.
    pub(crate) fn rewrite_expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Cast { data_type, kind, .. } => {
                if *kind != CastKind::Cast && self.target.is_blink() {
                    self.refuse(span, "TRY_CAST");
                }
                if *kind == CastKind::SafeCast {
                    *kind = CastKind::TryCast;
                }
                let source = self.parts.source;
                self.data_type(data_type, source);
            }
            ExprKind::Binary { op: BinaryOp::Divide, left, right, op_span } => {
                let (left, right, op_span) = (is_fraction(left), is_fraction(right), *op_span);
                if !left && !right {
                    self.warn_of_division(op_span);
                }
            }
            ExprKind::Literal(Literal::String(text)) if self.target.is_before_flink_2() && text.prefix == StringPrefix::Escape => {
                text.prefix = StringPrefix::None;
                self.rewritten(span, format!("{} has no E'..': the characters are written as they are", self.target.title()));
            }
            ExprKind::Function(call) => {
                self.three_argument_format(call);
                if self.leaves_blink() && is_called(call, "TO_TIMESTAMP") && self.is_number(call) {
                    return self.number_to_time(expr);
                }
                if let Some(body) = self.inlined(call) {
                    *expr = body;
                }
            }
            ExprKind::Column(name) => self.leave_project(name),
            _ => {}
        }
    }

    fn warn_of_division(&mut self, span: Span) {
        if self.leaves_blink() || self.enters_blink() {
            let message = "the quotient of two integers is a DOUBLE in Blink and an integer elsewhere";
            let help = "Cast one side where both are integers: CAST(a AS DOUBLE) / b.";
            self.report(Diagnostic::warning(SEMANTICS, span, message).with_help(help));
        }
    }

    /// `DATE_FORMAT(text, from, to)` is `DATE_FORMAT(TO_TIMESTAMP(text, from), to)` in Flink.
    fn three_argument_format(&mut self, call: &mut FunctionCall) {
        if self.target.engine() != Engine::Flink || call.args.len() != 3 || !is_called(call, "DATE_FORMAT") {
            return;
        }
        let span = call.span;
        let to = call.args.pop();
        let mut inner = call.clone();
        inner.name = FunctionName { project: None, name: single("TO_TIMESTAMP", span) };
        call.args = vec![FunctionArg::Expr(Expr::new(ExprKind::Function(Box::new(inner)), span))];
        call.args.extend(to);
        self.rewritten(span, "DATE_FORMAT of a text with two formats reads it with TO_TIMESTAMP first");
    }
}

/// A call of a built-in function.
pub(crate) fn is_called(call: &FunctionCall, name: &str) -> bool {
    call.name.project.is_none() && call.name.name.parts.len() == 1 && call.name.name.last().value.eq_ignore_ascii_case(name)
}

fn is_bigint(expr: &Expr, definition: &TableDefinition) -> bool {
    let ExprKind::Column(name) = &expr.unnested().kind else { return false };
    let column = definition.column(&name.last().value);
    column.is_some_and(|column| matches!(&column.kind, ColumnKind::Typed { data_type, .. } if data_type.kind == DataTypeKind::BigInt))
}

fn is_fraction(expr: &Expr) -> bool {
    match &expr.unnested().kind {
        ExprKind::Literal(literal) => matches!(literal, Literal::Decimal(_) | Literal::Approximate(_)),
        ExprKind::Cast { data_type, .. } => {
            matches!(data_type.kind, DataTypeKind::Double | DataTypeKind::Float | DataTypeKind::Decimal { .. })
        }
        _ => false,
    }
}
