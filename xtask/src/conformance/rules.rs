//! The rules of the project layer after Flink's table: each with its title and whether its page shows that it holds. `cargo test -p tamias --test
//! corpus` runs the pages.

use crate::{root, say};
use std::fs;

/// The number of requirements: R1 to R94.
const COUNT: usize = 94;

/// Lists the rules.
pub(super) fn list() -> Result<(), String> {
    let folder = root().join("tests/rules");
    let missing = fs::read_to_string(folder.join("missing.txt")).map_err(|e| e.to_string())?;
    say("\nrule  page of tests/rules");
    let mut with_page = 0;
    for number in 1..=COUNT {
        let rule = format!("R{number}");
        match fs::read_to_string(folder.join(format!("{rule}.md"))) {
            Ok(page) => {
                with_page += 1;
                let title = page.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, title)| title);
                say(&format!("{rule:<5} {rule}.md: {title}"));
            }
            Err(_) => {
                let reason = missing.lines().find_map(|line| line.strip_prefix(&rule)?.strip_prefix(' '));
                say(&format!("{rule:<5} missing: {}", reason.unwrap_or("nobody says why")));
            }
        }
    }
    say(&format!("{with_page} of {COUNT} rules have a page; the others say what is missing"));
    Ok(())
}
