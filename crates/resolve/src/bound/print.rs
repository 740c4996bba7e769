//! The bound tree as text, for `tamias explain --level bound`: a line for each relation with the columns it produces, inputs indented
//! below it; expressions look like SQL, with columns as `#id`.

use super::{
    AggregateCall, Column, ColumnId, Expr, ExprKind, FrameBound, FrameUnit, JoinKind, KeepRows, OverCall, OverFunction, Relation,
    RelationKind, SetOperator, SortKey, SubqueryTest, TimeWindowKind,
};
use std::fmt::{self, Display, Formatter};
use table::connector::ScanColumn;
use table::function::RankFunction;
use table::{TypeKind, Value};

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_relation(f, self, 0)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_expr(f, self)
    }
}

impl Display for ColumnId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

fn print_relation(f: &mut Formatter<'_>, relation: &Relation, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    f.write_str(&indent)?;
    print_head(f, relation)?;
    writeln!(f, " -> {}", List(&relation.columns))?;
    for expr in relation.exprs() {
        print_subqueries(f, expr, depth + 1)?;
    }
    relation.inputs().into_iter().try_for_each(|input| print_relation(f, input, depth + 1))
}

fn print_subqueries(f: &mut Formatter<'_>, expr: &Expr, depth: usize) -> fmt::Result {
    if let Some(relation) = expr.subquery() {
        writeln!(f, "{}Subquery", "  ".repeat(depth))?;
        print_relation(f, relation, depth + 1)?;
    }
    expr.children().into_iter().try_for_each(|child| print_subqueries(f, child, depth))
}

fn print_head(f: &mut Formatter<'_>, relation: &Relation) -> fmt::Result {
    match &relation.kind {
        RelationKind::Scan(scan) => {
            let columns: Vec<String> = scan.columns.iter().map(|column| scan_column(scan, column)).collect();
            write!(f, "Scan {} ({}) [{}]", scan.table.identifier.summary(), scan.factory.identifier(), columns.join(", "))
        }
        RelationKind::Values(rows) => {
            let rows: Vec<String> = rows.iter().map(|row| format!("({})", List(row))).collect();
            write!(f, "Values {}", rows.join(", "))
        }
        RelationKind::Project { exprs, .. } => write!(f, "Project {}", List(exprs)),
        RelationKind::Filter { predicate, .. } => write!(f, "Filter {predicate}"),
        RelationKind::Aggregate { keys, sets, calls, .. } => {
            write!(f, "Aggregate [{}]", List(keys))?;
            if let [only] = sets.as_slice()
                && only.0.len() == keys.len()
            {
                return write!(f, " {}", List(calls));
            }
            let sets: Vec<String> = sets.iter().map(|set| format!("({})", List(&set.0))).collect();
            write!(f, " sets [{}] {}", sets.join(", "), List(calls))
        }
        RelationKind::Join(join) => {
            let lookup = if join.lookup { "Lookup " } else { "" };
            write!(f, "{} {lookup}Join", join_word(join.kind))?;
            join.condition.as_ref().map_or(Ok(()), |condition| write!(f, " {condition}"))
        }
        RelationKind::Unnest(unnest) => {
            let outer = if unnest.outer { " outer" } else { "" };
            let ordinality = if unnest.ordinality { " with ordinality" } else { "" };
            write!(f, "Unnest{outer} {}{ordinality}", unnest.collection)
        }
        RelationKind::Over { calls, .. } => write!(f, "Over {}", List(calls)),
        RelationKind::SetOperation { op, all, .. } => {
            let word = match op {
                SetOperator::Union => "Union",
                SetOperator::Intersect => "Intersect",
                SetOperator::Except => "Except",
            };
            write!(f, "{word}{}", if *all { " All" } else { "" })
        }
        RelationKind::Sort { keys, .. } => write!(f, "Sort {}", List(keys)),
        RelationKind::Limit { offset, fetch, .. } => {
            let fetch = fetch.map_or("all".to_owned(), |n| n.to_string());
            write!(f, "Limit {fetch} offset {offset}")
        }
        RelationKind::TimeWindow(window) => {
            write!(f, "Window {} on {}", window_text(window.kind), window.time)?;
            if window.partition_by.is_empty() { Ok(()) } else { write!(f, " partition by {}", List(&window.partition_by)) }
        }
        RelationKind::Watermark { column, strategy, .. } => write!(f, "Watermark {column} = {strategy}"),
        RelationKind::PerKey(per_key) => {
            let keep = match per_key.keep {
                KeepRows::Last { .. } => "the last row".to_owned(),
                KeepRows::First(count) => format!("{count} rows"),
            };
            write!(f, "Per Key [{}] {keep}", List(&per_key.key))
        }
    }
}

