//! Files that stand in for what tables are connected to: `orders.csv`, with options of the table behind a question mark:
//! `orders.csv?csv.null-literal=&csv.ignore-parse-errors=true`.

use crate::diagnostics::INVALID_BIND;
use crate::view::View;
use crate::{Project, Setting};
use diag::{Diagnostic, Span};
use options::{OptionValue, Origin, TableOptions};
use std::path::Path;

/// Endings of files, and the format that each stands for.
const FORMATS: &[(&str, &str)] = &[("csv", "csv"), ("json", "json"), ("jsonl", "json"), ("ndjson", "json"), ("parquet", "parquet")];

/// The options of a table that a file stands in for; `span` is the place of the text.
pub fn file_options(text: &str, origin: Origin, span: Span) -> Result<TableOptions, Box<Diagnostic>> {
    let (path, written) = match text.split_once('?') {
        Some((path, written)) if written.contains('=') => (path, written),
        _ => (text, ""),
    };
    let mut options = TableOptions::new();
    let mut add = |key: &str, value: &str, origin: Origin| {
        options.insert(key, OptionValue { text: value.to_owned(), origin, span: place_within(text, value, span) });
    };
    add("connector", "filesystem", origin);
    add("path", path, origin);
    let mut format = format_of(path);
    for part in written.split('&').filter(|part| !part.is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            let place = place_within(text, part, span);
            let diagnostic = Diagnostic::error(INVALID_BIND, place, format!("'{part}' is no option: the value is missing"));
            return Err(Box::new(diagnostic.with_help("Options of a file are written FILE?key=value&key=value.")));
        };
        match key {
            "format" => format = Some(value),
            _ => add(key, value, Origin::new(origin.layer, place_within(text, key, span))),
        }
    }
    let Some(format) = format else {
        let endings: Vec<String> = ["csv", "json", "parquet"].iter().map(|ending| format!(".{ending}")).collect();
        let message = format!("the format of '{path}' is not known: its name ends in none of {}", endings.join(", "));
        let diagnostic = Diagnostic::error(INVALID_BIND, place_within(text, path, span), message);
        return Err(Box::new(diagnostic.with_help(format!("Name it: {path}?format=csv."))));
    };
    add("format", format, origin);
    Ok(options)
}

impl View<'_> {
    /// The file that stands in for a table of a project, under any of the names that the table has here.
    pub fn bound_file(&self, project: &Project, table: &str) -> Option<&Setting> {
        let databases = self.databases_of(project);
        let is_meant = |name: &str| {
            let name = name.strip_prefix("workspace.").unwrap_or(name);
            match name.rsplit_once('.') {
                Some((database, object)) => object == table && databases.iter().any(|known| known == database),
                None => name == table,
            }
        };
        self.environment.bind.iter().find(|(name, _)| is_meant(name)).map(|(_, file)| file)
    }
}

fn format_of(path: &str) -> Option<&'static str> {
    let ending = Path::new(path).extension()?.to_string_lossy().to_lowercase();
    FORMATS.iter().find(|(known, _)| *known == ending).map(|(_, format)| *format)
}

/// The place of a part of a text that stands at a place without quotes.
fn place_within(text: &str, part: &str, span: Span) -> Span {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    match start.checked_add(part.len()) {
        Some(end) if end <= text.len() && (span.end - span.start) as usize == text.len() => {
            Span::new(span.source, span.start + start as u32, span.start + end as u32)
        }
        _ => span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceId;
    use options::Layer;

    fn told(text: &str) -> Result<Vec<(String, String)>, String> {
        let options = file_options(text, Origin::nowhere(Layer::CommandLine), Span::none()).map_err(|diagnostic| diagnostic.message)?;
        Ok(options.to_map().into_iter().filter(|(key, _)| key != "connector").collect())
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_ending_gives_the_format_and_options_follow() {
        assert_eq!(told("a/b.JSONL"), Ok(pairs(&[("format", "json"), ("path", "a/b.JSONL")])));
        assert_eq!(
            told("b.csv?csv.null-literal=&csv.ignore-parse-errors=true"),
            Ok(pairs(&[("csv.ignore-parse-errors", "true"), ("csv.null-literal", ""), ("format", "csv"), ("path", "b.csv")]))
        );
        assert_eq!(told("data?format=parquet"), Ok(pairs(&[("format", "parquet"), ("path", "data")])));
        assert_eq!(told("what?.csv"), Ok(pairs(&[("format", "csv"), ("path", "what?.csv")])));
    }

    #[test]
    fn what_is_not_understood_has_a_place() {
        assert_eq!(told("b.xls"), Err("the format of 'b.xls' is not known: its name ends in none of .csv, .json, .parquet".into()));
        let span = Span::new(SourceId(3), 10, 25);
        let wrong = file_options("b.csv?a=1&csv.x", Origin::nowhere(Layer::CommandLine), span).expect_err("a value is missing");
        assert_eq!((wrong.message.as_str(), wrong.span().start, wrong.span().end), ("'csv.x' is no option: the value is missing", 20, 25));
    }
}
