//! The state of a session, and how a statement is carried out on it.

use crate::command_line::RejectSink;
use crate::diagnostics::UNAVAILABLE;
use crate::modules::Modules;
use crate::repeated::Findings;
use crate::result::StatementResult;
use crate::statements::overrides::Overrides;
use diag::{Diagnostic, Error, Result, SourceMap, Span};
use options::Configuration;
use resolve::{Context, TableLayers};
use sql::statements::{Statement, dml::Insert};
use std::path::PathBuf;
use std::sync::Arc;
use table::catalog::{CatalogManager, ObjectIdentifier};
use table::connector::{ConnectorLookup, Environment, Output, ScanReport, StandIns};
use table::function::{Clock, FunctionLookup};
use table::zone::Zone;
use workspace::{Content, Secrets};

/// What a session is made of.
#[derive(Clone, Debug)]
pub struct SessionParts {
    pub configuration: Configuration,
    pub functions: Arc<dyn FunctionLookup>,
    pub connectors: Arc<dyn ConnectorLookup>,
    /// Relative paths start here.
    pub directory: PathBuf,
    pub clock: Arc<dyn Clock>,
    pub output: Arc<dyn Output>,
}

/// Catalogs, settings and everything else that statements see and change.
#[derive(Clone, Debug)]
pub struct Session {
    pub catalogs: CatalogManager,
    pub configuration: Configuration,
    /// The texts that statements come from; spans point into them.
    pub sources: SourceMap,
    pub(crate) functions: Arc<dyn FunctionLookup>,
    pub(crate) connectors: Arc<dyn ConnectorLookup>,
    pub(crate) modules: Modules,
    /// Registered by ADD JAR, as written.
    pub(crate) jars: Vec<String>,
    /// What SET says about single tables.
    pub(crate) overrides: Overrides,
    /// The INSERTs since BEGIN STATEMENT SET.
    pub(crate) statement_set: Option<Vec<Insert>>,
    /// Nothing outside may be touched, and definitions with mistakes are kept.
    pub(crate) checking: bool,
    pub(crate) rejects: Option<RejectSink>,
    /// The projects, in a workspace.
    pub(crate) workspace: Option<Arc<Content>>,
    /// Rows for tables outside are printed.
    pub(crate) prints_sinks: bool,
    /// Filled in where tables are opened.
    pub secrets: Secrets,
    /// Who tasks act as, whatever the environment says.
    pub account: Option<String>,
    reported: Vec<Diagnostic>,
    directory: PathBuf,
    clock: Arc<dyn Clock>,
    output: Arc<dyn Output>,
}

/// A statement that was carried out, or was not.
#[derive(Debug)]
pub struct Execution {
    pub result: Result<StatementResult>,
    /// All that there is to say about its text; the mistakes too when the result is an error.
    pub diagnostics: Vec<Diagnostic>,
}

impl Session {
    /// Opens a session with one in-memory catalog.
    pub fn new(parts: SessionParts) -> Self {
        let catalog = parts.configuration.get_str("table.builtin-catalog-name");
        let database = parts.configuration.get_str("table.builtin-database-name");
        Session {
            catalogs: CatalogManager::new(&catalog, &database),
            configuration: parts.configuration,
            sources: SourceMap::default(),
            functions: parts.functions,
            connectors: parts.connectors,
            modules: Modules::default(),
            jars: Vec::new(),
            overrides: Overrides::default(),
            statement_set: None,
            checking: false,
            rejects: None,
            workspace: None,
            prints_sinks: false,
            secrets: Secrets::default(),
            account: None,
            reported: Vec::new(),
            directory: parts.directory,
            clock: parts.clock,
            output: parts.output,
        }
    }

    /// Carries out one statement of a text in [`Session::sources`].
    pub fn execute(&mut self, statement: &Statement) -> Execution {
        let result = self.statement(statement);
        let mut diagnostics = std::mem::take(&mut self.reported);
        if let Err(error) = &result {
            let said = error.diagnostic.as_deref().cloned().unwrap_or_else(|| unavailable(error, statement.span));
            if !diagnostics.contains(&said) {
                diagnostics.push(said);
            }
        }
        Execution { result, diagnostics }
    }

    /// Goes through statements in order on a copy of this session, and returns all there is to say about them. What is wrong in a definition is
    /// said once, however many statements use it.
    pub fn check(&self, statements: &[Statement]) -> Vec<Diagnostic> {
        let mut findings = Findings::default();
        for (statement, execution) in statements.iter().zip(self.inspect(statements)) {
            findings.add(statement.span, execution.diagnostics);
        }
        findings.into_diagnostics()
    }

