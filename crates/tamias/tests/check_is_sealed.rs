//! `tamias check` opens nothing but the files it is given, and no socket: proven by a trace of its system calls.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Where the system's libraries, settings and devices are; what the loader, the allocator and the terminal look at.
const SYSTEM: &[&str] = &["/etc/", "/lib", "/usr/", "/proc/", "/sys/", "/dev/"];

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run must say so")]
fn check_opens_only_what_it_is_given() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: strace is not installed, so the system calls of 'tamias check' cannot be traced");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory can be made");
    let script = directory.path().join("script.sql");
    let data = directory.path().join("data.csv");
    fs::write(&data, "1,a\n").expect("it can be written");
    let text = format!(
        "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'filesystem', 'path' = '{}', 'format' = 'csv');\n\
         CREATE TABLE k (a INT) WITH ('connector' = 'kafka', 'topic' = 'x', 'properties.bootstrap.servers' = 'localhost:9092', 'format' = 'json');\n\
         CREATE VIEW v AS SELECT a, COUNT(*) AS n FROM t GROUP BY a;\n\
         INSERT INTO t SELECT a, 'x' FROM v;\n\
         SELECT * FROM k;\n",
        data.display()
    );
    fs::write(&script, text).expect("it can be written");
    let trace = directory.path().join("trace");
    let status = Command::new("strace")
        .args(["-f", "-e", "trace=open,openat,creat,socket,connect", "-o"])
        .arg(&trace)
        .arg(env!("CARGO_BIN_EXE_tamias"))
        .arg("check")
        .arg(&script)
        .output()
        .expect("strace runs");
    let trace = fs::read_to_string(&trace).expect("strace wrote its trace");
    assert!(trace.contains("script.sql"), "the trace shows the script being read; strace said: {status:?}");
    assert!(!trace.contains("data.csv"), "the table's data is not opened:\n{trace}");
    assert!(!trace.contains("connect(") && !trace.contains("socket("), "no socket is opened:\n{trace}");
    let others: BTreeSet<&str> =
        trace.lines().filter_map(opened).filter(|path| !is_system(path) && !path.ends_with("script.sql")).collect();
    assert!(others.is_empty(), "nothing else is opened: {others:?}");
}

/// The path of a successful open.
fn opened(line: &str) -> Option<&str> {
    let failed = line.contains(" = -1 ");
    if failed { None } else { line.split('"').nth(1) }
}

fn is_system(path: &str) -> bool {
    SYSTEM.iter().any(|prefix| path.starts_with(prefix))
}
