//! The user book: its examples are run, its SQL is parsed, its links are followed.
//!
//! A block marked `console` holds commands behind `$ ` (continued behind `> `) and what they print, which is standard output and standard error in
//! the order in which they were written. Commands run in the root of the repository. `UPDATE_EXPECT=1` writes what they print into the pages.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn examples_print_what_the_pages_show() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut differences = Vec::new();
    for page in pages() {
        let old = read(&page);
        let new = with_outputs(&old);
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository is there")
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

/// The page as it is when every example prints what it prints now.
fn with_outputs(page: &str) -> String {
    let mut new = String::new();
    let mut rest = page;
    while let Some((before, block, after)) = next_block(rest, "console") {
        new.push_str(before);
        for example in examples(block) {
            new.push_str(&example.text);
            new.push_str(&output(&example.command));
        }
        rest = after;
    }
    new + rest
}

/// Text up to and with the opening fence, the inside of the block, and the text from the closing fence on.
fn next_block<'p>(text: &'p str, kind: &str) -> Option<(&'p str, &'p str, &'p str)> {
    let fence = format!("```{kind}\n");
    let start = if text.starts_with(&fence) { 0 } else { text.find(&format!("\n{fence}"))? + 1 } + fence.len();
    let end = start + if text[start..].starts_with("```") { 0 } else { text[start..].find("\n```")? + 1 };
    Some((&text[..start], &text[start..end], &text[end..]))
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

/// A command as it stands in a page and as a shell reads it.
struct Example {
    text: String,
    command: String,
}

fn examples(block: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_command = false;
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            is_command = true;
            examples.push(Example { text: format!("{line}\n"), command: command.to_owned() });
        } else if let Some((example, more)) = examples.last_mut().zip(line.strip_prefix("> ")).filter(|_| is_command) {
            example.text.push_str(&format!("{line}\n"));
            example.command.push_str(&format!("\n{more}"));
        } else {
            is_command = false;
        }
    }
    examples
}

/// What a command prints, with both streams as they come.
fn output(command: &str) -> String {
    let home = tempfile::tempdir().expect("a directory can be made");
    let (mut reader, writer) = io::pipe().expect("a pipe can be made");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(root()).env("PATH", search_path());
    shell.env("TZ", "UTC").env("HOME", home.path()).env_remove("NO_COLOR").stdin(Stdio::null());
    shell.stdout(writer.try_clone().expect("it can be shared")).stderr(writer);
    let mut child = shell.spawn().expect("a shell can be started");
    // It holds the writing end, which must close before reading ends.
    drop(shell);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("it prints text");
    child.wait().expect("it ends");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    without_times(&text)
}

/// Where the shell finds the program.
fn search_path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_tamias"));
    let folder = program.parent().expect("it lies in a folder").to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&others))).expect("the paths have no separator")
}

/// Times differ from run to run: `(N.NN seconds)`, `in N ms`.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let shown = words.iter().enumerate().map(|(n, word)| match words.get(n + 1) {
            Some(unit) if unit.starts_with("seconds)") && word.starts_with('(') => "(N.NN",
            Some(unit) if *unit == "ms:" && n > 0 && words[n - 1] == "in" => "N",
            _ => word,
        });
        format!("{}\n", shown.collect::<Vec<_>>().join(" "))
    });
    lines.collect()
}

/// The first line that differs.
fn difference(page: &Path, old: &str, new: &str) -> String {
    let lines = old.lines().zip(new.lines()).enumerate();
    match lines.into_iter().find(|(_, (old, new))| old != new) {
        Some((n, (old, new))) => format!("{}:{}: the page has\n  {old}\nbut the command prints\n  {new}", page.display(), n + 1),
        None => format!("{}: the page ends too early or too late", page.display()),
    }
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

#[test]
fn a_block_is_read_as_commands_and_outputs() {
    let page = "a\n```console\n$ echo x\n> y\nold\n> not a command\n$ b\n```\nrest";
    let (before, block, after) = next_block(page, "console").expect("there is one");
    assert_eq!((before, after), ("a\n```console\n", "```\nrest"));
    let commands: Vec<String> = examples(block).into_iter().map(|example| example.command).collect();
    assert_eq!(commands, ["echo x\ny", "b"]);
    assert_eq!(
        without_times("2 rows in set (0.12 seconds)\nchecked 1 file in 12 ms: x\n"),
        "2 rows in set (N.NN seconds)\nchecked 1 file in N ms: x\n"
    );
}
