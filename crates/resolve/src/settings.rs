//! What a script says about the schema of a table, beside its options: keys, watermark, computed columns, header columns.
//!
//! The layers are those of options: the definition, SET, SET for one mode, hints of the reference. PRIMARY KEY, INDEX and UNIQUE INDEX are
//! three slots; the strongest layer that says something about a slot replaces it whole.

use crate::context::Resolver;
use crate::definition::{Definer, MISSING_COLUMN};
use crate::diagnostics::{ENGINE_MISMATCH, INVALID_HINT, INVALID_SETTING, KEY_ON_SOURCE, NO_EFFECT};
use crate::hints::listed_columns;
use crate::mirror::FAMILY_CONNECTORS;
use crate::options::Role;
use ::options::{Layer, LayeredOptions, OptionValue, Origin};
use diag::{Diagnostic, Span, suggest};
use sql::ast::{Expr, ExprKind, FunctionArg, Hint, HintArgs, Ident, LegacyWith, Literal};
use sql::statements::create_table::WatermarkDef;
use std::sync::Arc;
use table::catalog::CatalogTable;
use table::{Column, ColumnKind, LogicalType, PrimaryKey, SqlText, TypeKind, Watermark};
use workspace::Dialect;

/// Stores that find one row at most for a key.
const ONE_TO_ONE: &[&str] = &["hologres", "ots"];

/// One property that SET gives a table.
#[derive(Clone, Debug)]
pub struct SchemaSetting {
    pub property: SchemaProperty,
    /// The layer, and the place of the property.
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum SchemaProperty {
    Key {
        slot: KeySlot,
        columns: Vec<Ident>,
    },
    /// Inside a string, quotes are doubled.
    Watermark {
        watermark: Box<WatermarkDef>,
        quoted: bool,
    },
    Computed {
        name: Ident,
        expr: Box<Expr>,
        quoted: bool,
    },
    /// The column is read from the attributes of a message.
    Header {
        column: Ident,
        is_header: bool,
    },
    /// Only columns that are used are read.
    Pruning(bool),
}

/// The kinds of keys by which a dimension table is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeySlot {
    Primary,
    UniqueIndex,
    Index,
}

/// The keys of a reference to a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableKeys {
    /// The primary key and unique indexes: one row at most for each value.
    pub unique: Vec<Vec<String>>,
    pub indexes: Vec<Vec<String>>,
    /// How many rows one row may find by an INDEX.
    pub max_rows: Option<u64>,
    /// Of the rows of a source with one key the first is kept, not the last.
    pub keeps_first: bool,
}

/// A table as one reference sees it.
pub(crate) struct Reference {
    pub(crate) table: CatalogTable,
    pub(crate) keys: TableKeys,
    /// Who says what about the schema, for listings.
    pub(crate) declared: LayeredOptions,
}

impl KeySlot {
    const ALL: [KeySlot; 3] = [KeySlot::Primary, KeySlot::UniqueIndex, KeySlot::Index];

    /// Of the name of a hint or property, which compare without case.
    pub fn parse(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "primarykey" => Some(KeySlot::Primary),
            "uniqueindex" => Some(KeySlot::UniqueIndex),
            "index" => Some(KeySlot::Index),
            _ => None,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            KeySlot::Primary => "PRIMARY KEY",
            KeySlot::UniqueIndex => "UNIQUE INDEX",
            KeySlot::Index => "INDEX",
        }
    }
}

impl SchemaProperty {
    /// `c AS PROCTIME()`
    fn is_proctime(&self) -> bool {
        matches!(self, SchemaProperty::Computed { expr, .. } if matches!(&expr.kind, ExprKind::Function(call)
            if call.args.is_empty() && call.name.name.text().eq_ignore_ascii_case("PROCTIME")))
    }

