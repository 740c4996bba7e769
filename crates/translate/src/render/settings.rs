//! `SET [project.]table.property = value`: what a script sets for its tables, wherever it stands.

use super::Renderer;
use crate::definition::{TableDefinition, TableOption};
use crate::diagnostics::{NOT_IN_TARGET, SETTING, UNUSED_SETTING};
use crate::target::Mode;
use diag::{Diagnostic, Span, suggest};
use sql::ast::{Expr, Ident, ObjectName, Quote};
use sql::statements::StatementKind;
use sql::statements::create_table::{ColumnDef, ColumnKind, WatermarkDef};
use sql::statements::set::{SetTable, SetTableValue};
use workspace::table_type;

/// A property of a table, with the column it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Property {
    Watermark,
    Computed,
    ProcTime,
    PrimaryKey,
    Index,
    UniqueIndex,
    Header(Ident),
    /// Chooses among tables of one name.
    TableType,
    /// Asks for those columns of a dimension table only that are used.
    Pruning,
    Option(String),
}

struct Setting<'a> {
    table: usize,
    mode: Option<Mode>,
    property: Property,
    value: &'a SetTableValue,
    span: Span,
    value_span: Span,
}

impl Renderer<'_> {
    /// Changes the definitions of tables as the script says; settings for one mode come after those for both.
    pub(crate) fn apply_settings(&mut self) {
        let mut settings: Vec<Setting<'_>> = Vec::new();
        for statement in self.input.statements {
            match &statement.kind {
                StatementKind::SetTable(set) => settings.extend(self.setting(set, statement.span)),
                StatementKind::ResetTable(reset) => {
                    if let Some((table, mode, property)) = self.path(&reset.path, true) {
                        let is_all = property == Property::Option(String::new());
                        settings.retain(|s| !(s.table == table && (is_all || (s.mode == mode && s.property == property))));
                    }
                }
                _ => {}
            }
        }
        self.warn_of_repeated(&settings);
        settings.retain(|setting| setting.mode.is_none_or(|mode| mode == self.mode));
        settings.sort_by_key(|setting| {
            (setting.property != Property::TableType, setting.mode.is_some(), setting.property == Property::ProcTime)
        });
        settings.iter().for_each(|setting| self.apply(setting));
    }

    fn setting<'s>(&mut self, set: &'s SetTable, span: Span) -> Option<Setting<'s>> {
        let (table, mode, property) = self.path(&set.path, false)?;
        Some(Setting { table, mode, property, value: &set.value, span, value_span: set.value_span })
    }

    /// The table, mode and property of a path: the longest beginning that names a table, and what is left. A path of a table alone has the
    /// empty option as its property where `table_alone` allows it.
    fn path(&mut self, path: &ObjectName, table_alone: bool) -> Option<(usize, Option<Mode>, Property)> {
        let longest = if table_alone { path.parts.len() } else { path.parts.len() - 1 };
        for length in (1..=longest.min(3)).rev() {
            let name = ObjectName { parts: path.parts[..length].to_vec(), span: path.span };
            let Some(table) = self.table_index(&name) else { continue };
            let (mode, rest) = mode_of(&path.parts[length..]);
            return match rest {
                [] => Some((table, mode, Property::Option(String::new()))),
                [property] => Some((table, mode, property_of(property))),
                [column, header] if header.value.eq_ignore_ascii_case("isHeader") => Some((table, mode, Property::Header(column.clone()))),
                _ => {
                    self.report(unquoted_property(path, &path.parts[..length], rest));
                    None
                }
            };
        }
        let message = format!("'{}' names no table of the script", path.text());
        let names: Vec<String> = self.tables.iter().map(|table| table.base.name.text()).collect();
        let diagnostic = Diagnostic::error(SETTING, path.span, message);
        let first = path.parts.first().map_or("", |part| part.value.as_str());
        self.report(match suggest::nearest(first, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("Did you mean table '{near}'?")),
            None => diagnostic.with_help("Define the table in the script: CREATE TABLE .."),
        });
        None
    }

    fn warn_of_repeated(&mut self, settings: &[Setting<'_>]) {
        for (index, setting) in settings.iter().enumerate() {
            let replaces = |later: &&Setting<'_>| {
                later.table == setting.table
                    && later.mode == setting.mode
                    && later.property == setting.property
                    && later.property != Property::Computed
            };
            if let Some(later) = settings[index + 1..].iter().find(replaces) {
                let diagnostic = Diagnostic::warning(UNUSED_SETTING, setting.span, "a later statement sets the same property");
                self.report(diagnostic.with_label(later.span, "this one holds"));
            }
        }
    }

    fn apply(&mut self, setting: &Setting<'_>) {
        let table = setting.table;
        self.tables[table].is_set |= setting.property != Property::TableType;
        match (&setting.property, setting.value) {
            (Property::Watermark, SetTableValue::Watermark { watermark, .. }) => self.set_watermark(table, watermark),
            (Property::Computed | Property::ProcTime, SetTableValue::Computed { columns, .. }) => {
                columns.iter().for_each(|(name, expr)| self.add_column(table, name, expr, setting.span));
            }
            (Property::PrimaryKey | Property::Index | Property::UniqueIndex, value) => self.set_key(table, setting, value),
            (Property::Header(column), SetTableValue::Value(value)) => {
                let is_header = !value.text().eq_ignore_ascii_case("false");
                self.set_header(table, column, is_header);
            }
            (Property::TableType, SetTableValue::Value(value)) => self.choose_type(table, &value.text(), setting.value_span),
            (Property::Pruning, SetTableValue::Value(value)) => {
                self.tables[table].pruning = value.text().eq_ignore_ascii_case("true").then_some(setting.span);
            }
            (Property::Option(key), SetTableValue::Value(_)) if self.refuse_locked(table, key, setting.span, "SET") => {}
            (Property::Option(key), SetTableValue::Value(_)) if self.tables[table].base.bound => {
                self.ignored_by_file(table, key, setting.span);
            }
            (Property::Option(key), SetTableValue::Value(value)) => {
                let option = TableOption { text: value.text(), span: setting.span };
                self.tables[table].base.set_option(key, option);
            }
            _ => {
                let message = "this is no value for the property";
                self.report(Diagnostic::error(SETTING, setting.value_span, message).with_help(
                    "Write WATERMARK FOR c AS withOffset(c, 1000), c AS expression, (a, b), or a plain value, as the property asks for.",
                ));
            }
        }
    }

    /// `SET t.tableType = 'MAX_COMPUTE'`, or the name of the connector.
    fn choose_type(&mut self, table: usize, wanted: &str, span: Span) {
        let candidates = &self.tables[table].candidates;
        let type_of = |definition: &TableDefinition| table_type(definition.connector().map_or("", |connector| connector.text.as_str()));
        let is_wanted = |definition: &&TableDefinition| {
            let own = type_of(definition);
            own.eq_ignore_ascii_case(wanted) || own == table_type(&wanted.to_lowercase())
        };
        match candidates.iter().find(is_wanted) {
            Some(chosen) => {
                self.tables[table].base = chosen.clone();
                self.tables[table].candidates.clear();
            }
            None if candidates.is_empty() => {}
            None => self.refuse_type(table, span),
        }
    }

    /// Reports a name that is both a streaming and an offline table.
    pub(crate) fn refuse_type(&mut self, table: usize, span: Span) {
        let table = &self.tables[table];
        let type_of = |definition: &TableDefinition| table_type(definition.connector().map_or("", |connector| connector.text.as_str()));
        let types: Vec<String> = table.candidates.iter().map(type_of).collect();
        let message = format!(
            "Please assign a single type to the table {} using the syntax SET XXX.XXX.tableType = 'XX'. Available types include: [{}].",
            table.base.name.last().value,
            types.join(", ")
        );
        self.report(Diagnostic::error(resolve::AMBIGUOUS_TABLE_TYPE, span, message));
    }

    /// What belongs to a registered table, a script cannot change. True when it was refused.
    pub(crate) fn refuse_locked(&mut self, table: usize, key: &str, span: Span, what: &str) -> bool {
        let table = &self.tables[table];
        if table.index.is_some() || table.base.bound {
            return false;
        }
        let connector = table.base.connector().map_or("", |connector| connector.text.as_str());
        if !self.input.registry.is_locked(&table.base.name, connector, key) {
            return false;
        }
        let message = format!("option '{key}' of table '{}' cannot be changed by {what}", table.base.name.text());
        let diagnostic = Diagnostic::error(resolve::LOCKED_OPTION, span, message)
            .with_note(format!("It belongs to the definition of the table, for connector '{connector}'."));
        self.report(match table.base.option(key).map(|own| own.span).filter(|place| !place.is_none()) {
            Some(place) => diagnostic.with_label(place, "the table says so here"),
            None => diagnostic,
        });
        true
    }

    /// Options of the connector that a file replaces mean nothing.
    pub(crate) fn ignored_by_file(&mut self, table: usize, key: &str, span: Span) {
        let name = self.tables[table].base.name.text();
        self.rewritten(span, format!("a file stands in for table '{name}' in this environment: '{key}' has no effect"));
    }

    fn set_watermark(&mut self, table: usize, watermark: &WatermarkDef) {
        let column = watermark.column.parts.first().map_or("", |part| part.value.as_str());
        let definition = &mut self.tables[table].base;
        if definition.column(column).is_none() && !self.is_set_later(table, column) {
            let diagnostic = unknown_column(&self.tables[table].base, column, watermark.column.span);
            return self.report(diagnostic);
        }
        self.tables[table].base.watermark = Some(watermark.clone());
    }

    /// A column of a watermark may be added by another setting.
    fn is_set_later(&self, table: usize, column: &str) -> bool {
        self.input.statements.iter().any(|statement| match &statement.kind {
            StatementKind::SetTable(set) => match &set.value {
                SetTableValue::Computed { columns, .. } => columns.iter().any(|(name, _)| name.value.eq_ignore_ascii_case(column)),
                _ => false,
            },
            _ => false,
        }) && self.tables[table].base.column(column).is_none()
    }

    fn add_column(&mut self, table: usize, name: &Ident, expr: &Expr, span: Span) {
        let table = &mut self.tables[table];
        if table.base.column(&name.value).is_some() {
            let message = format!("table '{}' has a column '{}' already", table.base.name.text(), name.value);
            return self.report(Diagnostic::error(SETTING, name.span, message));
        }
        let kind = ColumnKind::Computed(expr.clone());
        table.base.columns.push(ColumnDef { name: name.clone(), kind, comment: None, span: name.span.to(expr.span) });
        table.added_columns.push((name.value.clone(), span));
    }

    fn set_key(&mut self, table: usize, setting: &Setting<'_>, value: &SetTableValue) {
        let columns = match value {
            SetTableValue::Index { index, .. } => index.columns.clone(),
            SetTableValue::Value(value) => column_list(&value.text(), value.span()),
            _ => Vec::new(),
        };
        if !self.check_columns(table, &columns, setting.value_span) {
            return;
        }
        if setting.property != Property::PrimaryKey {
            self.refuse_index(setting.span);
        }
        let keys = &mut self.tables[table].base.keys;
        match setting.property {
            Property::PrimaryKey => keys.primary = Some(columns),
            Property::Index => keys.index = vec![columns],
            _ => keys.unique_index = vec![columns],
        }
    }

    /// Only Blink has indexes.
    pub(crate) fn refuse_index(&mut self, span: Span) {
        if self.target.is_blink() || self.input.lower_keys {
            return;
        }
        let message = format!("{} has no indexes of dimension tables", self.target.title());
        self.report(
            Diagnostic::error(NOT_IN_TARGET, span, message)
                .with_help("Name a primary key instead, or let '--lower-keys' look rows up by the columns of ON."),
        );
    }

    /// Whether these are columns of the table, and at least one.
    pub(crate) fn check_columns(&mut self, table: usize, columns: &[Ident], span: Span) -> bool {
        if columns.is_empty() {
            self.report(Diagnostic::error(SETTING, span, "a key has at least one column"));
            return false;
        }
        let definition = &self.tables[table].base;
        let unknown = columns.iter().find(|column| definition.column(&column.value).is_none());
        let diagnostic = unknown.map(|column| unknown_column(definition, &column.value, column.span));
        let is_good = diagnostic.is_none();
        self.notes.extend(diagnostic);
        is_good
    }

    fn set_header(&mut self, table: usize, column: &Ident, is_header: bool) {
        let definition = &mut self.tables[table].base;
        match definition.column_mut(&column.value).map(|column| &mut column.kind) {
            Some(ColumnKind::Typed { metadata, header, .. }) => {
                *header = is_header;
                if !is_header {
                    *metadata = None;
                }
            }
            Some(ColumnKind::Computed(_)) => {
                let message = format!("column '{}' is computed and no header", column.value);
                self.report(Diagnostic::error(SETTING, column.span, message));
            }
            None => {
                let diagnostic = unknown_column(&self.tables[table].base, &column.value, column.span);
                self.report(diagnostic);
            }
        }
    }

    /// Warns of settings for tables that nothing uses.
    pub(crate) fn warn_of_unused_settings(&mut self) {
        for statement in self.input.statements {
            let StatementKind::SetTable(set) = &statement.kind else { continue };
            let name = (1..set.path.parts.len().min(4)).rev().find_map(|length| {
                let name = ObjectName { parts: set.path.parts[..length].to_vec(), span: set.path.span };
                self.table_index(&name)
            });
            if let Some(index) = name.filter(|index| self.tables[*index].variants.is_empty()) {
                let message = format!("table '{}' is set but not used", self.tables[index].base.name.text());
                self.report(Diagnostic::warning(UNUSED_SETTING, statement.span, message));
            }
        }
    }
}

