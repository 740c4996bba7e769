//! Joins with dimension tables: which declared key finds the rows, and how many of them.

use crate::bound::{Column, ColumnId, Expr, ExprKind, Join, JoinKind, KeepRows, PerKey, Relation, RelationKind, Scan};
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_LOOKUP, INVALID_SETTING, KEY_NOT_COVERED, NO_EFFECT};
use crate::options::Role;
use crate::settings::TableKeys;
use ::options::{LayeredOptions, OptionValue};
use diag::{Diagnostic, Span};
use table::LogicalType;
use workspace::Dialect;

/// How many rows one row looks up by an INDEX, unless the table says otherwise.
const DEFAULT_MAX_ROWS: u64 = 1024;

/// The options that say otherwise; newer versions of VVR turned the words around.
const MAX_ROWS_KEYS: &[&str] = &["maxJoinRows", "joinMaxRows"];

/// What Blink says when nothing is declared, when nothing fits, and when types differ.
const NO_KEY: &str = "Temporal table require to define an primary key or unique key or index.";
const NO_MATCH: &str = "Temporal table join requires an equality condition on ALL of temporal table's primary key(s) or unique key(s) or \
                        index field(s).";
const TYPE_MISMATCH: &str = "Join: Equality join predicate on incompatible types";

/// A table with `FOR SYSTEM_TIME AS OF` the processing time.
#[derive(Clone)]
pub(crate) struct Dimension {
    keys: Vec<Key>,
    max_rows: u64,
    pub(crate) span: Span,
}

/// A declared key.
#[derive(Clone)]
struct Key {
    names: Vec<String>,
    /// Empty when some column of the key is not among those of the table.
    columns: Vec<ColumnId>,
    is_unique: bool,
}

/// An equality of ON in which a column of the dimension table stands alone on one side.
struct Equality<'e> {
    column: ColumnId,
    column_type: &'e LogicalType,
    other: &'e Expr,
    span: Span,
}

impl Dimension {
    /// The keys of the table that a relation reads. A query has those of the table inside, if it does nothing but choose rows and columns.
    pub(crate) fn of(relation: &Relation, is_table: bool, span: Span) -> Self {
        let Some(scan) = read_table(relation) else { return Dimension { keys: Vec::new(), max_rows: DEFAULT_MAX_ROWS, span } };
        let key = |names: &Vec<String>, is_unique: bool| {
            let columns: Option<Vec<ColumnId>> = names.iter().map(|name| column_named(relation, is_table, name)).collect();
            Key { names: names.clone(), columns: columns.unwrap_or_default(), is_unique }
        };
        let TableKeys { unique, indexes, max_rows, .. } = &scan.keys;
        let keys = unique.iter().map(|names| key(names, true)).chain(indexes.iter().map(|names| key(names, false)));
        Dimension { keys: keys.collect(), max_rows: max_rows.unwrap_or(DEFAULT_MAX_ROWS), span }
    }
}

