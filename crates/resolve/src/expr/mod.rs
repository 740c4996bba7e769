//! Expressions: syntax tree to bound expression, with types.

mod aggregate;
mod arguments;
mod call;
mod case;
mod cast;
mod json;
mod literal;
mod operators;
mod over;
mod predicates;
mod special;
mod subquery;

pub(crate) use aggregate::Grouping;
pub(crate) use json::{JSON_VALUES, is_json};
pub(crate) use literal::interval_millis;
pub(crate) use over::{Calls, sort_key};

use crate::bound::{Column, Expr, ExprKind};
use crate::columns::Scope;
use crate::context::{Context, LateMistakes, Resolver, unknown};
use crate::diagnostics::{FlinkText, MISPLACED_STAR, NOT_A_CONDITION, UNSUPPORTED_EXPRESSION};
use crate::query::GroupWindow;
use diag::{Diagnostic, Span};
use sql::ast::{self, ExprKind as Ast, NamedWindow};
use std::cell::RefCell;
use table::TypeKind;

/// Resolves one expression of a definition over columns, such as a computed column or a watermark strategy.
///
/// The value is `None` when a mistake was found.
pub fn expression(context: &Context<'_>, expr: &ast::Expr, columns: &[Column]) -> (Option<Expr>, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(context, context.streaming.unwrap_or(true));
    resolver.late = LateMistakes::Warned;
    let scope = Scope::of_columns(None, columns);
    let bound = resolver.expr(expr, Place::new(&scope, Clause::Definition));
    let bound = resolver.refuse_null(bound);
    let failed = diag::has_errors(&resolver.diagnostics);
    ((!failed).then_some(bound), resolver.into_diagnostics(expr.span))
}

/// Where an expression stands: what its names mean and what it may contain.
#[derive(Clone, Copy)]
pub(crate) struct Place<'s> {
    pub(crate) scope: &'s Scope<'s>,
    pub(crate) clause: Clause,
    /// Where calls of aggregate functions and OVER calls are put; `None` where they are not allowed.
    pub(crate) calls: Option<&'s RefCell<Calls>>,
    pub(crate) inside: Inside,
    /// The WINDOW clause.
    pub(crate) windows: &'s [NamedWindow],
    /// The GROUP BY clause.
    pub(crate) grouping: Option<&'s Grouping>,
    /// The window that GROUP BY makes, whose bounds TUMBLE_START and its like give.
    pub(crate) group_window: Option<&'s GroupWindow>,
    /// The names that SELECT gives, for messages.
    pub(crate) aliases: &'s [String],
}

/// The clause that an expression belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    Select,
    Where,
    On,
    GroupBy,
    Having,
    Qualify,
    OrderBy,
    Values,
    From,
    Definition,
}

/// Whether an expression is an argument of an aggregate or of an OVER call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    Nothing,
    Aggregate,
    Over,
}

impl Clause {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Clause::Select => "SELECT",
            Clause::Where => "WHERE",
            Clause::On => "ON",
            Clause::GroupBy => "GROUP BY",
            Clause::Having => "HAVING",
            Clause::Qualify => "QUALIFY",
            Clause::OrderBy => "ORDER BY",
            Clause::Values => "VALUES",
            Clause::From => "FROM",
            Clause::Definition => "a column definition",
        }
    }
}

impl<'s> Place<'s> {
    /// A place where neither aggregates nor OVER calls are allowed.
    pub(crate) fn new(scope: &'s Scope<'s>, clause: Clause) -> Self {
        Place { scope, clause, calls: None, inside: Inside::Nothing, windows: &[], grouping: None, group_window: None, aliases: &[] }
    }

    pub(crate) fn with_clause(self, clause: Clause) -> Self {
        Place { clause, ..self }
    }

    fn inside(self, inside: Inside) -> Self {
        Place { inside, ..self }
    }
}

