//! From the effective options and the declarations to typed values, with diagnostics for all that is wrong.

use crate::check::{broken_rules, conflict, missing_options, unknown_options};
use crate::diagnostics::{DEPRECATED_OPTION, INVALID_OPTION_VALUE};
use crate::{InvalidValue, LayeredOptions, MemorySize, OptionGroup, OptionSpec, OptionValue, Origin, Value, ValueKind, secret};
use diag::{Diagnostic, Span};
use indexmap::IndexMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Whose options they are, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Kind and name: `table 'airports'`.
    pub name: &'a str,
    /// Where to report what is missing.
    pub span: Span,
}

/// What to do about keys that nobody knows (`tamias.check-options`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Report them.
    Strict,
    /// Report those that Flink reports: not those of a format in use, nor of a connector whose list is not complete.
    Lenient,
}

/// Reads options by their declarations. A value of the wrong form is reported, and the default shows through.
pub fn resolve(
    subject: Subject<'_>,
    options: &LayeredOptions,
    groups: Vec<OptionGroup>,
    checks: Checks,
) -> (ResolvedOptions, Vec<Diagnostic>) {
    let mut reader = Reader { groups: &groups, values: IndexMap::new(), diagnostics: vec![] };
    let unknown = reader.read_all(options);
    let Reader { values, mut diagnostics, .. } = reader;
    diagnostics.extend(unknown_options(options, &unknown, &groups, checks));
    let resolved = ResolvedOptions { prefix: String::new(), inner: Arc::new(Inner { values, groups, layers: options.clone() }) };
    diagnostics.extend(missing_options(&subject, &resolved, options));
    diagnostics.extend(broken_rules(&subject, &resolved));
    (resolved, diagnostics)
}

/// Says that the value of an option has the wrong form, at the value.
pub(crate) fn invalid_value(key: &str, value: &OptionValue, spec: &OptionSpec, invalid: InvalidValue) -> Diagnostic {
    let shown = secret::shown(key, &value.text, Some(spec));
    let message = format!("'{shown}' is not {} for option '{key}'", invalid.not);
    let mut diagnostic = Diagnostic::error(INVALID_OPTION_VALUE, value.span, message);
    if let Some(nearest) = invalid.nearest {
        diagnostic = diagnostic.with_fix(format!("did you mean '{nearest}'?"), value.span, nearest);
    }
    diagnostic.flink = invalid.flink.filter(|_| shown == value.text);
    diagnostic.with_help(invalid.expected)
}

struct Reader<'a> {
    groups: &'a [OptionGroup],
    values: IndexMap<String, Resolved>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone)]
struct Resolved {
    /// `None` when the text has the wrong form.
    value: Option<Value>,
    given: OptionValue,
}

impl Reader<'_> {
    /// Reads all values and returns the keys that no group knows. Current names come before the other names of the same option.
    fn read_all<'k>(&mut self, options: &'k LayeredOptions) -> Vec<&'k str> {
        let mut unknown = vec![];
        let mut other_names = vec![];
        for (key, value) in options.iter() {
            match find_name(self.groups, key) {
                Some(Name::Current { prefix, spec }) => self.read(key.to_string(), &key[prefix.len()..], value, spec),
                Some(Name::Other(name)) => other_names.push((key, value, name)),
                None => unknown.push(key),
            }
        }
        for (key, value, name) in other_names {
            self.read_other_name(key, value, name);
        }
        unknown
    }

    /// Reads a value; `short` is the key as it was written, without the prefix of its group.
    fn read(&mut self, main_key: String, short: &str, value: &OptionValue, spec: &OptionSpec) {
        // What a secret is shows when it is filled in.
        if !matches!(spec.kind, ValueKind::String) && value.text.contains("${secret:") {
            self.values.insert(main_key, Resolved { value: None, given: value.clone() });
            return;
        }
        let parsed = match spec.map_entry(short) {
            Some(_) => Ok(Value::String(value.text.clone())),
            None => Value::parse(spec, &value.text),
        };
        let read = parsed.map_err(|invalid| self.diagnostics.push(invalid_value(&main_key, value, spec, invalid)));
        self.values.insert(main_key, Resolved { value: read.ok(), given: value.clone() });
    }

    fn read_other_name(&mut self, key: &str, value: &OptionValue, name: OtherName) {
        let replaced = self.values.contains_key(&name.current);
        if name.deprecated {
            self.diagnostics.push(deprecated_option(key, &name.current, value, replaced));
        }
        if !replaced {
            self.read(name.current, name.spec.key, value, name.spec);
        }
    }
}

