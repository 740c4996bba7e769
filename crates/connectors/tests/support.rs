//! Tables without a catalog, and their rows as text.

use diag::{Diagnostic, Result, Span};
use options::{Checks, Layer, LayeredOptions, OptionGroup, Origin, Subject, TABLE_OPTIONS, resolve};
use std::path::Path;
use std::sync::{Arc, Mutex};
use table::catalog::ObjectIdentifier;
use table::changelog::Batch;
use table::connector::{
    ConnectorLookup, Environment, Output, ReadOutcome, ScanColumn, ScanReport, ScanRequest, SinkRequest, TableContext, TableFactory,
};
use table::function::Clock;
use table::schema::{Column, PrimaryKey, Schema};
use table::types::{LogicalType, TypeKind};
use table::zone::Zone;
use tamias_connectors::Connectors;

/// What was printed.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) text: Mutex<String>,
    pub(crate) error: Mutex<String>,
}

impl Output for Printed {
    fn print(&self, text: &str) -> Result<()> {
        self.text.lock().expect("a lock").push_str(text);
        Ok(())
    }

    fn print_error(&self, text: &str) -> Result<()> {
        self.error.lock().expect("a lock").push_str(text);
        Ok(())
    }
}

/// A clock that stands still until it is told.
#[derive(Debug)]
pub(crate) struct TestClock(pub(crate) Mutex<i64>);

impl Clock for TestClock {
    fn now_millis(&self) -> i64 {
        *self.0.lock().expect("a lock")
    }

    fn chance(&self) -> u64 {
        self.now_millis().cast_unsigned()
    }
}

/// A table that is being described.
pub(crate) struct Table {
    connector: String,
    options: LayeredOptions,
    schema: Schema,
    partition_keys: Vec<String>,
    environment: Environment,
    pub(crate) printed: Arc<Printed>,
    pub(crate) clock: Arc<TestClock>,
}

impl Table {
    pub(crate) fn new(connector: &str, columns: &[(&str, LogicalType)]) -> Self {
        let printed = Arc::new(Printed::default());
        let clock = Arc::new(TestClock(Mutex::new(1_700_000_000_000)));
        let environment = Environment {
            zone: Zone::UTC,
            directory: std::env::temp_dir(),
            streaming: false,
            parallelism: 2,
            report: Arc::new(ScanReport::default()),
            clock: clock.clone(),
            output: printed.clone(),
        };
        let columns = columns.iter().map(|(name, data_type)| Column::physical(*name, data_type.clone())).collect();
        let schema = Schema { columns, ..Schema::default() };
        let table = Table {
            connector: connector.to_owned(),
            options: LayeredOptions::new(),
            schema,
            partition_keys: vec![],
            environment,
            printed,
            clock,
        };
        table.with("connector", connector)
    }

    pub(crate) fn with(mut self, key: &str, value: impl AsRef<str>) -> Self {
        self.options.set(key, value.as_ref(), Origin::nowhere(Layer::Definition));
        self
    }

    pub(crate) fn in_directory(mut self, directory: &Path) -> Self {
        self.environment.directory = directory.to_owned();
        self
    }

    pub(crate) fn streaming(mut self) -> Self {
        self.environment.streaming = true;
        self
    }

    pub(crate) fn partitioned_by(mut self, keys: &[&str]) -> Self {
        self.partition_keys = keys.iter().map(|key| key.to_string()).collect();
        self
    }

    pub(crate) fn with_key(mut self, column: &str) -> Self {
        self.schema.primary_key = Some(PrimaryKey { name: "PK".into(), columns: vec![column.into()], span: Span::none() });
        self
    }

