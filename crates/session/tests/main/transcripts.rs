//! Replays transcripts of Flink's client: every definition, setting and listing prints what Flink printed.
//!
//! Of a query or an INSERT only its acceptance is compared here, and of a syntax error only that it is one.

use crate::open_session;
use sql::statements::ClientCommand;
use std::fs;
use std::path::PathBuf;
use tamias_session::client::{messages, print_content};
use tamias_session::{Session, StatementResult};

/// A statement and what Flink printed for it.
struct Exchange {
    statement: String,
    printed: String,
}

/// Where we print something else on purpose.
struct Exception {
    transcript: &'static str,
    /// The beginning of the statements.
    statement: &'static str,
    because: &'static str,
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/flink")
}

fn read(path: &str) -> String {
    fs::read_to_string(directory().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The exchanges of `out/NAME.out`.
fn client_exchanges(name: &str) -> Vec<Exchange> {
    let text = read(&format!("out/{name}.out"));
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut in_statement = false;
    for line in text.lines() {
        if let Some(statement) = line.strip_prefix(messages::PROMPT) {
            exchanges.push(Exchange { statement: statement.into(), printed: String::new() });
            in_statement = true;
        } else if let Some(exchange) = exchanges.last_mut() {
            match line.strip_prefix(messages::CONTINUATION) {
                Some(rest) if in_statement => exchange.statement.push_str(&format!("\n{rest}")),
                _ => {
                    in_statement = false;
                    exchange.printed.push_str(&format!("{line}\n"));
                }
            }
        }
    }
    exchanges
}

/// The exchanges of `captures/NAME.txt`, as the client would print them.
fn captured_exchanges(name: &str) -> Vec<Exchange> {
    let text = read(&format!("captures/{name}.txt"));
    let parts = text.split("\n>>> ").map(|part| part.strip_prefix(">>> ").unwrap_or(part));
    parts.map(captured_exchange).collect()
}

fn captured_exchange(part: &str) -> Exchange {
    let (statement, rest) = part.split_once('\n').unwrap_or((part, ""));
    let printed = match rest.strip_prefix("!!!    ") {
        Some(chain) => format!("[ERROR] Could not execute SQL statement. Reason:\n{}", last_cause(chain)),
        None => {
            let body = rest.strip_prefix("   schema=").and_then(|rest| rest.split_once('\n')).map_or(rest, |(_schema, body)| body);
            match body.trim_end() {
                "OK" | "" => messages::SUCCEEDED.to_string(),
                "-1" | "JOB DONE" => messages::COMPLETED.to_string(),
                _ => body.to_string(),
            }
        }
    };
    Exchange { statement: format!("{statement};"), printed }
}

/// The last exception of a chain; each begins after three blanks with the name of its class.
fn last_cause(chain: &str) -> String {
    let mut last = String::new();
    for line in chain.lines() {
        match line.strip_prefix("   ") {
            Some(cause) if cause.starts_with("org.") || cause.starts_with("java.") => last = cause.to_string(),
            _ if last.is_empty() => last = line.to_string(),
            _ => last.push_str(&format!("\n{line}")),
        }
    }
    last
}

/// The settings in the head of `cases/NAME.sql`.
fn settings(name: &str) -> Vec<(String, String)> {
    let text = read(&format!("cases/{name}.sql"));
    let settings = text.lines().filter_map(|line| line.strip_prefix("-- set: ")?.split_once('='));
    settings.map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

/// What we print, as far as it is comparable.
enum Printed {
    Text(String),
    /// A query or a plan, which is not run here.
    Rows,
    SyntaxError,
}

fn execute(session: &mut Session, statement: &str) -> Printed {
    let id = session.sources.add("test", statement);
    let script = sql::parse(id, statement);
    if diag::has_errors(&script.diagnostics) {
        return Printed::SyntaxError;
    }
    let Some(statement) = script.statements.first() else { return Printed::SyntaxError };
    let execution = session.execute(statement);
    Printed::Text(match execution.result {
        Ok(StatementResult::Succeeded) => format!("{}\n", messages::SUCCEEDED),
        Ok(StatementResult::Content(table)) => {
            let mut out = Vec::new();
            print_content(&mut out, &table.columns, &table.rows).expect("in memory");
            String::from_utf8(out).expect("text")
        }
        Ok(StatementResult::Job(_)) => format!("{}\n", messages::COMPLETED),
        Ok(StatementResult::Query(_) | StatementResult::Explain(_)) => return Printed::Rows,
        Ok(StatementResult::Client(ClientCommand::Help)) => messages::HELP.to_string(),
        Ok(StatementResult::Client(_)) => String::new(),
        Err(error) => format!("{}\n", messages::failed(&error)),
    })
}

/// Compares without the blanks at line ends: what the transcripts' tools cut.
fn same(ours: &str, theirs: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    lines(ours) == lines(theirs)
}

/// What differs without being an exception, and exceptions that are none.
fn replay(name: &str, settings: &[(String, String)], exchanges: Vec<Exchange>, exceptions: &[Exception]) -> Vec<String> {
    let mut unneeded: Vec<&Exception> = exceptions.iter().filter(|e| e.transcript == name).collect();
    let mut session = open_session(settings);
    let mut different = Vec::new();
    for Exchange { statement, printed } in exchanges {
        let ours = execute(&mut session, &statement);
        let is_syntax_error = printed.contains("ParseException") || printed.contains("Non-query expression");
        let failed = printed.starts_with("[ERROR]");
        let agrees = match &ours {
            Printed::SyntaxError => is_syntax_error,
            Printed::Rows => !failed || is_failure_of_a_run(&printed),
            Printed::Text(text) => {
                same(text, &printed)
                    || (text.starts_with(messages::COMPLETED)
                        && (printed.contains("submitted to the cluster") || is_failure_of_a_run(&printed)))
            }
        };
        if agrees {
            continue;
        }
        let is_exception = exceptions.iter().any(|e| e.transcript == name && statement.starts_with(e.statement));
        unneeded.retain(|e| !statement.starts_with(e.statement));
        if !is_exception {
            let ours = match ours {
                Printed::Text(text) => text,
                Printed::Rows => "(rows)\n".into(),
                Printed::SyntaxError => "(a syntax error)\n".into(),
            };
            different.push(format!("=== {name}: {statement}\n--- Flink\n{printed}\n--- ours\n{ours}"));
        }
    }
    different.extend(unneeded.iter().map(|e| format!("=== {name}: no exception is needed for '{}' ({})", e.statement, e.because)));
    different
}

/// Failures that only a run can find.
fn is_failure_of_a_run(printed: &str) -> bool {
    const CLASSES: &[&str] = &[
        "ArithmeticException",
        "CsvReadException",
        "DateTimeException",
        "EnforcerException",
        "FileNotFoundException",
        "NumberFormatException",
    ];
    CLASSES.iter().any(|class| printed.contains(class))
}

fn replay_all(prefixes: &[&str], exceptions: &[Exception]) {
    let mut names: Vec<String> = fs::read_dir(directory().join("out"))
        .expect("the transcripts are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".out").map(str::to_string))
        .filter(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
        .collect();
    names.sort();
    let different: Vec<String> = names.iter().flat_map(|name| replay(name, &settings(name), client_exchanges(name), exceptions)).collect();
    assert!(different.is_empty(), "{} differ\n{}", different.len(), different.join("\n"));
}

#[test]
fn definitions_print_what_flink_prints() {
    replay_all(&["ddl_"], EXCEPTIONS);
}

#[test]
fn settings_listings_and_refusals_print_what_flink_prints() {
    replay_all(&["set_", "show_", "stmt_", "err_", "hint_"], EXCEPTIONS);
}

#[test]
fn captured_definitions_print_what_flink_prints() {
    for name in ["ddl-d1", "ddl-d2", "ddl-d3"] {
        let settings = [("execution.runtime-mode".to_string(), "batch".to_string())];
        let different = replay(name, &settings, captured_exchanges(name), EXCEPTIONS);
        assert!(different.is_empty(), "{} differ\n{}", different.len(), different.join("\n"));
    }
}

const CHECKED_EARLY: &str = "options are checked where they are given, not first where the table is used";
const NO_CLASSES: &str = "classes of Java are not loaded";
const KINDER: &str = "Flink has no answer, or one that does not help";
const OTHER_LISTS: &str = "lists what this program has";
const SAFER: &str = "Flink accepts what cannot work";
const NOT_YET: &str = "not supported yet";
const OTHER_WORDS: &str = "the same refusal in other words";
const FOLLOWS: &str = "follows from another exception";

macro_rules! exceptions {
    ($($transcript:literal: $statement:literal because $reason:ident;)*) => {
        &[$(Exception { transcript: $transcript, statement: $statement, because: $reason }),*]
    };
}

static EXCEPTIONS: &[Exception] = exceptions! {
    "ddl-d1": "ALTER CATALOG c2 COMMENT" because KINDER;
    "ddl-d1": "DESC CATALOG EXTENDED c2" because FOLLOWS;
    "ddl-d1": "DESCRIBE DATABASE" because KINDER;
    "ddl-d1": "CREATE VIEW v1" because OTHER_WORDS;
    "ddl-d1": "CREATE TEMPORARY VIEW v2" because OTHER_WORDS;
    "ddl-d1": "ALTER TABLE t1 SET" because CHECKED_EARLY;
    "ddl-d1": "SHOW CREATE TABLE t1" because FOLLOWS;
    "ddl-d1": "CREATE CONNECTION" because OTHER_WORDS;
    "ddl-d1": "SHOW CONNECTIONS" because OTHER_WORDS;
    "ddl-d1": "SELECT * FROM bad" because OTHER_LISTS;
    "ddl-d1": "CREATE TABLE bad2" because CHECKED_EARLY;
    "ddl-d2": "DESCRIBE DATABASE" because KINDER;
    "ddl-d2": "DESCRIBE FUNCTION" because OTHER_LISTS;
    "ddl-d2": "CREATE MATERIALIZED TABLE" because NOT_YET;
    "ddl-d2": "COMPILE PLAN" because NOT_YET;
    "ddl-d2": "EXECUTE PLAN" because NOT_YET;
    "ddl-d3": "CREATE TABLE sc" because CHECKED_EARLY;
    "ddl-d3": "SHOW CREATE TABLE sc" because FOLLOWS;
    "ddl-d3": "INSERT INTO sc" because FOLLOWS;
    "ddl_006_like_errors": "CREATE TABLE e6" because OTHER_WORDS;
    "ddl_006_like_errors": "CREATE TABLE e9" because OTHER_WORDS;
    "ddl_008_metadata": "SELECT" because OTHER_WORDS;
    "ddl_013_catalogs_databases": "DESCRIBE DATABASE" because KINDER;
    "ddl_014_partitions": "INSERT INTO p PARTITION (nosuch" because OTHER_WORDS;
    "ddl_016_functions": "SELECT f1(1)" because NO_CLASSES;
    "ddl_016_functions": "CREATE TEMPORARY SYSTEM FUNCTION f2" because NO_CLASSES;
    "ddl_017_view_text": "SHOW CREATE VIEW v16" because SAFER;
    "ddl_018_alter_and_objects": "ALTER TABLE t ADD r.z" because OTHER_WORDS;
    // Flink moves the column to the front.
    "ddl_018_alter_and_objects": "SHOW CREATE TABLE t;" because SAFER;
    "ddl_018_alter_and_objects": "ALTER TABLE t SET" because CHECKED_EARLY;
    "ddl_018_alter_and_objects": "CREATE VIEW vv AS SELECT a FROM np" because OTHER_WORDS;
    // Flink keeps a type that it refused.
    "ddl_018_alter_and_objects": "SHOW CREATE CATALOG cc" because SAFER;
    "ddl_018_alter_and_objects": "REMOVE JAR" because OTHER_WORDS;
    "ddl_019_alter_and_table_as": "CREATE TABLE a11" because OTHER_WORDS;
    "ddl_019_alter_and_table_as": "CREATE TABLE IF NOT EXISTS a1" because KINDER;
    "err_002_connector": "CREATE TABLE t6" because CHECKED_EARLY;
    "err_002_connector": "CREATE TABLE t7" because CHECKED_EARLY;
    "err_002_connector": "CREATE TABLE t12" because CHECKED_EARLY;
    "err_002_connector": "SELECT * FROM t2" because OTHER_LISTS;
    "err_002_connector": "SELECT * FROM t6" because FOLLOWS;
    "err_002_connector": "SELECT * FROM t7" because FOLLOWS;
    "err_002_connector": "SELECT * FROM t10" because OTHER_LISTS;
    "err_002_connector": "SELECT * FROM t12" because FOLLOWS;
    "err_004_syntax": "CREATE TABLE t (a INT) WITH (connector='blackhole')" because KINDER;
    "err_004_syntax": "CREATE TABLE t (a INT) WITH ('connector'='blackhole','connector'" because FOLLOWS;
    "err_004_syntax": "SELECT 1; SELECT 2" because KINDER;
    "err_005_types": "SELECT 1 = 'a'" because OTHER_WORDS;
    "err_006_null_and_misc": "SELECT DATE" because OTHER_WORDS;
    "err_006_null_and_misc": "SELECT X'1'" because OTHER_WORDS;
    "err_006_null_and_misc": "SELECT EXTRACT(CENTURY" because OTHER_WORDS;
    "hint_001_unknown_option": "SELECT * FROM airports /*+ OPTIONS('csv.no-such" because CHECKED_EARLY;
    "hint_002_misspelt_key": "SELECT * FROM airports /*+ OPTIONS('csv.ignore-parse-error'" because CHECKED_EARLY;
    "hint_007_override_required": "SELECT IATA_CODE FROM airports /*+ OPTIONS('connector'='datagen')" because OTHER_WORDS;
    "show_002_misc": "HELP" because OTHER_WORDS;
    "stmt_002_dml": "COMPILE PLAN" because NOT_YET;
    "stmt_003_datagen": "SELECT COUNT" because NOT_YET;
};
