//! Lists of fields, one a line.
//!
//! ```text
//! name||TYPE||comment||isPrimaryKey||isMetadata      a table
//! ID,INT,comment,false,true,                         the same, in the older form
//! name||TYPE||comment                                a mirror table, or a table without keys
//! mirrorField,streamField,batchField                 what the fields of a mirror table are called behind it
//! ```

use super::Importer;
use crate::diagnostics::{INVALID_IMPORT, TASK_PROPERTY};
use diag::{Diagnostic, SourceId, Span, suggest};
use sql::ast::{DataType, DataTypeKind};
use sql::print::{needs_quotes, quote_identifier, quote_string};
use sql::statements::StatementKind;
use sql::statements::create_table::{ColumnKind, TableElement};

/// For spelling help.
const TYPES: &[&str] = &[
    "BIGINT",
    "BINARY",
    "BOOLEAN",
    "BYTES",
    "CHAR",
    "DATE",
    "DECIMAL",
    "DOUBLE",
    "FLOAT",
    "INT",
    "INTEGER",
    "SMALLINT",
    "STRING",
    "TIME",
    "TIMESTAMP",
    "TIMESTAMP_LTZ",
    "TINYINT",
    "VARBINARY",
    "VARCHAR",
];

/// A field, as a line gives it.
struct Field {
    name: String,
    data_type: String,
    comment: String,
    is_key: bool,
    is_metadata: bool,
}

/// What a field of a mirror table is called behind it.
struct Mapping {
    field: String,
    stream: String,
    batch: String,
}

/// A part of a line with its place.
struct Part<'t> {
    text: &'t str,
    span: Span,
}

/// True when a text is no script but a list.
pub(super) fn is_list(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| is_field(line) || is_row(line))
}

