//! What the command line says about single tables: options, and files that stand in for what a table is connected to.
//!
//! The tables need not exist yet. A table is named by its last part, or with its database, or with its catalog too; a key follows
//! behind a dot, so `shop.orders.path` is the option `path` of `shop.orders` and the option `orders.path` of any table `shop`.

use crate::session::Session;
use options::{OptionValue, TableOptions};
use std::sync::Arc;
use table::catalog::ObjectIdentifier;
use table::connector::RejectedRecord;

/// Options by the name of the table and the key.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandLine {
    /// `table.key`
    options: Vec<(String, OptionValue)>,
    binds: Vec<(String, TableOptions)>,
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
        for (_, options) in self.binds.iter().filter(|(name, _)| names.contains(name)) {
            found.merge(options);
        }
        for (path, value) in &self.options {
            let key = names.iter().find_map(|name| path.strip_prefix(name.as_str())?.strip_prefix('.'));
            if let Some(key) = key {
                found.insert(key, value.clone());
            }
        }
        found
    }
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
        let settings = CommandLine { options, binds: Vec::new() };
        let table = ObjectIdentifier { catalog: "c".into(), database: "db".into(), object: "t".into() };
        let found = settings.of(&table);
        assert_eq!(found.to_map().into_iter().collect::<Vec<_>>(), [("format".to_owned(), "b".to_owned()), ("path".into(), "a".into())]);
    }
}
