//! DESCRIBE, and SHOW COLUMNS.

use super::show_create::{metadata_text, no_metadata};
use super::{Outcome, unknown_object};
use crate::flink;
use crate::like_pattern::passes;
use crate::result::{ContentTable, StatementResult};
use crate::session::Session;
use diag::{Diagnostic, Result, Span};
use functions::Definition;
use options::secret;
use resolve::definition::INVALID_NAME;
use resolve::definition::parts;
use sql::ast::ObjectName;
use sql::print::quote_identifier;
use sql::statements::describe::Describe;
use sql::statements::drop::ObjectKind;
use sql::statements::show::ShowLike;
use table::catalog::{CatalogObject, WORKSPACE};
use table::function::FunctionDefinition;
use table::{Column, ColumnKind, LogicalType, Schema, TimeAttribute, TypeKind};

impl Session {
    pub(super) fn describe(&mut self, node: &Describe, span: Span) -> Outcome {
        let table = match node {
            Describe::Table { name, .. } => self.show_columns(name, None)?,
            Describe::Object { kind, extended, name } => match kind {
                ObjectKind::Catalog => self.describe_catalog(name, *extended)?,
                ObjectKind::Database => self.describe_database(name, *extended)?,
                ObjectKind::Function => self.describe_function(name, *extended)?,
                ObjectKind::Model => self.describe_model(name)?,
                ObjectKind::Connection => return Err(super::no_connections(span).into()),
                ObjectKind::Table | ObjectKind::View | ObjectKind::MaterializedTable => self.show_columns(name, None)?,
            },
            Describe::Job(_) => return Err(super::no_jobs(span).into()),
        };
        Ok(StatementResult::Content(table))
    }

    pub(super) fn show_columns(&mut self, name: &ObjectName, like: Option<&ShowLike>) -> Result<ContentTable> {
        let identifier = self.qualified(name)?;
        let found = match self.catalogs.object(&identifier)? {
            Some(found) => Some(found),
            None => match *parts(name).as_slice() {
                [project, object] => self.catalogs.object(&table::catalog::ObjectIdentifier::new(WORKSPACE, project, object))?,
                _ => None,
            },
        };
        let Some(found) = found else {
            let flink = format!("Tables or views with the identifier '{}' doesn't exist.", identifier.summary());
            return Err(self.catalogs.unknown_table(&parts(name), name.span).with_flink(flink::validation(flink)).into());
        };
        let schema = match &found.object {
            CatalogObject::Table(table) => &table.schema,
            CatalogObject::View(view) => &view.schema,
        };
        Ok(describe_schema(schema, self.streaming() != Some(false), like))
    }

    fn describe_catalog(&mut self, name: &ObjectName, extended: bool) -> Result<ContentTable> {
        let text = name.text();
        let Some(descriptor) = self.catalogs.descriptor(&text) else {
            return Err(self.undefined_catalog(&text, name.span, &no_metadata(&text)));
        };
        let mut table = ContentTable::new(["info name", "info value"]);
        table.push(["name", &text]);
        table.push(["type", descriptor.options.get("type").map_or("", String::as_str)]);
        table.push(["comment", descriptor.comment.as_deref().unwrap_or_default()]);
        if extended {
            let mut options: Vec<_> = descriptor.options.iter().filter(|(key, _)| *key != "type").collect();
            options.sort();
            for (key, value) in options {
                table.push([format!("option:{key}"), secret::shown(key, value, None).into_owned()]);
            }
        }
        Ok(table)
    }

    fn describe_database(&mut self, name: &ObjectName, extended: bool) -> Result<ContentTable> {
        let Some((catalog, database)) = super::database_name(name) else {
            let message = format!("database name '{}' has more than two parts", name.text());
            return Err(Diagnostic::error(INVALID_NAME, name.span, message).into());
        };
        let catalog_name = catalog.unwrap_or(self.catalogs.current_catalog());
        let Some(catalog) = self.catalogs.catalog(catalog_name) else {
            return Err(self.unknown_catalog(
                catalog_name,
                name.span,
                &flink::validation(format!("Catalog {catalog_name} does not exist")),
            ));
        };
        let Some(found) = catalog.database(database)? else { return Err(self.unknown_database(catalog_name, database, name.span)) };
        let mut table = ContentTable::new(["info name", "info value"]);
        table.push(["name", database]);
        table.push(["comment", found.comment.as_deref().unwrap_or_default()]);
        if extended {
            for (key, value) in &found.options {
                table.push([format!("option:{key}"), secret::shown(key, value, None).into_owned()]);
            }
        }
        Ok(table)
    }

    fn describe_function(&mut self, name: &ObjectName, extended: bool) -> Result<ContentTable> {
        let text = name.text();
        let mut table = ContentTable::new(["info name", "info value"]);
        if name.parts.len() == 1 {
            if let Some(function) = self.catalogs.system_function(&text) {
                if let Some(refused) = resolve::refuse_class(function, name.span) {
                    return Err(refused.into());
                }
                push_function(&mut table, true, true);
                return Ok(table);
            }
            if let Some(definition) = functions::DEFINITIONS.iter().find(|definition| definition.name == text) {
                push_function(&mut table, true, false);
                if extended {
                    push_definition(&mut table, definition);
                }
                return Ok(table);
            }
            if let Some(definition) = self.functions.find(&text) {
                push_function(&mut table, true, false);
                if extended {
                    push_called(&mut table, &text, &definition);
                }
                return Ok(table);
            }
        }
        if let Some(found) = self.catalogs.function(&parts(name))? {
            if let Some(refused) = resolve::refuse_class(&found.function, name.span) {
                return Err(refused.into());
            }
            push_function(&mut table, false, found.is_temporary);
            if extended {
                table.push(["class", &found.function.class]);
                table.push(["language", found.function.language.as_deref().unwrap_or("JAVA")]);
            }
            return Ok(table);
        }
        let path: Vec<_> = name.parts.iter().map(|part| quote_identifier(&part.value)).collect();
        let flink = format!("Function with the identifier '{}' doesn't exist.", path.join("."));
        let diagnostic = Diagnostic::error(crate::diagnostics::UNKNOWN_OBJECT, name.span, format!("function '{text}' does not exist"));
        Err(super::with_near(diagnostic, &text, self.functions.names()).with_flink(flink::validation(flink)).into())
    }