impl Resolver<'_> {
    /// Makes a join a lookup: of the dimension table only the rows remain that the chosen key may find. Unique keys come first, then
    /// indexes; the first one that ON compares with the other side or with constants is chosen. The rest of ON filters what is found.
    pub(crate) fn look_up(&mut self, join: &mut Join, dimension: &Dimension, span: Span) {
        if !matches!(join.kind, JoinKind::Inner | JoinKind::Left) {
            let word = if join.kind == JoinKind::Full { "FULL" } else { "RIGHT" };
            let text = format!("Temporal table join currently only support INNER JOIN and LEFT JOIN, but was {word} JOIN.");
            let diagnostic =
                Diagnostic::error(INVALID_LOOKUP, span, format!("a dimension table cannot be the right side of a {word} JOIN"));
            let diagnostic = diagnostic.with_help("Use JOIN or LEFT JOIN.");
            self.report(match self.dialect() {
                Some(Dialect::Blink) => diagnostic.with_note(format!("Blink says: {text}")),
                _ => diagnostic.flink_table(text),
            });
            return;
        }
        let condition = join.condition.take();
        let equalities = condition.as_ref().map(|condition| equalities(&join.right, condition)).unwrap_or_default();
        let is_understood = condition.iter().flat_map(Expr::conjuncts).all(|test| !test.data_type.is_unknown());
        if is_understood && self.check_equalities(dimension, condition.as_ref(), &equalities) {
            self.check_key(dimension, &join.right, condition.as_ref(), &equalities);
        }
        if let Some(key) = chosen(dimension, &equalities) {
            let keep = if key.is_unique { KeepRows::Last { is_promised: true } } else { KeepRows::First(dimension.max_rows) };
            let nothing = Relation::new(RelationKind::Values(Vec::new()), Vec::new(), join.right.span);
            join.right = chosen_rows(std::mem::replace(&mut join.right, nothing), key.columns.clone(), keep);
        }
        join.condition = condition;
        join.lookup = true;
    }

    pub(crate) fn refuse_two_dimensions(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(INVALID_LOOKUP, span, "two dimension tables cannot be joined with each other");
        self.report(diagnostic.with_help("Start FROM a table without FOR SYSTEM_TIME AS OF, and join both with it."));
    }

    /// Every engine looks rows up by some equality. False when that is missing.
    fn check_equalities(&mut self, dimension: &Dimension, condition: Option<&Expr>, equalities: &[Equality<'_>]) -> bool {
        if equalities.is_empty() {
            let message = "ON compares no column of the dimension table with '='";
            let diagnostic = Diagnostic::error(INVALID_LOOKUP, condition.map_or(dimension.span, |c| c.span), message)
                .with_help("Compare a column itself, without a function or a cast around it: o.customer_id = c.id.")
                .flink_table("Temporal table join requires an equality condition on fields of the temporal table.");
            self.report(diagnostic);
            return false;
        }
        if self.dialect() != Some(Dialect::Blink) {
            return true;
        }
        for equality in equalities {
            let (column, other) = (equality.column_type, &without_conversion(equality.other).data_type);
            if std::mem::discriminant(&family(column)) == std::mem::discriminant(&family(other)) || other.is_unknown() {
                continue;
            }
            let message = format!("a dimension table is looked up by values of the same type: {} is not {}", other.kind, column.kind);
            let diagnostic = Diagnostic::error(INVALID_LOOKUP, equality.span, message)
                .with_help(format!("Write CAST(.. AS {}) around the other side.", column.kind))
                .with_note(format!("Blink says: {TYPE_MISMATCH}"));
            self.report(diagnostic);
        }
        true
    }

    /// Checks that ON compares all columns of a declared key. Apache Flink and VVR look up by whatever ON compares.
    fn check_key(&mut self, dimension: &Dimension, relation: &Relation, condition: Option<&Expr>, equalities: &[Equality<'_>]) {
        let Some(dialect) = self.dialect() else { return };
        let is_blink = dialect == Dialect::Blink;
        if dimension.keys.is_empty() {
            if is_blink {
                let diagnostic = Diagnostic::error(KEY_NOT_COVERED, dimension.span, "the dimension table has no key")
                    .with_note(format!("Blink says: {NO_KEY}"))
                    .with_help("Declare one: /*+ primarykey(id) */, /*+ index(id) */, or SET t.primarykey = 'id'.");
                self.report(diagnostic);
            }
            return;
        }
        // A key that names other columns was reported where it is declared.
        if chosen(dimension, equalities).is_some() || dimension.keys.iter().any(|key| key.columns.is_empty()) {
            return;
        }
        let listed: Vec<String> = dimension.keys.iter().map(|key| format!("({})", key.names.join(", "))).collect();
        let message = format!("ON compares all columns of no key of the dimension table: {}", listed.join(", "));
        let diagnostic = match is_blink {
            true => Diagnostic::error(KEY_NOT_COVERED, dimension.span, message).with_note(format!("Blink says: {NO_MATCH}")),
            false => Diagnostic::warning(NO_EFFECT, dimension.span, message)
                .with_note(format!("{} looks rows up by the columns of ON, so the key is not used.", dialect.name())),
        };
        let hidden = condition.and_then(|condition| hidden_key_column(dimension, relation, condition));
        self.report(match hidden {
            Some(place) => diagnostic.with_label(place, "a column inside a function or a cast finds no rows"),
            None => diagnostic,
        });
    }

    fn dialect(&self) -> Option<Dialect> {
        self.context.layers.and_then(|layers| layers.engine()).map(|engine| engine.dialect)
    }

    /// Of a source with a PRIMARY KEY Blink gives one row for each key, the last one or the first one. For the other engines the key is a
    /// promise that nobody looks at.
    pub(crate) fn one_row_per_key(&mut self, source: Relation, key: &[String]) -> Relation {
        if self.dialect() != Some(Dialect::Blink) {
            return source;
        }
        let columns: Option<Vec<ColumnId>> = key.iter().map(|name| column_named(&source, true, name)).collect();
        let (Some(columns), Some(scan)) = (columns, read_table(&source)) else { return source };
        let keep = if scan.keys.keeps_first { KeepRows::First(1) } else { KeepRows::Last { is_promised: false } };
        chosen_rows(source, columns, keep)
    }

    /// Takes the options out that belong to the key and not to the connector, whichever that is.
    pub(crate) fn take_key_options(&mut self, options: &mut LayeredOptions, role: Role) -> TableKeys {
        let mut keys = TableKeys::default();
        match self.dialect() {
            Some(Dialect::Flink) => {}
            Some(Dialect::Blink) if role == Role::Source => {
                keys.keeps_first = take(options, &["fetchFirstRow"]).is_some_and(|value| value.text.eq_ignore_ascii_case("true"));
            }
            _ if role == Role::Lookup => keys.max_rows = self.take_max_rows(options),
            _ => {}
        }
        keys
    }

    fn take_max_rows(&mut self, options: &mut LayeredOptions) -> Option<u64> {
        let value = take(options, MAX_ROWS_KEYS)?;
        let count = value.text.trim().parse::<u64>().ok().filter(|count| *count > 0);
        if count.is_none() {
            let diagnostic = Diagnostic::error(INVALID_SETTING, value.span, format!("'{}' is not a number of rows", value.text));
            self.report(diagnostic.with_help("maxJoinRows is a whole number above 0."));
        }
        count
    }
}

fn chosen_rows(input: Relation, key: Vec<ColumnId>, keep: KeepRows) -> Relation {
    let (columns, span) = (input.columns.clone(), input.span);
    Relation::new(RelationKind::PerKey(Box::new(PerKey { input, key, keep })), columns, span)
}

/// Removes an option, which has these names in any case; returns the value that holds.
fn take(options: &mut LayeredOptions, names: &[&str]) -> Option<OptionValue> {
    let is_meant = |key: &str| names.iter().any(|name| name.eq_ignore_ascii_case(key));
    let given: Vec<_> = options.iter().filter(|(key, _)| is_meant(key)).map(|(_, value)| value.clone()).collect();
    options.retain(|key, _| !is_meant(key));
    given.into_iter().max_by_key(|value| value.origin.layer)
}

/// The key by which rows are found.
fn chosen<'d>(dimension: &'d Dimension, equalities: &[Equality<'_>]) -> Option<&'d Key> {
    let is_compared = |id: &ColumnId| equalities.iter().any(|equality| equality.column == *id);
    dimension.keys.iter().find(|key| !key.columns.is_empty() && key.columns.iter().all(is_compared))
}

/// The table that a relation reads, when it does nothing else but to choose rows and columns.
fn read_table(relation: &Relation) -> Option<&Scan> {
    match &relation.kind {
        RelationKind::Scan(scan) => Some(scan),
        RelationKind::Project { input, .. } | RelationKind::Filter { input, .. } | RelationKind::Watermark { input, .. } => {
            read_table(input)
        }
        _ => None,
    }
}

/// The column of a relation that is the column of this name of the table it reads.
fn column_named(relation: &Relation, is_table: bool, name: &str) -> Option<ColumnId> {
    let is_meant = |column: &&Column| match is_table {
        true => column.name == name,
        false => origin(relation, column.id) == Some(name),
    };
    relation.columns.iter().find(is_meant).map(|column| column.id)
}

/// The name of the column of the table that a column of a relation stands for; `None` for what is computed.
fn origin(relation: &Relation, id: ColumnId) -> Option<&str> {
    match &relation.kind {
        RelationKind::Scan(_) => relation.columns.iter().find(|column| column.id == id).map(|column| column.name.as_str()),
        RelationKind::Project { input, exprs } => {
            let at = relation.columns.iter().position(|column| column.id == id)?;
            origin(input, exprs[at].as_column()?)
        }
        RelationKind::Filter { input, .. } | RelationKind::Watermark { input, .. } => origin(input, id),
        _ => None,
    }
}

/// The equalities of a condition that find rows of a relation by a column.
fn equalities<'e>(relation: &Relation, condition: &'e Expr) -> Vec<Equality<'e>> {
    let mut found = Vec::new();
    for test in condition.conjuncts() {
        let Some((left, right)) = test.compared() else { continue };
        for (this, other) in [(left, right), (right, left)] {
            let this = without_conversion(this);
            if let Some(column) = this.as_column().filter(|id| is_of(relation, *id))
                && !uses(relation, other)
            {
                found.push(Equality { column, column_type: &this.data_type, other, span: test.span });
            }
        }
    }
    found
}

