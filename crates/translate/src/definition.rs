//! A table as it is effective for one reference: what the script declares, with settings and hints applied.

use crate::stores;
use crate::target::Engine;
use diag::Span;
use indexmap::IndexMap;
use sql::ast::{Ident, ObjectName, StringLiteral};
use sql::statements::create_table::{
    ColumnDef, ColumnKind, ConstraintKind, CreateTable, Distribution, Like, OptionKey, TableElement, WatermarkDef,
};

/// A table, in the terms of the engine whose DDL it is.
#[derive(Clone, Debug)]
pub struct TableDefinition {
    pub name: ObjectName,
    /// The engine that types, columns and options are written for.
    pub form: Engine,
    pub temporary: bool,
    pub if_not_exists: bool,
    pub columns: Vec<ColumnDef>,
    pub watermark: Option<WatermarkDef>,
    pub keys: Keys,
    pub comment: Option<StringLiteral>,
    pub distribution: Option<Distribution>,
    pub partitioned_by: Vec<Ident>,
    pub options: IndexMap<String, TableOption>,
    pub like: Option<Like>,
    /// Of a mirror table: the fields that statements know, with the columns that they are. Empty where they are the columns themselves.
    pub fields: Vec<(String, String)>,
    /// Whether a file stands in for it: options of another connector mean nothing then.
    pub bound: bool,
    pub span: Span,
}

/// The keys of a table: independent of each other, each replaced as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    pub primary: Option<Vec<Ident>>,
    pub unique: Vec<Vec<Ident>>,
    /// One row or many for a value.
    pub index: Vec<Vec<Ident>>,
    /// One row for a value.
    pub unique_index: Vec<Vec<Ident>>,
}

/// The value of an option and where it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct TableOption {
    pub text: String,
    pub span: Span,
}

impl TableDefinition {
    /// Reads a CREATE TABLE. `from` is the engine that the whole script is for, where that is known.
    pub fn new(create: &CreateTable, span: Span, from: Option<Engine>) -> Self {
        let entries = create.options.iter().flat_map(|options| &options.entries);
        let options = entries
            .map(|entry| {
                let key = match &entry.key {
                    OptionKey::String(key) => key.value.clone(),
                    OptionKey::Name(name) => name.text(),
                };
                (key, TableOption { text: entry.value.text(), span: entry.span })
            })
            .collect();
        let form = form(&options, from);
        let mut definition = TableDefinition {
            name: create.name.clone(),
            form,
            temporary: create.temporary,
            if_not_exists: create.if_not_exists,
            columns: Vec::new(),
            watermark: None,
            keys: Keys::default(),
            comment: create.comment.clone(),
            distribution: create.distribution.clone(),
            partitioned_by: create.partitioned_by.clone(),
            options,
            like: create.like.clone(),
            fields: Vec::new(),
            bound: false,
            span,
        };
        create.elements.iter().for_each(|element| definition.add(element));
        definition
    }

    fn add(&mut self, element: &TableElement) {
        match element {
            TableElement::Column(column) => self.add_column(column),
            TableElement::Watermark(watermark) => self.watermark = Some(watermark.clone()),
            TableElement::Constraint(constraint) => self.add_key(constraint.kind, constraint.columns.clone()),
            TableElement::Index(index) if index.unique => self.keys.unique_index.push(index.columns.clone()),
            TableElement::Index(index) => self.keys.index.push(index.columns.clone()),
            TableElement::Name(_) | TableElement::Period(_) => {}
        }
    }

    /// A key of one column may stand behind the column.
    fn add_column(&mut self, column: &ColumnDef) {
        let mut column = column.clone();
        if let ColumnKind::Typed { constraint, .. } = &mut column.kind
            && let Some(constraint) = constraint.take()
        {
            self.add_key(constraint.kind, vec![column.name.clone()]);
        }
        self.columns.push(column);
    }

    fn add_key(&mut self, kind: ConstraintKind, columns: Vec<Ident>) {
        match kind {
            ConstraintKind::PrimaryKey => self.keys.primary = Some(columns),
            ConstraintKind::Unique => self.keys.unique.push(columns),
        }
    }

