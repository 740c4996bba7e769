//! Where an option value comes from.

use diag::Span;
use std::fmt;

/// The kinds of places that give option values, the weakest first.
///
/// Tables know `Default`, `DataSource`, `Definition`, `Set`, `SetForMode`, `Hint` and `CommandLine`; the configuration knows `Default`,
/// `ConfigFile`, `Environment`, `Define`, `Set` and `CommandLine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The declared default.
    Default,
    /// The shared connection that a table names.
    DataSource,
    /// `WITH (...)` of the table.
    Definition,
    /// `tamias.yaml`.
    ConfigFile,
    /// The file of the environment.
    Environment,
    /// `-D key=value`.
    Define,
    /// `SET 'key' = 'value'`.
    Set,
    /// `SET 'stream.table.key' = 'value'`, which holds in one mode only.
    SetForMode,
    /// `/*+ OPTIONS('key' = 'value') */` on the reference.
    Hint,
    /// `--set`, `--bind`, `--mode`.
    CommandLine,
}

impl Layer {
    /// The word that listings use.
    pub fn word(self) -> &'static str {
        match self {
            Layer::Default => "default",
            Layer::DataSource => "data source",
            Layer::Definition => "table",
            Layer::ConfigFile => "tamias.yaml",
            Layer::Environment => "environment",
            Layer::Define => "-D",
            Layer::Set => "SET",
            Layer::SetForMode => "SET for mode",
            Layer::Hint => "hint",
            Layer::CommandLine => "command line",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The layer and the place in the text that gave an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The layer.
    pub layer: Layer,
    /// The key as written, without its quotes, so that a fix can replace it.
    pub span: Span,
}

impl Origin {
    /// A layer and the place of the key.
    pub const fn new(layer: Layer, span: Span) -> Self {
        Origin { layer, span }
    }

    /// A layer without a text.
    pub const fn nowhere(layer: Layer) -> Self {
        Origin { layer, span: Span::none() }
    }
}
