//! What SET says about single tables, and what the workspace says about them.

use crate::command_line::CommandLine;
use crate::result::ContentTable;
use diag::SourceMap;
use options::{Layer, OptionValue, Origin, TableOptions, secret};
use resolve::{ElsewhereTable, MirrorSide, SchemaProperty, SchemaSetting, Standing, TableLayers};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use table::catalog::ObjectIdentifier;
use table::connector::StandIns;
use workspace::{Content, Engine, Locks, Policy, table_type};

/// The mode that a setting is limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Batch,
    Streaming,
}

impl Mode {
    /// `SET batch.table.key = ..`, `SET table.stream.key = ..`
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "batch" => Some(Mode::Batch),
            "stream" => Some(Mode::Streaming),
            _ => None,
        }
    }

    fn word(mode: Option<Self>) -> &'static str {
        match mode {
            Some(Mode::Batch) => "batch",
            Some(Mode::Streaming) => "stream",
            None => "",
        }
    }
}

/// The settings in the order they were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    entries: Vec<Entry>,
    properties: Vec<Property>,
    pub(crate) command_line: CommandLine,
    pub(crate) task: Option<TaskScope>,
    /// Connectors that are known by name only are good enough.
    pub(crate) checking: bool,
    /// What takes the place of tables, in a test.
    pub(crate) stand_ins: Option<Arc<dyn StandIns>>,
    /// The tables that statements asked about.
    used: Arc<Mutex<BTreeSet<ObjectIdentifier>>>,
    /// The references to tables that only a cluster can open.
    elsewhere: Arc<Mutex<Vec<ElsewhereTable>>>,
}

/// What surrounds a task of a workspace.
#[derive(Clone, Debug)]
pub(crate) struct TaskScope {
    pub(crate) content: Arc<Content>,
    pub(crate) locks: Locks,
    pub(crate) engine: Engine,
    pub(crate) native_ddl: Policy,
}

#[derive(Clone, Debug)]
struct Entry {
    table: ObjectIdentifier,
    mode: Option<Mode>,
    key: String,
    value: OptionValue,
}

/// A property of the schema, or the type of a table that has two.
#[derive(Clone, Debug)]
struct Property {
    table: ObjectIdentifier,
    mode: Option<Mode>,
    /// As SHOW OVERRIDES names it.
    key: String,
    text: String,
    value: PropertyValue,
    origin: Origin,
}

impl Property {
    /// `computedColumn` is every computed column, `computedColumn c` one of them.
    fn is_called(&self, key: &str) -> bool {
        let head = self.key.split(' ').next().unwrap_or_default();
        self.key.eq_ignore_ascii_case(key) || head.eq_ignore_ascii_case(key)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum PropertyValue {
    Schema(SchemaProperty),
    /// `tableType`
    Type,
}

impl Overrides {
    /// Sets an option; returns where it was set before.
    pub(crate) fn set(&mut self, table: ObjectIdentifier, mode: Option<Mode>, key: &str, value: OptionValue) -> Option<Origin> {
        let is_same = |entry: &Entry| entry.table == table && entry.mode == mode && entry.key == key;
        let before = self.entries.iter().find(|entry| is_same(entry)).map(|entry| entry.value.origin);
        self.entries.retain(|entry| !is_same(entry));
        self.entries.push(Entry { table, mode, key: key.to_string(), value });
        before
    }

    /// Sets a property beside the options; returns where it was set before.
    pub(crate) fn set_property(
        &mut self,
        table: ObjectIdentifier,
        mode: Option<Mode>,
        (key, text): (String, String),
        value: PropertyValue,
        origin: Origin,
    ) -> Option<Origin> {
        let is_same = |other: &Property| {
            other.table == table
                && other.mode == mode
                && match (&other.value, &value) {
                    (PropertyValue::Schema(old), PropertyValue::Schema(new)) => old.is_replaced_by(new),
                    (PropertyValue::Type, PropertyValue::Type) => true,
                    _ => false,
                }
        };
        let before = self.properties.iter().find(|other| is_same(other)).map(|other| other.origin);
        self.properties.retain(|other| !is_same(other));
        self.properties.push(Property { table, mode, key, text, value, origin });
        before
    }

    /// Forgets a setting, or all of a table; those of every mode when none is named. False when there was nothing.
    pub(crate) fn reset(&mut self, table: &ObjectIdentifier, mode: Option<Mode>, key: Option<&str>) -> bool {
        let before = self.entries.len() + self.properties.len();
        let is_of = |other: &ObjectIdentifier, of: Option<Mode>| other == table && (mode.is_none() || of == mode);
        self.entries.retain(|entry| !(is_of(&entry.table, entry.mode) && key.is_none_or(|key| entry.key == key)));
        let is_meant = |property: &Property| key.is_none_or(|key| property.is_called(key));
        self.properties.retain(|property| !(is_of(&property.table, property.mode) && is_meant(property)));
        self.entries.len() + self.properties.len() < before
    }

    /// The rows of SHOW OVERRIDES.
    pub(crate) fn table(&self, sources: &SourceMap) -> ContentTable {
        let mut table = ContentTable::new(["table", "property", "value", "mode", "place"]);
        let place = |origin: Origin| sources.place(origin.span).unwrap_or_default();
        for entry in &self.entries {
            let value = secret::shown(&entry.key, &entry.value.text, None);
            let (name, place) = (entry.table.summary(), place(entry.value.origin));
            table.push([name.as_str(), &entry.key, &value, Mode::word(entry.mode), &place]);
        }
        for property in &self.properties {
            let (name, place) = (property.table.summary(), place(property.origin));
            table.push([name.as_str(), &property.key, &property.text, Mode::word(property.mode), &place]);
        }
        table.rows.sort();
        table
    }

    /// The settings of tables that no statement used: the table, the property, and its place.
    pub(crate) fn unused(&self) -> Vec<(&ObjectIdentifier, &str, Origin)> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let options = self.entries.iter().map(|entry| (&entry.table, entry.key.as_str(), entry.value.origin));
        let properties = self.properties.iter().map(|property| (&property.table, property.key.as_str(), property.origin));
        options.chain(properties).filter(|(table, ..)| !used.contains(table)).collect()
    }

    /// The references to tables that only a cluster can open, as far as statements were resolved.
    pub(crate) fn elsewhere(&self) -> Vec<ElsewhereTable> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tables that statements asked about.
    pub(crate) fn used(&self) -> BTreeSet<ObjectIdentifier> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets which tables were used and what was set for them; the command line stays.
    pub(crate) fn begin_task(&mut self, task: TaskScope) {
        let (command_line, stand_ins) = (self.command_line.clone(), self.stand_ins.clone());
        *self = Overrides { command_line, checking: self.checking, stand_ins, task: Some(task), ..Overrides::default() };
    }

    fn note_use(&self, table: &ObjectIdentifier) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(table.clone());
    }