    pub(crate) fn factory(&self) -> &'static dyn TableFactory {
        Connectors.connector(&self.connector).expect("a connector")
    }

    fn groups(&self) -> Vec<OptionGroup> {
        let factory = self.factory();
        let mut groups = vec![
            OptionGroup::connector(factory.identifier(), factory.options()).with_fields(field_paths(&self.schema)),
            OptionGroup::connector(factory.identifier(), TABLE_OPTIONS),
        ];
        for key in factory.format_keys() {
            if let Some(format) = self.options.get(key).and_then(|name| Connectors.format(name)) {
                let under = key.strip_suffix("format").unwrap_or_default();
                groups.push(OptionGroup::format(format.identifier(), format.options()).under(under));
            }
        }
        groups
    }

    /// The table as connectors see it, and all that is wrong with it.
    pub(crate) fn checked(&self) -> (TableContext, Vec<Diagnostic>) {
        let subject = Subject { name: "table 't'", span: Span::none() };
        let (options, mut diagnostics) = resolve(subject, &self.options, self.groups(), Checks::Strict);
        let context = TableContext {
            identifier: ObjectIdentifier::new("c", "d", "t"),
            schema: Arc::new(self.schema.clone()),
            partition_keys: self.partition_keys.clone(),
            options,
            span: Span::none(),
            environment: Arc::new(self.environment.clone()),
        };
        if diagnostics.is_empty() {
            diagnostics.extend(self.factory().check(&context));
            for key in self.factory().format_keys() {
                if let Some(format) = self.options.get(key).and_then(|name| Connectors.format(name)) {
                    let prefix = format!("{}{}.", key.strip_suffix("format").unwrap_or_default(), format.identifier());
                    diagnostics.extend(format.check(&context.options.under(&prefix), &context.schema));
                }
            }
        }
        (context, diagnostics)
    }

    pub(crate) fn context(&self) -> TableContext {
        let (context, diagnostics) = self.checked();
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        context
    }

    /// The messages about what is wrong.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.checked().1.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    /// All physical columns.
    pub(crate) fn all(&self) -> Vec<ScanColumn> {
        (0..self.schema.columns.len()).map(ScanColumn::Physical).collect()
    }

    /// The rows of all splits, sorted.
    pub(crate) fn rows(&self) -> Result<Vec<String>> {
        self.scan(&ScanRequest { columns: self.all(), ..ScanRequest::default() }, 2)
    }

    pub(crate) fn scan(&self, request: &ScanRequest, target: usize) -> Result<Vec<String>> {
        let source = self.factory().source(&self.context())?;
        let mut rows = vec![];
        for split in source.splits(request, target)? {
            let mut reader = source.open(request, &split)?;
            while let ReadOutcome::Batch(batch) = reader.read(1000)? {
                rows.extend(self.shown(&batch, request)?);
            }
        }
        rows.sort();
        Ok(rows)
    }

    /// Rows as the print connector shows them.
    pub(crate) fn shown(&self, batch: &Batch, request: &ScanRequest) -> Result<Vec<String>> {
        let columns: Vec<(String, LogicalType)> = request
            .columns
            .iter()
            .enumerate()
            .map(|(i, column)| match column {
                ScanColumn::Physical(index) => (format!("c{i}"), self.schema.columns[*index].data_type.clone()),
                ScanColumn::Metadata { data_type, .. } => (format!("c{i}"), data_type.clone()),
            })
            .collect();
        let columns: Vec<(&str, LogicalType)> = columns.iter().map(|(name, data_type)| (name.as_str(), data_type.clone())).collect();
        let print = Table::new("print", &columns);
        let sink = print.factory().sink(&print.context(), &SinkRequest::default())?;
        sink.writer(0)?.write(batch)?;
        let text = print.printed.text.lock().expect("a lock").clone();
        Ok(text.lines().map(|line| line.trim_start_matches("+I[").trim_end_matches(']').to_owned()).collect())
    }

    /// Writes rows with some tasks, and publishes them.
    pub(crate) fn write(&self, batches: &[Batch], request: &SinkRequest) -> Result<()> {
        let sink = self.factory().sink(&self.context(), request)?;
        let mut written = vec![];
        for (task, batch) in batches.iter().enumerate() {
            let mut writer = sink.writer(task)?;
            writer.write(batch)?;
            written.push(writer.finish()?);
        }
        sink.commit(written)
    }
}

/// The paths of fields and of what is in them.
fn field_paths(schema: &Schema) -> Vec<String> {
    let mut paths = vec![];
    for column in &schema.columns {
        add_paths(&column.name, &column.data_type, &mut paths);
    }
    paths
}

fn add_paths(path: &str, data_type: &LogicalType, paths: &mut Vec<String>) {
    paths.push(path.to_owned());
    let mut inner = |name: &str, data_type: &LogicalType| add_paths(&format!("{path}.{name}"), data_type, paths);
    match &data_type.kind {
        TypeKind::Array(element) | TypeKind::Multiset(element) => inner("element", element),
        TypeKind::Map(key, value) => {
            inner("key", key);
            inner("value", value);
        }
        TypeKind::Row(fields) => fields.iter().for_each(|field| inner(&field.name, &field.data_type)),
        _ => {}
    }
}
