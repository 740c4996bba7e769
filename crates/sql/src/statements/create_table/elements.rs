//! The parsers of columns, constraints, watermarks and indexes, wherever they stand.

use super::{ColumnConstraint, ColumnDef, ColumnKind, ConstraintKind, IndexDef, Metadata, TableConstraint, TableElement, WatermarkDef};
use crate::ast::{Ident, StringLiteral};
use crate::diagnostics::{DUPLICATE_CLAUSE, MISPLACED_CLAUSE, SYNTAX_ERROR, UNCLOSED_PARENTHESIS, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

impl Parser<'_> {
    /// Reads `(element, ..)`.
    pub(crate) fn table_elements(&mut self) -> Parsed<(Vec<TableElement>, Span)> {
        if self.peek_nth(1) == TokenKind::RightParen {
            let start = self.start();
            self.bump();
            let flink = self.flink_text(self.token());
            self.bump();
            let span = self.span_from(start);
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, "the list of columns is empty");
            let diagnostic = diagnostic.with_help("A table without columns of its own has no parentheses.");
            self.report_also(diagnostic.with_fix("Remove the parentheses", span, "").with_flink(flink));
            return Ok((vec![], span));
        }
        let (elements, span) = self.element_list(false, starts_element, Parser::table_element)?;
        self.check_single_watermark(&elements);
        Ok((elements, span))
    }

    fn check_single_watermark(&mut self, elements: &[TableElement]) {
        let mut watermarks = elements.iter().filter_map(|e| if let TableElement::Watermark(w) = e { Some(w.span) } else { None });
        let Some(first) = watermarks.next() else { return };
        for second in watermarks {
            let diagnostic = Diagnostic::error(DUPLICATE_CLAUSE, second, "a table has one WATERMARK");
            let diagnostic = diagnostic.with_label(first, "the first one is here");
            self.report_also(diagnostic.with_flink("Multiple WATERMARK declarations are not supported yet."));
        }
    }

    /// Reads a column, a watermark, a key or an index.
    pub(crate) fn table_element(&mut self) -> Parsed<TableElement> {
        let start = self.start();
        if self.at_keyword("WATERMARK") {
            return Ok(TableElement::Watermark(self.watermark()?));
        }
        if self.at_keyword("CONSTRAINT") || self.at_keyword("PRIMARY") || (self.at_keyword("UNIQUE") && self.word_nth(1) != "INDEX") {
            return Ok(TableElement::Constraint(self.table_constraint()?));
        }
        if self.at_index() {
            return Ok(TableElement::Index(self.index()?));
        }
        if self.word() == "PERIOD" && self.word_nth(1) == "FOR" {
            return Ok(TableElement::Period(self.expect_keywords("PERIOD FOR SYSTEM_TIME")?));
        }
        let name = self.ident("a column")?;
        if matches!(self.peek(), TokenKind::Comma | TokenKind::RightParen) {
            return Ok(TableElement::Name(name));
        }
        Ok(TableElement::Column(self.rest_of_column(name, start)?))
    }

    /// Reads `name type ..`.
    pub(crate) fn column(&mut self) -> Parsed<ColumnDef> {
        let start = self.start();
        let name = self.ident("a column")?;
        self.rest_of_column(name, start)
    }

    fn rest_of_column(&mut self, name: Ident, start: Span) -> Parsed<ColumnDef> {
        if self.at(TokenKind::Dot) {
            return Err(self.nested_column(name));
        }
        let (kind, comment) = if self.eat_keyword("AS") {
            let kind = ColumnKind::Computed(self.expression()?);
            (kind, self.comment_clause()?)
        } else {
            self.typed_column()?
        };
        Ok(ColumnDef { name, kind, comment, span: self.span_from(start) })
    }

    /// Flink's parser takes a path here, but nothing can be done with it.
    fn nested_column(&mut self, name: Ident) -> crate::parser::Reported {
        let path = match self.rest_of_name(name) {
            Ok(path) => path,
            Err(reported) => return reported,
        };
        let diagnostic =
            Diagnostic::error(UNSUPPORTED_SYNTAX, path.span, format!("the field '{}' of a column cannot be defined", path.text()));
        let help = "Give the whole column its new ROW type.";
        self.report_also(diagnostic.with_help(help))
    }

    fn typed_column(&mut self) -> Parsed<(ColumnKind, Option<StringLiteral>)> {
        let data_type = self.data_type()?;
        let mut metadata = if self.at_keyword("METADATA") { Some(self.metadata()?) } else { None };
        let constraint_start = self.start();
        let mut constraint = self.column_constraint()?;
        if metadata.is_some() && constraint.is_some() {
            let span = self.span_from(constraint_start);
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, "a metadata column cannot be a key");
            self.report_also(diagnostic);
        }
        let mut header = self.eat_keyword("HEADER");
        let comment_start = self.start();
        let comment = self.comment_clause()?;
        let comment_span = self.span_from(comment_start);
        while comment.is_some() && self.at_column_attribute() {
            let attribute_start = self.start();
            if self.at_keyword("METADATA") {
                metadata = Some(self.metadata()?);
            } else if self.eat_keyword("HEADER") {
                header = true;
            } else if self.eat_keywords("NOT NULL") {
                // Read so that the rest of the column can be checked; the type stays as it was.
            } else {
                constraint = self.column_constraint()?;
            }
            self.report_attribute_after_comment(comment_span, self.span_from(attribute_start));
        }
        self.refuse_foreign_attribute()?;
        self.refuse_clause_of_table()?;
        Ok((ColumnKind::Typed { data_type, metadata, constraint, header }, comment))
    }

    fn at_column_attribute(&self) -> bool {
        matches!(self.word(), "METADATA" | "PRIMARY" | "UNIQUE" | "CONSTRAINT" | "HEADER")
            || (self.word() == "NOT" && self.word_nth(1) == "NULL")
    }

    fn report_attribute_after_comment(&mut self, comment: Span, attribute: Span) {
        let (comment_text, attribute_text) = (self.text_at(comment).to_string(), self.text_at(attribute).to_string());
        let message = format!("'{attribute_text}' belongs before the COMMENT of the column");
        let both = comment.to(attribute);
        let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, attribute, message).with_label(comment, "the comment comes last");
        self.report_also(diagnostic.with_fix("Move the comment behind it", both, format!("{attribute_text} {comment_text}")));
    }

    /// Attributes of columns that other databases have.
    fn refuse_foreign_attribute(&mut self) -> Parsed<()> {
        let span = self.token().span;
        let help = match self.word() {
            "DEFAULT" => "Flink SQL has no default values of columns; give the value in the INSERT.",
            "GENERATED" => "A computed column is written 'name AS expression'.",
            "REFERENCES" => "Flink SQL has no foreign keys.",
            "CHECK" => "Flink SQL has no checks; filter the rows in the query.",
            "COLLATE" => "Flink SQL has no collations.",
            _ => return Ok(()),
        };
        let message = format!("a column cannot have '{}'", self.word());
        Err(self.report(Diagnostic::error(UNSUPPORTED_SYNTAX, span, message).with_help(help).with_flink(self.flink_text(self.token()))))
    }

    /// A clause of the table behind a column says that the list of columns was not closed.
    fn refuse_clause_of_table(&mut self) -> Parsed<()> {
        let is_clause = match self.word() {
            "WITH" => self.peek_nth(1) == TokenKind::LeftParen,
            "PARTITIONED" => self.word_nth(1) == "BY",
            "DISTRIBUTED" => matches!(self.word_nth(1), "BY" | "INTO"),
            _ => false,
        };
        if !is_clause {
            return Ok(());
        }
        let place = self.previous().span.after();
        let message = format!("a ')' is missing before {}", self.word());
        let diagnostic = Diagnostic::error(UNCLOSED_PARENTHESIS, place, message).with_fix("Insert a ')'", place, ")");
        Err(self.report(diagnostic.with_flink(self.flink_text(self.token()))))
    }

    /// `[COMMENT 's']`
    pub(crate) fn comment_clause(&mut self) -> Parsed<Option<StringLiteral>> {
        if self.eat_keyword("COMMENT") { Ok(Some(self.plain_string("the comment")?)) } else { Ok(None) }
    }

    /// `METADATA [FROM 'key'] [VIRTUAL]`
    fn metadata(&mut self) -> Parsed<Metadata> {
        let start = self.start();
        self.expect_keyword("METADATA")?;
        let from = if self.eat_keyword("FROM") { Some(self.string_literal("the key as a string")?) } else { None };
        let is_virtual = self.eat_keyword("VIRTUAL");
        if is_virtual && from.is_none() && self.word() == "FROM" && self.peek_nth(1).is_string() {
            return self.misplaced_metadata_key(start);
        }
        Ok(Metadata { from, is_virtual, span: self.span_from(start) })
    }

    fn misplaced_metadata_key(&mut self, start: Span) -> Parsed<Metadata> {
        let (virtual_word, from_start, flink) = (self.previous().span, self.start(), self.flink_text(self.token()));
        self.bump();
        let from = self.string_literal("the key as a string")?;
        let clause = self.span_from(from_start);
        let swapped = format!("{} {}", self.text_at(clause), self.text_at(virtual_word));
        let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, clause, "the key of a metadata column stands before VIRTUAL");
        self.report_also(diagnostic.with_fix("Move VIRTUAL behind it", virtual_word.to(clause), swapped).with_flink(flink));
        Ok(Metadata { from: Some(from), is_virtual: true, span: self.span_from(start) })
    }

    /// `[CONSTRAINT c] {PRIMARY KEY | UNIQUE} [[NOT] ENFORCED]`, or nothing.
    fn column_constraint(&mut self) -> Parsed<Option<ColumnConstraint>> {
        if !(self.at_keyword("CONSTRAINT") || self.at_keyword("PRIMARY") || self.at_keyword("UNIQUE")) {
            return Ok(None);
        }
        let start = self.start();
        let name = self.constraint_name()?;
        let kind = self.constraint_kind()?;
        let enforced = self.enforced()?;
        Ok(Some(ColumnConstraint { name, kind, enforced, span: self.span_from(start) }))
    }

    /// `[CONSTRAINT c] {PRIMARY KEY | UNIQUE} (a, b) [[NOT] ENFORCED]`
    pub(crate) fn table_constraint(&mut self) -> Parsed<TableConstraint> {
        let start = self.start();
        let name = self.constraint_name()?;
        let kind = self.constraint_kind()?;
        let (columns, _) = self.ident_list("a column")?;
        let enforced = self.enforced()?;
        Ok(TableConstraint { name, kind, columns, enforced, span: self.span_from(start) })
    }

    fn constraint_name(&mut self) -> Parsed<Option<Ident>> {
        if self.eat_keyword("CONSTRAINT") { Ok(Some(self.ident("the name of the constraint")?)) } else { Ok(None) }
    }

    fn constraint_kind(&mut self) -> Parsed<ConstraintKind> {
        if self.eat_keyword("UNIQUE") {
            return Ok(ConstraintKind::Unique);
        }
        self.expect_keywords("PRIMARY KEY")?;
        Ok(ConstraintKind::PrimaryKey)
    }

    fn enforced(&mut self) -> Parsed<Option<bool>> {
        if self.eat_keyword("ENFORCED") {
            return Ok(Some(true));
        }
        if self.at_keyword("NOT") && self.word_nth(1) != "NULL" {
            self.expect_keywords("NOT ENFORCED")?;
            return Ok(Some(false));
        }
        Ok(None)
    }

    /// `WATERMARK [name] FOR column AS expression`
    pub(crate) fn watermark(&mut self) -> Parsed<WatermarkDef> {
        let start = self.start();
        self.expect_keyword("WATERMARK")?;
        let name = if self.at_keyword("FOR") { None } else { Some(self.ident("FOR and the column")?) };
        self.expect_keyword("FOR")?;
        let column = self.object_name("the column of the watermark")?;
        self.expect_keyword("AS")?;
        let strategy = self.expression()?;
        Ok(WatermarkDef { name, column, strategy, span: self.span_from(start) })
    }

    /// True at Blink's `INDEX (..)`, `INDEX name (..)`, `UNIQUE INDEX ..`; a column may be called `index`.
    pub(crate) fn at_index(&self) -> bool {
        let at = usize::from(self.word() == "UNIQUE");
        let named = self.name_at(at + 1) && self.peek_nth(at + 2) == TokenKind::LeftParen && self.word_nth(at + 1) != "MAP";
        self.word_nth(at) == "INDEX" && (self.peek_nth(at + 1) == TokenKind::LeftParen || named)
    }

    pub(crate) fn index(&mut self) -> Parsed<IndexDef> {
        let start = self.start();
        let unique = self.eat_keyword("UNIQUE");
        self.expect_keyword("INDEX")?;
        let name = if self.at(TokenKind::LeftParen) { None } else { Some(self.ident("the columns of the index")?) };
        let (columns, _) = self.ident_list("a column")?;
        Ok(IndexDef { unique, name, columns, span: self.span_from(start) })
    }
}

/// True when an element of a table begins at the current token although no comma stands before it.
pub(crate) fn starts_element(p: &Parser) -> bool {
    match p.word() {
        "WATERMARK" => true,
        "PRIMARY" => p.word_nth(1) == "KEY" && p.peek_nth(2) == TokenKind::LeftParen,
        "UNIQUE" => p.peek_nth(1) == TokenKind::LeftParen || p.word_nth(1) == "INDEX",
        "CONSTRAINT" => p.name_at(1) && (p.peek_nth(4) == TokenKind::LeftParen || p.peek_nth(3) == TokenKind::LeftParen),
        "PERIOD" => p.word_nth(1) == "FOR",
        _ => p.name_at(0) && (p.type_at(1) || p.word_nth(1) == "AS"),
    }
}
