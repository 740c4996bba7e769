//! The statements that differ from Flink, with their reasons.
//!
//! A line is `FILE:NUMBER choice|gap REASON`: a choice is deliberate, a gap is still to be closed. Lines that start with `#` are comments.

use std::collections::HashMap;
use std::path::Path;

pub(crate) struct Exceptions {
    reasons: HashMap<(String, usize), String>,
}

impl Exceptions {
    /// An absent file lists nothing.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
        let reasons = lines.map(parse).collect::<Result<_, _>>()?;
        Ok(Exceptions { reasons })
    }

    pub(crate) fn has(&self, file: &str, number: usize) -> bool {
        self.reasons.contains_key(&(file.to_owned(), number))
    }
}

fn parse(line: &str) -> Result<((String, usize), String), String> {
    let malformed = || format!("exceptions.txt: expected 'FILE:NUMBER choice|gap REASON', found '{line}'");
    let (place, reason) = line.split_once(' ').ok_or_else(malformed)?;
    let (file, number) = place.rsplit_once(':').ok_or_else(malformed)?;
    if !(reason.starts_with("choice ") || reason.starts_with("gap ")) {
        return Err(malformed());
    }
    Ok(((file.to_owned(), number.parse().map_err(|_| malformed())?), reason.to_owned()))
}
