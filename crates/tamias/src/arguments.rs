//! The command line: what can be typed after `tamias`. The comments of fields are the help texts.

use crate::flink_flags::FlinkArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Checks, explains and runs Flink SQL.
///
/// Without a verb, tamias is an interactive client. The flags -f, -i, -D, -h and -v are those of Flink's own client.
#[derive(Debug, Parser)]
#[command(name = "tamias", version, disable_version_flag = true, disable_help_subcommand = true, max_term_width = 100)]
#[command(after_help = "'tamias help TOPIC' explains a diagnostic, a connector, a format, a function, a statement or an option.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,

    #[command(flatten)]
    pub(crate) client: ClientArguments,

    #[command(flatten)]
    pub(crate) appearance: Appearance,

    /// Print the version
    #[arg(short = 'v', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
}

/// What only the client without a verb understands.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ClientArguments {
    /// Run these statements and leave
    #[arg(short = 'c', long = "command", value_name = "SQL", conflicts_with = "file")]
    pub(crate) sql: Option<String>,

    /// Run a file as Flink's client does, with its transcript, and leave; '-' reads standard input
    #[arg(short = 'f', long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) session: SessionArguments,

    #[command(flatten)]
    pub(crate) result: ResultArguments,

    #[command(flatten)]
    pub(crate) flink: FlinkArguments,
}

/// How the program talks.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Appearance {
    /// How errors and warnings are shown
    #[arg(long, value_name = "FORM", default_value = "text", global = true)]
    pub(crate) errors: ErrorForm,

    /// Whether to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub(crate) color: ColorChoice,
}

/// What statements run with.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SessionArguments {
    /// Run this script first; it may define and set, but not query or insert
    #[arg(short = 'i', long, value_name = "FILE", help_heading = "Session")]
    pub(crate) init: Vec<PathBuf>,

    /// Set a configuration option, as SET does
    #[arg(short = 'D', value_name = "KEY=VALUE", value_parser = assignment, help_heading = "Session")]
    pub(crate) define: Vec<Assignment>,

    /// Run everything in this mode; without it a query over bounded data runs in batch mode
    #[arg(long, help_heading = "Session")]
    pub(crate) mode: Option<Mode>,

    /// Override a configuration option, or an option of a table as TABLE.KEY
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = assignment, help_heading = "Session")]
    pub(crate) set: Vec<Assignment>,

    /// Read or write this file instead of what the table is connected to
    #[arg(long, value_name = "TABLE=FILE", value_parser = assignment, help_heading = "Session")]
    pub(crate) bind: Vec<Assignment>,

    /// Give a variable its value
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment, help_heading = "Session")]
    pub(crate) var: Vec<Assignment>,

    /// The environment of a task of a workspace; 'tamias check DIR' checks all without it
    #[arg(long = "env", value_name = "NAME", help_heading = "Session")]
    pub(crate) environment: Option<String>,

    /// The account that tasks of a workspace act as, in place of that of the environment
    #[arg(long = "as", value_name = "ACCOUNT", help_heading = "Session")]
    pub(crate) account: Option<String>,

    /// The time zone of the session
    #[arg(long, value_name = "ZONE", help_heading = "Session")]
    pub(crate) tz: Option<String>,

    /// Stop the clock at this time in UTC, such as '2026-01-31 12:00:00'
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Session")]
    pub(crate) now: Option<i64>,
}

