//! The statements of the script, one after the other.

use super::Renderer;
use super::ddl::OUTSIDE;
use super::output::Output;
use super::query;
use super::tables::Role;
use super::time::single;
use crate::definition::TableDefinition;
use crate::diagnostics::NOT_IN_TARGET;
use crate::sql_function::SqlFunction;
use crate::target::{Engine, Mode};
use diag::{Diagnostic, Span};
use sql::ast::Query;
use sql::print::{Layout, Print, PrintOptions, Quoting, quote_string, to_sql_with};
use sql::statements::create::{CreateFunction, CreateView, Scope};
use sql::statements::dml::{ConflictAction, Insert};
use sql::statements::set::{Set, SetKey};
use sql::statements::{Statement, StatementKind};

/// Each clause on its own line.
const STYLE: PrintOptions = PrintOptions { quoting: Quoting::Needed, layout: Layout::Clauses };

const RUNTIME_MODE: &str = "execution.runtime-mode";

/// Blink's keys for how long state is kept; Flink has one.
const STATE_TTL: &[&str] = &["state.backend.gemini.ttl.ms", "state.backend.niagara.ttl.ms"];

impl Renderer<'_> {
    /// Settings of the job, then the functions and tables that no statement of the script defines.
    pub(crate) fn write_head(&mut self, output: &mut Output) {
        self.warn_of_unused_settings();
        if !self.target.is_blink() {
            let mode = format!("SET '{RUNTIME_MODE}' = '{}'", self.mode.word());
            output.statement(self.input.sources, Span::none(), &mode);
        }
        for (name, definition) in self.called.clone() {
            let text = self.create_function(&name, &definition);
            output.statement(self.input.sources, definition.span, &text);
        }
    }

    pub(crate) fn statements(&mut self, output: &mut Output) {
        let sources = self.input.sources;
        for (span, text) in output.definitions.remove(&OUTSIDE).unwrap_or_default() {
            output.statement(sources, span, &text);
        }
        let mut job: Option<Vec<(Span, String)>> = None;
        let statements = self.input.statements;
        let inserts: Vec<usize> = (0..statements.len()).filter(|i| matches!(statements[*i].kind, StatementKind::Insert(_))).collect();
        // All INSERTs of a script of Blink are one job.
        let one_job = self.leaves_blink() && inserts.len() > 1;
        for (index, statement) in statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::BeginStatementSet => job = Some(Vec::new()),
                StatementKind::EndStatementSet => {
                    let inserts = job.take().unwrap_or_default();
                    self.write_job(&inserts, output);
                }
                StatementKind::Insert(insert) => {
                    let text = self.insert(insert);
                    match &mut job {
                        Some(job) => job.push((insert.span, text)),
                        None if one_job => {
                            job = Some(vec![(insert.span, text)]);
                        }
                        None => self.write_job(&[(insert.span, text)], output),
                    }
                    if one_job && inserts.last() == Some(&index) {
                        let inserts = job.take().unwrap_or_default();
                        self.write_job(&inserts, output);
                    }
                }
                StatementKind::StatementSet(set) => {
                    let inserts: Vec<(Span, String)> = set.inserts.iter().map(|insert| (insert.span, self.insert(insert))).collect();
                    self.write_job(&inserts, output);
                }
                _ => {
                    for (span, text) in self.statement(index, statement, output) {
                        output.statement(sources, span, &text);
                    }
                }
            }
        }
        if let Some(inserts) = job {
            self.write_job(&inserts, output);
        }
    }

    /// INSERTs that run together.
    fn write_job(&mut self, inserts: &[(Span, String)], output: &mut Output) {
        let sources = self.input.sources;
        match (self.target.engine(), inserts) {
            (_, []) => {}
            (_, [(span, text)]) => output.statement(sources, *span, text),
            (Engine::Flink, _) => output.statement_set(sources, inserts),
            (Engine::Vvr, [(first, _), ..]) => {
                output.statement(sources, first.before(), "BEGIN STATEMENT SET");
                inserts.iter().for_each(|(span, text)| output.statement(sources, *span, text));
                output.statement(sources, Span::none(), "END");
            }
            (Engine::Blink, _) => inserts.iter().for_each(|(span, text)| output.statement(sources, *span, text)),
        }
    }

    fn insert(&mut self, insert: &Insert) -> String {
        let mut insert = insert.clone();
        insert.execute = false;
        self.rewrite_insert(&mut insert);
        text_of(&insert)
    }

    fn rewrite_insert(&mut self, insert: &mut Insert) {
        self.conflict(insert);
        if self.target.is_blink() {
            if insert.overwrite {
                self.refuse(insert.span, "INSERT OVERWRITE");
            }
            if let Some(partition) = &insert.partition {
                let span = partition.span;
                self.refuse(span, "PARTITION clause");
            }
        }
        self.query(&mut insert.query);
        if self.parts.view(&insert.target).is_some() {
            return;
        }
        let name = insert.target.clone();
        if let Some(written) = self.fold(&name, &mut insert.hints, None, Role::Sink) {
            insert.target = written;
        }
        if let Some(index) = self.table_index(&name) {
            let definition = self.tables[index].base.clone();
            name_columns(insert, &definition);
            if self.gets_family(&definition) && insert.columns.is_empty() {
                self.wrap_in_family(&mut insert.query, &definition);
            }
        }
    }

    /// Before Flink 2.3 a sink with a key keeps the last row of each, unasked.
    fn conflict(&mut self, insert: &mut Insert) {
        let Some((action, span)) = insert.on_conflict.filter(|_| self.target.is_before_flink_2()) else { return };
        if action == ConflictAction::Deduplicate && !self.target.is_blink() {
            insert.on_conflict = None;
            self.rewritten(span, format!("{} deduplicates without ON CONFLICT", self.target.title()));
        } else {
            self.refuse(span, "ON CONFLICT");
        }
    }

    fn query(&mut self, query: &mut Query) {
        if let Some(with) = &query.with {
            self.check_with(with);
        }
        query::visit(query, self);
    }

    /// The text of any other statement, if it is written at all.
    fn statement(&mut self, index: usize, statement: &Statement, output: &mut Output) -> Vec<(Span, String)> {
        let span = statement.span;
        let text = match &statement.kind {
            StatementKind::CreateTable(create) if create.query.is_none() => return output.definitions.remove(&index).unwrap_or_default(),
            StatementKind::CreateView(view) => self.parts.used.contains(&index).then(|| self.view(view)),
            StatementKind::CreateFunction(function) => self.script_function(function, span),
            StatementKind::Set(set) => self.set(set, span),
            StatementKind::SetTable(_) | StatementKind::ResetTable(_) | StatementKind::Client(_) | StatementKind::Error => None,
            StatementKind::Query(query) => {
                let mut query = query.as_ref().clone();
                self.query(&mut query);
                Some(text_of(&query))
            }
            StatementKind::CreateTable(create) => {
                let mut create = create.as_ref().clone();
                create.query.iter_mut().for_each(|query| self.query(query));
                self.native(&create, span)
            }
            StatementKind::Explain(explain) => {
                let mut explain = explain.as_ref().clone();
                explain.statement = self.explained(&explain.statement);
                self.native(&explain, span)
            }
            other => self.native(other, span),
        };
        text.map(|text| (span, text)).into_iter().collect()
    }

    fn explained(&mut self, statement: &Statement) -> Statement {
        let mut statement = statement.clone();
        match &mut statement.kind {
            StatementKind::Query(query) => self.query(query),
            StatementKind::Insert(insert) => self.rewrite_insert(insert),
            StatementKind::StatementSet(set) => set.inserts.iter_mut().for_each(|insert| self.rewrite_insert(insert)),
            _ => {}
        }
        statement
    }

    /// A statement that only Flink and VVR have.
    fn native(&mut self, node: &dyn Print, span: Span) -> Option<String> {
        if self.target.is_blink() {
            self.refuse(span, "such statement");
        }
        Some(text_of(node))
    }

    fn view(&mut self, view: &CreateView) -> String {
        let mut view = view.clone();
        self.query(&mut view.query);
        if self.target.is_blink() {
            view.temporary = false;
            view.if_not_exists = false;
            view.or_replace = false;
            view.comment = None;
        } else if self.target.engine() == Engine::Vvr || self.parts.source == Engine::Blink {
            view.temporary = true;
        } else if self.tables.iter().any(|table| table.is_set || table.variants.len() > 1 || table.index.is_none()) {
            // A view that stays may not stand on tables that go.
            view.temporary = true;
        }
        text_of(&view)
    }

    fn script_function(&mut self, function: &CreateFunction, span: Span) -> Option<String> {
        let runs_nothing = self.parts.tables.iter().any(|(index, _)| self.parts.used.contains(index));
        if !runs_nothing && !self.parts.called.contains(&function.name.last().value.to_ascii_uppercase()) {
            return None;
        }
        if SqlFunction::new(function).is_some() {
            return None;
        }
        let mut function = function.clone();
        if self.target.is_blink() {
            if !function.using.is_empty() {
                self.rewritten(span, "Blink finds the class of a function among the resources of the job, not by USING");
            }
            function.scope = Scope::Permanent;
            function.if_not_exists = false;
            function.language = None;
            function.using.clear();
            function.options = None;
        } else if function.scope == Scope::Permanent {
            function.scope = Scope::Temporary;
        }
        if self.target.is_before_flink_2() && function.options.is_some() {
            self.refuse(span, "WITH of CREATE FUNCTION");
        }
        Some(text_of(&function))
    }

    /// A setting of the job.
    fn set(&mut self, set: &Set, span: Span) -> Option<String> {
        let (key, value) = set.assignment.as_ref()?;
        let (key_text, value) = (key.text().to_owned(), value.text());
        if key_text == RUNTIME_MODE {
            if !value.eq_ignore_ascii_case(self.mode.word()) {
                self.rewritten(span, format!("the script is written for {} mode", self.mode.word()));
            }
            return None;
        }
        if self.target.is_blink() {
            let message = format!("'{key_text}' is set among the parameters of a Blink job, not in its SQL");
            self.report(Diagnostic::warning(NOT_IN_TARGET, span, message));
            return None;
        }
        if let SetKey::Name { .. } = key {
            self.rewritten(span, format!("key '{key_text}' and its value are strings in {}", self.target.title()));
        }
        if STATE_TTL.contains(&key_text.as_str()) {
            self.rewritten(span, format!("'{key_text}' is 'table.exec.state.ttl', the longest of a script"));
            let (first, longest) = state_ttl(self.input.statements);
            if first.is_some_and(|first| first != span) {
                return None;
            }
            let value = longest.unwrap_or(value);
            return Some(format!("SET 'table.exec.state.ttl' = {}", quote_string(&format!("{value} ms"))));
        }
        if key_text.starts_with("blink.") {
            self.refuse(span, &format!("option '{key_text}'"));
            return None;
        }
        let value = self.masked(&key_text, value, span);
        Some(format!("SET {} = {}", quote_string(&key_text), quote_string(&value)))
    }
}

