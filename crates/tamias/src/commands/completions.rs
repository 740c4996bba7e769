//! `tamias completions`

use crate::arguments::Arguments;
use crate::console::Console;
use crate::exit::Exit;
use clap::CommandFactory;
use clap_complete::Shell;
use diag::Result;

/// Print the completions of the command line for a shell
///
/// For example, for bash: source <(tamias completions bash)
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "tamias", &mut script);
        console.print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Good)
    }
}
