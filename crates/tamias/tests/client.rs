//! The interactive client in a pseudo-terminal: what is typed, and what the terminal shows.

#![expect(clippy::print_stderr, reason = "a test that cannot run must say so")]

use nix::pty::{Winsize, openpty};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const PROMPT: &str = "Flink SQL> ";
const TAB: &str = "\t";
const UP: &str = "\x1b[A";
const CONTROL_C: &str = "\x03";
const CONTROL_D: &str = "\x04";
const ENTER: &str = "\r";

/// A program in a terminal of its own.
struct Terminal {
    child: Child,
    keyboard: File,
    shown: Arc<Mutex<Vec<u8>>>,
    /// How much of what was shown has been looked at, without control sequences.
    read: usize,
}

impl Terminal {
    /// Starts the client in a directory; `None`, with the reason on standard error, where there are no terminals to be had.
    fn start(directory: &Path, arguments: &[&str]) -> Option<Terminal> {
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let Ok(pty) = openpty(&size, None) else {
            eprintln!("skipped: this computer gives no pseudo-terminal");
            return None;
        };
        let stream = |fd: &OwnedFd| Stdio::from(fd.try_clone().expect("it can be cloned"));
        // Makes the terminal the one that ^C of its keyboard interrupts.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(env!("CARGO_BIN_EXE_tamias")).args(arguments).current_dir(directory);
        command.env("TERM", "xterm").env("HOME", directory).env("TZ", "UTC").env("NO_COLOR", "1").env_remove("TAMIAS_HISTORY");
        command.stdin(stream(&pty.slave)).stdout(stream(&pty.slave)).stderr(stream(&pty.slave));
        let Ok(child) = command.spawn() else {
            eprintln!("skipped: this computer has no 'setsid'");
            return None;
        };
        drop((command, pty.slave));
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut screen, keyboard) = (File::from(pty.master.try_clone().expect("it can be cloned")), File::from(pty.master));
        let seen = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                seen.lock().expect("no test panics while it holds it").extend_from_slice(&bytes[..count]);
            }
        });
        Some(Terminal { child, keyboard, shown, read: 0 })
    }

    /// Starts it and waits for the first prompt.
    fn at_prompt(directory: &Path, arguments: &[&str]) -> Option<Terminal> {
        let mut terminal = Terminal::start(directory, arguments)?;
        terminal.expect(PROMPT);
        Some(terminal)
    }

    fn text(&self) -> String {
        plain(&String::from_utf8_lossy(&self.shown.lock().expect("no test panics while it holds it")))
    }

    fn type_in(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes it");
    }

    /// Types a line and waits until it is shown.
    fn line(&mut self, text: &str) {
        self.type_in(text);
        self.expect(text);
        self.type_in(ENTER);
    }

    /// Waits for a text behind what was looked at, and returns all that was shown up to its end.
    fn expect(&mut self, wanted: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            let rest = text.get(self.read..).unwrap_or_default();
            if let Some(at) = rest.find(wanted) {
                let found = rest[..at + wanted.len()].to_owned();
                self.read += at + wanted.len();
                return found;
            }
            assert!(Instant::now() < until, "'{wanted}' was not shown. What was:\n{text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end of the program and returns its exit code.
    fn end(mut self) -> Option<i32> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status.code();
            }
            assert!(Instant::now() < until, "the program did not end. It showed:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A screen's text without the sequences that move its cursor.
fn plain(shown: &str) -> String {
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown.chars();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' => {
                if rest.next() == Some('[') {
                    rest.by_ref().find(|c| c.is_ascii_alphabetic());
                }
            }
            '\r' => {}
            c => text.push(c),
        }
    }
    text
}

fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory can be made");
    fs::write(directory.path().join("orders.csv"), "1,apple\n2,pear\n").expect("it can be written");
    directory
}

const ORDERS: &str =
    "CREATE TABLE orders (id INT, fruit STRING) WITH ('connector' = 'filesystem', 'path' = 'orders.csv', 'format' = 'csv');";
/// A query that would run for hours.
const ENDLESS: &str = "SELECT COUNT(*) FROM g AS a, g AS b, g AS c WHERE MOD(a.n + b.n * c.n, 7) = 3;";
const MANY: &str = "CREATE TABLE g (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '100000', 'rows-per-second' = '100000000', \
                    'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '100000');";

/// A directory whose `init.sql` has the tables of the tests.
fn prepared() -> TempDir {
    let directory = directory();
    fs::write(directory.path().join("init.sql"), format!("{ORDERS}\n{MANY}\nSET 'execution.runtime-mode' = 'batch';"))
        .expect("it can be written");
    directory
}

