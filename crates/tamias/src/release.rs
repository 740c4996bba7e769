//! A task as a version: rendered for the engine of its environment, with everything it is made of.

use diag::{Diagnostic, Result, SourceMap};
use resolve::bound::{BoundInsert, BoundQuery};
use session::{Precompiled, StatementResult};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::text::write_timestamp;
use translate::{BoundStatement, Input, Lineage, Mode, ProjectRegistry, SourceColumn, Target, lineage, natural_mode, render};
use workspace::releases::{InputHash, Manifest, NewRelease, ReleasedFunction, ReleasedScript, hash};
use workspace::{Definitions, Project, ScriptFile, View, task_clauses};

/// What would be released.
pub(crate) struct Candidate {
    pub(crate) release: NewRelease,
    /// The topics of TimeTunnel that the task reads.
    pub(crate) topics: Vec<String>,
}

impl Candidate {
    /// The files of the version with their texts.
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let names = self.release.manifest.scripts.iter().map(|script| script.file.clone());
        let scripts = names.zip(self.release.scripts.iter().cloned());
        scripts.chain([("task.sql".to_owned(), self.release.task.clone())]).collect()
    }
}

/// Renders a task that was checked. The diagnostics tell what was rewritten, and what the engine cannot do; they point into `sources`.
pub(crate) fn candidate(
    view: &View<'_>,
    project: &Project,
    task: &ScriptFile,
    done: &Precompiled,
    sources: &mut SourceMap,
) -> Result<(Candidate, Vec<Diagnostic>)> {
    let settings = project.task_settings(&task.name, &view.workspace.settings);
    let target = Target::for_engine(&settings.engine);
    let (definitions, _) = view.definitions(sources);
    let definitions = Arc::new(definitions);
    let shown = relative(&view.workspace.root, &task.path);
    let (source, text, _) = view.add_script(sources, &shown, &task.text);
    let script = sql::parse(source, &text);
    let (mut scripts, mut texts, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let declared = [(settings.stream, Mode::Streaming), (settings.batch, Mode::Batch)];
    let mut modes: Vec<Mode> = declared.into_iter().filter(|(is_on, _)| *is_on).map(|(_, mode)| mode).collect();
    let registry = |mode: Mode| ProjectRegistry::new(view, project, Arc::clone(&definitions), mode);
    if modes.is_empty() {
        let registry = registry(Mode::Streaming);
        let input =
            Input { statements: &script.statements, sources, registry: &registry, from: None, lower_keys: false, shows_secrets: false };
        modes.push(natural_mode(&input, target));
    }
    for mode in modes {
        let (word, registry) = (mode.word(), registry(mode));
        let input =
            Input { statements: &script.statements, sources, registry: &registry, from: None, lower_keys: false, shows_secrets: false };
        let rendered = render(&input, target, mode);
        notes.extend(rendered.notes);
        let text = without_root(&rendered.text, &view.workspace.root);
        scripts.push(ReleasedScript { mode: word.into(), file: format!("{word}.sql"), target: target.name().into(), sha256: hash(&text) });
        texts.push(text);
    }
    let used = definitions.tables.iter().filter(|table| !table.is_offline && is_used(view, done, &table.project, &table.name));
    notes.extend(used.flat_map(|table| task_clauses(&table.name, &table.node)));
    let inputs = inputs(view, project, task, done, &definitions, sources)?;
    let manifest = Manifest {
        engine: settings.engine.to_string(),
        source: source_of(&inputs),
        inputs,
        scripts,
        functions: functions(view, done, &definitions),
        reads: production_names(view, &done.reads),
        writes: production_names(view, &done.writes),
        lineage: lineage_of(view, done),
        ..Manifest::default()
    };
    let topics: BTreeSet<String> = done.topics.iter().map(|topic| topic.topic.clone()).collect();
    let release = NewRelease { manifest, scripts: texts, task: task.text.clone() };
    Ok((Candidate { release, topics: topics.into_iter().collect() }, notes))
}

/// True when the files of a version are as they were.
pub(crate) fn is_unchanged(root: &Path, manifest: &Manifest) -> bool {
    let is_same = |input: &InputHash| fs::read_to_string(root.join(&input.path)).is_ok_and(|text| hash(&text) == input.sha256);
    manifest.inputs.iter().all(is_same)
}

/// `2026-01-31T12:00:00Z`
pub(crate) fn iso_time(millis: i64) -> String {
    let mut text = String::new();
    write_timestamp(&mut text, millis, 0, 0);
    format!("{}Z", text.replace(' ', "T"))
}

/// The files that a task is made of: those of its environment too, which [`source_of`] leaves out.
fn inputs(
    view: &View<'_>,
    project: &Project,
    task: &ScriptFile,
    done: &Precompiled,
    definitions: &Definitions,
    sources: &SourceMap,
) -> Result<Vec<InputHash>> {
    let root = &view.workspace.root;
    let mut paths: BTreeSet<PathBuf> = BTreeSet::from([task.path.clone()]);
    let environment = root.join("env").join(format!("{}.yaml", view.environment.name));
    let settings = [root.join("tamias.yaml"), root.join("projects").join(&project.name).join("project.yaml"), environment];
    paths.extend(settings.into_iter().filter(|path| path.is_file()));
    for owner in view.workspace.projects.values() {
        let databases = view.databases_of(owner);
        let is_used = |name: &str| is_used(view, done, &owner.name, name);
        let tables = owner.tables.iter().chain(&owner.mirrors).chain(&owner.offline).filter(|file| is_used(&file.name));
        paths.extend(tables.map(|file| file.path.clone()));
        let is_called = |name: &str| {
            done.functions.iter().any(|(database, function)| databases.contains(database) && function.eq_ignore_ascii_case(name))
        };
        paths.extend(owner.functions.iter().filter(|file| is_called(&file.name)).map(|file| file.path.clone()));
    }
    // Data sources are known by the places of their options.
    let used =
        definitions.tables.iter().filter(|table| sources.get(table.span.source).is_some_and(|text| paths.contains(Path::new(&text.name))));
    let data_sources: BTreeSet<String> = view.workspace.data_sources.keys().cloned().collect();
    let named: Vec<PathBuf> = used
        .filter_map(|table| table.data_source.as_ref())
        .filter(|name| data_sources.contains(*name))
        .map(|name| root.join("datasources").join(format!("{name}.yaml")))
        .collect();
    paths.extend(named);
    let mut inputs = Vec::with_capacity(paths.len());
    for path in paths {
        let text =
            fs::read_to_string(&path).map_err(|error| diag::Error::from(error).context(format!("cannot read '{}'", path.display())))?;
        inputs.push(InputHash { path: relative(root, &path), sha256: hash(&text) });
    }
    Ok(inputs)
}

/// True when a task uses a table of a project under one of the names of the project.
fn is_used(view: &View<'_>, done: &Precompiled, project: &str, name: &str) -> bool {
    let databases = view.workspace.projects.get(project).map(|owner| view.databases_of(owner)).unwrap_or_default();
    let is_named = |table: &ObjectIdentifier| table.catalog == WORKSPACE && databases.contains(&table.database) && table.object == name;
    done.tables.iter().chain(&done.reads).chain(&done.writes).any(is_named)
}

/// The fingerprint of what a task is made of in every environment.
fn source_of(inputs: &[InputHash]) -> String {
    let common = inputs.iter().filter(|input| !input.path.starts_with("env/"));
    hash(&common.map(|input| format!("{} {}\n", input.path, input.sha256)).collect::<String>())
}

fn functions(view: &View<'_>, done: &Precompiled, definitions: &Definitions) -> Vec<ReleasedFunction> {
    let is_called = |owner: &str, name: &str| {
        let databases = view.workspace.projects.get(owner).map(|owner| view.databases_of(owner)).unwrap_or_default();
        done.functions.iter().any(|(database, function)| databases.contains(database) && function.eq_ignore_ascii_case(name))
    };
    let called = definitions.functions.iter().filter(|function| is_called(&function.project, &function.name));
    let released = called.map(|function| ReleasedFunction {
        name: format!("{}:{}", function.project, function.name),
        class: function.node.class.value.clone(),
        jars: function.node.using.iter().map(|resource| resource.path.value.clone()).collect(),
    });
    released.collect()
}

/// `trade.orders`, whatever the project is called in the environment; a table elsewhere keeps its name.
fn production_name(view: &View<'_>, catalog: &str, database: &str, object: &str) -> String {
    let owner =
        view.workspace.projects.values().find(|owner| catalog == WORKSPACE && view.databases_of(owner).iter().any(|name| name == database));
    match owner {
        Some(owner) => format!("{}.{object}", owner.name),
        None => format!("{catalog}.{database}.{object}"),
    }
}

fn production_names(view: &View<'_>, tables: &BTreeSet<ObjectIdentifier>) -> Vec<String> {
    let names = tables.iter().map(|table| production_name(view, &table.catalog, &table.database, &table.object));
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The lineage of the first mode, with names of production.
fn lineage_of(view: &View<'_>, done: &Precompiled) -> serde_json::Value {
    let results = done.modes.first().map_or(&[] as &[StatementResult], |mode| &mode.results);
    let queries = results.iter().filter_map(|result| match result {
        StatementResult::Query(prepared) => Some(&prepared.query),
        _ => None,
    });
    let inserts = results.iter().filter_map(|result| match result {
        StatementResult::Job(job) => Some(&job.inserts),
        _ => None,
    });
    let queries = queries.map(|query: &BoundQuery| BoundStatement::Query(query));
    let statements: Vec<BoundStatement<'_>> =
        queries.chain(inserts.flatten().map(|insert: &BoundInsert| BoundStatement::Insert(insert))).collect();
    let mut found = lineage(&statements);
    rename(&mut found, &|name| {
        let mut parts = name.splitn(3, '.');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(catalog), Some(database), Some(object)) => production_name(view, catalog, database, object),
            _ => name.to_owned(),
        }
    });
    serde_json::from_str(&found.json()).unwrap_or_default()
}

fn rename(lineage: &mut Lineage, name: &dyn Fn(&str) -> String) {
    let column = |source: SourceColumn| SourceColumn { table: name(&source.table), column: source.column };
    for result in &mut lineage.results {
        result.target = result.target.as_deref().map(name);
        for own in &mut result.columns {
            own.origins = std::mem::take(&mut own.origins).into_iter().map(column).collect();
        }
        let rows = std::mem::take(&mut result.rows).into_iter();
        result.rows = rows.map(|origin| translate::Origin { source: column(origin.source), role: origin.role }).collect();
    }
    lineage.tables =
        std::mem::take(&mut lineage.tables).into_iter().map(|(table, connector)| (name(&table), connector)).collect::<BTreeMap<_, _>>();
}

/// A path as it is below the root of the workspace, so that a version does not depend on where the workspace lies.
fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn without_root(text: &str, root: &Path) -> String {
    let prefix = format!("-- from {}/", root.display());
    text.replace(&prefix, "-- from ")
}
