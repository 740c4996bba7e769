//! Names of functions that nobody knows, with what was meant; and functions of the user, whose types are not known.

use crate::bound::{Column, ColumnId, Expr, ExprKind};
use crate::coercion::{can_assign, coerce};
use crate::columns::Scope;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, INVALID_FUNCTION_CLASS, UNKNOWN_FUNCTION};
use crate::expr::{Clause, Place};
use diag::{Diagnostic, Error, Label, Result, SourceId, Span, suggest};
use sql::ast::FunctionName;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use table::catalog::{CatalogFunction, WORKSPACE};
use table::function::{Argument, CallError, CallSite, FunctionDoc, Kernel, ScalarFunction, Signature};
use table::{LogicalType, TypeKind};

/// Functions of other systems, and what Flink has instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("LENGTH", "CHAR_LENGTH(s)"),
    ("LEN", "CHAR_LENGTH(s)"),
    ("OCTET_LENGTH", "CHAR_LENGTH(s)"),
    ("NVL", "COALESCE(a, b) or IFNULL(a, b)"),
    ("ISNULL", "a IS NULL, or COALESCE(a, b)"),
    ("DECODE", "CASE a WHEN b THEN c END"),
    ("NVL2", "CASE WHEN a IS NOT NULL THEN b ELSE c END"),
    ("ZEROIFNULL", "COALESCE(a, 0)"),
    ("DATE_TRUNC", "FLOOR(x TO unit)"),
    ("TIMESTAMP_TRUNC", "FLOOR(x TO unit)"),
    ("TRUNC", "TRUNCATE(x, n), or FLOOR(x TO unit) for a time"),
    ("DATEDIFF", "TIMESTAMPDIFF(DAY, a, b)"),
    ("DATE_DIFF", "TIMESTAMPDIFF(DAY, a, b)"),
    ("DATE_ADD", "x + INTERVAL '1' DAY, or TIMESTAMPADD(DAY, n, x)"),
    ("DATEADD", "TIMESTAMPADD(unit, n, x)"),
    ("DATE_SUB", "x - INTERVAL '1' DAY"),
    ("ADD_MONTHS", "TIMESTAMPADD(MONTH, n, x)"),
    ("DATE_PART", "EXTRACT(unit FROM x)"),
    ("GETDATE", "LOCALTIMESTAMP"),
    ("SYSDATE", "LOCALTIMESTAMP"),
    ("TO_CHAR", "DATE_FORMAT(x, 'yyyy-MM-dd'), or CAST(x AS STRING)"),
    ("TO_NUMBER", "CAST(s AS DECIMAL(38, 0))"),
    ("TO_VARCHAR", "CAST(x AS STRING)"),
    ("STRING_AGG", "LISTAGG(s, ',')"),
    ("GROUP_CONCAT", "LISTAGG(s, ',')"),
    ("WM_CONCAT", "LISTAGG(s, ',')"),
    ("COLLECT_LIST", "ARRAY_AGG(x)"),
    ("COLLECT_SET", "ARRAY_AGG(DISTINCT x)"),
    ("INSTR", "POSITION(a IN b) or LOCATE(a, b)"),
    ("STRPOS", "POSITION(a IN b)"),
    ("CHARINDEX", "POSITION(a IN b)"),
    ("CONTAINS", "s LIKE '%..%' or POSITION(a IN s) > 0"),
    ("STARTSWITH", "s LIKE 'a%'"),
    ("STARTS_WITH", "s LIKE 'a%'"),
    ("SUBSTRING_INDEX", "SPLIT_INDEX(s, ',', n)"),
    ("SPLIT_PART", "SPLIT_INDEX(s, ',', n - 1), which counts from 0"),
    ("REGEXP_LIKE", "REGEXP(s, pattern)"),
    ("REGEXP_MATCHES", "REGEXP(s, pattern)"),
    ("RLIKE", "REGEXP(s, pattern)"),
    ("ILIKE", "UPPER(s) LIKE UPPER(pattern)"),
    ("ANY_VALUE", "FIRST_VALUE(x) or MIN(x)"),
    ("ARBITRARY", "FIRST_VALUE(x) or MIN(x)"),
    ("BOOL_AND", "MIN(CASE WHEN c THEN 1 ELSE 0 END) = 1"),
    ("BOOL_OR", "MAX(CASE WHEN c THEN 1 ELSE 0 END) = 1"),
    ("EVERY", "MIN(CASE WHEN c THEN 1 ELSE 0 END) = 1"),
    ("MEDIAN", "PERCENTILE(x, 0.5)"),
    ("PERCENTILE_CONT", "PERCENTILE(x, 0.5)"),
    ("APPROX_DISTINCT", "APPROX_COUNT_DISTINCT(x), or COUNT(DISTINCT x)"),
    ("COUNT_IF", "COUNT(*) FILTER (WHERE c)"),
    ("COUNTIF", "COUNT(*) FILTER (WHERE c)"),
    ("SUM_IF", "SUM(x) FILTER (WHERE c)"),
    ("IIF", "IF(c, a, b)"),
    ("POW", "POWER(a, b)"),
    ("RANDOM", "RAND()"),
    ("CEILING", "CEIL(x)"),
    ("LOG", "LN(x), LOG10(x) or LOG(base, x)"),
    ("NTH_VALUE", "FIRST_VALUE, LAST_VALUE, LAG or ROW_NUMBER"),
    ("JSON_EXTRACT", "JSON_VALUE(j, path) or JSON_QUERY(j, path)"),
    ("GET_JSON_OBJECT", "JSON_VALUE(j, path)"),
    ("EXPLODE", "CROSS JOIN UNNEST(array)"),
    ("FLATTEN", "CROSS JOIN UNNEST(array)"),
    ("SIZE", "CARDINALITY(x)"),
    ("ARRAY_LENGTH", "CARDINALITY(x)"),
    ("STRUCT", "ROW(a, b)"),
    ("CURRENT_USER", "a constant; Flink has no current user"),
];

