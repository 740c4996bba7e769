//! SHOW CREATE: the statement that would make an object.

use super::unknown_object;
use crate::diagnostics::{UNKNOWN_OBJECT, WRONG_KIND};
use crate::flink;
use crate::result::ContentTable;
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use options::{TableOptions, secret};
use sql::ast::ObjectName;
use sql::print::{quote_identifier, quote_string};
use sql::statements::drop::ObjectKind;
use table::catalog::{CatalogDescriptor, CatalogModel, CatalogObject, CatalogTable, CatalogView, FoundObject, ObjectIdentifier};
use table::{Column, ColumnKind};

impl Session {
    pub(super) fn show_create(&mut self, kind: ObjectKind, name: &ObjectName, span: Span) -> Result<ContentTable> {
        let text = match kind {
            ObjectKind::Table | ObjectKind::View => self.create_object_text(kind, name)?,
            ObjectKind::Catalog => self.create_catalog_text(name)?,
            ObjectKind::Model => self.create_model_text(name)?,
            ObjectKind::MaterializedTable => return Err(super::materialized_table::not_supported(span).into()),
            ObjectKind::Connection => return Err(super::no_connections(span).into()),
            ObjectKind::Database | ObjectKind::Function => {
                let message = format!("SHOW CREATE {} does not exist", kind.words());
                return Err(Diagnostic::error(crate::diagnostics::NOT_SUPPORTED, span, message).into());
            }
        };
        Ok(ContentTable::of_names("result", [text]))
    }

    fn create_object_text(&mut self, kind: ObjectKind, name: &ObjectName) -> Result<String> {
        let identifier = self.qualified(name)?;
        let Some(found) = self.catalogs.object(&identifier)? else { return Err(self.unknown_shown(kind, &identifier, name.span)) };
        match (kind, &found.object) {
            (ObjectKind::Table, CatalogObject::Table(table)) => Ok(create_table_text(&found, table)),
            (ObjectKind::View, CatalogObject::View(view)) => Ok(create_view_text(&found, view)),
            (ObjectKind::Table, CatalogObject::View(_)) => Err(other_kind(&identifier, name.span, ["TABLE", "tables", "view", "VIEW"])),
            _ => Err(other_kind(&identifier, name.span, ["VIEW", "views", "table", "TABLE"])),
        }
    }

    fn unknown_shown(&self, kind: ObjectKind, identifier: &ObjectIdentifier, span: Span) -> Error {
        let (words, word, title) = match kind {
            ObjectKind::View => ("VIEW", "view", "View"),
            _ => ("TABLE", "table", "Table"),
        };
        let flink = format!("Could not execute SHOW CREATE {words}. {title} with identifier {identifier} does not exist.");
        let near = self.catalogs.unknown_table(&[&identifier.catalog, &identifier.database, &identifier.object], span);
        let diagnostic = Diagnostic::error(UNKNOWN_OBJECT, span, format!("{word} '{}' does not exist", identifier.summary()));
        near.helps.into_iter().fold(diagnostic, Diagnostic::with_help).with_flink(flink::validation(flink)).into()
    }

    fn create_catalog_text(&mut self, name: &ObjectName) -> Result<String> {
        let name_text = name.text();
        match self.catalogs.descriptor(&name_text) {
            Some(descriptor) => Ok(create_catalog_text(&name_text, descriptor)),
            None => Err(self.undefined_catalog(&name_text, name.span, &no_metadata(&name_text))),
        }
    }

    fn create_model_text(&mut self, name: &ObjectName) -> Result<String> {
        let identifier = self.qualified(name)?;
        match self.catalogs.model(&identifier)? {
            Some((model, is_temporary)) => Ok(create_model_text(&identifier, &model, is_temporary)),
            None => {
                let flink = format!("Could not execute SHOW CREATE MODEL. Model with identifier {identifier} does not exist.");
                Err(unknown_object(name.span, format!("model '{}' does not exist", identifier.summary()), flink::validation(flink)))
            }
        }
    }
}

pub(super) fn no_metadata(catalog: &str) -> String {
    flink::validation(format!("Cannot obtain metadata information from Catalog {catalog}."))
}

fn other_kind(identifier: &ObjectIdentifier, span: Span, [asked, several, is, right]: [&str; 4]) -> Error {
    let flink =
        format!("SHOW CREATE {asked} is only supported for {several}, but {identifier} is a {is}. Please use SHOW CREATE {right} instead.");
    let diagnostic = Diagnostic::error(WRONG_KIND, span, format!("'{}' is a {is}", identifier.summary()))
        .with_help(format!("Write SHOW CREATE {right}."))
        .with_flink(flink::table(flink));
    diagnostic.into()
}

fn temporary(is_temporary: bool) -> &'static str {
    if is_temporary { "TEMPORARY " } else { "" }
}

