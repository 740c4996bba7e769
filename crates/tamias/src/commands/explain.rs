//! `tamias explain`

use crate::arguments::SessionArguments;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::opening::{self, COMMAND_LINE};
use diag::{Result, SourceMap, has_errors};
use resolve::bound::Relation;
use session::{ExplainSubject, Explanation, Session, StatementResult};
use sql::statements::Statement;
use std::path::PathBuf;
use std::sync::Arc;

/// Show how the queries and INSERTs of a script would run
///
/// Without --level, each is explained as EXPLAIN does it. Definitions and settings of the script take effect; nothing is read or written.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The script; '-' reads standard input
    #[arg(required_unless_present = "sql", value_name = "FILE")]
    file: Option<PathBuf>,

    /// Explain these statements
    #[arg(short = 'c', long = "command", value_name = "SQL", conflicts_with = "file")]
    sql: Option<String>,

    /// Show one representation only
    #[arg(long)]
    level: Option<Level>,

    #[command(flatten)]
    session: SessionArguments,
}

/// The representations between text and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Level {
    /// the syntax tree
    Ast,
    /// names, types and options resolved
    Bound,
    /// the optimized plan, for batch mode
    Logical,
    /// the operators, for batch mode
    Physical,
}

impl Explain {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let input = match (&self.sql, &self.file) {
            (Some(sql), _) => Input { name: COMMAND_LINE.to_owned(), text: sql.clone() },
            (None, Some(file)) => input::read(file)?,
            (None, None) => return Ok(Exit::Usage),
        };
        let Some(mut session) = opening::open(&self.session, console)? else { return Ok(Exit::Errors) };
        let scripts = opening::read_with_init(&mut session, &input, &self.session)?;
        console.diagnostics(Stream::Err, &session.sources, &scripts.diagnostics)?;
        if has_errors(&scripts.diagnostics) {
            return Ok(Exit::Errors);
        }
        let mut shown = 0;
        for (index, statement) in scripts.statements.iter().enumerate() {
            let Some(text) = self.statement(statement, &mut session, console)? else { return Ok(Exit::Errors) };
            if index >= scripts.init && !text.is_empty() {
                console.print(&format!("{}{}\n", if shown > 0 { "\n" } else { "" }, text.trim_end()))?;
                shown += 1;
            }
        }
        console.flush()?;
        console.diagnostics(Stream::Err, &session.sources, &session.unused_on_command_line())?;
        Ok(Exit::Good)
    }

    /// The text for a statement, empty when it has none; `None` when the statement is wrong, which was shown.
    fn statement(&self, statement: &Statement, session: &mut Session, console: &Console) -> Result<Option<String>> {
        if self.level == Some(Level::Ast) {
            return Ok(Some(format!("{:#?}", statement.kind)));
        }
        let execution = session.execute(statement);
        console.diagnostics(Stream::Err, &session.sources, &execution.diagnostics)?;
        let Ok(result) = execution.result else { return Ok(None) };
        match text_of(statement, &result, self.level, session) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                console.error(&SourceMap::clone(&session.sources), &error);
                Ok(None)
            }
        }
    }
}

/// The text for the result of a statement, empty where there is nothing to explain.
pub(crate) fn text_of(statement: &Statement, result: &StatementResult, level: Option<Level>, session: &Session) -> Result<String> {
    if level == Some(Level::Ast) {
        return Ok(format!("{:#?}", statement.kind));
    }
    let (subject, streaming, span) = match result {
        StatementResult::Query(prepared) => (ExplainSubject::Query(prepared.query.clone()), prepared.streaming, prepared.span),
        StatementResult::Job(job) => (ExplainSubject::Inserts(job.inserts.clone()), job.streaming, job.span),
        StatementResult::Explain(explanation) => return text(explanation, level, session),
        _ => return Ok(String::new()),
    };
    text(&Explanation { subject, details: Vec::new(), streaming, span }, level, session)
}

fn text(explanation: &Explanation, level: Option<Level>, session: &Session) -> Result<String> {
    let Some(level) = level else { return session.explain_text(explanation) };
    let relations: Vec<&Relation> = match &explanation.subject {
        ExplainSubject::Query(query) => vec![&query.relation],
        ExplainSubject::Inserts(inserts) => inserts.iter().map(|insert| &insert.relation).collect(),
    };
    let texts = relations.into_iter().map(|relation| match level {
        Level::Ast | Level::Bound => Ok(relation.to_string()),
        Level::Logical => Ok(session.batch_plan_texts(relation)?.logical),
        Level::Physical => Ok(session.batch_plan_texts(relation)?.physical),
    });
    Ok(texts.collect::<Result<Vec<_>>>()?.join("\n"))
}

impl Level {
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        <Self as clap::ValueEnum>::from_str(name, false).ok()
    }
}
