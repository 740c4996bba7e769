//! (header)

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[];
