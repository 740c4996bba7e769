//! Real Flink reads what was rendered for it, where it is installed.

use crate::scripts::{folder, scripts};
use sql::print::to_sql;
use sql::statements::create_table::{ColumnDef, ColumnKind, CreateTable, OptionEntry, OptionValue, TableElement};
use sql::statements::{Statement, StatementKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Statements that ask Flink about a rendered script without running it: definitions as they are, queries as views. Some need connectors that
/// come separately, so queries are validated and not planned.
fn questions(name: &str, rendered: &str) -> String {
    let mut text = String::new();
    for (index, statement) in sql::parse(diag::SourceId(0), rendered).statements.iter().enumerate() {
        text.push_str(&question(&format!("check_{name}_{index}"), statement));
        let written = &rendered[statement.span.start as usize..statement.span.end as usize];
        // As it was written, comments and line ends too.
        if matches!(statement.kind, StatementKind::StatementSet(_)) && !rendered.contains("kafka") {
            text.push_str(&format!("{};\n", written.replacen("EXECUTE", "EXPLAIN", 1)));
        }
    }
    // Names are used by several scripts.
    for statement in sql::parse(diag::SourceId(0), rendered).statements.iter().rev() {
        match &statement.kind {
            StatementKind::CreateTable(create) if create.temporary => text.push_str(&format!("DROP TEMPORARY TABLE {};\n", create.name)),
            StatementKind::CreateTable(create) => text.push_str(&format!("DROP TABLE {};\n", create.name)),
            StatementKind::CreateView(view) if view.temporary => text.push_str(&format!("DROP TEMPORARY VIEW {};\n", view.name)),
            StatementKind::CreateView(view) => text.push_str(&format!("DROP VIEW {};\n", view.name)),
            _ => {}
        }
    }
    text
}

/// Connectors that stand in Flink's own package.
const BUNDLED: &[&str] = &["blackhole", "datagen", "filesystem", "print"];

/// A table as it was rendered; one whose connector comes separately is then made again with one that can be planned.
fn table(create: &CreateTable) -> String {
    let text = format!("{};\n", to_sql(create));
    let entries = create.options.iter().flat_map(|options| &options.entries);
    let is_connector = |entry: &&OptionEntry| entry.key.text() == "connector";
    if entries.clone().filter(is_connector).all(|entry| BUNDLED.contains(&entry.value.text().as_str())) {
        return text;
    }
    let mut plain = create.clone();
    for element in &mut plain.elements {
        if let TableElement::Column(ColumnDef { kind: ColumnKind::Typed { metadata, .. }, .. }) = element {
            *metadata = None;
        }
    }
    for entry in plain.options.iter_mut().flat_map(|options| &mut options.entries) {
        if let OptionValue::String(value) = &mut entry.value {
            value.value = "datagen".into();
        }
    }
    if let Some(options) = &mut plain.options {
        options.entries.retain(|entry| is_connector(&entry));
    }
    let temporary = if create.temporary { "TEMPORARY " } else { "" };
    format!("{text}DROP {temporary}TABLE {};\n{};\n", create.name, to_sql(&plain))
}

fn question(view: &str, statement: &Statement) -> String {
    let as_view = |name: &str, query: &sql::ast::Query| {
        format!("CREATE TEMPORARY VIEW {name} AS {};\nDESCRIBE {name};\n", without_options(&to_sql(query)))
    };
    match &statement.kind {
        StatementKind::Query(query) => as_view(view, query),
        StatementKind::Insert(insert) => as_view(view, &insert.query),
        StatementKind::StatementSet(set) => {
            let each = set.inserts.iter().enumerate();
            each.map(|(index, insert)| as_view(&format!("{view}_{index}"), &insert.query)).collect()
        }
        StatementKind::CreateTable(create) => table(create),
        _ => format!("{};\n", to_sql(statement)),
    }
}

/// Options of the rendered connector mean nothing to the one that stands in.
fn without_options(query: &str) -> String {
    let mut text = String::new();
    let mut rest = query;
    while let Some((before, after)) = rest.split_once("/*+ OPTIONS(") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text + rest
}

fn home() -> PathBuf {
    let default = || Path::new(&std::env::var_os("HOME").unwrap_or_default()).join(".cache/tamias/flink-2.3.0");
    std::env::var_os("TAMIAS_FLINK_HOME").map_or_else(default, PathBuf::from)
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is left out says why")]
fn real_flink_accepts_what_was_rendered_for_it() {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/services/flink/run.sh");
    if std::env::var_os("TAMIAS_TEST_FLINK").is_none() || !home().join("classes").is_dir() {
        eprintln!("left out: real Flink is asked when TAMIAS_TEST_FLINK is set and tests/services/flink/install.sh has run");
        return;
    }
    let mut text = String::new();
    for (name, _) in scripts() {
        let notes = fs::read_to_string(folder("rendered").join(format!("{name}.flink-2.3.notes"))).unwrap_or_default();
        if !notes.contains("error[") {
            let rendered = fs::read_to_string(folder("rendered").join(format!("{name}.flink-2.3.sql"))).expect("it was rendered");
            text.push_str(&questions(&name, &rendered));
        }
    }
    let file = std::env::temp_dir().join(format!("tamias-rendered-{}.sql", std::process::id()));
    fs::write(&file, &text).expect("it can be written");
    let output = Command::new(run).arg(&file).output().expect("Flink starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = fs::remove_file(&file);
    assert!(output.status.success() && !printed.contains("[ERROR]"), "{printed}");
    let shows_time = printed.lines().any(|line| line.starts_with('|') && line.contains("__proctime"));
    assert!(!shows_time, "the time attribute shows in a result:\n{printed}");
}