fn mode_of(parts: &[Ident]) -> (Option<Mode>, &[Ident]) {
    match parts {
        [first, rest @ ..] if !rest.is_empty() && first.value.eq_ignore_ascii_case("stream") => (Some(Mode::Streaming), rest),
        [first, rest @ ..] if !rest.is_empty() && first.value.eq_ignore_ascii_case("batch") => (Some(Mode::Batch), rest),
        _ => (None, parts),
    }
}

fn property_of(name: &Ident) -> Property {
    match name.value.to_ascii_lowercase().as_str() {
        "watermark" => Property::Watermark,
        "computedcolumn" => Property::Computed,
        "proctime" => Property::ProcTime,
        "primarykey" => Property::PrimaryKey,
        "index" => Property::Index,
        "uniqueindex" => Property::UniqueIndex,
        "tabletype" => Property::TableType,
        "dataphincolumnpruning" => Property::Pruning,
        _ => Property::Option(name.value.clone()),
    }
}

/// `a, b` as names.
pub(crate) fn column_list(text: &str, span: Span) -> Vec<Ident> {
    let names = text.split(',').map(|name| name.trim().trim_matches('`')).filter(|name| !name.is_empty());
    names.map(|name| Ident { value: name.to_owned(), quote: Quote::Bare, span }).collect()
}

fn unquoted_property(path: &ObjectName, table: &[Ident], rest: &[Ident]) -> Diagnostic {
    let joined = |parts: &[Ident]| parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join(".");
    let (table, property) = (joined(table), joined(rest));
    let fixed = format!("{table}.`{property}`");
    Diagnostic::error(SETTING, path.span, format!("property '{property}' of table '{table}' needs back-ticks")).with_fix(
        format!("Write {fixed}"),
        path.span,
        fixed,
    )
}

pub(crate) fn unknown_column(definition: &TableDefinition, column: &str, span: Span) -> Diagnostic {
    let message = format!("table '{}' has no column '{column}'", definition.name.text());
    let diagnostic = Diagnostic::error(SETTING, span, message);
    let names = definition.column_names();
    match suggest::nearest(column, names.iter().map(String::as_str)) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
        None => diagnostic,
    }
}
