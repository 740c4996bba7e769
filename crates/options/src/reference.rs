//! Option declarations as documentation: reference tables and completion.

use crate::{OptionGroup, OptionSpec, ValueKind};
use std::fmt::Write;

/// Writes a Markdown table of the shown options, in the order of their declaration.
pub fn markdown(prefix: &str, specs: &[OptionSpec]) -> String {
    let mut table = String::from("| Option | Default | Type | Description |\n|---|---|---|---|\n");
    for spec in specs.iter().filter(|spec| !spec.hidden) {
        let default = match (spec.required, spec.default) {
            (true, _) => "(required)".to_string(),
            (false, None) => "(none)".to_string(),
            (false, Some(text)) => format!("`{text}`"),
        };
        let row = [format!("`{prefix}{}`", spec.key), default, type_name(spec.kind), description(spec)];
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    }
    table
}

fn type_name(kind: ValueKind) -> String {
    match kind {
        ValueKind::Enum(words) => words.join(", "),
        ValueKind::EnumList(words) => format!("List of {}", words.join(", ")),
        kind => kind.name().to_string(),
    }
}

fn description(spec: &OptionSpec) -> String {
    let mut text = spec.doc.to_string();
    if spec.secret {
        text.push_str(" The value is never shown.");
    }
    if let Some((first, rest)) = spec.deprecated_keys.split_first() {
        let rest: String = rest.iter().map(|key| format!(", `{key}`")).collect();
        let _ = write!(text, " Formerly `{first}`{rest}.");
    }
    text
}

/// Something to offer while an option is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The key or the value.
    pub text: String,
    /// The kind and default of a key; empty for a value.
    pub detail: String,
    /// The documentation of the option.
    pub doc: &'static str,
}

/// Offers the keys of some owners that are not given yet, the required ones first.
pub fn complete_keys(groups: &[OptionGroup], given: &[&str]) -> Vec<Completion> {
    let keys = groups.iter().flat_map(|group| group.keys().into_iter().filter_map(|key| Some((group.find(&key)?, key))));
    let mut missing: Vec<_> = keys.filter(|(_, key)| !given.contains(&key.as_str())).collect();
    missing.sort_by(|a, b| (!a.0.required, &a.1).cmp(&(!b.0.required, &b.1)));
    missing.into_iter().map(|(spec, text)| Completion { text, detail: detail(spec), doc: spec.doc }).collect()
}

fn detail(spec: &OptionSpec) -> String {
    match (spec.required, spec.default) {
        (true, _) => format!("{}, required", spec.kind.name()),
        (false, Some(default)) => format!("{}, default '{default}'", spec.kind.name()),
        (false, None) => spec.kind.name().to_string(),
    }
}

/// Offers the values of an option, where they can be listed.
pub fn complete_values(spec: &OptionSpec) -> Vec<Completion> {
    let words: &[&str] = match spec.kind {
        ValueKind::Boolean => &["true", "false"],
        ValueKind::Enum(words) | ValueKind::EnumList(words) => words,
        _ => &[],
    };
    words.iter().map(|word| Completion { text: word.to_string(), detail: String::new(), doc: spec.doc }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: &[OptionSpec] = &[
        OptionSpec::string("field-delimiter").default("|").doc("What separates fields."),
        OptionSpec::enumeration("mode", &["a", "b"]).required().doc("How.").deprecated(&["old-mode"]),
        OptionSpec::string("inner").hidden().doc("Not shown."),
    ];

    #[test]
    fn the_table_has_a_row_for_each_shown_option() {
        let expected = "| Option | Default | Type | Description |\n|---|---|---|---|\n\
            | `csv.field-delimiter` | `\\|` | String | What separates fields. |\n\
            | `csv.mode` | (required) | a, b | How. Formerly `old-mode`. |\n";
        assert_eq!(markdown("csv.", SPECS), expected);
    }

    #[test]
    fn completion_offers_what_is_not_given_required_first() {
        let groups = [OptionGroup::format("csv", SPECS)];
        let texts = |given: &[&str]| complete_keys(&groups, given).into_iter().map(|c| c.text).collect::<Vec<_>>();
        assert_eq!(texts(&[]), ["csv.mode", "csv.field-delimiter"]);
        assert_eq!(texts(&["csv.mode"]), ["csv.field-delimiter"]);
        assert_eq!(complete_values(&SPECS[1]).iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
