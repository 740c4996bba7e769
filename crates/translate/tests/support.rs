//! Rendering in tests.

use diag::SourceMap;
use tamias_translate::{Engine, Input, Mode, NoRegistry, Registry, Rendered, Target, render};

/// A rendered script with its texts.
pub(crate) struct Outcome {
    pub(crate) rendered: Rendered,
    pub(crate) sources: SourceMap,
}

impl Outcome {
    /// The notes, one a line.
    pub(crate) fn notes(&self) -> String {
        self.rendered.notes.iter().map(|note| format!("{}\n", diag::render::short(&self.sources, note).trim_end())).collect()
    }
}

pub(crate) struct Settings<'r> {
    pub(crate) mode: Mode,
    pub(crate) from: Option<Engine>,
    pub(crate) lower_keys: bool,
    pub(crate) registry: &'r dyn Registry,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Settings { mode: Mode::Streaming, from: None, lower_keys: false, registry: &NoRegistry }
    }
}

pub(crate) fn rendered(text: &str, target: Target) -> Outcome {
    rendered_with("t.sql", text, target, &Settings::default())
}

pub(crate) fn rendered_with(name: &str, text: &str, target: Target, settings: &Settings<'_>) -> Outcome {
    let mut sources = SourceMap::default();
    let id = sources.add(name, text);
    let script = sql::parse(id, text);
    assert!(script.diagnostics.is_empty(), "{:?}", script.diagnostics);
    let input = Input {
        statements: &script.statements,
        sources: &sources,
        registry: settings.registry,
        from: settings.from,
        lower_keys: settings.lower_keys,
        shows_secrets: false,
    };
    let rendered = render(&input, target, settings.mode);
    Outcome { rendered, sources }
}

/// The rendered statements without the comments that say where they come from.
pub(crate) fn statements(text: &str, target: Target) -> String {
    let outcome = rendered(text, target);
    let lines =
        outcome.rendered.text.lines().filter(|line| !line.starts_with("-- from ") && !line.starts_with("SET 'execution.runtime-mode'"));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
