//! `cargo xtask bench`: Tamias, real Flink and plain DataFusion on the same files in the same run.
//!
//! Each query runs as a whole process, the engines taking turns, and the table shows medians: wall seconds, CPU seconds (user and system, all
//! threads), seconds to the first row, peak memory. Inputs are generated, the same bytes each time, below `target/bench`.

use crate::{root, say};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A named query over the generated events.
struct Query {
    name: &'static str,
    /// `csv`, `json`, `parquet`, or `none`.
    format: &'static str,
    sql: &'static str,
    /// Real Flink's packages have no Parquet.
    in_flink: bool,
}

const AGGREGATE: &str =
    "SELECT category, COUNT(*) AS n, SUM(qty) AS q, AVG(price) AS ap, MAX(price) AS mp FROM events GROUP BY category ORDER BY category";

const QUERIES: &[Query] = &[
    Query { name: "select-1", format: "none", sql: "SELECT 1", in_flink: true },
    Query { name: "csv-aggregate", format: "csv", sql: AGGREGATE, in_flink: true },
    Query { name: "json-aggregate", format: "json", sql: AGGREGATE, in_flink: true },
    Query { name: "parquet-aggregate", format: "parquet", sql: AGGREGATE, in_flink: false },
];

const COLUMNS: &str = "id BIGINT, user_id INT, category STRING, price DOUBLE, qty INT, ts TIMESTAMP(3)";

/// What one run of a process took.
#[derive(Clone, Copy)]
struct Run {
    wall: f64,
    cpu: f64,
    first_row: f64,
    peak_mib: f64,
}

/// `bench [--rows N] [--runs N] [--no-flink] [QUERY ...]`
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let number = |flag: &str, default: usize| {
        let value = args.iter().position(|a| a == flag).and_then(|at| args.get(at + 1));
        value.map_or(Ok(default), |v| v.parse().map_err(|_| format!("{flag} takes a number")))
    };
    let (rows, runs) = (number("--rows", 5_000_000)?, number("--runs", 5)?);
    let with_flink = !args.iter().any(|a| a == "--no-flink");
    let folder = target().join("bench").join(rows.to_string());
    generate(&folder, rows).map_err(|e| e.to_string())?;
    build()?;
    write_parquet(&folder)?;
    if with_flink {
        check(Command::new(root().join("tests/services/flink/install.sh")).status(), "installing Flink")?;
    }
    say("| query | engine | wall s | CPU s | first row s | peak MiB |\n| --- | --- | --- | --- | --- | --- |");
    let wanted = |q: &&Query| {
        let named: Vec<&String> = args.iter().filter(|a| QUERIES.iter().any(|q| q.name == a.as_str())).collect();
        named.is_empty() || named.iter().any(|n| n.as_str() == q.name)
    };
    for query in QUERIES.iter().filter(wanted) {
        measure(query, &folder, runs, with_flink && query.in_flink)?;
    }
    Ok(())
}

fn measure(query: &Query, folder: &Path, runs: usize, with_flink: bool) -> Result<(), String> {
    let script = folder.join(format!("{}.sql", query.name));
    std::fs::write(&script, script_text(query, folder)).map_err(|e| e.to_string())?;
    let mut engines: Vec<(&str, Vec<Run>)> = vec![("Tamias", Vec::new()), ("DataFusion", Vec::new())];
    if with_flink {
        engines.push(("Flink", Vec::new()));
    }
    for _ in 0..runs {
        for (engine, measured) in &mut engines {
            measured.push(time(command(engine, query, folder, &script))?);
        }
    }
    let ours = median_run(&engines[0].1);
    for (engine, measured) in &engines {
        let median = median_run(measured);
        let ratio = |theirs: f64, ours: f64| if *engine == "Tamias" { String::new() } else { format!(" ({:.1}x)", theirs / ours) };
        say(&format!(
            "| {} | {engine} | {:.3}{} | {:.3}{} | {:.3}{} | {:.0}{} |",
            query.name,
            median.wall,
            ratio(median.wall, ours.wall),
            median.cpu,
            ratio(median.cpu, ours.cpu),
            median.first_row,
            ratio(median.first_row, ours.first_row),
            median.peak_mib,
            ratio(median.peak_mib, ours.peak_mib)
        ));
    }
    Ok(())
}

fn script_text(query: &Query, folder: &Path) -> String {
    let mut text = "SET 'execution.runtime-mode' = 'batch';\n".to_owned();
    if query.format != "none" {
        let path = input(folder, query.format);
        text.push_str(&format!(
            "CREATE TABLE events ({COLUMNS}) WITH ('connector' = 'filesystem', 'path' = '{}', 'format' = '{}');\n",
            path.display(),
            query.format
        ));
    }
    text + query.sql + ";\n"
}

fn command(engine: &str, query: &Query, folder: &Path, script: &Path) -> Command {
    let mut command = match engine {
        "Tamias" => {
            let mut command = Command::new(target().join("release/tamias"));
            command.arg("run").arg(script);
            command
        }
        "DataFusion" => {
            let mut command = Command::new(plain_target().join("release/plain-datafusion"));
            command.arg(query.format).arg(input(folder, query.format)).arg(query.sql);
            command
        }
        _ => {
            let mut command = Command::new(root().join("tests/services/flink/run.sh"));
            command.args(["--raw", "--mode", "batch", "--parallelism", "2"]).arg(script).env("CLIENT_JAVA_OPTS", "-Xmx4g");
            command
        }
    };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Runs a process to its end; the first row is the first line after a table's header.
fn time(mut command: Command) -> Result<Run, String> {
    let start = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let stdout = child.stdout.take().ok_or("no output")?;
    let (mut first_row, mut rules) = (None, 0);
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        if line.starts_with("+-") {
            rules += 1;
        } else if first_row.is_none() && rules >= 2 && line.starts_with('|') {
            first_row = Some(start.elapsed().as_secs_f64());
        }
    }
    let usage = wait(child.id())?;
    let wall = start.elapsed().as_secs_f64();
    Ok(Run { wall, cpu: usage.0, first_row: first_row.unwrap_or(wall), peak_mib: usage.1 })
}

