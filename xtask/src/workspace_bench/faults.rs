//! The mistakes that are planted, and how a check names them.

use super::generate::Planted;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Column,
    Function,
    Table,
    Option,
    OptionValue,
    Keyword,
    LockedOption,
    DottedProperty,
    WatermarkColumn,
    DuplicateSetting,
    UnusedSetting,
    Variable,
    /// It has a value in some environments only.
    VariableInProd,
    ComparedTypes,
    ColumnCount,
    NotGrouped,
    HintOnView,
    HintColumn,
    LiteralProject,
    /// Blink needs all columns of a key.
    KeyNotCovered,
    Crop,
    MirrorMode,
    UnknownField,
    Argument,
}

impl Fault {
    /// The id of its diagnostic.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Fault::Column => "unknown-column",
            Fault::WatermarkColumn | Fault::HintColumn => "missing-column",
            Fault::Function => "unknown-function",
            Fault::Table => "unknown-table",
            Fault::Option => "unknown-option",
            Fault::OptionValue => "invalid-option-value",
            Fault::Keyword => "misspelt-keyword",
            Fault::LockedOption => "locked-option",
            Fault::DottedProperty | Fault::MirrorMode => "invalid-property",
            Fault::DuplicateSetting => "duplicate-setting",
            Fault::UnusedSetting => "unused-setting",
            Fault::Variable | Fault::VariableInProd => "undefined-variable",
            Fault::ComparedTypes | Fault::Argument => "invalid-arguments",
            Fault::ColumnCount => "sink-mismatch",
            Fault::NotGrouped => "not-grouped",
            Fault::HintOnView => "hint-on-view",
            Fault::LiteralProject => "literal-project",
            Fault::KeyNotCovered => "key-not-covered",
            Fault::Crop => "invalid-crop",
            Fault::UnknownField => "unknown-field",
        }
    }

    pub(crate) fn environments(self) -> &'static str {
        match self {
            Fault::VariableInProd => "prod",
            _ => "",
        }
    }
}

/// A mistake with its place in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) fault: Fault,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Placed {
    pub(crate) fn at(self, path: &str) -> Planted {
        let Placed { fault, line, column } = self;
        Planted { path: path.to_owned(), line, column, id: fault.id().to_owned(), environments: fault.environments().to_owned() }
    }
}
