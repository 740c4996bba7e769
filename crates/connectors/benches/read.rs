//! How fast csv and json files are read, on one core.

#![expect(clippy::print_stdout, reason = "the numbers are the result")]

use diag::{Result, Span};
use options::{Checks, Layer, LayeredOptions, OptionGroup, Origin, Subject, TABLE_OPTIONS, resolve};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use table::catalog::ObjectIdentifier;
use table::connector::{ConnectorLookup, Environment, Output, ReadOutcome, ScanColumn, ScanReport, ScanRequest, TableContext};
use table::function::Clock;
use table::schema::{Column, Schema};
use table::types::LogicalType as T;
use table::zone::Zone;
use tamias_connectors::Connectors;

const ROWS: u32 = 2_000_000;

#[derive(Debug)]
struct Still;

impl Clock for Still {
    fn now_millis(&self) -> i64 {
        0
    }
}

impl Output for Still {
    fn print(&self, _text: &str) -> Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> Result<()> {
        Ok(())
    }
}

fn main() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut csv = String::new();
    let mut json = String::new();
    for i in 0..ROWS {
        let (id, user, amount) = (i, i % 9973, f64::from(i % 100_000) / 100.0);
        let _ = writeln!(csv, "{id},user-{user},{amount},product {},2024-01-01 10:{:02}:{:02}", i % 77, i / 60 % 60, i % 60);
        let _ = writeln!(
            json,
            "{{\"id\":{id},\"user\":\"user-{user}\",\"amount\":{amount},\"product\":\"product {}\",\"ts\":\"2024-01-01 10:{:02}:{:02}\"}}",
            i % 77,
            i / 60 % 60,
            i % 60
        );
    }
    std::fs::write(directory.path().join("data.csv"), &csv).expect("written");
    std::fs::write(directory.path().join("data.json"), &json).expect("written");
    for format in ["csv", "json"] {
        for (what, columns) in [("all columns", vec![0, 1, 2, 3, 4]), ("two columns", vec![1, 2]), ("no columns", vec![])] {
            measure(directory.path(), format, what, &columns);
        }
    }
}

fn measure(directory: &Path, format: &str, what: &str, columns: &[usize]) {
    let table = table(directory, format);
    let source = Connectors.connector("filesystem").expect("a connector").source(&table).expect("a source");
    let request = ScanRequest { columns: columns.iter().copied().map(ScanColumn::Physical).collect(), ..ScanRequest::default() };
    let start = Instant::now();
    let splits = source.splits(&request, 2).expect("splits");
    let cutting = start.elapsed();
    let mut rows = 0;
    for split in &splits {
        let mut reader = source.open(&request, split).expect("a reader");
        while let ReadOutcome::Batch(batch) = reader.read(8192).expect("read") {
            rows += batch.rows.num_rows();
        }
    }
    let elapsed = start.elapsed();
    let size = std::fs::metadata(directory.join(format!("data.{format}"))).expect("a file").len() as f64 / 1e6;
    let rate = size / elapsed.as_secs_f64();
    println!(
        "{format:5} {what:12} {rate:7.0} MB/s  {rows} rows, {size:.0} MB, {:.0} ms, {:.0} ms of it to find the parts",
        elapsed.as_secs_f64() * 1e3,
        cutting.as_secs_f64() * 1e3
    );
}

fn table(directory: &Path, format: &str) -> TableContext {
    let mut options = LayeredOptions::new();
    for (key, value) in [("connector", "filesystem"), ("path", &format!("data.{format}")), ("format", format)] {
        options.set(key, value, Origin::nowhere(Layer::Definition));
    }
    let connector = Connectors.connector("filesystem").expect("a connector");
    let info = Connectors.format(format).expect("a format");
    let groups = vec![
        OptionGroup::connector("filesystem", connector.options()),
        OptionGroup::connector("filesystem", TABLE_OPTIONS),
        OptionGroup::format(format, info.options()),
    ];
    let (options, _) = resolve(Subject { name: "table 't'", span: Span::none() }, &options, groups, Checks::Strict);
    let columns = [("id", T::int()), ("user", T::string()), ("amount", T::double()), ("product", T::string()), ("ts", T::timestamp(3))];
    let columns = columns.into_iter().map(|(name, data_type)| Column::physical(name, data_type)).collect();
    TableContext {
        identifier: ObjectIdentifier::new("c", "d", "t"),
        schema: Arc::new(Schema { columns, ..Schema::default() }),
        partition_keys: vec![],
        options,
        span: Span::none(),
        environment: Arc::new(Environment {
            zone: Zone::UTC,
            directory: directory.to_owned(),
            streaming: false,
            parallelism: 2,
            report: Arc::new(ScanReport::default()),
            clock: Arc::new(Still),
            output: Arc::new(Still),
        }),
    }
}
