//! What a path selects.

use super::{Mode, Path, PathError, Step};
use crate::json::document::Json;
use std::borrow::Cow;

/// What a path selects of a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Selected<'j, 'a> {
    One(Cow<'j, Json<'a>>),
    /// Of a path that is not definite.
    Many(Vec<Cow<'j, Json<'a>>>),
}

impl Selected<'_, '_> {
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Selected::One(value) if value.is_scalar())
    }

    /// Appends JSON text.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Selected::One(value) => value.write(out),
            Selected::Many(values) => {
                out.push('[');
                for (i, value) in values.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    value.write(out);
                }
                out.push(']');
            }
        }
    }
}

impl Path {
    /// Evaluates the path at a value of a document.
    pub(super) fn evaluate<'j, 'a>(&self, at: &'j Json<'a>, root: &'j Json<'a>, mode: Mode) -> Result<Selected<'j, 'a>, PathError> {
        let mut walk = Walk { path: self, root, lax: mode == Mode::Lax, found: Vec::new() };
        walk.step(0, Cow::Borrowed(at), true)?;
        if !self.is_definite() {
            return Ok(Selected::Many(walk.found));
        }
        let first = walk.found.into_iter().next();
        first.map(Selected::One).ok_or_else(|| PathError(format!("no results for path {self}")))
    }
}

struct Walk<'w, 'j, 'a> {
    path: &'w Path,
    root: &'j Json<'a>,
    lax: bool,
    found: Vec<Cow<'j, Json<'a>>>,
}

/// A part of a value.
#[derive(Clone, Copy)]
enum Part<'p> {
    Name(&'p str),
    /// Of an array or of an object, in order.
    Place(usize),
}

