//! Names of proposed columns and tables.

use sql::print::{needs_quotes, quote_identifier};
use std::path::Path;

/// An identifier, in back-ticks where it needs them.
pub(crate) fn quoted(name: &str) -> String {
    match needs_quotes(name) {
        true => quote_identifier(name),
        false => name.to_owned(),
    }
}

/// One name for each of `width` columns: the titles as words that need no back-ticks unless they are reserved, `c1`, `c2`, ... without titles.
pub(super) fn column_names(width: usize, titles: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for index in 0..width {
        let title = titles.get(index).map(|title| word(title)).unwrap_or_default();
        let name = if title.is_empty() { format!("c{}", index + 1) } else { title };
        names.push(unique(&names, name));
    }
    names
}

/// The name of the table for a file.
pub(crate) fn table_name(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    match word(&stem) {
        name if name.is_empty() => "t".to_owned(),
        name => name,
    }
}

/// Letters and digits stay; whatever else stands between them becomes one `_`.
fn word(title: &str) -> String {
    let parts = title.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|part| !part.is_empty());
    let word = parts.collect::<Vec<_>>().join("_");
    match word.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{word}"),
        false => word,
    }
}

fn unique(taken: &[String], name: String) -> String {
    let is_free = |candidate: &String| !taken.contains(candidate);
    if is_free(&name) {
        return name;
    }
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    numbered.into_iter().find(is_free).unwrap_or(name)
}

/// True for a text that could be the name of a column: a short word or a few.
pub(super) fn is_name_like(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.' | '(' | ')'));
    starts_well && is_plain && text.len() <= 64 && text.split_whitespace().count() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_distinct_words() {
        let titles = ["Unit Price (USD)", "2nd", "", "id", "id", "Größe"].map(str::to_owned);
        assert_eq!(column_names(6, &titles), ["Unit_Price_USD", "_2nd", "c3", "id", "id_2", "Gr_e"]);
        assert_eq!(column_names(2, &[]), ["c1", "c2"]);
    }

    #[test]
    fn reserved_words_are_quoted() {
        assert_eq!(quoted("value"), "`value`");
        assert_eq!(quoted("id"), "id");
        assert_eq!(quoted("a b"), "`a b`");
    }

    #[test]
    fn a_table_is_named_after_its_file() {
        assert_eq!(table_name(Path::new("/data/2024-sales.csv")), "_2024_sales");
        assert_eq!(table_name(Path::new("数据.csv")), "t");
    }
}