fn create_table_text(found: &FoundObject, table: &CatalogTable) -> String {
    let mut elements: Vec<String> = table.schema.columns.iter().map(column_text).collect();
    if let Some(watermark) = &table.schema.watermark {
        let column: Vec<_> = watermark.column.iter().map(|part| quote_identifier(part)).collect();
        elements.push(format!("WATERMARK FOR {} AS {}", column.join("."), watermark.strategy.expanded));
    }
    if let Some(key) = &table.schema.primary_key {
        elements.push(format!("CONSTRAINT {} PRIMARY KEY ({}) NOT ENFORCED", quote_identifier(&key.name), quoted(&key.columns)));
    }
    let mut text = format!("CREATE {}TABLE {}", temporary(found.is_temporary), found.identifier);
    if elements.is_empty() {
        text.push('\n');
    } else {
        text.push_str(&format!(" (\n  {}\n)\n", elements.join(",\n  ")));
    }
    push_comment(&mut text, table.comment.as_deref());
    if let Some(distribution) = &table.distribution {
        text.push_str(&format!("{distribution}\n"));
    }
    if !table.partition_keys.is_empty() {
        text.push_str(&format!("PARTITIONED BY ({})\n", quoted(&table.partition_keys)));
    }
    push_with(&mut text, table_options(&table.options));
    text
}

fn column_text(column: &Column) -> String {
    let name = quote_identifier(&column.name);
    let mut text = match &column.kind {
        ColumnKind::Physical => format!("{name} {}", column.data_type.ddl_text()),
        ColumnKind::Computed(expr) => format!("{name} AS {}", expr.expanded),
        ColumnKind::Metadata { .. } => format!("{name} {} {}", column.data_type.ddl_text(), metadata_text(&column.kind)),
    };
    if let Some(comment) = &column.comment {
        text.push_str(&format!(" COMMENT {}", quote_string(comment)));
    }
    text
}

/// `METADATA FROM 'key' VIRTUAL`
pub(super) fn metadata_text(kind: &ColumnKind) -> String {
    let ColumnKind::Metadata { key, is_virtual } = kind else { return String::new() };
    let from = key.as_ref().map_or(String::new(), |key| format!(" FROM {}", quote_string(key)));
    format!("METADATA{from}{}", if *is_virtual { " VIRTUAL" } else { "" })
}

fn create_view_text(found: &FoundObject, view: &CatalogView) -> String {
    let columns: Vec<_> = view.schema.columns.iter().map(|column| quote_identifier(&column.name)).collect();
    let mut text = format!("CREATE {}VIEW {} (\n  {}\n)\n", temporary(found.is_temporary), found.identifier, columns.join(",\n  "));
    push_comment(&mut text, view.comment.as_deref());
    text.push_str(&format!("AS {}\n", view.query.expanded));
    text
}

fn create_catalog_text(name: &str, descriptor: &CatalogDescriptor) -> String {
    let mut text = format!("CREATE CATALOG {}\n", quote_identifier(name));
    push_comment(&mut text, descriptor.comment.as_deref());
    push_with(&mut text, plain_options(&descriptor.options));
    text
}

fn create_model_text(identifier: &ObjectIdentifier, model: &CatalogModel, is_temporary: bool) -> String {
    let mut text = format!("CREATE {}MODEL {identifier}\n", temporary(is_temporary));
    for (word, columns) in [("INPUT", &model.input), ("OUTPUT", &model.output)] {
        if !columns.is_empty() {
            let columns: Vec<_> = columns.iter().map(column_text).collect();
            text.push_str(&format!("{word} ({})\n", columns.join(", ")));
        }
    }
    push_comment(&mut text, model.comment.as_deref());
    push_with(&mut text, plain_options(&model.options));
    text
}

fn push_comment(text: &mut String, comment: Option<&str>) {
    if let Some(comment) = comment.filter(|comment| !comment.is_empty()) {
        text.push_str(&format!("COMMENT {}\n", quote_string(comment)));
    }
}

fn push_with(text: &mut String, mut options: Vec<(String, String)>) {
    if options.is_empty() {
        return;
    }
    options.sort();
    let entries: Vec<_> = options.iter().map(|(key, value)| format!("{} = {}", quote_string(key), quote_string(value))).collect();
    text.push_str(&format!("WITH (\n  {}\n)\n", entries.join(",\n  ")));
}

/// Without secrets.
fn table_options(options: &TableOptions) -> Vec<(String, String)> {
    options.iter().map(|(key, value)| (key.to_string(), secret::shown(key, &value.text, None).into_owned())).collect()
}

fn plain_options<'o>(options: impl IntoIterator<Item = (&'o String, &'o String)>) -> Vec<(String, String)> {
    options.into_iter().map(|(key, value)| (key.clone(), secret::shown(key, value, None).into_owned())).collect()
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| quote_identifier(name)).collect::<Vec<_>>().join(", ")
}