    /// True when setting the other after this one replaces it.
    pub fn is_replaced_by(&self, other: &SchemaProperty) -> bool {
        match (self, other) {
            (SchemaProperty::Key { slot, .. }, SchemaProperty::Key { slot: other, .. }) => slot == other,
            (SchemaProperty::Watermark { .. }, SchemaProperty::Watermark { .. }) => true,
            (SchemaProperty::Computed { name, .. }, SchemaProperty::Computed { name: other, .. }) => name == other,
            (SchemaProperty::Header { column, .. }, SchemaProperty::Header { column: other, .. }) => column == other,
            (SchemaProperty::Pruning(_), SchemaProperty::Pruning(_)) => true,
            _ => false,
        }
    }
}

/// A key as some layer declares it.
struct KeyDeclaration {
    slot: KeySlot,
    columns: Vec<(String, Span)>,
    origin: Origin,
}

impl Resolver<'_> {
    /// Applies what SET and the hints of a reference say to the definition of a table.
    pub(crate) fn reference(
        &mut self,
        identifier: &table::catalog::ObjectIdentifier,
        table: &CatalogTable,
        hints: &[Hint],
        legacy: Option<&LegacyWith>,
        role: Role,
    ) -> Reference {
        let settings = self.context.layers.map(|layers| layers.schema(identifier, self.streaming)).unwrap_or_default();
        let mut reference = Reference::of(table.clone());
        if let Some(watermark) = &table.schema.watermark {
            let origin = Origin::new(Layer::Definition, watermark.span);
            reference.declare(&format!("WATERMARK {}", watermark.column.join(".")), watermark.strategy.text.to_string(), origin);
        }
        let settings = self.strongest(&mut reference, settings, role);
        self.set_headers(&mut reference, &settings, identifier, role);
        self.add_columns(&mut reference, &settings, identifier, role);
        self.set_watermark(&mut reference, &settings, identifier, role);
        let mut keys = defined_key(table);
        keys.extend(set_keys(&settings));
        keys.extend(self.hinted_keys(hints, legacy));
        self.set_keys(&mut reference, keys, role);
        self.note_pruning(&mut reference, &settings, identifier, role);
        reference
    }

    /// The settings that hold. Keys keep theirs, which are compared with those of hints; of the others the listing says what is hidden.
    fn strongest(&self, reference: &mut Reference, settings: Vec<SchemaSetting>, role: Role) -> Vec<SchemaSetting> {
        let mut holding: Vec<SchemaSetting> = Vec::new();
        for setting in settings {
            let is_key = matches!(setting.property, SchemaProperty::Key { .. });
            if !is_key && let Some(at) = holding.iter().position(|weaker| weaker.property.is_replaced_by(&setting.property)) {
                let hidden = holding.remove(at);
                if let Some((what, text)) = self.listed(&hidden.property).filter(|_| role != Role::Sink) {
                    reference.declare(&what, text, hidden.origin);
                }
            }
            holding.push(setting);
        }
        holding
    }

    /// A property as listings show it.
    fn listed(&self, property: &SchemaProperty) -> Option<(String, String)> {
        Some(match property {
            SchemaProperty::Key { .. } => return None,
            SchemaProperty::Watermark { watermark, quoted } => {
                (format!("WATERMARK {}", watermark.column.text()), self.strategy_text(watermark, *quoted).text.to_string())
            }
            SchemaProperty::Computed { name, expr, quoted } => {
                (format!("COLUMN {}", name.value), self.setting_text(expr, *quoted).text.to_string())
            }
            SchemaProperty::Header { column, is_header } => (format!("HEADER {}", column.value), is_header.to_string()),
            SchemaProperty::Pruning(on) => ("COLUMN PRUNING".to_owned(), on.to_string()),
        })
    }

    /// The strategy of a watermark, `withOffset` as an expression when nothing is wrong with it.
    fn strategy_text(&self, def: &WatermarkDef, quoted: bool) -> SqlText {
        let millis = match offset_call(&def.strategy) {
            Some([_, FunctionArg::Expr(offset)]) => match &offset.unnested().kind {
                ExprKind::Literal(Literal::Integer(digits)) => digits.parse::<u64>().ok(),
                _ => None,
            },
            _ => None,
        };
        let written = self.setting_text(&def.strategy, quoted);
        let Some(millis) = millis else { return written };
        let column = Arc::from(sql::print::quote_identifier(&def.column.text()));
        with_offset(&SqlText { text: Arc::clone(&column), expanded: column, span: written.span }, millis)
    }

    fn set_headers(
        &mut self,
        reference: &mut Reference,
        settings: &[SchemaSetting],
        identifier: &table::catalog::ObjectIdentifier,
        role: Role,
    ) {
        for setting in settings {
            let SchemaProperty::Header { column, is_header } = &setting.property else { continue };
            let name = self.own_name(&reference.table, &column.value);
            let Some(at) = reference.table.schema.index_of(&name) else {
                self.unknown_column(&reference.table, &column.value, column.span);
                continue;
            };
            if role == Role::Sink {
                self.warn_no_effect_on_sink("isHeader", setting, identifier);
                continue;
            }
            reference.declare(&format!("HEADER {}", column.value), is_header.to_string(), setting.origin);
            let kind = &mut reference.table.schema.columns[at].kind;
            *kind = match (is_header, &*kind) {
                (true, ColumnKind::Physical) => ColumnKind::Metadata { key: None, is_virtual: true },
                (false, ColumnKind::Metadata { .. }) => ColumnKind::Physical,
                _ => continue,
            };
        }
    }

    fn add_columns(
        &mut self,
        reference: &mut Reference,
        settings: &[SchemaSetting],
        identifier: &table::catalog::ObjectIdentifier,
        role: Role,
    ) {
        let is_computed = |setting: &&SchemaSetting| matches!(&setting.property, SchemaProperty::Computed { .. });
        let (times, others): (Vec<_>, Vec<_>) = settings.iter().filter(is_computed).partition(|setting| setting.property.is_proctime());
        for setting in others.into_iter().chain(times) {
            let SchemaProperty::Computed { name, expr, quoted } = &setting.property else { continue };
            if role == Role::Sink {
                let message = format!("column '{}' is added to table '{}', which is written", name.value, identifier.summary());
                let diagnostic = Diagnostic::error(INVALID_SETTING, setting.origin.span, message);
                self.report(diagnostic.with_note("Computed columns are made when a table is read."));
                continue;
            }
            let schema = &reference.table.schema;
            if let Some(existing) = schema.column(&name.value) {
                let diagnostic = Diagnostic::error(INVALID_SETTING, name.span, format!("the table has a column '{}' already", name.value));
                let place = existing.span;
                self.report(if place.is_none() { diagnostic } else { diagnostic.with_label(place, "the first one") });
                continue;
            }
            let in_sight: Vec<Column> = schema.columns.iter().filter(|c| !matches!(c.kind, ColumnKind::Computed(_))).cloned().collect();
            let mut definer = Definer::new(self.context, expr.span);
            let data_type = definer.infer(expr, &in_sight);
            let found = definer.diagnostics;
            self.diagnostics.extend(found);
            let text = self.setting_text(expr, *quoted);
            reference.declare(&format!("COLUMN {}", name.value), text.text.to_string(), setting.origin);
            let column =
                Column { name: name.value.clone(), kind: ColumnKind::Computed(text), data_type, comment: None, span: setting.origin.span };
            reference.table.schema.columns.push(column);
        }
    }

    fn set_watermark(
        &mut self,
        reference: &mut Reference,
        settings: &[SchemaSetting],
        identifier: &table::catalog::ObjectIdentifier,
        role: Role,
    ) {
        for setting in settings {
            let SchemaProperty::Watermark { watermark, quoted } = &setting.property else { continue };
            if role == Role::Sink {
                self.warn_no_effect_on_sink("watermark", setting, identifier);
                continue;
            }
            let strategy = match offset_call(&watermark.strategy) {
                Some(arguments) => match self.offset_strategy(&reference.table, watermark, arguments) {
                    Some(text) => {
                        limit_precision(reference, &watermark.column.text());
                        Some(SqlText { text: Arc::from(text.as_str()), span: watermark.strategy.span, expanded: Arc::from(text) })
                    }
                    None => continue,
                },
                None => None,
            };
            let checked = match &strategy {
                Some(text) => WatermarkDef {
                    strategy: self.parsed(text).unwrap_or_else(|| watermark.strategy.clone()),
                    ..WatermarkDef::clone(watermark)
                },
                None => WatermarkDef::clone(watermark),
            };
            let mut definer = Definer::new(self.context, watermark.span);
            let found = definer.watermark(&checked, &reference.table.schema.columns);
            let said = definer.diagnostics;
            self.diagnostics.extend(said);
            let Some(found) = found else { continue };
            let strategy = strategy.unwrap_or_else(|| self.setting_text(&watermark.strategy, *quoted));
            reference.declare(&format!("WATERMARK {}", found.column.join(".")), strategy.text.to_string(), setting.origin);
            reference.table.schema.watermark = Some(Watermark { strategy, ..found });
        }
    }

    /// `withOffset(column, milliseconds)` of Blink as an expression.
    fn offset_strategy(&mut self, table: &CatalogTable, watermark: &WatermarkDef, arguments: &[FunctionArg]) -> Option<String> {
        let span = watermark.strategy.span;
        let [FunctionArg::Expr(column), FunctionArg::Expr(offset)] = arguments else {
            let diagnostic = Diagnostic::error(INVALID_SETTING, span, "withOffset takes a column and a number of milliseconds")
                .with_note("Blink says: Watermark function 'withOffset(<rowtime_field>, <offset>)' only accept two arguments.");
            self.report(diagnostic);
            return None;
        };
        let is_rowtime = matches!(&column.kind, ExprKind::Column(name) if name.text() == watermark.column.text());
        if !is_rowtime {
            let message = format!("the first argument of withOffset is not column '{}'", watermark.column.text());
            let diagnostic = Diagnostic::error(INVALID_SETTING, column.span, message)
                .with_note("Blink says: The first argument of 'withOffset' must be the rowtime field.");
            self.report(diagnostic);
            return None;
        }
        let millis = match &offset.unnested().kind {
            ExprKind::Literal(Literal::Integer(digits)) => digits.parse::<u64>().ok(),
            _ => None,
        };
        let Some(millis) = millis else {
            let diagnostic = Diagnostic::error(INVALID_SETTING, offset.span, "the second argument of withOffset is not a whole number")
                .with_note("Blink says: The second argument of 'withOffset' must be an integer.");
            self.report(diagnostic);
            return None;
        };
        let is_time = |kind: &TypeKind| matches!(kind, TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } | TypeKind::Unknown);
        let named = table.schema.column(&watermark.column.text());
        if let Some(other) = named.filter(|column| !is_time(&column.data_type.kind)) {
            let message = format!("withOffset takes a TIMESTAMP, and column '{}' is {}", other.name, other.data_type.kind);
            let diagnostic = Diagnostic::error(INVALID_SETTING, column.span, message)
                .with_help("Make one of it: SET t.computedColumn = ts AS TO_TIMESTAMP(..), and use that column.");
            self.report(diagnostic);
            return None;
        }
        let column = sql::print::quote_identifier(&watermark.column.text());
        Some(match interval(millis) {
            Some(interval) => format!("{column} - {interval}"),
            None => column,
        })
    }

    /// Headers and watermarks are about rows that are read.
    fn warn_no_effect_on_sink(&mut self, what: &str, setting: &SchemaSetting, identifier: &table::catalog::ObjectIdentifier) {
        let message = format!("{what} has no effect on table '{}' where it is written", identifier.summary());
        self.report(Diagnostic::warning(NO_EFFECT, setting.origin.span, message));
    }

    fn parsed(&self, text: &SqlText) -> Option<Expr> {
        sql::parse_expression(text.span.source, &text.text, text.span.start).0
    }

    fn setting_text(&self, expr: &Expr, quoted: bool) -> SqlText {
        let text: Arc<str> = match quoted {
            true => Arc::from(sql::print::to_sql(expr)),
            false => Arc::from(self.context.sources.snippet(expr.span)),
        };
        SqlText { span: expr.span, expanded: Arc::clone(&text), text }
    }

    /// The keys that the hints of a reference declare.
    fn hinted_keys(&mut self, hints: &[Hint], legacy: Option<&LegacyWith>) -> Vec<KeyDeclaration> {
        let mut keys: Vec<KeyDeclaration> = Vec::new();
        for hint in hints {
            let Some(slot) = KeySlot::parse(&hint.name.value) else { continue };
            let columns: Vec<(String, Span)> = match &hint.args {
                HintArgs::List(values) => values.iter().flat_map(|value| split_columns(&value.text(), value.span())).collect(),
                _ => Vec::new(),
            };
            if columns.is_empty() {
                let name = hint.name.value.to_ascii_lowercase();
                let diagnostic = Diagnostic::error(INVALID_HINT, hint.span, format!("the hint {name} names columns"));
                self.report(diagnostic.with_help(format!("Write /*+ {name}(id) */.")));
                continue;
            }
            if slot == KeySlot::Primary && keys.iter().any(|key| key.slot == slot) {
                self.report(Diagnostic::error(INVALID_HINT, hint.span, "a reference has only one hint primarykey"));
                continue;
            }
            keys.push(KeyDeclaration { slot, columns, origin: Origin::new(Layer::Hint, hint.span) });
        }
        for (name, value) in legacy.iter().flat_map(|with| &with.options) {
            let Some(slot) = KeySlot::parse(&name.value) else { continue };
            keys.push(KeyDeclaration { slot, columns: listed_columns(value), origin: Origin::new(Layer::Hint, name.span) });
        }
        keys
    }

    /// Puts the strongest declarations of each slot into the table.
    fn set_keys(&mut self, reference: &mut Reference, keys: Vec<KeyDeclaration>, role: Role) {
        let mut keys = keys;
        for (column, _) in keys.iter_mut().flat_map(|key| &mut key.columns) {
            *column = self.own_name(&reference.table, column);
        }
        for key in keys.iter().filter(|key| key.origin.layer != Layer::Definition) {
            self.refuse_index_elsewhere(key);
            self.refuse_key_of_store(key, &reference.table);
            if key.slot == KeySlot::Primary && role == Role::Source {
                self.warn_of_key_on_source(key);
            }
            for (column, span) in &key.columns {
                if reference.table.schema.column(column).is_none() {
                    self.unknown_column(&reference.table, column, *span);
                }
            }
        }
        for slot in KeySlot::ALL {
            let of_slot = || keys.iter().filter(|key| key.slot == slot);
            for (text, origin) in by_layer(of_slot()) {
                reference.declare(slot.words(), text, origin);
            }
            let Some(strongest) = of_slot().map(|key| key.origin.layer).max() else { continue };
            for key in of_slot().filter(|key| key.origin.layer == strongest) {
                let columns = names(&key.columns);
                match slot {
                    KeySlot::Index => reference.keys.indexes.push(columns),
                    KeySlot::UniqueIndex => reference.keys.unique.push(columns),
                    KeySlot::Primary => {
                        reference.keys.unique.insert(0, columns.clone());
                        if strongest != Layer::Definition {
                            let name = format!("PK_{}", columns.join("_"));
                            reference.table.schema.primary_key = Some(PrimaryKey { name, columns, span: key.origin.span });
                        }
                    }
                }
            }
        }
    }

    fn refuse_index_elsewhere(&mut self, key: &KeyDeclaration) {
        let Some(engine) = self.context.layers.and_then(|layers| layers.engine()) else { return };
        if engine.dialect == Dialect::Blink || key.slot == KeySlot::Primary {
            return;
        }
        let message = format!("{} does not know {} of a table", engine.dialect.name(), key.slot.words());
        let diagnostic = Diagnostic::error(ENGINE_MISMATCH, key.origin.span, message)
            .with_note(format!("The engine of the task is {engine}; only Blink has indexes of dimension tables."))
            .with_help("Use primarykey(..), or leave it out: a join looks rows up by the columns of ON.");
        self.report(diagnostic);
    }

    /// What the store behind a table cannot have as a key.
    fn refuse_key_of_store(&mut self, key: &KeyDeclaration, table: &CatalogTable) {
        let connector = table.options.get("connector").unwrap_or_default();
        if key.slot == KeySlot::Index && ONE_TO_ONE.contains(&connector) {
            let message = format!("connector '{connector}' finds one row for a key, so a table has no INDEX there");
            let diagnostic = Diagnostic::error(ENGINE_MISMATCH, key.origin.span, message);
            self.report(diagnostic.with_help("Use uniqueindex(..) or primarykey(..)."));
        }
        if let ([_, (_, second), ..], true) = (key.columns.as_slice(), FAMILY_CONNECTORS.contains(&connector)) {
            let message = "an HBase table has one column as its key, the row key";
            self.report(Diagnostic::error(INVALID_SETTING, *second, message));
        }
    }

    fn warn_of_key_on_source(&mut self, key: &KeyDeclaration) {
        let is_blink = self.context.layers.and_then(|layers| layers.engine()).is_some_and(|engine| engine.dialect == Dialect::Blink);
        if is_blink {
            let diagnostic = Diagnostic::warning(KEY_ON_SOURCE, key.origin.span, "a primary key of a source removes rows in Blink");
            self.report(diagnostic.with_note("Of the rows with one key only the last is kept, or the first with fetchFirstRow = 'true'."));
        }
    }

    fn note_pruning(
        &mut self,
        reference: &mut Reference,
        settings: &[SchemaSetting],
        identifier: &table::catalog::ObjectIdentifier,
        role: Role,
    ) {
        let mut pruning = settings.iter().filter_map(|setting| match setting.property {
            SchemaProperty::Pruning(on) => Some((on, setting.origin)),
            _ => None,
        });
        let Some((on, origin)) = pruning.next_back() else { return };
        if role == Role::Lookup {
            reference.declare("COLUMN PRUNING", on.to_string(), origin);
        } else if on {
            let message = format!("column pruning has no effect on table '{}', which is no dimension table here", identifier.summary());
            self.report(Diagnostic::warning(NO_EFFECT, origin.span, message));
        }
    }

    /// The name of a column as its table has it: Blink compares without case.
    fn own_name(&self, table: &CatalogTable, name: &str) -> String {
        let columns = &table.schema.columns;
        match columns.iter().find(|c| self.ignores_case() && c.name.eq_ignore_ascii_case(name)) {
            Some(column) if table.schema.column(name).is_none() => column.name.clone(),
            _ => name.to_owned(),
        }
    }

    pub(crate) fn unknown_column(&mut self, table: &CatalogTable, column: &str, span: Span) {
        let diagnostic = Diagnostic::error(MISSING_COLUMN, span, format!("the table has no column '{column}'"));
        self.report(match suggest::nearest(column, table.schema.columns.iter().map(|c| c.name.as_str())) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
            None => diagnostic,
        });
    }
}

