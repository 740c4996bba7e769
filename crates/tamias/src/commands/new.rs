//! `tamias new`

use crate::console::Console;
use crate::exit::Exit;
use diag::{Error, ErrorKind, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Make a workspace in a new folder
///
/// Without --example it has one table, a file that stands in for it on this computer, and one task. What to try next is printed.
#[derive(Debug, clap::Args)]
pub(crate) struct New {
    /// The folder to make; it may be there when nothing is in it
    #[arg(value_name = "NAME")]
    folder: PathBuf,

    /// Copy an example of the documentation
    #[arg(long, value_name = "NAME")]
    example: Option<Example>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Example {
    /// one script that reads a CSV file
    Airports,
    /// a workspace of two projects that share tables
    Retail,
}

// Example, path, content.
include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The files of a workspace that has no more than it needs.
const MINIMAL: &[(&str, &str)] = &[
    (".gitignore", ".env\nout/\n"),
    (
        "tamias.yaml",
        "# What holds for the whole workspace. 'tamias check .' checks every task for every environment.\nengine: flink-2.3\nenvironment: local\n",
    ),
    (
        "env/local.yaml",
        "# On this computer a file stands in for the topic: tasks read it, and nothing outside is touched.\nbind:\n  main.visits: data/visits.csv\n",
    ),
    ("data/visits.csv", "1,/,2026-01-31 09:00:00.000\n2,/prices,2026-01-31 09:00:07.000\n1,/prices,2026-01-31 09:00:12.000\n"),
    (
        "projects/main/project.yaml",
        "# 'basic': one environment for development and production; 'dev-prod' has a project for each.\nenvironments: basic\n",
    ),
    (
        "projects/main/tables/visits.sql",
        "-- Defined once; tasks of all projects use it by its name.\nCREATE TABLE visits (\n  visitor INT,\n  page STRING,\n  visited TIMESTAMP(3)\n) WITH (\n  'connector' = 'kafka',\n  'topic' = 'visits',\n  'properties.bootstrap.servers' = 'localhost:9092',\n  'scan.startup.mode' = 'earliest-offset',\n  'format' = 'json'\n);\n",
    ),
    ("projects/main/tasks/visits_by_page.sql", "SELECT page, COUNT(*) AS visits FROM visits GROUP BY page ORDER BY visits DESC, page;\n"),
];

const NEXT_IN_MINIMAL: [&str; 3] =
    ["check .", "run projects/main/tasks/visits_by_page.sql", "options projects/main/tasks/visits_by_page.sql"];

impl New {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let folder = &self.folder;
        refuse_taken(folder)?;
        let next = match self.example {
            None => {
                for (name, text) in MINIMAL {
                    write(folder, name, text.as_bytes())?;
                }
                NEXT_IN_MINIMAL
            }
            Some(example) => {
                for (_, name, content) in FILES.iter().filter(|(of, ..)| *of == example.name()) {
                    write(folder, name, &example.moved(content))?;
                }
                example.next()
            }
        };
        let commands = next.iter().map(|command| format!("  tamias {command}\n")).collect::<String>();
        console.print(&format!("made {}; try:\n  cd {}\n{commands}", shown(folder), shown(folder)))?;
        Ok(Exit::Good)
    }
}

impl Example {
    fn name(self) -> &'static str {
        match self {
            Example::Airports => "airports",
            Example::Retail => "retail",
        }
    }

    /// The content of a file for its new place: examples are run from the root of the repository, copies from their own.
    fn moved(self, content: &[u8]) -> Vec<u8> {
        match std::str::from_utf8(content) {
            Ok(text) => {
                text.replace(&format!("examples/{}/", self.name()), "").replace(&format!("examples/{}", self.name()), ".").into_bytes()
            }
            Err(_) => content.to_vec(),
        }
    }

    fn next(self) -> [&'static str; 3] {
        match self {
            Example::Airports => ["check .", "run airports.sql", "options airports.sql"],
            Example::Retail => {
                ["check .", "run projects/trade/tasks/large_orders.sql", "options projects/trade/tasks/enrich_orders.sql --env prod"]
            }
        }
    }
}

/// The folder as a shell takes it.
fn shown(folder: &Path) -> String {
    let text = folder.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c)) && !text.starts_with('-');
    if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

fn refuse_taken(folder: &Path) -> Result<()> {
    let taken = |what: &str| {
        let message = format!("'{}' {what}: choose another name, or remove it first", folder.display());
        Err(Error::new(ErrorKind::Conflict, message))
    };
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        return taken("is a file");
    }
    let mut entries = fs::read_dir(folder).map_err(|error| Error::from(error).context(format!("cannot read '{}'", folder.display())))?;
    if entries.next().is_some() { taken("is not empty") } else { Ok(()) }
}

fn write(folder: &Path, name: &str, content: &[u8]) -> Result<()> {
    let path = folder.join(name);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, content));
    made.map_err(|error| Error::from(error).context(format!("cannot write '{}'", path.display())))
}
