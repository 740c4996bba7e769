//! CASE and the casts, with those of other dialects.

use super::errors::Expected;
use super::{Parsed, Parser};
use crate::ast::{CastKind, Expr, ExprKind};
use crate::diagnostics::{MISPLACED_CLAUSE, UNSUPPORTED_OPERATOR, UNSUPPORTED_SYNTAX};
use crate::token::TokenKind;
use diag::Diagnostic;

impl Parser<'_> {
    pub(super) fn case(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let operand = if self.at_keyword("WHEN") { None } else { Some(Box::new(self.expression()?)) };
        let mut branches = vec![];
        while self.eat_keyword("WHEN") {
            let condition = self.expression()?;
            if operand.is_some() && self.peek() == TokenKind::Comma {
                let message = "a WHEN with several values is not supported";
                let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, message);
                return Err(self.report(diagnostic.with_help("Write one WHEN for each value.")));
            }
            self.expect_keyword("THEN")?;
            branches.push((condition, self.expression()?));
        }
        if branches.is_empty() {
            return Err(self.expected(""));
        }
        let else_result = if self.eat_keyword("ELSE") { Some(Box::new(self.expression()?)) } else { None };
        self.expect_keyword("END")?;
        Ok(ExprKind::Case { operand, branches, else_result })
    }

    pub(super) fn cast(&mut self, word: &str) -> Parsed<ExprKind> {
        let kind = match word {
            "CAST" => CastKind::Cast,
            "TRY_CAST" => CastKind::TryCast,
            _ => CastKind::SafeCast,
        };
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let expr = Box::new(self.expression()?);
        self.expect_keyword("AS")?;
        let data_type = self.cast_type()?;
        self.not_null_in_cast()?;
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Cast { expr, data_type, kind })
    }

    fn not_null_in_cast(&mut self) -> Parsed<()> {
        if self.word() == "NOT" && self.word_nth(1) == "NULL" {
            let span = self.token().span;
            let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, span, "the target of a CAST has no NOT NULL");
            let diagnostic = diagnostic.with_help("A CAST keeps the nullability of its operand.").with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            self.eat_keywords("NOT NULL");
        }
        Ok(())
    }

    /// `value::type`, PostgreSQL's cast: reported, and read.
    pub(super) fn colon_cast(&mut self, expr: Expr) -> Parsed<Expr> {
        let operator = self.bump();
        let flink = self.flink_text(operator).replace("\"::\"", "\":\"");
        let data_type = self.cast_type()?;
        let span = expr.span.to(data_type.span);
        let cast = format!("CAST({} AS {})", self.text_at(expr.span), self.text_at(data_type.span));
        let diagnostic =
            Diagnostic::error(UNSUPPORTED_OPERATOR, operator.span, "Flink SQL has no operator '::'; write CAST(value AS type)");
        self.report_also(diagnostic.with_fix(format!("Write {cast}"), span, cast).with_flink(flink));
        Ok(Expr::new(ExprKind::Cast { expr: Box::new(expr), data_type, kind: CastKind::Cast }, span))
    }

    /// `e AT TIME ZONE z`, which Flink's grammar does not have.
    pub(super) fn at_time_zone(&mut self, expr: Expr) -> Parsed<Expr> {
        let token = self.token();
        let message = "Flink SQL has no AT TIME ZONE; write CONVERT_TZ(text, from, to), or CAST to TIMESTAMP_LTZ";
        let diagnostic = Diagnostic::error(UNSUPPORTED_OPERATOR, token.span, message);
        self.note(Expected::Name);
        let diagnostic = diagnostic.with_flink(self.flink_text(token));
        self.report(diagnostic);
        self.bump();
        let zone = if self.eat_keyword("LOCAL") {
            None
        } else {
            self.expect_keywords("TIME ZONE")?;
            Some(Box::new(self.prefix()?))
        };
        let span = self.span_from(expr.span);
        Ok(Expr::new(ExprKind::AtTimeZone { expr: Box::new(expr), zone }, span))
    }
}