impl Reference {
    /// A table about which nothing is said.
    pub(crate) fn of(table: CatalogTable) -> Self {
        Reference { table, keys: TableKeys::default(), declared: LayeredOptions::new() }
    }

    fn declare(&mut self, what: &str, text: String, origin: Origin) {
        self.declared.insert(what, OptionValue::new(text, origin));
    }
}

fn defined_key(table: &CatalogTable) -> Vec<KeyDeclaration> {
    let key = table.schema.primary_key.iter().map(|key| KeyDeclaration {
        slot: KeySlot::Primary,
        columns: key.columns.iter().map(|column| (column.clone(), key.span)).collect(),
        origin: Origin::new(Layer::Definition, key.span),
    });
    let index = table.schema.indexes.iter().map(|index| KeyDeclaration {
        slot: if index.unique { KeySlot::UniqueIndex } else { KeySlot::Index },
        columns: index.columns.iter().map(|column| (column.clone(), index.span)).collect(),
        origin: Origin::new(Layer::Definition, index.span),
    });
    key.chain(index).collect()
}

fn set_keys(settings: &[SchemaSetting]) -> impl Iterator<Item = KeyDeclaration> {
    settings.iter().filter_map(|setting| match &setting.property {
        SchemaProperty::Key { slot, columns } => Some(KeyDeclaration {
            slot: *slot,
            columns: columns.iter().map(|column| (column.value.clone(), column.span)).collect(),
            origin: setting.origin,
        }),
        _ => None,
    })
}