/// Options of a function that is written in SQL: `'parameters' = 's STRING, n INT'`, `'returns' = 'STRING'`, `'body' = 'LEFT(s, n)'`.
const PARAMETERS: &str = "parameters";
const RETURNS: &str = "returns";
const BODY: &str = "body";

/// The classes of Flink that functions extend, and that are none themselves.
const BASE_CLASSES: &[&str] = &[
    "UserDefinedFunction",
    "ScalarFunction",
    "TableFunction",
    "ImperativeAggregateFunction",
    "AggregateFunction",
    "TableAggregateFunction",
    "AsyncScalarFunction",
    "AsyncTableFunction",
    "LookupFunction",
    "AsyncLookupFunction",
    "PredictFunction",
    "AsyncPredictFunction",
    "ProcessTableFunction",
];

/// What is wrong with the class of a function, where that is known without its jar: it is one that functions extend, or one of Java's.
pub fn refuse_class(function: &CatalogFunction, span: Span) -> Option<Diagnostic> {
    let class = function.class.as_str();
    if let Some(refused) = refuse_base_class(function, span) {
        return Some(refused);
    }
    if !is_of_jvm(function) || !class.starts_with("java.") {
        return None;
    }
    let flink = format!("Function '{class}' does not extend from 'org.apache.flink.table.functions.UserDefinedFunction'.");
    Some(invalid_class(format!("class '{class}' is no function"), flink, span))
}

/// The same for the classes that functions extend only.
pub fn refuse_base_class(function: &CatalogFunction, span: Span) -> Option<Diagnostic> {
    let class = function.class.as_str();
    let base = class.strip_prefix("org.apache.flink.table.functions.")?;
    if !is_of_jvm(function) || !BASE_CLASSES.contains(&base) {
        return None;
    }
    let flink = format!("Function class '{class}' is not a proper class. It is either abstract, an interface, or a primitive type.");
    Some(invalid_class(format!("class '{class}' is what functions extend, and no function itself"), flink, span))
}

fn is_of_jvm(function: &CatalogFunction) -> bool {
    function.language.as_deref().is_none_or(|language| matches!(language, "JAVA" | "SCALA"))
}

fn invalid_class(message: String, flink: String, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(INVALID_FUNCTION_CLASS, span, message).with_help("Name the class of the function in its jar.");
    diagnostic.flink_validation(flink)
}

