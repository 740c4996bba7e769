//! Functions: those of projects get a name of their own, and what the target has not is reported.

use super::Renderer;
use crate::diagnostics::{FUNCTION, NOT_IN_TARGET, SEMANTICS};
use crate::input::FunctionDefinition;
use crate::sql_function::SqlFunction;
use crate::target::{Engine, Mode, Target};
use diag::{Diagnostic, Span};
use sql::ast::{Expr, FunctionArg, FunctionCall, FunctionName, Ident, ObjectName, Quote};
use sql::print::{quote_identifier, quote_string};

/// Functions that Blink and VVR have and Apache Flink has not.
const OF_VENDOR: &[&str] = &[
    "BITAND",
    "BITNOT",
    "BITOR",
    "BITXOR",
    "CONV",
    "DATEDIFF",
    "DATE_ADD",
    "DATE_FORMAT_TZ",
    "DATE_SUB",
    "GENERATE_SERIES",
    "ISNAN",
    "JSON_TUPLE",
    "KEYVALUE",
    "MULTI_KEYVALUE",
    "MURMUR_HASH",
    "MURMUR_HASH_64",
    "STRING_SPLIT",
    "TO_TIMESTAMP_TZ",
];

/// Functions that came after Flink 1.20.
const OF_FLINK_2: &[&str] = &[
    "BTRIM",
    "ELT",
    "ENDSWITH",
    "FROM_CHANGELOG",
    "INET_ATON",
    "INET_NTOA",
    "JSON_QUOTE",
    "JSON_UNQUOTE",
    "ML_PREDICT",
    "OBJECT_OF",
    "OBJECT_UPDATE",
    "PARSE_JSON",
    "PERCENTILE",
    "PRINTF",
    "REGEXP_COUNT",
    "REGEXP_EXTRACT_ALL",
    "REGEXP_INSTR",
    "REGEXP_SUBSTR",
    "STARTSWITH",
    "TO_CHANGELOG",
    "TRANSLATE",
    "TRY_PARSE_JSON",
    "UNHEX",
    "URL_DECODE",
    "URL_ENCODE",
];

/// What tells the time: a TIMESTAMP in UTC, or seconds, in Blink; a TIMESTAMP_LTZ elsewhere.
const CLOCKS: &[&str] = &["CURRENT_TIMESTAMP", "NOW"];

impl Renderer<'_> {
    /// The name that a call is written with.
    pub(crate) fn function(&mut self, call: &mut FunctionCall) {
        let span = call.name.span();
        let name = call.name.name.last().value.clone();
        if let Some(project) = &call.name.project {
            match self.input.registry.function(Some(&project.value), &name) {
                Some(definition) if definition.sql.is_some() => {}
                Some(definition) => call.name = self.registered(definition, span),
                None => {
                    let message = format!("function '{name}' is not registered in project '{}'", project.value);
                    self.report(Diagnostic::error(FUNCTION, span, message));
                }
            }
            return;
        }
        if call.name.name.parts.len() > 1 || self.parts.defines_function(&call.name.name) {
            return;
        }
        if call.parentheses
            && let Some(definition) = self.input.registry.function(None, &name)
        {
            if definition.sql.is_none() {
                call.name = self.registered(definition, span);
            }
            return;
        }
        self.check_builtin(&name.to_ascii_uppercase(), span);
    }

    /// A call of a function whose body is SQL becomes that body.
    pub(crate) fn inlined(&mut self, call: &FunctionCall) -> Option<Expr> {
        let name = &call.name.name;
        let local = self.parts.functions.iter().find(|(_, function)| function.name.last().value.eq_ignore_ascii_case(&name.last().value));
        let body = match (&call.name.project, local) {
            (Some(project), _) => self.input.registry.function(Some(&project.value), &name.last().value)?.sql?,
            (None, Some((_, function))) => SqlFunction::new(function)?,
            (None, None) if name.parts.len() == 1 => self.input.registry.function(None, &name.last().value)?.sql?,
            _ => return None,
        };
        let args = call.args.iter().map(|arg| match arg {
            FunctionArg::Expr(expr) => Some(expr),
            _ => None,
        });
        let inlined = args.collect::<Option<Vec<_>>>().and_then(|args| body.call(&args, call.span));
        match &inlined {
            Some(_) => self.rewritten(call.span, format!("the body of function '{}' stands in its place", call.name)),
            None => {
                let message = format!("the body of function '{}' does not fit this call", call.name);
                self.report(Diagnostic::error(FUNCTION, call.span, message));
            }
        }
        inlined
    }

    /// A name that no built-in function and no function of another project has.
    fn registered(&mut self, definition: FunctionDefinition, span: Span) -> FunctionName {
        let name = format!("{}__{}", definition.project, definition.name);
        self.rewritten(span, format!("function '{}' of project '{}' is called '{name}'", definition.name, definition.project));
        self.called.insert(name.clone(), definition);
        let parts = vec![Ident { value: name, quote: Quote::Bare, span }];
        FunctionName { project: None, name: ObjectName { parts, span } }
    }

    fn check_builtin(&mut self, name: &str, span: Span) {
        let is_vendors = self.target.engine() == Engine::Flink && OF_VENDOR.contains(&name);
        let is_newer = self.target.is_before_flink_2() && (OF_FLINK_2.contains(&name) || name.starts_with("BITMAP_"));
        if is_vendors || is_newer {
            let diagnostic = Diagnostic::error(NOT_IN_TARGET, span, format!("{} has no function {name}", self.target.title()));
            self.report(diagnostic.with_help(
                "Register a function of this name in the project, which is called then, or write the expression in another way.",
            ));
        }
        if name == "APPROX_COUNT_DISTINCT" && self.target.engine() == Engine::Flink && self.mode == Mode::Streaming {
            let message = format!("{} has {name} in batch mode only", self.target.title());
            self.report(Diagnostic::error(NOT_IN_TARGET, span, message).with_help("Write COUNT(DISTINCT x)."));
        }
        if CLOCKS.contains(&name) && self.leaves_blink() {
            let message =
                format!("{name} is a time in UTC, or a number of seconds, in Blink and a TIMESTAMP_LTZ in {}", self.target.title());
            self.report(Diagnostic::warning(SEMANTICS, span, message));
        }
    }

    /// CREATE FUNCTION for a registered function.
    pub(crate) fn create_function(&self, name: &str, definition: &FunctionDefinition) -> String {
        let name = if sql::print::needs_quotes(name) { quote_identifier(name) } else { name.to_owned() };
        let class = quote_string(&definition.class);
        if self.target == Target::Blink3_6 {
            return format!("CREATE FUNCTION {name} AS {class}");
        }
        let language = definition.language.as_deref().unwrap_or("JAVA");
        let jars: Vec<String> = definition.jars.iter().map(|jar| format!("JAR {}", quote_string(jar))).collect();
        let using = if jars.is_empty() { String::new() } else { format!(" USING {}", jars.join(", ")) };
        format!("CREATE TEMPORARY FUNCTION {name} AS {class} LANGUAGE {language}{using}")
    }
}
