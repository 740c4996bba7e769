//! The user book: its examples are run, its SQL is parsed, its links are followed.
//!
//! A block marked `console` holds commands behind `$ ` (continued behind `> `) and what they print, which is standard output and standard error in
//! the order in which they were written. Commands run in the root of the repository. `UPDATE_EXPECT=1` writes what they print into the pages.

mod pages;

use pages::{difference, next_block, root, with_outputs};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn examples_print_what_the_pages_show() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut differences = Vec::new();
    for page in pages() {
        let old = read(&page);
        let new = with_outputs(&old, &root());
        if old != new && update {
            fs::write(&page, new).expect("the page can be written");
        } else if old != new {
            differences.push(difference(&page, &old, &new));
        }
    }
    assert!(differences.is_empty(), "{}\nUPDATE_EXPECT=1 rewrites the pages", differences.join("\n"));
}

/// Functions are documented where they are written; the page of functions repeats it.
#[test]
fn examples_of_functions_have_their_results() {
    let groups = functions::GROUPS.iter().flat_map(|group| group.functions);
    let mut wrong = String::new();
    for example in groups.filter_map(|entry| functions::doc_of(&entry())).flat_map(|doc| doc.examples) {
        let query = format!("SELECT {}", example.expression);
        let output = Command::new(env!("CARGO_BIN_EXE_tamias")).args(["--format", "changelog", "-c", &query]).env("TZ", "UTC").output();
        let output = output.expect("the program can be started");
        let printed = String::from_utf8_lossy(if output.status.success() { &output.stdout } else { &output.stderr }).into_owned();
        let expected = if matches!(example.result, "NULL" | "<NULL>") { "null" } else { example.result };
        if printed != format!("+I[{expected}]\n") {
            wrong.push_str(&format!("{query}\n  documented {expected}\n  printed    {printed}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn sql_in_pages_parses() {
    let mut sources = diag::SourceMap::default();
    let mut mistakes = String::new();
    for page in pages() {
        for block in blocks(&read(&page), "sql") {
            let source = sources.add(page.display().to_string(), block.as_str());
            for diagnostic in sql::parse(source, &block).diagnostics {
                mistakes.push_str(&format!("{}\n", diag::render::short(&sources, &diagnostic)));
            }
        }
    }
    assert!(mistakes.is_empty(), "{mistakes}");
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = read(&page);
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { page.with_file_name("").join(path) };
            let leads = target.exists() && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
            if !leads {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// All pages for users and contributors.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].iter().map(|name| root().join(name)).collect();
    for folder in ["docs", "docs/design"] {
        let files = fs::read_dir(root().join(folder)).expect("the folder is there").map(|entry| entry.expect("it can be listed").path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn blocks(page: &str, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, block, after)) = next_block(rest, kind) {
        found.push(block.to_owned());
        rest = after;
    }
    found
}

/// The targets of `[text](target)`, outside of code.
fn links(page: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            // Text between back-ticks stands at odd places.
            let prose = line.split('`').step_by(2);
            links.extend(prose.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split(')').next()));
        }
    }
    links
}

/// The names that headings give their sections.
fn anchors(page: &str) -> HashSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    headings.map(name).collect()
}
