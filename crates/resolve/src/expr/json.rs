//! The JSON functions that have clauses of their own.
//!
//! Clauses become constants among the arguments, as `functions::json` describes them. A function that is called without clauses gets its
//! arguments only.

use super::Place;
use crate::bound::{Expr, ExprKind};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, MISPLACED_CLAUSE};
use crate::types::resolve_data_type;
use diag::{Diagnostic, Span};
use sql::ast::{
    self, DataType, ExprKind as Ast, FunctionArg, JsonCall, JsonEntry, JsonExistsOnError, JsonOnNull, JsonQueryDefault, JsonValueDefault,
    JsonWrapper, OrderItem,
};
use table::function::FunctionDefinition;
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn json_call(&mut self, call: &JsonCall, span: Span, place: Place<'_>) -> Expr {
        match call {
            JsonCall::Exists { input, path, on_error } => {
                let mut args = vec![self.expr(input, place), self.expr(path, place)];
                args.extend(on_error.map(|behavior| word(exists_word(behavior), span)));
                self.call_named("JSON_EXISTS", args, span)
            }
            JsonCall::Value { input, path, returning, on_empty, on_error } => {
                let mut args = vec![self.expr(input, place), self.expr(path, place)];
                if returning.is_some() || on_empty.is_some() || on_error.is_some() {
                    args.push(self.returning(returning.as_ref(), span));
                    for behavior in [on_empty, on_error] {
                        args.extend(self.value_behavior(behavior.as_ref(), span, place));
                    }
                }
                self.call_named("JSON_VALUE", args, span)
            }
            JsonCall::Query { input, path, returning, wrapper, on_empty, on_error } => {
                let mut args = vec![self.expr(input, place), self.expr(path, place)];
                if returning.is_some() || wrapper.is_some() || on_empty.is_some() || on_error.is_some() {
                    args.push(self.returning(returning.as_ref(), span));
                    args.push(word(wrapper_word(*wrapper), span));
                    args.push(word(query_word(*on_empty), span));
                    args.push(word(query_word(*on_error), span));
                }
                self.call_named("JSON_QUERY", args, span)
            }
            JsonCall::Object { entries, on_null } => self.json_object(entries, *on_null, span, place),
            JsonCall::Array { query: Some(_), .. } => {
                self.unsupported(span, "JSON_ARRAY of a query");
                unknown(span)
            }
            JsonCall::Array { values, on_null, query: None } => {
                let values: Vec<Expr> = values.iter().map(|value| self.json_entry_value(value, place)).collect();
                let mut args = vec![word(null_word(on_null.unwrap_or(JsonOnNull::Absent)), span), kinds(&values, span)];
                args.extend(values);
                self.call_named("JSON_ARRAY", args, span)
            }
            JsonCall::ObjectAgg { entry, on_null, filter } => {
                let on_null = on_null.unwrap_or(JsonOnNull::Null);
                self.json_aggregate("JSON_OBJECTAGG", &[&entry.key, &entry.value], on_null, filter.as_ref(), span, place)
            }
            JsonCall::ArrayAgg { value, order_by, on_null, filter } => {
                self.ignored_order(order_by);
                let on_null = on_null.unwrap_or(JsonOnNull::Absent);
                self.json_aggregate("JSON_ARRAYAGG", &[value], on_null, filter.as_ref(), span, place)
            }
        }
    }

    /// A call of JSON, which only JSON_OBJECT and JSON_ARRAY take.
    pub(super) fn misplaced_json(&mut self, span: Span) -> Expr {
        let message = "'JSON' is called outside of JSON_OBJECT and JSON_ARRAY";
        let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, span, message)
            .with_help("Write JSON_OBJECT('key' VALUE JSON(..)) or JSON_ARRAY(JSON(..)).")
            .flink_validation(
                "The JSON() function is currently only supported inside JSON_ARRAY() or as the VALUE param of JSON_OBJECT(). \
                 Example: JSON_OBJECT('a', JSON('{\"key\": \"value\"}')) or JSON_ARRAY(JSON('{\"key\": \"value\"}')).",
            );
        self.fail(span, diagnostic)
    }

    /// The type of RETURNING as that of a NULL; STRING where nothing is said.
    fn returning(&mut self, returning: Option<&DataType>, span: Span) -> Expr {
        let data_type = returning.map_or_else(LogicalType::string, |returning| resolve_data_type(returning, &mut self.diagnostics));
        Expr::literal(Value::Null, data_type.with_nullable(true), span)
    }

    fn value_behavior(&mut self, behavior: Option<&JsonValueDefault>, span: Span, place: Place<'_>) -> [Expr; 2] {
        let no_default = Expr::literal(Value::Null, LogicalType::string(), span);
        match behavior {
            None | Some(JsonValueDefault::Null) => [word("NULL", span), no_default],
            Some(JsonValueDefault::Error) => [word("ERROR", span), no_default],
            Some(JsonValueDefault::Default(default)) => [word("DEFAULT", span), self.expr(default, place)],
        }
    }

    fn json_object(&mut self, entries: &[JsonEntry], on_null: Option<JsonOnNull>, span: Span, place: Place<'_>) -> Expr {
        let (mut keys, mut values) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
        for entry in entries {
            keys.push(self.expr(&entry.key, place));
            values.push(self.json_entry_value(&entry.value, place));
        }
        let mut args = vec![word(null_word(on_null.unwrap_or(JsonOnNull::Null)), span), kinds(&values, span)];
        args.extend(keys.into_iter().zip(values).flat_map(|(key, value)| [key, value]));
        self.call_named("JSON_OBJECT", args, span)
    }

    /// A value of JSON_OBJECT or JSON_ARRAY, where JSON can be called.
    fn json_entry_value(&mut self, value: &ast::Expr, place: Place<'_>) -> Expr {
        match &value.kind {
            Ast::Function(call) if call.name.name.text().eq_ignore_ascii_case("JSON") && call.name.project.is_none() => {
                let args: Option<Vec<Expr>> = call
                    .args
                    .iter()
                    .map(|arg| match arg {
                        FunctionArg::Expr(arg) => Some(self.expr(arg, place)),
                        _ => None,
                    })
                    .collect();
                match args {
                    Some(args) => self.call_named("JSON", args, value.span),
                    None => self.misplaced_json(value.span),
                }
            }
            _ => self.expr(value, place),
        }
    }

    fn json_aggregate(
        &mut self,
        name: &str,
        args: &[&ast::Expr],
        on_null: JsonOnNull,
        filter: Option<&ast::Expr>,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        let Some(FunctionDefinition::Aggregate(function)) = self.context.functions.find(name) else {
            self.unsupported(span, name);
            return unknown(span);
        };
        self.aggregate_of(function, filter, false, span, place, |resolver, inside| {
            let mut args: Vec<Expr> = args.iter().map(|arg| resolver.expr(arg, inside)).collect();
            let kind = kinds(args.last().map_or(&[], std::slice::from_ref), span);
            args = resolver.check_nulls(name, args)?;
            args.extend([word(null_word(on_null), span), kind]);
            Some(args)
        })
    }

    /// Flink reads ORDER BY in JSON_ARRAYAGG and does nothing with it.
    fn ignored_order(&mut self, order_by: &[OrderItem]) {
        if let Some(order) = order_by.first() {
            let diagnostic = Diagnostic::warning(MISPLACED_CLAUSE, order.span, "ORDER BY in 'JSON_ARRAYAGG' has no effect")
                .with_note("The values come in the order in which rows arrive, as in Flink.");
            self.report(diagnostic);
        }
    }
}

