//! The options that hold for one reference to a table, and the connector they choose.
//!
//! Weakest to strongest: the table's definition, what the script sets for the table, the hints of the reference. They are checked once
//! for each reference, with the declarations of the connector and its formats.

use crate::context::{ElsewhereTable, Resolver};
use crate::diagnostics::{
    CONNECTOR_ROLE, FlinkText, LOCKED_OPTION, MISSING_CONNECTOR, REPLACED_BY_BIND, UNKNOWN_CONNECTOR, UNKNOWN_FORMAT,
};
use ::options::{Checks, Layer, LayeredOptions, OptionGroup, OptionValue, ResolvedOptions, Subject, TABLE_OPTIONS, TableOptions, resolve};
use diag::{Diagnostic, Span, suggest};
use std::sync::Arc;
use table::catalog::{CatalogTable, ObjectIdentifier};
use table::connector::{FormatInfo, TableContext, TableFactory};
use table::{LogicalType, Schema, TypeKind};
use workspace::Dialect;

/// What a statement does with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Source,
    /// The table of `FOR SYSTEM_TIME AS OF`, whose rows may be looked up by key.
    Lookup,
    Sink,
}

/// A format that a table uses, and the prefix of its options.
pub(crate) struct Format {
    info: &'static dyn FormatInfo,
    prefix: String,
}

