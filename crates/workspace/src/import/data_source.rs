//! The part of a table's options that is about a connection, and moves to a data source.

use super::{Importer, NewFile};
use crate::diagnostics::INVALID_IMPORT;
use crate::locks::{covers, folded};
use diag::{Diagnostic, Span};
use indexmap::IndexMap;
use sql::ast::{StringLiteral, StringPrefix};
use sql::statements::create_table::{OptionEntry, OptionKey, OptionValue, Options};
use std::path::Path;

/// Options that say where a system is and who connects to it, as opposed to which table of it is meant. A final `*` is any rest.
const CONNECTION: &[&str] = &[
    "connector",
    "type",
    "bootstrap.servers",
    "properties.bootstrap.servers",
    "properties.security.*",
    "properties.sasl.*",
    "properties.ssl.*",
    "zookeeper.connect",
    "zookeeper.quorum",
    "zookeeper.znode.parent",
    "zkQuorum",
    "endPoint",
    "tunnelEndpoint",
    "url",
    "driver",
    "user",
    "userName",
    "password",
    "accessId",
    "accessKey",
    "project",
    "instance",
    "instanceName",
    "dbname",
    "host",
    "hosts",
    "hostname",
    "port",
];

/// The name of the file's key, which is not one of the options there.
const CONNECTOR: &str = "connector";

impl Importer<'_> {
    /// Moves the connection of a table to the data source, which is made from the first table that needs it. What differs from the data
    /// source stays with the table, where it is stronger.
    pub(super) fn use_data_source(&mut self, options: &mut Options, shared: &mut Option<IndexMap<String, String>>) {
        let Some(name) = self.request.data_source else { return };
        let known = self.request.workspace.data_sources.get(name);
        let known = known.map(|source| source.options.iter().map(|(key, setting)| (key.clone(), setting.text.clone())).collect());
        let shared = shared.get_or_insert_with(|| known.unwrap_or_else(|| connection(options)));
        options.entries.retain(|entry| {
            let key = key_of(entry);
            shared.get(&key).is_none_or(|value| *value != entry.value.text())
        });
        options.entries.insert(0, option("datasource", name, options.span));
    }

    /// The file of the data source, unless it is there.
    pub(super) fn add_data_source(&mut self, shared: Option<IndexMap<String, String>>, place: Span) {
        let (Some(name), Some(shared)) = (self.request.data_source, shared) else { return };
        if self.request.workspace.data_sources.contains_key(name) {
            return;
        }
        let Some(connector) = shared.get(CONNECTOR) else {
            let message = format!("no table has a connector for the new data source '{name}'");
            self.report(Diagnostic::error(INVALID_IMPORT, place, message).with_help(format!("Write datasources/{name}.yaml first.")));
            return;
        };
        let mut text = format!("connector: {}\n", scalar(connector));
        let options: Vec<_> = shared.iter().filter(|(key, _)| *key != CONNECTOR).collect();
        if !options.is_empty() {
            text.push_str("options:\n");
        }
        for (key, value) in options {
            text.push_str(&format!("  {}: {}\n", scalar(key), scalar(value)));
        }
        self.import.files.push(NewFile { path: Path::new("datasources").join(format!("{name}.yaml")), text });
    }
}

fn connection(options: &Options) -> IndexMap<String, String> {
    let is_connection = |entry: &&OptionEntry| CONNECTION.iter().any(|key| covers(key, &folded(&entry.key.text())));
    options.entries.iter().filter(is_connection).map(|entry| (key_of(entry), entry.value.text())).collect()
}

/// Blink calls the connector `type`.
fn key_of(entry: &OptionEntry) -> String {
    let key = entry.key.text();
    if key.eq_ignore_ascii_case("type") { CONNECTOR.to_owned() } else { key }
}

/// An option as Flink writes it.
pub(super) fn option(key: &str, value: &str, span: Span) -> OptionEntry {
    let literal = |text: &str| StringLiteral { prefix: StringPrefix::None, value: text.to_owned(), span };
    OptionEntry { key: OptionKey::String(literal(key)), value: OptionValue::String(literal(value)), span }
}

/// A text as YAML.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-/:,".contains(c))
        && !text.ends_with(':');
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

#[cfg(test)]
mod tests {
    use super::scalar;

    #[test]
    fn values_are_quoted_where_yaml_needs_it() {
        assert_eq!(scalar("jdbc:mysql://db:3306/shop"), "jdbc:mysql://db:3306/shop");
        assert_eq!(scalar("it's: x"), "'it''s: x'");
        assert_eq!(scalar("${secret:A}"), "'${secret:A}'");
        assert_eq!(scalar(""), "''");
    }
}
