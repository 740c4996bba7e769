//! Expressions, with the parentheses that a tree needs.

use super::{Print, Printer, Quoting, with_stack};
use crate::ast::{
    BinaryOp, CastKind, CollectionKind, Expr, ExprKind, IsTest, JsonKind, LikeKind, PeriodOp, QuantifiedRight, Quantifier, TrimSide,
    UnaryOp,
};

/// Binding powers, those of the parser.
mod power {
    pub(super) const MULTISET_UNION: u8 = 14;
    pub(super) const MULTISET_INTERSECT: u8 = 18;
    pub(super) const OR: u8 = 22;
    pub(super) const AND: u8 = 24;
    pub(super) const NOT: u8 = 26;
    pub(super) const IS: u8 = 28;
    pub(super) const COMPARISON: u8 = 30;
    pub(super) const RANGE: u8 = 32;
    pub(super) const SUM: u8 = 40;
    pub(super) const PRODUCT: u8 = 60;
    /// That of an expression without operators outside of parentheses.
    pub(super) const CLOSED: u8 = u8::MAX;
}

/// The weakest operator on the left edge of an expression: as a right operand it must bind strongly enough.
fn left_edge(expr: &Expr) -> u8 {
    let (own, left) = match &expr.kind {
        ExprKind::Or(operands) => (power::OR, operands.first()),
        ExprKind::And(operands) => (power::AND, operands.first()),
        ExprKind::Binary { op, left, .. } => (binary_power(*op), Some(left.as_ref())),
        ExprKind::Is { expr, .. } | ExprKind::IsJson { expr, .. } => (power::IS, Some(expr.as_ref())),
        ExprKind::IsDistinct { left, .. } | ExprKind::Quantified { left, .. } | ExprKind::Period { left, .. } => {
            (power::COMPARISON, Some(left.as_ref()))
        }
        ExprKind::Between { expr, .. }
        | ExprKind::Like { expr, .. }
        | ExprKind::InList { expr, .. }
        | ExprKind::InSubquery { expr, .. } => (power::RANGE, Some(expr.as_ref())),
        _ => return power::CLOSED,
    };
    match left.filter(|left| !needs_parentheses_on_left(left, own)) {
        Some(left) => with_stack(|| own.min(left_edge(left))),
        None => own,
    }
}

/// The weakest operator that the right edge of an expression would take for its own.
fn right_edge(expr: &Expr) -> u8 {
    let (least, right) = match &expr.kind {
        ExprKind::Or(operands) => (power::OR + 1, operands.last()),
        ExprKind::And(operands) => (power::AND + 1, operands.last()),
        ExprKind::Not(inner) => (power::NOT, Some(inner.as_ref())),
        ExprKind::Unary { expr, .. } => (power::CLOSED, Some(expr.as_ref())),
        ExprKind::Binary { op, right, .. } => (binary_power(*op) + 1, Some(right.as_ref())),
        ExprKind::IsDistinct { right, .. } | ExprKind::Period { right, .. } => (power::COMPARISON + 1, Some(right.as_ref())),
        ExprKind::Between { high, .. } => (power::RANGE + 1, Some(high.as_ref())),
        ExprKind::Like { pattern, escape, .. } => (power::RANGE + 1, Some(escape.as_ref().unwrap_or(pattern).as_ref())),
        _ => return power::CLOSED,
    };
    match right.filter(|right| left_edge(right) >= least) {
        Some(right) => with_stack(|| least.min(right_edge(right))),
        None => least,
    }
}

fn needs_parentheses_on_left(expr: &Expr, own: u8) -> bool {
    right_edge(expr) <= own
}

fn binary_power(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Add | BinaryOp::Subtract => power::SUM,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo | BinaryOp::Concat => power::PRODUCT,
        BinaryOp::MultisetUnion | BinaryOp::MultisetUnionAll | BinaryOp::MultisetExcept => power::MULTISET_UNION,
        BinaryOp::MultisetIntersect => power::MULTISET_INTERSECT,
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessOrEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterOrEqual
        | BinaryOp::MemberOf
        | BinaryOp::SubmultisetOf => power::COMPARISON,
    }
}

impl Print for Expr {
    fn print(&self, p: &mut Printer) {
        with_stack(|| self.kind.print(p));
    }
}

