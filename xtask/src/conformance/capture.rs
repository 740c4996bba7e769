//! Captures of Flink's table API, and the input files they were taken over.

use super::{Check, Expected};
use std::path::Path;

/// Whether a file holds statements with answers; others hold lists of names.
pub(crate) fn is_capture(name: &str) -> bool {
    ["batch-", "streaming-", "ddl-", "io-f1", "io-f2"].iter().any(|prefix| name.starts_with(prefix))
}

pub(crate) fn settings(name: &str) -> Vec<(String, String)> {
    let mode = if name.starts_with("batch") || name.starts_with("ddl") || name == "io-f1-batch" { "batch" } else { "streaming" };
    let pairs = [("execution.runtime-mode", mode), ("table.dml-sync", "true"), ("table.local-time-zone", "UTC")];
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
}

pub(crate) fn checks(text: &str, name: &str) -> Vec<Check> {
    if name.starts_with("ddl") || name.starts_with("io") { printed(text) } else { one_line_each(text, name.starts_with("streaming")) }
}

/// `expression => types = rows`, `>query => ...`, `!definition OK`, `... !! error <<< root cause`.
fn one_line_each(text: &str, streaming: bool) -> Vec<Check> {
    let lines: Vec<&str> = text.lines().collect();
    let ended_by_break = |at: usize| lines[at].ends_with("  = ") && lines.get(at + 1).is_some_and(|next| next.is_empty());
    let numbered = lines.iter().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    numbered
        .filter_map(|(at, line)| if ended_by_break(at) { one_line(&format!("{line}\n"), streaming) } else { one_line(line, streaming) })
        .collect()
}

fn one_line(line: &str, streaming: bool) -> Option<Check> {
    if let Some(setting) = line.strip_prefix("SET ") {
        let (key, value) = setting.split_once('=')?;
        let statement = format!("SET '{}' = '{}'", key.trim(), value.trim());
        return Some(Check { statement, expected: Expected::Succeeded });
    }
    let (source, expected) = if let Some((source, error)) = line.split_once("  !! ") {
        let root = error.rsplit("<<< ").next().unwrap_or(error);
        (source, Expected::Refused(root.to_owned()))
    } else if let Some((source, answer)) = line.split_once("  => ") {
        let (types, rows) = answer.split_once("  = ").or_else(|| answer.strip_suffix("  =").map(|types| (types, "")))?;
        let types = Some(split_types(types));
        let rows = rows.split(" // ").map(str::to_owned).collect();
        (source, Expected::Rows { types, rows, streaming })
    } else {
        (line.strip_suffix("  OK")?, Expected::Succeeded)
    };
    let statement = match source.chars().next()? {
        '>' | '!' => source[1..].to_owned(),
        _ => format!("SELECT {source}"),
    };
    Some(Check { statement, expected })
}

fn split_types(types: &str) -> Vec<String> {
    types.split("; ").map(|t| t.trim().to_owned()).collect()
}

/// `>>> statement`, a line with the schema, then what was printed; `!!!` starts a chain of causes.
fn printed(text: &str) -> Vec<Check> {
    let mut checks = Vec::new();
    for block in text.split(">>> ").skip(1) {
        let mut lines = block.lines();
        let statement = lines.next().unwrap_or_default().to_owned();
        let body: Vec<&str> = lines.filter(|l| !l.starts_with("   schema=(")).collect();
        checks.push(Check { statement, expected: expected(&body) });
    }
    checks
}

fn expected(body: &[&str]) -> Expected {
    if let Some(first) = body.iter().position(|l| l.starts_with("!!!")) {
        let causes = body[first..].iter().map(|l| l.trim_start_matches('!').trim()).filter(|l| !l.is_empty() && !l.starts_with("at "));
        let root = causes.rev().find(|l| l.contains("Exception") || l.contains("Error")).unwrap_or_default();
        return Expected::Refused(root.to_owned());
    }
    let text = body.join("\n").trim().to_owned();
    // The table API answers an INSERT with the number of rows, -1 for unknown.
    let is_row_count = text.lines().any(|l| l.trim_matches(['|', ' ']) == "-1");
    match text.as_str() {
        "OK" | "" | "JOB DONE" => Expected::Succeeded,
        _ if is_row_count => Expected::Succeeded,
        _ => Expected::Table(text),
    }
}

