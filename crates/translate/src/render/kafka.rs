//! Kafka: Blink reads the bytes of messages in columns with fixed names; VVR and Flink have formats and metadata.

use super::Renderer;
use super::tables::Role;
use crate::definition::{TableDefinition, TableOption};
use crate::diagnostics::{NOT_IN_TARGET, OPTION_NOT_MAPPED, SEMANTICS};
use crate::target::Engine;
use diag::Diagnostic;
use sql::ast::{DataType, DataTypeKind, Ident};
use sql::statements::create_table::{ColumnDef, ColumnKind, Metadata};

/// The columns that Blink fills from the message itself.
const MESSAGE_COLUMNS: &[&str] = &["topic", "partition", "offset"];

/// All columns that Blink has for a message that is read.
const FIXED_COLUMNS: &[(&str, DataTypeKind)] = &[
    ("messageKey", DataTypeKind::Varbinary(None)),
    ("message", DataTypeKind::Varbinary(None)),
    ("topic", DataTypeKind::Varchar(None)),
    ("partition", DataTypeKind::Int),
    ("offset", DataTypeKind::BigInt),
];

pub(crate) fn is_kafka(definition: &TableDefinition) -> bool {
    let connector = definition.connector().map_or("", |connector| connector.text.as_str());
    connector.to_ascii_lowercase().starts_with("kafka")
}

