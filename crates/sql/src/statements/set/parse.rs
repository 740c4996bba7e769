//! The parsers of SET and RESET.
//!
//! `SET 'key' = 'value'` is Flink's. An unquoted path is a configuration key of old clients when it begins with the name
//! of a configuration name space, and else the property of a table: no project and no table can have such a name.

use super::{Reset, ResetTable, Set, SetKey, SetTable, SetTableValue};
use crate::ast::{Expr, Ident, ObjectName, Quote, StringLiteral, StringPrefix};
use crate::diagnostics::SYNTAX_ERROR;
use crate::parser::{Parsed, Parser};
use crate::statements::StatementKind;
use crate::statements::create_table::{IndexDef, OptionValue};
use crate::token::TokenKind;
use diag::Diagnostic;

/// What configuration keys begin with, but for words such as `rest` or `metrics` that tables may well be called.
const NAME_SPACES: &[&str] = &[
    "akka",
    "blink",
    "classloader",
    "execution",
    "high-availability",
    "jobmanager",
    "kubernetes",
    "parallelism",
    "parquet",
    "pekko",
    "pipeline",
    "queryable-state",
    "resourcemanager",
    "restart-strategy",
    "slotmanager",
    "sql-client",
    "sql-gateway",
    "state",
    "table",
    "tamias",
    "taskmanager",
    "yarn",
];