/// The operand in front of an operator of this power.
fn left_operand(expr: &Expr, own: u8, p: &mut Printer) {
    parenthesized_if(needs_parentheses_on_left(expr, own), expr, p);
}

/// An operand that is read up to the first operator weaker than this.
fn right_operand(expr: &Expr, least: u8, p: &mut Printer) {
    parenthesized_if(left_edge(expr) < least, expr, p);
}

/// The operand of an index, a field or a word that takes no operators.
fn tight_operand(expr: &Expr, p: &mut Printer) {
    let loose = matches!(expr.kind, ExprKind::Not(_) | ExprKind::Unary { .. }) || left_edge(expr) < power::CLOSED;
    parenthesized_if(loose, expr, p);
}

fn parenthesized_if(needed: bool, expr: &Expr, p: &mut Printer) {
    if needed {
        parenthesized(expr, p);
    } else {
        expr.print(p);
    }
}

impl Print for ExprKind {
    fn print(&self, p: &mut Printer) {
        match self {
            ExprKind::Literal(literal) => literal.print(p),
            ExprKind::Column(name) => name.print(p),
            ExprKind::Nested(inner) => parenthesized(inner.as_ref(), p),
            ExprKind::And(operands) => chain(operands, power::AND, " AND ", p),
            ExprKind::Or(operands) => chain(operands, power::OR, " OR ", p),
            ExprKind::Not(expr) => right_operand(expr, power::NOT, p.text("NOT ")),
            ExprKind::Unary { op, expr } => unary(*op, expr, p),
            ExprKind::Binary { op, left, right, .. } => binary(left, *op, right, p),
            ExprKind::Is { expr, test, negated } => is_test(expr, *test, *negated, p),
            ExprKind::IsDistinct { left, right, negated } => {
                left_operand(left, power::COMPARISON, p);
                right_operand(right, power::COMPARISON + 1, p.text(if *negated { " IS NOT DISTINCT FROM " } else { " IS DISTINCT FROM " }));
            }
            ExprKind::IsJson { expr, kind, negated } => is_json(expr, *kind, *negated, p),
            ExprKind::Between { expr, low, high, negated, symmetric } => {
                left_operand(expr, power::RANGE, p);
                let how = match (*symmetric, p.options().quoting) {
                    (true, _) => "SYMMETRIC ",
                    (false, Quoting::Always) => "ASYMMETRIC ",
                    (false, Quoting::Needed) => "",
                };
                right_operand(low, power::RANGE + 1, p.text(not(*negated)).text(" BETWEEN ").text(how));
                right_operand(high, power::RANGE + 1, p.text(" AND "));
            }
            ExprKind::Like { expr, pattern, escape, kind, negated } => {
                left_operand(expr, power::RANGE, p);
                right_operand(pattern, power::RANGE + 1, p.text(not(*negated)).text(like_word(*kind)));
                if let Some(escape) = escape {
                    right_operand(escape, power::RANGE + 1, p.text(" ESCAPE "));
                }
            }
            ExprKind::InList { expr, list, negated } => {
                left_operand(expr, power::RANGE, p);
                p.text(not(*negated)).text(" IN ").in_parentheses(list);
            }
            ExprKind::InSubquery { expr, query, negated } => {
                left_operand(expr, power::RANGE, p);
                parenthesized(query.as_ref(), p.text(not(*negated)).text(" IN "));
            }
            ExprKind::Quantified { op, left, quantifier, right } => quantified(left, *op, *quantifier, right, p),
            ExprKind::Exists(query) => parenthesized(query.as_ref(), p.text("EXISTS ")),
            ExprKind::Subquery(query) => parenthesized(query.as_ref(), p),
            ExprKind::Case { operand, branches, else_result } => case(operand.as_deref(), branches, else_result.as_deref(), p),
            ExprKind::Cast { expr, data_type, kind } => {
                p.text(cast_word(*kind)).text("(").node(expr).text(" AS ").node(data_type).text(")");
            }
            ExprKind::Extract { unit, expr, .. } => {
                p.text("EXTRACT(").text(unit.keyword()).text(" FROM ").node(expr).text(")");
            }
            ExprKind::RoundTo { ceil, expr, unit, .. } => {
                p.text(if *ceil { "CEIL(" } else { "FLOOR(" }).node(expr).text(" TO ").text(unit.keyword()).text(")");
            }
            ExprKind::Position { needle, haystack, from } => {
                right_operand(needle, power::CLOSED, p.text("POSITION("));
                p.text(" IN ").node(haystack).optional(" FROM ", from.as_ref()).text(")");
            }
            ExprKind::Trim { side, characters, expr, from_keyword } => trim(*side, characters.as_deref(), expr, *from_keyword, p),
            ExprKind::Substring { expr, from, length } => {
                p.text("SUBSTRING(").node(expr).text(" FROM ").node(from).optional(" FOR ", length.as_ref()).text(")");
            }
            ExprKind::Overlay { expr, placing, from, length } => {
                p.text("OVERLAY(").node(expr).text(" PLACING ").node(placing).text(" FROM ").node(from);
                p.optional(" FOR ", length.as_ref()).text(")");
            }
            ExprKind::TimestampFunction { diff, unit, args, .. } => {
                p.text(if *diff { "TIMESTAMPDIFF(" } else { "TIMESTAMPADD(" }).text(unit.keyword());
                p.when(!args.is_empty(), ", ").list(args).text(")");
            }
            ExprKind::IntervalDifference { left, right, qualifier } => {
                left_operand(left, power::SUM, p.text("("));
                right_operand(right, power::SUM + 1, p.text(" - "));
                p.text(") ").node(qualifier);
            }
            ExprKind::IntervalOf { expr, qualifier } => {
                right_operand(expr, power::CLOSED, p.text("INTERVAL "));
                p.text(" ").node(qualifier);
            }
            ExprKind::Function(call) => call.print(p),
            ExprKind::Json(call) => call.print(p),
            ExprKind::Array(items) => bracketed("ARRAY", items, p),
            ExprKind::CollectionQuery { kind, query } => parenthesized(query.as_ref(), p.text(collection_word(*kind))),
            ExprKind::Multiset(items) => bracketed("MULTISET", items, p),
            ExprKind::Map(items) => bracketed("MAP", items, p),
            ExprKind::Row { explicit, fields } => {
                p.when(*explicit, "ROW").in_parentheses(fields);
            }
            ExprKind::Item { expr, index } => {
                tight_operand(expr, p);
                p.text("[").node(index).text("]");
            }
            ExprKind::Field { expr, field } => {
                tight_operand(expr, p);
                p.text(".").node(field);
            }
            ExprKind::Period { op, left, right } => {
                left_operand(left, power::COMPARISON, p);
                right_operand(right, power::COMPARISON + 1, p.text(period_word(*op)));
            }
            ExprKind::AtTimeZone { expr, zone } => {
                tight_operand(expr, p);
                match zone {
                    Some(zone) => tight_operand(zone, p.text(" AT TIME ZONE ")),
                    None => {
                        p.text(" AT LOCAL");
                    }
                }
            }
            ExprKind::Descriptor(columns) => {
                p.text("DESCRIPTOR").in_parentheses(columns);
            }
            ExprKind::Default => {
                p.text("DEFAULT");
            }
            ExprKind::Parameter => {
                p.text("?");
            }
            ExprKind::SequenceValue { next, name } => {
                p.text(if *next { "NEXT VALUE FOR " } else { "CURRENT VALUE FOR " }).node(name);
            }
            ExprKind::Error => {}
        }
    }
}

