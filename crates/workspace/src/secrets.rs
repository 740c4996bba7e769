//! `${secret:NAME}`: where the values of secrets come from, and keeping them out of everything that prints.
//!
//! A script keeps its placeholders through reading, checking and printing. A command that connects to something opens the secrets with
//! [`Secrets::new`], tells them the workspace with [`Secrets::enter`], and calls [`Secrets::fill`] on a value at the last moment: `run` does
//! so when a table is opened, `render --resolve-secrets` when it writes the file that only its owner can read. Nothing else may call it.
//! What has been filled in is known from then on, and [`Secrets::redact`] takes it out of messages.

use crate::diagnostics::UNRESOLVED_SECRET;
use crate::load::Workspace;
use diag::secret::MASK;
use diag::{Diagnostic, Error, Result, Span};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The file of values beside `tamias.yaml`.
pub const SECRETS_FILE: &str = ".env";

/// What a placeholder begins with.
const START: &str = "${secret:";

/// Stands for the name of a secret in a word of the command.
const NAME: &str = "{name}";

/// Shorter values are in every second word: to hide them hides nothing and garbles the rest.
const SHORTEST_REDACTED: usize = 4;

/// The secrets of a workspace, or of a script without one. Clones share what they know.
#[derive(Clone)]
pub struct Secrets(Arc<Mutex<State>>);

struct State {
    environment: fn(&str) -> Option<String>,
    root: Option<PathBuf>,
    command: Vec<String>,
    /// The values of `.env`, once it was read.
    file: Option<BTreeMap<String, String>>,
    /// What was asked for.
    known: BTreeMap<String, Option<String>>,
}

impl Secrets {
    /// Secrets that come from the environment of the process, which only the program reads.
    pub fn new(environment: fn(&str) -> Option<String>) -> Self {
        Secrets(Arc::new(Mutex::new(State { environment, root: None, command: Vec::new(), file: None, known: BTreeMap::new() })))
    }

    /// From now on the `.env` and the command of a workspace count too.
    pub fn enter(&self, workspace: &Workspace) {
        let mut state = self.state();
        state.root = Some(workspace.root.clone());
        state.command = workspace.settings.secret_command.clone();
        state.file = None;
        state.known.retain(|_, value| value.is_some());
    }

    /// A value with its placeholders replaced. A secret without a value is a mistake at the place of the value.
    pub fn fill(&self, text: &str, place: Span) -> Result<String> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, name, after)) = next_placeholder(rest) {
            filled.push_str(before);
            match self.value(name)? {
                Some(value) => filled.push_str(&value),
                None => return Err(unresolved(name, place).into()),
            }
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    /// The value of a secret: from the environment, else from `.env`, else from the command.
    pub fn value(&self, name: &str) -> Result<Option<String>> {
        let mut state = self.state();
        if let Some(known) = state.known.get(name) {
            return Ok(known.clone());
        }
        let value = match (state.environment)(name) {
            Some(value) => Some(value),
            None => match state.of_file(name)? {
                Some(value) => Some(value),
                None => state.of_command(name)?,
            },
        };
        state.known.insert(name.to_owned(), value.clone());
        Ok(value)
    }

    /// A text without the values that were filled in so far.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let state = self.state();
        let mut values: Vec<&str> = state.known.values().flatten().map(String::as_str).collect();
        values.retain(|value| value.len() >= SHORTEST_REDACTED && text.contains(value));
        values.sort_unstable_by_key(|value| std::cmp::Reverse(value.len()));
        match values.is_empty() {
            true => Cow::Borrowed(text),
            false => Cow::Owned(values.iter().fold(text.to_owned(), |text, value| text.replace(value, MASK))),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Secrets {
    /// No secret has a value.
    fn default() -> Self {
        Secrets::new(|_| None)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(..)")
    }
}

/// True when a value has a placeholder of a secret.
pub fn has_secret(text: &str) -> bool {
    next_placeholder(text).is_some()
}

/// False when there is a `.env` that would be committed. The file itself is not opened.
pub(crate) fn check_ignored(root: &Path) -> bool {
    !root.join(SECRETS_FILE).is_file() || is_ignored(root)
}

impl State {
    fn of_file(&mut self, name: &str) -> Result<Option<String>> {
        let Some(root) = &self.root else { return Ok(None) };
        if self.file.is_none() {
            let path = root.join(SECRETS_FILE);
            let text = match path.is_file() {
                true => {
                    fs::read_to_string(&path).map_err(|error| Error::from(error).context(format!("cannot read '{}'", path.display())))?
                }
                false => String::new(),
            };
            self.file = Some(text.lines().filter_map(assignment).collect());
        }
        Ok(self.file.as_ref().and_then(|file| file.get(name).cloned()))
    }

    /// What the command prints. It is started as it is, by no shell, with the name as one whole or a part of one word.
    fn of_command(&self, name: &str) -> Result<Option<String>> {
        let mut words = self.command.iter().map(|word| word.replace(NAME, name));
        let (Some(program), true) = (words.next(), is_plain(name)) else { return Ok(None) };
        let mut command = Command::new(&program);
        command.args(words).stdin(Stdio::inherit()).stderr(Stdio::inherit());
        if let Some(root) = self.root.as_ref().filter(|root| !root.as_os_str().is_empty()) {
            command.current_dir(root);
        }
        let output = command
            .output()
            .map_err(|error| Error::from(error).context(format!("the command for secrets, '{program}', does not start")))?;
        if !output.status.success() {
            return Ok(None);
        }
        let text = String::from_utf8(output.stdout)
            .map_err(|_| Error::data(format!("the command for secrets, '{program}', printed no text for '{name}'")))?;
        Ok(Some(text.strip_suffix('\n').map_or(text.as_str(), |line| line.strip_suffix('\r').unwrap_or(line)).to_owned()))
    }
}

/// Text before a placeholder, the name in it, and what follows.
fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(START)?;
    let (name, after) = text[start + START.len()..].split_once('}')?;
    Some((&text[..start], name, after))
}

/// A name that is no option of a command and leads to no other place.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && !name.contains("..")
}

