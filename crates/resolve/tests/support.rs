//! A session for tests: tables are made by DDL, with connectors that only declare what they are.

use diag::render::{Style, text};
use diag::{Diagnostic, Result, SourceMap};
use options::{Configuration, Layer, OptionSpec, OptionValue, Origin, ResolvedOptions, TableOptions};
use resolve::bound::{BoundInsert, BoundQuery};
use resolve::definition::{self, ViewParts};
use resolve::{Context, TableLayers, insert, query, statement_set};
use sql::statements::StatementKind;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use table::LogicalType;
use table::catalog::{CatalogFunction, CatalogManager, CatalogObject, ObjectIdentifier};
use table::connector::*;
use table::function::Clock;
use table::zone::Zone;

/// Catalogs and settings that statements run against.
pub(crate) struct Session {
    catalogs: CatalogManager,
    pub(crate) configuration: Configuration,
    pub(crate) streaming: Option<bool>,
    pub(crate) sources: SourceMap,
    /// Options that the script sets for every table.
    pub(crate) layer: EveryTable,
}

/// Options that hold for every table.
#[derive(Default)]
pub(crate) struct EveryTable(pub(crate) TableOptions);

impl TableLayers for EveryTable {
    fn layers(&self, _table: &ObjectIdentifier, _streaming: bool) -> TableOptions {
        self.0.clone()
    }
}

/// What a statement became.
pub(crate) enum Outcome {
    Query(Option<BoundQuery>, Vec<Diagnostic>),
    Insert(Option<Box<BoundInsert>>, Vec<Diagnostic>),
    Definition(Vec<Diagnostic>),
}

/// The tables of most tests.
const TABLES: &str = "
CREATE TABLE orders (id INT NOT NULL, cid INT, pid STRING, qty INT, price DECIMAL(10, 2), ts TIMESTAMP(3)) WITH ('connector' = 'files', 'path' = 'o');
CREATE TABLE customers (id INT, name STRING, city STRING) WITH ('connector' = 'files', 'path' = 'c');
CREATE TABLE nested (id INT, r ROW<x INT, y ROW<z STRING>>, arr ARRAY<ROW<a INT, b STRING>>, nums ARRAY<INT NOT NULL>, m MAP<STRING, INT>) WITH ('connector' = 'files', 'path' = 'n');
CREATE TABLE clicks (k STRING, v BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'events');
CREATE TABLE sink (a INT, b STRING, c DECIMAL(5, 2), d TIMESTAMP(3)) WITH ('connector' = 'writer');
CREATE VIEW v AS SELECT id, name AS n FROM customers WHERE city = 'x';
";

impl Session {
    pub(crate) fn new() -> Self {
        let mut session = Session::empty();
        session.define(TABLES);
        session
    }

    pub(crate) fn empty() -> Self {
        let catalogs = CatalogManager::new("default_catalog", "default_database");
        Session {
            catalogs,
            configuration: Configuration::new(),
            streaming: Some(false),
            sources: SourceMap::default(),
            layer: EveryTable::default(),
        }
    }

    pub(crate) fn in_mode(streaming: impl Into<Option<bool>>) -> Self {
        Session { streaming: streaming.into(), ..Session::new() }
    }

