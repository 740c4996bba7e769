//! Who may do what with the objects of a project.
//!
//! ```yaml
//! # permissions.yaml, or under 'permissions' in tamias.yaml
//! accounts:
//!   ann: {}                          # a personal account, used in development
//!   root: {superuser: true}
//!   report_prod: {project: report}   # what the jobs of a project run as
//! grants:
//!   - {account: ann, object: trade.orders, verbs: [read], fields: [order_id, amount], until: 2026-12-31}
//!   - {account: report_prod, object: 'trade:risk', verbs: use}
//! ```
//!
//! Without `accounts` every name is one. A project is open to all others until a grant names one of its objects. A task may always use what its own project has.

use crate::diagnostics::{INVALID_FILE, UNKNOWN_GRANT};
use crate::load::Workspace;
use crate::settings::Setting;
use crate::yaml::{Entry, Node, unknown_key};
use diag::{Diagnostic, Span, suggest};
use indexmap::IndexMap;
use std::collections::BTreeSet;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// How long before its end a grant is warned about.
const WARNED_BEFORE: i64 = 7 * MILLIS_PER_DAY;

/// Stands for all tables, or all functions, of a project.
const ALL: &str = "*";

/// What `permissions.yaml` says.
#[derive(Clone, Debug, Default)]
pub struct Permissions {
    pub accounts: IndexMap<String, Account>,
    pub grants: Vec<Grant>,
}

/// Someone who develops, or a project that runs.
#[derive(Clone, Debug)]
pub struct Account {
    /// The project whose jobs run as this account; `None` for a person.
    pub project: Option<Setting>,
    /// Nothing is refused.
    pub superuser: bool,
    pub key_span: Span,
}

/// What one account may do with one object.
#[derive(Clone, Debug)]
pub struct Grant {
    pub account: Setting,
    pub object: GrantedObject,
    pub verbs: Vec<Verb>,
    /// Empty for all.
    pub fields: Vec<Setting>,
    pub until: Option<End>,
}

#[derive(Clone, Debug)]
pub struct GrantedObject {
    pub project: String,
    /// `*` for all.
    pub name: String,
    pub is_function: bool,
    pub span: Span,
}

/// The last day of a grant.
#[derive(Clone, Debug)]
pub struct End {
    pub day: Setting,
    /// The first moment after it, in UTC.
    pub millis: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    Read,
    Write,
    Alter,
    Delete,
    /// Call a function.
    Use,
}

/// An object that something is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub project: &'a str,
    pub name: &'a str,
    pub verb: Verb,
    /// The fields that are read.
    pub fields: &'a [&'a str],
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Decision<'p> {
    /// With the grants that end within a week.
    Allowed(Vec<&'p End>),
    /// Nothing was granted.
    Missing,
    /// It was granted, for a time that is over.
    Ended(&'p End),
    /// It was granted, but not for these fields.
    Fields(Vec<String>),
}

impl Verb {
    const WORDS: &[(&'static str, Verb)] = &[
        ("read", Verb::Read),
        ("query", Verb::Read),
        ("write", Verb::Write),
        ("alter", Verb::Alter),
        ("delete", Verb::Delete),
        ("use", Verb::Use),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, verb)| *verb == self).map_or("", |(word, _)| word)
    }
}

impl GrantedObject {
    /// `trade.orders`, `trade:risk`
    pub fn text(&self) -> String {
        format!("{}{}{}", self.project, if self.is_function { ':' } else { '.' }, self.name)
    }
}

impl Permissions {
    /// True when a grant names an object of the project: whatever is not granted there is refused.
    pub fn guard(&self, project: &str) -> bool {
        self.grants.iter().any(|grant| grant.object.project == project)
    }

    pub fn is_superuser(&self, account: &str) -> bool {
        self.accounts.get(account).is_some_and(|account| account.superuser)
    }

