//! `tamias options`

#[cfg(test)]
mod property;

use crate::arguments::SessionArguments;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input;
use crate::opening::{self, COMMAND_LINE};
use diag::{Diagnostic, Error, ErrorKind, Result, has_errors};
use options::{Layer, OptionSpec, OptionValue, Origin, ResolvedOptions, TableOptions, secret};
use resolve::bound::{BoundSink, Relation, RelationKind};
use serde_json::{Value, json};
use session::{ExplainSubject, Session, StatementResult};
use sql::statements::{Statement, StatementKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::catalog::ObjectIdentifier;
use table::connector::{TableContext, TableFactory};
use unicode_width::UnicodeWidthStr;

/// Show the options of each reference to a table: their values, who set them, and what they hide
///
/// Secrets are masked.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The script, and a line if only the statement there is wanted: FILE or FILE:LINE
    #[arg(value_name = "FILE[:LINE]")]
    file: String,

    /// Only references to this table
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    /// Options that have their default, too
    #[arg(long)]
    all: bool,

    #[arg(long, default_value = "text")]
    format: ListFormat,

    #[command(flatten)]
    session: SessionArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    Text,
    /// one JSON object for each reference
    Json,
}

impl Options {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let (path, line) = file_and_line(&self.file);
        let Some(mut session) = opening::open(&self.session, console)? else { return Ok(Exit::Errors) };
        let scripts = opening::read_with_init(&mut session, &input::read(&path)?, &self.session)?;
        session.start_checking();
        let mut found = scripts.diagnostics;
        let (mut references, said) = references_of(&mut session, &scripts.statements, line);
        found.extend(said);
        found.extend(session.unused_on_command_line());
        console.diagnostics(Stream::Err, &session.sources, &found)?;
        if let Some(wanted) = &self.table {
            references.retain(|reference| is_named(&reference.table.identifier, wanted));
            if references.is_empty() {
                return Err(Error::new(ErrorKind::NotFound, format!("the script does not refer to a table '{wanted}'")));
            }
        }
        for (n, reference) in references.iter().enumerate() {
            let listing = Listing::of(reference, &session);
            let text = match self.format {
                ListFormat::Text => format!("{}{}", if n > 0 { "\n" } else { "" }, listing.text(self.all)),
                ListFormat::Json => format!("{}\n", listing.json(self.all)),
            };
            console.print(&text)?;
        }
        Ok(if has_errors(&found) { Exit::Errors } else { Exit::Good })
    }
}

/// The references to tables in the statements, or in those that cover a line.
fn references_of(session: &mut Session, statements: &[Statement], line: Option<u32>) -> (Vec<Reference>, Vec<Diagnostic>) {
    let (mut references, mut found) = (Vec::new(), Vec::new());
    for statement in statements.iter().filter(|statement| statement.kind != StatementKind::Error) {
        let execution = session.execute(statement);
        found.extend(execution.diagnostics);
        if line.is_none_or(|line| covers(statement, line, session)) {
            execution.result.iter().for_each(|result| add_references(result, &mut references));
        }
    }
    (references, found)
}

/// A file whose name ends with `:7` is meant when there is one.
fn file_and_line(text: &str) -> (PathBuf, Option<u32>) {
    let split = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match split {
        Some((file, line)) if !Path::new(text).exists() => (PathBuf::from(file), Some(line)),
        _ => (PathBuf::from(text), None),
    }
}

fn covers(statement: &Statement, line: u32, session: &Session) -> bool {
    let span = session.sources.written(statement.span);
    let Some(text) = session.sources.get(span.source) else { return false };
    let (first, last) = (text.line_column(span.start).line, text.line_column(span.end).line);
    (first..=last).contains(&line)
}

fn is_named(identifier: &ObjectIdentifier, wanted: &str) -> bool {
    let ObjectIdentifier { catalog, database, object } = identifier;
    [object.clone(), format!("{database}.{object}"), format!("{catalog}.{database}.{object}")].iter().any(|name| name == wanted)
}

