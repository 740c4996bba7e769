//! Carries out statements, one after the other, and shows what they give back.

use crate::arguments::{ResultArguments, RowFormat};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::interrupt::Interruptible;
use crate::progress::Progress;
use crate::rows::{ResultShape, RowWriter, TableauWidth};
use crate::{diagnostics, scan_report};
use diag::{Diagnostic, Error, ErrorKind, Result};
use resolve::bound::Relation;
use session::client::{StreamEnd, messages, print_content};
use session::run::{CancelToken, scan_reports};
use session::{ContentTable, Execution, Job, PreparedQuery, RejectSink, Session, StatementResult};
use sql::statements::{ClientCommand, Statement};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much is said beside results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// Nothing: standard output has rows only.
    Rows,
    /// Like Flink's client at its prompt, with our own words for mistakes.
    Client,
    /// Exactly like Flink's client.
    Transcript,
}

/// What follows a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Continue,
    /// It failed; what is wrong was shown.
    Failed,
    /// The user stopped it.
    Interrupted,
    /// QUIT
    Quit,
}

pub(crate) struct Runner {
    pub(crate) session: Session,
    console: Arc<Console>,
    voice: Voice,
    format: RowFormat,
    limit: Option<u64>,
    time_limit: Option<Duration>,
    /// Whether a result was printed already, which the next one keeps a distance to.
    printed: bool,
}

impl Runner {
    pub(crate) fn new(mut session: Session, arguments: &ResultArguments, voice: Voice, console: &Arc<Console>) -> Result<Self> {
        if let Some(path) = &arguments.reject_file {
            session.reject_to(reject_sink(path)?);
        }
        let default = match voice {
            Voice::Rows if !console.is_terminal(Stream::Out) => RowFormat::Csv,
            _ => RowFormat::Tableau,
        };
        let format = arguments.format.unwrap_or(default);
        let (limit, time_limit) = (arguments.limit, arguments.time_limit);
        Ok(Runner { session, console: console.clone(), voice, format, limit, time_limit, printed: false })
    }

    /// Carries out one statement and shows what it gives back. An error means that showing failed.
    pub(crate) fn statement(&mut self, statement: &Statement) -> Result<After> {
        let Execution { result, diagnostics } = self.session.execute(statement);
        let outcome = match result {
            Ok(result) => {
                self.show_diagnostics(&diagnostics)?;
                self.result(result)
            }
            Err(error) => {
                self.show_failure(&error, diagnostics)?;
                return Ok(After::Failed);
            }
        };
        match outcome {
            Err(error) if crate::exit::is_broken_pipe(&error) => Err(error),
            Err(error) if error.kind == ErrorKind::Cancelled => {
                self.console.flush()?;
                Ok(After::Interrupted)
            }
            Err(error) => {
                self.show_failure(&error, vec![diagnostics::of_error(&error)])?;
                Ok(After::Failed)
            }
            after => after,
        }
    }

    fn result(&mut self, result: StatementResult) -> Result<After> {
        match result {
            StatementResult::Succeeded => self.say(messages::SUCCEEDED)?,
            StatementResult::Content(content) => self.content(&content)?,
            StatementResult::Query(query) => self.query(&query)?,
            StatementResult::Job(job) => self.job(&job)?,
            StatementResult::Explain(explanation) => {
                let text = self.session.explain_text(&explanation)?;
                match self.voice {
                    Voice::Transcript => self.content(&ContentTable { columns: vec!["result".into()], rows: vec![vec![Some(text)]] })?,
                    _ => self.console.print(&format!("{}\n", text.trim_end()))?,
                }
            }
            StatementResult::Client(command) => return self.client_command(command),
        }
        Ok(After::Continue)
    }

    /// Says a line of Flink's client.
    pub(crate) fn say(&self, line: &str) -> Result<()> {
        match self.voice {
            Voice::Rows => Ok(()),
            _ => self.console.print(&format!("{line}\n")),
        }
    }

    fn content(&mut self, content: &ContentTable) -> Result<()> {
        self.keep_distance()?;
        if self.voice == Voice::Rows && self.format != RowFormat::Tableau {
            return print_cells(content, &self.console);
        }
        print_content(&mut self.console.out(), &content.columns, &content.rows)
    }

    /// Leaves a line free between results of which one would not see where they end.
    fn keep_distance(&mut self) -> Result<()> {
        let is_marked = matches!(self.format, RowFormat::Tableau | RowFormat::Csv);
        if std::mem::replace(&mut self.printed, true) && self.voice == Voice::Rows && is_marked {
            self.console.print("\n")?;
        }
        Ok(())
    }

    fn query(&mut self, query: &PreparedQuery) -> Result<()> {
        let started = Instant::now();
        let running = Interruptible::begin();
        let deadline = Deadline::begin(self.time_limit, &running.token);
        self.keep_distance()?;
        let rows = self.rows(query, &running.token, started, &deadline);
        self.report_scans(&[&query.query.relation])?;
        rows
    }

