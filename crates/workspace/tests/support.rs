//! Workspaces made of texts.

use options::{Configuration, TableOptions};
use session::{Session, SessionParts, StatementResult, WorkspaceCheck, check_workspace};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use table::connector::Output;
use table::function::Clock;
use tamias_workspace::Workspace;
use tempfile::TempDir;

#[derive(Debug)]
struct Fixed;

impl Clock for Fixed {
    fn now_millis(&self) -> i64 {
        1_700_000_000_000
    }
}

/// Keeps what is printed.
#[derive(Debug, Default)]
pub(crate) struct Printed(Mutex<String>);

impl Printed {
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().expect("nobody panicked").lines().map(str::to_owned).collect()
    }
}

impl Output for Printed {
    fn print(&self, text: &str) -> diag::Result<()> {
        self.0.lock().expect("nobody panicked").push_str(text);
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}

pub(crate) fn open_session() -> Session {
    open_printing_session().0
}

pub(crate) fn open_printing_session() -> (Session, Arc<Printed>) {
    let output = Arc::new(Printed::default());
    let session = Session::new(SessionParts {
        configuration: Configuration::new(),
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: ".".into(),
        clock: Arc::new(Fixed),
        output: output.clone(),
    });
    (session, output)
}

/// A workspace in a directory of its own.
pub(crate) struct Files(TempDir);

impl Files {
    /// Files by path; `tamias.yaml` is there without being named.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        fs::write(directory.path().join("tamias.yaml"), "").expect("it can be written");
        for (path, text) in files {
            let path = directory.path().join(path);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Files(directory)
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// What a check says in one environment, or in all: place, severity, id, message.
    pub(crate) fn check(&self, environment: Option<&str>) -> Vec<String> {
        let check = check_workspace(&open_session(), self.root(), environment, &[]).expect("the environment is there");
        told(&check, self.root())
    }

    /// The winning options and declarations of each table that the last statement of a task reads.
    pub(crate) fn scans(&self, environment: &str, streaming: Option<&str>, project: &str, task: &str) -> Vec<Scanned> {
        let mut session = open_session();
        let (workspace, found) = Workspace::load(self.root(), &mut session.sources);
        assert!(found.is_empty(), "{found:?}");
        session.enter_workspace(&workspace, environment, &[]).expect("the environment is there");
        let view = workspace.view(environment, &[]).expect("the environment is there");
        let project = &workspace.projects[project];
        session.enter_task(&view, project, task).expect("the task is there");
        if let Some(mode) = streaming {
            let origin = options::Origin::nowhere(options::Layer::CommandLine);
            session.configuration.set("execution.runtime-mode", options::OptionValue::new(mode, origin));
        }
        let file = project.tasks.iter().find(|file| file.name == task).expect("the task is there");
        let (source, text, undefined) = view.add_script(&mut session.sources, task, &file.text);
        assert!(undefined.is_empty(), "{undefined:?}");
        let script = sql::parse(source, &text);
        assert!(script.diagnostics.is_empty(), "{:?}", script.diagnostics);
        let mut scanned = Vec::new();
        for statement in session.in_task_order(&script.statements) {
            let execution = session.execute(&statement);
            let errors: Vec<_> = execution.diagnostics.iter().filter(|d| d.is_error()).map(|d| &d.message).collect();
            assert!(errors.is_empty(), "{errors:?}");
            match execution.result.expect("no errors") {
                StatementResult::Query(query) => add(&query.query.relation, &mut scanned),
                StatementResult::Job(job) => job.inserts.iter().for_each(|insert| add(&insert.relation, &mut scanned)),
                _ => {}
            }
        }
        scanned
    }
}

/// A table as one reference sees it.
#[derive(Debug)]
pub(crate) struct Scanned {
    pub(crate) options: TableOptions,
    pub(crate) declared: TableOptions,
    pub(crate) columns: Vec<String>,
}

impl Scanned {
    pub(crate) fn option(&self, key: &str) -> (String, &'static str) {
        layered(&self.options, key)
    }

    pub(crate) fn declared(&self, what: &str) -> (String, &'static str) {
        layered(&self.declared, what)
    }
}

fn layered(options: &TableOptions, key: &str) -> (String, &'static str) {
    options.winner(key).map_or((String::new(), "-"), |value| (value.text.clone(), value.origin.layer.word()))
}

fn add(relation: &resolve::bound::Relation, scanned: &mut Vec<Scanned>) {
    relation.visit(&mut |inner| {
        if let resolve::bound::RelationKind::Scan(scan) = &inner.kind {
            let columns = inner.columns.iter().map(|column| column.name.clone()).collect();
            scanned.push(Scanned { options: scan.table.options.layers().clone(), declared: scan.declared.clone(), columns });
        }
    });
}

/// Diagnostics as lines, with paths from the root.
pub(crate) fn told(check: &WorkspaceCheck, root: &Path) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    let line = |diagnostic: &diag::Diagnostic| {
        let place = check.sources.place(diagnostic.span()).unwrap_or_default();
        let notes = match diagnostic.environments.as_slice() {
            [] => String::new(),
            names => format!(" [In {}.]", names.join(", ")),
        };
        format!("{place} {}[{}] {}{notes}", diagnostic.severity.word(), diagnostic.id, diagnostic.message).replace(&prefix, "")
    };
    check.diagnostics.iter().map(line).collect()
}
