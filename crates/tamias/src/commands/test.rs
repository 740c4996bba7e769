//! `tamias test`

use crate::console::Console;
use crate::exit::Exit;
use crate::testing::{self, Plan};
use diag::Result;
use std::path::PathBuf;
use std::sync::Arc;

/// Run the tests of scripts: *.test.md files beside them
///
/// A test file gives rows to tables and says what comes out. Nothing outside is read or written. What fails goes to standard output, the
/// summary to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Test {
    /// Test files, or directories of *.test.md files [default: the current directory]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Only tests whose file or title contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// Name the tests and run none
    #[arg(long, conflicts_with_all = ["update", "junit"])]
    list: bool,

    /// Write what came out into the blocks that expect something else
    #[arg(long, conflicts_with = "junit")]
    update: bool,

    /// Write a report in the form of JUnit to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    Text,
    /// one JSON object for each test
    Json,
}

impl Test {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let paths = if self.paths.is_empty() { vec![PathBuf::from(".")] } else { self.paths };
        let plan =
            Plan { filter: self.filter, list: self.list, update: self.update, json: self.format == ReportFormat::Json, junit: self.junit };
        testing::run(&paths, &plan, console)
    }
}
