//! The lines that Flink's client prints around results.

use diag::{Diagnostic, Error};

/// After a statement without a result.
pub const SUCCEEDED: &str = "[INFO] Execute statement succeeded.";

/// After an INSERT whose end was awaited (`table.dml-sync`).
pub const COMPLETED: &str = "[INFO] Complete execution of the SQL update statement.";

/// Before an INSERT that is not awaited.
pub const SUBMITTING: &str = "[INFO] Submitting SQL update statement to the cluster...";

/// When a file is read.
pub const EXECUTING_FILE: &str = "[INFO] Executing SQL from file.";

/// Before each statement in a transcript.
pub const PROMPT: &str = "Flink SQL> ";

/// Before each further line of a statement.
pub const CONTINUATION: &str = "> ";

/// What HELP prints.
pub const HELP: &str = "\
The following commands are available:

HELP               \t\tPrints the available commands.
QUIT/EXIT          \t\tQuits the SQL CLI client.
CLEAR              \t\tClears the current terminal.
SET                \t\tSets a session configuration property. Syntax: \"SET '<key>'='<value>';\". Use \"SET;\" for listing all properties.
RESET              \t\tResets a session configuration property. Syntax: \"RESET '<key>';\". Use \"RESET;\" for reset all session properties.
INSERT INTO        \t\tInserts the results of a SQL SELECT query into a declared table sink.
INSERT OVERWRITE   \t\tInserts the results of a SQL SELECT query into a declared table sink and overwrite existing data.
SELECT             \t\tExecutes a SQL SELECT query.
EXPLAIN            \t\tDescribes the execution plan of a query or table with the given name.
BEGIN STATEMENT SET\t\tBegins a statement set. Syntax: \"BEGIN STATEMENT SET;\"
END                \t\tEnds a statement set. Syntax: \"END;\"
ADD JAR            \t\tAdds the specified jar file to the resources of the session. Syntax: \"ADD JAR '<path_to_filename>.jar'\"
REMOVE JAR         \t\tRemoves the specified jar file from the resources of the session. Syntax: \"REMOVE JAR '<path_to_filename>.jar'\"
SHOW JARS          \t\tShows the list of user-specified jar dependencies.

Hint: Make sure that a statement ends with \";\" for finalizing (multi-line) statements.
";

/// After an init script.
pub fn initialized(file: &str) -> String {
    format!("Successfully initialized from sql script: {file}")
}

/// After an init script that failed.
pub fn not_initialized(file: &str) -> String {
    format!("Failed to initialize from sql script: {file}. Please refer to the LOG for detailed error messages.")
}

/// After an INSERT that goes on in the background.
pub fn submitted(job_id: &str) -> String {
    format!("[INFO] SQL update statement has been successfully submitted to the cluster:\nJob ID: {job_id}\n")
}

/// A statement as a transcript shows it: its lines after the prompt.
pub fn echo(statement: &str) -> String {
    let mut lines = statement.lines();
    let mut text = format!("{PROMPT}{}", lines.next().unwrap_or_default());
    for line in lines {
        text.push('\n');
        text.push_str(CONTINUATION);
        text.push_str(line);
    }
    text
}

/// A failed statement: Flink's class and text where they are known.
pub fn failed(error: &Error) -> String {
    let reason = match &error.diagnostic {
        Some(diagnostic) => reason(diagnostic),
        None => &error.message,
    };
    format!("[ERROR] Could not execute SQL statement. Reason:\n{reason}")
}

/// A mistake as Flink words it, or else as we do.
pub fn reason(diagnostic: &Diagnostic) -> &str {
    diagnostic.flink.as_deref().unwrap_or(&diagnostic.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::Span;

    #[test]
    fn a_failure_shows_the_text_of_flink_where_it_is_known() {
        let diagnostic = Diagnostic::error("x", Span::none(), "ours");
        assert_eq!(failed(&diagnostic.clone().into()), "[ERROR] Could not execute SQL statement. Reason:\nours");
        let error = Error::from(diagnostic.with_flink("java.lang.Exception: theirs"));
        assert_eq!(failed(&error), "[ERROR] Could not execute SQL statement. Reason:\njava.lang.Exception: theirs");
    }

    #[test]
    fn the_lines_of_a_statement_follow_the_prompt() {
        assert_eq!(echo("SELECT\n  1;"), "Flink SQL> SELECT\n>   1;");
    }
}