    fn rows(&self, query: &PreparedQuery, cancel: &CancelToken, started: Instant, deadline: &Deadline) -> Result<()> {
        let mut run = self.session.start_query(query, self.limit, cancel.clone())?;
        let columns = run.columns().to_vec();
        let shape = ResultShape { columns: &columns, streaming: run.is_streaming() };
        let width = if self.voice == Voice::Transcript { TableauWidth::Flink } else { TableauWidth::Terminal };
        let mut out = self.console.out();
        let mut writer = RowWriter::start(self.format, width, &shape, &self.session, &self.console, &mut out)?;
        // Rows that appear as they come tell enough.
        let appears = self.console.is_terminal(Stream::Out) && (shape.streaming || self.format != RowFormat::Tableau);
        let progress = if appears { Progress::hidden() } else { Progress::begin(&self.console, scan_reports(&query.query.relation)) };
        let end = loop {
            match run.next_rows() {
                Ok(Some(batch)) => {
                    progress.add(batch.rows.num_rows());
                    writer.push(&batch)?;
                    if shape.streaming {
                        writer.flush()?;
                    }
                }
                Ok(None) => break Ok(StreamEnd::Complete),
                Err(error) if error.kind == ErrorKind::Cancelled && deadline.is_over() => break Ok(StreamEnd::Complete),
                Err(error) if error.kind == ErrorKind::Cancelled => break Err(error),
                Err(error) => return Err(error),
            }
        };
        drop(progress);
        let time = self.shows_time().then(|| started.elapsed());
        match end {
            Ok(end) => writer.finish(end, time),
            Err(cancelled) => {
                writer.finish(StreamEnd::Cancelled, time)?;
                Err(cancelled)
            }
        }
    }

    fn shows_time(&self) -> bool {
        self.session.configuration.get_bool("sql-client.display.print-time-cost")
    }

    fn job(&mut self, job: &Job) -> Result<()> {
        let is_awaited = self.session.configuration.get_bool("table.dml-sync");
        if !is_awaited {
            self.say(messages::SUBMITTING)?;
            self.say(&messages::submitted(&job_id()))?;
        }
        self.console.flush()?;
        let running = Interruptible::begin();
        let deadline = Deadline::begin(self.time_limit, &running.token);
        let relations: Vec<&Relation> = job.inserts.iter().map(|insert| &insert.relation).collect();
        let progress = Progress::begin(&self.console, relations.iter().flat_map(|relation| scan_reports(relation)).collect());
        let done = self.session.run_job(job, &running.token);
        drop(progress);
        self.report_scans(&relations)?;
        match done {
            Err(error) if error.kind == ErrorKind::Cancelled && deadline.is_over() => {}
            done => done?,
        }
        if is_awaited {
            self.say(messages::COMPLETED)?;
        }
        Ok(())
    }

    fn report_scans(&self, relations: &[&Relation]) -> Result<()> {
        let mut found = Vec::new();
        for report in relations.iter().flat_map(|relation| scan_reports(relation)) {
            found.extend(scan_report::diagnostics(&report.totals()));
        }
        self.console.diagnostics(Stream::Err, &self.session.sources, &found)
    }

    fn client_command(&self, command: ClientCommand) -> Result<After> {
        match command {
            ClientCommand::Quit => return Ok(After::Quit),
            ClientCommand::Help => self.console.print(messages::HELP)?,
            ClientCommand::Clear if self.console.is_terminal(Stream::Out) => self.console.print("\x1b[H\x1b[2J\x1b[3J")?,
            ClientCommand::Clear => {}
        }
        Ok(After::Continue)
    }

    fn show_diagnostics(&self, diagnostics: &[Diagnostic]) -> Result<()> {
        self.console.diagnostics(Stream::Err, &self.session.sources, diagnostics)
    }

    /// Shows why a statement failed; the transcript says it in Flink's words, and in ours beside it.
    pub(crate) fn show_failure(&self, error: &Error, diagnostics: Vec<Diagnostic>) -> Result<()> {
        if self.voice == Voice::Transcript {
            self.console.print(&format!("{}\n", messages::failed(error)))?;
        }
        self.console.flush()?;
        self.show_diagnostics(&diagnostics)
    }

    /// Carries out a script without a word unless something goes wrong.
    pub(crate) fn initialize(&mut self, statements: &[Statement]) -> Result<After> {
        let voice = std::mem::replace(&mut self.voice, Voice::Rows);
        let after = self.statements(statements);
        self.voice = voice;
        self.printed = false;
        after
    }

    /// Carries out statements up to the first that fails.
    pub(crate) fn statements(&mut self, statements: &[Statement]) -> Result<After> {
        for statement in statements {
            match self.statement(statement)? {
                After::Continue => {}
                after => return Ok(after),
            }
        }
        Ok(After::Continue)
    }
}

impl After {
    /// The exit code of a script that ended so.
    pub(crate) fn exit(self) -> Exit {
        match self {
            After::Continue | After::Quit => Exit::Good,
            After::Failed => Exit::Errors,
            After::Interrupted => Exit::Interrupted,
        }
    }
}

/// The cells of a small table between tabs.
fn print_cells(content: &ContentTable, console: &Console) -> Result<()> {
    for row in &content.rows {
        let cells: Vec<&str> = row.iter().map(|cell| cell.as_deref().unwrap_or_default()).collect();
        console.print(&format!("{}\n", cells.join("\t")))?;
    }
    Ok(())
}

/// Cancels a statement after a time.
struct Deadline {
    at: Option<Instant>,
    /// Dropping it lets the waiting thread go.
    _watch: Option<std::sync::mpsc::Sender<()>>,
}

impl Deadline {
    fn begin(limit: Option<Duration>, token: &CancelToken) -> Self {
        let Some(limit) = limit else { return Deadline { at: None, _watch: None } };
        let (sender, receiver) = channel::<()>();
        let token = token.clone();
        std::thread::spawn(move || {
            if receiver.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                token.cancel();
            }
        });
        Deadline { at: Some(Instant::now() + limit), _watch: Some(sender) }
    }

    fn is_over(&self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// 32 hexadecimal digits, as jobs are named.
fn job_id() -> String {
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

fn reject_sink(path: &std::path::Path) -> Result<RejectSink> {
    let file = std::fs::File::create(path).map_err(|error| Error::from(error).context(format!("cannot write '{}'", path.display())))?;
    let file = Mutex::new(file);
    Ok(RejectSink::new(move |record| {
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The query goes on without the file.
        let _ = writeln!(file, "{}", record.text);
    }))
}
