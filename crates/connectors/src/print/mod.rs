//! The print connector.
mod text;
pub(crate) use text::write_value;
