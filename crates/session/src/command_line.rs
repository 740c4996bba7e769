//! What the command line says about single tables: options, and files that stand in for what a table is connected to.
//!
//! The tables need not exist yet. A table is named by its last part, or with its database, or with its catalog too; a key follows
//! behind a dot, so `shop.orders.path` is the option `path` of `shop.orders` and the option `orders.path` of any table `shop`.

use crate::session::Session;
use diag::{Diagnostic, Span, suggest};
use options::{OptionValue, TableOptions};
use std::path::Path;
use std::sync::Arc;
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::connector::RejectedRecord;
use workspace::UNUSED_SETTING;

/// Options by the name of the table and the key.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandLine {
    /// `table.key`
    options: Vec<(String, OptionValue)>,
    binds: Vec<Bind>,
    /// The names that projects have in the environment, and their own.
    projects: Vec<(String, String)>,
}

/// A file instead of what a table is connected to.
#[derive(Clone, Debug)]
struct Bind {
    table: String,
    options: TableOptions,
    /// From the file of the environment, which is weaker than the command line and for many scripts.
    by_environment: bool,
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
        self.overrides.command_line.binds.push(Bind { table: table.to_owned(), options, by_environment: false });
    }

    /// Warnings about tables that the command line names and no statement used so far.
    pub fn unused_on_command_line(&self) -> Vec<Diagnostic> {
        let used = self.overrides.used();
        let command_line = &self.overrides.command_line;
        let is_named = |name: &str| used.iter().any(|table| command_line.names_of(table).iter().any(|known| known == name));
        let has_key = |path: &str| used.iter().any(|table| command_line.key_of(path, table).is_some());
        let mut found = Vec::new();
        for Bind { table: name, options, .. } in command_line.binds.iter().filter(|bind| !bind.by_environment && !is_named(&bind.table)) {
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
        let mut found = self.bind_of(table);
        for (path, value) in &self.options {
            if let Some(key) = self.key_of(path, table) {
                found.insert(key, value.clone());
            }
        }
        found
    }

    /// The file that stands in for a table: the last one that the command line gives, or that of the environment.
    pub(crate) fn bind_of(&self, table: &ObjectIdentifier) -> TableOptions {
        let names = self.names_of(table);
        let of_table = || self.binds.iter().rev().filter(|bind| names.contains(&bind.table));
        let strongest = of_table().find(|bind| !bind.by_environment).or_else(|| of_table().next());
        strongest.map(|bind| bind.options.clone()).unwrap_or_default()
    }

    pub(crate) fn bind_in_environment(&mut self, table: &str, options: TableOptions) {
        self.binds.push(Bind { table: table.to_owned(), options, by_environment: true });
    }

    /// Says under which name each project is in the environment.
    pub(crate) fn name_projects(&mut self, projects: Vec<(String, String)>) {
        self.projects = projects;
    }

    /// Relative paths start at this directory, also when the session moves to another one.
    pub(crate) fn start_paths_at(&mut self, directory: &Path) {
        for bind in self.binds.iter_mut().filter(|bind| !bind.by_environment) {
            let Some(path) = bind.options.winner("path").cloned() else { continue };
            let text = directory.join(&path.text).display().to_string();
            bind.options.retain(|key, _| key != "path");
            bind.options.insert("path", OptionValue { text, ..path });
        }
    }

    /// The key of a path `table.key` for a table that it names.
    fn key_of<'p>(&self, path: &'p str, table: &ObjectIdentifier) -> Option<&'p str> {
        self.names_of(table).iter().find_map(|name| path.strip_prefix(name.as_str())?.strip_prefix('.'))
    }

    /// What a table may be called, the longest name first. A table of a project may have the project's own name in front in every
    /// environment.
    fn names_of(&self, table: &ObjectIdentifier) -> Vec<String> {
        let ObjectIdentifier { catalog, database, object } = table;
        let mut names = vec![format!("{catalog}.{database}.{object}"), format!("{database}.{object}")];
        let own = self.projects.iter().find(|(name, _)| catalog == WORKSPACE && name == database);
        names.extend(own.map(|(_, project)| format!("{project}.{object}")));
        names.push(object.clone());
        names
    }
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

    #[test]
    fn the_command_line_binds_before_the_environment_and_replaces_it_whole() {
        let table = ObjectIdentifier::new(WORKSPACE, "trade_dev", "orders");
        let mut settings = CommandLine::default();
        let options = |entries: &[(&str, &str)]| {
            let mut options = TableOptions::new();
            entries.iter().for_each(|(key, text)| options.insert(*key, value(text)));
            options
        };
        settings.binds.push(Bind { table: "trade.orders".into(), options: options(&[("path", "mine.json")]), by_environment: false });
        settings.bind_in_environment("trade.orders", options(&[("path", "theirs.csv"), ("csv.null-literal", "-")]));
        assert_eq!(settings.bind_of(&table), TableOptions::new());
        settings.name_projects(vec![("trade_dev".into(), "trade".into())]);
        assert_eq!(settings.bind_of(&table), options(&[("path", "mine.json")]));
        settings.start_paths_at(Path::new("/home"));
        assert_eq!(settings.of(&table).get("path"), Some("/home/mine.json"));
    }
}