/// What is done with the rows of queries.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ResultArguments {
    /// How rows are printed; tableau on a terminal, csv elsewhere
    #[arg(long, help_heading = "Results")]
    pub(crate) format: Option<RowFormat>,

    /// Stop each query after so many rows
    #[arg(long, value_name = "N", help_heading = "Results")]
    pub(crate) limit: Option<u64>,

    /// Stop each query after this time, such as 10s
    #[arg(long = "for", value_name = "TIME", value_parser = duration, help_heading = "Results")]
    pub(crate) time_limit: Option<Duration>,

    /// Write records that could not be used to this file
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) reject_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    New(crate::commands::new::New),
    Import(crate::commands::import::Import),
    Run(crate::commands::run::Run),
    #[command(visible_alias = "precompile")]
    Check(crate::commands::check::Check),
    Fmt(crate::commands::fmt::Fmt),
    Options(crate::commands::options::Options),
    Explain(crate::commands::explain::Explain),
    Profile(crate::commands::profile::Profile),
    Render(crate::commands::render::Render),
    Release(crate::commands::release::Release),
    Lineage(crate::commands::lineage::Lineage),
    Test(crate::commands::test::Test),
    Help(crate::commands::help::Help),
    Completions(crate::commands::completions::Completions),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorForm {
    /// with the text they are about
    Text,
    /// one line each
    Short,
    /// one JSON object each
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// on a terminal
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    Batch,
    Streaming,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// a table, as Flink's client prints it
    Tableau,
    /// cells between commas, without a header line; NULL is an empty cell
    Csv,
    /// one object a line
    Json,
    /// one change a line, as the print connector writes it
    Changelog,
}

/// `key=value`, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) key: String,
    pub(crate) value: String,
}

pub(crate) fn assignment(text: &str) -> Result<Assignment, String> {
    let (key, value) = text.split_once('=').ok_or("there is no '=' in it")?;
    match key.trim() {
        "" => Err("nothing stands before the '='".to_owned()),
        key => Ok(Assignment { key: key.to_owned(), value: value.to_owned() }),
    }
}

/// A date, or a date and a time, as milliseconds since 1970.
pub(crate) fn time(text: &str) -> Result<i64, String> {
    let text = text.trim_end_matches('Z').replace('T', " ");
    let at = if text.contains(' ') { text } else { format!("{text} 00:00:00") };
    let wrong = |_| "a time is a date, or a date and a time, such as '2026-01-31 12:00:00'".to_owned();
    table::text::parse::parse_timestamp(&at).map(|timestamp| timestamp.millis).map_err(wrong)
}

fn duration(text: &str) -> Result<Duration, String> {
    options::parse_duration(text).map_err(|_| "a time is a number and a unit, such as 10s or '5 min'".to_owned())
}

impl ClientArguments {
    /// True when something was given that a verb would ignore.
    pub(crate) fn is_given(&self) -> bool {
        let ResultArguments { format, limit, time_limit, reject_file } = &self.result;
        self.sql.is_some()
            || self.file.is_some()
            || self.session.is_given()
            || format.is_some()
            || limit.is_some()
            || time_limit.is_some()
            || reject_file.is_some()
            || self.flink.is_given()
    }
}

impl SessionArguments {
    /// The variables, by name.
    pub(crate) fn variables(&self) -> Vec<(String, String)> {
        self.var.iter().map(|assignment| (assignment.key.clone(), assignment.value.clone())).collect()
    }

    fn is_given(&self) -> bool {
        let SessionArguments { init, define, mode, set, bind, var, environment, account, tz, now } = self;
        let lists = [define, set, bind, var].iter().any(|list| !list.is_empty());
        lists || !init.is_empty() || mode.is_some() || environment.is_some() || account.is_some() || tz.is_some() || now.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn assignments_split_at_the_first_equals_sign() {
        assert_eq!(assignment("a.b=c=d"), Ok(Assignment { key: "a.b".into(), value: "c=d".into() }));
        assert!(assignment("a").is_err());
        assert!(assignment("=b").is_err());
    }

    #[test]
    fn flinks_own_flags_are_read() {
        let parsed = Arguments::try_parse_from(["tamias", "-i", "a.sql", "-D", "k=v", "-Dx=y", "-f", "b.sql"]).expect("they are valid");
        assert_eq!(parsed.client.session.define.len(), 2);
        assert_eq!(parsed.client.file, Some(PathBuf::from("b.sql")));
    }
}
