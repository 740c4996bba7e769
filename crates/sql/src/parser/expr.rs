//! Operators, by precedence climbing. The powers are those of Calcite's operator table, which is why `a = b BETWEEN c AND d`
//! compares with the BETWEEN, and `a + b || c` concatenates first.

use super::errors::Expected;
use super::primary::Parens;
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, IsTest, JsonKind, LikeKind, PeriodOp, QuantifiedRight, Quantifier, UnaryOp};
use crate::diagnostics::UNSUPPORTED_OPERATOR;
use crate::keywords::Keyword;
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

const MULTISET_UNION: u8 = 14;
const MULTISET_INTERSECT: u8 = 18;
const OR: u8 = 22;
const AND: u8 = 24;
const NOT: u8 = 26;
const IS: u8 = 28;
const COMPARISON: u8 = 30;
const RANGE: u8 = 32;
const SUM: u8 = 40;
const PRODUCT: u8 = 60;

impl Parser<'_> {
    /// Reads an expression.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.operators(0))
    }

    /// Reads operators that bind at least as strongly as `weakest`.
    pub(super) fn operators(&mut self, weakest: u8) -> Parsed<Expr> {
        let outer = std::mem::take(&mut self.height);
        let mut left = self.prefix()?;
        loop {
            while let Some(power) = self.infix_power().filter(|power| *power >= weakest) {
                left = self.infix(left, power)?;
                self.grow()?;
            }
            if !self.repair_operator() {
                break;
            }
        }
        self.height = self.height.max(outer);
        Ok(left)
    }

    /// Lets an unknown word with an operand behind it be the operator that it is a misspelling of.
    fn repair_operator(&mut self) -> bool {
        const OPERATORS: &[&str] = &["AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "NOT"];
        if self.peek() != TokenKind::Word(Keyword::NONE) {
            return false;
        }
        let operand = self.name_at(1) || self.peek_nth(1).is_number() || self.peek_nth(1).is_string();
        if operand && self.repair_keyword(OPERATORS) {
            return true;
        }
        OPERATORS.iter().any(|word| self.note(Expected::Unlisted(word)))
    }

    /// Reads the signs and NOTs in front of an operand, and the operand.
    pub(super) fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.start();
        match self.peek() {
            TokenKind::Minus | TokenKind::Plus => {
                let op = if self.bump().kind == TokenKind::Minus { UnaryOp::Minus } else { UnaryOp::Plus };
                let expr = Box::new(self.nested(Parser::prefix)?);
                Ok(Expr::new(ExprKind::Unary { op, expr }, self.span_from(start)))
            }
            TokenKind::Word(_) if self.word() == "NOT" => {
                self.bump();
                let expr = Box::new(self.nested(|p| p.operators(NOT))?);
                Ok(Expr::new(ExprKind::Not(expr), self.span_from(start)))
            }
            _ => self.operand(),
        }
    }

    /// The power of the operator at the current token, if it is one.
    fn infix_power(&self) -> Option<u8> {
        use TokenKind::*;
        match self.peek() {
            Equal | NotEqual | BangEqual | Less | LessOrEqual | Greater | GreaterOrEqual => Some(COMPARISON),
            Plus | Minus => Some(SUM),
            Star | Slash | Percent | Concat => Some(PRODUCT),
            Word(_) => self.infix_word_power(),
            _ => None,
        }
    }

    fn infix_word_power(&self) -> Option<u8> {
        let next = self.word_nth(1);
        match self.word() {
            "OR" => Some(OR),
            "AND" => Some(AND),
            "IS" if next == "DISTINCT" || (next == "NOT" && self.word_nth(2) == "DISTINCT") => Some(COMPARISON),
            "IS" => Some(IS),
            "BETWEEN" | "LIKE" | "ILIKE" | "RLIKE" | "SIMILAR" | "IN" => Some(RANGE),
            "NOT" if matches!(next, "BETWEEN" | "LIKE" | "ILIKE" | "RLIKE" | "SIMILAR" | "IN") => Some(RANGE),
            "MEMBER" | "SUBMULTISET" | "OVERLAPS" | "CONTAINS" | "EQUALS" | "PRECEDES" | "SUCCEEDS" => Some(COMPARISON),
            "IMMEDIATELY" if matches!(next, "PRECEDES" | "SUCCEEDS") => Some(COMPARISON),
            "MULTISET" if matches!(next, "UNION" | "EXCEPT") => Some(MULTISET_UNION),
            "MULTISET" if next == "INTERSECT" => Some(MULTISET_INTERSECT),
            _ => None,
        }
    }

    fn infix(&mut self, left: Expr, power: u8) -> Parsed<Expr> {
        match self.peek() {
            TokenKind::Word(_) => match self.word() {
                "OR" => self.chain(left, "OR", OR, ExprKind::Or),
                "AND" => self.chain(left, "AND", AND, ExprKind::And),
                "IS" => self.is(left),
                "MEMBER" | "SUBMULTISET" | "MULTISET" => self.multiset_operator(left, power),
                "OVERLAPS" | "CONTAINS" | "EQUALS" | "PRECEDES" | "SUCCEEDS" | "IMMEDIATELY" => self.period(left),
                _ => self.range(left),
            },
            _ => self.symbol(left, power),
        }
    }

    /// `a AND b AND c`: one node.
    fn chain(&mut self, first: Expr, word: &'static str, power: u8, node: fn(Vec<Expr>) -> ExprKind) -> Parsed<Expr> {
        let start = first.span;
        let mut operands = vec![first];
        while self.eat_keyword(word) {
            operands.push(self.operators(power + 1)?);
        }
        Ok(Expr::new(node(operands), self.span_from(start)))
    }

    fn symbol(&mut self, left: Expr, power: u8) -> Parsed<Expr> {
        let token = self.bump();
        let op = match token.kind {
            TokenKind::Equal => BinaryOp::Equal,
            TokenKind::NotEqual => BinaryOp::NotEqual,
            TokenKind::BangEqual => BinaryOp::NotEqual,
            TokenKind::Less => BinaryOp::Less,
            TokenKind::LessOrEqual => BinaryOp::LessOrEqual,
            TokenKind::Greater => BinaryOp::Greater,
            TokenKind::GreaterOrEqual => BinaryOp::GreaterOrEqual,
            TokenKind::Plus => BinaryOp::Add,
            TokenKind::Minus => BinaryOp::Subtract,
            TokenKind::Star => BinaryOp::Multiply,
            TokenKind::Slash => BinaryOp::Divide,
            TokenKind::Percent => BinaryOp::Modulo,
            _ => BinaryOp::Concat,
        };
        let op_span = self.other_spelling(token.kind, token.span);
        if power == COMPARISON && matches!(self.word(), "ANY" | "SOME" | "ALL") && self.peek_nth(1) == TokenKind::LeftParen {
            return self.quantified(left, op);
        }
        let right = Box::new(self.operators(power + 1)?);
        let span = left.span.to(right.span);
        Ok(Expr::new(ExprKind::Binary { op, op_span, left: Box::new(left), right }, span))
    }

    /// Reports `!=` and `==`, which other dialects have, and returns the span of the operator.
    fn other_spelling(&mut self, kind: TokenKind, span: Span) -> Span {
        let doubled = kind == TokenKind::Equal && self.peek() == TokenKind::Equal && self.token().span.start == span.end;
        let span = if doubled { span.to(self.bump().span) } else { span };
        let (flink, wording) = match kind {
            TokenKind::BangEqual => ("<>", "Bang equal '!=' is not allowed under the current SQL conformance level".to_string()),
            _ if doubled => {
                let second = self.previous();
                let text = self.flink_text(crate::token::Token { kind: second.kind, span });
                ("=", text.replace("\"==\"", "\"= =\""))
            }
            _ => return span,
        };
        let message = format!("Flink SQL has no operator '{}'; write {flink}", self.text_at(span));
        let diagnostic = Diagnostic::error(UNSUPPORTED_OPERATOR, span, message);
        self.report(diagnostic.with_fix(format!("Write {flink}"), span, flink).with_flink(wording));
        span
    }

    fn quantified(&mut self, left: Expr, op: BinaryOp) -> Parsed<Expr> {
        let quantifier = match self.word() {
            "ANY" => Quantifier::Any,
            "SOME" => Quantifier::Some,
            _ => Quantifier::All,
        };
        self.bump();
        let start = left.span;
        let right = match self.parens()? {
            Parens::Query(query) => QuantifiedRight::Query(query),
            Parens::List(list) => QuantifiedRight::List(list),
        };
        Ok(Expr::new(ExprKind::Quantified { op, left: Box::new(left), quantifier, right }, self.span_from(start)))
    }

    fn is(&mut self, left: Expr) -> Parsed<Expr> {
        let start = left.span;
        let expr = Box::new(left);
        self.expect_keyword("IS")?;
        let negated = self.eat_keyword("NOT");
        let test = match self.eat_one_of(&["NULL", "TRUE", "FALSE", "UNKNOWN", "EMPTY", "DISTINCT", "JSON", "A"]) {
            Some("NULL") => IsTest::Null,
            Some("TRUE") => IsTest::True,
            Some("FALSE") => IsTest::False,
            Some("UNKNOWN") => IsTest::Unknown,
            Some("EMPTY") => IsTest::Empty,
            Some("A") => {
                self.expect_keyword("SET")?;
                IsTest::ASet
            }
            Some("DISTINCT") => {
                self.expect_keyword("FROM")?;
                let right = Box::new(self.operators(COMPARISON + 1)?);
                return Ok(Expr::new(ExprKind::IsDistinct { left: expr, right, negated }, self.span_from(start)));
            }
            Some(_) => {
                let kind = match self.eat_one_of(&["VALUE", "SCALAR", "ARRAY", "OBJECT"]) {
                    Some("SCALAR") => JsonKind::Scalar,
                    Some("ARRAY") => JsonKind::Array,
                    Some("OBJECT") => JsonKind::Object,
                    _ => JsonKind::Value,
                };
                return Ok(Expr::new(ExprKind::IsJson { expr, kind, negated }, self.span_from(start)));
            }
            None => return Err(self.expected("NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM or JSON after IS")),
        };
        Ok(Expr::new(ExprKind::Is { expr, test, negated }, self.span_from(start)))
    }

    /// `[NOT] BETWEEN`, `[NOT] IN`, `[NOT] LIKE` and its kin.
    fn range(&mut self, left: Expr) -> Parsed<Expr> {
        let start = left.span;
        let expr = Box::new(left);
        let negated = self.eat_keyword("NOT");
        let kind = match self.word() {
            "BETWEEN" => {
                self.bump();
                let symmetric = self.eat_one_of(&["SYMMETRIC", "ASYMMETRIC"]) == Some("SYMMETRIC");
                let low = Box::new(self.operators(RANGE + 1)?);
                self.expect_keyword("AND")?;
                let high = Box::new(self.operators(RANGE + 1)?);
                ExprKind::Between { expr, low, high, negated, symmetric }
            }
            "IN" => {
                self.bump();
                match self.parens()? {
                    Parens::Query(query) => ExprKind::InSubquery { expr, query, negated },
                    Parens::List(list) => ExprKind::InList { expr, list, negated },
                }
            }
            word => {
                let kind = match word {
                    "LIKE" => LikeKind::Like,
                    "ILIKE" => LikeKind::ILike,
                    "RLIKE" => LikeKind::RLike,
                    _ => LikeKind::SimilarTo,
                };
                self.bump();
                if kind == LikeKind::SimilarTo {
                    self.expect_keyword("TO")?;
                }
                let pattern = Box::new(self.operators(RANGE + 1)?);
                let escape = if self.eat_keyword("ESCAPE") { Some(Box::new(self.operators(RANGE + 1)?)) } else { None };
                ExprKind::Like { expr, pattern, escape, kind, negated }
            }
        };
        Ok(Expr::new(kind, self.span_from(start)))
    }

    fn multiset_operator(&mut self, left: Expr, power: u8) -> Parsed<Expr> {
        let start = self.start();
        let op = match self.bump().kind.keyword().text() {
            "MEMBER" => {
                self.eat_keyword("OF");
                BinaryOp::MemberOf
            }
            "SUBMULTISET" => {
                self.eat_keyword("OF");
                BinaryOp::SubmultisetOf
            }
            _ => {
                let word = self.bump().kind.keyword().text();
                let all = self.eat_one_of(&["ALL", "DISTINCT"]) == Some("ALL");
                match (word, all) {
                    ("UNION", true) => BinaryOp::MultisetUnionAll,
                    ("UNION", false) => BinaryOp::MultisetUnion,
                    ("INTERSECT", _) => BinaryOp::MultisetIntersect,
                    _ => BinaryOp::MultisetExcept,
                }
            }
        };
        let op_span = self.span_from(start);
        let right = Box::new(self.operators(power + 1)?);
        let span = left.span.to(right.span);
        Ok(Expr::new(ExprKind::Binary { op, op_span, left: Box::new(left), right }, span))
    }

    fn period(&mut self, left: Expr) -> Parsed<Expr> {
        let immediately = self.eat_keyword("IMMEDIATELY");
        let op = match (self.bump().kind.keyword().text(), immediately) {
            ("OVERLAPS", _) => PeriodOp::Overlaps,
            ("CONTAINS", _) => PeriodOp::Contains,
            ("EQUALS", _) => PeriodOp::Equals,
            ("PRECEDES", false) => PeriodOp::Precedes,
            ("PRECEDES", true) => PeriodOp::ImmediatelyPrecedes,
            (_, false) => PeriodOp::Succeeds,
            (_, true) => PeriodOp::ImmediatelySucceeds,
        };
        let right = Box::new(self.operators(COMPARISON + 1)?);
        let span = left.span.to(right.span);
        Ok(Expr::new(ExprKind::Period { op, left: Box::new(left), right }, span))
    }
}
