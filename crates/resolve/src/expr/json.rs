//! The JSON functions that have clauses of their own. The forms without clauses are calls of two arguments; the others are refused,
//! after their operands have been checked.

use super::Place;
use crate::bound::Expr;
use crate::context::{Resolver, unknown};
use diag::Span;
use sql::ast::JsonCall;

impl Resolver<'_> {
    pub(super) fn json_call(&mut self, call: &JsonCall, span: Span, place: Place<'_>) -> Expr {
        match call {
            JsonCall::Exists { input, path, on_error: None } => self.keyword_call("JSON_EXISTS", [Some(input), Some(path)], span, place),
            JsonCall::Value { input, path, returning: None, on_empty: None, on_error: None } => {
                self.keyword_call("JSON_VALUE", [Some(input), Some(path)], span, place)
            }
            JsonCall::Query { input, path, returning: None, wrapper: None, on_empty: None, on_error: None } => {
                self.keyword_call("JSON_QUERY", [Some(input), Some(path)], span, place)
            }
            JsonCall::Exists { input, path, .. } | JsonCall::Value { input, path, .. } | JsonCall::Query { input, path, .. } => {
                self.expr(input, place);
                self.expr(path, place);
                self.unsupported(span, "a JSON function with RETURNING, ON EMPTY, ON ERROR or a wrapper");
                unknown(span)
            }
            JsonCall::Object { entries, .. } => {
                for entry in entries {
                    self.expr(&entry.key, place);
                    self.expr(&entry.value, place);
                }
                self.unsupported(span, "JSON_OBJECT");
                unknown(span)
            }
            JsonCall::Array { values, .. } => {
                self.exprs(values, place);
                self.unsupported(span, "JSON_ARRAY");
                unknown(span)
            }
            JsonCall::ObjectAgg { .. } => {
                self.unsupported(span, "JSON_OBJECTAGG");
                unknown(span)
            }
            JsonCall::ArrayAgg { .. } => {
                self.unsupported(span, "JSON_ARRAYAGG");
                unknown(span)
            }
        }
    }
}