impl Resolver<'_> {
    /// True for a name that CREATE FUNCTION or a project gives a meaning.
    pub(crate) fn is_user_function(&self, name: &FunctionName) -> bool {
        if let Some(project) = &name.project {
            return self.project_function(project, name).is_some();
        }
        let parts: Vec<&str> = name.name.parts.iter().map(|part| part.value.as_str()).collect();
        parts.len() == 1 && self.context.catalogs.system_function(parts[0]).is_some()
            || matches!(self.context.catalogs.function_in(&self.namespace, &parts), Ok(Some(_)))
    }

    /// A call of a function of the user: its body with the arguments in it, or else a call of something outside.
    pub(crate) fn user_call(&mut self, name: &str, function: &CatalogFunction, args: Vec<Expr>, span: Span) -> Expr {
        if let Some(refused) = refuse_class(function, span) {
            return self.fail(span, refused);
        }
        let returns = function.options.get(RETURNS).and_then(|text| self.type_of_text(text));
        let Some(parameters) = parameters(function) else { return outside_call(name, args, returns, span) };
        if parameters.len() != args.len() {
            let message = format!("function '{name}' takes {} arguments, not {}", parameters.len(), args.len());
            return self.fail(span, Diagnostic::error(INVALID_ARGUMENTS, span, message));
        }
        let args: Vec<Expr> = args.into_iter().zip(&parameters).map(|(arg, (_, text))| self.argument(name, arg, text)).collect();
        let Some(body) = function.options.get(BODY) else { return outside_call(name, args, returns, span) };
        let columns: Vec<Column> =
            parameters.iter().zip(&args).map(|((parameter, _), arg)| self.column(parameter, arg.data_type.clone())).collect();
        let result = self.function_body(name, body, &columns, &args, span);
        match returns {
            Some(returns) => coerce(result, &returns),
            None => result,
        }
    }

    /// The first argument that does not go into its parameter: its type, and the type of the parameter.
    pub(crate) fn unfit_argument(&mut self, parameters: &[(String, String)], args: &[Expr]) -> Option<(TypeKind, TypeKind)> {
        args.iter().zip(parameters).find_map(|(arg, (_, text))| {
            let wanted = self.type_of_text(text)?;
            let fits = arg.data_type.is_unknown() || can_assign(&arg.data_type, &wanted);
            (!fits).then(|| (arg.data_type.kind.clone(), wanted.kind))
        })
    }

    fn argument(&mut self, name: &str, arg: Expr, type_text: &str) -> Expr {
        let Some(wanted) = self.type_of_text(type_text) else { return arg };
        if arg.data_type.is_unknown() || can_assign(&arg.data_type, &wanted) {
            let nullable = arg.data_type.nullable;
            return coerce(arg, &wanted.with_nullable(nullable));
        }
        let message = format!("function '{name}' takes {} here, not {}", wanted.kind, arg.data_type.kind);
        let span = arg.span;
        self.fail(span, Diagnostic::error(INVALID_ARGUMENTS, span, message).with_help(format!("Write CAST(.. AS {}).", wanted.kind)))
    }

    /// The body of a function over its parameters, each replaced by its argument.
    fn function_body(&mut self, name: &str, body: &str, columns: &[Column], args: &[Expr], span: Span) -> Expr {
        let (parsed, mut found) = sql::parse_expression(span.source, body, 0);
        let before = self.diagnostics.len();
        let scope = Scope::of_columns(None, columns);
        let mut expr = parsed.map_or_else(|| unknown(span), |parsed| self.expr(&parsed, Place::new(&scope, Clause::Definition)));
        found.extend(self.diagnostics.split_off(before));
        for diagnostic in found {
            let message = format!("in the body of function '{name}': {}", diagnostic.message);
            self.report(Diagnostic { message, labels: vec![Label { span, text: String::new() }], fix: None, ..diagnostic });
        }
        let meanings: HashMap<ColumnId, &Expr> = columns.iter().map(|column| column.id).zip(args).collect();
        replace_columns(&mut expr, &meanings, span);
        expr
    }

    fn type_of_text(&mut self, text: &str) -> Option<LogicalType> {
        let (parsed, _) = sql::parse_data_type(SourceId::NONE, text.trim(), 0);
        let mut found = Vec::new();
        parsed.map(|parsed| crate::resolve_data_type(&parsed, &mut found))
    }

    /// A function that a call names with its project is of that project only.
    pub(crate) fn unknown_project_function(&mut self, name: &FunctionName, span: Span) -> Expr {
        let project = name.project.as_ref().map_or("", |project| project.value.as_str());
        let function = name.name.text();
        let message = format!("project '{project}' has no function '{function}'");
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, name.span(), message);
        let known = self.context.catalogs.functions(WORKSPACE, project).unwrap_or_default();
        let near = suggest::nearest(&function, known.iter().map(String::as_str));
        let diagnostic = match near {
            Some(near) => diagnostic.with_help(format!("Did you mean '{project}:{near}'?")),
            None if self.context.functions.find(&function).is_some() => {
                diagnostic.with_help(format!("Without the project, {function} is the built-in function."))
            }
            None => diagnostic,
        };
        self.fail(span, diagnostic)
    }

    pub(crate) fn unknown_function(&mut self, name: &str, args: &[Expr], name_span: Span, span: Span) -> Expr {
        let given: Vec<String> = args.iter().map(|arg| format!("<{}>", family_text(&arg.data_type))).collect();
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, name_span, format!("function '{name}' does not exist"))
            .flink_validator(format!("No match found for function signature {name}({})", given.join(", ")));
        let upper = name.to_ascii_uppercase();
        let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == upper);
        let diagnostic = match elsewhere {
            Some((_, ours)) => diagnostic.with_help(format!("Flink has {ours}.")),
            None => match self.nearest_function(&upper) {
                Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), name_span, near),
                None => match self.project_with_function(name) {
                    Some(project) => diagnostic.with_help(format!("Project '{project}' has it: ${{{project}}}:{name}(..).")),
                    None => diagnostic.with_help("A function of your own is declared with CREATE FUNCTION."),
                },
            },
        };
        self.fail(span, diagnostic)
    }

    fn project_with_function(&self, name: &str) -> Option<String> {
        let catalogs = self.context.catalogs;
        let projects = catalogs.catalog(WORKSPACE)?.databases().ok()?;
        projects.into_iter().find(|project| matches!(catalogs.function(&[WORKSPACE, project, name]), Ok(Some(_))))
    }

    fn nearest_function(&self, upper: &str) -> Option<String> {
        let built_in = self.context.functions.names();
        let own = self.context.catalogs.functions(&self.namespace.catalog, &self.namespace.database).unwrap_or_default();
        let own: Vec<String> = own.into_iter().chain(self.context.catalogs.system_function_names()).collect();
        suggest::nearest(upper, built_in.into_iter().chain(own.iter().map(String::as_str))).map(str::to_owned)
    }
}

