//! The tables of a script: what references mean, and one definition for each distinct way to use a table.

use super::Renderer;
use super::script::is_named;
use crate::definition::TableDefinition;
use crate::target::Engine;
use diag::Span;
use sql::ast::{Ident, ObjectName, Quote};
use sql::print::to_sql;
use sql::statements::create_table::{CreateMode, CreateTable, OptionEntry, OptionKey, OptionValue, Options, TableElement};
use std::collections::HashSet;

/// What a statement does with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Source,
    /// The table of FOR SYSTEM_TIME AS OF.
    Dimension,
    Sink,
}

/// A table and the definitions that references to it need.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// With the settings of the script.
    pub(crate) base: TableDefinition,
    /// The statement that defines it, unless it is defined outside.
    pub(crate) index: Option<usize>,
    pub(crate) variants: Vec<Variant>,
    /// Whether a setting changed it.
    pub(crate) is_set: bool,
    /// The tables of its name, while the script has to choose between them.
    pub(crate) candidates: Vec<TableDefinition>,
    /// Where the script asks for no more columns than are used.
    pub(crate) pruning: Option<Span>,
    /// Columns that settings added.
    pub(crate) added_columns: Vec<(String, Span)>,
}

/// One distinct definition.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) definition: TableDefinition,
    signature: String,
    pub(crate) name: ObjectName,
    pub(crate) roles: Vec<Role>,
    /// The columns that references read; `None` where one reads them all.
    pub(crate) read: Option<HashSet<String>>,
}

impl Variant {
    /// Whether it is the definition without hints.
    pub(crate) fn is_of(&self, base: &TableDefinition) -> bool {
        self.signature == signature(base)
    }
}

impl Table {
    pub(crate) fn new(base: TableDefinition, index: Option<usize>) -> Self {
        Table { base, index, variants: Vec::new(), is_set: false, candidates: Vec::new(), pruning: None, added_columns: Vec::new() }
    }
}

