//! The parts of the user book that are made from declarations: tables of options, functions and diagnostics.
//!
//! A page says where its part goes with two marks, `<!-- generated: NAME -->` and `<!-- end -->`; what stands around them is written by hand.

#[expect(dead_code, reason = "only the declarations are of interest here")]
#[path = "../../crates/tamias/src/diagnostics.rs"]
mod program;

use crate::{root, say};
use connectors::Connectors;
use diag::Declaration;
use functions::{GROUPS, doc_of};
use options::reference::markdown;
use options::{OptionSpec, config};
use std::fmt::Write;
use std::path::PathBuf;
use std::{fs, io};
use table::changelog::ChangelogMode;
use table::connector::{Abilities, ConnectorLookup, FormatInfo, TableFactory};
use table::function::FunctionDoc;

/// The generated part of a page.
struct Part {
    page: &'static str,
    name: &'static str,
    make: fn() -> String,
}

const PARTS: &[Part] = &[
    Part { page: "connectors.md", name: "connectors", make: connector_sections },
    Part { page: "formats.md", name: "formats", make: format_sections },
    Part { page: "options.md", name: "configuration", make: configuration_sections },
    Part { page: "functions.md", name: "functions", make: function_sections },
    Part { page: "diagnostics.md", name: "diagnostics", make: diagnostic_sections },
];

const END: &str = "<!-- end -->";

/// Writes the generated parts, or with `--check` says which are not what they should be.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    match args {
        [] => write(),
        [flag] if flag == "--check" => check(),
        _ => Err("usage: cargo xtask docs [--check]".to_owned()),
    }
}

fn write() -> Result<(), String> {
    for part in PARTS {
        let (old, new) = part.renewed()?;
        if old != new {
            fs::write(part.path(), new).map_err(|e| part.failed(&e))?;
            say(&format!("wrote docs/{}", part.page));
        }
    }
    Ok(())
}

/// Fails when a page does not say what the declarations say.
pub(crate) fn check() -> Result<(), String> {
    let mut stale = Vec::new();
    for part in PARTS {
        let (old, new) = part.renewed()?;
        if old != new {
            stale.push(format!("docs/{}", part.page));
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(format!("{} not up to date: run 'cargo xtask docs'", stale.join(", "))) }
}

impl Part {
    fn path(&self) -> PathBuf {
        root().join("docs").join(self.page)
    }

    fn failed(&self, error: &io::Error) -> String {
        format!("docs/{}: {error}", self.page)
    }

    /// The page as it is and as it should be.
    fn renewed(&self) -> Result<(String, String), String> {
        let text = fs::read_to_string(self.path()).map_err(|e| self.failed(&e))?;
        let begin = format!("<!-- generated: {} -->", self.name);
        let missing = || format!("docs/{} has no '{begin}' with '{END}' after it", self.page);
        let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
        let (_, after) = rest.split_once(END).ok_or_else(missing)?;
        let new = format!("{before}{begin}\n\n{}\n\n{END}{after}", (self.make)().trim());
        Ok((text, new))
    }
}

fn connector_sections() -> String {
    Connectors.connectors().into_iter().map(connector_section).collect()
}

fn connector_section(factory: &dyn TableFactory) -> String {
    let facts = ability_words(factory.abilities());
    section(factory.identifier(), &facts, factory.doc(), "", factory.options())
}

fn ability_words(abilities: Abilities) -> String {
    let Abilities { scan, lookup, sink, runs, overwrite, partitions } = abilities;
    let uses = [(scan, "source"), (lookup, "lookup"), (sink, "sink"), (overwrite, "INSERT OVERWRITE"), (partitions, "PARTITIONED BY")];
    let uses: Vec<&str> = uses.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| *word).collect();
    format!("{} · {}", uses.join(", "), if runs { "runs" } else { "checked only" })
}

fn format_sections() -> String {
    Connectors.formats().into_iter().map(format_section).collect()
}

