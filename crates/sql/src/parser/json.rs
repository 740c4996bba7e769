//! The JSON functions that have clauses of their own.

use super::{Parsed, Parser};
use crate::ast::{
    DataType, Expr, ExprKind, JsonCall, JsonEntry, JsonEntryStyle, JsonExistsOnError, JsonOnNull, JsonQueryDefault, JsonValueDefault,
    JsonWrapper, OrderItem,
};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn json_call(&mut self, word: &str) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let call = match word {
            "JSON_EXISTS" => self.json_exists()?,
            "JSON_VALUE" => self.json_value()?,
            "JSON_QUERY" => self.json_query()?,
            "JSON_OBJECT" => self.json_object()?,
            "JSON_ARRAY" => self.json_array()?,
            "JSON_OBJECTAGG" => self.json_object_agg()?,
            _ => return self.json_array_agg(),
        };
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Json(Box::new(call)))
    }

    fn json_input(&mut self) -> Parsed<(Expr, Expr)> {
        let input = self.expression()?;
        self.expect(TokenKind::Comma)?;
        Ok((input, self.expression()?))
    }

    fn json_exists(&mut self) -> Parsed<JsonCall> {
        let (input, path) = self.json_input()?;
        let on_error = match self.eat_one_of(&["TRUE", "FALSE", "UNKNOWN", "ERROR"]) {
            Some("TRUE") => Some(JsonExistsOnError::True),
            Some("FALSE") => Some(JsonExistsOnError::False),
            Some("UNKNOWN") => Some(JsonExistsOnError::Unknown),
            Some(_) => Some(JsonExistsOnError::Error),
            None => None,
        };
        if on_error.is_some() {
            self.expect_keywords("ON ERROR")?;
        }
        Ok(JsonCall::Exists { input, path, on_error })
    }

    fn returning(&mut self) -> Parsed<Option<DataType>> {
        if !self.eat_keyword("RETURNING") {
            return Ok(None);
        }
        Ok(Some(self.cast_type()?))
    }

    fn json_value(&mut self) -> Parsed<JsonCall> {
        let (input, path) = self.json_input()?;
        let returning = self.returning()?;
        let (mut on_empty, mut on_error) = (None, None);
        while let Some(word) = self.eat_one_of(&["NULL", "ERROR", "DEFAULT"]) {
            let default = match word {
                "NULL" => JsonValueDefault::Null,
                "ERROR" => JsonValueDefault::Error,
                _ => JsonValueDefault::Default(self.expression()?),
            };
            if self.on_empty()? {
                on_empty = Some(default);
            } else {
                on_error = Some(default);
            }
        }
        Ok(JsonCall::Value { input, path, returning, on_empty, on_error })
    }

    /// Reads `ON EMPTY` (true) or `ON ERROR`.
    fn on_empty(&mut self) -> Parsed<bool> {
        self.expect_keyword("ON")?;
        if self.eat_keyword("EMPTY") {
            return Ok(true);
        }
        self.expect_keyword("ERROR")?;
        Ok(false)
    }

    fn json_query(&mut self) -> Parsed<JsonCall> {
        let (input, path) = self.json_input()?;
        let returning = self.returning()?;
        let wrapper = self.json_wrapper()?;
        let (mut on_empty, mut on_error) = (None, None);
        while let Some(word) = self.eat_one_of(&["NULL", "ERROR", "EMPTY"]) {
            let default = match word {
                "NULL" => JsonQueryDefault::Null,
                "ERROR" => JsonQueryDefault::Error,
                _ if self.eat_keyword("ARRAY") => JsonQueryDefault::EmptyArray,
                _ => {
                    self.expect_keyword("OBJECT")?;
                    JsonQueryDefault::EmptyObject
                }
            };
            if self.on_empty()? {
                on_empty = Some(default);
            } else {
                on_error = Some(default);
            }
        }
        Ok(JsonCall::Query { input, path, returning, wrapper, on_empty, on_error })
    }

    fn json_wrapper(&mut self) -> Parsed<Option<JsonWrapper>> {
        let wrapper = if self.eat_keyword("WITHOUT") {
            JsonWrapper::Without
        } else if self.eat_keyword("WITH") {
            match self.eat_one_of(&["CONDITIONAL", "UNCONDITIONAL"]) {
                Some("CONDITIONAL") => JsonWrapper::WithConditional,
                _ => JsonWrapper::WithUnconditional,
            }
        } else {
            return Ok(None);
        };
        self.eat_keyword("ARRAY");
        self.expect_keyword("WRAPPER")?;
        Ok(Some(wrapper))
    }

    /// `[KEY] k VALUE v`, `k : v`
    fn json_entry(&mut self) -> Parsed<JsonEntry> {
        let keyed = self.word() == "KEY" && !matches!(self.peek_nth(1), TokenKind::Colon | TokenKind::Dot) && self.word_nth(1) != "VALUE";
        if keyed {
            self.bump();
        }
        let outer = std::mem::replace(&mut self.colon_is_separator, true);
        let key = self.expression();
        self.colon_is_separator = outer;
        let key = key?;
        let style = if !keyed && self.eat(TokenKind::Colon) {
            JsonEntryStyle::Colon
        } else {
            self.expect_keyword("VALUE")?;
            if keyed { JsonEntryStyle::KeyValue } else { JsonEntryStyle::Value }
        };
        Ok(JsonEntry { key, value: self.expression()?, style })
    }

    fn on_null(&mut self) -> Parsed<Option<JsonOnNull>> {
        let on_null = match (self.word(), self.word_nth(1)) {
            ("NULL", "ON") => JsonOnNull::Null,
            ("ABSENT", "ON") => JsonOnNull::Absent,
            _ => return Ok(None),
        };
        self.bump();
        self.bump();
        self.expect_keyword("NULL")?;
        Ok(Some(on_null))
    }

    fn at_on_null(&self) -> bool {
        matches!(self.word(), "NULL" | "ABSENT") && self.word_nth(1) == "ON"
    }

    fn json_object(&mut self) -> Parsed<JsonCall> {
        let entries = if self.at(TokenKind::RightParen) || self.at_on_null() { vec![] } else { self.comma_list(Parser::json_entry)? };
        Ok(JsonCall::Object { entries, on_null: self.on_null()? })
    }

    fn json_array(&mut self) -> Parsed<JsonCall> {
        let values = if self.at(TokenKind::RightParen) || self.at_on_null() { vec![] } else { self.comma_list(Parser::expression)? };
        Ok(JsonCall::Array { values, query: None, on_null: self.on_null()? })
    }

    fn json_object_agg(&mut self) -> Parsed<JsonCall> {
        let entry = self.json_entry()?;
        Ok(JsonCall::ObjectAgg { entry, on_null: self.on_null()?, filter: None })
    }

    /// `JSON_ARRAYAGG(v [ORDER BY ..] [.. ON NULL]) [WITHIN GROUP (ORDER BY ..)]`
    fn json_array_agg(&mut self) -> Parsed<ExprKind> {
        let value = self.expression()?;
        let mut order_by: Vec<OrderItem> = vec![];
        if self.eat_keywords("ORDER BY") {
            order_by = self.comma_list(Parser::order_item)?;
        }
        let on_null = self.on_null()?;
        self.expect(TokenKind::RightParen)?;
        if order_by.is_empty() && self.eat_keywords("WITHIN GROUP") {
            self.expect(TokenKind::LeftParen)?;
            self.expect_keywords("ORDER BY")?;
            order_by = self.comma_list(Parser::order_item)?;
            self.expect(TokenKind::RightParen)?;
        }
        Ok(ExprKind::Json(Box::new(JsonCall::ArrayAgg { value, order_by, on_null, filter: None })))
    }
}
