//! One task in one environment, checked and resolved: what a release is made from.

use crate::permissions::{called_functions, uses};
use crate::result::StatementResult;
use crate::session::Session;
use crate::workspace_check::{check_tasks, modes};
use diag::{Diagnostic, Error, ErrorKind, Result, SourceMap, Span};
use options::{Layer, OptionValue, Origin};
use resolve::ElsewhereTable;
use resolve::bound::{Relation, RelationKind};
use sql::token::TokenKind;
use std::collections::BTreeSet;
use std::path::Path;
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::connector::TableContext;
use workspace::subscriptions::{DEFAULT_JOB, TIME_TUNNEL};
use workspace::{Decision, TOPIC_CREDENTIALS, Verb, View, Wanted, Workspace, find_root};

/// A task that was checked, with what it does.
#[derive(Debug)]
pub struct Precompiled {
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
    /// What the statements resolve to, for each mode of the task.
    pub modes: Vec<PrecompiledMode>,
    /// Every table that was asked about: mirror tables beside those they stand for.
    pub tables: BTreeSet<ObjectIdentifier>,
    pub reads: BTreeSet<ObjectIdentifier>,
    pub writes: BTreeSet<ObjectIdentifier>,
    /// Functions of projects, by database and name.
    pub functions: BTreeSet<(String, String)>,
    pub topics: Vec<TopicUse>,
}

#[derive(Debug)]
pub struct PrecompiledMode {
    pub streaming: bool,
    pub results: Vec<StatementResult>,
}

/// A topic of TimeTunnel that the task reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicUse {
    pub table: ObjectIdentifier,
    pub topic: String,
    /// What the table says, or the default.
    pub job: String,
    /// The task gives the credentials itself.
    pub has_credentials: bool,
    pub span: Span,
}

/// Checks a task of a workspace for an environment and resolves it. Nothing is opened but the files of the workspace.
pub fn precompile(session: &Session, path: &Path, environment: &str, variables: &[(String, String)]) -> Result<Precompiled> {
    let missing = || Error::new(ErrorKind::NotFound, format!("'{}' is no task of a workspace", path.display()));
    let root = find_root(path).ok_or_else(missing)?;
    let check = check_tasks(session, &root, Some(environment), variables, Some(path))?;
    let mut copy = session.snapshot();
    copy.sources = check.sources;
    copy.start_checking();
    let script = copy.open_task(path, Some(environment), variables)?.ok_or_else(missing)?;
    let (workspace, _) = Workspace::load(&root, &mut copy.sources);
    let (project, task) = workspace.task_of(path).ok_or_else(missing)?;
    let view = workspace.view(environment, variables).ok_or_else(missing)?;
    let mut done = Precompiled {
        sources: SourceMap::default(),
        diagnostics: check.diagnostics,
        modes: Vec::new(),
        tables: BTreeSet::new(),
        reads: BTreeSet::new(),
        writes: BTreeSet::new(),
        functions: BTreeSet::new(),
        topics: Vec::new(),
    };
    for mode in modes(&project.task_settings(&task.name, &workspace.settings)) {
        let mut run = copy.snapshot();
        if let Some(mode) = mode {
            run.configuration.set("execution.runtime-mode", OptionValue::new(mode, Origin::nowhere(Layer::ConfigFile)));
        }
        let results: Vec<StatementResult> = script.statements.iter().filter_map(|statement| run.execute(statement).result.ok()).collect();
        results.iter().for_each(|result| done.add(result));
        run.overrides.elsewhere().into_iter().for_each(|table| done.add_elsewhere(table));
        done.tables.extend(run.overrides.used());
        let streaming = mode.map_or_else(|| results.iter().any(is_streaming), |mode| mode == "STREAMING");
        done.modes.push(PrecompiledMode { streaming, results });
    }
    let (source, text, _) = view.add_script(&mut copy.sources, &path.display().to_string(), &task.text);
    let named = called_functions(source, &text).into_iter().map(|call| (call.object.database, call.object.object));
    done.functions.extend(named);
    let own = project.functions.iter().filter(|function| calls(&text, &function.name));
    done.functions.extend(own.map(|function| (view.database_of(project), function.name.clone())));
    if let Some(account) = copy.account.as_deref().or_else(|| view.environment.account_of(&project.name)) {
        let needed = done.topics.iter().filter_map(|topic| copy.credentials_needed(&view, account, topic));
        done.diagnostics.extend(needed.collect::<Vec<_>>());
    }
    done.sources = copy.sources;
    Ok(done)
}

