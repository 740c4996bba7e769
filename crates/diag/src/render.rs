//! Diagnostics as text.