fn scan_column(scan: &super::Scan, column: &ScanColumn) -> String {
    match column {
        ScanColumn::Physical(index) => scan.table.schema.physical().nth(*index).map_or_else(|| format!("{index}?"), |c| c.name.clone()),
        ScanColumn::Metadata { key, .. } => format!("metadata '{key}'"),
    }
}

fn join_word(kind: JoinKind) -> &'static str {
    match kind {
        JoinKind::Inner => "Inner",
        JoinKind::Left => "Left",
        JoinKind::Right => "Right",
        JoinKind::Full => "Full",
        JoinKind::Semi => "Semi",
        JoinKind::Anti => "Anti",
    }
}

fn window_text(kind: TimeWindowKind) -> String {
    match kind {
        TimeWindowKind::Tumble { size, offset } => format!("TUMBLE size {size} ms offset {offset} ms"),
        TimeWindowKind::Hop { slide, size, offset } => format!("HOP slide {slide} ms size {size} ms offset {offset} ms"),
        TimeWindowKind::Cumulate { step, max_size, offset } => format!("CUMULATE step {step} ms size {max_size} ms offset {offset} ms"),
        TimeWindowKind::Session { gap } => format!("SESSION gap {gap} ms"),
    }
}

/// Items with commas between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.id, self.name, self.data_type)
    }
}

impl Display for SortKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let direction = if self.descending { "DESC" } else { "ASC" };
        let nulls = if self.nulls_first { "FIRST" } else { "LAST" };
        write!(f, "{} {direction} NULLS {nulls}", self.expr)
    }
}

impl Display for AggregateCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_call(f, self.function.doc().name, self.distinct, &self.args)?;
        match &self.filter {
            Some(filter) => write!(f, " FILTER ({filter})"),
            None => Ok(()),
        }
    }
}

impl Display for OverCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.function {
            OverFunction::Aggregate(function) => print_call(f, function.doc().name, self.distinct, &self.args)?,
            OverFunction::Rank(rank) => print_call(f, rank_word(*rank), self.distinct, &self.args)?,
        }
        if let Some(filter) = &self.filter {
            write!(f, " FILTER ({filter})")?;
        }
        if self.ignore_nulls {
            f.write_str(" IGNORE NULLS")?;
        }
        f.write_str(" OVER (")?;
        if !self.partition_by.is_empty() {
            write!(f, "PARTITION BY {} ", List(&self.partition_by))?;
        }
        if !self.order_by.is_empty() {
            write!(f, "ORDER BY {} ", List(&self.order_by))?;
        }
        let unit = match self.frame.unit {
            FrameUnit::Rows => "ROWS",
            FrameUnit::Range => "RANGE",
        };
        write!(f, "{unit} BETWEEN {} AND {})", self.frame.start, self.frame.end)
    }
}

fn rank_word(rank: RankFunction) -> &'static str {
    match rank {
        RankFunction::RowNumber => "ROW_NUMBER",
        RankFunction::Rank => "RANK",
        RankFunction::DenseRank => "DENSE_RANK",
        RankFunction::PercentRank => "PERCENT_RANK",
        RankFunction::CumeDist => "CUME_DIST",
        RankFunction::Ntile => "NTILE",
        RankFunction::Lead => "LEAD",
        RankFunction::Lag => "LAG",
    }
}

impl Display for FrameBound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FrameBound::UnboundedPreceding => f.write_str("UNBOUNDED PRECEDING"),
            FrameBound::Preceding(expr) => write!(f, "{expr} PRECEDING"),
            FrameBound::CurrentRow => f.write_str("CURRENT ROW"),
            FrameBound::Following(expr) => write!(f, "{expr} FOLLOWING"),
            FrameBound::UnboundedFollowing => f.write_str("UNBOUNDED FOLLOWING"),
        }
    }
}

fn print_call(f: &mut Formatter<'_>, name: &str, distinct: bool, args: &[Expr]) -> fmt::Result {
    write!(f, "{name}({}{})", if distinct { "DISTINCT " } else { "" }, List(args))
}

