//! Pages with commands: a block marked `console` holds commands behind `$ ` (continued behind `> `) and what they print.
//!
//! Each command starts in the same directory with an empty home. On a page that says `<!-- one shell -->` each starts where the one before ended.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The page as it is when every example prints what it prints now.
pub(crate) fn with_outputs(page: &str, directory: &Path) -> String {
    let one_shell = page.contains("<!-- one shell -->");
    let mut shell = Shell::new(directory);
    let mut new = String::new();
    let mut rest = page;
    while let Some((before, block, after)) = next_block(rest, "console") {
        new.push_str(before);
        for example in examples(block) {
            if !one_shell {
                shell = Shell::new(directory);
            }
            new.push_str(&example.text);
            new.push_str(&shell.output(&example.command));
        }
        rest = after;
    }
    new + rest
}

/// Text up to and with the opening fence, the inside of the block, and the text from the closing fence on.
pub(crate) fn next_block<'p>(text: &'p str, kind: &str) -> Option<(&'p str, &'p str, &'p str)> {
    let fence = format!("```{kind}\n");
    let start = if text.starts_with(&fence) { 0 } else { text.find(&format!("\n{fence}"))? + 1 } + fence.len();
    let end = start + if text[start..].starts_with("```") { 0 } else { text[start..].find("\n```")? + 1 };
    Some((&text[..start], &text[start..end], &text[end..]))
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
        } else if let Some((example, more)) = examples.last_mut().zip(continuation(line)).filter(|_| is_command) {
            example.text.push_str(&format!("{line}\n"));
            example.command.push_str(&format!("\n{more}"));
        } else {
            is_command = false;
        }
    }
    examples
}

/// What stands behind the `>` of a line that continues a command.
fn continuation(line: &str) -> Option<&str> {
    if line == ">" { Some("") } else { line.strip_prefix("> ") }
}

/// A home of its own, and the directory where the next command starts.
struct Shell {
    home: tempfile::TempDir,
    directory: PathBuf,
}

impl Shell {
    fn new(directory: &Path) -> Self {
        Self { home: tempfile::tempdir().expect("a directory can be made"), directory: directory.to_owned() }
    }

    /// What a command prints, with both streams as they come.
    fn output(&mut self, command: &str) -> String {
        let (mut reader, writer) = io::pipe().expect("a pipe can be made");
        let ended_in = self.home.path().join(".directory");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{command}\npwd > '{}'", ended_in.display())]).current_dir(&self.directory).env("PATH", search_path());
        shell.env("TZ", "UTC").env("HOME", self.home.path()).env_remove("NO_COLOR").stdin(Stdio::null());
        shell.stdout(writer.try_clone().expect("it can be shared")).stderr(writer);
        let mut child = shell.spawn().expect("a shell can be started");
        // It holds the writing end, which must close before reading ends.
        drop(shell);
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("it prints text");
        child.wait().expect("it ends");
        if let Ok(directory) = std::fs::read_to_string(ended_in) {
            self.directory = PathBuf::from(directory.trim_end());
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        without_times(&text)
    }
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
            Some(unit) if *unit == "ms)" && word.starts_with('(') => "(N",
            _ => word,
        });
        format!("{}\n", shown.collect::<Vec<_>>().join(" "))
    });
    lines.collect()
}

/// The first line that differs.
pub(crate) fn difference(page: &Path, old: &str, new: &str) -> String {
    let lines = old.lines().zip(new.lines()).enumerate();
    match lines.into_iter().find(|(_, (old, new))| old != new) {
        Some((n, (old, new))) => format!("{}:{}: the page has\n  {old}\nbut the command prints\n  {new}", page.display(), n + 1),
        None => format!("{}: the page ends too early or too late", page.display()),
    }
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository is there")
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
