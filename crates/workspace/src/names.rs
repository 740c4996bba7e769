//! What projects, tasks, tables and functions may be called, and what a shared table may say.

use crate::diagnostics::{INVALID_NAME, LONG_DESCRIPTION, META_TABLE_CLAUSE, METADATA_KEY};
use diag::{Diagnostic, Span};
use sql::statements::create_table::{ColumnKind, ConstraintKind, CreateTable, TableElement};

/// What configuration keys begin with: `SET table.x = ..` would mean two things.
const RESERVED: &[&str] = &["execution", "jobmanager", "parallelism", "parquet", "pipeline", "state", "table", "tamias", "taskmanager"];

/// What the development side of a project is called, behind its name.
const DEVELOPMENT: &str = "_dev";

const LONGEST_TABLE: usize = 64;
const LONGEST_DESCRIPTION: usize = 1000;

/// Why a project cannot be called so.
pub(crate) fn wrong_project(name: &str) -> Option<&'static str> {
    if !is_word(name) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Some("its name has letters, digits and underscores only, no digit first");
    }
    if name.starts_with("LD_") {
        return Some("names that begin with LD_ belong to business units");
    }
    if name.ends_with(DEVELOPMENT) {
        return Some("names that end with _dev belong to the development side of a project, which has no folder of its own");
    }
    RESERVED.contains(&name.to_ascii_lowercase().as_str()).then_some("configuration keys begin with this word")
}

/// A task has 3 to 63 lower-case letters, digits and underscores, a letter first.
pub(crate) fn check_task(name: &str, place: Span) -> Option<Diagnostic> {
    let is_task = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && (3..=63).contains(&name.len());
    (!is_task).then(|| {
        let help = "Names of tasks have 3 to 63 lower-case letters, digits and underscores, a letter first.";
        Diagnostic::error(INVALID_NAME, place, format!("a task cannot be called '{name}'")).with_help(help)
    })
}

/// Some versions take names of 4 to 62 characters only, which matters when a task leaves this computer.
pub(crate) fn check_released_task(name: &str, place: Span) -> Option<Diagnostic> {
    (!(4..=62).contains(&name.len())).then(|| {
        let message = format!("not every version takes '{name}' for the name of a task");
        Diagnostic::warning(INVALID_NAME, place, message).with_help("A name of 4 to 62 characters is safe.")
    })
}

/// A table has letters, digits and underscores, 64 at most, no digit first.
pub(crate) fn check_table(name: &str, place: Span) -> Option<Diagnostic> {
    let reason = match name {
        _ if !is_word(name) => "Names of tables have letters, digits and underscores only.",
        _ if name.starts_with(|c: char| c.is_ascii_digit()) => "The name of a table does not begin with a digit.",
        _ if name.len() > LONGEST_TABLE => "The name of a table has 64 characters at most.",
        _ => return None,
    };
    Some(Diagnostic::error(INVALID_NAME, place, format!("a table cannot be called '{name}'")).with_help(reason))
}

/// A function has letters, digits and underscores, a letter first.
pub(crate) fn check_function(name: &str, place: Span) -> Option<Diagnostic> {
    let is_function = is_word(name) && name.starts_with(|c: char| c.is_ascii_alphabetic());
    (!is_function).then(|| {
        let help = "Names of functions have letters, digits and underscores, a letter first.";
        Diagnostic::error(INVALID_NAME, place, format!("a function cannot be called '{name}'")).with_help(help)
    })
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What the page of a shared table has no field for: it has a primary key and header fields, and nothing else about time, keys or computed
/// columns. A file can say it nevertheless, which matters when the table leaves this computer.
pub fn task_clauses(table: &str, node: &CreateTable) -> Vec<Diagnostic> {
    let clauses = node.elements.iter().filter_map(|element| match element {
        TableElement::Watermark(watermark) => Some(("a watermark", watermark.span, "`watermark` = WATERMARK FOR ..")),
        TableElement::Index(index) if index.unique => Some(("a unique index", index.span, "uniqueIndex = '..'")),
        TableElement::Index(index) => Some(("an index", index.span, "index = '..'")),
        TableElement::Column(column) => {
            matches!(column.kind, ColumnKind::Computed(_)).then_some(("a computed column", column.span, "computedColumn = .. AS .."))
        }
        _ => None,
    });
    let told = clauses.map(|(what, span, setting)| {
        let message = format!("{what} is a matter of the tasks that use '{table}'");
        let help = format!("Take it out, and write in the task: SET {table}.{setting};");
        Diagnostic::warning(META_TABLE_CLAUSE, span, message).with_help(help)
    });
    told.collect()
}

/// What no shared table can say.
pub(crate) fn check_definition(node: &CreateTable) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let metadata: Vec<&str> = node.elements.iter().filter_map(metadata_field).collect();
    for element in &node.elements {
        let TableElement::Constraint(key) = element else { continue };
        let is_metadata = |name: &str| metadata.contains(&name);
        if let Some(column) = key.columns.iter().find(|column| key.kind == ConstraintKind::PrimaryKey && is_metadata(&column.value)) {
            let message = format!("'{}' is metadata, which cannot be a key", column.value);
            found.push(Diagnostic::error(METADATA_KEY, column.span, message));
        }
    }
    found.extend(node.comment.as_ref().filter(|comment| comment.value.chars().count() > LONGEST_DESCRIPTION).map(|comment| {
        let message = format!("the description has {} characters, and {LONGEST_DESCRIPTION} is the limit", comment.value.chars().count());
        Diagnostic::error(LONG_DESCRIPTION, comment.span, message)
    }));
    found
}

fn metadata_field(element: &TableElement) -> Option<&str> {
    match element {
        TableElement::Column(column) => match &column.kind {
            ColumnKind::Typed { metadata, header, .. } if metadata.is_some() || *header => Some(column.name.value.as_str()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_rules() {
        assert!(wrong_project("LD_x").is_some() && wrong_project("x_dev").is_some() && wrong_project("table").is_some());
        assert!(wrong_project("1x").is_some() && wrong_project("a-b").is_some() && wrong_project("trade").is_none());
        let is_wrong = |name: &str| check_task(name, Span::none()).is_some();
        assert!(is_wrong("ab") && is_wrong("Abcd") && is_wrong("1abc") && is_wrong(&"a".repeat(64)));
        assert!(!is_wrong("abc") && !is_wrong(&"a".repeat(63)));
        let is_risky = |name: &str| check_released_task(name, Span::none()).is_some();
        assert!(is_risky("abc") && is_risky(&"a".repeat(63)) && !is_risky("abcd") && !is_risky(&"a".repeat(62)));
        assert!(check_table(&"a".repeat(64), Span::none()).is_none() && check_table(&"a".repeat(65), Span::none()).is_some());
        assert!(check_table("1a", Span::none()).is_some() && check_table("_a", Span::none()).is_none());
        assert!(check_function("_f", Span::none()).is_some() && check_function("f1", Span::none()).is_none());
    }
}
