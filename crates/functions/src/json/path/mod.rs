//! JSON paths: `lax $.orders[0].lines[*].price`.
//!
//! The paths are those of the library that Flink uses, Jayway's: `.name`, `['name', 'other']`, `[0]`, `[-1]`, `[0, 2]`, `[1:3]`, `[*]`,
//! `.*`, `..`, `[?(@.price < 10)]` and functions such as `.length()`. A path is definite when it can lead to one value only; another gives
//! a list. Without `lax` or `strict` before it a path is strict.

mod compile;
mod evaluate;
mod filter;
mod function;

pub(crate) use evaluate::Selected;

use super::document::{Json, JsonError};
use filter::Filter;
use function::PathFunction;

/// What happens when a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// There is no value.
    Lax,
    /// It is an error.
    Strict,
}

/// A path with its mode, as the argument of a JSON function.
#[derive(Debug)]
pub(crate) struct PathSpec {
    text: String,
    pub(crate) mode: Mode,
    /// `None` when it is not a path.
    path: Option<Path>,
}

/// A compiled path.
#[derive(Debug)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// Begins with `$` and not with `@`.
    from_root: bool,
}

#[derive(Debug)]
enum Step {
    Properties(Vec<String>),
    Indices(Vec<i64>),
    Slice { from: Option<i64>, to: Option<i64> },
    Wildcard,
    Scan,
    Filter(Filter),
    Function(PathFunction),
}

/// Why a path gave no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathError(pub(crate) String);

impl PathSpec {
    pub(crate) fn parse(spec: &str) -> Self {
        let (mode, path) = split_mode(spec);
        PathSpec { text: spec.to_owned(), mode, path: Path::compile(path) }
    }

    /// What the path selects of a document. Of text that is not JSON a lax path selects nothing.
    pub(crate) fn select<'j, 'a>(&self, document: &'j Result<Json<'a>, JsonError>) -> Result<Option<Selected<'j, 'a>>, PathError> {
        let document = match document {
            Ok(document) => document,
            Err(_) if self.mode == Mode::Lax => return Ok(None),
            Err(error) => return Err(PathError(format!("the text is not JSON: {error}"))),
        };
        let path = self.path.as_ref().ok_or_else(|| PathError(format!("'{}' is not a JSON path", self.text)))?;
        if *document == Json::Null {
            return Err(PathError("the document is null".to_owned()));
        }
        let selected = match path.evaluate(document, document, self.mode) {
            Ok(selected) => selected,
            Err(_) if self.mode == Mode::Lax => return Ok((!path.is_definite()).then(|| Selected::Many(Vec::new()))),
            Err(error) => return Err(error),
        };
        match selected {
            Selected::One(value) if *value == Json::Null && self.mode == Mode::Strict => {
                Err(PathError(format!("the value at path {path} is null")))
            }
            Selected::One(value) if *value == Json::Null => Ok(None),
            selected => Ok(Some(selected)),
        }
    }
}

/// The mode that a specification begins with, and the path after it.
fn split_mode(spec: &str) -> (Mode, &str) {
    let trimmed = spec.trim_start();
    for (word, mode) in [("strict", Mode::Strict), ("lax", Mode::Lax)] {
        let rest = trimmed.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).map(|_| &trimmed[word.len()..]);
        let path = rest.filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start);
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            return (mode, path);
        }
    }
    (Mode::Strict, spec)
}

impl Path {
    /// Whether the path can lead to one value only.
    pub(crate) fn is_definite(&self) -> bool {
        self.steps.iter().enumerate().all(|(i, step)| step.is_definite(i + 1 == self.steps.len()))
    }
}

impl Step {
    fn is_definite(&self, is_last: bool) -> bool {
        match self {
            Step::Properties(names) => is_last || names.len() == 1,
            Step::Indices(indices) => indices.len() == 1,
            Step::Function(_) => true,
            Step::Slice { .. } | Step::Wildcard | Step::Scan | Step::Filter(_) => false,
        }
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.from_root { "$" } else { "@" })?;
        self.steps.iter().try_for_each(|step| write!(f, "{step}"))
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Properties(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                write!(f, "[{}]", names.join(","))
            }
            Step::Indices(indices) => {
                let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
                write!(f, "[{}]", indices.join(","))
            }
            Step::Slice { from, to } => {
                let text = |bound: &Option<i64>| bound.map(|bound| bound.to_string()).unwrap_or_default();
                write!(f, "[{}:{}]", text(from), text(to))
            }
            Step::Wildcard => f.write_str("[*]"),
            Step::Scan => f.write_str(".."),
            Step::Filter(_) => f.write_str("[?]"),
            Step::Function(function) => write!(f, ".{}()", function.name()),
        }
    }
}

#[cfg(test)]
mod tests;
