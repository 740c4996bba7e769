//! Calls by name: which function a name means, and what a call of its kind may have.

use super::Place;
use crate::bound::Expr;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{BUILT_IN_MEANT, FlinkText, INVALID_ARGUMENTS, MISPLACED_CLAUSE, MISPLACED_WINDOW_FUNCTION, UNKNOWN_FUNCTION};
use crate::functions::{full_name, parameters};
use diag::{Diagnostic, Span};
use sql::ast::{self, FunctionArg, FunctionCall, FunctionName, Ident};
use std::sync::Arc;
use table::catalog::{CatalogFunction, Namespace, WORKSPACE};
use table::function::{FunctionDefinition, ScalarFunction};

/// What a name of a function means.
pub(super) enum Callee {
    BuiltIn(FunctionDefinition),
    /// Declared with CREATE FUNCTION, or in a project.
    User(String, CatalogFunction),
    Unknown,
}

impl Resolver<'_> {
    pub(super) fn function_call(&mut self, call: &FunctionCall, span: Span, place: Place<'_>) -> Expr {
        let name = call.name.name.text();
        let upper = name.to_ascii_uppercase();
        match upper.as_str() {
            _ if call.name.project.is_some() => {}
            "COALESCE" | "IFNULL" | "IF" | "NULLIF" => return self.short_form(&upper, call, span, place),
            "JSON" => return self.misplaced_json(span),
            "GROUPING" | "GROUPING_ID" | "GROUP_ID" => return self.grouping_call(&upper, call, span, place),
            _ => {}
        }
        if call.name.project.is_none()
            && let Some(bound) = self.window_bound(&upper, call, span, place)
        {
            return bound;
        }
        match self.overload(call) {
            Callee::BuiltIn(FunctionDefinition::Scalar(function)) => {
                self.refuse_aggregate_clauses(call, &name);
                match self.plain_args(call, &name, place) {
                    Some(args) => self.call_scalar(function, args, span),
                    None => unknown(span),
                }
            }
            Callee::BuiltIn(FunctionDefinition::Aggregate(function)) => match &call.over {
                Some(over) => self.over_aggregate(function, call, over, span, place),
                None => self.aggregate_call(function, call, span, place),
            },
            Callee::BuiltIn(FunctionDefinition::Rank(rank)) => match &call.over {
                Some(over) => self.over_rank(rank, call, over, span, place),
                None => {
                    let message = format!("function '{name}' needs OVER");
                    let diagnostic = Diagnostic::error(MISPLACED_WINDOW_FUNCTION, span, message)
                        .with_help(format!("Write {name}(..) OVER (PARTITION BY .. ORDER BY ..)."))
                        .flink_validator("OVER clause is necessary for window functions");
                    self.fail(span, diagnostic)
                }
            },
            Callee::BuiltIn(FunctionDefinition::Table(table)) => self.table_function_call(table, span),
            Callee::BuiltIn(FunctionDefinition::Unsupported { name, reason }) => {
                self.plain_args(call, name, place);
                self.unsupported_function(name, reason, span)
            }
            Callee::User(name, function) => {
                let args = self.plain_args(call, &name, place).unwrap_or_default();
                match self.built_in_by_types(call, &name, &function, &args) {
                    Some(built_in) => self.call_scalar(built_in, args, span),
                    None => self.user_call(&name, &function, args, span),
                }
            }
            Callee::Unknown if matches!(upper.as_str(), "TUMBLE" | "HOP" | "CUMULATE" | "SESSION") => {
                self.table_function_call(&upper, span)
            }
            Callee::Unknown if call.name.project.is_some() => {
                self.plain_args(call, &name, place);
                self.unknown_project_function(&call.name, span)
            }
            Callee::Unknown => match self.plain_args(call, &name, place) {
                Some(args) => self.unknown_function(&name, &args, call.name.span(), span),
                None => unknown(span),
            },
        }
    }

    /// The function that a call means: one of the project that does not take so many arguments leaves the call to the built-in one.
    fn overload(&mut self, call: &FunctionCall) -> Callee {
        let callee = self.callee(&call.name);
        let Callee::User(name, function) = &callee else { return callee };
        let Some(parameters) = parameters(function).filter(|parameters| parameters.len() != call.args.len()) else { return callee };
        let built_in = match (&call.name.project, call.name.name.parts.as_slice()) {
            (None, [single]) => self.context.functions.find(&single.value),
            _ => None,
        };
        let Some(built_in) = built_in else { return callee };
        let message =
            format!("function '{name}' of the project takes {} arguments, so this call means the built-in function", parameters.len());
        self.report(Diagnostic::warning(BUILT_IN_MEANT, call.name.span(), message));
        Callee::BuiltIn(built_in)
    }

    /// The built-in function of the same name, when the types of the arguments do not fit those that the project declares.
    fn built_in_by_types(
        &mut self,
        call: &FunctionCall,
        name: &str,
        function: &CatalogFunction,
        args: &[Expr],
    ) -> Option<Arc<dyn ScalarFunction>> {
        let ([single], None) = (call.name.name.parts.as_slice(), &call.name.project) else { return None };
        let parameters = parameters(function)?;
        let Some(FunctionDefinition::Scalar(built_in)) = self.context.functions.find(&single.value) else { return None };
        let (given, wanted) = self.unfit_argument(&parameters, args)?;
        let message = format!("function '{name}' of the project takes {wanted}, not {given}, so this call means the built-in function");
        self.report(Diagnostic::warning(BUILT_IN_MEANT, call.name.span(), message));
        Some(built_in)
    }

    /// Looks a function up: temporary system functions, those of the task's project, built-in ones, then those of catalogs.
    pub(super) fn callee(&self, name: &FunctionName) -> Callee {
        if let Some(project) = &name.project {
            return self.project_function(project, name).map_or(Callee::Unknown, |function| Callee::User(full_name(name), function));
        }
        let parts: Vec<&str> = name.name.parts.iter().map(|part| part.value.as_str()).collect();
        let of_catalog = || self.context.catalogs.function_in(&self.namespace, &parts).ok().flatten().map(|found| found.function);
        if let [single] = parts.as_slice() {
            if let Some(function) = self.context.catalogs.system_function(single) {
                return Callee::User((*single).to_owned(), function.clone());
            }
            if self.namespace.catalog == WORKSPACE
                && let Some(function) = of_catalog()
            {
                return Callee::User((*single).to_owned(), function);
            }
            if let Some(definition) = self.context.functions.find(single) {
                return Callee::BuiltIn(definition);
            }
        }
        of_catalog().map_or(Callee::Unknown, |function| Callee::User(parts.join("."), function))
    }

    /// `project:function`: only of that project.
    pub(crate) fn project_function(&self, project: &Ident, name: &FunctionName) -> Option<CatalogFunction> {
        let parts: Vec<&str> = std::iter::once(project).chain(&name.name.parts).map(|part| part.value.as_str()).collect();
        let here = Namespace { catalog: WORKSPACE.to_owned(), database: project.value.clone() };
        let namespace = if self.context.catalogs.catalog(WORKSPACE).is_some() { &here } else { &self.namespace };
        self.context.catalogs.function_in(namespace, &parts).ok().flatten().map(|found| found.function)
    }

    /// COALESCE, IFNULL, IF and NULLIF are CASE.
    fn short_form(&mut self, upper: &str, call: &FunctionCall, span: Span, place: Place<'_>) -> Expr {
        self.refuse_aggregate_clauses(call, upper);
        let Some(args) = self.plain_args(call, upper, place) else { return unknown(span) };
        if matches!(upper, "COALESCE" | "IFNULL") {
            return self.coalesce(upper, args, span);
        }
        match self.check_nulls(upper, args) {
            Some(args) if upper == "IF" => self.if_call(args, span),
            Some(args) => self.null_if(args, span),
            None => unknown(span),
        }
    }

    /// DISTINCT, FILTER, OVER and their like on a function that is no aggregate.
    fn refuse_aggregate_clauses(&mut self, call: &FunctionCall, name: &str) {
        let upper = name.to_ascii_uppercase();
        let (clause, flink) = if call.over.is_some() {
            ("OVER", "OVER must be applied to aggregate function".to_owned())
        } else if call.quantifier.is_some() {
            ("DISTINCT or ALL", format!("DISTINCT/ALL not allowed with {upper} function"))
        } else if call.filter.is_some() {
            ("FILTER", "FILTER must be applied to aggregate function".to_owned())
        } else if !call.within_group.is_empty() || !call.order_by.is_empty() {
            ("ORDER BY", format!("WITHIN GROUP must not contain {upper} expression"))
        } else if call.nulls.is_some() {
            ("RESPECT or IGNORE NULLS", format!("Cannot specify IGNORE NULLS or RESPECT NULLS following '{upper}'"))
        } else {
            return;
        };
        let message = format!("function '{name}' is no aggregate function and takes no {clause}");
        self.report(Diagnostic::error(MISPLACED_CLAUSE, call.span, message).flink_validator(flink));
    }

    /// Arguments that are all expressions; `None`, after a report, when one is not.
    pub(super) fn plain_args(&mut self, call: &FunctionCall, name: &str, place: Place<'_>) -> Option<Vec<Expr>> {
        let mut args = Vec::with_capacity(call.args.len());
        let mut failed = false;
        for arg in &call.args {
            match arg {
                FunctionArg::Expr(expr) => args.push(self.expr(expr, place)),
                FunctionArg::Star(span) => {
                    self.misplaced_star(*span);
                    failed = true;
                }
                FunctionArg::Named { name: parameter, .. } => {
                    let message = format!("function '{name}' takes its arguments in order, not by name");
                    let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, parameter.span, message)
                        .with_help(format!("Leave out '{} =>'.", parameter.value));
                    self.report(diagnostic);
                    failed = true;
                }
                FunctionArg::Table(table) => failed |= self.refuse_table_argument(name, table.span),
                FunctionArg::Model { span, .. } => failed |= self.refuse_table_argument(name, *span),
                FunctionArg::Query(query) => failed |= self.refuse_table_argument(name, query.span),
            }
        }
        (!failed).then_some(args)
    }

    fn refuse_table_argument(&mut self, name: &str, span: Span) -> bool {
        self.report(Diagnostic::error(INVALID_ARGUMENTS, span, format!("function '{name}' takes no table")));
        true
    }

    fn table_function_call(&mut self, table: &str, span: Span) -> Expr {
        let upper = table.to_ascii_uppercase();
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, span, format!("'{table}' makes a table, not a value"));
        let diagnostic = match upper.as_str() {
            "TUMBLE" | "HOP" | "SESSION" | "CUMULATE" => diagnostic
                .with_help(format!(
                    "Write FROM {upper}(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) and group by window_start, window_end."
                ))
                .flink_validator(format!("Group function '${upper}' can only appear in GROUP BY clause")),
            _ => diagnostic.with_help(format!("Write FROM t, LATERAL TABLE({table}(..)) AS x.")),
        };
        self.fail(span, diagnostic)
    }

    /// The arguments of an aggregate as expressions, and whether they are `*`.
    pub(super) fn star_or_args(&mut self, call: &FunctionCall, place: Place<'_>) -> Option<Vec<Expr>> {
        let name = call.name.name.text();
        match call.args.as_slice() {
            [FunctionArg::Star(star)] => {
                if !name.eq_ignore_ascii_case("COUNT") {
                    self.misplaced_star(*star);
                    return None;
                }
                Some(Vec::new())
            }
            [] if name.eq_ignore_ascii_case("COUNT") => {
                self.wrong_count("COUNT", 1, 0, call.span);
                None
            }
            _ => {
                let args = self.plain_args(call, &name, place)?;
                self.check_nulls(&name.to_ascii_uppercase(), args)
            }
        }
    }

    /// Conditions of FILTER.
    pub(super) fn filter(&mut self, filter: Option<&ast::Expr>, place: Place<'_>) -> Option<Expr> {
        let filter = self.typed_expr(filter?, place);
        if matches!(filter.data_type.kind, table::TypeKind::Boolean | table::TypeKind::Unknown) {
            return Some(filter);
        }
        let message = format!("FILTER needs a condition, not {}", filter.data_type.kind);
        let diagnostic = Diagnostic::error(crate::diagnostics::NOT_A_CONDITION, filter.span, message)
            .flink_validator("FILTER expression must be of type BOOLEAN");
        Some(self.fail(filter.span, diagnostic))
    }
}
