//! The diagnostics of rows that a sink or a result does not take.

diag::diagnostics! {
    /// The diagnostics of this crate.
    pub static DIAGNOSTICS;

    NULL_IN_NOT_NULL_COLUMN = Error "null-in-not-null-column": "a NULL arrived at a column declared NOT NULL", "
The query gave NULL for a column that is declared NOT NULL. `SET 'table.exec.sink.not-null-enforcer' = 'DROP'` drops such rows instead.
";

    WRONG_LENGTH = Error "wrong-length": "a text or bytes value has another length than its column", "
`table.exec.sink.type-length-enforcer` is ERROR and a value is too long, or too short for CHAR or BINARY. With TRIM_PAD such values are cut and
padded; with IGNORE, the default, they are written as they are.
";
}
