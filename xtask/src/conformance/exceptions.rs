//! The statements that differ from Flink, with their reasons.
//!
//! A line is `FILE:NUMBER choice|gap REASON`: a choice is deliberate, a gap is still to be closed. `FILE:NUMBER free COLUMNS REASON` is an answer
//! that no two runs share: the cells of those columns, `*` for all, are compared by their shape only. Lines that start with `#` are comments.

use std::collections::HashMap;
use std::path::Path;

pub(crate) struct Exceptions {
    entries: HashMap<(String, usize), Exception>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exception {
    Choice,
    Gap,
    Free(FreeColumns),
}

/// The columns whose cells differ from run to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FreeColumns {
    All,
    Named(Vec<String>),
}

impl FreeColumns {
    pub(crate) fn contains(&self, name: &str) -> bool {
        match self {
            FreeColumns::All => true,
            FreeColumns::Named(names) => names.iter().any(|n| n == name),
        }
    }
}

impl Exceptions {
    /// An absent file lists nothing.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
        let entries = lines.map(parse).collect::<Result<_, _>>()?;
        Ok(Exceptions { entries })
    }

    pub(crate) fn find(&self, file: &str, number: usize) -> Option<&Exception> {
        self.entries.get(&(file.to_owned(), number))
    }
}

fn parse(line: &str) -> Result<((String, usize), Exception), String> {
    let malformed =
        || format!("exceptions.txt: expected 'FILE:NUMBER choice|gap REASON' or 'FILE:NUMBER free COLUMNS REASON', found '{line}'");
    let mut words = line.splitn(3, ' ');
    let (place, marker, rest) = (words.next(), words.next(), words.next());
    let (file, number) = place.and_then(|place| place.rsplit_once(':')).ok_or_else(malformed)?;
    let exception = match (marker, rest) {
        (Some("choice"), Some(_)) => Exception::Choice,
        (Some("gap"), Some(_)) => Exception::Gap,
        (Some("free"), Some(rest)) => match rest.split_once(' ') {
            Some(("*", _)) => Exception::Free(FreeColumns::All),
            Some((names, _)) => Exception::Free(FreeColumns::Named(names.split(',').map(str::to_owned).collect())),
            None => return Err(malformed()),
        },
        _ => return Err(malformed()),
    };
    Ok(((file.to_owned(), number.parse().map_err(|_| malformed())?), exception))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_free() {
        let free = FreeColumns::Named(vec!["fn".to_owned(), "mt".to_owned()]);
        assert_eq!(parse("io:16 free fn,mt names and times"), Ok((("io".to_owned(), 16), Exception::Free(free))));
        assert_eq!(parse("io:17 free * random rows"), Ok((("io".to_owned(), 17), Exception::Free(FreeColumns::All))));
        assert!(parse("io:18 free").is_err());
        assert!(parse("io:18 maybe a reason").is_err());
    }
}