/// `'a, b'`
pub(crate) fn split_columns(text: &str, span: Span) -> Vec<(String, Span)> {
    text.split(',').map(str::trim).filter(|column| !column.is_empty()).map(|column| (column.to_owned(), span)).collect()
}

/// The keys of a slot as each layer gives them: several of one layer hold together.
fn by_layer<'k>(keys: impl Iterator<Item = &'k KeyDeclaration>) -> Vec<(String, Origin)> {
    let mut layers: Vec<(Vec<String>, Origin)> = Vec::new();
    for key in keys {
        let text = names(&key.columns).join(", ");
        match layers.iter_mut().find(|(_, origin)| origin.layer == key.origin.layer && key.slot == KeySlot::Index) {
            Some((texts, _)) => texts.push(text),
            None => layers.push((vec![text], key.origin)),
        }
    }
    let text = |texts: Vec<String>| match texts.as_slice() {
        [single] => single.clone(),
        several => several.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(", "),
    };
    layers.into_iter().map(|(texts, origin)| (text(texts), origin)).collect()
}

fn names(columns: &[(String, Span)]) -> Vec<String> {
    columns.iter().map(|(name, _)| name.clone()).collect()
}

/// A watermark that is so many milliseconds behind its column.
pub fn with_offset(column: &SqlText, millis: u64) -> SqlText {
    let text: Arc<str> = match interval(millis) {
        Some(interval) => Arc::from(format!("{} - {interval}", column.text)),
        None => Arc::clone(&column.text),
    };
    SqlText { span: column.span, expanded: Arc::clone(&text), text }
}

