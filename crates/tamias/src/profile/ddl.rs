//! A proposal as a CREATE TABLE statement.

use super::Profile;
use super::name::quoted;
use sql::print::quote_string;
use std::fmt::Write;

/// Writes the statement, with a `;` and a line end.
pub(crate) fn create_table(name: &str, path: &str, format: &str, profile: &Profile) -> String {
    let mut text = format!("CREATE TABLE {} (\n", quoted(name));
    let columns: Vec<String> = profile.columns.iter().map(|column| format!("  {} {}", quoted(&column.name), column.data_type)).collect();
    let _ = write!(text, "{}\n) WITH (\n", columns.join(",\n"));
    let fixed = [("connector", "filesystem"), ("path", path), ("format", format)];
    let options = fixed.into_iter().chain(profile.options.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    let options: Vec<String> = options.map(|(key, value)| format!("  {} = {}", quote_string(key), quote_string(value))).collect();
    let _ = write!(text, "{}\n);\n", options.join(",\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::super::ProposedColumn;
    use super::*;

    #[test]
    fn the_statement_can_be_parsed() {
        let columns = vec![
            ProposedColumn { name: "value".into(), data_type: "INT".into() },
            ProposedColumn { name: "a b".into(), data_type: "ROW<x STRING>".into() },
        ];
        let profile = Profile { columns, options: vec![("csv.null-literal".into(), "it's".into())], ..Profile::default() };
        let text = create_table("order", "a.csv", "csv", &profile);
        let script = sql::parse(diag::SourceId(0), &text);
        assert!(script.diagnostics.is_empty(), "{:?}", script.diagnostics);
        assert!(text.contains("CREATE TABLE `order` (\n  `value` INT,\n  `a b` ROW<x STRING>\n) WITH (\n"));
        assert!(text.ends_with("  'csv.null-literal' = 'it''s'\n);\n"));
    }
}
