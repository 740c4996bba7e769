//! Calling a function whose arguments are resolved: its signature is asked, arguments are cast, refusals become diagnostics.

use crate::bound::{Expr, ExprKind};
use crate::coercion::coerce;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, NOT_NULL_LITERAL, UNSUPPORTED_YET};
use diag::{Diagnostic, Span};
use sql::ast;
use std::sync::Arc;
use table::function::{Argument, CallError, FunctionDefinition, ScalarFunction};
use table::{LogicalType, TypeKind};

use super::Place;

/// The functions that take an untyped NULL.
const TAKE_NULL: &[&str] = &[
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "ARRAY",
    "MAP",
    "ROW",
    "TYPEOF",
    "JSON_STRING",
    "IN",
    "IS DISTINCT FROM",
    "IS NOT DISTINCT FROM",
    "OBJECT_OF",
    "OBJECT_UPDATE",
];

impl Resolver<'_> {
    /// Calls a function that syntax stands for: an operator, `EXTRACT(.. FROM ..)`.
    pub(crate) fn call_named(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Expr {
        match self.context.functions.find(name) {
            Some(FunctionDefinition::Scalar(function)) => self.call_scalar(function, args, span),
            Some(FunctionDefinition::Unsupported { name, reason }) => self.unsupported_function(name, reason, span),
            _ => {
                let diagnostic = Diagnostic::error(UNSUPPORTED_YET, span, format!("'{name}' is not supported yet"));
                self.fail(span, diagnostic)
            }
        }
    }

    /// Calls a function whose arguments stand between keywords.
    pub(super) fn keyword_call<const N: usize>(&mut self, name: &str, args: [Option<&ast::Expr>; N], span: Span, place: Place<'_>) -> Expr {
        let args = args.into_iter().flatten().map(|arg| self.expr(arg, place)).collect();
        self.call_named(name, args, span)
    }

    pub(crate) fn call_scalar(&mut self, function: Arc<dyn ScalarFunction>, args: Vec<Expr>, span: Span) -> Expr {
        let name = function.doc().name;
        let Some(args) = self.check_nulls(name, args) else { return unknown(span) };
        match function.resolve(&arguments(&args)) {
            Ok(signature) => {
                let args = args.into_iter().zip(&signature.arguments).map(|(arg, to)| coerce(arg, to)).collect();
                // What is computed from a time attribute is a plain value.
                let result = if name == "PROCTIME" { signature.result } else { signature.result.without_time_attribute() };
                Expr::new(ExprKind::Call { function, args }, result, span)
            }
            Err(error) => self.refused_call(error, &args, span),
        }
    }

    /// Reports untyped NULLs among the arguments, where the function does not take them.
    pub(super) fn check_nulls(&mut self, name: &str, args: Vec<Expr>) -> Option<Vec<Expr>> {
        let nulls: Vec<Span> = args.iter().filter(|a| a.data_type.kind == TypeKind::Null).map(|a| a.span).collect();
        if nulls.is_empty() || TAKE_NULL.contains(&name) {
            return Some(args);
        }
        for span in nulls {
            self.report(
                Diagnostic::error(NOT_NULL_LITERAL, span, format!("this NULL has no type, which '{name}' needs"))
                    .with_help("Give it a type: CAST(NULL AS STRING).")
                    .flink_validator("Illegal use of 'NULL'"),
            );
        }
        None
    }

    /// Reports a refused call, unless an argument is unknown, which was reported or is nobody's mistake.
    pub(super) fn refused_call(&mut self, error: CallError, args: &[Expr], span: Span) -> Expr {
        if args.iter().any(|arg| contains_unknown(&arg.data_type)) {
            return unknown(span);
        }
        let place = error.argument.and_then(|i| args.get(i)).map_or(span, |arg| arg.span);
        let mut diagnostic = Diagnostic::error(INVALID_ARGUMENTS, place, error.message);
        diagnostic.helps.extend(error.help);
        let diagnostic = match error.flink {
            Some(text) if names_exception(&text) => diagnostic.with_flink(text),
            Some(text) => diagnostic.flink_validator(text),
            None => diagnostic,
        };
        match error.late {
            Some(data_type) => {
                let nullable = args.iter().any(|arg| arg.data_type.nullable);
                self.fail_late(span, diagnostic, data_type.with_nullable(nullable))
            }
            None => self.fail(span, diagnostic),
        }
    }

    pub(super) fn unsupported_function(&mut self, name: &str, reason: &str, span: Span) -> Expr {
        let diagnostic = Diagnostic::error(UNSUPPORTED_YET, span, format!("function '{name}' is not supported")).with_note(reason);
        self.fail(span, diagnostic)
    }
}

/// Whether a text of Flink begins with the class of an exception.
fn names_exception(text: &str) -> bool {
    text.starts_with("org.") || text.starts_with("java.")
}

/// What a function is told about its arguments.
pub(super) fn arguments(args: &[Expr]) -> Vec<Argument> {
    args.iter().map(|arg| Argument { data_type: arg.data_type.clone(), literal: arg.as_literal().cloned() }).collect()
}

fn contains_unknown(data_type: &LogicalType) -> bool {
    match &data_type.kind {
        TypeKind::Unknown => true,
        TypeKind::Array(element) | TypeKind::Multiset(element) => contains_unknown(element),
        TypeKind::Map(key, value) => contains_unknown(key) || contains_unknown(value),
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields.iter().any(|f| contains_unknown(&f.data_type)),
        _ => false,
    }
}
