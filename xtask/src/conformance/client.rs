//! A client without a terminal: executes a statement and keeps what it would have printed.

use crate::root;
use diag::{Diagnostic, Error};
use session::client::{BatchTableau, DEFAULT_COLUMN_WIDTH, RowText, StreamEnd, StreamTableau, messages, print_content};
use session::run::{CancelToken, QueryRun};
use session::{ContentTable, PreparedQuery, Session, SessionParts, StatementResult};
use std::path::Path;
use std::sync::Arc;
use table::changelog::RowKind;
use table::connector::Output;
use table::function::Clock;

pub(crate) struct Client {
    session: Session,
    /// What statements may call the folders of the oracle, and where they are here.
    folders: Vec<(String, String)>,
    /// Those that they did call so.
    used_folders: Vec<(String, String)>,
}

/// What a statement gave.
#[derive(Clone, Default)]
pub(crate) struct Answer {
    /// As the client prints it.
    pub(crate) text: String,
    pub(crate) types: Vec<String>,
    /// Cells joined by `, `, with the kind in front in streaming mode.
    pub(crate) rows: Vec<String>,
    /// All that was said, in our words and Flink's.
    pub(crate) complaints: String,
    pub(crate) refused: bool,
    /// Refused because streaming mode has no state yet.
    pub(crate) needs_state: bool,
}

impl Client {
    pub(crate) fn new(work: &Path, settings: &[(String, String)]) -> Self {
        let mut configuration = options::Configuration::new();
        let lenient = ("tamias.check-options".to_owned(), "lenient".to_owned());
        for (key, value) in settings.iter().chain([&lenient]) {
            let origin = options::Origin { layer: options::Layer::Define, span: diag::Span::none() };
            configuration.set(key, options::OptionValue::new(value.clone(), origin));
        }
        let session = Session::new(SessionParts {
            configuration,
            functions: Arc::new(functions::Builtins),
            connectors: Arc::new(connectors::Connectors),
            directory: work.to_path_buf(),
            clock: Arc::new(WallClock),
            output: Arc::new(Silence),
        });
        let data = root().join("tests/flink/data").canonicalize().unwrap_or_default().display().to_string();
        let work = work.display().to_string();
        let folders = vec![
            ("/tmp/flink-oracle/data".to_owned(), data),
            ("/tmp/flink-oracle/work".to_owned(), format!("{work}/out")),
            ("/data/data".to_owned(), format!("{work}/data")),
            ("/data/out".to_owned(), format!("{work}/out")),
        ];
        Client { session, folders, used_folders: Vec::new() }
    }

    /// The state of the session, to come back to with [`Client::restore`].
    pub(crate) fn snapshot(&self) -> Session {
        self.session.snapshot()
    }

    pub(crate) fn restore(&mut self, session: Session) {
        self.session = session;
    }

    pub(crate) fn execute(&mut self, statement: &str) -> Answer {
        let mut text = statement.to_owned();
        for folder in &self.folders {
            if !text.contains(&folder.0) {
                continue;
            }
            text = text.replace(&folder.0, &folder.1);
            if !self.used_folders.contains(folder) {
                self.used_folders.push(folder.clone());
            }
        }
        let source = self.session.sources.add("statement", text.as_str());
        let script = sql::parse(source, &text);
        let mut answer = Answer::default();
        if let Some(mistake) = script.diagnostics.iter().find(|d| d.is_error()) {
            complain(&mut answer, mistake);
            answer.text = messages::failed(&Error::from(mistake.clone()));
            answer.refused = true;
        } else {
            for statement in &script.statements {
                self.execute_parsed(statement, &mut answer);
            }
        }
        self.rename_folders(&mut answer);
        answer
    }

    fn execute_parsed(&mut self, statement: &sql::statements::Statement, answer: &mut Answer) {
        let execution = self.session.execute(statement);
        execution.diagnostics.iter().for_each(|d| complain(answer, d));
        let shown = execution.result.and_then(|result| self.show(result, answer));
        if let Err(error) = shown {
            answer.refused = true;
            if let Some(diagnostic) = &error.diagnostic {
                complain(answer, diagnostic);
            }
            answer.complaints.push_str(&error.message);
            answer.text.push_str(&messages::failed(&error));
        }
    }

    fn show(&mut self, result: StatementResult, answer: &mut Answer) -> diag::Result<()> {
        match result {
            StatementResult::Succeeded => answer.text.push_str(messages::SUCCEEDED),
            StatementResult::Content(table) => content(&table, answer)?,
            StatementResult::Query(query) => self.query(&query, answer)?,
            StatementResult::Job(job) => {
                self.session.run_job(&job, &CancelToken::default())?;
                if self.session.configuration.get_bool("table.dml-sync") {
                    answer.text.push_str(messages::COMPLETED);
                } else {
                    answer.text.push_str(&format!("{}\n{}", messages::SUBMITTING, messages::submitted("<job-id>")));
                }
            }
            StatementResult::Explain(explanation) => {
                let mut table = ContentTable::new(["result"]);
                table.push([self.session.explain_text(&explanation)?]);
                content(&table, answer)?;
            }
            StatementResult::Client(_) => {}
        }
        Ok(())
    }

