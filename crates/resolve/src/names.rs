//! Names of tables: common table expressions first, then catalogs.

use crate::context::{CommonTable, Resolver};
use crate::diagnostics::{AMBIGUOUS_NAME, CATALOG_FAILURE, FlinkText, UNRESOLVED_VARIABLE, UNSUPPORTED_EXPRESSION};
use diag::Diagnostic;
use sql::ast::{Ident, ObjectName, Quote};
use table::catalog::{FoundObject, Lookup, WORKSPACE};
use workspace::HIDDEN_TABLE;

/// What a name in FROM means.
pub(crate) enum TableName {
    Common(CommonTable),
    Object(FoundObject),
    /// Reported.
    Unknown,
}

impl Resolver<'_> {
    pub(crate) fn table_name(&mut self, name: &ObjectName) -> TableName {
        if let [single] = name.parts.as_slice()
            && let Some(common) = self.common_tables.iter().rev().find(|common| common.name == single.value)
        {
            let common = common.clone();
            if common.open {
                self.refuse_recursion(name);
            }
            return TableName::Common(common);
        }
        match self.find_object(name) {
            Some(found) => TableName::Object(found),
            None => TableName::Unknown,
        }
    }

    fn refuse_recursion(&mut self, name: &ObjectName) {
        let message = format!("the query of '{}' reads itself, and Flink has no plan for that", name.text());
        let flink = "Cannot generate a valid execution plan for the given query";
        let diagnostic = Diagnostic::error(UNSUPPORTED_EXPRESSION, name.span, message);
        self.report(diagnostic.with_help("Write as many joins or UNION ALL as there are levels.").flink_table(flink));
    }

    /// Finds a table or view in the catalogs; a name that means nothing or two things is reported.
    pub(crate) fn find_object(&mut self, name: &ObjectName) -> Option<FoundObject> {
        if let Some(variable) = name.parts.iter().find(|part| part.quote == Quote::Variable) {
            let message = format!("variable '{}' has no value", variable.value);
            self.report(Diagnostic::error(UNRESOLVED_VARIABLE, variable.span, message).with_help("Give it one: --var name=value."));
            return None;
        }
        let parts: Vec<&str> = name.parts.iter().map(|part| part.value.as_str()).collect();
        match self.context.catalogs.lookup_in(&self.namespace, &parts) {
            Ok(Lookup::Found(found)) => Some(found),
            Ok(Lookup::Ambiguous(here, project)) => {
                let (here, project) = (here.identifier.summary(), project.identifier.summary());
                let diagnostic = Diagnostic::error(AMBIGUOUS_NAME, name.span, format!("'{}' means two tables", name.text()))
                    .with_note(format!("They are '{here}' and '{project}'."))
                    .with_help("Write the catalog in front.");
                self.report(diagnostic);
                None
            }
            Ok(Lookup::NotFound) => {
                if let Some(found) = self.object_in_other_case(&parts) {
                    return Some(found);
                }
                let diagnostic = self.context.catalogs.unknown_table(&parts, name.span);
                let diagnostic = self.near_common_table(diagnostic, &parts);
                self.report(diagnostic);
                None
            }
            Err(error) => {
                let message = format!("table '{}' cannot be looked up: {error}", name.text());
                self.report(Diagnostic::error(CATALOG_FAILURE, name.span, message));
                None
            }
        }
    }

    /// The table of a project whose name differs in case only, where that makes no difference.
    fn object_in_other_case(&self, parts: &[&str]) -> Option<FoundObject> {
        let (last, qualifier) = parts.split_last().filter(|_| self.ignores_case())?;
        let database = qualifier.last().copied().unwrap_or(&self.namespace.database);
        let known = self.context.catalogs.objects(WORKSPACE, database).ok()?;
        let same: Vec<&String> = known.iter().filter(|name| name.eq_ignore_ascii_case(last)).collect();
        let [name] = same.as_slice() else { return None };
        match self.context.catalogs.lookup_in(&self.namespace, &[WORKSPACE, database, name.as_str()]) {
            Ok(Lookup::Found(found)) => Some(found),
            _ => None,
        }
    }

    /// A common table expression hides a table of the project.
    pub(crate) fn warn_of_hidden_table(&mut self, name: &Ident) {
        let is_task = self.context.layers.is_some_and(|layers| layers.engine().is_some());
        let found = self.context.catalogs.lookup_in(&self.namespace, &[&name.value]);
        if let (true, Ok(Lookup::Found(found))) = (is_task, found)
            && found.identifier.catalog == WORKSPACE
        {
            let message = format!("'{}' of the script hides the table of the project", name.value);
            self.report(Diagnostic::warning(HIDDEN_TABLE, name.span, message));
        }
    }

    fn near_common_table(&self, diagnostic: Diagnostic, parts: &[&str]) -> Diagnostic {
        let [single] = parts else { return diagnostic };
        if !diagnostic.helps.is_empty() {
            return diagnostic;
        }
        match diag::suggest::nearest(single, self.common_tables.iter().map(|common| common.name.as_str())) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic,
        }
    }
}