    /// Goes through statements like [`Session::check`], and returns what each of them would give, mistakes or not.
    pub fn inspect(&self, statements: &[Statement]) -> Vec<Execution> {
        let mut copy = self.snapshot();
        copy.start_checking();
        statements.iter().map(|statement| copy.execute(statement)).collect()
    }

    /// From here on nothing outside is touched, and what a cluster would run is good enough.
    pub fn start_checking(&mut self) {
        self.checking = true;
        self.overrides.checking = true;
    }

    /// From here on tables are read from and written to what stands in for them, and files of an environment are left alone.
    pub fn use_stand_ins(&mut self, stand_ins: Arc<dyn StandIns>) {
        self.overrides.stand_ins = Some(stand_ins);
    }

    /// A copy whose changes this session does not see.
    pub fn snapshot(&self) -> Session {
        Session { catalogs: self.catalogs.snapshot(), ..self.clone() }
    }

    /// True between BEGIN STATEMENT SET and END.
    pub fn in_statement_set(&self) -> bool {
        self.statement_set.is_some()
    }

    /// The modules that are loaded.
    pub fn modules(&self) -> &Modules {
        &self.modules
    }

    /// `execution.runtime-mode`: true for streaming, false for batch, `None` when the sources decide.
    pub fn streaming(&self) -> Option<bool> {
        if !self.configuration.is_set("execution.runtime-mode") {
            return None;
        }
        match self.configuration.get_enum("execution.runtime-mode") {
            "STREAMING" => Some(true),
            "BATCH" => Some(false),
            _ => None,
        }
    }

    /// What surrounds a statement that runs.
    pub fn environment(&self, streaming: bool) -> Arc<Environment> {
        let zone = Zone::parse(&self.configuration.get_str("table.local-time-zone")).unwrap_or_else(Zone::system);
        Arc::new(Environment {
            zone,
            directory: self.directory.clone(),
            streaming,
            parallelism: usize::try_from(self.configuration.get_int("parallelism.default")).unwrap_or(1).max(1),
            report: Arc::new(self.scan_report()),
            clock: self.clock.clone(),
            output: self.output.clone(),
        })
    }

    /// The time that statements see.
    pub(crate) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    fn scan_report(&self) -> ScanReport {
        match self.rejects.clone() {
            Some(sink) => ScanReport::with_reject(move |record| sink.receive(record)),
            None => ScanReport::default(),
        }
    }

    /// What a statement is resolved with.
    pub fn context(&self) -> Context<'_> {
        Context {
            catalogs: &self.catalogs,
            functions: self.functions.as_ref(),
            connectors: self.connectors.as_ref(),
            configuration: &self.configuration,
            sources: &self.sources,
            environment: self.environment(self.streaming().unwrap_or(false)),
            streaming: self.streaming(),
            layers: Some(&self.overrides),
        }
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.reported.push(diagnostic);
    }

    /// Takes what was resolved; a mistake in the text ends the statement, but for a check a definition with mistakes is good enough.
    pub(crate) fn accept<T>(&mut self, (value, diagnostics): (Option<T>, Vec<Diagnostic>)) -> Result<T> {
        let mistake = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).cloned();
        self.reported.extend(diagnostics);
        match (value, mistake) {
            (Some(value), None) => Ok(value),
            (Some(value), Some(_)) if self.checking => Ok(value),
            (_, Some(mistake)) => Err(mistake.into()),
            (None, None) => Err(Error::internal("a definition was refused without a reason")),
        }
    }

    /// True when a task may not change this option of a table.
    pub fn is_locked(&self, table: &ObjectIdentifier, connector: &str, key: &str) -> bool {
        self.overrides.is_locked(table, connector, key)
    }

    /// Makes another directory the one where relative paths start; those of the command line stay where they are.
    pub(crate) fn move_to(&mut self, directory: PathBuf) {
        if directory != self.directory {
            let before = std::path::absolute(&self.directory).unwrap_or_else(|_| self.directory.clone());
            self.overrides.command_line.start_paths_at(&before);
            self.directory = directory;
        }
    }

    /// A path of a statement, from the directory of the session.
    pub(crate) fn path(&self, text: &str) -> PathBuf {
        let text = text.strip_prefix("file://").unwrap_or(text);
        self.directory.join(text)
    }
}

fn unavailable(error: &Error, span: Span) -> Diagnostic {
    Diagnostic::error(UNAVAILABLE, span, error.message.clone())
}
