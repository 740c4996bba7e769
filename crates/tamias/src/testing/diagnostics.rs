//! The diagnostics of test files.

diag::diagnostics! {
    /// The diagnostics of tests.
    pub(crate) static DIAGNOSTICS;
    TEST_FILE = Error "test-file": "a test file says something that cannot be understood",
        "The message points at the words. The words behind the fence of a block say what it is for: a table, `expect` and what is expected, \
         or nothing for a script (`sql`) and settings (`yaml`). Blocks of any other language are prose.";
    NO_EXPECTATION = Error "no-expectation": "a test that expects nothing",
        "It would pass whatever happens. Say what should come out: rows of a sink, rows of a query, an error, options, a text.";
    MISSING_FIXTURE = Error "missing-fixture": "a test reads a table that it gives no rows",
        "A test reads nothing outside. Give the table rows, in a block ` ```csv TABLE ` or from a file with ` ```csv TABLE from file PATH `; a \
         block with only the header is a table without rows.";
    UNUSED_FIXTURE = Error "unused-fixture": "a test gives rows to a table that nothing reads",
        "The name may be misspelt, or the script does not read the table any more.";
    FIXTURE_COLUMN = Error "fixture-column": "a column of rows in a test does not belong to the table",
        "Columns are found by the header. Columns of the table that the header leaves out are NULL; computed columns are computed.";
    FIXTURE_CELL = Error "fixture-cell": "a cell in a test is not of the type of its column",
        "Cells are written as SQL prints them, and NULL is `NULL`. Values with parts, such as ROW and ARRAY, are written as JSON.";
    TEST_FAILED = Error "test-failed": "what a script gives is not what its test expects",
        "Lines with `-` are expected and missing, lines with `+` are there and not expected, `~` marks rows with other cells. If the new \
         result is right, `tamias test --update` writes it into the file.";
}

/// True for what a test file is to blame for, not the script.
pub(super) fn is_of_file(id: &str) -> bool {
    DIAGNOSTICS.iter().any(|declared| declared.id == id)
}
