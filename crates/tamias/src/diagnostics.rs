//! The diagnostics of the program itself: failures that no text is to blame for, by what to do about them, and those of test files.

use diag::{Declaration, Diagnostic, Error, ErrorKind, Span};

diag::diagnostics! {
    /// Every diagnostic that the program raises.
    pub(crate) static DIAGNOSTICS;
    INVALID_INPUT = Error "invalid-input": "what was asked for cannot be done",
        "An argument or a file does not have the form it needs; the message names it.";
    NOT_FOUND = Error "not-found": "a file or host is not there",
        "Look at the spelling of the path. Relative paths start in the directory where the program was started.";
    CONFLICT = Error "conflict": "somebody else changed or holds it",
        "Run the command again once the other one has finished.";
    BAD_DATA = Error "bad-data": "a record cannot be read or written",
        "The message names the place. `'csv.ignore-parse-errors'='true'` and its like for other formats go on after bad records.";
    SKIPPED_DATA = Note "skipped-data": "a statement went on after data that it could not use",
        "An option such as `'csv.ignore-parse-errors'='true'` makes cells that are not of their type NULL and leaves out records that cannot \
         be read. They are counted, with the places of the first of them; `--reject-file FILE` keeps the records.";
    NOT_FOR_INIT = Error "not-for-init": "a statement that cannot stand in an init script",
        "A script of `-i` prepares the session: it may set, create, alter, drop and use, load modules and add jars. Queries, INSERT and \
         whatever else gives rows or runs a job stand in the script itself, as in Flink's client.";
    NO_EFFECT = Note "no-effect": "a flag is accepted and does nothing here",
        "Flags of Flink's client for jars, Python and sessions may stand on the command line, so that it need not be changed. The message says \
         why the flag has nothing to do.";
    DUPLICATE_KEY = Warning "duplicate-key": "rows of a table have the same key, which is declared to be unique",
        "The PRIMARY KEY or UNIQUE INDEX by which a join finds the rows of a dimension table promises one row for each key. Where the data breaks \
         the promise, the last row of a key is found, in the order of the file, and the others are not. Declare an INDEX to find all of them.";
    UNSUPPORTED = Error "unsupported": "this cannot be run yet",
        "The construct is known but cannot be run here. It is still checked, and Apache Flink may run it.";
    CANCELLED = Error "cancelled": "the statement was stopped",
        "The user or a time limit stopped it. Nothing half-written is left.";
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
    INTERNAL_ERROR = Error "internal-error": "a bug of tamias",
        "This should not happen. Please report it with the statement that caused it.";
}

/// What to show for a failure.
pub(crate) fn of_error(error: &Error) -> Diagnostic {
    if let Some(diagnostic) = &error.diagnostic {
        return Diagnostic::clone(diagnostic);
    }
    let diagnostic = Diagnostic::error(id(error.kind), Span::none(), error.message.clone());
    match error.kind {
        ErrorKind::Internal => diagnostic.with_help("This is a bug of tamias. Please report it with the statement that caused it."),
        _ => diagnostic,
    }
}

fn id(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::InvalidInput => INVALID_INPUT,
        ErrorKind::NotFound => NOT_FOUND,
        ErrorKind::Unavailable => session::UNAVAILABLE,
        ErrorKind::Conflict => CONFLICT,
        ErrorKind::Data => BAD_DATA,
        ErrorKind::Unsupported => UNSUPPORTED,
        ErrorKind::Cancelled => CANCELLED,
        ErrorKind::Internal => INTERNAL_ERROR,
    }
}

/// Every diagnostic id there is.
pub(crate) fn all() -> impl Iterator<Item = &'static Declaration> {
    let lists = [
        sql::diagnostics::DIAGNOSTICS,
        options::DIAGNOSTICS,
        resolve::DIAGNOSTICS,
        resolve::definition::DIAGNOSTICS,
        connectors::DIAGNOSTICS,
        session::DIAGNOSTICS,
        session::PLANNER_DIAGNOSTICS,
        session::RUNTIME_DIAGNOSTICS,
        session::WORKSPACE_DIAGNOSTICS,
        translate::DIAGNOSTICS,
        DIAGNOSTICS,
    ];
    lists.into_iter().flatten()
}