/// `NAME=value`, `export NAME="value"`; a comment or an empty line is none.
fn assignment(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (name, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
    let value = value.trim();
    let quoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    Some((name.trim().to_owned(), quoted.unwrap_or(value).to_owned()))
}

fn unresolved(name: &str, place: Span) -> Diagnostic {
    let message = format!("secret '{name}' has no value");
    Diagnostic::error(UNRESOLVED_SECRET, place, message).with_help(format!(
        "Set {name} in the environment of this process; or write {name}=.. into the file .env beside tamias.yaml, which Git must ignore; or \
         name a program that prints it: 'secrets: {{command: [program, \"{NAME}\"]}}' in tamias.yaml."
    ))
}

/// Whether Git ignores the `.env` of a folder, as the .gitignore files from there up to the root of the repository say.
fn is_ignored(root: &Path) -> bool {
    let absolute = std::path::absolute(root.join(SECRETS_FILE)).unwrap_or_else(|_| root.join(SECRETS_FILE));
    let mut texts = Vec::new();
    for folder in absolute.ancestors().skip(1) {
        texts.push(fs::read_to_string(folder.join(".gitignore")).unwrap_or_default());
        if folder.join(".git").exists() {
            texts.push(fs::read_to_string(folder.join(".git/info/exclude")).unwrap_or_default());
            break;
        }
    }
    // The nearest file decides, and in it the last line that speaks of the file.
    let verdict = |text: &String| text.lines().rev().find_map(speaks_of_secrets);
    texts.iter().find_map(verdict).unwrap_or(false)
}

/// What a line of a .gitignore says about `.env`, if it does.
fn speaks_of_secrets(line: &str) -> Option<bool> {
    let line = line.trim_end();
    let (pattern, ignores) = line.strip_prefix('!').map_or((line, true), |pattern| (pattern, false));
    let pattern = pattern.strip_prefix("**/").or_else(|| pattern.strip_prefix('/')).unwrap_or(pattern);
    let pattern = pattern.rsplit_once('/').map_or(pattern, |(_, last)| last);
    matches_name(pattern, SECRETS_FILE).then_some(ignores)
}

/// A pattern with `*` and `?` over a name.
fn matches_name(pattern: &str, name: &str) -> bool {
    match (pattern.chars().next(), name.chars().next()) {
        (None, None) => true,
        (Some('*'), _) => {
            let rest = &pattern[1..];
            matches_name(rest, name) || name.chars().next().is_some_and(|first| matches_name(pattern, &name[first.len_utf8()..]))
        }
        (Some('?'), Some(first)) => matches_name(&pattern[1..], &name[first.len_utf8()..]),
        (Some(wanted), Some(first)) if wanted == first => matches_name(&pattern[wanted.len_utf8()..], &name[first.len_utf8()..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_environment(name: &str) -> Option<String> {
        (name == "KEY").then(|| "hunter2".to_owned())
    }

    #[test]
    fn placeholders_are_filled_and_their_values_are_redacted() {
        let secrets = Secrets::new(of_environment);
        let filled = secrets.fill("jdbc://u:${secret:KEY}@h/${x}", Span::none()).expect("it has a value");
        assert_eq!(filled, "jdbc://u:hunter2@h/${x}");
        assert_eq!(secrets.redact("cannot open jdbc://u:hunter2@h"), "cannot open jdbc://u:******@h");
        assert!(!format!("{secrets:?}").contains("hunter2"));
        let error = secrets.fill("${secret:OTHER}", Span::none()).expect_err("it has none");
        assert!(error.message.contains("secret 'OTHER' has no value"), "{}", error.message);
    }

    #[test]
    fn lines_of_the_file_are_assignments() {
        let read = |line: &str| assignment(line).map(|(name, value)| format!("{name}|{value}"));
        assert_eq!(read("A=b=c").as_deref(), Some("A|b=c"));
        assert_eq!(read("export A = 'b c' ").as_deref(), Some("A|b c"));
        assert_eq!(read("# A=b"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn git_ignores_what_its_patterns_say() {
        for line in [".env", "/.env", "**/.env", ".env*", "*.env", ".en?"] {
            assert_eq!(speaks_of_secrets(line), Some(true), "{line}");
        }
        assert_eq!(speaks_of_secrets("!.env"), Some(false));
        assert_eq!(speaks_of_secrets("out/"), None);
        assert_eq!(speaks_of_secrets("# .env"), None);
    }

    #[test]
    fn a_name_cannot_become_an_option_or_a_path() {
        assert!(is_plain("DB_PASSWORD") && is_plain("db.password-1"));
        assert!(!is_plain("-x") && !is_plain("a/b") && !is_plain("a..b") && !is_plain("a b") && !is_plain(""));
    }
}
