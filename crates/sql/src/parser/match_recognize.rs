//! MATCH_RECOGNIZE.

use super::{Parsed, Parser};
use crate::ast::{
    AfterMatch, Expr, Ident, MatchRecognize, Measure, Pattern, PatternKind, PatternQuantifier, RowsPerMatch, TableRef, TableRefKind,
};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn match_recognize(&mut self, input: TableRef) -> Parsed<TableRefKind> {
        let start = self.start();
        self.expect_keyword("MATCH_RECOGNIZE")?;
        self.expect(TokenKind::LeftParen)?;
        let partition_by = self.partition_by()?;
        let order_by = self.order_by()?;
        let measures = if self.eat_keyword("MEASURES") { self.comma_list(Parser::measure)? } else { vec![] };
        let rows = self.rows_per_match()?;
        let after = self.after_match()?;
        self.expect_keyword("PATTERN")?;
        self.expect(TokenKind::LeftParen)?;
        let anchored_start = self.eat(TokenKind::Caret);
        let pattern = self.pattern()?;
        let anchored_end = self.eat(TokenKind::Dollar);
        self.expect(TokenKind::RightParen)?;
        let within = if self.eat_keyword("WITHIN") { Some(self.expression()?) } else { None };
        let subsets = if self.eat_keyword("SUBSET") { self.comma_list(Parser::subset)? } else { vec![] };
        self.expect_keyword("DEFINE")?;
        let define = self.comma_list(Parser::definition)?;
        self.expect(TokenKind::RightParen)?;
        let span = self.span_from(start);
        Ok(TableRefKind::MatchRecognize(Box::new(MatchRecognize {
            input,
            partition_by,
            order_by,
            measures,
            rows,
            after,
            anchored_start,
            anchored_end,
            pattern,
            within,
            subsets,
            define,
            span,
        })))
    }

    /// `[RUNNING | FINAL] expr AS name`
    fn measure(&mut self) -> Parsed<Measure> {
        let call_follows = matches!(self.peek_nth(1), TokenKind::Word(_)) && self.peek_nth(2) == TokenKind::LeftParen;
        let final_semantics = match self.word() {
            "RUNNING" => Some(false),
            "FINAL" if call_follows => Some(true),
            _ => None,
        };
        if final_semantics.is_some() {
            self.bump();
        }
        let expr = self.expression()?;
        self.expect_keyword("AS")?;
        Ok(Measure { expr, alias: self.ident("a name for the measure")?, final_semantics })
    }

    fn rows_per_match(&mut self) -> Parsed<Option<RowsPerMatch>> {
        if self.eat_keyword("ONE") {
            self.expect_keywords("ROW PER MATCH")?;
            return Ok(Some(RowsPerMatch::One));
        }
        if self.eat_keyword("ALL") {
            self.expect_keywords("ROWS PER MATCH")?;
            return Ok(Some(RowsPerMatch::All));
        }
        Ok(None)
    }

    fn after_match(&mut self) -> Parsed<Option<AfterMatch>> {
        if !self.eat_keyword("AFTER") {
            return Ok(None);
        }
        self.expect_keywords("MATCH SKIP")?;
        if self.eat_keyword("PAST") {
            self.expect_keywords("LAST ROW")?;
            return Ok(Some(AfterMatch::PastLastRow));
        }
        self.expect_keyword("TO")?;
        if self.eat_keywords("NEXT ROW") {
            return Ok(Some(AfterMatch::ToNextRow));
        }
        if self.word() == "FIRST" && self.name_at(1) {
            self.bump();
            return Ok(Some(AfterMatch::ToFirst(self.ident("a pattern variable")?)));
        }
        if self.word() == "LAST" && self.name_at(1) {
            self.bump();
        }
        Ok(Some(AfterMatch::ToLast(self.ident("a pattern variable")?)))
    }

    // ---- the pattern

    /// `a | b | c`
    fn pattern(&mut self) -> Parsed<Pattern> {
        self.nested(|p| {
            let start = p.start();
            let mut choices = vec![p.pattern_sequence()?];
            while p.eat(TokenKind::Pipe) {
                choices.push(p.pattern_sequence()?);
            }
            Ok(p.one_or(choices, start, PatternKind::Alternation))
        })
    }

    fn pattern_sequence(&mut self) -> Parsed<Pattern> {
        let start = self.start();
        let mut parts = vec![self.quantified_pattern()?];
        while self.pattern_starts() {
            parts.push(self.quantified_pattern()?);
        }
        Ok(self.one_or(parts, start, PatternKind::Concat))
    }

    /// The only pattern of a list, or the node for several.
    fn one_or(&self, mut patterns: Vec<Pattern>, start: diag::Span, node: fn(Vec<Pattern>) -> PatternKind) -> Pattern {
        match patterns.pop() {
            Some(only) if patterns.is_empty() => only,
            last => {
                patterns.extend(last);
                Pattern { kind: node(patterns), span: self.span_from(start) }
            }
        }
    }

    fn pattern_starts(&mut self) -> bool {
        self.at_name() || self.word() == "PERMUTE" || self.at(TokenKind::LeftParen) || self.at_exclusion()
    }

    fn at_exclusion(&self) -> bool {
        self.peek() == TokenKind::LeftBrace && self.peek_nth(1) == TokenKind::Minus
    }

    fn quantified_pattern(&mut self) -> Parsed<Pattern> {
        let start = self.start();
        let pattern = self.pattern_operand()?;
        let quantifier = match self.peek() {
            TokenKind::Star => PatternQuantifier::ZeroOrMore,
            TokenKind::Plus => PatternQuantifier::OneOrMore,
            TokenKind::Question => PatternQuantifier::Optional,
            TokenKind::LeftBrace if !self.at_exclusion() => self.range_quantifier()?,
            _ => return Ok(pattern),
        };
        self.bump();
        let reluctant = self.eat(TokenKind::Question);
        let kind = PatternKind::Quantified { pattern: Box::new(pattern), quantifier, reluctant };
        Ok(Pattern { kind, span: self.span_from(start) })
    }

    /// `{n}`, `{n,}`, `{n,m}`, `{,m}`, up to the closing brace.
    fn range_quantifier(&mut self) -> Parsed<PatternQuantifier> {
        self.bump();
        let min = if self.peek() == TokenKind::Integer { Some(self.expect_u32("a number of rows")?) } else { None };
        let exact = min.is_some() && !self.at(TokenKind::Comma);
        let mut max = if exact { min } else { None };
        if !exact {
            self.expect(TokenKind::Comma)?;
            if min.is_none() || self.peek() == TokenKind::Integer {
                max = Some(self.expect_u32("a number of rows")?);
            }
        }
        if !self.at(TokenKind::RightBrace) {
            return Err(self.expected(""));
        }
        Ok(PatternQuantifier::Range { min, max, exact })
    }

    fn pattern_operand(&mut self) -> Parsed<Pattern> {
        let start = self.start();
        let kind = if self.eat(TokenKind::LeftParen) {
            let inner = Box::new(self.pattern()?);
            self.expect(TokenKind::RightParen)?;
            PatternKind::Group(inner)
        } else if self.at_exclusion() {
            self.bump();
            self.bump();
            let inner = Box::new(self.pattern()?);
            self.expect(TokenKind::Minus)?;
            self.expect(TokenKind::RightBrace)?;
            PatternKind::Exclude(inner)
        } else if self.eat_keyword("PERMUTE") {
            PatternKind::Permute(self.parenthesized(Parser::pattern)?.0)
        } else {
            PatternKind::Variable(self.ident("a pattern variable")?)
        };
        Ok(Pattern { kind, span: self.span_from(start) })
    }

    /// `s = (a, b)`
    fn subset(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        let name = self.ident("a name for the subset")?;
        self.expect(TokenKind::Equal)?;
        Ok((name, self.ident_list("a pattern variable")?.0))
    }

    /// `v AS condition`
    fn definition(&mut self) -> Parsed<(Ident, Expr)> {
        let name = self.ident("a pattern variable")?;
        self.expect_keyword("AS")?;
        Ok((name, self.expression()?))
    }
}
