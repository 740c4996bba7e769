//! Secrets are filled in where a table is opened, on a copy that nothing prints.

use crate::Session;
use diag::{Result, has_errors};
use options::{Checks, LayeredOptions, OptionValue, Subject};
use resolve::bound::{BoundSink, Relation, RelationKind};
use std::borrow::Cow;
use table::connector::TableContext;
use workspace::has_secret;

impl Session {
    /// A relation whose tables have the values of their secrets.
    pub(super) fn with_secrets<'r>(&self, relation: &'r Relation) -> Result<Cow<'r, Relation>> {
        let mut is_needed = false;
        relation.visit(&mut |inner| {
            if let RelationKind::Scan(scan) = &inner.kind {
                is_needed |= needs_secrets(&scan.table);
            }
        });
        // In a test nothing is opened.
        if !is_needed || self.overrides.stand_ins.is_some() {
            return Ok(Cow::Borrowed(relation));
        }
        let mut filled = relation.clone();
        let mut done = Ok(());
        filled.visit_tables_mut(&mut |table| {
            if done.is_ok() {
                done = self.fill_secrets(table);
            }
        });
        done.map(|()| Cow::Owned(filled))
    }

    /// A sink with the values of its secrets.
    pub(super) fn sink_with_secrets<'s>(&self, sink: &'s BoundSink) -> Result<Cow<'s, BoundSink>> {
        if !needs_secrets(&sink.table) || self.overrides.stand_ins.is_some() {
            return Ok(Cow::Borrowed(sink));
        }
        let mut filled = sink.clone();
        self.fill_secrets(&mut filled.table)?;
        Ok(Cow::Owned(filled))
    }

    fn fill_secrets(&self, table: &mut TableContext) -> Result<()> {
        if !needs_secrets(table) {
            return Ok(());
        }
        let mut options = LayeredOptions::new();
        for (key, value) in table.options.layers().iter() {
            let text = self.secrets.fill(&value.text, value.span)?;
            options.insert(key, OptionValue { text, ..value.clone() });
        }
        let name = table.identifier.summary();
        let subject = Subject { name: &name, span: table.span };
        let (filled, found) = options::resolve(subject, &options, table.options.groups().to_vec(), Checks::Lenient);
        if has_errors(&found)
            && let Some(mistake) = found.into_iter().find(|diagnostic| diagnostic.is_error())
        {
            return Err(mistake.into());
        }
        table.options = filled;
        Ok(())
    }
}

fn needs_secrets(table: &TableContext) -> bool {
    table.options.layers().iter().any(|(_, value)| has_secret(&value.text))
}