/// CPU seconds and peak MiB of a child and all that it waited for.
fn wait(pid: u32) -> Result<(f64, f64), String> {
    let (mut status, mut usage) = (0, no_usage());
    let pid = libc::pid_t::try_from(pid).map_err(|e| e.to_string())?;
    // SAFETY: both pointers are to live values of the right type, and the child is ours and not yet waited for.
    let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
    if waited != pid || !libc::WIFEXITED(status) || libc::WEXITSTATUS(status) != 0 {
        return Err(format!("a measured process failed with status {status}"));
    }
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    Ok((seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss as f64 / 1024.0))
}

fn no_usage() -> libc::rusage {
    // SAFETY: a struct of plain numbers, for which zeros are a value.
    unsafe { std::mem::zeroed() }
}

/// The medians of each figure on its own.
fn median_run(runs: &[Run]) -> Run {
    let median = |figure: fn(&Run) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(figure).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Run { wall: median(|r| r.wall), cpu: median(|r| r.cpu), first_row: median(|r| r.first_row), peak_mib: median(|r| r.peak_mib) }
}

fn build() -> Result<(), String> {
    check(Command::new(env!("CARGO")).args(["build", "--release", "-p", "tamias"]).current_dir(root()).status(), "building Tamias")?;
    let plain = root().join("benches/plain-datafusion");
    let build =
        Command::new(env!("CARGO")).args(["build", "--release"]).current_dir(plain).env("CARGO_TARGET_DIR", plain_target()).status();
    check(build, "building plain DataFusion")
}

fn check(status: std::io::Result<std::process::ExitStatus>, what: &str) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} failed: {status}")),
        Err(error) => Err(format!("{what} failed: {error}")),
    }
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn plain_target() -> PathBuf {
    target().join("plain-datafusion")
}

fn input(folder: &Path, format: &str) -> PathBuf {
    folder.join(format!("events.{format}"))
}

/// Writes the events as CSV and as JSON lines.
fn generate(folder: &Path, rows: usize) -> std::io::Result<()> {
    const CATEGORIES: [&str; 10] = ["books", "garden", "music", "toys", "sports", "food", "games", "tools", "shoes", "art"];
    if input(folder, "json").exists() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    let part = |format: &str| folder.join(format!("events.{format}.part"));
    let mut csv = BufWriter::new(File::create(part("csv"))?);
    let mut json = BufWriter::new(File::create(part("json"))?);
    let mut seed: u64 = 12345;
    for id in 0..rows as u64 {
        seed = (seed * 1_103_515_245 + 12345) & 0x7fff_ffff;
        let random = seed >> 8;
        let late = if id % 10 == 9 { random % 2000 } else { 0 };
        let ts = timestamp((id * 10).saturating_sub(late));
        let (user, category) = (random % 100_000, CATEGORIES[(random / 7 % 10) as usize]);
        let (price, qty) = ((random % 50_000) as f64 / 100.0, 1 + random % 9);
        writeln!(csv, "{id},{user},{category},{price:.2},{qty},{ts}")?;
        writeln!(json, r#"{{"id":{id},"user_id":{user},"category":"{category}","price":{price:.2},"qty":{qty},"ts":"{ts}"}}"#)?;
    }
    csv.flush()?;
    json.flush()?;
    std::fs::rename(part("csv"), input(folder, "csv"))?;
    std::fs::rename(part("json"), input(folder, "json"))
}

/// A point in January 2024, from milliseconds since its start.
fn timestamp(millis: u64) -> String {
    let (seconds, millis) = (millis / 1000, millis % 1000);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    format!("2024-01-{:02} {:02}:{:02}:{:02}.{millis:03}", 1 + days, hours % 24, minutes % 60, seconds % 60)
}

/// Converts the CSV file to one Parquet file with Tamias itself.
fn write_parquet(folder: &Path) -> Result<(), String> {
    let parquet = input(folder, "parquet");
    if parquet.exists() {
        return Ok(());
    }
    let script = folder.join("to-parquet.sql");
    let table = |name: &str, format: &str, path: &Path| {
        format!(
            "CREATE TABLE {name} ({COLUMNS}) WITH ('connector' = 'filesystem', 'path' = '{}', 'format' = '{format}');\n",
            path.display()
        )
    };
    let out = folder.join("parquet-out");
    let text = format!(
        "SET 'execution.runtime-mode' = 'batch';\nSET 'parallelism.default' = '1';\n{}{}INSERT INTO p SELECT * FROM c;\n",
        table("c", "csv", &input(folder, "csv")),
        table("p", "parquet", &out)
    );
    std::fs::write(&script, text).map_err(|e| e.to_string())?;
    check(Command::new(target().join("release/tamias")).arg("run").arg(&script).status(), "writing Parquet")?;
    let written =
        std::fs::read_dir(&out).map_err(|e| e.to_string())?.flatten().find(|e| !e.file_name().to_string_lossy().starts_with(['.', '_']));
    let written = written.ok_or("no Parquet file was written")?;
    std::fs::rename(written.path(), parquet).map_err(|e| e.to_string())
}