/// The family of a type, as Flink names it when it prints a signature.
fn family_text(data_type: &LogicalType) -> String {
    let kind = &data_type.kind;
    if kind.is_numeric() {
        return "NUMERIC".to_owned();
    }
    match kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) => "CHARACTER".to_owned(),
        TypeKind::Binary(_) | TypeKind::Varbinary(_) => "BINARY".to_owned(),
        TypeKind::Timestamp { .. } => "TIMESTAMP".to_owned(),
        TypeKind::Time { .. } => "TIME".to_owned(),
        TypeKind::IntervalDayTime => "INTERVAL_DAY_TIME".to_owned(),
        TypeKind::IntervalYearMonth => "INTERVAL_YEAR_MONTH".to_owned(),
        _ => data_type.validator_text(),
    }
}

/// The declared parameters of a function: names and types.
pub(crate) fn parameters(function: &CatalogFunction) -> Option<Vec<(String, String)>> {
    let text = function.options.get(PARAMETERS)?;
    let mut parameters = Vec::new();
    for part in split_outside(text) {
        let (name, data_type) = part.trim().split_once(char::is_whitespace)?;
        parameters.push((name.trim_matches('`').to_owned(), data_type.to_owned()));
    }
    Some(parameters)
}

/// The parts between commas that stand in no parentheses and no angle brackets.
fn split_outside(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// `project:function`
pub(crate) fn full_name(name: &FunctionName) -> String {
    match &name.project {
        Some(project) => format!("{}:{}", project.value, name.name.text()),
        None => name.name.text(),
    }
}

fn outside_call(name: &str, args: Vec<Expr>, returns: Option<LogicalType>, span: Span) -> Expr {
    let data_type = returns.unwrap_or_else(|| LogicalType::new(TypeKind::Unknown));
    Expr::new(ExprKind::Call { function: user_function(name), args }, data_type, span)
}

fn replace_columns(expr: &mut Expr, meanings: &HashMap<ColumnId, &Expr>, span: Span) {
    expr.span = span;
    if let ExprKind::Column(id) = expr.kind
        && let Some(meaning) = meanings.get(&id)
    {
        *expr = Expr::clone(meaning);
        return;
    }
    for child in expr.children_mut() {
        replace_columns(child, meanings, span);
    }
}

/// A function of the user: its implementation is elsewhere, so its result has an unknown type and it cannot run here.
pub(crate) fn user_function(name: &str) -> Arc<dyn ScalarFunction> {
    Arc::new(UserFunction { doc: user_doc(name) })
}

#[derive(Debug)]
struct UserFunction {
    doc: &'static FunctionDoc,
}

impl ScalarFunction for UserFunction {
    fn doc(&self) -> &'static FunctionDoc {
        self.doc
    }

    fn resolve(&self, arguments: &[Argument]) -> Result<Signature, CallError> {
        let arguments = arguments.iter().map(|argument| argument.data_type.clone()).collect();
        Ok(Signature { arguments, result: LogicalType::new(TypeKind::Unknown) })
    }

    fn kernel(&self, _call: &CallSite) -> Result<Box<dyn Kernel>> {
        Err(Error::unsupported(format!("function '{}' is implemented outside and cannot run here", self.doc.name)))
    }

    fn is_deterministic(&self) -> bool {
        false
    }
}

