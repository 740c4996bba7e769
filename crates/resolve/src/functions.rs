//! Names of functions that nobody knows, with what was meant; and functions of the user, whose types are not known.

use crate::bound::Expr;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, UNKNOWN_FUNCTION};
use diag::{Diagnostic, Error, Result, Span, suggest};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
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

impl Resolver<'_> {
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
                None => diagnostic.with_help("A function of your own is declared with CREATE FUNCTION."),
            },
        };
        self.fail(span, diagnostic)
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