#[test]
fn a_statement_may_have_several_lines() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-i", "init.sql"]) else { return };
    terminal.line("SELECT id,");
    terminal.expect("\n> ");
    terminal.line("  fruit FROM orders");
    terminal.expect("\n> ");
    terminal.line("ORDER BY id DESC;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("| id | fruit |\n+----+-------+\n|  2 |  pear |\n|  1 | apple |\n"), "{shown}");
    assert!(shown.contains("2 rows in set ("), "{shown}");
    terminal.type_in(CONTROL_D);
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn the_history_outlives_the_program() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-hist", "kept.txt"]) else { return };
    terminal.line("SELECT 'first';");
    terminal.expect(PROMPT);
    terminal.line("SELECT");
    terminal.expect("\n> ");
    terminal.line("'second';");
    terminal.expect(PROMPT);
    terminal.line("QUIT;");
    assert_eq!(terminal.end(), Some(0));

    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-hist", "kept.txt"]) else { return };
    // QUIT; is the last, then the statement of two lines as one entry.
    terminal.type_in(&format!("{UP}{UP}"));
    terminal.expect("'second';");
    terminal.type_in(ENTER);
    let shown = terminal.expect("1 row in set");
    assert!(shown.contains("| second |"), "{shown}");
    terminal.expect(PROMPT);
    // Behind it are QUIT; and the two statements. In one of two lines, up goes from the second line to the first.
    terminal.type_in(&UP.repeat(6));
    terminal.expect("SELECT 'first';");
    terminal.type_in(ENTER);
    let shown = terminal.expect("1 row in set");
    assert!(shown.contains("|  first |"), "{shown}");
    terminal.line("exit;");
    assert_eq!(terminal.end(), Some(0));
    assert!(!directory.path().join(".tamias_history").exists(), "the history was asked to be elsewhere");
}

#[test]
fn tab_completes_keywords_tables_columns_and_options() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-i", "init.sql"]) else { return };
    let mut completes = |typed: &str, completed: &str| {
        terminal.type_in(typed);
        terminal.expect(typed);
        terminal.type_in(TAB);
        terminal.expect(completed);
        terminal.type_in(CONTROL_C);
        terminal.expect(PROMPT);
    };
    completes("SEL", "SELECT");
    completes("DESCRI", "DESCRIBE");
    completes("SELECT * FROM ord", "SELECT * FROM orders");
    completes("SELECT * FROM orders WHERE fru", "SELECT * FROM orders WHERE fruit");
    completes("SELECT o.fr FROM orders o WHERE o.fr", "SELECT o.fr FROM orders o WHERE o.fruit");
    completes("CREATE TABLE t (a INT) WITH ('conn", "CREATE TABLE t (a INT) WITH ('connector' = '");
    completes("CREATE TABLE t (a INT) WITH ('format' = 'csv', 'csv.ign", "'csv.ignore-");
    completes("SELECT * FROM orders /*+ OPTIONS('csv.nu", "SELECT * FROM orders /*+ OPTIONS('csv.null-literal' = '");
    completes("SET 'execution.runtime-mode' = 'BAT", "SET 'execution.runtime-mode' = 'BATCH'");
    terminal.type_in(CONTROL_D);
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn control_c_stops_the_query_and_not_the_program() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-i", "init.sql"]) else { return };
    terminal.line(ENDLESS);
    // A statement that takes long says that it is alive.
    terminal.expect("| g: ");
    terminal.type_in(CONTROL_C);
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("Query terminated, received a total of 0 row ("), "{shown}");
    assert!(!shown.contains("error["), "{shown}");
    terminal.line("SELECT COUNT(*) FROM orders AS a, g AS b, g AS c WHERE MOD(a.id + b.n * c.n, 7) = 3;");
    terminal.expect("| orders: 2 rows, 15 of 15 B (100 %)");
    terminal.type_in(CONTROL_C);
    terminal.expect(PROMPT);
    terminal.line("SELECT id FROM orders WHERE fruit = 'pear';");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("|  2 |") && shown.contains("1 row in set"), "{shown}");
    terminal.line("QUIT;");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn control_c_at_the_prompt_clears_the_line() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &[]) else { return };
    terminal.type_in(CONTROL_C);
    terminal.expect(PROMPT);
    terminal.type_in("SELECT nonsense");
    terminal.expect("nonsense");
    terminal.type_in(CONTROL_C);
    terminal.expect(PROMPT);
    // Of a statement of several lines all lines go.
    terminal.line("SELECT 1,");
    terminal.expect("\n> ");
    terminal.type_in(CONTROL_C);
    terminal.expect(PROMPT);
    terminal.line("SELECT 42 AS answer;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("|     42 |") && !shown.contains("error["), "{shown}");
    terminal.type_in(CONTROL_D);
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_mistake_is_shown_and_the_program_goes_on() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &["-i", "init.sql"]) else { return };
    terminal.line("SELECT fruits FROM orders;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("error[unknown-column]") && shown.contains("'fruit'"), "{shown}");
    terminal.line("SELECT FROM;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("error[syntax-error]"), "{shown}");
    terminal.line("SHOW TABLES;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("|     orders |") && shown.contains("2 rows in set"), "{shown}");
    terminal.type_in(CONTROL_D);
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn the_commands_of_the_client_need_no_semicolon() {
    let directory = prepared();
    let Some(mut terminal) = Terminal::at_prompt(directory.path(), &[]) else { return };
    terminal.line("help");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("QUIT/EXIT"), "{shown}");
    terminal.line("HELP;");
    let shown = terminal.expect(PROMPT);
    assert!(shown.contains("QUIT/EXIT"), "{shown}");
    terminal.line("CLEAR;");
    terminal.expect(PROMPT);
    let raw = String::from_utf8_lossy(&terminal.shown.lock().expect("no test panics while it holds it")).into_owned();
    assert!(raw.contains("\x1b[H\x1b[2J"), "the screen was not cleared: {raw:?}");
    terminal.line("Exit");
    assert_eq!(terminal.end(), Some(0));
}