impl Resolver<'_> {
    /// The options of a reference to a table, from all layers.
    pub(crate) fn effective_options(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &CatalogTable,
        hints: &TableOptions,
    ) -> LayeredOptions {
        let mut effective = table.options.clone();
        if let Some(layers) = self.context.layers {
            effective.merge(&layers.layers(identifier, self.streaming));
        }
        effective.merge(hints);
        self.refuse_locked(&mut effective, identifier);
        effective
    }

    /// The connector of a reference to a table, and the table as the connector sees it. `None` when there is no such connector.
    pub(crate) fn table_context(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &CatalogTable,
        mut effective: LayeredOptions,
        role: Role,
        span: Span,
    ) -> Option<(&'static dyn TableFactory, TableContext)> {
        for (key, given) in keep_only_bind(&mut effective) {
            let message = format!("option '{key}' has no effect: another connector stands in for that of table '{}'", identifier.summary());
            self.report(Diagnostic::note(REPLACED_BY_BIND, given.origin.span, message));
        }
        let factory = self.connector(&effective, identifier, role, span)?;
        self.check_role(factory, role, identifier, span);
        let options = self.check_options(factory, &effective, identifier, &table.schema, span)?;
        let mut schema = table.schema.clone();
        if role == Role::Source && self.is_blink() {
            // There a key of a source asks for the last row of each, which every connector can give.
            schema.primary_key = None;
        }
        let context = TableContext {
            identifier: identifier.clone(),
            schema: Arc::new(schema),
            partition_keys: table.partition_keys.clone(),
            options: options.0,
            span,
            environment: Arc::clone(&self.environment),
        };
        if options.1.valid {
            self.diagnostics.extend(factory.check(&context));
            for format in &options.1.formats {
                let found = format.info.check(&context.options.under(&format.prefix), &context.schema);
                self.diagnostics.extend(found);
            }
        }
        Some((factory, context))
    }

    fn is_blink(&self) -> bool {
        self.context.layers.and_then(|layers| layers.engine()).is_some_and(|engine| engine.dialect == Dialect::Blink)
    }

    /// What belongs to a shared table, a script cannot change.
    fn refuse_locked(&mut self, effective: &mut LayeredOptions, identifier: &ObjectIdentifier) {
        let Some(layers) = self.context.layers else { return };
        let defined =
            |value: &OptionValue| !matches!(value.origin.layer, Layer::Set | Layer::SetForMode | Layer::Hint | Layer::CommandLine);
        let connectors: Vec<OptionValue> =
            effective.winner("connector").into_iter().chain(effective.shadowed("connector")).cloned().collect();
        let connector = connectors.iter().find(|value| defined(value)).map_or("", |value| value.text.as_str());
        let mut refused = Vec::new();
        effective.retain(|key, value| {
            let is_locked =
                matches!(value.origin.layer, Layer::Set | Layer::SetForMode | Layer::Hint) && layers.is_locked(identifier, connector, key);
            if is_locked {
                refused.push((key.to_owned(), value.clone()));
            }
            !is_locked
        });
        for (key, value) in refused {
            let message = format!("option '{key}' of table '{}' cannot be changed by {}", identifier.summary(), value.origin.layer.word());
            let diagnostic = Diagnostic::error(LOCKED_OPTION, value.origin.span, message)
                .with_note(format!("It belongs to the definition of the table, for connector '{connector}'."));
            let place = effective.winner(&key).map(|own| own.origin.span).filter(|place| !place.is_none());
            self.report(match place {
                Some(place) => diagnostic.with_label(place, "the table says so here"),
                None => diagnostic,
            });
        }
    }

    fn connector(
        &mut self,
        options: &LayeredOptions,
        identifier: &ObjectIdentifier,
        role: Role,
        span: Span,
    ) -> Option<&'static dyn TableFactory> {
        let table = identifier.summary();
        let Some(chosen) = options.winner("connector") else {
            let diagnostic = Diagnostic::error(MISSING_CONNECTOR, span, format!("table '{table}' has no connector"))
                .with_help("Add 'connector' = '..' to its WITH options.")
                .flink_validation("Table options do not contain an option key 'connector' for discovering a connector.");
            self.report(diagnostic);
            return None;
        };
        if let Some(factory) = self.context.connectors.connector(&chosen.text) {
            return Some(factory);
        }
        if let Some(layers) = self.context.layers.filter(|layers| layers.may_lack_connector(&chosen.text)) {
            let (identifier, options) = (identifier.clone(), options.clone());
            layers.note_elsewhere(ElsewhereTable { identifier, options, is_sink: role == Role::Sink, span });
            return None;
        }
        let known: Vec<&str> = self.context.connectors.connectors().iter().map(|factory| factory.identifier()).collect();
        let place = if chosen.span.is_none() { span } else { chosen.span };
        let diagnostic = Diagnostic::error(UNKNOWN_CONNECTOR, place, format!("connector '{}' does not exist", chosen.text))
            .flink_validation(unknown_connector_in_flink(&chosen.text, &known));
        let diagnostic = if place == span { diagnostic } else { diagnostic.with_label(span, format!("table '{table}' is used here")) };
        self.report(match suggest::nearest(&chosen.text, known.iter().copied()) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), place, near),
            None => diagnostic.with_note(format!("The connectors are {}.", known.join(", "))),
        });
        None
    }

    fn check_role(&mut self, factory: &'static dyn TableFactory, role: Role, identifier: &ObjectIdentifier, span: Span) {
        let (abilities, name, table) = (factory.abilities(), factory.identifier(), identifier.summary());
        let diagnostic = match role {
            Role::Source | Role::Lookup if !abilities.scan && !abilities.lookup => {
                Diagnostic::error(CONNECTOR_ROLE, span, format!("table '{table}' cannot be read: connector '{name}' only writes"))
                    .flink_validation(format!("Connector '{name}' can only be used as a sink. It cannot be used as a source."))
            }
            Role::Source if !abilities.scan => {
                Diagnostic::error(CONNECTOR_ROLE, span, format!("table '{table}' cannot be scanned: connector '{name}' only looks keys up"))
                    .with_help("Join it: JOIN t FOR SYSTEM_TIME AS OF l.proctime AS d ON ..")
            }
            Role::Sink if !abilities.sink => {
                Diagnostic::error(CONNECTOR_ROLE, span, format!("table '{table}' cannot be written: connector '{name}' only reads"))
                    .flink_validation(format!("Connector '{name}' can only be used as a source. It cannot be used as a sink."))
            }
            _ => return,
        };
        self.report(diagnostic);
    }

    /// Reads the options; `None` when a format does not exist.
    pub(crate) fn check_options(
        &mut self,
        factory: &'static dyn TableFactory,
        effective: &LayeredOptions,
        identifier: &ObjectIdentifier,
        schema: &Schema,
        span: Span,
    ) -> Option<(ResolvedOptions, Checked)> {
        let mut formats = Vec::new();
        let mut all_known = true;
        for key in factory.format_keys() {
            let Some(chosen) = effective.winner(key) else { continue };
            match self.context.connectors.format(&chosen.text) {
                Some(info) => {
                    let outer = key.strip_suffix("format").unwrap_or_default();
                    formats.push(Format { info, prefix: format!("{outer}{}.", chosen.text) });
                }
                None => {
                    all_known = false;
                    self.unknown_format(&chosen.text, if chosen.span.is_none() { span } else { chosen.span });
                }
            }
        }
        let mut groups = option_groups(factory, &formats, schema);
        let mut checks = self.context.configuration.checks();
        if !all_known {
            // What looks unknown may belong to the format that is not there.
            groups = groups.into_iter().map(OptionGroup::incomplete).collect();
            checks = Checks::Lenient;
        }
        let name = format!("table '{}'", identifier.summary());
        let (resolved, found) = resolve(Subject { name: &name, span }, effective, groups, checks);
        let valid = all_known && !diag::has_errors(&found);
        self.diagnostics.extend(found);
        all_known.then_some((resolved, Checked { formats, valid }))
    }

    fn unknown_format(&mut self, format: &str, span: Span) {
        let known: Vec<&str> = self.context.connectors.formats().iter().map(|format| format.identifier()).collect();
        let diagnostic = Diagnostic::error(UNKNOWN_FORMAT, span, format!("format '{format}' does not exist"))
            .flink_validation(format!("Could not find any format factory for identifier '{format}' in the classpath."));
        self.report(match suggest::nearest(format, known.iter().copied()) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
            None => diagnostic.with_note(format!("The formats are {}.", known.join(", "))),
        });
    }
}

