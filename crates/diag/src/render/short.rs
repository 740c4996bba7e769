//! One line for each diagnostic: `file:line:column: error[id]: message`, and ` (in dev, prod)` where it holds for some environments only.

use crate::{DataPlace, Diagnostic, SourceMap};

/// Renders a diagnostic as one line without a line end. Without a place it begins with the severity.
pub fn short(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let place = match &diagnostic.data {
        Some(data) => Some(data_place(data)),
        None => sources.place(diagnostic.span()),
    };
    let place = place.map(|p| format!("{p}: ")).unwrap_or_default();
    let message = diagnostic.message.replace('\n', " ");
    let environments = match diagnostic.environments.as_slice() {
        [] => String::new(),
        names => format!(" (in {})", names.join(", ")),
    };
    format!("{place}{}[{}]: {message}{environments}", diagnostic.severity.word(), diagnostic.id)
}

/// `file:line:column`, as far as they are known.
pub(super) fn data_place(data: &DataPlace) -> String {
    match (data.line, data.column) {
        (0, _) => data.file.clone(),
        (line, 0) => format!("{}:{line}", data.file),
        (line, column) => format!("{}:{line}:{column}", data.file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    #[test]
    fn the_line_has_place_severity_id_and_message() {
        let mut sources = SourceMap::default();
        let id = sources.add("a.sql", "SELECT\n x");
        let diagnostic = Diagnostic::warning("some-id", Span::new(id, 8, 9), "a message");
        assert_eq!(short(&sources, &diagnostic), "a.sql:2:2: warning[some-id]: a message");
        let nowhere = Diagnostic::error("some-id", Span::none(), "a message");
        assert_eq!(short(&sources, &nowhere), "error[some-id]: a message");
        let data = DataPlace { file: "a.csv".into(), line: 7, column: 0, excerpt: String::new(), mark: 0..0, also: vec![] };
        assert_eq!(short(&sources, &nowhere.clone().with_data(data)), "a.csv:7: error[some-id]: a message");
        let limited = nowhere.in_environments(vec!["dev".into(), "prod".into()]);
        assert_eq!(short(&sources, &limited), "error[some-id]: a message (in dev, prod)");
    }
}
