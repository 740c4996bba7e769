//! Marks for expressions: they break at AND and OR, at arguments, at the branches of CASE, at long sums.

use super::marks::{Mark, Marks};
use super::query::Shape;
use crate::ast::{BinaryOp, DataType, DataTypeKind, Expr, ExprKind, FunctionArg, FunctionCall, JsonCall, Over, QuantifiedRight};
use crate::print::with_stack;
use crate::token::TokenKind;
use diag::Span;

impl Marks<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        with_stack(|| self.expr_kind(expr));
    }

    fn expr_kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Column(_) | ExprKind::Default | ExprKind::Parameter | ExprKind::Error => {}
            ExprKind::SequenceValue { .. } => {}
            ExprKind::Nested(inner) => {
                let (open, close) = (self.first(expr.span), self.last(expr.span));
                self.open_parenthesis(open);
                match &inner.kind {
                    ExprKind::And(operands) | ExprKind::Or(operands) => self.chain(inner.span, operands),
                    _ => self.expr(inner),
                }
                self.close_parenthesis(close);
            }
            ExprKind::And(operands) | ExprKind::Or(operands) => {
                self.indent_after(self.first(expr.span));
                self.chain(expr.span, operands);
                self.dedent_after(self.last(expr.span));
            }
            ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Unary { expr: inner, .. } => {
                let operand = self.first(inner.span);
                if !matches!(self.kind(operand), TokenKind::Minus | TokenKind::Plus) {
                    self.glue(operand);
                }
                self.expr(inner);
            }
            ExprKind::Binary { op, .. } if is_breakable(*op) => self.operators(expr),
            ExprKind::Binary { left, right, .. }
            | ExprKind::IsDistinct { left, right, .. }
            | ExprKind::Period { left, right, .. }
            | ExprKind::IntervalDifference { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Is { expr: inner, .. } | ExprKind::IsJson { expr: inner, .. } => self.expr(inner),
            ExprKind::Between { expr: inner, low, high, .. } => [inner, low, high].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Like { expr: inner, pattern, escape, .. } => {
                self.expr(inner);
                self.expr(pattern);
                self.optional(escape);
            }
            ExprKind::InList { expr: inner, list, .. } => {
                self.expr(inner);
                if let Some(first) = list.first() {
                    self.list_in_parentheses(self.first(first.span) - 1, list, |e| e.span, Marks::expr);
                }
            }
            ExprKind::InSubquery { expr: inner, query, .. } => {
                self.expr(inner);
                self.query_in_parentheses(query, self.first(query.span) - 1, Shape::Inline);
            }
            ExprKind::Quantified { left, right, .. } => {
                self.expr(left);
                match right {
                    QuantifiedRight::Query(query) => self.query_in_parentheses(query, self.first(query.span) - 1, Shape::Inline),
                    QuantifiedRight::List(list) => list.iter().for_each(|e| self.expr(e)),
                }
            }
            ExprKind::Exists(query) | ExprKind::Subquery(query) => {
                self.query_in_parentheses(query, self.first(query.span) - 1, Shape::Inline);
            }
            ExprKind::CollectionQuery { query, .. } => {
                let open = self.first(query.span) - 1;
                self.glue(open);
                self.query_in_parentheses(query, open, Shape::Inline);
            }
            ExprKind::Case { operand, branches, else_result } => {
                self.case(expr.span, operand.as_deref(), branches, else_result.as_deref());
            }
            ExprKind::Cast { expr: inner, data_type, .. } => {
                self.glue(self.first(expr.span) + 1);
                self.expr(inner);
                self.data_type(data_type);
            }
            ExprKind::Function(call) => self.call(call),
            ExprKind::Json(call) => {
                self.glue(self.first(expr.span) + 1);
                self.json(call);
            }
            ExprKind::Array(items) | ExprKind::Multiset(items) => self.bracketed(expr.span, items, 1),
            ExprKind::Map(items) => self.bracketed(expr.span, items, 2),
            ExprKind::Row { explicit, fields } => {
                let open = self.open_after(expr.span);
                if *explicit {
                    self.glue(open);
                }
                self.list_in_parentheses(open, fields, |e| e.span, Marks::expr);
            }
            ExprKind::Descriptor(_) => self.glue(self.first(expr.span) + 1),
            ExprKind::Item { expr: inner, index } => {
                self.expr(inner);
                self.expr(index);
            }
            ExprKind::Field { expr: inner, .. } | ExprKind::IntervalOf { expr: inner, .. } => self.expr(inner),
            ExprKind::AtTimeZone { expr: inner, zone } => {
                self.expr(inner);
                self.optional(zone);
            }
            ExprKind::Extract { expr: inner, .. } | ExprKind::RoundTo { expr: inner, .. } => self.special(expr.span, [inner.as_ref()]),
            ExprKind::Position { needle, haystack, from } => {
                self.special(expr.span, [needle.as_ref(), haystack.as_ref()].into_iter().chain(from.as_deref()));
            }
            ExprKind::Trim { characters, expr: inner, .. } => {
                self.special(expr.span, characters.as_deref().into_iter().chain([inner.as_ref()]));
            }
            ExprKind::Substring { expr: inner, from, length } => {
                self.special(expr.span, [inner.as_ref(), from.as_ref()].into_iter().chain(length.as_deref()));
            }
            ExprKind::Overlay { expr: inner, placing, from, length } => {
                let operands = [inner.as_ref(), placing.as_ref(), from.as_ref()];
                self.special(expr.span, operands.into_iter().chain(length.as_deref()));
            }
            ExprKind::TimestampFunction { args, .. } => self.special(expr.span, args),
        }
    }

    fn optional(&mut self, expr: &Option<Box<Expr>>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    /// A function with words between its arguments.
    fn special<'e>(&mut self, span: Span, operands: impl IntoIterator<Item = &'e Expr>) {
        self.glue(self.first(span) + 1);
        operands.into_iter().for_each(|e| self.expr(e));
    }

    /// `a AND b AND c`
    fn chain(&mut self, span: Span, operands: &[Expr]) {
        let (first, last) = (self.first(span), self.last(span));
        self.mark_before(first, Mark::Open);
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                let word = self.first(operand.span) - 1;
                self.mark_before(word, Mark::Break);
            }
            self.expr(operand);
        }
        self.mark_after(last, Mark::Close);
    }

    /// `a || b || c`: operators that read from left to right are one list.
    fn operators(&mut self, expr: &Expr) {
        let (first, last) = (self.first(expr.span), self.last(expr.span));
        self.mark_before(first, Mark::Open);
        self.indent_after(first);
        let mut rights = vec![];
        let mut leftmost = expr;
        while let ExprKind::Binary { op, op_span, left, right } = &leftmost.kind
            && is_breakable(*op)
        {
            rights.push((*op_span, right.as_ref()));
            leftmost = left;
        }
        self.expr(leftmost);
        for (op_span, right) in rights.into_iter().rev() {
            let op = self.first(op_span);
            self.mark_before(op, Mark::Break);
            self.expr(right);
        }
        self.dedent_after(last);
        self.mark_after(last, Mark::Close);
    }

    fn case(&mut self, span: Span, operand: Option<&Expr>, branches: &[(Expr, Expr)], else_result: Option<&Expr>) {
        let (first, last) = (self.first(span), self.last(span));
        self.mark_before(first, Mark::Open);
        self.indent_after(first);
        if let Some(operand) = operand {
            self.expr(operand);
        }
        for (condition, result) in branches {
            let when = self.first(condition.span) - 1;
            self.mark_before(when, Mark::Break);
            self.expr(condition);
            self.expr(result);
        }
        if let Some(result) = else_result {
            let word = self.first(result.span) - 1;
            self.mark_before(word, Mark::Break);
            self.expr(result);
        }
        self.mark_before(last, Mark::Dedent);
        self.mark_before(last, Mark::Break);
        self.mark_after(last, Mark::Close);
    }

    /// `ARRAY[a, b]`; the items of a map come in pairs.
    fn bracketed(&mut self, span: Span, items: &[Expr], stride: usize) {
        let (open, close) = (self.first(span) + 1, self.last(span));
        self.open_parenthesis(open);
        for (i, item) in items.iter().enumerate() {
            if i > 0 && i % stride == 0 {
                let token = self.first(item.span);
                self.mark_before(token, Mark::Break);
            }
            self.expr(item);
        }
        self.close_parenthesis(close);
    }

    pub(super) fn call(&mut self, call: &FunctionCall) {
        if call.name.project.is_some() {
            let name = self.first(call.name.name.span);
            self.glue(name);
            self.glue(name - 1);
        }
        let open = self.last(call.name.span()) + 1;
        if call.parentheses {
            self.glue(open);
            self.arguments(call, open);
        }
        call.within_group.iter().for_each(|item| self.expr(&item.expr));
        if let Some(condition) = &call.filter {
            self.expr(condition);
        }
        if let Some(Over::Spec(spec)) = &call.over {
            self.window_spec(spec);
        }
    }

    fn arguments(&mut self, call: &FunctionCall, open: usize) {
        let close = self.matching(open);
        self.open_parenthesis(open);
        for (i, argument) in call.args.iter().enumerate() {
            if i > 0 {
                let token = self.first(argument_span(argument));
                self.mark_before(token, Mark::Break);
            }
            self.argument(argument);
        }
        call.order_by.iter().for_each(|item| self.expr(&item.expr));
        self.close_parenthesis(close);
    }

    fn argument(&mut self, argument: &FunctionArg) {
        match argument {
            FunctionArg::Expr(expr) => self.expr(expr),
            FunctionArg::Named { value, .. } => self.argument(value),
            FunctionArg::Table(table) => {
                table.partition_by.iter().for_each(|e| self.expr(e));
                table.order_by.iter().for_each(|item| self.expr(&item.expr));
            }
            FunctionArg::Query(query) => {
                self.query_in_parentheses(&query.query, self.first(query.query.span) - 1, Shape::Inline);
                query.partition_by.iter().for_each(|e| self.expr(e));
                query.order_by.iter().for_each(|item| self.expr(&item.expr));
            }
            FunctionArg::Star(_) | FunctionArg::Model { .. } => {}
        }
    }

    fn json(&mut self, call: &JsonCall) {
        match call {
            JsonCall::Exists { input, path, .. } | JsonCall::Value { input, path, .. } | JsonCall::Query { input, path, .. } => {
                self.expr(input);
                self.expr(path);
                if let JsonCall::Value { returning: Some(data_type), .. } | JsonCall::Query { returning: Some(data_type), .. } = call {
                    self.data_type(data_type);
                }
            }
            JsonCall::Object { entries, .. } => {
                for entry in entries {
                    self.expr(&entry.key);
                    self.expr(&entry.value);
                }
            }
            JsonCall::Array { values, query, .. } => {
                values.iter().for_each(|e| self.expr(e));
                if let Some(query) = query {
                    self.query(query, Shape::Inline);
                }
            }
            JsonCall::ObjectAgg { entry, filter, .. } => {
                self.expr(&entry.key);
                self.expr(&entry.value);
                filter.iter().for_each(|e| self.expr(e));
            }
            JsonCall::ArrayAgg { value, order_by, filter, .. } => {
                self.expr(value);
                order_by.iter().for_each(|item| self.expr(&item.expr));
                filter.iter().for_each(|e| self.expr(e));
            }
        }
    }

    /// Types have no blanks around `(`, `<` and `>`.
    pub(super) fn data_type(&mut self, data_type: &DataType) {
        if matches!(data_type.kind, DataTypeKind::Interval(_)) {
            return;
        }
        for token in self.first(data_type.span)..=self.last(data_type.span) {
            match self.kind(token) {
                TokenKind::LeftParen | TokenKind::Greater | TokenKind::NotEqual => self.glue(token),
                TokenKind::Less => {
                    self.glue(token);
                    self.glue(token + 1);
                }
                _ => {}
            }
        }
    }
}

fn is_breakable(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Concat)
}

fn argument_span(argument: &FunctionArg) -> Span {
    match argument {
        FunctionArg::Expr(expr) => expr.span,
        FunctionArg::Star(span) | FunctionArg::Model { span, .. } => *span,
        FunctionArg::Named { name, .. } => name.span,
        FunctionArg::Table(table) => table.span,
        FunctionArg::Query(query) => query.span,
    }
}
