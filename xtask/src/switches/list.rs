//! `tests/rules/switches.txt`: for each rule a text of the source and what to put in its place so that the rule no longer holds.
//!
//! ```text
//! R52 crates/resolve/src/settings.rs
//! - map(|key| key.origin.layer).max()
//! + map(|key| key.origin.layer).min()
//! ```
//!
//! Both texts are expressions of one type. A text may have several lines.

/// A way to switch a rule off.
#[derive(Debug, Default)]
pub(crate) struct Switch {
    pub(crate) rule: String,
    pub(crate) file: String,
    pub(crate) text: String,
    pub(crate) replacement: String,
}

pub(crate) fn read(list: &str) -> Vec<Switch> {
    let mut switches: Vec<Switch> = Vec::new();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let head = line.strip_prefix('R').and_then(|rest| rest.split_once(' '));
        if let Some((number, file)) = head {
            switches.push(Switch { rule: format!("R{number}"), file: file.trim().to_owned(), ..Switch::default() });
            continue;
        }
        let Some(switch) = switches.last_mut() else { continue };
        if let Some(text) = line.strip_prefix("- ") {
            add_line(&mut switch.text, text);
        } else if let Some(text) = line.strip_prefix("+ ") {
            add_line(&mut switch.replacement, text);
        }
    }
    switches
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