/// The arguments of `withOffset(..)`.
fn offset_call(strategy: &Expr) -> Option<&[FunctionArg]> {
    match &strategy.kind {
        ExprKind::Function(call) if call.name.name.text().eq_ignore_ascii_case("withOffset") => Some(&call.args),
        _ => None,
    }
}

/// Milliseconds as an interval in the largest unit that fits; nothing for none.
fn interval(millis: u64) -> Option<String> {
    const UNITS: [(u64, &str); 4] = [(86_400_000, "DAY"), (3_600_000, "HOUR"), (60_000, "MINUTE"), (1000, "SECOND")];
    if millis == 0 {
        return None;
    }
    let whole = UNITS.iter().find(|(unit, _)| millis.is_multiple_of(*unit) && (*unit == 1000 || millis / unit < 100));
    let (count, unit) = match whole {
        Some((size, unit)) => (millis / size, unit),
        None => {
            let (seconds, digits) = (millis / 1000, (millis / 1000).to_string().len());
            let unit = if digits > 2 { format!("SECOND({digits}, 3)") } else { "SECOND".to_owned() };
            return Some(format!("INTERVAL '{seconds}.{:03}' {unit}", millis % 1000));
        }
    };
    match count.to_string().len() {
        0..=2 => Some(format!("INTERVAL '{count}' {unit}")),
        digits => Some(format!("INTERVAL '{count}' {unit}({digits})")),
    }
}

/// The event time of Blink counts milliseconds.
fn limit_precision(reference: &mut Reference, column: &str) {
    let column = reference.table.schema.columns.iter_mut().find(|c| c.name == column);
    if let Some(Column { kind: ColumnKind::Physical, data_type: LogicalType { kind: TypeKind::Timestamp { precision, .. }, .. }, .. }) =
        column
    {
        *precision = (*precision).min(3);
    }
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn milliseconds_become_intervals() {
        let texts = [0, 500, 1000, 60_000, 150_000, 150_500, 3_600_000, 86_400_000].map(|millis| interval(millis).unwrap_or_default());
        assert_eq!(
            texts,
            [
                "",
                "INTERVAL '0.500' SECOND",
                "INTERVAL '1' SECOND",
                "INTERVAL '1' MINUTE",
                "INTERVAL '150' SECOND(3)",
                "INTERVAL '150.500' SECOND(3, 3)",
                "INTERVAL '1' HOUR",
                "INTERVAL '1' DAY",
            ]
        );
    }
}