    fn query(&self, query: &PreparedQuery, answer: &mut Answer) -> diag::Result<()> {
        let mut run = self.session.start_query(query, Some(10_000), CancelToken::default())?;
        answer.types = run.columns().iter().map(|c| c.data_type.to_string()).collect();
        let mut out = Vec::new();
        let shown = if run.is_streaming() { self.stream(&mut run, &mut out, answer) } else { self.batch(&mut run, &mut out, answer) };
        answer.text.push_str(&String::from_utf8_lossy(&out));
        shown
    }

    fn batch(&self, run: &mut QueryRun, out: &mut Vec<u8>, answer: &mut Answer) -> diag::Result<()> {
        let mut cells = RowText::new(run.columns().iter().map(|c| &c.data_type), self.session.environment(false).zone);
        let mut tableau = BatchTableau::new(run.columns().iter().map(|c| c.name.as_str()), self.width());
        while let Some(batch) = run.next_rows()? {
            for row in 0..batch.rows.num_rows() {
                answer.rows.push(joined(cells.cells(&batch.rows, row)));
                let renamed = self.renamed(cells.cells(&batch.rows, row));
                tableau.push(renamed.iter().map(Option::as_deref))?;
            }
        }
        tableau.finish(out, Some(std::time::Duration::ZERO))
    }

    fn stream(&self, run: &mut QueryRun, out: &mut Vec<u8>, answer: &mut Answer) -> diag::Result<()> {
        let columns = run.columns().to_vec();
        let mut cells = RowText::new(columns.iter().map(|c| &c.data_type), self.session.environment(true).zone);
        let headers: Vec<_> = columns.iter().map(|c| (c.name.as_str(), &c.data_type)).collect();
        let mut tableau = StreamTableau::start(out, &headers, self.width())?;
        while let Some(batch) = run.next_rows()? {
            for row in 0..batch.rows.num_rows() {
                let kind: RowKind = batch.kind(row);
                answer.rows.push(format!("{kind}{}", joined(cells.cells(&batch.rows, row))));
                tableau.push(kind, cells.cells(&batch.rows, row))?;
            }
        }
        tableau.finish(StreamEnd::Complete, Some(std::time::Duration::ZERO))
    }

    /// Cells with the folders' names of the oracle, as they are before the client cuts them to their width.
    fn renamed<'c>(&self, cells: impl Iterator<Item = Option<&'c str>>) -> Vec<Option<String>> {
        let rename = |cell: &str| self.used_folders.iter().fold(cell.to_owned(), |text, (theirs, ours)| text.replace(ours, theirs));
        cells.map(|cell| cell.map(rename)).collect()
    }

    fn width(&self) -> usize {
        usize::try_from(self.session.configuration.get_int("table.display.max-column-width")).unwrap_or(DEFAULT_COLUMN_WIDTH)
    }

    fn rename_folders(&self, answer: &mut Answer) {
        for (theirs, ours) in &self.used_folders {
            for text in [&mut answer.text, &mut answer.complaints] {
                *text = text.replace(ours, theirs);
            }
            answer.rows.iter_mut().for_each(|row| *row = row.replace(ours, theirs));
        }
    }
}

fn content(table: &ContentTable, answer: &mut Answer) -> diag::Result<()> {
    let mut out = Vec::new();
    print_content(&mut out, &table.columns, &table.rows)?;
    answer.text.push_str(&String::from_utf8_lossy(&out));
    Ok(())
}

fn joined<'c>(cells: impl Iterator<Item = Option<&'c str>>) -> String {
    cells.map(|c| c.unwrap_or("<NULL>").to_owned()).collect::<Vec<_>>().join(", ")
}

fn complain(answer: &mut Answer, diagnostic: &Diagnostic) {
    let later = ["MATCH_RECOGNIZE", "_CHANGELOG", "CURRENT_WATERMARK", "at an event time"];
    answer.needs_state |= diagnostic.id == "streaming-not-supported"
        || (diagnostic.message.contains("not supported") && later.iter().any(|construct| diagnostic.message.contains(construct)));
    for text in
        [Some(&diagnostic.message), diagnostic.flink.as_ref()].into_iter().flatten().chain(&diagnostic.notes).chain(&diagnostic.helps)
    {
        answer.complaints.push_str(text);
        answer.complaints.push('\n');
    }
}

#[derive(Debug)]
struct WallClock;

impl Clock for WallClock {
    fn now_millis(&self) -> i64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

#[derive(Debug)]
struct Silence;

impl Output for Silence {
    fn print(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}
