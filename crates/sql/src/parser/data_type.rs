//! Types as written in columns, casts and RETURNING clauses.

use super::{Parsed, Parser};
use crate::ast::{DataType, DataTypeKind, RowField};
use crate::diagnostics::UNSUPPORTED_SYNTAX;
use crate::token::TokenKind;
use diag::Diagnostic;

impl Parser<'_> {
    /// Reads the type of a column or field, with its nullability: `INT NOT NULL`, `ROW<a INT> ARRAY NOT NULL`.
    pub(crate) fn data_type(&mut self) -> Parsed<DataType> {
        if self.word() == "INTERVAL" {
            let message = "no column can be an INTERVAL";
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, message);
            let diagnostic = diagnostic.with_help("Store the length as a BIGINT, such as a number of milliseconds.");
            let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
            return Err(self.report(diagnostic));
        }
        self.nested(|p| p.suffixed_type(true))
    }

    /// Reads the target of a CAST, which has no nullability of its own.
    pub(crate) fn cast_type(&mut self) -> Parsed<DataType> {
        let start = self.start();
        if self.word() == "INTERVAL" {
            self.bump();
            let kind = DataTypeKind::Interval(self.interval_qualifier()?);
            return Ok(DataType { kind, nullable: None, span: self.span_from(start) });
        }
        self.nested(|p| p.suffixed_type(false))
    }

    /// Reads a type and the words ARRAY and MULTISET behind it.
    fn suffixed_type(&mut self, with_nullability: bool) -> Parsed<DataType> {
        let start = self.start();
        let kind = self.type_kind()?;
        let mut data_type = DataType { kind, nullable: None, span: self.span_from(start) };
        loop {
            if with_nullability {
                data_type.nullable = self.nullability();
                data_type.span = self.span_from(start);
            }
            let wrap = match self.eat_one_of(&["ARRAY", "MULTISET"]) {
                Some("ARRAY") => DataTypeKind::Array,
                Some(_) => DataTypeKind::Multiset,
                None => return Ok(data_type),
            };
            self.grow()?;
            data_type = DataType { kind: wrap(Box::new(data_type)), nullable: None, span: self.span_from(start) };
        }
    }

    fn nullability(&mut self) -> Option<bool> {
        if self.at_keywords("NOT NULL") {
            self.eat_keywords("NOT NULL");
            return Some(false);
        }
        self.eat_keyword("NULL").then_some(true)
    }

    fn type_kind(&mut self) -> Parsed<DataTypeKind> {
        use DataTypeKind::*;
        if self.peek_nth(1) == TokenKind::Dot || self.word().is_empty() {
            return self.named_type();
        }
        let word = self.word();
        let kind = match word {
            "BOOLEAN" => Boolean,
            "TINYINT" => TinyInt,
            "SMALLINT" => SmallInt,
            "INT" | "INTEGER" => Int,
            "BIGINT" => BigInt,
            "FLOAT" => Float,
            "REAL" => Real,
            "DATE" => Date,
            "STRING" => String,
            "BYTES" => Bytes,
            "VARIANT" => Variant,
            "BITMAP" => Bitmap,
            "ANY" => Any,
            "CHAR" | "CHARACTER" | "VARCHAR" | "BINARY" | "VARBINARY" => return self.sized_type(word),
            "DECIMAL" | "DEC" | "NUMERIC" => return self.decimal(),
            "DOUBLE" => {
                self.bump();
                self.eat_keyword("PRECISION");
                return Ok(Double);
            }
            "TIME" | "TIMESTAMP" | "TIMESTAMP_LTZ" => return self.time_type(word),
            "ARRAY" | "MULTISET" | "MAP" if self.peek_nth(1) == TokenKind::Less => return self.collection_type(word),
            "ROW" => return self.row_type(),
            "STRUCTURED" => return self.structured_type(),
            "RAW" => return self.raw_type(),
            "DATETIME" => return Err(self.other_dialect("DATETIME", "TIMESTAMP")),
            _ => return self.named_type(),
        };
        self.bump();
        Ok(kind)
    }

    /// Reads a name that is no built-in type.
    fn named_type(&mut self) -> Parsed<DataTypeKind> {
        if !self.at_name() {
            return Err(self.expected("a data type"));
        }
        Ok(DataTypeKind::Named(self.object_name("a data type")?))
    }

    fn other_dialect(&mut self, found: &str, flink: &str) -> super::Reported {
        let span = self.token().span;
        let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, format!("Flink SQL has no type '{found}'; write {flink}"));
        let diagnostic = diagnostic.with_fix(format!("Write {flink}"), span, flink).with_flink(self.flink_text(self.token()));
        self.report(diagnostic)
    }

    fn sized_type(&mut self, word: &str) -> Parsed<DataTypeKind> {
        self.bump();
        let varying = word.starts_with("VAR") || self.eat_keyword("VARYING");
        let length = self.length()?;
        Ok(match (word.ends_with("BINARY"), varying) {
            (false, false) => DataTypeKind::Char(length),
            (false, true) => DataTypeKind::Varchar(length),
            (true, false) => DataTypeKind::Binary(length),
            (true, true) => DataTypeKind::Varbinary(length),
        })
    }

    /// `[(n)]`
    fn length(&mut self) -> Parsed<Option<u32>> {
        if !self.eat(TokenKind::LeftParen) {
            return Ok(None);
        }
        let length = self.expect_u32("a length")?;
        self.expect(TokenKind::RightParen)?;
        Ok(Some(length))
    }

    fn decimal(&mut self) -> Parsed<DataTypeKind> {
        self.bump();
        let (mut precision, mut scale) = (None, None);
        if self.eat(TokenKind::LeftParen) {
            precision = Some(self.expect_u32("a precision")?);
            if self.eat(TokenKind::Comma) {
                scale = Some(self.expect_u32("a scale")?.min(i32::MAX as u32) as i32);
            }
            self.expect(TokenKind::RightParen)?;
        }
        Ok(DataTypeKind::Decimal { precision, scale })
    }

    fn time_type(&mut self, word: &str) -> Parsed<DataTypeKind> {
        self.bump();
        let precision = self.length()?;
        if word == "TIMESTAMP_LTZ" {
            return Ok(DataTypeKind::TimestampLtz(precision));
        }
        if self.eat_keyword("WITHOUT") {
            self.expect_keywords("TIME ZONE")?;
        } else if word == "TIMESTAMP" && self.word() == "WITH" && matches!(self.word_nth(1), "LOCAL" | "TIME") {
            self.bump();
            self.expect_keywords("LOCAL TIME ZONE")?;
            return Ok(DataTypeKind::TimestampLtz(precision));
        }
        Ok(if word == "TIME" { DataTypeKind::Time(precision) } else { DataTypeKind::Timestamp(precision) })
    }

    fn collection_type(&mut self, word: &str) -> Parsed<DataTypeKind> {
        self.bump();
        self.expect(TokenKind::Less)?;
        let first = Box::new(self.data_type()?);
        let kind = match word {
            "ARRAY" => DataTypeKind::Array(first),
            "MULTISET" => DataTypeKind::Multiset(first),
            _ => {
                self.expect(TokenKind::Comma)?;
                DataTypeKind::Map(first, Box::new(self.data_type()?))
            }
        };
        self.close_angle()?;
        Ok(kind)
    }

    /// Takes the `>` of a type.
    fn close_angle(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Greater).map(|_| ())
    }

    /// `ROW<a INT 'comment', ..>`, `ROW(a INT, ..)`, and both of them empty.
    fn row_type(&mut self) -> Parsed<DataTypeKind> {
        self.bump();
        if self.peek() == TokenKind::LeftParen {
            let (fields, _) = self.element_list(true, |p| p.name_at(0), Parser::row_field)?;
            return Ok(DataTypeKind::Row(fields));
        }
        if self.eat(TokenKind::NotEqual) {
            return Ok(DataTypeKind::Row(vec![]));
        }
        self.expect(TokenKind::Less)?;
        let fields = if self.at(TokenKind::Greater) { vec![] } else { self.comma_list(Parser::row_field)? };
        self.close_angle()?;
        Ok(DataTypeKind::Row(fields))
    }

    fn row_field(&mut self) -> Parsed<RowField> {
        let name = self.ident("the name of a field")?;
        let data_type = self.data_type()?;
        let comment = if self.at(TokenKind::String) { Some(self.string_literal("a comment")?) } else { None };
        Ok(RowField { name, data_type, comment })
    }

    fn structured_type(&mut self) -> Parsed<DataTypeKind> {
        self.bump();
        self.expect(TokenKind::Less)?;
        let class = self.string_literal("the name of a class as a string")?;
        let fields = if self.eat(TokenKind::Comma) { self.comma_list(Parser::row_field)? } else { vec![] };
        self.close_angle()?;
        Ok(DataTypeKind::Structured { class, fields })
    }

    fn raw_type(&mut self) -> Parsed<DataTypeKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let class = self.string_literal("the name of a class as a string")?;
        self.expect(TokenKind::Comma)?;
        let serializer = self.string_literal("a serializer as a string")?;
        self.expect(TokenKind::RightParen)?;
        Ok(DataTypeKind::Raw { class, serializer })
    }
}