/// One use of a table.
struct Reference {
    factory: &'static dyn TableFactory,
    table: TableContext,
    /// Keys, watermark and added columns, with who declares them.
    declared: TableOptions,
    /// The columns that are read, and those of keys.
    kept: Vec<String>,
}

fn add_references(result: &StatementResult, references: &mut Vec<Reference>) {
    match result {
        StatementResult::Query(prepared) => add_scans(&prepared.query.relation, references),
        StatementResult::Job(job) => {
            for insert in &job.inserts {
                add_sink(&insert.sink, references);
                add_scans(&insert.relation, references);
            }
        }
        StatementResult::Explain(explanation) => match &explanation.subject {
            ExplainSubject::Query(query) => add_scans(&query.relation, references),
            ExplainSubject::Inserts(inserts) => inserts.iter().for_each(|insert| {
                add_sink(&insert.sink, references);
                add_scans(&insert.relation, references);
            }),
        },
        _ => {}
    }
    let place = |reference: &Reference| (reference.table.span.source, reference.table.span.start);
    references.sort_by_key(place);
    references.dedup_by_key(|reference| place(reference));
}

fn add_scans(relation: &Relation, references: &mut Vec<Reference>) {
    relation.visit(&mut |inner| {
        if let RelationKind::Scan(scan) = &inner.kind {
            let used = inner.columns.iter().map(|column| column.name.clone());
            let keys = scan.keys.unique.iter().chain(&scan.keys.indexes).flatten().cloned();
            let mut kept: Vec<String> = Vec::new();
            for name in used.chain(keys) {
                if !kept.contains(&name) {
                    kept.push(name);
                }
            }
            references.push(Reference { factory: scan.factory, table: scan.table.clone(), declared: scan.declared.clone(), kept });
        }
    });
}

fn add_sink(sink: &BoundSink, references: &mut Vec<Reference>) {
    references.push(Reference { factory: sink.factory, table: sink.table.clone(), declared: sink.declared.clone(), kept: Vec::new() });
}

/// The options of the references to tables in a statement, in the order of their places.
pub(crate) fn listings(result: &StatementResult, session: &Session) -> Vec<Listing> {
    let mut references = Vec::new();
    add_references(result, &mut references);
    references.iter().map(|reference| Listing::of(reference, session)).collect()
}

/// What is shown for a reference.
pub(crate) struct Listing {
    identifier: ObjectIdentifier,
    table: String,
    connector: &'static str,
    place: Option<String>,
    entries: Vec<Entry>,
    defaults: Vec<Entry>,
}

pub(crate) struct Entry {
    key: String,
    /// A task cannot change it.
    locked: bool,
    winner: Given,
    shadowed: Vec<Given>,
}

/// A value and who gave it.
struct Given {
    value: String,
    layer: Layer,
    place: Option<String>,
}

impl Listing {
    fn of(reference: &Reference, session: &Session) -> Self {
        let TableContext { identifier, options, span, .. } = &reference.table;
        let connector = reference.factory.identifier();
        let entry = |(key, winner)| {
            let entry = Entry::of(key, winner, options, session);
            Entry { locked: winner.origin.layer != Layer::CommandLine && session.is_locked(identifier, connector, key), ..entry }
        };
        let mut entries: Vec<Entry> = options.layers().iter().map(entry).collect();
        entries.extend(reference.declared.iter().map(|(what, winner)| {
            let mut entry = Entry::declared(what, winner, &reference.declared, session);
            if what == "COLUMN PRUNING" && winner.text == "true" {
                entry.winner.value = format!("keeps {}", reference.kept.join(", "));
            }
            entry
        }));
        Listing {
            identifier: identifier.clone(),
            table: short_name(identifier, session),
            connector,
            place: session.sources.place(*span),
            entries,
            defaults: defaults(options),
        }
    }

    /// The name of the table alone.
    pub(crate) fn name(&self) -> &str {
        &self.identifier.object
    }

    pub(crate) fn is_of(&self, name: &str) -> bool {
        is_named(&self.identifier, name)
    }

