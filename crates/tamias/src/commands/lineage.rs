//! `tamias lineage`

use crate::arguments::SessionArguments;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input;
use crate::opening;
use diag::{Diagnostic, Result, has_errors};
use resolve::bound::{BoundInsert, BoundQuery};
use session::StatementResult;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use translate::BoundStatement;

/// Show which columns of which tables the results of a script come from
///
/// Views, common table expressions and subqueries are followed to the tables beneath. Columns that decide about whole rows, in filters, joins
/// and groups, are listed after those whose values reach the result. Nothing is read or written.
#[derive(Debug, clap::Args)]
pub(crate) struct Lineage {
    /// A script, a directory of scripts, a workspace or one of its projects; '-' reads standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,

    /// How it is shown
    #[arg(long, default_value = "text")]
    format: Form,

    #[command(flatten)]
    session: SessionArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// one line for each column
    Text,
    Json,
    /// a graph for Graphviz
    Dot,
}

/// Resolved statements, which lineage looks into.
enum Bound {
    Query(BoundQuery),
    Inserts(Vec<BoundInsert>),
}

impl Lineage {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let mut all = translate::Lineage::default();
        let mut exit = Exit::Good;
        for file in input::tasks_and_scripts(&self.path)? {
            match self.of_script(&file, console)? {
                Some(lineage) => all.extend(lineage),
                None => exit = Exit::Errors,
            }
        }
        // What is known of a directory is worth showing even where one of its scripts is wrong.
        if exit == Exit::Good || !all.results.is_empty() {
            console.print(&match self.format {
                Form::Text => all.text(),
                Form::Json => all.json(),
                Form::Dot => all.dot(),
            })?;
        }
        Ok(exit)
    }

    /// The lineage of one script; `None` when something is wrong with it, which is shown.
    fn of_script(&self, file: &Path, console: &Arc<Console>) -> Result<Option<translate::Lineage>> {
        let input = input::read(file)?;
        let Some(mut session) = opening::open(&self.session, console)? else { return Ok(None) };
        let scripts = opening::read_with_init(&mut session, &input, &self.session)?;
        console.diagnostics(Stream::Err, &session.sources, &scripts.diagnostics)?;
        if has_errors(&scripts.diagnostics) {
            return Ok(None);
        }
        let (mut bound, mut found) = (Vec::new(), Vec::new());
        for execution in session.inspect(&scripts.statements) {
            found.extend(execution.diagnostics);
            match execution.result {
                Ok(StatementResult::Query(prepared)) => bound.push(Bound::Query(prepared.query)),
                Ok(StatementResult::Job(job)) => bound.push(Bound::Inserts(job.inserts)),
                _ => {}
            }
        }
        // Whether it can run here, and on which files, makes no difference to where its columns come from.
        let of_a_run = [resolve::STREAMING_NOT_SUPPORTED, resolve::REPLACED_BY_BIND];
        found.retain(|diagnostic: &Diagnostic| of_a_run.iter().all(|id| diagnostic.id != *id));
        console.diagnostics(Stream::Err, &session.sources, &found)?;
        if has_errors(&found) {
            return Ok(None);
        }
        let statements: Vec<BoundStatement<'_>> = bound
            .iter()
            .flat_map(|bound| match bound {
                Bound::Query(query) => vec![BoundStatement::Query(query)],
                Bound::Inserts(inserts) => inserts.iter().map(BoundStatement::Insert).collect(),
            })
            .collect();
        let mut lineage = translate::lineage(&statements);
        lineage.rename(&|name| session.production_name(name));
        Ok(Some(lineage))
    }
}
