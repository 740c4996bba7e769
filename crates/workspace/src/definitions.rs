//! The definitions of a workspace as syntax: meta tables, offline tables, mirror tables, functions.

use crate::diagnostics::{INVALID_FILE, UNKNOWN_DATA_SOURCE};
use crate::load::{Project, ScriptFile};
use crate::names;
use crate::parsed::ParsedScripts;
use crate::view::View;
use diag::{Diagnostic, SourceMap, Span, suggest};
use options::TableOptions;
use sql::statements::create::CreateFunction;
use sql::statements::create_table::CreateTable;
use sql::statements::{Statement, StatementKind};

/// The option that names the data source of a table.
const DATA_SOURCE: &str = "datasource";

/// Everything that the files of all projects define.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub tables: Vec<TableDefinition>,
    pub mirrors: Vec<MirrorDefinition>,
    pub functions: Vec<FunctionDefinition>,
}

/// A file of `tables/` or `offline/`.
#[derive(Clone, Debug)]
pub struct TableDefinition {
    pub project: String,
    pub name: String,
    pub node: CreateTable,
    pub span: Span,
    /// The data source that the table names, and what it gives.
    pub data_source: Option<String>,
    pub shared: TableOptions,
    pub is_offline: bool,
}

/// A file of `mirrors/`: columns, and one table for each mode that they are taken from.
#[derive(Clone, Debug)]
pub struct MirrorDefinition {
    pub project: String,
    pub name: String,
    pub node: CreateTable,
    pub span: Span,
    /// Project and table.
    pub stream: (String, String),
    pub batch: (String, String),
    /// The fields that have another name there: `(mirror, other)`.
    pub stream_fields: Vec<(String, String)>,
    pub batch_fields: Vec<(String, String)>,
}

/// A file of `functions/`.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    pub project: String,
    pub name: String,
    pub node: CreateFunction,
    pub span: Span,
}

impl View<'_> {
    /// Reads the definitions of all projects.
    pub fn definitions(&self, sources: &mut SourceMap) -> (Definitions, Vec<Diagnostic>) {
        self.definitions_from(sources, &mut ParsedScripts::default())
    }

    /// Reads the definitions of all projects; what another environment parsed already is taken from there.
    pub fn definitions_from(&self, sources: &mut SourceMap, parsed: &mut ParsedScripts) -> (Definitions, Vec<Diagnostic>) {
        let mut reader = Reader { view: self, sources, parsed, found: Vec::new(), definitions: Definitions::default() };
        for project in self.workspace.projects.values() {
            reader.project(project);
        }
        (reader.definitions, reader.found)
    }
}

struct Reader<'v> {
    view: &'v View<'v>,
    sources: &'v mut SourceMap,
    parsed: &'v mut ParsedScripts,
    found: Vec<Diagnostic>,
    definitions: Definitions,
}

