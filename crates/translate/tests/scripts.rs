//! Whole scripts for every target.

use crate::support::{Outcome, Settings, rendered_with};
use std::fs;
use std::path::{Path, PathBuf};
use tamias_translate::Target;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The scripts by name.
pub(crate) fn scripts() -> Vec<(String, String)> {
    let files = fs::read_dir(folder("scripts")).expect("the folder is there").map(|file| file.expect("it can be listed").path());
    let mut scripts: Vec<(String, String)> = files
        .map(|path| {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("it can be read"))
        })
        .collect();
    scripts.sort();
    scripts
}

pub(crate) fn outcome(name: &str, text: &str, target: Target) -> Outcome {
    rendered_with(&format!("{name}.sql"), text, target, &Settings::default())
}

#[test]
fn scripts_are_rendered_as_they_were_accepted() {
    for (name, text) in scripts() {
        for target in Target::ALL {
            let outcome = outcome(&name, &text, target);
            let stem = format!("{name}.{}", target.name());
            expect_test::expect_file![folder("rendered").join(format!("{stem}.sql"))].assert_eq(&outcome.rendered.text);
            expect_test::expect_file![folder("rendered").join(format!("{stem}.notes"))].assert_eq(&outcome.notes());
        }
    }
}

#[test]
fn what_is_rendered_reads_as_sql_of_flink() {
    for (name, text) in scripts() {
        let outcome = outcome(&name, &text, Target::Flink2_3);
        let script = sql::parse(diag::SourceId(0), &outcome.rendered.text);
        assert!(script.diagnostics.is_empty(), "{name}: {:?}\n{}", script.diagnostics, outcome.rendered.text);
    }
}

#[test]
fn lines_lead_back_to_the_script() {
    for (name, text) in scripts() {
        for target in Target::ALL {
            let outcome = outcome(&name, &text, target);
            let lines: Vec<&str> = outcome.rendered.text.lines().collect();
            for origin in outcome.rendered.lines.iter().filter(|origin| !origin.span.is_none()) {
                let line = lines[origin.line as usize - 1];
                let place = outcome.sources.get(origin.span.source).expect("the script").line_column(origin.span.start).line;
                let before = if origin.line > 1 { lines[origin.line as usize - 2] } else { "" };
                let comment = format!("from {name}.sql:{place}");
                assert!(
                    line.contains(&comment) || before.contains(&comment) || before.ends_with("BEGIN"),
                    "{name} {}: {line}",
                    origin.line
                );
            }
        }
    }
}

/// Flink's client ends a statement at a `;` that ends a line.
#[test]
fn no_line_ends_behind_an_inner_semicolon() {
    for (name, text) in scripts() {
        let outcome = outcome(&name, &text, Target::Flink2_3);
        for part in outcome.rendered.text.split("EXECUTE STATEMENT SET BEGIN").skip(1) {
            let job = part.split("END;").next().unwrap_or_default();
            assert!(!job.contains(";\n"), "{name}: {job}");
        }
    }
}
