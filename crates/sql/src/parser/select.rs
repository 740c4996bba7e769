//! SELECT and its clauses.

use super::errors::Expected;
use super::{MAX_DIAGNOSTICS, Parsed, Parser};
use crate::ast::{ExprKind, GroupBy, GroupItem, Ident, NamedWindow, Select, SelectItem};
use crate::diagnostics::{EXTRA_COMMA, MISPLACED_CLAUSE, MISSING_COMMA, SYNTAX_ERROR, UNSUPPORTED_SYNTAX};
use crate::token::TokenKind;
use diag::Diagnostic;

/// The words that end the list of a SELECT, or the clause before them.
#[rustfmt::skip]
const CLAUSES: &[&str] = &[
    "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "FETCH", "UNION", "INTERSECT", "EXCEPT",
    "MINUS",
];

impl Parser<'_> {
    pub(super) fn select(&mut self) -> Parsed<Select> {
        let start = self.start();
        self.expect_keyword("SELECT")?;
        let hints = self.table_hints()?;
        let stream = self.eat_keyword("STREAM");
        let quantifier = self.set_quantifier();
        let mut select = Select {
            hints,
            stream,
            quantifier,
            items: self.select_items()?,
            from: vec![],
            selection: None,
            group_by: None,
            having: None,
            windows: vec![],
            qualify: None,
            span: start,
        };
        if self.eat_keyword("FROM") {
            select.from = self.comma_list(Parser::table_ref)?;
            self.clauses(&mut select)?;
        } else if matches!(self.word(), "WHERE" | "GROUP" | "HAVING" | "WINDOW" | "QUALIFY") {
            self.clause_without_from();
            self.clauses(&mut select)?;
        }
        select.span = self.span_from(start);
        Ok(select)
    }

    fn clause_without_from(&mut self) {
        let message = format!("{} needs a FROM before it", self.describe(self.token()));
        let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, self.token().span, message);
        self.note(Expected::Name);
        let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
        self.report(diagnostic);
    }

    // ---- the list

    /// Reads the list of a SELECT; an item that cannot be read does not hide the next ones.
    fn select_items(&mut self) -> Parsed<Vec<SelectItem>> {
        let first = self.pos;
        let mut items = vec![];
        loop {
            if self.previous().kind == TokenKind::Comma && self.pos > first && self.at_list_end() {
                self.extra_comma();
                return Ok(items);
            }
            match self.select_item() {
                Ok(item) => items.push(item),
                Err(reported) => self.skip_to(first, reported, |p| CLAUSES.contains(&p.word()))?,
            }
            if self.eat(TokenKind::Comma) {
                continue;
            }
            if !self.item_without_comma() {
                return Ok(items);
            }
        }
    }

    fn at_list_end(&self) -> bool {
        matches!(self.peek(), TokenKind::RightParen | TokenKind::Semicolon | TokenKind::End) || CLAUSES.contains(&self.word())
    }

    fn extra_comma(&mut self) {
        let comma = self.previous().span;
        self.note(Expected::Name);
        let diagnostic = Diagnostic::error(EXTRA_COMMA, comma, "nothing stands after the last comma of the list");
        let diagnostic = diagnostic.with_fix("Remove the comma", comma, "").with_flink(self.flink_text(self.token()));
        self.report(diagnostic);
    }

    /// Reports a comma as missing when another item begins here.
    fn item_without_comma(&mut self) -> bool {
        let kind = self.peek();
        let starts = self.name_at(0) || kind.is_number() || kind.is_string();
        if !starts || self.abandoned || self.diagnostics.len() > MAX_DIAGNOSTICS {
            return false;
        }
        let place = self.previous().span.after();
        let message = format!("a comma is missing before {}", self.describe(self.token()));
        let diagnostic = Diagnostic::error(MISSING_COMMA, place, message).with_fix("Insert a comma", place, ",");
        let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
        self.report(diagnostic);
        true
    }

    fn select_item(&mut self) -> Parsed<SelectItem> {
        let start = self.start();
        if self.peek() == TokenKind::Star {
            let star = self.bump().span;
            self.misspelt_clause(&["FROM"]);
            return Ok(SelectItem::Star(star));
        }
        if self.word() == "FROM" || self.at_list_end() {
            return Err(self.expected_expression());
        }
        let mut expr = self.expression()?;
        let at_star = self.peek() == TokenKind::Dot && self.peek_nth(1) == TokenKind::Star;
        expr.kind = match expr.kind {
            ExprKind::Column(name) if at_star => {
                self.bump();
                self.bump();
                self.misspelt_clause(&["FROM"]);
                return Ok(SelectItem::QualifiedStar { name, span: self.span_from(start) });
            }
            kind => kind,
        };
        let alias = self.select_alias()?;
        Ok(SelectItem::Expr { expr, alias })
    }

    /// `[[AS] name]`
    fn select_alias(&mut self) -> Parsed<Option<Ident>> {
        if self.at_name() {
            self.misspelt_clause(&["FROM", "AS"]);
        }
        let explicit = self.eat_keyword("AS");
        match self.peek() {
            TokenKind::String => Ok(Some(self.string_as_alias())),
            kind if explicit || kind == TokenKind::DoubleQuoted || self.at_name() => Ok(Some(self.ident("a name for the column")?)),
            _ => Ok(None),
        }
    }

    /// Reports a string as the name of a column and reads it as the name that was meant.
    fn string_as_alias(&mut self) -> Ident {
        let token = self.bump();
        let ident = self.ident_of(token);
        let quoted = format!("`{}`", ident.value.replace('`', "``"));
        let message = format!("the name of a column is no string: write {quoted}");
        let diagnostic = Diagnostic::error(SYNTAX_ERROR, token.span, message).with_fix(format!("Write {quoted}"), token.span, quoted);
        self.pos -= 1;
        self.report(diagnostic.with_flink("Expecting alias, found character literal"));
        self.pos += 1;
        ident
    }

    /// When a bare word could be an alias but something follows that cannot follow one, and a clause has nearly that name: lets it be
    /// that clause and returns true.
    pub(super) fn misspelt_clause(&mut self, words: &[&'static str]) -> bool {
        let next = self.peek_nth(1);
        let impossible = self.name_at(1) || next.is_number() || next.is_string() || next == TokenKind::Star || self.word_nth(1) == "BY";
        impossible && self.repair_unknown(words)
    }

    // ---- the clauses behind FROM

    fn clauses(&mut self, select: &mut Select) -> Parsed<()> {
        self.repair_unknown(&["WHERE", "GROUP", "HAVING", "ORDER", "LIMIT"]);
        if self.eat_keyword("WHERE") {
            select.selection = Some(self.expression()?);
        }
        self.repair_unknown(&["GROUP", "HAVING", "ORDER", "LIMIT"]);
        if self.eat_keyword("GROUP") {
            select.group_by = Some(self.group_by()?);
        }
        self.repair_unknown(&["HAVING", "ORDER", "LIMIT"]);
        if self.eat_keyword("HAVING") {
            select.having = Some(self.expression()?);
        }
        if self.eat_keyword("WINDOW") {
            select.windows = self.comma_list(Parser::named_window)?;
        }
        if self.eat_keyword("QUALIFY") {
            select.qualify = Some(self.expression()?);
        }
        self.misplaced_clause()
    }

    /// Reports a clause that stands behind one it must precede, such as WHERE behind GROUP BY.
    fn misplaced_clause(&mut self) -> Parsed<()> {
        let before = match self.word() {
            "WHERE" => "GROUP BY, HAVING, WINDOW and QUALIFY",
            "GROUP" if self.word_nth(1) == "BY" => "HAVING, WINDOW and QUALIFY",
            "HAVING" => "WINDOW and QUALIFY",
            "WINDOW" => "QUALIFY",
            _ => return Ok(()),
        };
        let message = format!("{} stands at the wrong place", self.describe(self.token()));
        let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, self.token().span, message);
        let diagnostic = diagnostic.with_help(format!("It stands before {before}.")).with_flink(self.flink_text(self.token()));
        Err(self.report(diagnostic))
    }

    /// `w AS (spec)`
    fn named_window(&mut self) -> Parsed<NamedWindow> {
        let name = self.ident("a name for the window")?;
        self.expect_keyword("AS")?;
        Ok(NamedWindow { name, spec: self.window_spec()? })
    }

    fn group_by(&mut self) -> Parsed<GroupBy> {
        let start = self.previous().span;
        self.expect_keyword("BY")?;
        let quantifier = self.set_quantifier();
        if quantifier.is_some() && self.at_list_end() {
            let span = self.previous().span;
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, "Flink SQL has no GROUP BY ALL");
            let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
            return Err(self.report(diagnostic.with_help("Name the columns to group by.")));
        }
        let items = self.comma_list(Parser::group_item)?;
        Ok(GroupBy { quantifier, items, span: self.span_from(start) })
    }

    fn group_item(&mut self) -> Parsed<GroupItem> {
        let start = self.start();
        if self.peek() == TokenKind::LeftParen && self.peek_nth(1) == TokenKind::RightParen {
            self.bump();
            self.bump();
            return Ok(GroupItem::Empty(self.span_from(start)));
        }
        let parens = self.peek_nth(1) == TokenKind::LeftParen;
        match self.word() {
            "GROUPING" if self.word_nth(1) == "SETS" => {
                self.bump();
                self.bump();
                let (items, _) = self.nested(|p| p.parenthesized(Parser::group_item))?;
                Ok(GroupItem::GroupingSets { items, span: self.span_from(start) })
            }
            "ROLLUP" if parens => {
                self.bump();
                let (items, _) = self.parenthesized(Parser::expression)?;
                Ok(GroupItem::Rollup { items, span: self.span_from(start) })
            }
            "CUBE" if parens => {
                self.bump();
                let (items, _) = self.parenthesized(Parser::expression)?;
                Ok(GroupItem::Cube { items, span: self.span_from(start) })
            }
            _ => Ok(GroupItem::Expr(self.expression()?)),
        }
    }
}