/// Which values are JSON text that is put in as it is.
fn kinds(values: &[Expr], span: Span) -> Expr {
    let kinds: String = values.iter().map(|value| if is_json(value) { 'J' } else { 'V' }).collect();
    word(&kinds, span)
}

/// The functions whose values can be JSON, and how many arguments each value takes.
pub(crate) const JSON_VALUES: &[(&str, usize)] = &[("JSON_OBJECT", 2), ("JSON_ARRAY", 1)];

pub(crate) fn is_json(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call { function, .. } => matches!(function.doc().name, "JSON" | "JSON_OBJECT" | "JSON_ARRAY"),
        _ => false,
    }
}

fn exists_word(behavior: JsonExistsOnError) -> &'static str {
    match behavior {
        JsonExistsOnError::True => "TRUE",
        JsonExistsOnError::False => "FALSE",
        JsonExistsOnError::Unknown => "UNKNOWN",
        JsonExistsOnError::Error => "ERROR",
    }
}

fn query_word(behavior: Option<JsonQueryDefault>) -> &'static str {
    match behavior {
        None | Some(JsonQueryDefault::Null) => "NULL",
        Some(JsonQueryDefault::Error) => "ERROR",
        Some(JsonQueryDefault::EmptyArray) => "EMPTY ARRAY",
        Some(JsonQueryDefault::EmptyObject) => "EMPTY OBJECT",
    }
}

fn wrapper_word(wrapper: Option<JsonWrapper>) -> &'static str {
    match wrapper {
        None | Some(JsonWrapper::Without) => "WITHOUT",
        Some(JsonWrapper::WithConditional) => "CONDITIONAL",
        Some(JsonWrapper::WithUnconditional) => "UNCONDITIONAL",
    }
}

fn null_word(on_null: JsonOnNull) -> &'static str {
    match on_null {
        JsonOnNull::Null => "NULL",
        JsonOnNull::Absent => "ABSENT",
    }
}

/// A word of the syntax as a string constant.
fn word(text: &str, span: Span) -> Expr {
    Expr::literal(Value::String(text.to_owned()), LogicalType::not_null(TypeKind::Varchar(text.len().max(1) as u32)), span)
}
