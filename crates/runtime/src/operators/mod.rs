//! The operators, one file each.

mod calc;
mod collect;
mod limit;
mod lookup;
mod sink;
mod union;

pub use calc::{Calc, Evaluate};
pub use collect::Collect;
pub use limit::Limit;
pub use lookup::{Lookup, LookupKeys};
pub use sink::Sink;
pub use union::Union;