/// What a key is to some groups.
pub(crate) enum Name<'a> {
    Current { prefix: &'a str, spec: &'static OptionSpec },
    Other(OtherName),
}

/// A former or fallback key.
pub(crate) struct OtherName {
    pub(crate) current: String,
    pub(crate) spec: &'static OptionSpec,
    pub(crate) deprecated: bool,
}

/// Finds the declaration of a key. Open prefixes come last, since they take whatever is left.
pub(crate) fn find_name<'a>(groups: &'a [OptionGroup], key: &str) -> Option<Name<'a>> {
    let current = groups.iter().find_map(|group| Some(Name::Current { prefix: &group.prefix, spec: group.find(key)? }));
    match current {
        Some(Name::Current { spec, .. }) if !spec.key.ends_with(".*") => current,
        _ => groups.iter().find_map(|group| other_name(group, key)).map(Name::Other).or(current),
    }
}

fn other_name(group: &OptionGroup, key: &str) -> Option<OtherName> {
    let short = key.strip_prefix(group.prefix.as_str())?;
    group.specs.iter().find_map(|spec| {
        let deprecated = spec.deprecated_keys.contains(&short);
        let known = deprecated || spec.fallback_keys.contains(&short);
        known.then(|| OtherName { current: format!("{}{}", group.prefix, spec.key), spec, deprecated })
    })
}

pub(crate) fn deprecated_option(key: &str, main_key: &str, value: &OptionValue, replaced: bool) -> Diagnostic {
    let span = value.origin.span;
    let message = format!("option '{key}' is now called '{main_key}'");
    let diagnostic = Diagnostic::warning(DEPRECATED_OPTION, span, message);
    match replaced {
        true => diagnostic.with_note(format!("It has no effect, because '{main_key}' is given too.")),
        false => diagnostic.with_fix(format!("use '{main_key}'"), span, main_key),
    }
}

/// Typed option values. Cheap to clone.
///
/// `get_*` are for options that have a default or are required; `opt_*` tell when nothing is given. After an error has been reported, a
/// required option may read as empty or zero; nobody should act on such options.
#[derive(Clone)]
pub struct ResolvedOptions {
    prefix: String,
    inner: Arc<Inner>,
}

struct Inner {
    values: IndexMap<String, Resolved>,
    groups: Vec<OptionGroup>,
    layers: LayeredOptions,
}

impl ResolvedOptions {
    /// The same options seen by the owner of a prefix: under `csv.`, `null-literal` reads `csv.null-literal`.
    pub fn under(&self, prefix: &str) -> ResolvedOptions {
        ResolvedOptions { prefix: format!("{}{prefix}", self.prefix), inner: Arc::clone(&self.inner) }
    }

    /// True when a layer gives a value.
    pub fn is_set(&self, key: &str) -> bool {
        self.given(key).is_some() || !self.opt_map_entries(key).is_empty()
    }

    /// Who gave the value and where; `None` for a default.
    pub fn origin(&self, key: &str) -> Option<Origin> {
        self.given(key).map(|given| given.origin)
    }

    /// The value as written; `None` for a default.
    pub fn given(&self, key: &str) -> Option<&OptionValue> {
        self.inner.values.get(&self.full(key)).map(|resolved| &resolved.given)
    }