#[expect(clippy::ptr_arg, reason = "parts of a borrowed value are borrowed as well")]
impl<'j, 'a> Walk<'_, 'j, 'a> {
    /// Takes step number `i` from a value; `definite` when all steps before it are.
    fn step(&mut self, i: usize, value: Cow<'j, Json<'a>>, definite: bool) -> Result<(), PathError> {
        let path = self.path;
        let Some(step) = path.steps.get(i) else {
            self.found.push(value);
            return Ok(());
        };
        let is_last = i + 1 == path.steps.len();
        let after = definite && step.is_definite(is_last);
        match step {
            Step::Properties(names) => self.properties(i, names, &value, definite),
            Step::Indices(indices) => {
                let length = self.array_length(&value, definite)?;
                indices.iter().try_for_each(|index| self.element(i, &value, from_end(*index, length), after))
            }
            Step::Slice { from, to } => {
                let length = self.array_length(&value, definite)? as i64;
                slice(*from, *to, length).try_for_each(|index| self.element(i, &value, index, after))
            }
            Step::Wildcard => self.wildcard(i, &value, is_last),
            Step::Scan => self.scan(i + 1, &value),
            Step::Filter(filter) => match value.as_ref() {
                Json::Object(_) if filter.accepts(&value, self.root) => self.step(i + 1, value, false),
                Json::Array(elements) => {
                    let accepted: Vec<usize> = (0..elements.len()).filter(|&at| filter.accepts(&elements[at], self.root)).collect();
                    accepted.into_iter().try_for_each(|at| self.element(i, &value, at as i64, false))
                }
                Json::Object(_) => Ok(()),
                _ if definite => Err(PathError("a filter cannot be applied to a scalar value".to_owned())),
                _ => Ok(()),
            },
            Step::Function(function) => {
                let result = function.apply(&value)?;
                self.step(i + 1, Cow::Owned(result), after)
            }
        }
    }

    /// Goes on with a part, and says whether there is one.
    fn descend(&mut self, next: usize, value: &Cow<'j, Json<'a>>, part: Part<'_>, definite: bool) -> Result<bool, PathError> {
        match part_of(value, part) {
            Some(part) => self.step(next, part, definite).map(|()| true),
            None => Ok(false),
        }
    }

    fn properties(&mut self, i: usize, names: &[String], value: &Cow<'j, Json<'a>>, definite: bool) -> Result<(), PathError> {
        let is_last = i + 1 == self.path.steps.len();
        let Json::Object(entries) = value.as_ref() else {
            if !definite || self.lax {
                return Ok(());
            }
            return Err(PathError(format!("no object with property {} for path {}", self.path.steps[i], self.path)));
        };
        if is_last && names.len() > 1 {
            let merged = names.iter().filter_map(|name| entries.iter().find(|(key, _)| key == name)).cloned().collect();
            self.found.push(Cow::Owned(Json::Object(merged)));
            return Ok(());
        }
        let after = definite && names.len() == 1;
        for name in names {
            let found = self.descend(i + 1, value, Part::Name(name), after)?;
            if !found && !is_last && after && !self.lax {
                return Err(PathError(format!("no property '{name}' for path {}", self.path)));
            }
        }
        Ok(())
    }

    fn array_length(&self, value: &Json<'a>, definite: bool) -> Result<usize, PathError> {
        match value {
            Json::Array(elements) => Ok(elements.len()),
            _ if !definite => Ok(0),
            _ => Err(PathError(format!("no array for path {}", self.path))),
        }
    }

    /// An index outside of the array selects nothing.
    fn element(&mut self, i: usize, value: &Cow<'j, Json<'a>>, index: i64, definite: bool) -> Result<(), PathError> {
        let Ok(index) = usize::try_from(index) else { return Ok(()) };
        self.descend(i + 1, value, Part::Place(index), definite).map(drop)
    }

    fn wildcard(&mut self, i: usize, value: &Cow<'j, Json<'a>>, is_last: bool) -> Result<(), PathError> {
        match value.as_ref() {
            Json::Object(entries) => (0..entries.len()).try_for_each(|at| self.descend(i + 1, value, Part::Place(at), false).map(drop)),
            Json::Array(elements) => {
                for at in 0..elements.len() {
                    // An element that leads nowhere is passed over.
                    let _ = self.element(i, value, at as i64, false);
                }
                Ok(())
            }
            _ if is_last => Ok(()),
            _ => Err(PathError(format!("no object or array for path {}", self.path))),
        }
    }

    /// Takes step number `i` from a value and from all values in it, where the step fits. From an array the steps after it are taken from
    /// each element, whichever elements the step selects.
    fn scan(&mut self, i: usize, value: &Cow<'j, Json<'a>>) -> Result<(), PathError> {
        let is_last = i + 1 == self.path.steps.len();
        let count = match value.as_ref() {
            Json::Object(entries) => {
                if self.fits(i, value) {
                    self.step(i, value.clone(), false)?;
                }
                entries.len()
            }
            Json::Array(elements) => {
                if self.fits(i, value) && is_last {
                    self.step(i, value.clone(), false)?;
                } else if self.fits(i, value) {
                    for at in 0..elements.len() {
                        self.element(i, value, at as i64, false)?;
                    }
                }
                elements.len()
            }
            _ => 0,
        };
        for at in 0..count {
            let part = part_of(value, Part::Place(at));
            if let Some(part) = part {
                self.scan(i, &part)?;
            }
        }
        Ok(())
    }

    fn fits(&self, i: usize, value: &Json<'a>) -> bool {
        let is_last = i + 1 == self.path.steps.len();
        match &self.path.steps[i] {
            step @ Step::Properties(names) => match value {
                Json::Object(_) => !step.is_definite(is_last) || names.iter().all(|name| value.get(name).is_some()),
                _ => false,
            },
            Step::Indices(_) | Step::Slice { .. } => matches!(value, Json::Array(_)),
            Step::Wildcard => true,
            Step::Filter(filter) => filter.accepts(value, self.root),
            Step::Scan | Step::Function(_) => false,
        }
    }
}

/// A part of a value, borrowed where the value is.
fn part_of<'j, 'a>(value: &Cow<'j, Json<'a>>, part: Part<'_>) -> Option<Cow<'j, Json<'a>>> {
    fn find<'v, 'a>(value: &'v Json<'a>, part: Part<'_>) -> Option<&'v Json<'a>> {
        match (value, part) {
            (Json::Object(_), Part::Name(name)) => value.get(name),
            (Json::Object(entries), Part::Place(at)) => entries.get(at).map(|(_, value)| value),
            (Json::Array(elements), Part::Place(at)) => elements.get(at),
            _ => None,
        }
    }
    match value {
        Cow::Borrowed(value) => find(value, part).map(Cow::Borrowed),
        Cow::Owned(value) => find(value, part).cloned().map(Cow::Owned),
    }
}

fn from_end(index: i64, length: usize) -> i64 {
    if index < 0 { index + length as i64 } else { index }
}

/// The indices of a slice. Negative bounds count from the end where the other bound is open.
fn slice(from: Option<i64>, to: Option<i64>, length: i64) -> std::ops::Range<i64> {
    match (from, to) {
        (Some(from), None) => (if from < 0 { from + length } else { from }).max(0)..length,
        (None, Some(to)) => 0..(if to < 0 { to + length } else { to }).min(length),
        (from, to) => from.unwrap_or(0)..to.unwrap_or(length).min(length),
    }
}
