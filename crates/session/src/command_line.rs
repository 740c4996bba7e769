//! What the command line says about single tables: options, and files that stand in for what a table is connected to.
//!
//! The tables need not exist yet. A table is named by its last part, or with its database, or with its catalog too; a key follows
//! behind a dot, so `shop.orders.path` is the option `path` of `shop.orders` and the option `orders.path` of any table `shop`.

use crate::session::Session;
use diag::{Diagnostic, Span, suggest};
use options::{OptionValue, TableOptions};
use std::sync::Arc;
use table::catalog::ObjectIdentifier;
use table::connector::RejectedRecord;
use workspace::UNUSED_SETTING;

/// Options by the name of the table and the key.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandLine {
    /// `table.key`
    options: Vec<(String, OptionValue)>,
    binds: Vec<(String, TableOptions)>,
    /// Of environments, which are for many scripts.
    shared_binds: Vec<(String, TableOptions)>,
}

/// Receives every record that a scan could not use.
#[derive(Clone)]
pub struct RejectSink(Arc<dyn Fn(&RejectedRecord) + Send + Sync>);

impl Session {
    /// Overrides one option of a table; `path` is `table.key`.
    pub fn set_table_option(&mut self, path: &str, value: OptionValue) {
        self.overrides.command_line.options.push((path.to_owned(), value));
    }

    /// Replaces connector and options of a table as a whole.
    pub fn bind(&mut self, table: &str, options: TableOptions) {
        self.overrides.command_line.binds.push((table.to_owned(), options));
    }

    /// Replaces connector and options of a table in every script of an environment; the command line is stronger.
    pub(crate) fn bind_in_environment(&mut self, table: &str, options: TableOptions) {
        self.overrides.command_line.shared_binds.push((table.to_owned(), options));
    }

    /// Warnings about tables that the command line names and no statement used so far.
    pub fn unused_on_command_line(&self) -> Vec<Diagnostic> {
        let used = self.overrides.used();
        let is_named = |name: &str| used.iter().any(|table| names_of(table).iter().any(|known| known == name));
        let has_key = |path: &str| used.iter().any(|table| key_of(path, table).is_some());
        let command_line = &self.overrides.command_line;
        let mut found = Vec::new();
        for (name, options) in command_line.binds.iter().filter(|(name, _)| !is_named(name)) {
            let place = options.winner("connector").map_or(Span::none(), |value| value.origin.span);
            let diagnostic = Diagnostic::warning(UNUSED_SETTING, place, format!("no statement uses a table '{name}'"));
            let tables = used.iter().map(|table| table.object.as_str());
            found.push(match suggest::nearest(name, tables) {
                Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
                None => diagnostic,
            });
        }
        for (path, value) in command_line.options.iter().filter(|(path, _)| !has_key(path)) {
            let message = format!("'{path}' is neither a configuration key nor an option of a table that a statement uses");
            let diagnostic = Diagnostic::warning(UNUSED_SETTING, value.origin.span, message);
            let keys: Vec<String> = options::config::groups().iter().flat_map(|group| group.keys()).collect();
            let tables: Vec<String> = path
                .split_once('.')
                .into_iter()
                .flat_map(|(_, key)| used.iter().map(move |table| format!("{}.{key}", table.object)))
                .collect();
            let near = suggest::nearest(path, keys.iter().chain(&tables).map(String::as_str));
            found.push(match near {
                Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
                None => diagnostic,
            });
        }
        found
    }

    /// Hands on every record that a scan cannot use.
    pub fn reject_to(&mut self, sink: RejectSink) {
        self.rejects = Some(sink);
    }
}

impl CommandLine {
    /// The options for one table.
    pub(crate) fn of(&self, table: &ObjectIdentifier) -> TableOptions {
        let names = names_of(table);
        let mut found = TableOptions::new();
        for (_, options) in self.shared_binds.iter().chain(&self.binds).filter(|(name, _)| names.contains(name)) {
            found.merge(options);
        }
        for (path, value) in &self.options {
            if let Some(key) = key_of(path, table) {
                found.insert(key, value.clone());
            }
        }
        found
    }
}

/// The key of a path `table.key` for a table that it names.
fn key_of<'p>(path: &'p str, table: &ObjectIdentifier) -> Option<&'p str> {
    names_of(table).iter().find_map(|name| path.strip_prefix(name.as_str())?.strip_prefix('.'))
}

/// What a table may be called, the longest name first.
fn names_of(table: &ObjectIdentifier) -> [String; 3] {
    let ObjectIdentifier { catalog, database, object } = table;
    [format!("{catalog}.{database}.{object}"), format!("{database}.{object}"), object.clone()]
}

impl RejectSink {
    pub fn new(receive: impl Fn(&RejectedRecord) + Send + Sync + 'static) -> Self {
        RejectSink(Arc::new(receive))
    }

    pub(crate) fn receive(&self, record: &RejectedRecord) {
        (self.0)(record);
    }
}

impl std::fmt::Debug for RejectSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RejectSink")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use options::{Layer, Origin};

    fn value(text: &str) -> OptionValue {
        OptionValue::new(text, Origin::nowhere(Layer::CommandLine))
    }

    #[test]
    fn options_reach_the_table_by_any_of_its_names() {
        let options = vec![("t.path".to_owned(), value("a")), ("db.t.format".to_owned(), value("b")), ("other.t.x".to_owned(), value("c"))];
        let settings = CommandLine { options, ..CommandLine::default() };
        let table = ObjectIdentifier { catalog: "c".into(), database: "db".into(), object: "t".into() };
        let found = settings.of(&table);
        assert_eq!(found.to_map().into_iter().collect::<Vec<_>>(), [("format".to_owned(), "b".to_owned()), ("path".into(), "a".into())]);
    }
}