impl Reader<'_> {
    fn project(&mut self, project: &Project) {
        for (file, is_offline) in project.tables.iter().map(|file| (file, false)).chain(project.offline.iter().map(|file| (file, true))) {
            self.table(project, file, is_offline);
        }
        for file in &project.mirrors {
            self.mirror(project, file);
        }
        for file in &project.functions {
            self.function(project, file);
        }
    }

    fn table(&mut self, project: &Project, file: &ScriptFile, is_offline: bool) {
        let Some((statement, mut node)) = self.create_table(file) else { return };
        self.found.extend(names::check_table(&file.name, node.name.last().span));
        if !is_offline {
            self.found.extend(names::check_definition(&node));
        }
        let data_source = data_source_of(&node);
        let shared = self.shared_options(&mut node);
        let definition = TableDefinition {
            project: project.name.clone(),
            name: file.name.clone(),
            node,
            span: statement.span,
            data_source,
            shared,
            is_offline,
        };
        self.definitions.tables.push(definition);
    }

    fn mirror(&mut self, project: &Project, file: &ScriptFile) {
        let Some((statement, node)) = self.create_table(file) else { return };
        self.found.extend(names::check_table(&file.name, node.name.last().span));
        let (mut sides, mut fields) = ([None, None], [Vec::new(), Vec::new()]);
        const SIDES: [&str; 2] = ["stream", "batch"];
        for entry in node.options.iter().flat_map(|options| &options.entries) {
            let (key, value) = (entry.key.text(), entry.value.text());
            let side = SIDES.iter().position(|side| key == *side);
            let field = (0..2).find_map(|side| Some((side, key.strip_prefix(SIDES[side])?.strip_prefix(".fields.")?.to_owned())));
            match (side, field) {
                (Some(side), _) => sides[side] = Some(self.side(project, &value)),
                (_, Some((side, field))) => fields[side].push((field, value)),
                _ => {
                    let message = format!("'{key}' is not an option of a mirror table");
                    let diagnostic = Diagnostic::error(INVALID_FILE, entry.key.span(), message)
                        .with_note("They are 'stream' and 'batch', which name tables, and 'stream.fields.x' and 'batch.fields.x' for a field 'x' with another name there.");
                    self.found.push(diagnostic);
                }
            }
        }
        let [Some(stream), Some(batch)] = sides else {
            let message = format!("mirror table '{}' needs the options 'stream' and 'batch'", file.name);
            self.found.push(Diagnostic::error(INVALID_FILE, node.name.span, message));
            return;
        };
        let [stream_fields, batch_fields] = fields;
        let definition = MirrorDefinition {
            project: project.name.clone(),
            name: file.name.clone(),
            node,
            span: statement.span,
            stream,
            batch,
            stream_fields,
            batch_fields,
        };
        self.definitions.mirrors.push(definition);
    }

    /// `table`, `project.table`
    fn side(&self, project: &Project, text: &str) -> (String, String) {
        let (owner, table) = text.split_once('.').unwrap_or((project.name.as_str(), text));
        (owner.to_owned(), table.to_owned())
    }

    fn function(&mut self, project: &Project, file: &ScriptFile) {
        let Some(statement) = self.only_statement(file) else { return };
        let StatementKind::CreateFunction(node) = statement.kind else {
            self.wrong_kind(file, statement.span, "CREATE FUNCTION");
            return;
        };
        self.check_name(file, node.name.last().span, &node.name.last().value);
        self.found.extend(names::check_function(&file.name, node.name.last().span));
        let definition = FunctionDefinition { project: project.name.clone(), name: file.name.clone(), node, span: statement.span };
        self.definitions.functions.push(definition);
    }

    fn create_table(&mut self, file: &ScriptFile) -> Option<(Statement, CreateTable)> {
        let statement = self.only_statement(file)?;
        let StatementKind::CreateTable(node) = &statement.kind else {
            self.wrong_kind(file, statement.span, "CREATE TABLE");
            return None;
        };
        let node = CreateTable::clone(node);
        self.check_name(file, node.name.last().span, &node.name.last().value);
        Some((statement, node))
    }

    /// The statement of a file that holds exactly one.
    fn only_statement(&mut self, file: &ScriptFile) -> Option<Statement> {
        let (source, text, undefined) = self.view.add_script(self.sources, &file.path.display().to_string(), &file.text);
        self.found.extend(undefined);
        let script = self.parsed.parse(source, &text);
        let is_readable = !diag::has_errors(&script.diagnostics);
        self.found.extend(script.diagnostics.iter().cloned());
        let first = script.statements.first().cloned();
        if let Some(second) = script.statements.get(1) {
            let message = format!("'{}' holds more than one statement", file.path.display());
            self.found.push(Diagnostic::error(INVALID_FILE, second.span, message).with_help("Each object has a file of its own."));
        }
        if first.is_none() && is_readable {
            let place = Span::new(source, 0, 0);
            self.found.push(Diagnostic::error(INVALID_FILE, place, format!("'{}' holds no statement", file.path.display())));
        }
        first.filter(|statement| statement.kind != StatementKind::Error)
    }

    fn wrong_kind(&mut self, file: &ScriptFile, span: Span, wanted: &str) {
        let message = format!("'{}' must hold a {wanted}", file.path.display());
        self.found.push(Diagnostic::error(INVALID_FILE, span, message));
    }

    fn check_name(&mut self, file: &ScriptFile, span: Span, name: &str) {
        if name != file.name {
            let message = format!("'{name}' is defined in a file called '{}'", file.name);
            let diagnostic = Diagnostic::error(INVALID_FILE, span, message).with_help("The file and its object have one name.");
            self.found.push(diagnostic);
        }
    }

    /// Takes the option that names a data source away and gives the options of that.
    fn shared_options(&mut self, node: &mut CreateTable) -> TableOptions {
        let Some(options) = &mut node.options else { return TableOptions::new() };
        let Some(at) = options.entries.iter().position(|entry| entry.key.text().eq_ignore_ascii_case(DATA_SOURCE)) else {
            return TableOptions::new();
        };
        let entry = options.entries.remove(at);
        let name = entry.value.text();
        if let Some(options) = self.view.data_source(&name, &mut self.found) {
            return options;
        }
        let diagnostic = Diagnostic::error(UNKNOWN_DATA_SOURCE, entry.value.span(), format!("there is no data source '{name}'"));
        let known = self.view.workspace.data_sources.keys().map(String::as_str);
        self.found.push(match suggest::nearest(&name, known) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic.with_help(format!("Write datasources/{name}.yaml.")),
        });
        TableOptions::new()
    }
}

fn data_source_of(node: &CreateTable) -> Option<String> {
    let entries = node.options.iter().flat_map(|options| &options.entries);
    entries.filter(|entry| entry.key.text().eq_ignore_ascii_case(DATA_SOURCE)).map(|entry| entry.value.text()).next()
}