impl Resolver<'_> {
    /// Resolves an expression; what fails is reported and becomes of type UNKNOWN.
    pub(crate) fn expr(&mut self, expr: &ast::Expr, place: Place<'_>) -> Expr {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.expr_here(expr, place))
    }

    pub(crate) fn exprs(&mut self, exprs: &[ast::Expr], place: Place<'_>) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr, place)).collect()
    }

    /// Resolves an expression that must have a type: an untyped NULL is refused.
    pub(crate) fn typed_expr(&mut self, expr: &ast::Expr, place: Place<'_>) -> Expr {
        let bound = self.expr(expr, place);
        self.refuse_null(bound)
    }

    /// Resolves a condition.
    pub(crate) fn condition(&mut self, expr: &ast::Expr, place: Place<'_>) -> Expr {
        let bound = self.typed_expr(expr, place);
        if matches!(bound.data_type.kind, TypeKind::Boolean | TypeKind::Unknown) {
            return bound;
        }
        let message = format!("{} needs a condition, not {}", place.clause.text(), bound.data_type.kind);
        let flink = format!("{} clause must be a condition", place.clause.text());
        self.fail(bound.span, Diagnostic::error(NOT_A_CONDITION, bound.span, message).flink_validator(flink))
    }

    fn expr_here(&mut self, expr: &ast::Expr, place: Place<'_>) -> Expr {
        let span = expr.span;
        let bound = match &expr.kind {
            Ast::Literal(literal) => self.literal(literal, span),
            Ast::Column(name) => self.column_name(name, place),
            Ast::Nested(inner) => self.expr(inner, place),
            Ast::And(exprs) => self.logic(exprs, true, span, place),
            Ast::Or(exprs) => self.logic(exprs, false, span, place),
            Ast::Not(inner) => self.not(inner, span, place),
            Ast::Unary { op, expr } => self.unary(*op, expr, span, place),
            Ast::Binary { op, left, right, .. } => self.binary(*op, left, right, span, place),
            Ast::Is { expr, test, negated } => self.is_test(expr, *test, *negated, span, place),
            Ast::IsDistinct { left, right, negated } => self.is_distinct(left, right, *negated, span, place),
            Ast::IsJson { expr, kind, negated } => self.is_json(expr, *kind, *negated, span, place),
            Ast::Between { expr, low, high, negated, symmetric } => self.between([expr, low, high], *symmetric, *negated, span, place),
            Ast::Like { expr, pattern, escape, kind, negated } => {
                self.like([expr, pattern], escape.as_deref(), *kind, *negated, span, place)
            }
            Ast::InList { expr, list, negated } => self.in_list(expr, list, *negated, span, place),
            Ast::InSubquery { expr, query, negated } => self.in_subquery(expr, query, *negated, span, place),
            Ast::Quantified { op, left, quantifier, right } => self.quantified(*op, left, *quantifier, right, span, place),
            Ast::Exists(query) => self.exists(query, span, place),
            Ast::Subquery(query) => self.scalar_subquery(query, span, place),
            Ast::Case { operand, branches, else_result } => self.case(operand.as_deref(), branches, else_result.as_deref(), span, place),
            Ast::Cast { expr, data_type, kind } => self.cast(expr, data_type, *kind, span, place),
            Ast::Extract { unit, expr, .. } => self.extract(*unit, expr, span, place),
            Ast::RoundTo { ceil, expr, unit, .. } => self.round_to(*ceil, expr, *unit, span, place),
            Ast::Position { needle, haystack, from } => self.position(needle, haystack, from.as_deref(), span, place),
            Ast::Trim { side, characters, expr, .. } => self.trim(*side, characters.as_deref(), expr, span, place),
            Ast::Substring { expr, from, length } => {
                self.keyword_call("SUBSTRING", [Some(&**expr), Some(from), length.as_deref()], span, place)
            }
            Ast::Overlay { expr, placing, from, length } => {
                self.keyword_call("OVERLAY", [Some(&**expr), Some(placing), Some(from), length.as_deref()], span, place)
            }
            Ast::TimestampFunction { diff, unit, args, .. } => self.timestamp_function(*diff, *unit, args, span, place),
            Ast::IntervalDifference { left, right, qualifier } => self.interval_difference(left, right, qualifier, span, place),
            Ast::IntervalOf { expr, qualifier } => self.interval_of(expr, qualifier, span, place),
            Ast::Function(call) => self.function_call(call, span, place),
            Ast::Json(call) => self.json_call(call, span, place),
            Ast::Array(elements) => self.array(elements, span, place),
            Ast::Map(entries) => self.map(entries, span, place),
            Ast::Row { fields, .. } => self.row(fields, span, place),
            Ast::Item { expr, index } => self.keyword_call("ITEM", [Some(&**expr), Some(index)], span, place),
            Ast::Field { expr, field } => {
                let row = self.expr(expr, place);
                self.field(row, field)
            }
            Ast::Period { op, left, right } => self.period(*op, left, right, span, place),
            Ast::Multiset(_) => self.no_plan(span, "MULTISET[..]"),
            Ast::CollectionQuery { .. } => self.no_plan(span, "a collection made of a query"),
            Ast::AtTimeZone { .. } => self.not_flink(span, "AT TIME ZONE", "Use CONVERT_TZ, or a TIMESTAMP_LTZ and the session time zone."),
            Ast::Descriptor(_) => self.not_flink(span, "DESCRIPTOR", "It is an argument of table functions such as TUMBLE."),
            Ast::Default => self.not_flink(span, "DEFAULT", "Leave the column out of the column list, or write CAST(NULL AS type)."),
            Ast::Parameter => self.not_flink(span, "a parameter '?'", "Write the value."),
            Ast::SequenceValue { .. } => self.not_flink(span, "a sequence", "Flink has no sequences."),
            Ast::Error => unknown(span),
        };
        Expr { span, ..bound }
    }

    /// A construct that Flink reads but has no plan for either.
    fn no_plan(&mut self, span: Span, what: &str) -> Expr {
        let diagnostic = Diagnostic::error(UNSUPPORTED_EXPRESSION, span, format!("{what} cannot be computed"))
            .flink_table("Cannot generate a valid execution plan for the given query");
        self.fail(span, diagnostic)
    }

    fn not_flink(&mut self, span: Span, what: &str, help: &str) -> Expr {
        self.fail(span, Diagnostic::error(UNSUPPORTED_EXPRESSION, span, format!("{what} is not allowed here")).with_help(help))
    }

    /// `*` where an expression is needed.
    fn misplaced_star(&mut self, span: Span) -> Expr {
        self.fail(
            span,
            Diagnostic::error(MISPLACED_STAR, span, "'*' is not an argument of this function").with_help("Only COUNT(*) takes it."),
        )
    }
}

/// The negation of a condition.
pub(crate) fn negate(expr: Expr) -> Expr {
    let (data_type, span) = (expr.data_type.clone(), expr.span);
    Expr::new(ExprKind::Not(Box::new(expr)), data_type, span)
}

/// The negation, if wanted.
pub(crate) fn negate_if(negated: bool, expr: Expr) -> Expr {
    if negated { negate(expr) } else { expr }
}
