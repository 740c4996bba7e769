//! `tamias help`

mod statements;

use crate::arguments::Arguments;
use crate::console::Console;
use crate::diagnostics;
use crate::exit::Exit;
use clap::CommandFactory;
use diag::{Result, suggest};
use functions::{Builtins, GROUPS, doc_of};
use options::reference::markdown;
use options::{OptionSpec, config};
use statements::STATEMENTS;
use std::fmt::Write;
use table::connector::ConnectorLookup;
use table::function::{FunctionDoc, FunctionLookup};

/// Explain a diagnostic, connector, format, function, statement or option
///
/// Without a topic, list all of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Help {
    /// Such as unknown-option, filesystem, csv, SUBSTRING, 'CREATE TABLE', csv.null-literal
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
}

impl Help {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let topic = self.topic.join(" ");
        if topic.is_empty() {
            console.print(&overview())?;
            return Ok(Exit::Good);
        }
        let texts = explanations(&topic);
        if texts.is_empty() {
            let known = topics();
            let near = suggest::several(&topic, known.iter().map(String::as_str), 3);
            let hint =
                if near.is_empty() { "'tamias help' lists them".to_owned() } else { format!("did you mean '{}'?", near.join("', '")) };
            console.note(&format!("error: there is no topic '{topic}'; {hint}"));
            return Ok(Exit::Errors);
        }
        console.print(&texts.join("\n"))?;
        Ok(Exit::Good)
    }
}

/// Everything that answers to a name.
fn explanations(topic: &str) -> Vec<String> {
    let found = [verb(topic), diagnostic(topic), statement(topic), connector(topic), format(topic), function(topic), option(topic)];
    found.into_iter().flatten().collect()
}

fn verb(topic: &str) -> Option<String> {
    let mut program = Arguments::command();
    program.build();
    let verb = program.find_subcommand_mut(topic)?;
    Some(verb.render_long_help().to_string())
}

fn diagnostic(topic: &str) -> Option<String> {
    let declaration = diagnostics::all().find(|declaration| declaration.id == topic)?;
    let (severity, id) = (declaration.severity.word(), declaration.id);
    Some(format!("{severity}[{id}]: {}\n\n{}\n", declaration.summary, declaration.explanation.trim_end()))
}

fn statement(topic: &str) -> Option<String> {
    let wanted = topic.to_ascii_uppercase();
    let mut text = String::new();
    for (name, syntax, summary) in STATEMENTS {
        let is_meant = *name == wanted || name.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.starts_with(' '));
        if is_meant {
            let _ = writeln!(text, "{}{syntax}\n\n    {summary}", if text.is_empty() { "" } else { "\n" });
        }
    }
    (!text.is_empty()).then_some(text)
}

fn connector(topic: &str) -> Option<String> {
    let factory = connectors::Connectors.connector(topic)?;
    Some(owner("connector", topic, factory.doc(), "", factory.options()))
}

fn format(topic: &str) -> Option<String> {
    let format = connectors::Connectors.format(topic)?;
    Some(owner("format", topic, format.doc(), &format!("{topic}."), format.options()))
}

fn owner(kind: &str, name: &str, doc: &str, prefix: &str, specs: &[OptionSpec]) -> String {
    let title = if doc.starts_with('#') { String::new() } else { format!("# {kind} '{name}'\n\n") };
    let table = if specs.is_empty() { String::new() } else { format!("\n{}", markdown(prefix, specs)) };
    format!("{title}{}\n{table}", doc.trim_end())
}

fn function(topic: &str) -> Option<String> {
    let definition = Builtins.find(topic)?;
    let Some(FunctionDoc { signatures, summary, examples, .. }) = doc_of(&definition).copied() else {
        return Some(format!("{}\n\n    A function of windows and tables.\n", topic.to_ascii_uppercase()));
    };
    let mut text = format!("{}\n\n    {summary}\n", signatures.join("\n"));
    for (n, example) in examples.iter().enumerate() {
        let _ = writeln!(text, "{}    {}  ->  {}", if n == 0 { "\n" } else { "" }, example.expression, example.result);
    }
    Some(text)
}

/// A configuration option, or an option of connectors and formats.
fn option(topic: &str) -> Option<String> {
    let mut text = config::find(topic).map(|spec| one_option("configuration", "", spec)).unwrap_or_default();
    for factory in connectors::Connectors.connectors() {
        if let Some(spec) = factory.options().iter().find(|spec| spec.key == topic) {
            text.push_str(&one_option(&format!("connector '{}'", factory.identifier()), "", spec));
        }
    }
    for format in connectors::Connectors.formats() {
        let prefix = format!("{}.", format.identifier());
        let short = topic.strip_prefix(&prefix);
        if let Some(spec) = short.and_then(|short| format.options().iter().find(|spec| spec.key == short)) {
            text.push_str(&one_option(&format!("format '{}'", format.identifier()), &prefix, spec));
        }
    }
    (!text.is_empty()).then_some(text)
}

