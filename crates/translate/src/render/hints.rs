//! Hints on references: folded into a definition of the table for that reference, or kept where the target has them.

use super::Renderer;
use super::proctime::{column, select_from};
use super::settings::column_list;
use super::tables::Role;
use crate::definition::{TableDefinition, TableOption};
use crate::diagnostics::{DEPRECATED, HINT, NOT_IN_TARGET};
use diag::{Diagnostic, Span};
use sql::ast::{Hint, HintArgs, HintValue, Ident, LegacyWith, Literal, ObjectName, SelectItem, TableAlias, TableRef, TableRefKind};

impl Renderer<'_> {
    /// A named table of a FROM clause.
    pub(crate) fn reference(&mut self, reference: &mut TableRef) {
        let TableRefKind::Named(table) = &mut reference.kind else { return };
        if self.is_common_table(&table.name) || self.parts.view(&table.name).is_some() {
            return self.refuse_hints(&table.name, &table.hints);
        }
        let role = if table.system_time.is_some() { Role::Dimension } else { Role::Source };
        let legacy = table.legacy_with.take();
        let Some(name) = self.fold(&table.name, &mut table.hints, legacy.as_ref(), role) else { return };
        let old = table.name.last().clone();
        let index = self.table_index(&table.name);
        let fields = index.map(|index| self.tables[index].base.fields.clone()).unwrap_or_default();
        if !fields.is_empty() {
            table.name = name;
            return self.project_fields(reference, &fields, old);
        }
        if name.last().value != old.value && reference.alias.is_none() {
            let span = old.span;
            reference.alias = Some(TableAlias { name: old, columns: Vec::new(), span });
        }
        table.name = name;
    }

    /// `(SELECT column AS field, .. FROM table) AS mirror`
    fn project_fields(&mut self, reference: &mut TableRef, fields: &[(String, String)], name: Ident) {
        let span = reference.span;
        if matches!(&reference.kind, TableRefKind::Named(table) if table.system_time.is_some()) {
            let message = format!("fields of mirror table '{}' have other names than its columns, so it cannot be looked up", name.value);
            return self.report(Diagnostic::error(NOT_IN_TARGET, span, message));
        }
        let item = |(field, other): &(String, String)| SelectItem::Expr {
            expr: column(other, span),
            alias: (field != other).then(|| Ident::new(field.clone(), span)),
        };
        let from = TableRef { kind: std::mem::replace(&mut reference.kind, TableRefKind::Error), alias: None, span };
        let query = select_from(fields.iter().map(item).collect(), from, span);
        reference.kind = TableRefKind::Derived { lateral: false, query: Box::new(query) };
        let alias = || TableAlias { name: name.clone(), columns: Vec::new(), span };
        reference.alias.get_or_insert_with(alias);
    }

    /// A table that is named without a query around it has no place for the names of fields.
    pub(crate) fn refuse_mirror(&mut self, name: &ObjectName) {
        let index = self.table_index(name);
        if index.is_some_and(|index| !self.tables[index].base.fields.is_empty()) {
            let message = format!("fields of mirror table '{}' have other names than its columns: select them in a query", name.text());
            self.report(
                Diagnostic::error(NOT_IN_TARGET, name.span, message).with_help("Make a view: CREATE VIEW v AS SELECT * FROM mirror."),
            );
        }
    }

    pub(crate) fn is_common_table(&self, name: &ObjectName) -> bool {
        name.parts.len() == 1 && self.common_tables.iter().any(|(known, _)| *known == name.last().value)
    }

    fn refuse_hints(&mut self, name: &ObjectName, hints: &[Hint]) {
        for hint in hints {
            let message = format!("'{}' is no table: hint {} has nothing to change", name.text(), hint.name.value);
            self.report(Diagnostic::error(HINT, hint.span, message).with_help("Put the hint on a table inside it."));
        }
    }

    /// The name to write for a table with the hints of one reference; what the target can read of them stays in `hints`. `None` when nothing
    /// is known about the table.
    pub(crate) fn fold(&mut self, name: &ObjectName, hints: &mut Vec<Hint>, legacy: Option<&LegacyWith>, role: Role) -> Option<ObjectName> {
        let Some(index) = self.table_index(name) else {
            self.refuse_unknown(name, hints, legacy);
            return None;
        };
        if self.tables[index].candidates.len() > 1 {
            self.refuse_type(index, name.span);
        }
        let mut effective = self.tables[index].base.clone();
        let mut seen = SeenKeys::default();
        for mut hint in std::mem::take(hints) {
            if !self.fold_hint(index, &mut effective, &hint, role, &mut seen) {
                self.mask_hint(&mut hint);
                hints.push(hint);
            }
        }
        if let Some(legacy) = legacy {
            self.fold_legacy(index, &mut effective, legacy, &mut seen);
        }
        self.refuse_added_columns(index, name, role);
        let read = self.read_columns(index, name, role);
        Some(self.variant_that_reads(index, effective, role, read))
    }

    /// Without a definition there is nothing to fold a hint into.
    fn refuse_unknown(&mut self, name: &ObjectName, hints: &[Hint], legacy: Option<&LegacyWith>) {
        let needs_definition = |hint: &&Hint| !hint.name.value.eq_ignore_ascii_case("OPTIONS") || self.target.is_blink();
        let spans = hints.iter().filter(needs_definition).map(|hint| hint.span).chain(legacy.map(|with| with.span));
        let found: Vec<Diagnostic> = spans
            .map(|span| {
                Diagnostic::error(HINT, span, format!("the hint changes the definition of table '{}', which is not known", name.text()))
                    .with_help("Define the table in the script: CREATE TABLE ..")
            })
            .collect();
        self.notes.extend(found);
    }

    /// True when the hint is in the definition now and must not be written.
    fn fold_hint(&mut self, index: usize, effective: &mut TableDefinition, hint: &Hint, role: Role, seen: &mut SeenKeys) -> bool {
        let name = hint.name.value.to_ascii_uppercase();
        match (name.as_str(), &hint.args) {
            ("PRIMARYKEY" | "INDEX" | "UNIQUEINDEX", HintArgs::List(values)) => {
                let columns = values.iter().flat_map(|value| column_list(&value.text(), value.span())).collect();
                self.fold_key(index, effective, &name, columns, hint.span, seen);
                true
            }
            ("DATAPHINCOLUMNS", HintArgs::List(values)) => {
                self.crop(effective, values, hint.span, role);
                true
            }
            ("PRIMARYKEY" | "INDEX" | "UNIQUEINDEX" | "DATAPHINCOLUMNS", _) => {
                let message = format!("the hint {name} names columns");
                self.report(Diagnostic::error(HINT, hint.span, message).with_help("Write /*+ primarykey(id) */."));
                true
            }
            ("OPTIONS", HintArgs::Options(_)) if effective.bound => {
                self.ignored_by_file(index, "OPTIONS", hint.span);
                true
            }
            ("OPTIONS", HintArgs::Options(entries)) if self.folds_options(effective) => {
                for entry in entries {
                    if self.refuse_locked(index, &entry.key.text(), entry.key.span(), "a hint") {
                        continue;
                    }
                    effective.set_option(&entry.key.text(), TableOption { text: entry.value.value.clone(), span: entry.key.span() });
                }
                self.rewritten(hint.span, format!("the hint OPTIONS is folded into the definition of table '{}'", effective.name.text()));
                true
            }
            ("OPTIONS", HintArgs::Options(entries)) => {
                for entry in entries {
                    self.refuse_locked(index, &entry.key.text(), entry.key.span(), "a hint");
                }
                false
            }
            _ => self.keep_hint(hint),
        }
    }

    /// Blink has no OPTIONS, and the keys of another engine mean nothing to the target.
    fn folds_options(&self, definition: &TableDefinition) -> bool {
        let connector = definition.connector().map_or("", |connector| connector.text.as_str());
        self.target.is_blink() || !self.shares_connector(definition.form, connector)
    }

    fn keep_hint(&mut self, hint: &Hint) -> bool {
        if !self.target.is_blink() {
            return false;
        }
        let message = format!("Blink has no hint {}", hint.name.value);
        self.report(Diagnostic::error(NOT_IN_TARGET, hint.span, message));
        true
    }

    fn fold_key(
        &mut self,
        index: usize,
        effective: &mut TableDefinition,
        name: &str,
        columns: Vec<Ident>,
        span: Span,
        seen: &mut SeenKeys,
    ) {
        if !self.check_columns(index, &columns, span) {
            return;
        }
        let (slot, replaced) = match name {
            "PRIMARYKEY" => {
                if std::mem::replace(&mut seen.primary, true) {
                    self.report(Diagnostic::error(HINT, span, "a reference has one primary key"));
                }
                effective.keys.primary = Some(columns);
                return self.rewritten(span, format!("the primary key is part of the definition of table '{}'", effective.name.text()));
            }
            "INDEX" => (&mut effective.keys.index, &mut seen.index),
            _ => (&mut effective.keys.unique_index, &mut seen.unique_index),
        };
        if !std::mem::replace(replaced, true) {
            slot.clear();
        }
        slot.push(columns);
        self.refuse_index(span);
    }

    /// `JOIN t WITH (k = v)`
    fn fold_legacy(&mut self, index: usize, effective: &mut TableDefinition, legacy: &LegacyWith, seen: &mut SeenKeys) {
        let help = "Write a hint behind the name of the table: /*+ primarykey(id) */ or /*+ OPTIONS('k'='v') */.";
        let message = "WITH behind the table of a join is folded into the definition of the table";
        self.report(Diagnostic::warning(DEPRECATED, legacy.span, message).with_help(help));
        for (key, value) in &legacy.options {
            let name = key.value.to_ascii_uppercase();
            let text = literal_text(&value.value);
            if matches!(name.as_str(), "PRIMARYKEY" | "INDEX" | "UNIQUEINDEX") {
                self.fold_key(index, effective, &name, column_list(&text, value.span), key.span.to(value.span), seen);
            } else if !self.refuse_locked(index, &key.value, key.span, "a hint") {
                effective.set_option(&key.value, TableOption { text, span: key.span });
            }
        }
    }

    /// A column that a setting added cannot be written.
    fn refuse_added_columns(&mut self, index: usize, name: &ObjectName, role: Role) {
        if role != Role::Sink {
            return;
        }
        if let Some((column, span)) = self.tables[index].added_columns.first().cloned() {
            let message = format!("table '{}' is written, so no column '{column}' can be added to it", name.text());
            self.report(Diagnostic::error(crate::diagnostics::SETTING, span, message).with_label(name.span, "written here"));
        }
    }

    /// The values of `dataphincolumns(rowkey, family.column)`.
    fn crop(&mut self, effective: &mut TableDefinition, values: &[HintValue], span: Span, role: Role) {
        if role != Role::Sink || !super::hbase::is_hbase(effective) {
            let message = "the hint dataphincolumns is for the HBase table of an INSERT";
            return self.report(Diagnostic::error(HINT, span, message));
        }
        match super::hbase::cropped(effective, values, span) {
            Ok(columns) => {
                effective.columns = columns;
                self.rewritten(span, format!("the definition of table '{}' has the columns of the hint only", effective.name.text()));
            }
            Err(diagnostic) => self.report(*diagnostic),
        }
    }
}

/// The slots that hints of one reference filled already.
#[derive(Default)]
struct SeenKeys {
    primary: bool,
    index: bool,
    unique_index: bool,
}

fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::String(text) => text.value.clone(),
        other => other.to_string(),
    }
}