fn print_expr(f: &mut Formatter<'_>, expr: &Expr) -> fmt::Result {
    match &expr.kind {
        ExprKind::Column(id) => id.fmt(f),
        ExprKind::Literal(value) => print_value(f, value, &expr.data_type.kind),
        ExprKind::And(exprs) => print_chain(f, exprs, " AND "),
        ExprKind::Or(exprs) => print_chain(f, exprs, " OR "),
        ExprKind::Not(inner) => write!(f, "NOT {}", Operand(inner)),
        ExprKind::IsNull { expr, negated } => write!(f, "{} IS {}NULL", Operand(expr), if *negated { "NOT " } else { "" }),
        ExprKind::Case { branches, else_result } => {
            f.write_str("CASE")?;
            for branch in branches {
                write!(f, " WHEN {} THEN {}", branch.condition, branch.result)?;
            }
            if let Some(result) = else_result {
                write!(f, " ELSE {result}")?;
            }
            f.write_str(" END")
        }
        ExprKind::Cast { expr: inner, try_cast } => {
            write!(f, "{}({inner} AS {})", if *try_cast { "TRY_CAST" } else { "CAST" }, expr.data_type.kind)
        }
        ExprKind::Call { function, args } => {
            let name = function.doc().name;
            let is_symbol = !name.starts_with(|c: char| c.is_ascii_alphabetic());
            match args.as_slice() {
                [left, right] if is_symbol || name == "LIKE" => write!(f, "{} {name} {}", Operand(left), Operand(right)),
                [operand] if is_symbol => write!(f, "{name}{}", Operand(operand)),
                _ => print_call(f, name, false, args),
            }
        }
        ExprKind::Field { expr: inner, index } => {
            let name = match &inner.data_type.kind {
                TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields.get(*index).map(|field| field.name.clone()),
                _ => None,
            };
            write!(f, "{}.{}", Operand(inner), name.unwrap_or_else(|| index.to_string()))
        }
        ExprKind::ScalarSubquery(_) => f.write_str("(subquery)"),
        ExprKind::Subquery { test, .. } => match test {
            SubqueryTest::Exists => f.write_str("EXISTS (subquery)"),
            SubqueryTest::In { exprs, negated } => write!(f, "({}) {}IN (subquery)", List(exprs), if *negated { "NOT " } else { "" }),
            SubqueryTest::Quantified { comparison, all } => write!(f, "{} ({comparison}) (subquery)", if *all { "ALL" } else { "ANY" }),
        },
    }
}

/// An expression as an operand: in parentheses unless it is a name, a constant or a call.
struct Operand<'a>(&'a Expr);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let loose = match &self.0.kind {
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) | ExprKind::IsNull { .. } => true,
            ExprKind::Call { function, args } => args.len() == 2 && !function.doc().name.starts_with(|c: char| c.is_ascii_alphabetic()),
            _ => false,
        };
        if loose { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

fn print_chain(f: &mut Formatter<'_>, exprs: &[Expr], word: &str) -> fmt::Result {
    for (i, expr) in exprs.iter().enumerate() {
        if i > 0 {
            f.write_str(word)?;
        }
        Operand(expr).fmt(f)?;
    }
    Ok(())
}

fn print_value(f: &mut Formatter<'_>, value: &Value, kind: &TypeKind) -> fmt::Result {
    match value {
        Value::Null => f.write_str("NULL"),
        Value::Boolean(value) => f.write_str(if *value { "TRUE" } else { "FALSE" }),
        Value::Int(value) => value.fmt(f),
        Value::Float(value) => write!(f, "{value:e}"),
        Value::Double(value) => write!(f, "{value:e}"),
        Value::Decimal(unscaled) => f.write_str(&decimal_text(*unscaled, kind)),
        Value::String(text) => write!(f, "'{}'", text.replace('\'', "''")),
        Value::Bytes(bytes) => {
            f.write_str("x'")?;
            bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            f.write_str("'")
        }
        Value::Date(days) => write!(f, "DATE({days})"),
        Value::Time(millis) => write!(f, "TIME({millis})"),
        Value::Timestamp(moment) => write!(f, "TIMESTAMP({}.{:06})", moment.millis, moment.nanos),
        Value::IntervalMonths(months) => write!(f, "INTERVAL({months} months)"),
        Value::IntervalMillis(millis) => write!(f, "INTERVAL({millis} ms)"),
        Value::Array(_) | Value::Map(_) | Value::Row(_) => write!(f, "{value:?}"),
    }
}

fn decimal_text(unscaled: i128, kind: &TypeKind) -> String {
    let scale = match kind {
        TypeKind::Decimal { scale, .. } => usize::from(*scale),
        _ => 0,
    };
    let digits = format!("{:0width$}", unscaled.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if unscaled < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}