impl Renderer<'_> {
    /// From the five columns of Blink to formats and metadata; returns the options to add, in the words of the target.
    pub(crate) fn kafka_from_blink(&mut self, definition: &mut TableDefinition, roles: &[Role]) -> Vec<(String, String)> {
        let is_sink = roles.contains(&Role::Sink);
        for column in &mut definition.columns {
            let name = column.name.value.to_ascii_lowercase();
            let ColumnKind::Typed { metadata, header, .. } = &mut column.kind else { continue };
            if !is_sink && MESSAGE_COLUMNS.contains(&name.as_str()) {
                *header = true;
                *metadata = Some(Metadata { from: None, is_virtual: true, span: column.span });
            }
        }
        let is_physical = |kind: &ColumnKind| matches!(kind, ColumnKind::Typed { metadata: None, header: false, .. });
        let physical: Vec<String> =
            definition.columns.iter().filter(|column| is_physical(&column.kind)).map(|column| column.name.value.clone()).collect();
        let key = physical.iter().find(|name| name.eq_ignore_ascii_case("messageKey")).cloned();
        let values = physical.len() - usize::from(key.is_some());
        let text = |pairs: &[(&str, &str)]| pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>();
        if values != 1 {
            let message = format!(
                "{} needs a format to read {values} columns of table '{}' from a message",
                self.target.title(),
                definition.name.text()
            );
            self.report(Diagnostic::error(NOT_IN_TARGET, definition.span, message).with_help("Set it: SET table.`format` = 'json';"));
            return Vec::new();
        }
        match key {
            Some(key) if is_sink && definition.keys.primary.is_some() => {
                self.rewritten(
                    definition.span,
                    format!("table '{}' with its key '{key}' is written by connector 'upsert-kafka'", definition.name.text()),
                );
                text(&[("key.format", "raw"), ("value.format", "raw"), ("value.fields-include", "EXCEPT_KEY")])
            }
            Some(key) => {
                text(&[("key.format", "raw"), ("key.fields", &key), ("value.format", "raw"), ("value.fields-include", "EXCEPT_KEY")])
            }
            None => text(&[("format", "raw")]),
        }
    }

    /// A key of a source asks Blink for the last row of each; Kafka's connector refuses it elsewhere.
    pub(crate) fn drop_source_key(&mut self, definition: &mut TableDefinition) {
        if definition.keys.primary.take().is_some() {
            let message =
                format!("Blink keeps the last row of each key of table '{}'; {} does not", definition.name.text(), self.target.title());
            let help = "Number the rows of each key and keep the last: ROW_NUMBER() OVER (PARTITION BY key ORDER BY PROCTIME() DESC) = 1.";
            self.report(Diagnostic::warning(crate::diagnostics::SEMANTICS, definition.span, message).with_help(help));
        }
    }

    /// Blink hands out the bytes of a message and reads no format.
    pub(crate) fn kafka_to_blink(&mut self, definition: &mut TableDefinition, roles: &[Role]) {
        let mut has_format = false;
        for key in ["format", "value.format", "key.format"] {
            let Some(format) = definition.options.shift_remove(key) else { continue };
            if format.text != "raw" {
                has_format = true;
                let message = format!("Blink reads the bytes of a message, not format '{}'", format.text);
                let help = "Declare messageKey and message as VARBINARY and parse the message in the query.";
                self.report(Diagnostic::error(NOT_IN_TARGET, format.span, message).with_help(help));
            }
        }
        for key in ["key.fields", "value.fields-include"] {
            definition.options.shift_remove(key);
        }
        if roles == [Role::Source] && !has_format {
            self.blink_message(definition);
        }
        for column in &mut definition.columns {
            if let ColumnKind::Typed { data_type, metadata, header, .. } = &mut column.kind
                && MESSAGE_COLUMNS.contains(&column.name.value.as_str())
            {
                (*metadata, *header) = (None, false);
                if matches!(data_type.kind, DataTypeKind::String) {
                    data_type.kind = DataTypeKind::Varchar(None);
                }
            }
        }
    }

    /// Blink reads a message into five columns, all of them and in this order; there is no HEADER.
    pub(crate) fn blink_message(&mut self, definition: &mut TableDefinition) {
        let is_one = |name: &str| FIXED_COLUMNS.iter().any(|(fixed, _)| fixed.eq_ignore_ascii_case(name));
        let typed = definition.columns.iter().filter(|column| matches!(column.kind, ColumnKind::Typed { .. }));
        let names: Vec<String> = typed.map(|column| column.name.value.clone()).collect();
        let name = definition.name.text();
        if let Some(other) = names.iter().find(|name| !is_one(name)) {
            let message =
                format!("Blink reads a message of table '{name}' into messageKey, message, topic, partition and offset, not '{other}'");
            return self.report(Diagnostic::warning(SEMANTICS, definition.span, message));
        }
        let is_header = |column: &ColumnDef| matches!(column.kind, ColumnKind::Typed { header: true, .. });
        if names.len() == FIXED_COLUMNS.len() && !definition.columns.iter().any(is_header) {
            return;
        }
        let span = definition.span;
        let fixed = FIXED_COLUMNS.iter().map(|(name, kind)| {
            let data_type = DataType { kind: kind.clone(), nullable: None, span };
            let kind = ColumnKind::Typed { data_type, metadata: None, constraint: None, header: false };
            ColumnDef { name: Ident::new(*name, span), kind, comment: None, span }
        });
        let computed = std::mem::take(&mut definition.columns).into_iter().filter(|column| matches!(column.kind, ColumnKind::Computed(_)));
        definition.columns = fixed.chain(computed).collect();
        self.rewritten(span, format!("Blink reads all five columns of a message: table '{name}' has them"));
    }

    /// `extraConfig = 'k=v;k=v'` and keys of Kafka's own client become `properties.*`.
    pub(crate) fn kafka_property(&mut self, key: &str, option: &TableOption) -> Vec<(String, String)> {
        if key.eq_ignore_ascii_case("extraConfig") {
            let pairs = option.text.split(';').filter_map(|pair| pair.split_once('='));
            return pairs.map(|(key, value)| (format!("properties.{}", key.trim()), value.trim().to_owned())).collect();
        }
        match key.contains('.') {
            true => vec![(format!("properties.{key}"), option.text.clone())],
            false => {
                let message = format!("option '{key}' has no counterpart in {}", self.target.title());
                self.report(Diagnostic::warning(OPTION_NOT_MAPPED, option.span, message));
                Vec::new()
            }
        }
    }

    /// `properties.k` is `k` in Blink.
    pub(crate) fn plain_kafka_key(&self, key: &str, form: Engine) -> Option<String> {
        if form == Engine::Blink || !self.target.is_blink() { None } else { key.strip_prefix("properties.").map(str::to_owned) }
    }
}
