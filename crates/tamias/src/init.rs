//! Init scripts (`-i`): they prepare a session, so only statements that define and configure may stand in them, as in Flink.

use crate::diagnostics::NOT_FOR_INIT;
use diag::Diagnostic;
use sql::statements::{Statement, StatementKind};

/// The statements that cannot stand in an init script.
pub(crate) fn refused(statements: &[Statement]) -> impl Iterator<Item = Diagnostic> {
    statements.iter().filter_map(|statement| {
        let what = refused_kind(&statement.kind)?;
        let diagnostic = Diagnostic::error(NOT_FOR_INIT, statement.span, format!("{what} cannot stand in an init script"));
        Some(diagnostic.with_help("Put it into a script of its own: tamias -i INIT.sql -f SCRIPT.sql."))
    })
}

/// What to call a statement that cannot stand in an init script; `None` for those that can.
fn refused_kind(kind: &StatementKind) -> Option<&'static str> {
    use StatementKind as Kind;
    match kind {
        Kind::Query(_) => Some("a query"),
        Kind::Insert(_) => Some("INSERT"),
        Kind::Update(_) => Some("UPDATE"),
        Kind::Delete(_) => Some("DELETE"),
        Kind::Truncate(_) => Some("TRUNCATE"),
        Kind::StatementSet(_) | Kind::BeginStatementSet | Kind::EndStatementSet => Some("a statement set"),
        Kind::CreateTable(node) if node.query.is_some() => Some("CREATE TABLE AS"),
        Kind::Show(_) => Some("SHOW"),
        Kind::Describe(_) => Some("DESCRIBE"),
        Kind::Explain(_) => Some("EXPLAIN"),
        Kind::RemoveJar(_) => Some("REMOVE JAR"),
        Kind::CompilePlan(_) => Some("COMPILE PLAN"),
        Kind::ExecutePlan(_) => Some("EXECUTE PLAN"),
        Kind::AnalyzeTable(_) => Some("ANALYZE TABLE"),
        Kind::StopJob(_) => Some("STOP JOB"),
        Kind::Call(_) => Some("CALL"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceId;

    fn messages(text: &str) -> Vec<String> {
        refused(&sql::parse(SourceId::NONE, text).statements).map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn definitions_and_settings_may_stand_in_an_init_script() {
        let text = "SET 'a' = 'b'; RESET; CREATE TABLE t (a INT) WITH ('connector' = 'datagen'); DROP VIEW IF EXISTS v; USE default_database; \
                    ALTER TABLE t RENAME TO u; LOAD MODULE core; CREATE VIEW v AS SELECT 1; SET t.`fields.a.min` = 1;";
        assert_eq!(messages(text), Vec::<String>::new());
    }

    #[test]
    fn what_gives_rows_or_runs_a_job_may_not() {
        let text = "SELECT 1; SHOW TABLES; INSERT INTO t SELECT 1; CREATE TABLE t WITH ('connector' = 'print') AS SELECT 1;";
        let expected = ["a query", "SHOW", "INSERT", "CREATE TABLE AS"].map(|what| format!("{what} cannot stand in an init script"));
        assert_eq!(messages(text), expected);
    }
}