    /// Whether an account may do something at a time.
    pub fn decide(&self, account: &str, wanted: Wanted<'_>, now: i64) -> Decision<'_> {
        if self.is_superuser(account) {
            return Decision::Allowed(Vec::new());
        }
        let is_meant = |grant: &&Grant| {
            grant.account.text == account
                && grant.object.project == wanted.project
                && grant.object.is_function == (wanted.verb == Verb::Use)
                && (grant.object.name == ALL || grant.object.name == wanted.name)
                && grant.verbs.contains(&wanted.verb)
        };
        let meant: Vec<&Grant> = self.grants.iter().filter(is_meant).collect();
        let (valid, ended): (Vec<&Grant>, Vec<&Grant>) =
            meant.into_iter().partition(|grant| grant.until.as_ref().is_none_or(|end| now < end.millis));
        if valid.is_empty() {
            let last = ended.into_iter().filter_map(|grant| grant.until.as_ref()).max_by_key(|end| end.millis);
            return last.map_or(Decision::Missing, Decision::Ended);
        }
        let is_whole = valid.iter().any(|grant| grant.fields.is_empty());
        let granted: BTreeSet<&str> = valid.iter().flat_map(|grant| &grant.fields).map(|field| field.text.as_str()).collect();
        let refused: Vec<String> =
            wanted.fields.iter().filter(|field| !is_whole && !granted.contains(*field)).map(|f| (*f).to_owned()).collect();
        if !refused.is_empty() {
            return Decision::Fields(refused);
        }
        // A grant that another one outlasts does not matter.
        let lasts =
            valid.iter().any(|grant| grant.fields.is_empty() && grant.until.as_ref().is_none_or(|end| end.millis - now > WARNED_BEFORE));
        let ends = valid.into_iter().filter_map(|grant| grant.until.as_ref()).filter(|end| !lasts && end.millis - now <= WARNED_BEFORE);
        Decision::Allowed(ends.collect())
    }

    pub(crate) fn read(entries: Vec<Entry>, found: &mut Vec<Diagnostic>) -> Self {
        let mut permissions = Permissions::default();
        for entry in entries {
            match entry.key.as_str() {
                "accounts" => {
                    let accounts = entry.value.into_map("accounts", found).into_iter();
                    permissions.accounts = accounts.map(|account| (account.key.clone(), Account::read(account, found))).collect();
                }
                "grants" => {
                    let grants = entry.value.into_list("grants", found).into_iter();
                    permissions.grants = grants.filter_map(|grant| Grant::read(grant, found)).collect();
                }
                _ => found.push(unknown_key(&entry, "permissions", &["accounts", "grants"])),
            }
        }
        permissions
    }

    /// Names in permissions that nothing has.
    pub(crate) fn check(&self, workspace: &Workspace, found: &mut Vec<Diagnostic>) {
        let accounts = || self.accounts.keys().map(String::as_str);
        let projects = || workspace.projects.keys().map(String::as_str);
        for grant in &self.grants {
            if !self.accounts.is_empty() && !self.accounts.contains_key(&grant.account.text) {
                let message = format!("there is no account '{}'", grant.account.text);
                found.push(unknown(grant.account.span, message, &grant.account.text, accounts()));
            }
            let object = &grant.object;
            let Some(project) = workspace.projects.get(&object.project) else {
                found.push(unknown(object.span, format!("there is no project '{}'", object.project), &object.project, projects()));
                continue;
            };
            let files = if object.is_function { &project.functions } else { &project.tables };
            let more = if object.is_function { &[] } else { project.mirrors.as_slice() };
            let offline = if object.is_function { &[] } else { project.offline.as_slice() };
            let mut names = files.iter().chain(more).chain(offline).map(|file| file.name.as_str());
            if object.name != ALL && !names.clone().any(|name| name == object.name) {
                found.push(unknown(object.span, format!("'{}' does not exist", object.text()), &object.name, &mut names));
            }
        }
        for account in self.accounts.values() {
            let Some(project) = account.project.as_ref().filter(|project| !workspace.projects.contains_key(&project.text)) else {
                continue;
            };
            found.push(unknown(project.span, format!("there is no project '{}'", project.text), &project.text, projects()));
        }
        for environment in workspace.environments.values().filter(|_| !self.accounts.is_empty()) {
            for (project, account) in &environment.accounts {
                let Some(known) = self.accounts.get(&account.text) else {
                    let message = format!("there is no account '{}'", account.text);
                    found.push(unknown(account.span, message, &account.text, accounts()));
                    continue;
                };
                let owner = known.project.as_ref().filter(|owner| project != ALL && owner.text != *project);
                found.extend(owner.map(|owner| {
                    let message = format!("account '{}' is that of project '{}'", account.text, owner.text);
                    Diagnostic::error(UNKNOWN_GRANT, account.span, message).with_label(owner.span, "said here")
                }));
            }
        }
    }
}

impl Account {
    fn read(account: Entry, found: &mut Vec<Diagnostic>) -> Self {
        let mut read = Account { project: None, superuser: false, key_span: account.key_span };
        for entry in account.value.into_map("an account", found) {
            match entry.key.as_str() {
                "project" => read.project = setting(entry, found),
                "superuser" => read.superuser = entry.value.into_text("superuser", found).is_some_and(|text| text == "true"),
                _ => found.push(unknown_key(&entry, "an account", &["project", "superuser"])),
            }
        }
        read
    }
}

impl Grant {
    fn read(node: Node, found: &mut Vec<Diagnostic>) -> Option<Self> {
        let place = node.span;
        let (mut account, mut object, mut verbs, mut fields, mut until) = (None, None, Vec::new(), Vec::new(), None);
        for entry in node.into_map("a grant", found) {
            match entry.key.as_str() {
                "account" => account = setting(entry, found),
                "object" => object = setting(entry, found).and_then(|object| granted_object(&object, found)),
                "verbs" => verbs = entry.value.into_list("verbs", found).into_iter().filter_map(|node| verb(node, found)).collect(),
                "fields" => {
                    let nodes = entry.value.into_list("fields", found).into_iter();
                    fields = nodes.filter_map(|node| scalar(node, "the name of a field", found)).collect();
                }
                "until" => until = setting(entry, found).and_then(|day| end_of(day, found)),
                _ => found.push(unknown_key(&entry, "a grant", &["account", "object", "verbs", "fields", "until"])),
            }
        }
        let (Some(account), Some(object)) = (account, object) else {
            found.push(Diagnostic::error(INVALID_FILE, place, "a grant needs an account and an object"));
            return None;
        };
        if verbs.is_empty() {
            verbs.push(if object.is_function { Verb::Use } else { Verb::Read });
        }
        Some(Grant { account, object, verbs, fields, until })
    }
}

fn setting(entry: Entry, found: &mut Vec<Diagnostic>) -> Option<Setting> {
    let key_span = entry.key_span;
    Some(Setting { key_span, ..scalar(entry.value, &format!("'{}'", entry.key), found)? })
}

fn scalar(node: Node, what: &str, found: &mut Vec<Diagnostic>) -> Option<Setting> {
    let span = node.span;
    Some(Setting { text: node.into_text(what, found)?, key_span: span, span })
}

fn granted_object(object: &Setting, found: &mut Vec<Diagnostic>) -> Option<GrantedObject> {
    let is_function = object.text.contains(':');
    let parts = object.text.split_once([':', '.']).filter(|(project, name)| !project.is_empty() && !name.is_empty());
    let Some((project, name)) = parts else {
        let diagnostic = Diagnostic::error(INVALID_FILE, object.span, format!("'{}' is neither a table nor a function", object.text));
        found.push(diagnostic.with_help("Write project.table or project:function, or project.* for all."));
        return None;
    };
    Some(GrantedObject { project: project.to_owned(), name: name.to_owned(), is_function, span: object.span })
}

fn verb(node: Node, found: &mut Vec<Diagnostic>) -> Option<Verb> {
    let span = node.span;
    let text = node.into_text("a verb", found)?;
    let known = Verb::WORDS.iter().find(|(word, _)| *word == text).map(|(_, verb)| *verb);
    if known.is_none() {
        let words = Verb::WORDS.iter().map(|(word, _)| *word);
        let message = format!("'{text}' is none of {}", words.clone().collect::<Vec<_>>().join(", "));
        let diagnostic = Diagnostic::error(INVALID_FILE, span, message);
        found.push(match suggest::nearest(&text, words) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
            None => diagnostic,
        });
    }
    known
}

fn end_of(day: Setting, found: &mut Vec<Diagnostic>) -> Option<End> {
    let is_date = day.text.len() == 10 && day.text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    match table::text::parse::parse_date(&day.text).ok().filter(|_| is_date) {
        Some(days) => Some(End { millis: (i64::from(days) + 1) * MILLIS_PER_DAY, day }),
        None => {
            let diagnostic = Diagnostic::error(INVALID_FILE, day.span, format!("'{}' is not a date", day.text));
            found.push(diagnostic.with_help("Write the last day of the grant, such as 2026-12-31."));
            None
        }
    }
}

fn unknown<'n>(span: Span, message: String, name: &str, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(UNKNOWN_GRANT, span, message);
    match suggest::nearest(name, known) {
        Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
        None => diagnostic,
    }
}
