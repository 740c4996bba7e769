//! Flink's own list of its functions, those that have no counterpart here too: what SHOW FUNCTIONS and DESCRIBE FUNCTION tell.
//!
//! `definitions.txt` has a line for each: `NAME | KIND | CALLED [NONDET] | SIGNATURE ; SIGNATURE ...`.

use std::sync::LazyLock;

/// A function as Flink defines it.
#[derive(Debug)]
pub struct Definition {
    /// As SHOW FUNCTIONS lists it.
    pub name: &'static str,
    /// `SCALAR`, `AGGREGATE`, ...
    pub kind: &'static str,
    /// As SQL calls it: a word, a symbol, or several words.
    pub called: &'static str,
    pub is_deterministic: bool,
    pub signatures: Vec<&'static str>,
}

/// All of them, in the order of their names.
pub static DEFINITIONS: LazyLock<Vec<Definition>> =
    LazyLock::new(|| include_str!("definitions.txt").lines().filter_map(definition).collect());

fn definition(line: &'static str) -> Option<Definition> {
    let mut parts = line.splitn(4, " | ");
    let (name, kind, called, signatures) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let deterministic = called.strip_suffix(" NONDET");
    Some(Definition {
        name,
        kind,
        called: deterministic.unwrap_or(called),
        is_deterministic: deterministic.is_none(),
        signatures: signatures.split(" ; ").collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builtins;
    use table::function::{FunctionDefinition, FunctionLookup};

    #[test]
    fn every_function_that_flink_lists_is_there() {
        let listing = include_str!("../../../tests/flink/out/show_001_functions.out");
        let cells = listing.lines().filter_map(|line| line.strip_prefix("| ")).map(|cell| cell.trim_end_matches('|').trim());
        let listed: Vec<_> = cells.filter(|name| *name != "function name").collect();
        let names: Vec<_> = DEFINITIONS.iter().map(|definition| definition.name).collect();
        assert_eq!(names, listed);
    }

    #[test]
    fn a_function_that_only_flink_has_is_known_and_not_suggested() {
        for definition in DEFINITIONS.iter().filter(|d| ["sum0", "ifThenElse", "AGG_DECIMAL_MINUS"].contains(&d.name)) {
            let found = Builtins.find(definition.name);
            assert!(matches!(found, Some(FunctionDefinition::Unsupported { .. })), "{}", definition.name);
            assert!(!Builtins.names().iter().any(|name| name.eq_ignore_ascii_case(definition.name)), "{}", definition.name);
        }
    }
}