impl Renderer<'_> {
    /// The table that a reference means: one of the script, or else a registered one.
    pub(crate) fn table_index(&mut self, name: &ObjectName) -> Option<usize> {
        let ignore_case = self.parts.source == Engine::Blink;
        let exact = self.tables.iter().position(|table| table.base.name.parts == name.parts);
        let is_meant = |table: &Table| table.index.is_some() && is_named(&table.base.name, name, ignore_case);
        let found = exact.or_else(|| self.tables.iter().position(is_meant));
        if found.is_some() {
            return found;
        }
        let definition = self.input.registry.table(name)?;
        let is_same = |table: &Table| table.index.is_none() && table.base.name.parts == definition.name.parts;
        if let Some(known) = self.tables.iter().position(is_same) {
            return Some(known);
        }
        let candidates = Some(self.input.registry.candidates(name)).filter(|candidates| candidates.len() > 1).unwrap_or_default();
        self.tables.push(Table { candidates, ..Table::new(definition, None) });
        Some(self.tables.len() - 1)
    }

    /// The name to write for a table with a definition.
    pub(crate) fn variant(&mut self, index: usize, definition: TableDefinition, role: Role) -> ObjectName {
        self.variant_that_reads(index, definition, role, None)
    }

    /// The same for a reference that reads some columns only.
    pub(crate) fn variant_that_reads(
        &mut self,
        index: usize,
        definition: TableDefinition,
        role: Role,
        read: Option<HashSet<String>>,
    ) -> ObjectName {
        let signature = signature(&definition);
        let table = &mut self.tables[index];
        let known = table.variants.iter_mut().find(|variant| variant.signature == signature);
        if let Some(variant) = known {
            if !variant.roles.contains(&role) {
                variant.roles.push(role);
            }
            match (&mut variant.read, read) {
                (Some(known), Some(read)) => known.extend(read),
                (known, _) => *known = None,
            }
            return variant.name.clone();
        }
        let name = table.base.name.clone();
        table.variants.push(Variant { definition, signature, name: name.clone(), roles: vec![role], read });
        name
    }

    /// Gives each definition its name: that of the table for the definition without hints, or else for the first one.
    pub(crate) fn name_tables(&mut self) {
        self.use_models();
        let runs_nothing = self.parts.tables.iter().any(|(index, _)| self.parts.used.contains(index));
        for index in 0..self.tables.len() {
            let is_local = self.tables[index].index.is_some();
            if runs_nothing && is_local && self.tables[index].variants.is_empty() {
                let definition = self.tables[index].base.clone();
                self.variant(index, definition, Role::Source);
                self.tables[index].variants[0].roles.clear();
            }
            let base = signature(&self.tables[index].base);
            self.tables[index].variants.sort_by_key(|variant| variant.signature != base);
            let mut name = self.written_name(index);
            for position in 0..self.tables[index].variants.len() {
                if position > 0 {
                    name = self.numbered(index, position);
                }
                self.tables[index].variants[position].name = name.clone();
            }
        }
    }

    /// The tables that used ones are LIKE are used too.
    fn use_models(&mut self) {
        let mut waiting: Vec<usize> = (0..self.tables.len()).filter(|index| !self.tables[*index].variants.is_empty()).collect();
        while let Some(index) = waiting.pop() {
            let Some(like) = self.tables[index].base.like.clone() else { continue };
            let Some(model) = self.table_index(&like.source).filter(|model| self.tables[*model].variants.is_empty()) else { continue };
            let definition = self.tables[model].base.clone();
            self.variant(model, definition, Role::Source);
            waiting.push(model);
        }
    }

    /// A registered table is written without its project, unless another table has that name.
    fn written_name(&self, index: usize) -> ObjectName {
        let table = &self.tables[index];
        let name = &table.base.name;
        if table.index.is_some() || name.parts.len() == 1 {
            return name.clone();
        }
        let last = name.last();
        let others = self.tables.iter().enumerate().filter(|(other, _)| *other != index);
        let is_taken = others.map(|(_, other)| other.base.name.last()).any(|other| other.value.eq_ignore_ascii_case(&last.value));
        let text =
            if is_taken { name.parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>().join("__") } else { last.value.clone() };
        ObjectName { parts: vec![Ident { value: text, quote: Quote::Bare, span: last.span }], span: name.span }
    }

    /// `project.table.column` is `table.column`: references are written without their project, or keep the name of the table as an alias.
    pub(crate) fn leave_project(&self, name: &mut ObjectName) {
        let is_registered = |length: &usize| {
            let tables = self.tables.iter().filter(|table| table.index.is_none());
            tables.map(|table| &table.base.name.parts).any(|parts| parts.len() > 1 && parts[..] == name.parts[..*length])
        };
        if let Some(length) = (2..=name.parts.len()).find(is_registered) {
            name.parts.drain(..length - 1);
        }
    }

    fn numbered(&self, index: usize, position: usize) -> ObjectName {
        let mut name = self.written_name(index);
        let Some(last) = name.parts.last_mut() else { return name };
        let stem = last.value.clone();
        let mut number = position;
        let is_taken = |candidate: &str| {
            let tables = self.tables.iter().map(|table| &table.base.name);
            tables.chain(self.parts.views.iter().map(|(_, view)| &view.name)).any(|known| known.last().value == candidate)
        };
        while is_taken(&format!("{stem}__{number}")) {
            number += 1;
        }
        last.value = format!("{stem}__{number}");
        name
    }
}

/// Text that is the same for definitions that are.
fn signature(definition: &TableDefinition) -> String {
    format!("{}{:?}{:?}", to_sql(&plain(definition)), definition.keys.index, definition.keys.unique_index).replace(['\n'], " ")
        + &format!("{:?}", definition.keys.unique)
}

/// The definition as a statement, keys aside from the primary one.
pub(crate) fn plain(definition: &TableDefinition) -> CreateTable {
    let columns = definition.columns.iter().cloned().map(TableElement::Column);
    let watermark = definition.watermark.clone().map(TableElement::Watermark);
    let key = definition.keys.primary.clone().map(|columns| super::ddl::primary_key(columns, None, definition.span));
    let entries = definition.options.iter().map(|(key, option)| OptionEntry {
        key: OptionKey::String(super::ddl::string(key, option.span)),
        value: OptionValue::String(super::ddl::string(&option.text, option.span)),
        span: option.span,
    });
    CreateTable {
        mode: CreateMode::Create,
        temporary: definition.temporary,
        if_not_exists: definition.if_not_exists,
        name: definition.name.clone(),
        elements: columns.chain(watermark).chain(key).collect(),
        elements_span: None,
        comment: definition.comment.clone(),
        distribution: definition.distribution.clone(),
        partitioned_by: definition.partitioned_by.clone(),
        options: Some(Options { entries: entries.collect(), span: definition.span }).filter(|options| !options.entries.is_empty()),
        like: definition.like.clone(),
        query: None,
    }
}
