//! Definitions of tables in the words of the target.

use super::Renderer;
use super::kafka::is_kafka;
use super::tables::{Role, Variant, plain};
use crate::definition::TableDefinition;
use crate::diagnostics::{NOT_IN_TARGET, OPTION_NOT_MAPPED, SEMANTICS};
use crate::stores::{self, Mapped, Store};
use crate::target::Engine;
use diag::{Diagnostic, Span};
use sql::ast::{Ident, ObjectName, Quote, StringLiteral, StringPrefix};
use sql::print::to_sql;
use sql::statements::create_table::{
    ColumnKind, ConstraintKind, CreateTable, IndexDef, Metadata, OptionEntry, OptionKey, Options, TableConstraint, TableElement,
};
use std::collections::HashMap;

/// Definitions of tables that no statement of the script makes.
pub(crate) const OUTSIDE: usize = usize::MAX;

impl Renderer<'_> {
    /// The text of all definitions, by the statement in whose place they stand.
    pub(crate) fn definitions(&mut self) -> HashMap<usize, Vec<(Span, String)>> {
        let mut definitions: HashMap<usize, Vec<(Span, String)>> = HashMap::new();
        for (position, mut table) in self.tables.clone().into_iter().enumerate() {
            let is_changed = table.is_set || table.variants.len() > 1 || table.index.is_none();
            for variant in &mut table.variants {
                let is_made = is_changed || !variant.is_of(&table.base);
                self.prune(position, variant);
                let variant = &*variant;
                let span = variant.definition.span;
                let text = self.create_table(variant, is_made);
                definitions.entry(table.index.unwrap_or(OUTSIDE)).or_default().push((span, text));
            }
        }
        definitions
    }

    /// CREATE TABLE for one definition; `is_made` says that it is not as the script wrote it.
    fn create_table(&mut self, variant: &Variant, is_made: bool) -> String {
        let mut definition = variant.definition.clone();
        let connector = definition.connector().map(|connector| connector.text.clone());
        let extra = self.special_stores(&mut definition, &variant.roles);
        self.maxcompute_dimension(&mut definition, &variant.roles);
        self.columns(&mut definition);
        self.watermark(&mut definition);
        let keys = self.keys(&definition);
        let is_upsert = extra.iter().any(|(key, _)| key == "key.format") && !extra.iter().any(|(key, _)| key == "key.fields");
        self.options(&mut definition, extra, is_upsert);
        self.mask_options(&mut definition);
        let is_permanent = !definition.temporary && definition.form != Engine::Blink && !is_made && self.target.engine() != Engine::Vvr;
        definition.temporary = !self.target.is_blink() && !is_permanent;
        definition.name = variant.name.clone();
        if connector.is_none() && definition.like.is_none() {
            let message = format!("table '{}' has no connector", definition.name.text());
            self.report(Diagnostic::warning(OPTION_NOT_MAPPED, definition.span, message));
        }
        let mut create = plain(&definition);
        create.elements.retain(|element| !matches!(element, TableElement::Constraint(_)));
        create.elements.extend(keys);
        if self.target.is_blink() {
            self.blink_clauses(&mut create, definition.span);
        }
        to_sql(&create)
    }

    /// What stores have in other columns; returns options to add in the words of the target.
    fn special_stores(&mut self, definition: &mut TableDefinition, roles: &[Role]) -> Vec<(String, String)> {
        let leaves_blink = definition.form == Engine::Blink && !self.target.is_blink();
        if self.gets_family(definition) {
            self.add_family(definition, roles);
        }
        if !is_kafka(definition) {
            if leaves_blink && roles == [Role::Source] && definition.keys.primary.is_some() {
                let message =
                    format!("Blink keeps the last row of each key of table '{}'; {} does not", definition.name.text(), self.target.title());
                self.report(Diagnostic::warning(SEMANTICS, definition.span, message));
            }
            return Vec::new();
        }
        match definition.form == Engine::Blink {
            false if self.target.is_blink() => self.kafka_to_blink(definition, roles),
            true if self.target.is_blink() && roles == [Role::Source] => self.blink_message(definition),
            _ => {}
        }
        if !leaves_blink {
            return Vec::new();
        }
        if !roles.contains(&Role::Sink) {
            self.drop_source_key(definition);
        }
        match definition.option("format").is_some() {
            true => Vec::new(),
            false => self.kafka_from_blink(definition, roles),
        }
    }

    /// A dimension table of MaxCompute has no partition columns, and in VVR its key comes first, in the order of the key.
    fn maxcompute_dimension(&mut self, definition: &mut TableDefinition, roles: &[Role]) {
        let is_maxcompute = definition.connector().is_some_and(|connector| connector.text.eq_ignore_ascii_case("odps"));
        if !is_maxcompute || roles != [Role::Dimension] || self.target.engine() == Engine::Flink {
            return;
        }
        let name = definition.name.text();
        let partitions = std::mem::take(&mut definition.partitioned_by);
        if !partitions.is_empty() {
            definition.columns.retain(|column| partitions.iter().all(|part| part.value != column.name.value));
            let names: Vec<&str> = partitions.iter().map(|part| part.value.as_str()).collect();
            self.rewritten(definition.span, format!("dimension table '{name}' has no partition columns: {} is left out", names.join(", ")));
        }
        let Some(key) = definition.keys.primary.clone().filter(|_| self.target.engine() == Engine::Vvr) else { return };
        let before = definition.column_names();
        let rank = |name: &str| key.iter().position(|part| part.value == name).unwrap_or(key.len());
        definition.columns.sort_by_key(|column| rank(&column.name.value));
        if definition.column_names() != before {
            self.rewritten(definition.span, format!("the key of dimension table '{name}' comes first among its columns, as VVR wants it"));
        }
    }

    fn columns(&mut self, definition: &mut TableDefinition) {
        let before = definition.clone();
        for column in &mut definition.columns {
            match &mut column.kind {
                ColumnKind::Typed { data_type, metadata, header, .. } => {
                    self.data_type(data_type, before.form);
                    self.header(&column.name, metadata, header, column.span);
                }
                ColumnKind::Computed(expr) => self.expression(expr, Some(&before)),
            }
        }
    }

    /// HEADER in Blink, METADATA elsewhere.
    fn header(&mut self, name: &Ident, metadata: &mut Option<Metadata>, header: &mut bool, span: Span) {
        if !self.target.is_blink() {
            if std::mem::take(header) && metadata.is_none() {
                *metadata = Some(Metadata { from: None, is_virtual: true, span });
            }
            return;
        }
        let Some(old) = metadata.take() else { return };
        *header = true;
        if let Some(from) = old.from.filter(|from| from.value != name.value) {
            let message = format!("a HEADER of Blink has the name of its column: call column '{}' '{}'", name.value, from.value);
            self.report(Diagnostic::error(NOT_IN_TARGET, old.span, message));
        }
    }

    /// The keys as the target declares them.
    fn keys(&mut self, definition: &TableDefinition) -> Vec<TableElement> {
        let span = definition.span;
        let keys = &definition.keys;
        if self.target.is_blink() {
            let primary = keys.primary.clone().map(|columns| primary_key(columns, None, span));
            let unique = keys.unique.iter().map(|columns| {
                let constraint =
                    TableConstraint { name: None, kind: ConstraintKind::Unique, columns: columns.clone(), enforced: None, span };
                TableElement::Constraint(constraint)
            });
            let index = |unique: bool| {
                move |columns: &Vec<Ident>| TableElement::Index(IndexDef { unique, name: None, columns: columns.clone(), span })
            };
            let indexes = keys.unique_index.iter().map(index(true)).chain(keys.index.iter().map(index(false)));
            return primary.into_iter().chain(unique).chain(indexes).collect();
        }
        let declared = !keys.index.is_empty() || !keys.unique_index.is_empty();
        if declared && definition.form == Engine::Blink && self.is_declared_with_index(definition) {
            self.refuse_index(span);
        }
        let lowered = keys.unique_index.first().filter(|_| self.input.lower_keys);
        let unique = keys.unique.first();
        let primary = keys.primary.as_ref().or(unique).or(lowered);
        if keys.primary.is_none() && primary.is_some() {
            self.rewritten(span, format!("a unique key of table '{}' is its primary key", definition.name.text()));
        }
        primary.into_iter().map(|columns| primary_key(columns.clone(), Some(false), span)).collect()
    }

    /// An index of a setting or a hint was refused at its own place.
    fn is_declared_with_index(&self, definition: &TableDefinition) -> bool {
        let declared = self.parts.tables.iter().find(|(_, table)| table.span == definition.span);
        declared.is_some_and(|(_, table)| !table.keys.index.is_empty() || !table.keys.unique_index.is_empty())
    }

    /// The options with the names and values of the target.
    fn options(&mut self, definition: &mut TableDefinition, extra: Vec<(String, String)>, is_upsert: bool) {
        let Some(connector) = definition.connector().cloned() else { return };
        let (from, to) = (definition.form, self.target.engine());
        if from == Engine::Blink && to == Engine::Blink && connector.text.eq_ignore_ascii_case("datagen") {
            self.rewritten(connector.span, "the source of random rows is called 'random' in Blink");
            return definition.set_option("type", crate::TableOption { text: "random".to_owned(), span: connector.span });
        }
        if from == to || self.shares_connector(from, &connector.text) {
            return;
        }
        let Some(store) = stores::of_connector(from, &connector.text) else {
            return self.unknown_connector(definition, &connector.text, connector.span);
        };
        let Some(name) = store.names(to).iter().find(|name| !is_upsert || name.starts_with("upsert")).or(store.names(to).first()) else {
            let message = format!("{} has no connector for the store of '{}'", to.title(), connector.text);
            self.report(Diagnostic::error(NOT_IN_TARGET, connector.span, message));
            return;
        };
        let old = std::mem::take(&mut definition.options);
        let connector_key = if to == Engine::Blink { "type" } else { "connector" };
        definition.options.insert(connector_key.to_owned(), crate::TableOption { text: (*name).to_owned(), span: connector.span });
        for (key, option) in old {
            if key.eq_ignore_ascii_case("type") && from == Engine::Blink || key == "connector" {
                continue;
            }
            for (key, text) in self.option(store, from, &key, &option) {
                definition.options.insert(key, crate::TableOption { text, span: option.span });
            }
        }
        for (key, text) in extra {
            definition.options.entry(key).or_insert(crate::TableOption { text, span: connector.span });
        }
    }

    /// Whether a connector and its options mean the same to the target.
    pub(crate) fn shares_connector(&self, from: Engine, connector: &str) -> bool {
        if from == Engine::Blink || self.target.is_blink() {
            return from == self.target.engine();
        }
        match stores::of_connector(from, connector) {
            Some(store) => store.names(self.target.engine()).contains(&connector),
            None => true,
        }
    }

    /// A connector that is not in our table: Flink and VVR share most, Blink has none of them.
    fn unknown_connector(&mut self, definition: &TableDefinition, connector: &str, span: Span) {
        let message = format!("connector '{connector}' of table '{}' is not known in {}", definition.name.text(), self.target.title());
        self.report(Diagnostic::error(NOT_IN_TARGET, span, message));
    }

    fn option(&mut self, store: &Store, from: Engine, key: &str, option: &crate::TableOption) -> Vec<(String, String)> {
        let to = self.target.engine();
        match store.map(from, to, key, &option.text) {
            Mapped::To { key, text } => vec![(key, text)],
            Mapped::Noted { key, text, note } => {
                self.rewritten(option.span, note);
                vec![(key, text)]
            }
            Mapped::Closest { key, text } => {
                let message = format!("{} does not load a whole table into its cache: '{}' is '{text}'", self.target.title(), option.text);
                self.report(Diagnostic::warning(SEMANTICS, option.span, message));
                vec![(key, text)]
            }
            Mapped::None if store.blink.contains(&"kafka010") && from == Engine::Blink => self.kafka_property(key, option),
            Mapped::None => match self.plain_kafka_key(key, from) {
                Some(plain) => vec![(plain, option.text.clone())],
                None if store.keys.is_empty() => vec![(key.to_owned(), option.text.clone())],
                None => {
                    let message = format!("option '{key}' has no counterpart in {}", self.target.title());
                    self.report(Diagnostic::warning(OPTION_NOT_MAPPED, option.span, message));
                    Vec::new()
                }
            },
        }
    }

    /// Blink writes keys without quotes and has no clauses but WITH.
    fn blink_clauses(&mut self, create: &mut CreateTable, span: Span) {
        create.temporary = false;
        create.if_not_exists = false;
        create.comment = None;
        for entry in create.options.iter_mut().flat_map(|options: &mut Options| &mut options.entries) {
            let OptionEntry { key, .. } = entry;
            let part = Ident { value: key.text(), quote: Quote::Bare, span: key.span() };
            *key = OptionKey::Name(ObjectName { parts: vec![part], span: key.span() });
        }
        if !create.partitioned_by.is_empty() || create.distribution.is_some() || create.like.is_some() {
            let message = "Blink knows no PARTITIONED BY, DISTRIBUTED BY or LIKE";
            self.report(Diagnostic::error(NOT_IN_TARGET, span, message));
        }
    }
}

pub(crate) fn primary_key(columns: Vec<Ident>, enforced: Option<bool>, span: Span) -> TableElement {
    TableElement::Constraint(TableConstraint { name: None, kind: ConstraintKind::PrimaryKey, columns, enforced, span })
}

pub(crate) fn string(value: &str, span: Span) -> StringLiteral {
    StringLiteral { value: value.to_owned(), prefix: StringPrefix::None, span }
}
