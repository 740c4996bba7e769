//! One JSON object for each diagnostic, for editors and other programs.
//!
//! | field | is |
//! |---|---|
//! | `id`, `severity`, `message` | texts; the severity is `error`, `warning` or `note` |
//! | `place` | the primary place, or null |
//! | `labels` | all places in texts, the primary one first, each with its remark in `text` |
//! | `data` | the place in a data file, or null: `file`, `line`, `column`, `excerpt`, `mark` (byte range in the excerpt), `also` (lines) |
//! | `notes`, `helps` | lists of sentences |
//! | `fix` | null, or `title` and `edits`, each a place with the new `text` |
//! | `environments` | the environments that it holds for; empty when it holds for all, or outside a workspace |
//! | `flink` | what Apache Flink prints for it, or null |
//!
//! A place has `file`, the byte range `start` and `end` (zero-based, the end after the last byte), and `startLine`, `startColumn`,
//! `endLine`, `endColumn`, which count from 1, columns in characters.

use crate::{DataPlace, Diagnostic, SourceMap, Span};
use serde_json::{Value, json};

/// Renders a diagnostic as one JSON object on one line.
pub fn json(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    object(sources, &sources.as_written(diagnostic)).to_string()
}

fn object(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let labels = diagnostic.labels.iter().filter_map(|label| with_text(place(sources, label.span), &label.text));
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let edits = fix.edits.iter().filter_map(|edit| with_text(place(sources, edit.span), &edit.text));
        json!({ "title": fix.title, "edits": edits.collect::<Vec<_>>() })
    });
    json!({
        "id": diagnostic.id,
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "place": place(sources, diagnostic.span()),
        "labels": labels.collect::<Vec<_>>(),
        "data": diagnostic.data.as_ref().map(data),
        "notes": diagnostic.notes,
        "helps": diagnostic.helps,
        "fix": fix,
        "environments": diagnostic.environments,
        "flink": diagnostic.flink,
    })
}

/// Null when the span points nowhere.
fn place(sources: &SourceMap, span: Span) -> Value {
    let Some(source) = sources.get(span.source) else { return Value::Null };
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    json!({
        "file": source.name,
        "start": span.start,
        "end": span.end,
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn with_text(mut place: Value, text: &str) -> Option<Value> {
    place.as_object_mut()?.insert("text".to_string(), json!(text));
    Some(place)
}

fn data(data: &DataPlace) -> Value {
    json!({
        "file": data.file,
        "line": data.line,
        "column": data.column,
        "excerpt": data.excerpt,
        "mark": [data.mark.start, data.mark.end],
        "also": data.also,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_has_places_in_bytes_and_in_lines() {
        let mut sources = SourceMap::default();
        let id = sources.add("a.sql", "é\nSELEC 1");
        let span = Span::new(id, 3, 8);
        let diagnostic = Diagnostic::error("syntax", span, "m").with_remark("here").with_help("h").with_fix("t", span, "SELECT");
        let expected = concat!(
            r#"{"id":"syntax","severity":"error","message":"m","#,
            r#""place":{"file":"a.sql","start":3,"end":8,"startLine":2,"startColumn":1,"endLine":2,"endColumn":6},"#,
            r#""labels":[{"file":"a.sql","start":3,"end":8,"startLine":2,"startColumn":1,"endLine":2,"endColumn":6,"text":"here"}],"#,
            r#""data":null,"notes":[],"helps":["h"],"#,
            r#""fix":{"title":"t","edits":[{"file":"a.sql","start":3,"end":8,"startLine":2,"startColumn":1,"endLine":2,"#,
            r#""endColumn":6,"text":"SELECT"}]},"environments":[],"flink":null}"#,
        );
        assert_eq!(json(&sources, &diagnostic), expected);
        let nowhere = object(&sources, &Diagnostic::note("n", Span::none(), "m"));
        assert_eq!((&nowhere["place"], &nowhere["labels"]), (&Value::Null, &json!([])));
    }
}
