//! What is wrong with the keys of a set of options: unknown, missing, in conflict.

use crate::diagnostics::{CONFLICTING_OPTIONS, MISSING_REQUIRED_OPTION, UNKNOWN_OPTION};
use crate::{Checks, LayeredOptions, OptionGroup, OptionValue, ResolvedOptions, Subject};
use diag::{Diagnostic, Span, suggest};
use std::collections::BTreeSet;

const VALIDATION_EXCEPTION: &str = "org.apache.flink.table.api.ValidationException";

/// How options of one owner depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionRule {
    /// At most one of these may be given.
    AtMostOne(&'static [&'static str]),
    /// Exactly one of these must be given.
    ExactlyOne(&'static [&'static str]),
    /// All of these must be given, or none.
    Together(&'static [&'static str]),
    /// The first has a meaning only with the second.
    Needs(&'static str, &'static str),
}

impl OptionRule {
    fn keys(&self) -> Vec<&'static str> {
        match self {
            OptionRule::AtMostOne(keys) | OptionRule::ExactlyOne(keys) | OptionRule::Together(keys) => keys.to_vec(),
            OptionRule::Needs(key, needed) => vec![key, needed],
        }
    }
}

/// Reports the keys that no group knows.
pub(crate) fn unknown_options(options: &LayeredOptions, unknown: &[&str], groups: &[OptionGroup], checks: Checks) -> Vec<Diagnostic> {
    let complete = groups.iter().all(|group| group.complete);
    let reported = |key: &&&str| match checks {
        Checks::Strict => true,
        Checks::Lenient => complete && !is_prefixed(key, groups),
    };
    let known: Vec<String> = groups.iter().flat_map(OptionGroup::keys).collect();
    let flink = unsupported_in_flink(options, unknown, groups);
    let report = |key: &&str| {
        let mut diagnostic = unknown_option(key, options.winner(key)?, groups, &known);
        diagnostic.flink = flink.clone().filter(|_| !is_prefixed(key, groups));
        Some(diagnostic)
    };
    unknown.iter().filter(reported).filter_map(report).collect()
}

fn unknown_option(key: &str, value: &OptionValue, groups: &[OptionGroup], known: &[String]) -> Diagnostic {
    let owner = owner_of(key, groups);
    let span = value.origin.span;
    let nearest = suggest::nearest(key, known.iter().map(String::as_str));
    let message = format!("'{key}' is not an option of {}", owner.map_or("this object", |group| group.owner.as_str()));
    if let Some(nearest) = nearest {
        return Diagnostic::error(UNKNOWN_OPTION, span, message).with_fix(format!("did you mean '{nearest}'?"), span, nearest);
    }
    let complete = groups.iter().all(|group| group.complete);
    let diagnostic = match complete {
        true => Diagnostic::error(UNKNOWN_OPTION, span, message),
        false => Diagnostic::warning(UNKNOWN_OPTION, span, message),
    };
    match unknown_field(key, groups) {
        Some(note) => diagnostic.with_note(note),
        None => diagnostic,
    }
}

/// The group whose prefix the key carries, or else the first without a prefix.
fn owner_of<'a>(key: &str, groups: &'a [OptionGroup]) -> Option<&'a OptionGroup> {
    let prefixed = groups.iter().find(|group| !group.prefix.is_empty() && key.starts_with(&group.prefix));
    prefixed.or_else(|| groups.iter().find(|group| group.prefix.is_empty()))
}

/// Explains a key that would be right for another field.
fn unknown_field(key: &str, groups: &[OptionGroup]) -> Option<String> {
    groups.iter().find_map(|group| {
        let short = key.strip_prefix(group.prefix.as_str())?;
        let field = group.specs.iter().find_map(|spec| spec.field_in(short))?;
        Some(match suggest::nearest(field, group.fields.iter().flatten().map(String::as_str)) {
            Some(near) => format!("There is no field '{field}'; there is '{near}'."),
            None => format!("There is no field '{field}'."),
        })
    })
}

fn is_prefixed(key: &str, groups: &[OptionGroup]) -> bool {
    owner_of(key, groups).is_some_and(|group| !group.prefix.is_empty())
}