/// The mode that the last SET of a script gives.
pub(crate) fn mode_that_is_set(statements: &[Statement]) -> Option<Mode> {
    let modes = statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Set(set) => set.assignment.as_ref().filter(|(key, _)| key.text() == RUNTIME_MODE),
        _ => None,
    });
    modes.filter_map(|(_, value)| Mode::parse(&value.text())).next_back()
}

/// Blink has a time to live for each kind of state; Flink takes the longest for all.
fn state_ttl(statements: &[Statement]) -> (Option<Span>, Option<String>) {
    let given = statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Set(set) => {
            let (_, value) = set.assignment.as_ref().filter(|(key, _)| STATE_TTL.contains(&key.text()))?;
            Some((statement.span, value.text().trim().parse::<u64>().ok()))
        }
        _ => None,
    });
    let given: Vec<(Span, Option<u64>)> = given.collect();
    let longest = given.iter().filter_map(|(_, millis)| *millis).max();
    (given.first().map(|(span, _)| *span), longest.map(|millis| millis.to_string()))
}

/// An INSERT into a mirror table names the columns that its fields are.
fn name_columns(insert: &mut Insert, definition: &TableDefinition) {
    if definition.fields.is_empty() {
        return;
    }
    let span = insert.target.span;
    let given: Vec<String> = insert.columns.iter().map(|column| column.text()).collect();
    let other = |name: &String| definition.fields.iter().find(|(field, _)| field == name).map_or(name, |(_, column)| column).clone();
    let names = if given.is_empty() { definition.field_names() } else { given };
    insert.columns = names.iter().map(|name| single(&other(name), span)).collect();
}

fn text_of(node: &(impl Print + ?Sized)) -> String {
    to_sql_with(node, STYLE)
}

impl Mode {
    /// The mode that a name means.
    pub fn parse(name: &str) -> Option<Mode> {
        [Mode::Streaming, Mode::Batch].into_iter().find(|mode| mode.word().eq_ignore_ascii_case(name))
    }
}