/// Where a condition compares an expression over a column of a key, instead of the column.
fn hidden_key_column(dimension: &Dimension, relation: &Relation, condition: &Expr) -> Option<Span> {
    let is_key = |id: ColumnId| dimension.keys.iter().any(|key| key.columns.contains(&id));
    let sides = condition.conjuncts().into_iter().filter_map(Expr::compared).flat_map(|(left, right)| [left, right]);
    let hides = |side: &&Expr| {
        let mut uses_key = false;
        side.visit_references(&mut |id| uses_key |= is_of(relation, id) && is_key(id));
        uses_key && without_conversion(side).as_column().is_none()
    };
    sides.into_iter().find(hides).map(|side| side.span)
}

/// An expression without the cast that a comparison of two types puts around it; a cast that is written has a place of its own.
fn without_conversion(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { expr: inner, try_cast: false } if inner.span == expr.span => inner,
        _ => expr,
    }
}

fn is_of(relation: &Relation, id: ColumnId) -> bool {
    relation.columns.iter().any(|column| column.id == id)
}

fn uses(relation: &Relation, expr: &Expr) -> bool {
    let mut uses = false;
    expr.visit_references(&mut |id| uses |= is_of(relation, id));
    uses
}

/// Text of any length is one type.
fn family(data_type: &LogicalType) -> table::TypeKind {
    match &data_type.kind {
        table::TypeKind::Char(_) | table::TypeKind::Varchar(_) => LogicalType::string().kind,
        kind => kind.clone(),
    }
}