    /// `file:line:column` of the reference.
    pub(crate) fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    pub(crate) fn given(&self) -> impl Iterator<Item = &Entry> {
        self.shown(false)
    }

    /// What was given, then the defaults.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.shown(true)
    }

    fn text(&self, all: bool) -> String {
        let place = self.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        let title = format!("{} ({}){place}", self.table, self.connector);
        let mut rows = vec![[title, "VALUE".to_owned(), "SET BY".to_owned(), String::new(), "SHADOWS".to_owned(), String::new()]];
        rows.extend(self.shown(all).map(Entry::row));
        let widths: Vec<usize> = (0..6).map(|column| rows[1..].iter().map(|row| row[column].width()).max().unwrap_or(0)).collect();
        // The headings of the two double columns stand over both.
        let key = widths[0].max(rows[0][0].width());
        let value = widths[1].max(rows[0][1].width());
        let origin = (widths[2] + 1 + widths[3]).max("SET BY".len());
        let mut lines: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(n, row)| {
                let origin_text = if n == 0 { row[2].clone() } else { format!("{} {}", pad(&row[2], widths[2]), row[3]) };
                let shadow_text =
                    if n == 0 || row[5].is_empty() { row[4].clone() } else { format!("{} {}", pad(&row[4], widths[4]), row[5]) };
                format!("{}  {}  {}  {shadow_text}", pad(&row[0], key), pad(&row[1], value), pad(&origin_text, origin))
            })
            .collect();
        if !all && !self.defaults.is_empty() {
            let word = if self.defaults.len() == 1 { "default" } else { "defaults" };
            if let Some(last) = lines.last_mut() {
                last.push_str(&format!("         {} {word}: --all", self.defaults.len()));
            }
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    fn json(&self, all: bool) -> Value {
        let entries: Vec<Value> = self.shown(all).map(Entry::json).collect();
        json!({ "table": self.table, "connector": self.connector, "place": self.place, "options": entries })
    }

    fn shown(&self, all: bool) -> impl Iterator<Item = &Entry> {
        self.entries.iter().chain(if all { self.defaults.as_slice() } else { &[] })
    }
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// The options that nobody gave and that have a default.
fn defaults(options: &ResolvedOptions) -> Vec<Entry> {
    let mut entries = Vec::new();
    for group in options.groups() {
        for key in group.keys() {
            let default = group.find(&key).and_then(|spec| spec.default);
            if let Some(default) = default.filter(|_| options.layers().get(&key).is_none()) {
                let winner = Given { value: shown(&key, default, None), layer: Layer::Default, place: None };
                entries.push(Entry { key, locked: false, winner, shadowed: Vec::new() });
            }
        }
    }
    entries
}

/// The name as it may be written where the current catalog and database hold.
fn short_name(identifier: &ObjectIdentifier, session: &Session) -> String {
    let ObjectIdentifier { catalog, database, object } = identifier;
    if catalog != session.catalogs.current_catalog() {
        return format!("{catalog}.{database}.{object}");
    }
    match database == session.catalogs.current_database() {
        true => object.clone(),
        false => format!("{database}.{object}"),
    }
}

/// The layer as listings name it: a file that the environment binds is as strong as one of the command line.
fn layer_of(origin: Origin, session: &Session) -> Layer {
    match session.sources.get(origin.span.source) {
        Some(source) if origin.layer == Layer::CommandLine && source.name != COMMAND_LINE => Layer::Environment,
        _ => origin.layer,
    }
}

/// A value without secrets; one can see that it is empty.
fn shown(key: &str, value: &str, spec: Option<&OptionSpec>) -> String {
    match value {
        "" => "''".to_owned(),
        value => secret::shown(key, value, spec).into_owned(),
    }
}

impl Entry {
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn value(&self) -> &str {
        &self.winner.value
    }

    /// Who gave the value.
    pub(crate) fn layer(&self) -> &'static str {
        self.winner.layer.word()
    }

    fn of(key: &str, winner: &OptionValue, options: &ResolvedOptions, session: &Session) -> Self {
        let spec = options.groups().iter().find_map(|group| group.find(key));
        let given = |value: &OptionValue| Given {
            value: shown(key, &value.text, spec),
            layer: layer_of(value.origin, session),
            place: session.sources.place(value.origin.span),
        };
        Entry { key: key.to_owned(), locked: false, winner: given(winner), shadowed: options.layers().shadowed(key).map(given).collect() }
    }

    fn declared(what: &str, winner: &OptionValue, declared: &TableOptions, session: &Session) -> Self {
        let given = |value: &OptionValue| Given {
            value: value.text.clone(),
            layer: value.origin.layer,
            place: session.sources.place(value.origin.span),
        };
        Entry { key: what.to_owned(), locked: false, winner: given(winner), shadowed: declared.shadowed(what).map(given).collect() }
    }

    fn row(&self) -> [String; 6] {
        let (shadow, place) = match self.shadowed.first() {
            Some(first) => (first.value.clone(), first.place.clone().unwrap_or_default()),
            None => ("-".to_owned(), String::new()),
        };
        let place = self
            .shadowed
            .iter()
            .skip(1)
            .fold(place, |text, more| format!("{text}, {} {}", more.value, more.place.as_deref().unwrap_or_default()));
        let Given { value, layer, place: origin } = &self.winner;
        let key = if self.locked { format!("{} (locked)", self.key) } else { self.key.clone() };
        [key, value.clone(), layer.to_string(), origin.clone().unwrap_or_default(), shadow, place]
    }

    fn json(&self) -> Value {
        let given = |given: &Given| json!({ "value": given.value, "layer": given.layer.word(), "place": given.place });
        let shadowed: Vec<Value> = self.shadowed.iter().map(given).collect();
        json!({ "key": self.key, "locked": self.locked, "value": self.winner.value, "layer": self.winner.layer.word(), "place": self.winner.place, "shadows": shadowed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, winner: (&str, Layer, &str), shadowed: &[(&str, Layer, &str)]) -> Entry {
        let given =
            |(value, layer, place): &(&str, Layer, &str)| Given { value: (*value).into(), layer: *layer, place: Some((*place).into()) };
        Entry { key: key.into(), locked: key == "topic", winner: given(&winner), shadowed: shadowed.iter().map(given).collect() }
    }

    #[test]
    fn a_listing_has_winners_origins_and_what_they_hide() {
        let listing = Listing {
            identifier: ObjectIdentifier::new("c", "trade", "clicks"),
            table: "trade.clicks".into(),
            connector: "kafka",
            place: Some("t.sql:4:35".into()),
            entries: vec![
                entry(
                    "scan.startup.mode",
                    ("latest-offset", Layer::Hint, "t.sql:4:60"),
                    &[("earliest-offset", Layer::Definition, "clicks.sql:1:9")],
                ),
                entry("properties.group.id", ("new_group_id", Layer::Set, "t.sql:1:1"), &[("g1", Layer::Definition, "clicks.sql:2:9")]),
                entry("topic", ("clicks", Layer::Definition, "clicks.sql:3:9"), &[]),
            ],
            defaults: vec![entry("x", ("1", Layer::Default, ""), &[])],
        };
        let expected = "\
trade.clicks (kafka) at t.sql:4:35  VALUE          SET BY                SHADOWS
scan.startup.mode                   latest-offset  hint  t.sql:4:60      earliest-offset clicks.sql:1:9
properties.group.id                 new_group_id   SET   t.sql:1:1       g1              clicks.sql:2:9
topic (locked)                      clicks         table clicks.sql:3:9  -         1 default: --all
";
        assert_eq!(listing.text(false), expected);
        assert!(listing.text(true).ends_with("default                 -\n"), "{}", listing.text(true));
    }

    #[test]
    fn a_line_may_follow_the_file() {
        assert_eq!(file_and_line("a.sql:12"), (PathBuf::from("a.sql"), Some(12)));
        assert_eq!(file_and_line("a.sql"), (PathBuf::from("a.sql"), None));
    }
}