    /// Runs statements that define something; they must be right.
    pub(crate) fn define(&mut self, script: &str) {
        for outcome in self.run(script) {
            match outcome {
                Outcome::Definition(diagnostics) => {
                    let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).map(|d| &d.message).collect();
                    assert!(errors.is_empty(), "{errors:?}");
                }
                _ => panic!("no definition: {script}"),
            }
        }
    }

    pub(crate) fn set(&mut self, key: &str, value: &str) {
        let origin = Origin::nowhere(Layer::Set);
        let said = self.configuration.set(key, OptionValue { text: value.into(), origin, span: origin.span });
        assert!(said.is_empty(), "{said:?}");
    }

    /// Declares a function of the user.
    pub(crate) fn declare_function(&mut self, name: &str) {
        let span = diag::Span::none();
        let function =
            CatalogFunction { class: "com.acme.F".into(), language: None, resources: Vec::new(), options: Default::default(), span };
        self.catalogs.set_system_function(name, function);
    }

    /// The modes and the diagnostics of a statement set.
    pub(crate) fn set_modes(&mut self, script: &str) -> (Vec<bool>, Vec<Diagnostic>) {
        let source = self.sources.add("t.sql", script);
        let parsed = sql::parse(source, script);
        let Some(StatementKind::StatementSet(set)) = parsed.statements.first().map(|s| &s.kind) else {
            panic!("no statement set: {script}")
        };
        let catalogs = self.catalogs.clone();
        let (bound, diagnostics) = statement_set(&self.context(&catalogs), set);
        (bound.iter().map(|insert| insert.streaming).collect(), diagnostics)
    }

    /// Runs a script; DDL changes the catalogs.
    pub(crate) fn run(&mut self, script: &str) -> Vec<Outcome> {
        let source = self.sources.add("t.sql", script);
        let parsed = sql::parse(source, script);
        if diag::has_errors(&parsed.diagnostics) {
            return vec![Outcome::Query(None, parsed.diagnostics)];
        }
        parsed.statements.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: &sql::statements::Statement) -> Outcome {
        let catalogs = self.catalogs.clone();
        let context = self.context(&catalogs);
        match &statement.kind {
            StatementKind::Query(node) => {
                let (bound, diagnostics) = query(&context, node);
                Outcome::Query(bound, diagnostics)
            }
            StatementKind::Insert(node) => {
                let (bound, diagnostics) = insert(&context, node);
                Outcome::Insert(bound.map(Box::new), diagnostics)
            }
            StatementKind::CreateTable(node) => {
                let (table, diagnostics) = definition::create_table(&context, statement.span, node);
                if let Some(table) = table {
                    self.catalogs.set_temporary_object(table.identifier, CatalogObject::Table(Arc::new(table.table)));
                }
                Outcome::Definition(diagnostics)
            }
            StatementKind::CreateView(node) => {
                let parts = ViewParts { columns: &node.columns, comment: None, query: &node.query };
                let (view, diagnostics) = definition::view(&context, statement.span, &parts);
                let identifier = catalogs.qualify(&definition::parts(&node.name)).expect("at most three parts");
                if let Some(view) = view {
                    self.catalogs.set_temporary_object(identifier, CatalogObject::View(Arc::new(view)));
                }
                Outcome::Definition(diagnostics)
            }
            _ => Outcome::Definition(Vec::new()),
        }
    }

    fn context<'a>(&'a self, catalogs: &'a CatalogManager) -> Context<'a> {
        Context {
            catalogs,
            functions: &functions::Builtins,
            connectors: &Connectors,
            configuration: &self.configuration,
            sources: &self.sources,
            environment: Arc::new(environment()),
            streaming: self.streaming,
            layers: Some(&self.layer),
        }
    }

    /// The bound tree of a query, or its diagnostics.
    pub(crate) fn resolve(&mut self, statement: &str) -> String {
        match self.run(statement).pop() {
            Some(Outcome::Query(Some(bound), diagnostics)) => format!("{}{}", bound.relation, self.render(&diagnostics)),
            Some(Outcome::Insert(Some(bound), diagnostics)) => format!("{}{}", bound.relation, self.render(&diagnostics)),
            Some(Outcome::Query(None, diagnostics) | Outcome::Insert(None, diagnostics) | Outcome::Definition(diagnostics)) => {
                self.render(&diagnostics)
            }
            None => String::new(),
        }
    }

    /// The diagnostics of a statement.
    pub(crate) fn diagnostics(&mut self, statement: &str) -> Vec<Diagnostic> {
        match self.run(statement).pop() {
            Some(Outcome::Query(_, diagnostics) | Outcome::Insert(_, diagnostics) | Outcome::Definition(diagnostics)) => diagnostics,
            None => Vec::new(),
        }
    }

    /// The names and types of the columns of a query.
    pub(crate) fn types(&mut self, statement: &str) -> Result<Vec<(String, LogicalType)>, Vec<Diagnostic>> {
        match self.run(statement).pop() {
            Some(Outcome::Query(Some(bound), _)) => Ok(bound.relation.columns.into_iter().map(|c| (c.name, c.data_type)).collect()),
            Some(Outcome::Query(None, diagnostics)) => Err(diagnostics),
            _ => Err(Vec::new()),
        }
    }

    pub(crate) fn render(&self, diagnostics: &[Diagnostic]) -> String {
        diagnostics.iter().map(|diagnostic| text(&self.sources, diagnostic, &Style::PLAIN)).collect()
    }
}

/// Compares the bound tree of a statement over the usual tables, in batch mode.
pub(crate) fn check(statement: &str, expected: expect_test::Expect) {
    expected.assert_eq(&Session::new().resolve(statement));
}