/// Flink names all unknown keys at once, and lets those of the format in use pass.
fn unsupported_in_flink(options: &LayeredOptions, unknown: &[&str], groups: &[OptionGroup]) -> Option<String> {
    let connector = options.get("connector")?;
    let unsupported: Vec<&str> = unknown.iter().copied().filter(|key| !is_prefixed(key, groups)).collect();
    let plain = groups.iter().filter(|group| group.prefix.is_empty());
    let supported: BTreeSet<String> = plain.flat_map(OptionGroup::keys).collect();
    Some(format!(
        "{VALIDATION_EXCEPTION}: Unsupported options found for '{connector}'.\n\nUnsupported options:\n\n{}\n\nSupported options:\n\n{}",
        unsupported.join("\n"),
        supported.into_iter().collect::<Vec<_>>().join("\n")
    ))
}

/// Reports all required options that are missing, in one diagnostic.
pub(crate) fn missing_options(subject: &Subject<'_>, resolved: &ResolvedOptions, given: &LayeredOptions) -> Option<Diagnostic> {
    let groups = resolved.groups().iter();
    let required =
        groups.flat_map(|group| group.specs.iter().filter(|s| s.required).map(move |spec| format!("{}{}", group.prefix, spec.key)));
    let mut missing: Vec<String> = required.filter(|key| !resolved.is_set(key)).collect();
    missing.sort();
    missing.dedup();
    if missing.is_empty() {
        return None;
    }
    let plural = if missing.len() == 1 { "" } else { "s" };
    let message = format!("missing required option{plural} {} of {}", listed(&missing), subject.name);
    let flink = format!(
        "{VALIDATION_EXCEPTION}: One or more required options are missing.\n\nMissing required options are:\n\n{}",
        missing.join("\n")
    );
    let mut diagnostic = Diagnostic::error(MISSING_REQUIRED_OPTION, subject.span, message).with_flink(flink);
    for key in &missing {
        let others = given.keys().filter(|given| given != key && resolved.spec(given).is_none_or(|spec| !spec.is_exact()));
        if let Some(near) = suggest::nearest(key, others) {
            diagnostic = diagnostic.with_help(format!("'{near}' is given; the option is called '{key}'."));
        }
    }
    Some(diagnostic)
}

/// Reports the rules that the given options break.
pub(crate) fn broken_rules(subject: &Subject<'_>, resolved: &ResolvedOptions) -> Vec<Diagnostic> {
    let rules = resolved.groups().iter().flat_map(|group| group.rules.iter().map(|rule| (group.prefix.as_str(), rule)));
    rules.filter_map(|(prefix, rule)| broken_rule(subject, resolved, prefix, rule)).collect()
}

fn broken_rule(subject: &Subject<'_>, resolved: &ResolvedOptions, prefix: &str, rule: &OptionRule) -> Option<Diagnostic> {
    let keys: Vec<String> = rule.keys().iter().map(|key| format!("{prefix}{key}")).collect();
    let (given, missing): (Vec<&str>, Vec<&str>) = keys.iter().map(String::as_str).partition(|key| resolved.is_set(key));
    let conflict = |message: String| Some(resolved.conflict(&given, message));
    match rule {
        OptionRule::ExactlyOne(_) if given.is_empty() => Some(none_of(subject, &keys)),
        OptionRule::AtMostOne(_) | OptionRule::ExactlyOne(_) if given.len() > 1 => {
            conflict(format!("options {} exclude each other", listed(&given)))
        }
        OptionRule::Together(_) if !given.is_empty() && !missing.is_empty() => {
            let options = if given.len() == 1 { "option" } else { "options" };
            conflict(format!("{options} {} without {}", listed(&given), listed(&missing)))
        }
        OptionRule::Needs(key, needed) if given.len() == 1 && given[0] == keys[0] => {
            conflict(format!("option '{prefix}{key}' has a meaning only with option '{prefix}{needed}'"))
        }
        _ => None,
    }
}

fn none_of(subject: &Subject<'_>, keys: &[String]) -> Diagnostic {
    let quoted: Vec<String> = keys.iter().map(|key| format!("'{key}'")).collect();
    let message = format!("{} needs one of the options {}", subject.name, quoted.join(", "));
    Diagnostic::error(MISSING_REQUIRED_OPTION, subject.span, message)
}

/// `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'`.
fn listed(keys: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = keys.iter().map(|key| format!("'{}'", key.as_ref())).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Begins a diagnostic that marks the given keys.
pub(crate) fn conflict(spans: &[Span], message: String) -> Diagnostic {
    let first = spans.first().copied().unwrap_or(Span::none());
    let diagnostic = Diagnostic::error(CONFLICTING_OPTIONS, first, message);
    spans.iter().skip(1).fold(diagnostic, |diagnostic, span| diagnostic.with_label(*span, ""))
}
