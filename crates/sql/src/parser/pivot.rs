//! PIVOT and UNPIVOT.

use super::primary::Parens;
use super::{Parsed, Parser};
use crate::ast::{Expr, Ident, ObjectName, Pivot, TableRef, TableRefKind, Unpivot};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `PIVOT (agg [AS a], .. FOR axes IN (values [AS a], ..))`
    pub(super) fn pivot(&mut self, input: TableRef) -> Parsed<TableRefKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let aggregates = self.comma_list(|p| {
            let expr = p.expression()?;
            Ok((expr, p.pivot_alias()?))
        })?;
        self.expect_keyword("FOR")?;
        let axes = self.name_or_names("the name of a column")?;
        self.expect_keyword("IN")?;
        let (values, _) = self.parenthesized(Parser::pivot_value)?;
        self.expect(TokenKind::RightParen)?;
        Ok(TableRefKind::Pivot(Box::new(Pivot { input, aggregates, axes, values })))
    }

    fn pivot_alias(&mut self) -> Parsed<Option<Ident>> {
        if self.eat_keyword("AS") || self.at_name() {
            return Ok(Some(self.ident("a name")?));
        }
        Ok(None)
    }

    fn pivot_value(&mut self) -> Parsed<(Vec<Expr>, Option<Ident>)> {
        let values = self.one_or_more()?;
        Ok((values, self.pivot_alias()?))
    }

    fn one_or_more(&mut self) -> Parsed<Vec<Expr>> {
        if self.peek() == TokenKind::LeftParen {
            if let Parens::List(list) = self.parens()? {
                return Ok(list);
            }
            return Err(self.expected("constants"));
        }
        Ok(vec![self.expression()?])
    }

    /// `UNPIVOT [INCLUDE | EXCLUDE NULLS] (measures FOR axes IN (columns [AS values], ..))`
    pub(super) fn unpivot(&mut self, input: TableRef) -> Parsed<TableRefKind> {
        self.bump();
        let include_nulls = self.eat_one_of(&["INCLUDE", "EXCLUDE"]).map(|word| word == "INCLUDE");
        if include_nulls.is_some() {
            self.expect_keyword("NULLS")?;
        }
        self.expect(TokenKind::LeftParen)?;
        let measures = self.ident_or_idents()?;
        self.expect_keyword("FOR")?;
        let axes = self.ident_or_idents()?;
        self.expect_keyword("IN")?;
        let (columns, _) = self.parenthesized(Parser::unpivot_column)?;
        self.expect(TokenKind::RightParen)?;
        Ok(TableRefKind::Unpivot(Box::new(Unpivot { input, include_nulls, measures, axes, columns })))
    }

    fn ident_or_idents(&mut self) -> Parsed<Vec<Ident>> {
        if self.at(TokenKind::LeftParen) {
            return Ok(self.ident_list("the name of a column")?.0);
        }
        Ok(vec![self.ident("the name of a column")?])
    }

    fn unpivot_column(&mut self) -> Parsed<(Vec<ObjectName>, Option<Vec<Expr>>)> {
        let columns = self.name_or_names("the name of a column")?;
        let values = if self.eat_keyword("AS") { Some(self.one_or_more()?) } else { None };
        Ok((columns, values))
    }
}