/// A connector that the command line gives replaces everything that the table and the script say about the one before. Returns what the
/// script said.
fn keep_only_bind(options: &mut LayeredOptions) -> Vec<(String, OptionValue)> {
    let mut ignored = Vec::new();
    if options.winner("connector").is_some_and(|chosen| chosen.origin.layer == Layer::CommandLine) {
        options.retain(|key, value| {
            if matches!(value.origin.layer, Layer::Set | Layer::SetForMode | Layer::Hint) {
                ignored.push((key.to_owned(), value.clone()));
            }
            value.origin.layer == Layer::CommandLine
        });
    }
    ignored
}

/// What checking options found out beside their values.
pub(crate) struct Checked {
    formats: Vec<Format>,
    valid: bool,
}

fn option_groups(factory: &'static dyn TableFactory, formats: &[Format], schema: &Schema) -> Vec<OptionGroup> {
    let paths = field_paths(schema);
    let connector = OptionGroup::connector(factory.identifier(), factory.options()).with_fields(paths.clone());
    let connector = if factory.options_are_complete() { connector } else { connector.incomplete() };
    let common = OptionGroup::connector(factory.identifier(), TABLE_OPTIONS);
    let common = if factory.options_are_complete() { common } else { common.incomplete() };
    let formats = formats.iter().map(|format| {
        let owner = format!("format '{}'", format.info.identifier());
        let group = OptionGroup::new(owner, format.prefix.clone(), format.info.options()).with_fields(paths.clone());
        if format.info.options_are_complete() { group } else { group.incomplete() }
    });
    [connector, common].into_iter().chain(formats).collect()
}

/// The paths of all fields of the physical columns, nested ones with dots.
fn field_paths(schema: &Schema) -> Vec<String> {
    let mut paths = Vec::new();
    for column in schema.physical() {
        add_paths(&column.name, &column.data_type, &mut paths);
    }
    paths
}

fn add_paths(path: &str, data_type: &LogicalType, paths: &mut Vec<String>) {
    paths.push(path.to_owned());
    match &data_type.kind {
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
            for field in fields {
                add_paths(&format!("{path}.{}", field.name), &field.data_type, paths);
            }
        }
        TypeKind::Array(element) | TypeKind::Multiset(element) => add_paths(&format!("{path}.element"), element, paths),
        TypeKind::Map(key, value) => {
            add_paths(&format!("{path}.key"), key, paths);
            add_paths(&format!("{path}.value"), value, paths);
        }
        _ => {}
    }
}

fn unknown_connector_in_flink(name: &str, known: &[&str]) -> String {
    format!(
        "Could not find any factory for identifier '{name}' that implements 'org.apache.flink.table.factories.DynamicTableFactory' in the \
         classpath.\n\nAvailable factory identifiers are:\n\n{}",
        known.join("\n")
    )
}