fn is_field(line: &str) -> bool {
    line.split_once("||").is_some_and(|(name, _)| name.trim().chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// `a,b,c`: three names, or the older form of a field.
fn is_row(line: &str) -> bool {
    let parts: Vec<&str> = line.split(',').collect();
    let is_word = |part: &&str| part.trim().chars().all(|c| c.is_alphanumeric() || c == '_') && !part.trim().is_empty();
    match parts.as_slice() {
        [field, stream, batch] => [field, stream, batch].into_iter().all(is_word),
        [name, _, rest @ ..] => is_word(name) && rest.len() >= 3,
        _ => false,
    }
}

impl Importer<'_> {
    pub(super) fn list(&mut self) {
        let (mut fields, mut mappings) = (Vec::new(), Vec::new());
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let at = start;
            start += line.len();
            let line = line.trim_end();
            if line.trim().is_empty() {
                continue;
            }
            let is_old = !line.contains("||");
            let separator = if is_old { "," } else { "||" };
            let parts = parts(self.source, line, at, separator);
            match (parts.as_slice(), is_old) {
                ([field, stream, batch], true) => {
                    let text = |part: &Part<'_>| part.text.to_owned();
                    mappings.push(Mapping { field: text(field), stream: text(stream), batch: text(batch) });
                }
                _ => fields.extend(self.field(&parts, is_old)),
            }
        }
        self.refuse_doubled(&fields);
        let place = Span::new(self.source, 0, 0);
        let Some(name) = self.request.name else {
            let diagnostic = Diagnostic::error(INVALID_IMPORT, place, "a list of fields does not say what the table is called");
            self.report(diagnostic.with_help("Name it: --name NAME."));
            return;
        };
        match self.request.mirror {
            Some((stream, batch)) => self.mirror(name, (stream, batch), fields, &mappings),
            None if !mappings.is_empty() => {
                let diagnostic = Diagnostic::error(INVALID_IMPORT, place, "lines of three names map the fields of a mirror table");
                self.report(diagnostic.with_help("Name the tables behind it: --stream TABLE --batch TABLE."));
            }
            None => self.listed_table(name, &fields),
        }
    }

    /// A line of a table: 3 parts, or 5; the older form ends with a comma.
    fn field(&mut self, parts: &[Part<'_>], is_old: bool) -> Option<Field> {
        let whole = parts.first()?.span.to(parts.last()?.span);
        let parts = match parts {
            [rest @ .., last] if is_old && last.text.is_empty() => rest,
            parts => parts,
        };
        // Commas of the comment are not told from those between parts: what is left over is the comment's.
        let comment = match parts {
            [_, _, first, .., last, _, _] if is_old => Some(part_at(self.text, first.span.to(last.span))),
            _ => None,
        };
        let (name, data_type, comment, flags) = match parts {
            [name, data_type, .., key, metadata] if comment.is_some() => (name, data_type, comment.as_ref(), Some((key, metadata))),
            [name, data_type, comment] if !is_old => (name, data_type, Some(comment), None),
            [name, data_type, comment, key, metadata] => (name, data_type, Some(comment), Some((key, metadata))),
            _ => {
                let form =
                    if is_old { "name,TYPE,comment,isPrimaryKey,isMetadata," } else { "name||TYPE||comment||isPrimaryKey||isMetadata" };
                let message = format!("this line has {} parts", parts.len());
                self.report(Diagnostic::error(INVALID_IMPORT, whole, message).with_help(format!("A field is: {form}")));
                return None;
            }
        };
        if data_type.text.is_empty() {
            self.report(Diagnostic::error(INVALID_IMPORT, data_type.span, format!("field '{}' has no type", name.text)));
        } else {
            let (parsed, found) = sql::parse_data_type(self.source, data_type.text, data_type.span.start);
            self.import.diagnostics.extend(found);
            if let Some(DataType { kind: DataTypeKind::Named(_), .. }) = parsed {
                self.unknown_type(data_type);
            }
        }
        let (is_key, is_metadata) = match flags {
            Some((key, metadata)) => (self.flag(key)?, self.flag(metadata)?),
            None => (false, false),
        };
        if is_key && is_metadata {
            let message = format!("'{}' is metadata, which cannot be a key", name.text);
            self.report(Diagnostic::error(crate::diagnostics::METADATA_KEY, whole, message));
        }
        let text = |part: &Part<'_>| part.text.to_owned();
        Some(Field { name: text(name), data_type: text(data_type), comment: comment.map(text).unwrap_or_default(), is_key, is_metadata })
    }

    fn unknown_type(&mut self, part: &Part<'_>) {
        let diagnostic = Diagnostic::error(INVALID_IMPORT, part.span, format!("'{}' is not a type", part.text));
        let name = part.text.to_ascii_uppercase();
        self.report(match suggest::nearest(&name, TYPES.iter().copied()) {
            Some(near) => diagnostic.with_fix(format!("did you mean {near}?"), part.span, near),
            None => diagnostic,
        });
    }

    fn flag(&mut self, part: &Part<'_>) -> Option<bool> {
        match part.text.to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" | "" => Some(false),
            other => {
                let diagnostic = Diagnostic::error(INVALID_IMPORT, part.span, format!("'{}' is neither true nor false", part.text));
                self.report(match suggest::nearest(other, ["true", "false"]) {
                    Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), part.span, near),
                    None => diagnostic,
                });
                None
            }
        }
    }

    fn refuse_doubled(&mut self, fields: &[Field]) {
        for (n, field) in fields.iter().enumerate() {
            if fields[..n].iter().any(|other| other.name == field.name) {
                let message = format!("field '{}' is given twice", field.name);
                self.report(Diagnostic::error(INVALID_IMPORT, Span::new(self.source, 0, 0), message));
            }
        }
    }

    fn listed_table(&mut self, name: &str, fields: &[Field]) {
        let place = Span::new(self.source, 0, 0);
        let options = match self.request.data_source {
            Some(source) => format!(" WITH (\n  'datasource' = {}\n)", quote_string(source)),
            None => {
                let message = format!("table '{name}' has no connector yet");
                let diagnostic = Diagnostic::note(TASK_PROPERTY, place, message);
                self.report(diagnostic.with_help("Add WITH ('connector' = ..), or name a data source: --datasource NAME."));
                String::new()
            }
        };
        self.add("tables", name, place, format!("CREATE TABLE {} (\n{}\n){options};\n", quoted(name), columns(fields)));
    }

    fn mirror(&mut self, name: &str, (stream, batch): (&str, &str), mut fields: Vec<Field>, mappings: &[Mapping]) {
        let place = Span::new(self.source, 0, 0);
        for mapping in mappings.iter().filter(|mapping| !mapping.field.is_empty()) {
            if fields.iter().any(|field| field.name == mapping.field) {
                continue;
            }
            // The table behind it knows the type.
            let Some(data_type) = self.type_of(stream, &mapping.stream).or_else(|| self.type_of(batch, &mapping.batch)) else {
                let message = format!("the type of field '{}' is not known", mapping.field);
                let help = format!("Add a line {}||TYPE||comment, or correct the name of the field of '{stream}'.", mapping.field);
                self.report(Diagnostic::error(INVALID_IMPORT, place, message).with_help(help));
                continue;
            };
            fields.push(Field { name: mapping.field.clone(), data_type, comment: String::new(), is_key: false, is_metadata: false });
        }
        let mut options = vec![("stream".to_owned(), stream.to_owned()), ("batch".to_owned(), batch.to_owned())];
        for mapping in mappings {
            for (side, other) in [("stream", &mapping.stream), ("batch", &mapping.batch)] {
                if *other != mapping.field {
                    options.push((format!("{side}.fields.{}", mapping.field), other.clone()));
                }
            }
        }
        let options: Vec<String> =
            options.iter().map(|(key, value)| format!("  {} = {}", quote_string(key), quote_string(value))).collect();
        let text = format!("CREATE TABLE {} (\n{}\n) WITH (\n{}\n);\n", quoted(name), columns(&fields), options.join(",\n"));
        self.add("mirrors", name, place, text);
    }

    /// The type of a field of a table of the workspace, as its definition writes it.
    fn type_of(&self, table: &str, field: &str) -> Option<String> {
        let (project, table) = table.split_once('.').unwrap_or((self.request.project.name.as_str(), table));
        let file = self.request.workspace.projects.get(project)?.tables.iter().find(|file| file.name == table)?;
        let statement = sql::parse(SourceId::NONE, &file.text).statements.into_iter().next()?;
        let StatementKind::CreateTable(node) = statement.kind else { return None };
        node.elements.iter().find_map(|element| match element {
            TableElement::Column(column) if column.name.value == field => match &column.kind {
                ColumnKind::Typed { data_type, .. } => Some(data_type.to_string()),
                ColumnKind::Computed(_) => None,
            },
            _ => None,
        })
    }
}