    /// The option of a key; Blink compares keys without case.
    pub fn option(&self, key: &str) -> Option<&TableOption> {
        match self.form {
            Engine::Blink => self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, option)| option),
            Engine::Vvr | Engine::Flink => self.options.get(key),
        }
    }

    pub(crate) fn set_option(&mut self, key: &str, option: TableOption) {
        let known = self.options.keys().find(|known| match self.form {
            Engine::Blink => known.eq_ignore_ascii_case(key),
            Engine::Vvr | Engine::Flink => *known == key,
        });
        let key = known.cloned().unwrap_or_else(|| key.to_owned());
        self.options.insert(key, option);
    }

    /// The connector, as its DDL names it.
    pub fn connector(&self) -> Option<&TableOption> {
        match self.form {
            Engine::Blink => self.option("type").or_else(|| self.option("connector")),
            Engine::Vvr | Engine::Flink => self.option("connector"),
        }
    }

    /// A file takes the place of the connector and its options; columns, keys and watermark stay.
    pub(crate) fn stand_in(&mut self, options: &[(String, String)], span: Span) {
        if self.form == Engine::Blink {
            self.columns.iter_mut().for_each(|column| {
                if let ColumnKind::Typed { data_type, .. } = &mut column.kind
                    && let Some(kind) = crate::render::without_blink(&data_type.kind)
                {
                    data_type.kind = kind;
                }
            });
        }
        self.form = Engine::Flink;
        self.bound = true;
        self.options = options.iter().map(|(key, text)| (key.clone(), TableOption { text: text.clone(), span })).collect();
    }

    /// Whether everything that can be read from the table is there already.
    pub(crate) fn is_bounded(&self) -> bool {
        let text = |key: &str| self.option(key).map(|option| option.text.as_str());
        match self.connector().map(|connector| connector.text.to_ascii_lowercase()).as_deref() {
            Some("filesystem") => text("source.monitor-interval").is_none(),
            Some("datagen") => text("number-of-rows").is_some(),
            Some("kafka") => text("scan.bounded.mode").is_some_and(|mode| mode != "unbounded"),
            Some("jdbc" | "rds" | "mysql" | "odps" | "hologres" | "hbase-2.2" | "hbase-1.4") => true,
            _ => false,
        }
    }

    /// Whether rows are found by their key as of now: not in files, nor in what is only read from one end to the other.
    pub(crate) fn can_be_looked_up(&self) -> bool {
        const ONLY_READ: &[&str] =
            &["filesystem", "datagen", "kafka", "upsert-kafka", "print", "blackhole", "sls", "datahub", "continuous-odps", "tt"];
        self.form == Engine::Blink || self.connector().is_none_or(|connector| !ONLY_READ.contains(&connector.text.as_str()))
    }

    pub(crate) fn column(&self, name: &str) -> Option<&ColumnDef> {
        self.columns.iter().find(|column| match self.form {
            Engine::Blink => column.name.value.eq_ignore_ascii_case(name),
            Engine::Vvr | Engine::Flink => column.name.value == name,
        })
    }

    pub(crate) fn column_mut(&mut self, name: &str) -> Option<&mut ColumnDef> {
        let is_blink = self.form == Engine::Blink;
        self.columns.iter_mut().find(|column| match is_blink {
            true => column.name.value.eq_ignore_ascii_case(name),
            false => column.name.value == name,
        })
    }

    /// The names that statements know.
    pub(crate) fn field_names(&self) -> Vec<String> {
        match self.fields.is_empty() {
            true => self.column_names(),
            false => self.fields.iter().map(|(field, _)| field.clone()).collect(),
        }
    }

    pub(crate) fn column_names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.value.clone()).collect()
    }
}

fn form(options: &IndexMap<String, TableOption>, from: Option<Engine>) -> Engine {
    let has = |wanted: &str| options.keys().any(|key| key.eq_ignore_ascii_case(wanted));
    match options.get("connector") {
        Some(connector) if stores::is_only_in_vvr(&connector.text) => Engine::Vvr,
        Some(connector) if stores::is_only_in_blink(&connector.text) => Engine::Blink,
        Some(_) => from.filter(|engine| *engine != Engine::Blink).unwrap_or(Engine::Flink),
        None if has("type") => Engine::Blink,
        None => from.unwrap_or(Engine::Flink),
    }
}