    /// The declaration of a key.
    pub fn spec(&self, key: &str) -> Option<&'static OptionSpec> {
        let full = self.full(key);
        self.inner.groups.iter().find_map(|group| group.find(&full))
    }

    /// The value that is given, or else the default.
    pub fn value(&self, key: &str) -> Option<Value> {
        let given = self.inner.values.get(&self.full(key)).and_then(|resolved| resolved.value.clone());
        given.or_else(|| self.spec(key)?.default_value())
    }

    fn full(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    /// All values that were given, those that do not hold too.
    pub fn layers(&self) -> &LayeredOptions {
        &self.inner.layers
    }

    /// The declarations, with the prefixes they have here.
    pub fn groups(&self) -> &[OptionGroup] {
        &self.inner.groups
    }

    /// Reads a value of one kind; asking for an undeclared key or another kind is a mistake of the program.
    fn typed<T>(&self, key: &str, pick: impl FnOnce(Value) -> Option<T>) -> Option<T> {
        debug_assert!(self.spec(key).is_some(), "option '{key}' is not declared");
        let picked = pick(self.value(key)?);
        debug_assert!(picked.is_some(), "option '{key}' is read as another kind than declared");
        picked
    }

    /// A text, a character or a class name.
    pub fn get_str(&self, key: &str) -> String {
        self.opt_str(key).unwrap_or_default()
    }

    /// A text, a character or a class name, if there is one.
    pub fn opt_str(&self, key: &str) -> Option<String> {
        self.typed(key, |value| match value {
            Value::String(text) => Some(text),
            _ => None,
        })
    }

    /// A character.
    pub fn get_char(&self, key: &str) -> char {
        self.opt_char(key).unwrap_or_default()
    }

    /// A character, if there is one.
    pub fn opt_char(&self, key: &str) -> Option<char> {
        self.opt_str(key)?.chars().next()
    }

    /// A declared word.
    pub fn get_enum(&self, key: &str) -> &'static str {
        self.opt_enum(key).unwrap_or_default()
    }

    /// A declared word, if there is one.
    pub fn opt_enum(&self, key: &str) -> Option<&'static str> {
        self.typed(key, |value| match value {
            Value::Enum(word) => Some(word),
            _ => None,
        })
    }

    /// A boolean.
    pub fn get_bool(&self, key: &str) -> bool {
        self.opt_bool(key).unwrap_or_default()
    }

    /// A boolean, if there is one.
    pub fn opt_bool(&self, key: &str) -> Option<bool> {
        self.typed(key, |value| match value {
            Value::Boolean(flag) => Some(flag),
            _ => None,
        })
    }

    /// A 32-bit whole number.
    pub fn get_int(&self, key: &str) -> i32 {
        self.opt_int(key).unwrap_or_default()
    }

    /// A 32-bit whole number, if there is one.
    pub fn opt_int(&self, key: &str) -> Option<i32> {
        self.typed(key, |value| match value {
            Value::Int(number) => Some(number),
            _ => None,
        })
    }

    /// A whole number of 64 bits or fewer.
    pub fn get_long(&self, key: &str) -> i64 {
        self.opt_long(key).unwrap_or_default()
    }

    /// A whole number of 64 bits or fewer, if there is one.
    pub fn opt_long(&self, key: &str) -> Option<i64> {
        self.typed(key, |value| match value {
            Value::Int(number) => Some(number.into()),
            Value::Long(number) => Some(number),
            _ => None,
        })
    }

    /// A floating point number.
    pub fn get_double(&self, key: &str) -> f64 {
        self.opt_double(key).unwrap_or_default()
    }

    /// A floating point number, if there is one.
    pub fn opt_double(&self, key: &str) -> Option<f64> {
        self.typed(key, |value| match value {
            Value::Float(number) => Some(number.into()),
            Value::Double(number) => Some(number),
            _ => None,
        })
    }

    /// A length of time.
    pub fn get_duration(&self, key: &str) -> Duration {
        self.opt_duration(key).unwrap_or_default()
    }

    /// A length of time, if there is one.
    pub fn opt_duration(&self, key: &str) -> Option<Duration> {
        self.typed(key, |value| match value {
            Value::Duration(duration) => Some(duration),
            _ => None,
        })
    }

    /// A number of bytes.
    pub fn get_memory_size(&self, key: &str) -> MemorySize {
        self.opt_memory_size(key).unwrap_or_default()
    }

    /// A number of bytes, if there is one.
    pub fn opt_memory_size(&self, key: &str) -> Option<MemorySize> {
        self.typed(key, |value| match value {
            Value::MemorySize(size) => Some(size),
            _ => None,
        })
    }

    /// A list; empty when there is none.
    pub fn get_list(&self, key: &str) -> Vec<String> {
        self.opt_list(key).unwrap_or_default()
    }

    /// A list, if there is one.
    pub fn opt_list(&self, key: &str) -> Option<Vec<String>> {
        self.typed(key, |value| match value {
            Value::List(items) => Some(items),
            _ => None,
        })
    }

    /// A map with the entries that are given one by one, or all options under a prefix (`properties.*`), without the prefix.
    pub fn get_map(&self, key: &str) -> IndexMap<String, String> {
        let mut map = match self.value(key) {
            Some(Value::Map(map)) => map,
            _ => IndexMap::new(),
        };
        map.extend(self.opt_map_entries(key));
        map
    }

    fn opt_map_entries(&self, key: &str) -> IndexMap<String, String> {
        let Some(spec) = self.family(key) else { return IndexMap::new() };
        let shorts = self.inner.values.iter().filter_map(|(full, r)| Some((full.strip_prefix(self.prefix.as_str())?, r)));
        shorts.filter_map(|(short, r)| Some((spec.map_entry(short)?.to_string(), r.given.text.clone()))).collect()
    }

    /// The map or prefix that is declared under exactly this key.
    fn family(&self, key: &str) -> Option<&'static OptionSpec> {
        let full = self.full(key);
        let mut specs = self.inner.groups.iter().flat_map(|g| full.strip_prefix(g.prefix.as_str()).map(|short| (g, short)));
        specs.find_map(|(group, short)| {
            let family = |spec: &&OptionSpec| spec.key == short && (spec.kind == crate::ValueKind::Map || short.ends_with(".*"));
            group.specs.iter().find(family)
        })
    }

    /// Says at the value that it does not do; `expected` is a sentence.
    pub fn invalid_value(&self, key: &str, expected: impl Into<String>) -> Diagnostic {
        let full = self.full(key);
        let span = self.given(key).map_or(Span::none(), |given| given.span);
        let text = self.given(key).map_or("", |given| given.text.as_str());
        let message = format!("'{}' is not a value for option '{full}'", secret::shown(&full, text, self.spec(key)));
        Diagnostic::error(INVALID_OPTION_VALUE, span, message).with_help(expected)
    }

    /// Says at the keys that they do not go together.
    pub fn conflict(&self, keys: &[&str], message: impl Into<String>) -> Diagnostic {
        let spans: Vec<Span> = keys.iter().filter_map(|key| Some(self.origin(key)?.span)).collect();
        conflict(&spans, message.into())
    }

    /// The given values as they may be shown, in the order of their keys.
    pub fn shown(&self) -> Vec<(&str, String)> {
        let specs = |key: &str| self.inner.groups.iter().find_map(|group| group.find(key));
        let values = self.inner.values.iter();
        let mut shown: Vec<_> = values.map(|(key, r)| (key.as_str(), secret::shown(key, &r.given.text, specs(key)).into_owned())).collect();
        shown.sort();
        shown
    }
}

/// Shows no secrets.
impl fmt::Debug for ResolvedOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.shown()).finish()
    }
}

#[cfg(test)]
mod tests;