fn one_option(owner: &str, prefix: &str, spec: &OptionSpec) -> String {
    let mut facts = vec![owner.to_owned(), spec.kind.name().to_owned()];
    if spec.required {
        facts.push("required".to_owned());
    }
    facts.extend(spec.default.map(|default| format!("default '{default}'")));
    let words = match spec.kind {
        options::ValueKind::Enum(words) | options::ValueKind::EnumList(words) => format!("\n    One of {}.", words.join(", ")),
        _ => String::new(),
    };
    format!("{prefix}{} ({})\n\n    {}{words}\n", spec.key, facts.join(", "), spec.doc)
}

/// Every name that can be asked for.
fn topics() -> Vec<String> {
    let mut topics: Vec<String> = diagnostics::all().map(|declaration| declaration.id.to_owned()).collect();
    topics.extend(STATEMENTS.iter().map(|(name, ..)| (*name).to_owned()));
    topics.extend(connectors::Connectors.connectors().iter().map(|factory| factory.identifier().to_owned()));
    topics.extend(connectors::Connectors.formats().iter().map(|format| format.identifier().to_owned()));
    topics.extend(Builtins.names().into_iter().map(str::to_owned));
    topics.extend(config::groups().iter().flat_map(options::OptionGroup::keys));
    for factory in connectors::Connectors.connectors() {
        topics.extend(factory.options().iter().map(|spec| spec.key.to_owned()));
    }
    for format in connectors::Connectors.formats() {
        topics.extend(format.options().iter().map(|spec| format!("{}.{}", format.identifier(), spec.key)));
    }
    topics
}

fn overview() -> String {
    let mut text = String::from("'tamias help TOPIC' explains one of these.\n");
    let mut section = |title: &str, names: Vec<String>| {
        if !names.is_empty() {
            let _ = write!(text, "\n{title}\n{}", wrapped(&names));
        }
    };
    section("Verbs", Arguments::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect());
    section("Statements", STATEMENTS.iter().map(|(name, ..)| (*name).to_owned()).collect());
    section("Connectors", connectors::Connectors.connectors().iter().map(|factory| factory.identifier().to_owned()).collect());
    section("Formats", connectors::Connectors.formats().iter().map(|format| format.identifier().to_owned()).collect());
    for group in GROUPS {
        let docs = group.functions.iter().filter_map(|entry| doc_of(&entry()));
        section(group.title, docs.map(|doc| doc.name.to_owned()).collect());
    }
    for (title, specs) in config::SECTIONS {
        let keys = specs.iter().filter(|spec| !spec.hidden).map(|spec| spec.key.to_owned());
        section(&format!("Options: {title}"), keys.collect());
    }
    section("Diagnostics", diagnostics::all().map(|declaration| declaration.id.to_owned()).collect());
    text
}

/// Names in lines of at most 100 columns.
fn wrapped(names: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut text = String::new();
    let mut line = String::new();
    for (n, name) in names.iter().enumerate() {
        let comma = if n + 1 < names.len() { "," } else { "" };
        if !line.is_empty() && line.len() + name.len() + comma.len() + 1 > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        line.push_str(if line.is_empty() { "  " } else { " " });
        line.push_str(name);
        line.push_str(comma);
    }
    format!("{text}{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_topic_is_explained() {
        for topic in ["run", "unknown-option", "create table", "SELECT", "csv", "substring", "table.exec.state.ttl", "csv.null-literal"] {
            assert!(!explanations(topic).is_empty(), "{topic}");
        }
        assert!(explanations("nothing-of-this-name").is_empty());
    }

    #[test]
    fn every_listed_topic_is_explained() {
        let silent: Vec<String> = topics().into_iter().filter(|topic| explanations(topic).is_empty()).collect();
        assert_eq!(silent, Vec::<String>::new());
    }

    #[test]
    fn every_statement_begins_as_its_syntax() {
        for (name, syntax, _) in STATEMENTS {
            let first = name.split(' ').next().unwrap_or_default();
            assert!(syntax.contains(first), "{name}");
        }
    }

    #[test]
    fn lists_keep_to_their_width() {
        let names: Vec<String> = (0..40).map(|n| format!("name-{n}")).collect();
        assert!(wrapped(&names).lines().all(|line| line.len() <= 100 && line.starts_with("  name")));
    }
}