    fn describe_model(&mut self, name: &ObjectName) -> Result<ContentTable> {
        let identifier = self.qualified(name)?;
        let Some((model, _)) = self.catalogs.model(&identifier)? else {
            let flink = format!("Model with the identifier '{}' doesn't exist.", identifier.summary());
            return Err(unknown_object(name.span, format!("model '{}' does not exist", identifier.summary()), flink::validation(flink)));
        };
        let all = || model.input.iter().map(|column| (column, true)).chain(model.output.iter().map(|column| (column, false)));
        let with_comments = all().any(|(column, _)| column.comment.is_some());
        let mut table = ContentTable::new(["name", "type", "null", "is input"]);
        if with_comments {
            table.columns.push("comment".into());
        }
        for (column, is_input) in all() {
            let mut row = vec![column.name.clone(), type_text(&column.data_type), flag(column.data_type.nullable), flag(is_input)];
            if with_comments {
                row.push(column.comment.clone().unwrap_or_default());
            }
            table.push(row);
        }
        Ok(table)
    }
}

fn push_function(table: &mut ContentTable, is_system: bool, is_temporary: bool) {
    table.push(["is system function", if is_system { "true" } else { "false" }]);
    table.push(["is temporary", if is_temporary { "true" } else { "false" }]);
}

/// A function by the name that Flink lists.
fn push_definition(table: &mut ContentTable, definition: &Definition) {
    push_built_in(table, definition.kind, definition.is_deterministic, definition.signatures.join("\n"));
}

/// A function by the name that SQL calls.
fn push_called(table: &mut ContentTable, name: &str, definition: &FunctionDefinition) {
    let (kind, deterministic) = match definition {
        FunctionDefinition::Scalar(function) => ("SCALAR", function.is_deterministic()),
        FunctionDefinition::Aggregate(_) | FunctionDefinition::Rank(_) => ("AGGREGATE", true),
        FunctionDefinition::Table(_) => ("TABLE", true),
        FunctionDefinition::Unsupported { .. } => ("OTHER", true),
    };
    let signatures = functions::doc_of(definition).map_or(format!("{name}(..)"), |doc| doc.signatures.join("\n"));
    push_built_in(table, kind, deterministic, signatures);
}

fn push_built_in(table: &mut ContentTable, kind: &str, deterministic: bool, signatures: String) {
    table.push(["kind", kind]);
    table.push(["requirements", "[]"]);
    table.push(["is deterministic", if deterministic { "true" } else { "false" }]);
    table.push(["supports constant folding", if deterministic { "true" } else { "false" }]);
    table.push(["signature".to_string(), signatures]);
}

/// The rows of DESCRIBE.
fn describe_schema(schema: &Schema, streaming: bool, like: Option<&ShowLike>) -> ContentTable {
    let with_comments = schema.columns.iter().any(|column| column.comment.is_some());
    let mut table = ContentTable::new(["name", "type", "null", "key", "extras", "watermark"]);
    if with_comments {
        table.columns.push("comment".into());
    }
    let key = schema.primary_key.as_ref();
    let key_text = key.map_or(String::new(), |key| format!("PRI({})", key.columns.join(", ")));
    for column in schema.columns.iter().filter(|column| passes(like, &column.name)) {
        let watermark = schema.watermark.as_ref().filter(|watermark| watermark.column == [column.name.clone()]);
        let data_type = match watermark {
            Some(_) => with_rowtime(column.data_type.clone(), streaming),
            None if column.data_type.time_attribute() == TimeAttribute::Rowtime => with_rowtime(column.data_type.clone(), streaming),
            None => column.data_type.clone(),
        };
        let in_key = key.is_some_and(|key| key.columns.contains(&column.name));
        let mut row = vec![
            column.name.clone(),
            type_text(&data_type),
            flag(data_type.nullable),
            if in_key { key_text.clone() } else { String::new() },
            extras(column),
            watermark.map_or(String::new(), |watermark| watermark.strategy.expanded.to_string()),
        ];
        if with_comments {
            row.push(column.comment.clone().unwrap_or_default());
        }
        table.push(row);
    }
    table
}

/// Event time shows in streaming mode only.
fn with_rowtime(mut data_type: LogicalType, streaming: bool) -> LogicalType {
    if let TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } = &mut data_type.kind {
        *attribute = if streaming { TimeAttribute::Rowtime } else { TimeAttribute::None };
    }
    data_type
}

fn type_text(data_type: &LogicalType) -> String {
    data_type.kind.to_string()
}

fn extras(column: &Column) -> String {
    match &column.kind {
        ColumnKind::Physical => String::new(),
        ColumnKind::Computed(expr) => format!("AS {}", expr.expanded),
        ColumnKind::Metadata { .. } => metadata_text(&column.kind),
    }
}

fn flag(value: bool) -> String {
    if value { "TRUE" } else { "FALSE" }.to_string()
}