fn parenthesized(node: &impl Print, p: &mut Printer) {
    p.text("(").node(node).text(")");
}

fn bracketed(word: &str, items: &[Expr], p: &mut Printer) {
    p.text(word).text("[").list(items).text("]");
}

fn chain(operands: &[Expr], own: u8, separator: &str, p: &mut Printer) {
    p.separated_with(operands.iter().enumerate(), separator, |p, (i, expr)| {
        let is_last = i + 1 == operands.len();
        let loose_left = i > 0 && left_edge(expr) <= own;
        parenthesized_if(loose_left || (!is_last && needs_parentheses_on_left(expr, own)), expr, p);
    });
}

fn binary(left: &Expr, op: BinaryOp, right: &Expr, p: &mut Printer) {
    let own = binary_power(op);
    left_operand(left, own, p);
    right_operand(right, own + 1, p.text(" ").text(op.symbol()).text(" "));
}

fn unary(op: UnaryOp, expr: &Expr, p: &mut Printer) {
    let sign = match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
    };
    let blank = p.options().quoting == Quoting::Always;
    let before = p.text(sign).when(blank, " ").out.len();
    right_operand(expr, power::CLOSED, p);
    if p.out[before..].starts_with(['-', '+']) {
        p.out.insert(before, ' ');
    }
}

