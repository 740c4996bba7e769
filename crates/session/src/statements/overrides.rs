//! What SET says about the options of single tables.

use crate::command_line::CommandLine;
use crate::result::ContentTable;
use options::{OptionValue, TableOptions, secret};
use resolve::TableLayers;
use table::catalog::ObjectIdentifier;

/// The mode that a setting is limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Batch,
    Streaming,
}

impl Mode {
    /// `SET batch.table.key = ..`, `SET stream.table.key = ..`
    pub(crate) fn of_prefix(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "batch" => Some(Mode::Batch),
            "stream" => Some(Mode::Streaming),
            _ => None,
        }
    }
}

/// The settings in the order they were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    entries: Vec<Entry>,
    pub(crate) command_line: CommandLine,
}

#[derive(Clone, Debug)]
struct Entry {
    table: ObjectIdentifier,
    mode: Option<Mode>,
    key: String,
    value: OptionValue,
}

impl Overrides {
    pub(crate) fn set(&mut self, table: ObjectIdentifier, mode: Option<Mode>, key: &str, value: OptionValue) {
        self.entries.retain(|entry| !(entry.table == table && entry.mode == mode && entry.key == key));
        self.entries.push(Entry { table, mode, key: key.to_string(), value });
    }

    /// Forgets a setting, or all of a table.
    pub(crate) fn reset(&mut self, table: &ObjectIdentifier, mode: Option<Mode>, key: Option<&str>) {
        self.entries.retain(|entry| !(entry.table == *table && entry.mode == mode && key.is_none_or(|key| entry.key == key)));
    }

    /// The rows of SHOW OVERRIDES.
    pub(crate) fn table(&self) -> ContentTable {
        let mut table = ContentTable::new(["table", "mode", "key", "value"]);
        for entry in &self.entries {
            let mode = match entry.mode {
                Some(Mode::Batch) => "batch",
                Some(Mode::Streaming) => "stream",
                None => "",
            };
            let value = secret::shown(&entry.key, &entry.value.text, None);
            table.push([entry.table.summary().as_str(), mode, entry.key.as_str(), value.as_ref()]);
        }
        table
    }
}

impl TableLayers for Overrides {
    fn layers(&self, table: &ObjectIdentifier, streaming: bool) -> TableOptions {
        let mode = if streaming { Mode::Streaming } else { Mode::Batch };
        let mut options = TableOptions::new();
        for entry in self.entries.iter().filter(|e| e.table == *table && e.mode.is_none_or(|m| m == mode)) {
            options.insert(entry.key.clone(), entry.value.clone());
        }
        options.merge(&self.command_line.of(table));
        options
    }
}