/// Stands for an expression with a mistake that counts only when a query needs its value.
pub(crate) fn failing_call(diagnostic: Diagnostic, data_type: LogicalType, span: Span) -> Expr {
    let function = Arc::new(FailingFunction { diagnostic, result: data_type.clone() });
    Expr::new(ExprKind::Call { function, args: Vec::new() }, data_type, span)
}

/// Whether an expression needs the value of such a call at a place.
pub(crate) fn has_failing_call(expr: &Expr, place: Span) -> bool {
    let here = matches!(&expr.kind, ExprKind::Call { function, .. } if function.doc().name == FAILS) && expr.span == place;
    here || expr.children().into_iter().any(|child| has_failing_call(child, place))
}

const FAILS: &str = "FAILS";

#[derive(Debug)]
struct FailingFunction {
    diagnostic: Diagnostic,
    result: LogicalType,
}

impl ScalarFunction for FailingFunction {
    fn doc(&self) -> &'static FunctionDoc {
        user_doc(FAILS)
    }

    fn resolve(&self, _arguments: &[Argument]) -> Result<Signature, CallError> {
        Ok(Signature { arguments: Vec::new(), result: self.result.clone() })
    }

    fn kernel(&self, _call: &CallSite) -> Result<Box<dyn Kernel>> {
        Err(self.diagnostic.clone().into())
    }

    fn is_deterministic(&self) -> bool {
        false
    }
}

/// Documentation lives as long as the program, so each name of a user function has one.
fn user_doc(name: &str) -> &'static FunctionDoc {
    static DOCS: LazyLock<Mutex<HashMap<String, &'static FunctionDoc>>> = LazyLock::new(Mutex::default);
    let mut docs = DOCS.lock().unwrap_or_else(PoisonError::into_inner);
    docs.entry(name.to_owned()).or_insert_with(|| {
        Box::leak(Box::new(FunctionDoc {
            name: String::leak(name.to_owned()),
            aliases: &[],
            definition: "",
            signatures: &[],
            summary: "A function of the user.",
            examples: &[],
        }))
    })
}