fn format_section(format: &dyn FormatInfo) -> String {
    let changes = match format.changelog() {
        ChangelogMode::InsertOnly => "rows",
        ChangelogMode::Retract | ChangelogMode::Upsert => "changes",
    };
    let facts = format!("{changes} · {}", if format.runs() { "runs" } else { "checked only" });
    section(format.identifier(), &facts, format.doc(), &format!("{}.", format.identifier()), format.options())
}

fn section(name: &str, facts: &str, doc: &str, prefix: &str, specs: &[OptionSpec]) -> String {
    let shown = specs.iter().any(|spec| !spec.hidden);
    let table = if shown { format!("\n{}", markdown(prefix, specs)) } else { String::new() };
    format!("## {name}\n\n*{facts}*\n\n{}\n{table}\n", doc.trim_end())
}

fn configuration_sections() -> String {
    let sections = config::SECTIONS.iter().map(|(title, specs)| format!("### {title}\n\n{}\n", markdown("", specs)));
    sections.collect()
}

fn function_sections() -> String {
    let mut text = String::new();
    for group in GROUPS {
        let _ = write!(text, "## {}\n\n| Call | Result | Example |\n|---|---|---|\n", group.title);
        let definitions: Vec<_> = group.functions.iter().map(|entry| entry()).collect();
        definitions.iter().filter_map(doc_of).for_each(|doc| text.push_str(&function_row(doc)));
        text.push('\n');
    }
    text
}

fn function_row(doc: &FunctionDoc) -> String {
    let lines = |parts: Vec<String>| parts.join("<br>");
    let mut calls: Vec<String> = doc.signatures.iter().map(|signature| code(signature)).collect();
    if !doc.aliases.is_empty() {
        let aliases: Vec<String> = doc.aliases.iter().map(|alias| code(alias)).collect();
        calls.push(format!("also {}", aliases.join(", ")));
    }
    let examples = doc.examples.iter().map(|example| format!("{} → {}", code(example.expression), code(example.result))).collect();
    format!("| {} | {} | {} |\n", lines(calls), escaped(doc.summary), lines(examples))
}

/// Text as code in a cell of a table.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    match text {
        "" => "(empty)".to_owned(),
        text => format!("{fence}{pad}{}{pad}{fence}", text.replace('|', "\\|").replace('\n', " ")),
    }
}

/// Text in a cell of a table.
fn escaped(text: &str) -> String {
    ['\\', '|', '<', '*', '_'].iter().fold(text.to_owned(), |text, c| text.replace(*c, &format!("\\{c}")))
}

fn diagnostic_sections() -> String {
    let mut all: Vec<&Declaration> = program::all().collect();
    all.sort_by_key(|declaration| declaration.id);
    all.dedup_by_key(|declaration| declaration.id);
    all.iter().map(|declaration| diagnostic_section(declaration)).collect()
}

fn diagnostic_section(declaration: &Declaration) -> String {
    let Declaration { id, severity, summary, explanation } = declaration;
    format!("## {id}\n\n*{}: {summary}*\n\n{}\n\n", severity.word(), explanation.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use functions::Builtins;
    use table::function::FunctionLookup;

    #[test]
    fn the_generated_parts_are_up_to_date() {
        assert_eq!(check(), Ok(()));
    }

    /// Functions without documentation of their own are described by hand.
    #[test]
    fn every_function_is_on_its_page() {
        let page = fs::read_to_string(root().join("docs/functions.md")).expect("it is there");
        let by_hand = Builtins.names().into_iter().filter(|name| Builtins.find(name).as_ref().and_then(doc_of).is_none());
        let missing: Vec<&str> = by_hand.filter(|name| !page.contains(&format!("`{name}("))).collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn text_is_safe_in_a_table() {
        assert_eq!(code("a || b"), "`a \\|\\| b`");
        assert_eq!(code("`a`"), "`` `a` ``");
        assert_eq!(escaped("% is any text, _ one"), "% is any text, \\_ one");
    }
}