impl Precompiled {
    fn add(&mut self, result: &StatementResult) {
        for used in uses(result) {
            match used.verb {
                Verb::Write => self.writes.insert(used.object),
                _ => self.reads.insert(used.object),
            };
        }
        match result {
            StatementResult::Query(prepared) => self.add_topics(&prepared.query.relation),
            StatementResult::Job(job) => job.inserts.iter().for_each(|insert| self.add_topics(&insert.relation)),
            _ => {}
        }
    }

    fn add_elsewhere(&mut self, table: ElsewhereTable) {
        let names = if table.is_sink { &mut self.writes } else { &mut self.reads };
        names.insert(table.identifier);
    }

    fn add_topics(&mut self, relation: &Relation) {
        relation.visit(&mut |inner| {
            if let RelationKind::Scan(scan) = &inner.kind
                && scan.factory.identifier() == TIME_TUNNEL
            {
                self.add_topic(&scan.table);
            }
        });
    }

    fn add_topic(&mut self, table: &TableContext) {
        let options = table.options.layers();
        let option = |key: &str| options.iter().find(|(given, _)| given.eq_ignore_ascii_case(key)).map(|(_, value)| value);
        let is_set =
            |key: &str| option(key).is_some_and(|value| matches!(value.origin.layer, Layer::Set | Layer::SetForMode | Layer::Hint));
        let text = |key: &str| option(key).map(|value| value.text.clone());
        let topic = TopicUse {
            table: table.identifier.clone(),
            topic: text("topic").unwrap_or_else(|| table.identifier.object.clone()),
            job: text("JobName").unwrap_or_else(|| DEFAULT_JOB.to_owned()),
            has_credentials: is_set("accessId") && is_set("accessKey"),
            span: table.span,
        };
        if !self.topics.iter().any(|known| (&known.topic, &known.job) == (&topic.topic, &topic.job)) {
            self.topics.push(topic);
        }
    }
}

impl Session {
    /// Superusers, and accounts that may not read the table, are not subscribed by themselves: their task says with which credentials.
    fn credentials_needed(&self, view: &View<'_>, account: &str, topic: &TopicUse) -> Option<Diagnostic> {
        if topic.has_credentials || topic.table.catalog != WORKSPACE {
            return None;
        }
        let permissions = &view.workspace.settings.permissions;
        let owner = view.workspace.projects.values().find(|owner| view.databases_of(owner).contains(&topic.table.database))?;
        let wanted = Wanted { project: &owner.name, name: &topic.table.object, verb: Verb::Read, fields: &[] };
        let may_read = || matches!(permissions.decide(account, wanted, self.clock().now_millis()), Decision::Allowed(_));
        let reason = match permissions.is_superuser(account) {
            true => "is a superuser",
            false if permissions.guard(&owner.name) && !may_read() => "has no permission to read the table",
            false => return None,
        };
        let message = format!("account '{account}' cannot be subscribed to topic '{}', since it {reason}", topic.topic);
        let table = &topic.table.object;
        Some(Diagnostic::error(TOPIC_CREDENTIALS, topic.span, message).with_help(format!(
            "Give the credentials in the task: SET {table}.accessId = '${{secret:TT_ACCESS_ID}}'; SET {table}.accessKey = '${{secret:TT_ACCESS_KEY}}';"
        )))
    }
}

fn is_streaming(result: &StatementResult) -> bool {
    match result {
        StatementResult::Query(prepared) => prepared.streaming,
        StatementResult::Job(job) => job.streaming,
        _ => false,
    }
}

/// True when a text has a call of a function of this name.
fn calls(text: &str, function: &str) -> bool {
    let tokens: Vec<_> = sql::lex(diag::SourceId::NONE, text).tokens.into_iter().filter(|token| !token.kind.is_comment()).collect();
    tokens.windows(2).any(|pair| {
        let word = text.get(pair[0].span.start as usize..pair[0].span.end as usize).unwrap_or_default().trim_matches('`');
        pair[1].kind == TokenKind::LeftParen && word.eq_ignore_ascii_case(function)
    })
}