/// The files that the captures read, below `folder/data`.
pub(crate) fn write_inputs(folder: &Path) -> std::io::Result<()> {
    for (name, lines) in INPUTS {
        let table = folder.join("data").join(name);
        std::fs::create_dir_all(&table)?;
        std::fs::write(table.join("rows"), lines)?;
    }
    Ok(())
}

const INPUTS: &[(&str, &str)] = &[
    (
        "bid",
        "2020-04-15 08:05:00,4.00,C,supplier1\n2020-04-15 08:07:00,2.00,A,supplier1\n2020-04-15 08:09:00,5.00,D,supplier2\n\
         2020-04-15 08:11:00,3.00,B,supplier2\n2020-04-15 08:13:00,1.00,E,supplier1\n2020-04-15 08:17:00,6.00,F,supplier2\n",
    ),
    (
        "orders",
        "2020-04-15 08:05:00,1,Euro,10\n2020-04-15 08:12:00,2,Euro,20\n2020-04-15 08:15:00,3,Yen,30\n2020-04-15 08:16:00,4,USD,40\n\
         2020-04-15 08:25:00,5,Yen,50\n",
    ),
    ("rates", "2020-04-15 08:00:00,Euro,114\n2020-04-15 08:00:00,Yen,1\n2020-04-15 08:10:00,Euro,116\n2020-04-15 08:20:00,Yen,2\n"),
    (
        "ticker",
        "ACME,2020-04-01 10:00:00,12,1\nACME,2020-04-01 10:00:01,17,2\nACME,2020-04-01 10:00:02,19,1\nACME,2020-04-01 10:00:03,21,3\n\
         ACME,2020-04-01 10:00:04,25,2\nACME,2020-04-01 10:00:05,18,1\nACME,2020-04-01 10:00:06,15,1\nACME,2020-04-01 10:00:07,14,2\n\
         ACME,2020-04-01 10:00:08,24,2\nACME,2020-04-01 10:00:09,25,2\nACME,2020-04-01 10:00:10,19,1\n",
    ),
    ("js", "{\"id\":1,\"r\":{\"x\":5,\"y\":{\"z\":\"q\"}},\"arr\":[{\"a\":1,\"b\":\"u\"},{\"a\":2,\"b\":\"v\"}],\"m\":{\"k\":7}}\n"),
    ("c1", "1,a,true,2020-01-01 00:00:00,1.5\n2,,false,2020-01-01 00:00:00.123,2\n3,\"q,\"\"x\"\"\",TRUE,2020-01-01 00:00:00,1e2\n"),
    ("c2", "# comment\n1,abc\n2\n3,x,extra\n\n x ,y\n4,NULL\n5,\"  sp \"\n6,z,\n"),
    (
        "j1",
        "{\"i\":1,\"s\":\"a\",\"d\":1.5,\"ts\":\"2020-01-01 00:00:00\",\"l\":\"2020-01-01 00:00:00Z\",\"b\":true}\n\
         {\"i\":\"2\",\"s\":5,\"d\":\"2.5\",\"ts\":\"2020-01-01 00:00:00.123456\",\"l\":\"2020-01-01 00:00:00.5Z\",\"b\":\"true\"}\n\
         {\"i\":3.7,\"s\":{\"x\":1},\"d\":3,\"extra\":9}\n{\"i\":null,\"s\":[1,2],\"b\":1}\n[{\"i\":7},{\"i\":8}]\n",
    ),
    ("j2", "{\"i\":1}\nnot json\n{\"i\":\"abc\"}\n{\"i\":99999999999}\n"),
    ("j3", "{\"ts\":\"2020-01-01T00:00:00\",\"l\":\"2020-01-01T00:00:00Z\"}\n"),
];
