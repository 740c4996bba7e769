//! What every diagnostic id means. Each crate lists its own with [`diagnostics!`](crate::diagnostics) in `diagnostics.rs`;
//! the program joins the lists for `tamias help ID` and the documentation.

use crate::Severity;

/// The meaning of one diagnostic id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Kebab-case and stable.
    pub id: &'static str,
    /// How serious it is as a rule; a circumstance may lower it.
    pub severity: Severity,
    /// One line.
    pub summary: &'static str,
    /// Markdown: what it means, an example, what to do.
    pub explanation: &'static str,
}

/// Declares the diagnostic ids of a crate: a constant per id, and the list of them all.
///
/// ```
/// # use tamias_diag as diag;
/// diag::diagnostics! {
///     /// The diagnostics of this crate.
///     pub static DIAGNOSTICS;
///     UNKNOWN_TABLE = Error "unknown-table": "a table is not there", "Explains it at length.";
/// }
/// assert_eq!(UNKNOWN_TABLE, DIAGNOSTICS[0].id);
/// ```
#[macro_export]
macro_rules! diagnostics {
    ($(#[$doc:meta])* $vis:vis static $list:ident; $($name:ident = $severity:ident $id:literal: $summary:literal, $explanation:expr;)*) => {
        $(#[doc = $summary] $vis const $name: &str = $id;)*
        $(#[$doc])*
        $vis static $list: &[$crate::Declaration] = &[$($crate::Declaration {
            id: $id,
            severity: $crate::Severity::$severity,
            summary: $summary,
            explanation: $explanation,
        }),*];
    };
}