fn not(negated: bool) -> &'static str {
    if negated { " NOT" } else { "" }
}

fn is_test(expr: &Expr, test: IsTest, negated: bool, p: &mut Printer) {
    left_operand(expr, power::IS, p);
    p.text(" IS").text(not(negated)).text(match test {
        IsTest::Null => " NULL",
        IsTest::True => " TRUE",
        IsTest::False => " FALSE",
        IsTest::Unknown => " UNKNOWN",
        IsTest::ASet => " A SET",
        IsTest::Empty => " EMPTY",
    });
}

fn is_json(expr: &Expr, kind: JsonKind, negated: bool, p: &mut Printer) {
    left_operand(expr, power::IS, p);
    p.text(" IS").text(not(negated)).text(match kind {
        JsonKind::Value => " JSON",
        JsonKind::Scalar => " JSON SCALAR",
        JsonKind::Array => " JSON ARRAY",
        JsonKind::Object => " JSON OBJECT",
    });
}

fn like_word(kind: LikeKind) -> &'static str {
    match kind {
        LikeKind::Like => " LIKE ",
        LikeKind::ILike => " ILIKE ",
        LikeKind::RLike => " RLIKE ",
        LikeKind::SimilarTo => " SIMILAR TO ",
    }
}

fn quantified(left: &Expr, op: BinaryOp, quantifier: Quantifier, right: &QuantifiedRight, p: &mut Printer) {
    left_operand(left, power::COMPARISON, p);
    p.text(" ").text(op.symbol()).text(match quantifier {
        Quantifier::Any => " ANY ",
        Quantifier::Some => " SOME ",
        Quantifier::All => " ALL ",
    });
    match right {
        QuantifiedRight::Query(query) => parenthesized(query.as_ref(), p),
        QuantifiedRight::List(items) => {
            p.in_parentheses(items);
        }
    }
}

fn case(operand: Option<&Expr>, branches: &[(Expr, Expr)], else_result: Option<&Expr>, p: &mut Printer) {
    p.text("CASE").optional(" ", operand);
    for (condition, result) in branches {
        p.text(" WHEN ").node(condition).text(" THEN ").node(result);
    }
    p.optional(" ELSE ", else_result).text(" END");
}

fn cast_word(kind: CastKind) -> &'static str {
    match kind {
        CastKind::Cast => "CAST",
        CastKind::TryCast => "TRY_CAST",
        CastKind::SafeCast => "SAFE_CAST",
    }
}

fn trim(side: TrimSide, characters: Option<&Expr>, expr: &Expr, from_keyword: bool, p: &mut Printer) {
    p.text("TRIM(");
    if from_keyword {
        p.text(match side {
            TrimSide::Both => "BOTH ",
            TrimSide::Leading => "LEADING ",
            TrimSide::Trailing => "TRAILING ",
        });
        if let Some(characters) = characters {
            p.node(characters).text(" ");
        }
        p.text("FROM ");
    }
    p.node(expr).text(")");
}

fn collection_word(kind: CollectionKind) -> &'static str {
    match kind {
        CollectionKind::Array => "ARRAY",
        CollectionKind::Multiset => "MULTISET",
        CollectionKind::Map => "MAP",
    }
}

fn period_word(op: PeriodOp) -> &'static str {
    match op {
        PeriodOp::Overlaps => " OVERLAPS ",
        PeriodOp::Contains => " CONTAINS ",
        PeriodOp::Equals => " EQUALS ",
        PeriodOp::Precedes => " PRECEDES ",
        PeriodOp::ImmediatelyPrecedes => " IMMEDIATELY PRECEDES ",
        PeriodOp::Succeeds => " SUCCEEDS ",
        PeriodOp::ImmediatelySucceeds => " IMMEDIATELY SUCCEEDS ",
    }
}