/// The parts of a line between separators; one inside parentheses, as in `DECIMAL(10,2)`, separates nothing.
fn parts<'t>(source: SourceId, line: &'t str, at: usize, separator: &str) -> Vec<Part<'t>> {
    let mut depth = 0;
    let mut split = vec![];
    let mut begin = 0;
    for (i, c) in line.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth <= 0 && i >= begin && line[i..].starts_with(separator) {
            split.push(&line[begin..i]);
            begin = i + separator.len();
        }
    }
    split.push(&line[begin..]);
    let mut start = 0;
    let split = split.into_iter().map(|part| {
        let trimmed = part.trim();
        let from = at + start + (part.len() - part.trim_start().len());
        start += part.len() + separator.len();
        Part { text: trimmed, span: Span::new(source, from as u32, (from + trimmed.len()) as u32) }
    });
    split.collect()
}

fn part_at(text: &str, span: Span) -> Part<'_> {
    Part { text: text.get(span.start as usize..span.end as usize).unwrap_or_default(), span }
}

/// The elements of a CREATE TABLE.
fn columns(fields: &[Field]) -> String {
    let mut lines: Vec<String> = fields
        .iter()
        .map(|field| {
            let metadata = if field.is_metadata { " METADATA VIRTUAL" } else { "" };
            let comment = if field.comment.is_empty() { String::new() } else { format!(" COMMENT {}", quote_string(&field.comment)) };
            format!("  {} {}{metadata}{comment}", quoted(&field.name), field.data_type)
        })
        .collect();
    let keys: Vec<String> = fields.iter().filter(|field| field.is_key).map(|field| quoted(&field.name)).collect();
    if !keys.is_empty() {
        lines.push(format!("  PRIMARY KEY ({}) NOT ENFORCED", keys.join(", ")));
    }
    lines.join(",\n")
}

fn quoted(name: &str) -> String {
    if needs_quotes(name) { quote_identifier(name) } else { name.to_owned() }
}
