//! CREATE CATALOG, DATABASE, VIEW, FUNCTION, MODEL.

use super::{Outcome, already_exists, database_name};
use crate::diagnostics::INVALID_CATALOG;
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Result, Span, suggest};
use indexmap::IndexMap;
use resolve::definition::INVALID_NAME;
use resolve::definition::{self, ViewParts};
use sql::statements::create::{CreateCatalog, CreateDatabase, CreateFunction, CreateModel, CreateView, ResourceKind, Scope};
use sql::statements::create_table::Options;
use std::sync::Arc;
use table::catalog::{
    Catalog, CatalogDatabase, CatalogDescriptor, CatalogFunction, CatalogObject, GENERIC_IN_MEMORY, GenericInMemoryCatalog, WORKSPACE,
};

/// The options of an in-memory catalog.
const IN_MEMORY_OPTIONS: [&str; 2] = ["default-database", "property-version"];

/// The database that an in-memory catalog starts with.
const DEFAULT_DATABASE: &str = "default";

impl Session {
    pub(super) fn create_catalog(&mut self, node: &CreateCatalog) -> Outcome {
        let name = &node.name.value;
        if self.catalogs.catalog(name).is_some() {
            if node.if_not_exists {
                return Ok(StatementResult::Succeeded);
            }
            let flink = flink::catalog("CatalogException", format!("Catalog {name} already exists."));
            return Err(already_exists(node.name.span, format!("catalog '{name}' exists already"), flink));
        }
        let options = option_map(node.options.as_ref());
        let span = node.options.as_ref().map_or(node.name.span, |options| options.span);
        let catalog = open_catalog(&options, node.options.as_ref(), span)?;
        let descriptor = CatalogDescriptor { options, comment: node.comment.as_ref().map(|comment| comment.value.clone()) };
        self.catalogs.register_catalog(name, catalog, descriptor);
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn create_database(&mut self, node: &CreateDatabase) -> Outcome {
        let Some((catalog, name)) = database_name(&node.name) else {
            let message = format!("database name '{}' has more than two parts", node.name.text());
            return Err(Diagnostic::error(INVALID_NAME, node.name.span, message).into());
        };
        let catalog = catalog.unwrap_or(self.catalogs.current_catalog()).to_string();
        let Some(found) = self.catalogs.catalog(&catalog) else {
            let flink = flink::validation(format!("Catalog {catalog} does not exist"));
            return Err(self.unknown_catalog(&catalog, node.name.span, &flink));
        };
        if found.database(name)?.is_some() {
            if node.if_not_exists {
                return Ok(StatementResult::Succeeded);
            }
            let flink = flink::catalog("DatabaseAlreadyExistException", format!("Database {name} already exists in Catalog {catalog}."));
            return Err(already_exists(node.name.span, format!("database '{name}' exists already"), flink));
        }
        let comment = node.comment.as_ref().map(|comment| comment.value.clone());
        found.create_database(name, CatalogDatabase { comment, options: option_map(node.options.as_ref()) })?;
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn create_view(&mut self, node: &CreateView, span: Span) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        let comment = node.comment.as_ref().map(|comment| comment.value.clone());
        let parts = ViewParts { columns: &node.columns, query: &node.query, comment };
        let view = definition::view(&self.context(), span, &parts);
        let view = self.accept(view)?;
        let object = CatalogObject::View(Arc::new(view));
        self.register(&identifier, object, node.temporary, node.if_not_exists, node.name.span)?;
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn create_function(&mut self, node: &CreateFunction, span: Span) -> Outcome {
        let name = node.name.text();
        let place = node.name.span;
        let function = catalog_function(node, span);
        if node.scope == Scope::TemporarySystem {
            if self.catalogs.system_function(&name).is_none() {
                self.catalogs.set_system_function(&name, function);
            } else if !node.if_not_exists {
                let flink = format!("Could not register temporary system function. A function named '{name}' does already exist.");
                return Err(already_exists(place, format!("temporary system function '{name}' exists already"), flink::validation(flink)));
            }
            return Ok(StatementResult::Succeeded);
        }
        let mut identifier = self.qualified(&node.name)?;
        identifier.object = identifier.object.to_lowercase();
        // Flink looks at the class of a temporary function at once.
        if node.scope == Scope::Temporary
            && let Some(refused) = resolve::refuse_base_class(&function, node.class.span)
        {
            return Err(refused.into());
        }
        if node.scope == Scope::Temporary || identifier.catalog == WORKSPACE {
            if self.catalogs.temporary_function(&identifier).is_none() {
                self.catalogs.set_temporary_function(identifier, function);
            } else if !node.if_not_exists {
                let summary = identifier.summary();
                let flink = format!("Could not register temporary catalog function. A function '{summary}' does already exist.");
                return Err(already_exists(place, format!("temporary function '{summary}' exists already"), flink::validation(flink)));
            }
            return Ok(StatementResult::Succeeded);
        }
        let home = self.home(&identifier, place)?;
        if home.function(&identifier.path())?.is_none() {
            home.create_function(&identifier.path(), function)?;
        } else if !node.if_not_exists {
            let flink = flink::catalog(
                "FunctionAlreadyExistException",
                format!("Function {} already exists in Catalog {}.", identifier.path(), identifier.catalog),
            );
            return Err(already_exists(place, format!("function '{}' exists already", identifier.summary()), flink));
        }
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn create_model(&mut self, node: &CreateModel, span: Span) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        let place = node.name.span;
        if let Some(query) = &node.query {
            let diagnostic = Diagnostic::error(crate::diagnostics::NOT_SUPPORTED, query.span, "CREATE MODEL AS is not supported")
                .with_help("Declare the model with INPUT, OUTPUT and WITH.");
            return Err(diagnostic.into());
        }
        let model = definition::model(&self.context(), span, node);
        let model = self.accept(model)?;
        if node.temporary {
            let exists = self.catalogs.model(&identifier)?.is_some_and(|(_, is_temporary)| is_temporary);
            if !exists {
                self.catalogs.set_temporary_model(identifier, model);
            } else if !node.if_not_exists {
                let flink = flink::validation(format!("Temporary model '{identifier}' already exists"));
                return Err(already_exists(place, format!("temporary model '{}' exists already", identifier.summary()), flink));
            }
            return Ok(StatementResult::Succeeded);
        }
        let home = self.home(&identifier, place)?;
        if home.model(&identifier.path())?.is_none() {
            home.create_model(&identifier.path(), model)?;
        } else if !node.if_not_exists {
            return Err(model_exists(&identifier, place));
        }
        Ok(StatementResult::Succeeded)
    }
}

/// The function that a CREATE FUNCTION declares.
pub(crate) fn catalog_function(node: &CreateFunction, span: Span) -> CatalogFunction {
    CatalogFunction {
        class: node.class.value.clone(),
        language: node.language.as_ref().map(|language| language.value.to_ascii_uppercase()),
        resources: node.using.iter().map(|resource| (resource_word(resource.kind).to_string(), resource.path.value.clone())).collect(),
        options: option_map(node.options.as_ref()),
        span,
    }
}

pub(super) fn model_exists(identifier: &table::catalog::ObjectIdentifier, span: Span) -> diag::Error {
    let text = format!("Model {} already exists in Catalog {}.", identifier.path(), identifier.catalog);
    already_exists(span, format!("model '{}' exists already", identifier.summary()), flink::catalog("ModelAlreadyExistException", text))
}

/// The options of a clause as plain text; the last of equal keys wins.
pub(super) fn option_map(options: Option<&Options>) -> IndexMap<String, String> {
    options.into_iter().flat_map(|options| &options.entries).map(|entry| (entry.key.text(), entry.value.text())).collect()
}

/// Makes a catalog from its options; `written` gives their places.
pub(super) fn open_catalog(options: &IndexMap<String, String>, written: Option<&Options>, span: Span) -> Result<Arc<dyn Catalog>> {
    let place = |key: &str| {
        let entry = written.into_iter().flat_map(|options| &options.entries).find(|entry| entry.key.text() == key);
        entry.map_or(span, |entry| entry.span)
    };
    let Some(kind) = options.get("type") else {
        let flink = "Catalog options do not contain an option key 'type' for discovering a catalog.";
        let diagnostic = Diagnostic::error(INVALID_CATALOG, span, "the catalog has no option 'type'")
            .with_help(format!("Write WITH ('type' = '{GENERIC_IN_MEMORY}')."))
            .with_flink(flink::validation(flink));
        return Err(diagnostic.into());
    };
    if kind != GENERIC_IN_MEMORY {
        let flink = format!(
            "Could not find any factory for identifier '{kind}' that implements 'org.apache.flink.table.factories.CatalogFactory' in the \
             classpath.\n\nAvailable factory identifiers are:\n\n{GENERIC_IN_MEMORY}"
        );
        let diagnostic = Diagnostic::error(INVALID_CATALOG, place("type"), format!("there is no kind of catalog '{kind}'"))
            .with_note(format!("The kind that is known is '{GENERIC_IN_MEMORY}'."))
            .with_flink(flink::validation(flink));
        return Err(diagnostic.into());
    }
    let is_known = |key: &str| key == "type" || IN_MEMORY_OPTIONS.contains(&key);
    if let Some(unknown) = options.keys().find(|key| !is_known(key)) {
        let all: Vec<&str> = options.keys().map(String::as_str).filter(|key| !is_known(key)).collect();
        let flink = format!(
            "Unsupported options found for '{GENERIC_IN_MEMORY}'.\n\nUnsupported options:\n\n{}\n\nSupported options:\n\n{}",
            all.join("\n"),
            IN_MEMORY_OPTIONS.join("\n")
        );
        let diagnostic = Diagnostic::error(INVALID_CATALOG, place(unknown), format!("'{unknown}' is not an option of catalog '{kind}'"))
            .with_flink(flink::validation(flink));
        return Err(match suggest::nearest(unknown, IN_MEMORY_OPTIONS) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic,
        }
        .into());
    }
    let database = options.get("default-database").map_or(DEFAULT_DATABASE, String::as_str);
    Ok(Arc::new(GenericInMemoryCatalog::new(database)))
}

fn resource_word(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Jar => "JAR",
        ResourceKind::Artifact => "ARTIFACT",
    }
}
