//! One JSON object for each case, and one for each file with mistakes.

use super::{Results, difference};
use crate::testing::document::{Case, TestFile};
use diag::render;
use serde_json::{Value, json};

pub(super) fn named(file: &TestFile, case: &Case, line: u32) -> Value {
    json!({ "file": file.name, "line": line, "test": case.title })
}

pub(super) fn lines(results: &Results) -> Vec<Value> {
    let parsed = |sources: &diag::SourceMap, diagnostic: &diag::Diagnostic| -> Value {
        serde_json::from_str(&render::json(sources, diagnostic)).unwrap_or_default()
    };
    let mut lines = Vec::new();
    for file in results.files.iter().filter(|file| !file.mistakes.is_empty()) {
        let mistakes: Vec<Value> = file.mistakes.iter().map(|mistake| parsed(&file.sources, mistake)).collect();
        lines.push(json!({ "file": file.name, "status": "invalid", "mistakes": mistakes }));
    }
    for result in &results.cases {
        let file = &results.files[result.file];
        let case = &file.cases[result.case];
        let status = if result.failures.is_empty() { "passed" } else { "failed" };
        let failures = result.failures.iter().map(|failure| {
            let told: Vec<Value> = failure.told.iter().map(|told| parsed(&result.sources, told)).collect();
            let lines: Vec<String> = difference(failure).lines().map(|line| line.get(2..).unwrap_or_default().to_owned()).collect();
            json!({ "diagnostic": parsed(&result.sources, &failure.diagnostic), "difference": lines, "told": told })
        });
        let mut line = named(file, case, file.line(case.place));
        if let Value::Object(object) = &mut line {
            object.insert("status".to_owned(), status.into());
            object.insert("millis".to_owned(), json!(u64::try_from(result.time.as_millis()).unwrap_or(u64::MAX)));
            object.insert("failures".to_owned(), failures.collect());
        }
        lines.push(line);
    }
    lines
}
