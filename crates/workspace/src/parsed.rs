//! Scripts that were parsed: each text once, however many environments read it.

use diag::SourceId;
use sql::Script;
use std::collections::HashMap;
use std::sync::Arc;

/// Scripts by their text.
#[derive(Debug, Default)]
pub struct ParsedScripts {
    by_source: HashMap<SourceId, Arc<Script>>,
}

impl ParsedScripts {
    /// The script of a text, which is parsed when that has not happened yet.
    pub fn parse(&mut self, source: SourceId, text: &str) -> Arc<Script> {
        Arc::clone(self.by_source.entry(source).or_insert_with(|| Arc::new(sql::parse(source, text))))
    }
}
