//! Window specifications of OVER and of the WINDOW clause, and the items of ORDER BY.

use super::{Parsed, Parser};
use crate::ast::{Expr, FrameBound, FrameUnit, OrderItem, WindowFrame, WindowSpec};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `([base] [PARTITION BY ..] [ORDER BY ..] [frame])`
    pub(super) fn window_spec(&mut self) -> Parsed<WindowSpec> {
        let start = self.start();
        self.expect(TokenKind::LeftParen)?;
        let base = if self.at_name() { Some(self.ident("a window")?) } else { None };
        let partition_by = self.partition_by()?;
        let order_by = self.order_by()?;
        let frame = self.frame()?;
        self.expect(TokenKind::RightParen)?;
        Ok(WindowSpec { base, partition_by, order_by, frame, span: self.span_from(start) })
    }

    /// `[PARTITION BY e, ..]`
    pub(super) fn partition_by(&mut self) -> Parsed<Vec<Expr>> {
        if !self.eat_keyword("PARTITION") {
            return Ok(vec![]);
        }
        self.expect_keyword("BY")?;
        self.comma_list(Parser::expression)
    }

    /// `[ORDER BY item, ..]`
    pub(super) fn order_by(&mut self) -> Parsed<Vec<OrderItem>> {
        if !self.eat_keyword("ORDER") {
            return Ok(vec![]);
        }
        self.expect_keyword("BY")?;
        self.comma_list(Parser::order_item)
    }

    /// `e [ASC | DESC] [NULLS FIRST | NULLS LAST]`
    pub(crate) fn order_item(&mut self) -> Parsed<OrderItem> {
        let start = self.start();
        let expr = self.expression()?;
        let descending = self.eat_one_of(&["ASC", "DESC"]).map(|word| word == "DESC");
        let mut nulls_first = None;
        if self.eat_keyword("NULLS") {
            nulls_first = self.eat_one_of(&["FIRST", "LAST"]).map(|word| word == "FIRST");
            if nulls_first.is_none() {
                return Err(self.expected(""));
            }
        }
        Ok(OrderItem { expr, descending, nulls_first, span: self.span_from(start) })
    }

    fn frame(&mut self) -> Parsed<Option<WindowFrame>> {
        let from = self.start();
        let unit = match self.eat_one_of(&["ROWS", "RANGE"]) {
            Some("ROWS") => FrameUnit::Rows,
            Some(_) => FrameUnit::Range,
            None => return Ok(None),
        };
        let (start, end) = if self.eat_keyword("BETWEEN") {
            let start = self.frame_bound()?;
            self.expect_keyword("AND")?;
            (start, Some(self.frame_bound()?))
        } else {
            (self.frame_bound()?, None)
        };
        Ok(Some(WindowFrame { unit, start, end, exclude: None, span: self.span_from(from) }))
    }

    fn frame_bound(&mut self) -> Parsed<FrameBound> {
        if self.eat_keyword("CURRENT") {
            self.expect_keyword("ROW")?;
            return Ok(FrameBound::CurrentRow);
        }
        if self.eat_keyword("UNBOUNDED") {
            return match self.eat_one_of(&["PRECEDING", "FOLLOWING"]) {
                Some("PRECEDING") => Ok(FrameBound::UnboundedPreceding),
                Some(_) => Ok(FrameBound::UnboundedFollowing),
                None => Err(self.expected("")),
            };
        }
        let distance = Box::new(self.expression()?);
        match self.eat_one_of(&["PRECEDING", "FOLLOWING"]) {
            Some("PRECEDING") => Ok(FrameBound::Preceding(distance)),
            Some(_) => Ok(FrameBound::Following(distance)),
            None => Err(self.expected("")),
        }
    }
}