impl Parser<'_> {
    /// `SET ..`
    pub(crate) fn set(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("SET")?;
        if self.at_statement_end() {
            return Ok(StatementKind::Set(Set { assignment: None }));
        }
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            let key = SetKey::String(self.string_literal("a key as a string")?);
            self.expect(TokenKind::Equal)?;
            let value = self.configuration_string()?;
            return Ok(StatementKind::Set(Set { assignment: Some((key, OptionValue::String(value))) }));
        }
        let path = self.dotted_key("a key as a string, or a property of a table")?;
        if is_configuration(&path) {
            self.expect(TokenKind::Equal)?;
            let value = self.configuration_value()?;
            return Ok(StatementKind::Set(Set { assignment: Some((configuration_key(&path), value)) }));
        }
        self.check_table_path(&path)?;
        self.expect(TokenKind::Equal)?;
        let start = self.start();
        let value = self.set_table_value(property(&path))?;
        Ok(StatementKind::SetTable(Box::new(SetTable { path, value, value_span: self.span_from(start) })))
    }

    /// `RESET ..`
    pub(crate) fn reset(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("RESET")?;
        if self.at_statement_end() {
            return Ok(StatementKind::Reset(Reset { key: None }));
        }
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            return Ok(StatementKind::Reset(Reset { key: Some(SetKey::String(self.string_literal("a key as a string")?)) }));
        }
        let path = self.dotted_key("a key as a string, or a table or its property")?;
        if is_configuration(&path) {
            return Ok(StatementKind::Reset(Reset { key: Some(configuration_key(&path)) }));
        }
        Ok(StatementKind::ResetTable(ResetTable { path }))
    }

    /// The value of a quoted key is quoted too.
    fn configuration_string(&mut self) -> Parsed<StringLiteral> {
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted || self.at_statement_end() {
            return self.string_literal("the value as a string");
        }
        let rest = self.rest_of_statement();
        Err(self.needs_quotes(rest, "the value of a configuration key"))
    }

    /// The value of an unquoted key is one string, number or word.
    fn configuration_value(&mut self) -> Parsed<OptionValue> {
        let rest = self.rest_of_statement();
        let value = self.option_value()?;
        if !self.at_statement_end() {
            return Err(self.needs_quotes(rest, "a value of several words"));
        }
        Ok(value)
    }

    /// A property needs the table before it.
    fn check_table_path(&mut self, path: &ObjectName) -> Parsed<()> {
        if path.parts.len() > 1 || self.peek() != TokenKind::Equal {
            return Ok(());
        }
        let name = path.text();
        let diagnostic =
            Diagnostic::error(SYNTAX_ERROR, path.span, format!("'{name}' is neither a key in quotes nor the property of a table"));
        let help = "Configuration is SET 'key' = 'value'; a property of a table is SET table.property = value.";
        let diagnostic = diagnostic.with_help(help).with_fix(format!("Write '{name}'"), path.span, format!("'{name}'"));
        Err(self.report(diagnostic))
    }

    fn set_table_value(&mut self, property: &str) -> Parsed<SetTableValue> {
        let wants_definition = is_definition(property);
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            let token = self.token();
            let literal = self.string_literal("a value")?;
            let quotes_definition = wants_definition || (is_key(property) && names_key(&literal.value));
            if quotes_definition && token.span == literal.span && literal.prefix == StringPrefix::None {
                let definition = self.within_string(literal.span, |p| p.quoted_definition())?;
                if !matches!(definition, SetTableValue::Value(_) | SetTableValue::Expr(_)) {
                    return Ok(definition);
                }
            }
            return Ok(SetTableValue::Value(OptionValue::String(literal)));
        }
        self.table_definition(false)
    }

    /// A definition that fills a whole string.
    fn quoted_definition(&mut self) -> Parsed<SetTableValue> {
        let value = self.table_definition(true)?;
        if self.peek() != TokenKind::End {
            return Err(self.expected("the end of the definition"));
        }
        Ok(value)
    }

    /// A watermark, computed columns, a key, a plain value or an expression.
    fn table_definition(&mut self, quoted: bool) -> Parsed<SetTableValue> {
        if self.word() == "WATERMARK" && !self.ends_at(1) {
            let watermark = Box::new(self.watermark()?);
            return Ok(SetTableValue::Watermark { watermark, quoted });
        }
        if self.at_index() || self.at_primary_key() || self.at_column_names() {
            return Ok(SetTableValue::Index { index: self.key_definition()?, quoted });
        }
        if self.peek() == TokenKind::LeftParen && self.name_at(1) && self.word_nth(2) == "AS" {
            let (columns, _) = self.element_list(false, |p| p.name_at(0) && p.word_nth(1) == "AS", Parser::computed_column)?;
            return Ok(SetTableValue::Computed { columns, parentheses: true, quoted });
        }
        if self.name_at(0) && self.word_nth(1) == "AS" {
            let columns = self.comma_list(Parser::computed_column)?;
            return Ok(SetTableValue::Computed { columns, parentheses: false, quoted });
        }
        let sign = usize::from(matches!(self.peek(), TokenKind::Minus | TokenKind::Plus));
        if self.ends_at(1) || (sign == 1 && self.peek_nth(1).is_number() && self.ends_at(2)) {
            return Ok(SetTableValue::Value(self.option_value()?));
        }
        Ok(SetTableValue::Expr(self.expression()?))
    }

    fn at_primary_key(&self) -> bool {
        self.word() == "PRIMARY" && self.word_nth(1) == "KEY"
    }

    /// True at `(a)` or `(a, b)` and nothing behind it.
    fn at_column_names(&self) -> bool {
        if self.peek() != TokenKind::LeftParen {
            return false;
        }
        let mut n = 1;
        while self.name_at(n) && self.peek_nth(n + 1) == TokenKind::Comma {
            n += 2;
        }
        self.name_at(n) && self.peek_nth(n + 1) == TokenKind::RightParen && self.ends_at(n + 2)
    }

    /// `PRIMARY KEY (a)`, `INDEX (a)`, `UNIQUE INDEX (a)`, `(a, b)`
    fn key_definition(&mut self) -> Parsed<IndexDef> {
        if self.at_index() {
            return self.index();
        }
        let start = self.start();
        if self.at_primary_key() {
            self.expect_keywords("PRIMARY KEY")?;
        }
        let (columns, _) = self.ident_list("a column")?;
        Ok(IndexDef { unique: false, name: None, columns, span: self.span_from(start) })
    }

    /// `name AS expression`
    fn computed_column(&mut self) -> Parsed<(Ident, Expr)> {
        let name = self.ident("a column")?;
        self.expect_keyword("AS")?;
        Ok((name, self.expression()?))
    }
}

/// True for a path that begins like a configuration key.
fn is_configuration(path: &ObjectName) -> bool {
    path.parts.first().is_some_and(|first| first.quote == Quote::Bare && NAME_SPACES.contains(&first.value.to_lowercase().as_str()))
}

fn configuration_key(path: &ObjectName) -> SetKey {
    SetKey::Name { text: path.text(), span: path.span }
}

fn property(path: &ObjectName) -> &str {
    &path.last().value
}

/// True for properties whose value is a definition, also inside a string.
fn is_definition(property: &str) -> bool {
    ["watermark", "computedColumn", "procTime"].iter().any(|name| name.eq_ignore_ascii_case(property))
}

fn is_key(property: &str) -> bool {
    ["primaryKey", "index", "uniqueIndex"].iter().any(|name| name.eq_ignore_ascii_case(property))
}

/// True for `PRIMARY KEY (..)` and its like, as opposed to a mere list of columns.
fn names_key(value: &str) -> bool {
    let first = value.split_whitespace().next().unwrap_or("").to_uppercase();
    ["PRIMARY", "INDEX", "UNIQUE"].iter().any(|word| first == *word || first.starts_with(&format!("{word}(")))
}