/// Checks that a statement is refused at a place of its text, with Flink's words.
pub(crate) fn refused(session: &mut Session, statement: &str, place: &str, flink: &str) {
    let diagnostics = session.diagnostics(statement);
    let [diagnostic] = diagnostics.as_slice() else { panic!("{statement}: {diagnostics:#?}") };
    assert_eq!(session.sources.snippet(diagnostic.span()), place, "{statement}: {diagnostic:#?}");
    let said = diagnostic.flink.as_deref().unwrap_or_default();
    assert!(said.contains(flink), "{statement}: {said}");
}

fn environment() -> Environment {
    Environment {
        zone: Zone::UTC,
        directory: PathBuf::new(),
        streaming: false,
        parallelism: 1,
        report: Arc::new(ScanReport::default()),
        clock: Arc::new(Noon),
        output: Arc::new(Nowhere),
    }
}

#[derive(Debug)]
struct Noon;

impl Clock for Noon {
    fn now_millis(&self) -> i64 {
        43_200_000
    }
}

#[derive(Debug)]
struct Nowhere;

impl Output for Nowhere {
    fn print(&self, _text: &str) -> Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> Result<()> {
        Ok(())
    }
}

#[derive(Debug)]
struct Connectors;

static FILES: LazyLock<Declared> = LazyLock::new(|| Declared { identifier: "files", scan: true, sink: true, bounded: true });
static EVENTS: LazyLock<Declared> = LazyLock::new(|| Declared { identifier: "events", scan: true, sink: false, bounded: false });
static BOUNDED: LazyLock<Declared> = LazyLock::new(|| Declared { identifier: "bounded", scan: true, sink: false, bounded: true });
static WRITER: LazyLock<Declared> = LazyLock::new(|| Declared { identifier: "writer", scan: false, sink: true, bounded: true });

impl ConnectorLookup for Connectors {
    fn connector(&self, identifier: &str) -> Option<&'static dyn TableFactory> {
        let stand_in = match identifier {
            "filesystem" => "files",
            "blackhole" | "print" => "writer",
            "datagen" => "bounded",
            other => other,
        };
        self.connectors().into_iter().find(|factory| factory.identifier() == stand_in)
    }

    fn format(&self, identifier: &str) -> Option<&'static dyn FormatInfo> {
        let stand_in = if matches!(identifier, "csv" | "json" | "raw") { "lines" } else { identifier };
        self.formats().into_iter().find(|format| format.identifier() == stand_in)
    }

    fn connectors(&self) -> Vec<&'static dyn TableFactory> {
        vec![&*BOUNDED, &*EVENTS, &*FILES, &*WRITER]
    }

    fn formats(&self) -> Vec<&'static dyn FormatInfo> {
        vec![&Lines]
    }
}

#[derive(Debug)]
struct Declared {
    identifier: &'static str,
    scan: bool,
    sink: bool,
    bounded: bool,
}

static FILE_OPTIONS: &[OptionSpec] =
    &[OptionSpec::string("path").required().doc("The file."), OptionSpec::string("format").doc("How lines are read.")];
static NO_OPTIONS: &[OptionSpec] = &[];

impl TableFactory for Declared {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        ""
    }

    fn options(&self) -> &'static [OptionSpec] {
        if self.identifier == "files" { FILE_OPTIONS } else { NO_OPTIONS }
    }

    fn abilities(&self) -> Abilities {
        let is_file = self.identifier == "files";
        Abilities { scan: self.scan, lookup: false, sink: self.sink, runs: true, overwrite: is_file, partitions: is_file }
    }

    fn format_keys(&self) -> &'static [&'static str] {
        if self.identifier == "files" { &["format"] } else { &[] }
    }

    fn is_bounded(&self, _options: &ResolvedOptions) -> bool {
        self.bounded
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        let key = |key: &str, data_type: LogicalType| MetadataKey { key: key.into(), data_type, writable: false };
        vec![key("file.path", LogicalType::string().with_nullable(false)), key("file.size", LogicalType::bigint().with_nullable(false))]
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(diag::Error::internal("declared only"))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(diag::Error::internal("declared only"))
    }
}

#[derive(Debug)]
struct Lines;

static LINE_OPTIONS: &[OptionSpec] =
    &[OptionSpec::boolean("ignore-parse-errors").default("false").doc("Skip."), OptionSpec::string("null-literal").doc("NULL.")];

impl FormatInfo for Lines {
    fn identifier(&self) -> &'static str {
        "lines"
    }

    fn doc(&self) -> &'static str {
        ""
    }

    fn options(&self) -> &'static [OptionSpec] {
        LINE_OPTIONS
    }

    fn runs(&self) -> bool {
        true
    }
}