    /// What is set for a table in a mode, the settings for all modes first.
    fn properties_of(&self, table: &ObjectIdentifier, streaming: bool) -> Vec<&Property> {
        let mode = if streaming { Mode::Streaming } else { Mode::Batch };
        let of_table = || self.properties.iter().filter(|property| property.table == *table);
        of_table().filter(|p| p.mode.is_none()).chain(of_table().filter(|p| p.mode == Some(mode))).collect()
    }
}

impl TableLayers for Overrides {
    fn layers(&self, table: &ObjectIdentifier, streaming: bool) -> TableOptions {
        self.note_use(table);
        let mode = if streaming { Mode::Streaming } else { Mode::Batch };
        let mut options = TableOptions::new();
        for entry in self.entries.iter().filter(|e| e.table == *table && e.mode.is_none_or(|m| m == mode)) {
            options.insert(entry.key.clone(), entry.value.clone());
        }
        options.merge(&self.command_line.of(table));
        options
    }

    fn bind(&self, table: &ObjectIdentifier) -> TableOptions {
        self.command_line.bind_of(table)
    }

    fn schema(&self, table: &ObjectIdentifier, streaming: bool) -> Vec<SchemaSetting> {
        self.note_use(table);
        let properties = self.properties_of(table, streaming).into_iter();
        let settings = properties.filter_map(|property| match &property.value {
            PropertyValue::Schema(schema) => Some(SchemaSetting { property: schema.clone(), origin: property.origin }),
            PropertyValue::Type => None,
        });
        settings.collect()
    }

    fn standing(&self, table: &ObjectIdentifier, streaming: bool) -> Standing {
        let Some(task) = &self.task else { return Standing::Itself };
        if let Some(mirror) = task.content.mirror(table) {
            let (table, fields) = if streaming { (&mirror.stream, &mirror.stream_fields) } else { (&mirror.batch, &mirror.batch_fields) };
            return Standing::Mirror(MirrorSide { table: table.clone(), fields: fields.clone() });
        }
        let candidates = task.content.candidates(table);
        let types: Vec<String> = candidates.iter().map(|table| table_type(table.options.get("connector").unwrap_or_default())).collect();
        let properties = self.properties_of(table, streaming);
        let chosen = properties.iter().rev().find(|property| matches!(property.value, PropertyValue::Type));
        let Some(chosen) = chosen else {
            return if candidates.len() > 1 { Standing::Unclear { types, chosen: None } } else { Standing::Itself };
        };
        let is_chosen = |wanted: &str| wanted.eq_ignore_ascii_case(&chosen.text) || wanted == table_type(&chosen.text.to_lowercase());
        match types.iter().position(|wanted| is_chosen(wanted)) {
            Some(at) => Standing::Table(Arc::clone(candidates[at])),
            None if types.is_empty() => Standing::Itself,
            None => Standing::Unclear { types, chosen: Some(chosen.origin.span) },
        }
    }

    fn is_locked(&self, table: &ObjectIdentifier, connector: &str, key: &str) -> bool {
        let Some(task) = self.task.as_ref().filter(|task| task.content.contains(table)) else { return false };
        let is_credential = ["accessId", "accessKey"].iter().any(|name| name.eq_ignore_ascii_case(key));
        // The two sides of a mirror table may need credentials of their own.
        !(is_credential && task.content.mirror(table).is_some()) && task.locks.is_locked(connector, key)
    }

    fn runs_elsewhere(&self) -> bool {
        self.checking && self.task.is_some()
    }

    fn may_lack_connector(&self, connector: &str) -> bool {
        self.runs_elsewhere() && workspace::is_known_connector(connector)
    }

    fn stand_ins(&self) -> Option<&dyn StandIns> {
        self.stand_ins.as_deref()
    }

    fn note_elsewhere(&self, reference: ElsewhereTable) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        if !elsewhere.iter().any(|known| known.span == reference.span && known.is_sink == reference.is_sink) {
            elsewhere.push(reference);
        }
    }

    fn engine(&self) -> Option<&Engine> {
        self.task.as_ref().map(|task| &task.engine)
    }
}

/// The layer of a SET.
pub(crate) fn layer(mode: Option<Mode>) -> Layer {
    if mode.is_some() { Layer::SetForMode } else { Layer::Set }
}
