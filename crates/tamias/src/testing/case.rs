//! Runs a case: its script in a session of its own, where tables are what the test says.

use super::data::{Cell, Rows, read};
use super::document::{Case, Form, RowsFrom, Subject, TestFile, mistake};
use super::records::Records;
use super::surroundings::{Printed, open};
use super::workspaces::Workspaces;
use super::world::{Given, World, Written, rows_of_values};
use crate::commands::{explain, options as listings};
use crate::diagnostics::{FIXTURE_CELL, FIXTURE_COLUMN, MISSING_FIXTURE, TEST_FILE};
use crate::input;
use crate::scan_report;
use diag::{Diagnostic, Error, Result, SourceMap, Span, has_errors};
use indexmap::IndexMap;
use resolve::bound::{Relation, RelationKind};
use session::client::{BatchTableau, RowText, print_content};
use session::run::{CancelToken, scan_reports};
use session::{Job, OpenWorkspace, PreparedQuery, Session, StatementResult};
use sql::ast::{Expr, ExprKind, Literal, Query, QueryBody};
use sql::statements::{Statement, StatementKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::LogicalType;
use table::catalog::ObjectIdentifier;
use table::changelog::{Batch, RowKind};
use table::connector::Output;
use table::value::array_to_value;
use table::zone::Zone;

/// What a script did.
#[derive(Default)]
pub(super) struct Outcome {
    /// The texts that everything below points into.
    pub(super) sources: SourceMap,
    /// The text of the script under test.
    pub(super) script: Option<Script>,
    /// What is wrong with the test file, found while it ran.
    pub(super) mistakes: Vec<Diagnostic>,
    /// What the script is told, errors last.
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) queries: Vec<Written>,
    /// Which of the queries say in which order their rows come.
    pub(super) ordered: Vec<bool>,
    pub(super) sinks: IndexMap<ObjectIdentifier, Written>,
    /// Sinks whose rows come in an order that the INSERT asks for.
    pub(super) ordered_sinks: BTreeSet<ObjectIdentifier>,
    pub(super) listings: Vec<listings::Listing>,
    pub(super) explained: String,
    pub(super) printed: String,
    pub(super) counts: Vec<String>,
    pub(super) used: BTreeSet<usize>,
    pub(super) zone: Option<Zone>,
}

/// Where the script under test is.
#[derive(Clone, Debug)]
pub(super) enum Script {
    File(PathBuf),
    Block(Span),
}

impl Outcome {
    /// The statement that ended the script, or a mistake in it.
    pub(super) fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error())
    }

    pub(super) fn zone(&self) -> Zone {
        self.zone.unwrap_or(Zone::UTC)
    }
}

/// Runs a case.
pub(super) fn run(file: &Arc<TestFile>, case: &Case, workspaces: &Workspaces) -> Result<Outcome> {
    let printed = Arc::new(Printed::default());
    let mut outcome = Outcome { zone: Some(case.settings.zone()), sources: workspaces.sources().clone(), ..Outcome::default() };
    let directory = std::env::current_dir().map_err(|error| Error::from(error).context("cannot find the current directory"))?;
    let (mut session, found) = match open(&case.settings, directory, Arc::clone(&printed)) {
        Ok(opened) => opened,
        Err(wrong) => {
            outcome.mistakes.push(*wrong);
            return Ok(outcome);
        }
    };
    session.sources = workspaces.sources().clone();
    outcome.mistakes.extend(found);
    let root = session::find_root(&file.path);
    let workspace = match root.as_ref().map(|root| workspaces.open(root, &case.settings)).transpose() {
        Ok(workspace) => workspace,
        Err(error) => match &case.settings.environment {
            Some(named) => {
                outcome.mistakes.push(mistake(named.span, error.message));
                return Ok(outcome);
            }
            None => return Err(error),
        },
    };
    if let Some(workspace) = &workspace {
        session.join_workspace(workspace);
    }
    let given = given(file, case, &session, &mut outcome.mistakes)?;
    let base = root.unwrap_or_else(|| file.path.parent().map(Path::to_path_buf).unwrap_or_default());
    let records = Records::new(Arc::new(connectors::Connectors), base)?;
    let world = Arc::new(World::new(Arc::clone(file), case.settings.zone(), given, records));
    session.use_stand_ins(world.clone());
    let mut run = CaseRun { file, case, workspace, session, outcome, printed };
    if !has_errors(&run.outcome.mistakes) {
        run.script()?;
    }
    let CaseRun { mut outcome, session, printed, .. } = run;
    outcome.diagnostics.iter_mut().for_each(|diagnostic| world.relocate(diagnostic));
    outcome.used = world.used();
    outcome.sinks = world.written();
    outcome.printed = printed.text();
    outcome.sources = session.sources;
    let (mistakes, told): (Vec<_>, Vec<_>) =
        std::mem::take(&mut outcome.diagnostics).into_iter().partition(|diagnostic| is_of_file(diagnostic.id));
    outcome.mistakes.extend(mistakes);
    outcome.diagnostics = told;
    Ok(outcome)
}

