//! Options: what they are, who gave them, which value holds.
//!
//! An owner declares its options once ([`OptionSpec`]). Values arrive in layers, each with its [`Origin`] ([`LayeredOptions`]), and are
//! turned into typed values with diagnostics for all that is wrong ([`resolve`]). Session and job settings are a [`Configuration`].
//! Values of sensitive keys never print ([`secret`]).

#![warn(missing_docs)]

mod check;
mod common;
pub mod config;
mod declare;
mod diagnostics;
mod hints;
mod layers;
mod origin;
pub mod reference;
mod resolve;
pub mod secret;
mod value;

pub use check::OptionRule;
pub use common::{LOOKUP_OPTIONS, TABLE_OPTIONS};
pub use config::Configuration;
pub use declare::{OptionGroup, OptionSpec, ValueKind};
pub use diagnostics::DIAGNOSTICS;
pub use hints::{LOOKUP_HINT_OPTIONS, LOOKUP_HINT_RULES, ML_PREDICT_OPTIONS, VECTOR_SEARCH_OPTIONS};
pub use layers::{LayeredOptions, OptionValue, TableOptions};
pub use origin::{Layer, Origin};
pub use resolve::{Checks, ResolvedOptions, Subject, resolve};
pub use value::{InvalidValue, MemorySize, Value, format_duration, parse_duration, parse_memory_size, split_list, split_map};
