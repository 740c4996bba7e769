//! What must hold before a change lands.

use crate::{docs, root, say, tidy};
use std::process::Command;

/// Runs every check; the first failure ends it.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run()?;
    docs::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace"])
}

fn cargo(args: &[&str]) -> Result<(), String> {
    say(&format!("cargo {}", args.join(" ")));
    let status = Command::new(env!("CARGO")).args(args).current_dir(root()).status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", args.join(" "))) }
}