/// True for what a test file is to blame for, not the script.
fn is_of_file(id: &str) -> bool {
    [TEST_FILE, MISSING_FIXTURE, FIXTURE_COLUMN, FIXTURE_CELL].contains(&id)
}

/// Reads the fixtures of a case.
fn given(file: &Arc<TestFile>, case: &Case, session: &Session, found: &mut Vec<Diagnostic>) -> Result<Vec<Given>> {
    let mut all = Vec::new();
    for index in &case.fixtures {
        let fixture = &file.fixtures[*index];
        let rows = match &fixture.rows {
            RowsFrom::Block(Form::Values) => values(file, fixture.body, Vec::new(), session, found)?,
            RowsFrom::Columns(_, columns) => {
                let columns = columns.iter().map(|column| (column.text.clone(), column.span)).collect();
                values(file, fixture.body, columns, session, found)?
            }
            RowsFrom::Block(form) => read(file, *form, fixture.body, found),
            RowsFrom::Raw | RowsFrom::File(_) => Rows::default(),
        };
        let value_of = |name: &str| case.settings.variables.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.clone());
        let name = session::expand_variables(&fixture.table.text, &value_of).text;
        all.push(Given { index: *index, name: name.split('.').map(str::to_owned).collect(), rows });
    }
    Ok(all)
}

/// Evaluates rows of SQL: `(1, 'a'), (2, NULL)`.
fn values(file: &TestFile, body: Span, columns: Vec<(String, Span)>, session: &Session, found: &mut Vec<Diagnostic>) -> Result<Rows> {
    const WORD: &str = "VALUES ";
    let mut text = file.masked(&[body]);
    // The line of the fence stands before the block, so that there is room for the word.
    let start = (body.start as usize).saturating_sub(WORD.len());
    text.replace_range(start..start + WORD.len(), WORD);
    let script = sql::parse(file.source, &text);
    found.extend(script.diagnostics.iter().cloned());
    let Some(Statement { kind: StatementKind::Query(query), .. }) = script.statements.into_iter().next() else {
        return Ok(Rows::default());
    };
    let QueryBody::Values(all) = &query.body else { return Ok(Rows::default()) };
    let mut session = session.snapshot();
    let mut rows = Vec::new();
    for row in &all.rows {
        let width = if columns.is_empty() { all.rows[0].fields.len() } else { columns.len() };
        if row.fields.len() != width {
            found.push(mistake(row.span, format!("this row has {} values, not {width}", row.fields.len())));
            continue;
        }
        let known: Vec<Expr> = row.fields.iter().filter(|field| !is_null(field)).cloned().collect();
        let mut cells = evaluated(&query, row.span, known, &mut session, found)?.into_iter();
        rows.push(
            row.fields
                .iter()
                .map(|field| (if is_null(field) { Cell::Null } else { cells.next().unwrap_or(Cell::Null) }, field.span))
                .collect(),
        );
    }
    Ok(rows_of_values(columns, rows))
}

fn is_null(field: &Expr) -> bool {
    matches!(field.kind, ExprKind::Literal(Literal::Null))
}

/// One row of expressions as values.
fn evaluated(query: &Query, span: Span, fields: Vec<Expr>, session: &mut Session, found: &mut Vec<Diagnostic>) -> Result<Vec<Cell>> {
    let mut query = query.clone();
    let QueryBody::Values(values) = &mut query.body else { return Ok(Vec::new()) };
    if fields.is_empty() {
        return Ok(Vec::new());
    }
    values.rows.truncate(1);
    values.rows[0].fields = fields;
    values.rows[0].parentheses = true;
    let execution = session.execute(&Statement { kind: StatementKind::Query(Box::new(query)), span });
    let is_wrong = has_errors(&execution.diagnostics);
    found.extend(execution.diagnostics);
    let Ok(StatementResult::Query(prepared)) = execution.result else { return Ok(Vec::new()) };
    let run = if is_wrong { None } else { Some(collect(session, &prepared)) };
    match run {
        Some(Ok(written)) => {
            let batch = written.batches.iter().find(|batch| batch.rows.num_rows() > 0);
            let cell = |(n, (_, data_type)): (usize, &(String, LogicalType))| {
                let value = array_to_value(
                    batch.map(|batch| batch.rows.column(n).as_ref()).ok_or_else(|| Error::internal("no row"))?,
                    0,
                    data_type,
                )?;
                Ok(if value.is_null() { Cell::Null } else { Cell::Value(value, data_type.clone()) })
            };
            written.columns.iter().enumerate().map(cell).collect()
        }
        Some(Err(error)) => {
            found.push(mistake(span, error.message));
            Ok(Vec::new())
        }
        None => Ok(Vec::new()),
    }
}

