//! Statements against what Apache Flink's client printed for them.

mod check;
mod lookups;
mod results;
mod transcripts;

use options::{Configuration, Layer, OptionValue, Origin};
use std::sync::Arc;
use table::connector::Output;
use table::function::Clock;
use tamias_session::{Session, SessionParts};

/// The time is always the same.
#[derive(Debug)]
struct Fixed;

impl Clock for Fixed {
    fn now_millis(&self) -> i64 {
        1_700_000_000_000
    }
}

/// Nothing prints.
#[derive(Debug)]
struct Silent;

impl Output for Silent {
    fn print(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}

pub fn open_session(settings: &[(String, String)]) -> Session {
    let mut configuration = Configuration::new();
    for (key, value) in settings {
        let value = OptionValue { text: value.clone(), origin: Origin::nowhere(Layer::Define), span: diag::Span::none() };
        configuration.set(key, value);
    }
    Session::new(SessionParts {
        configuration,
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: ".".into(),
        clock: Arc::new(Fixed),
        output: Arc::new(Silent),
    })
}
