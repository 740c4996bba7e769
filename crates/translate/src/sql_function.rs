//! Functions whose body is SQL: `CREATE FUNCTION f AS 'sql' WITH ('parameters' = .., 'returns' = .., 'body' = ..)`. No engine creates such a
//! function, so the body stands in place of each call.

use diag::{SourceId, Span};
use sql::ast::{CastKind, Expr, ExprKind};
use sql::statements::create::CreateFunction;
use sql::walk::{self, Node};

/// What stands for the name of a class.
const CLASS: &str = "sql";

/// A body and the names of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlFunction {
    pub parameters: Vec<String>,
    /// The type of the result; `None` takes that of the body.
    pub returns: Option<String>,
    pub body: String,
}

impl SqlFunction {
    /// Reads a CREATE FUNCTION; `None` when its class is one.
    pub fn new(create: &CreateFunction) -> Option<Self> {
        let option = |key: &str| {
            let entries = create.options.iter().flat_map(|options| &options.entries);
            entries.into_iter().find(|entry| entry.key.text() == key).map(|entry| entry.value.text())
        };
        let body = option("body").filter(|_| create.class.value.eq_ignore_ascii_case(CLASS))?;
        let parameters = names(&option("parameters").unwrap_or_default());
        Some(SqlFunction { parameters, returns: option("returns"), body })
    }

    /// The body with arguments in place of its parameters; `None` when their number or the body is wrong.
    pub(crate) fn call(&self, args: &[&Expr], span: Span) -> Option<Expr> {
        let (body, wrong) = sql::parse_expression(SourceId::NONE, &self.body, 0);
        if args.len() != self.parameters.len() || diag::has_errors(&wrong) {
            return None;
        }
        let mut body = body?;
        self.fill(&mut body, args);
        let Some(returns) = &self.returns else { return Some(Expr::new(ExprKind::Nested(Box::new(body)), span)) };
        let (data_type, wrong) = sql::parse_data_type(SourceId::NONE, returns, 0);
        let data_type = data_type.filter(|_| !diag::has_errors(&wrong))?;
        Some(Expr::new(ExprKind::Cast { expr: Box::new(body), data_type, kind: CastKind::Cast }, span))
    }

    fn fill(&self, expr: &mut Expr, args: &[&Expr]) {
        if let ExprKind::Column(name) = &expr.kind
            && let [part] = name.parts.as_slice()
            && let Some(index) = self.parameters.iter().position(|parameter| parameter.eq_ignore_ascii_case(&part.value))
        {
            let arg = args[index];
            let is_simple = matches!(arg.kind, ExprKind::Column(_) | ExprKind::Literal(_) | ExprKind::Function(_) | ExprKind::Nested(_));
            *expr = if is_simple { arg.clone() } else { Expr::new(ExprKind::Nested(Box::new(arg.clone())), arg.span) };
            return;
        }
        walk::children(expr, &mut |node| {
            if let Node::Expr(inner) = node {
                self.fill(inner, args);
            }
        });
    }
}

/// The names of `a INT, b DECIMAL(10, 2)`.
fn names(parameters: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = parameters.split(|c: char| {
        depth += i32::from(matches!(c, '(' | '<')) - i32::from(matches!(c, ')' | '>'));
        c == ',' && depth == 0
    });
    parts.filter_map(|part| part.split_whitespace().next()).map(|name| name.trim_matches('`').to_owned()).collect()
}