/// The rows of a query.
fn collect(session: &Session, query: &PreparedQuery) -> Result<Written> {
    let mut run = session.start_query(query, None, CancelToken::default())?;
    let columns = run.columns().iter().map(|column| (column.name.clone(), column.data_type.clone())).collect();
    let mut batches = Vec::new();
    while let Some(batch) = run.next_rows()? {
        batches.push(batch);
    }
    Ok(Written { columns, batches })
}

struct CaseRun<'a> {
    file: &'a Arc<TestFile>,
    case: &'a Case,
    workspace: Option<Arc<OpenWorkspace>>,
    session: Session,
    outcome: Outcome,
    printed: Arc<Printed>,
}

impl CaseRun<'_> {
    fn script(&mut self) -> Result<()> {
        let mut statements = Vec::new();
        for named in self.case.settings.init.clone().unwrap_or_default() {
            match input::read(&self.beside(&named.text)) {
                Ok(input) => statements.extend(self.parsed(&input.name, &input.text)),
                Err(error) => self.outcome.mistakes.push(mistake(named.span, error.message)),
            }
        }
        for block in &self.case.setup {
            let text = self.file.masked(&[*block]);
            statements.extend(self.parsed(&self.file.name, &text));
        }
        let Some(script) = self.find_script() else { return Ok(()) };
        self.outcome.script = Some(script.clone());
        match &script {
            Script::File(path) => match self.task(path, None)? {
                Some(task) => statements.extend(task),
                None => {
                    let input = input::read(path)?;
                    statements.extend(self.parsed(&input.name, &input.text));
                }
            },
            Script::Block(block) => {
                let text = self.file.masked(&[*block]);
                match self.task(&self.file.path, Some(&text))? {
                    Some(task) => statements.extend(task),
                    None => statements.extend(self.parsed(&self.file.name, &text)),
                }
            }
        }
        if has_errors(&self.outcome.diagnostics) || has_errors(&self.outcome.mistakes) {
            return Ok(());
        }
        for statement in &statements {
            if !self.statement(statement)? {
                return Ok(());
            }
        }
        self.outcome.diagnostics.extend(self.session.unused_settings());
        Ok(())
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.file.path.parent().unwrap_or(Path::new("")).join(name)
    }

    /// The block, or the file that is named, or the one that the test file is named after.
    fn find_script(&mut self) -> Option<Script> {
        if let Some(block) = self.case.script {
            return Some(Script::Block(block));
        }
        let (path, place) = match &self.case.settings.script {
            Some(named) => (self.beside(&named.text), named.span),
            None => {
                let name = self.file.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let stem = name.strip_suffix(super::document::ENDING).unwrap_or(&name);
                (self.beside(&format!("{stem}.sql")), self.case.place)
            }
        };
        if path.is_file() {
            return Some(Script::File(path));
        }
        let message = format!("there is no script: '{}' is not there", path.display());
        self.outcome
            .mistakes
            .push(mistake(place, message).with_help("Write the script in a ```sql block, or name it: script: FILE in the settings."));
        None
    }

    /// The statements of a task of a workspace; `None` outside of one.
    fn task(&mut self, path: &Path, text: Option<&str>) -> Result<Option<Vec<Statement>>> {
        let Some(workspace) = &self.workspace else { return Ok(None) };
        let task = self.session.open_task_of(workspace, path, text)?;
        Ok(task.map(|task| {
            self.outcome.diagnostics.extend(task.diagnostics);
            task.statements
        }))
    }

    fn parsed(&mut self, name: &str, text: &str) -> Vec<Statement> {
        let variables = &self.case.settings.variables;
        let value_of = |name: &str| variables.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.clone());
        let expansion = session::expand_variables(text, &value_of);
        let source = self.session.sources.add_replaced(name, text, &expansion.text, expansion.replaced);
        let script = sql::parse(source, &expansion.text);
        self.outcome.diagnostics.extend(script.diagnostics);
        script.statements
    }

    /// Carries out a statement; false ends the script.
    fn statement(&mut self, statement: &Statement) -> Result<bool> {
        let execution = self.session.execute(statement);
        self.outcome.diagnostics.extend(execution.diagnostics);
        let Ok(result) = execution.result else { return Ok(false) };
        self.outcome.listings.extend(listings::listings(&result, &self.session));
        if let Some(Subject::Explain { level }) = self.explanation() {
            let level = level.as_ref().and_then(|level| explain::Level::of_name(&level.text));
            match explain::text_of(statement, &result, level, &self.session) {
                Ok(text) if text.is_empty() => {}
                Ok(text) => {
                    let gap = if self.outcome.explained.is_empty() { "" } else { "\n" };
                    self.outcome.explained.push_str(&format!("{gap}{}\n", text.trim_end()));
                }
                Err(error) => return Ok(self.failed(&error, statement.span)),
            }
        }
        match self.result(result) {
            Ok(goes_on) => Ok(goes_on),
            Err(error) => Ok(self.failed(&error, statement.span)),
        }
    }

    fn explanation(&self) -> Option<&Subject> {
        self.case.expectations.iter().map(|expectation| &expectation.subject).find(|subject| matches!(subject, Subject::Explain { .. }))
    }

    fn failed(&mut self, error: &Error, span: Span) -> bool {
        let mut diagnostic = crate::diagnostics::of_error(error);
        if diagnostic.span().is_none() && diagnostic.data.is_none() {
            diagnostic.labels[0].span = span;
        }
        self.outcome.diagnostics.push(diagnostic);
        false
    }

    fn result(&mut self, result: StatementResult) -> Result<bool> {
        match result {
            StatementResult::Query(query) => self.query(&query)?,
            StatementResult::Job(job) => self.job(&job)?,
            StatementResult::Content(content) => {
                let mut text = Vec::new();
                print_content(&mut text, &content.columns, &content.rows)?;
                self.printed.print(&String::from_utf8_lossy(&text))?;
            }
            StatementResult::Explain(explanation) => {
                let text = self.session.explain_text(&explanation)?;
                self.printed.print(&format!("{}\n", text.trim_end()))?;
            }
            StatementResult::Client(sql::statements::ClientCommand::Quit) => return Ok(false),
            StatementResult::Succeeded | StatementResult::Client(_) => {}
        }
        Ok(true)
    }

    fn query(&mut self, query: &PreparedQuery) -> Result<()> {
        let relation = &query.query.relation;
        self.refuse_endless(relation)?;
        let rows = collect(&self.session, query);
        self.count(relation);
        let written = rows?;
        let zone = self.session.environment(query.streaming).zone;
        let mut table = BatchTableau::new(written.columns.iter().map(|(name, _)| name.as_str()), usize::MAX);
        let mut text = RowText::new(written.columns.iter().map(|(_, data_type)| data_type), zone);
        for batch in &written.batches {
            for row in 0..batch.rows.num_rows() {
                table.push(text.cells(&batch.rows, row))?;
            }
        }
        let mut printed = Vec::new();
        table.finish(&mut printed, None)?;
        self.printed.print(&String::from_utf8_lossy(&printed))?;
        self.outcome.queries.push(written);
        self.outcome.ordered.push(is_ordered(relation));
        Ok(())
    }

    fn job(&mut self, job: &Job) -> Result<()> {
        for insert in &job.inserts {
            self.refuse_endless(&insert.relation)?;
        }
        let done = self.session.run_job(job, &CancelToken::default());
        for insert in &job.inserts {
            self.count(&insert.relation);
            if is_ordered(&insert.relation) {
                self.outcome.ordered_sinks.insert(insert.sink.table.identifier.clone());
            }
        }
        done
    }

    /// Made-up rows may never end.
    fn refuse_endless(&self, relation: &Relation) -> Result<()> {
        let mut endless = None;
        relation.visit(&mut |inner| {
            if let RelationKind::Scan(scan) = &inner.kind
                && !scan.bounded
            {
                endless = endless.take().or(Some(scan.table.clone()));
            }
        });
        let Some(table) = endless else { return Ok(()) };
        let message = format!("table '{}' never ends, so that the test would not", table.identifier.summary());
        Err(Diagnostic::error(MISSING_FIXTURE, table.span, message).with_help("Give it rows, or a number of rows.").into())
    }

    fn count(&mut self, relation: &Relation) {
        for report in scan_reports(relation) {
            self.outcome.counts.extend(scan_report::lines(&report.totals()));
        }
    }
}

/// True when the rows come in an order that the query asks for.
fn is_ordered(relation: &Relation) -> bool {
    match &relation.kind {
        RelationKind::Sort { .. } => true,
        RelationKind::Limit { input, .. } | RelationKind::Project { input, .. } => is_ordered(input),
        _ => false,
    }
}

/// Rows as text, each with its kind.
pub(super) fn texts(written: &Written, zone: Zone) -> Vec<(RowKind, Vec<Option<String>>)> {
    let mut text = RowText::new(written.columns.iter().map(|(_, data_type)| data_type), zone);
    let mut rows = Vec::new();
    for batch in &written.batches {
        let Batch { rows: records, .. } = batch;
        for row in 0..records.num_rows() {
            rows.push((batch.kind(row), text.cells(records, row).map(|cell| cell.map(str::to_owned)).collect()));
        }
    }
    rows
}
