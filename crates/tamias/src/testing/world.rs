//! What a case reads instead of tables, and what it writes: nothing outside is touched.

use super::data::{Cell, Placed, Rows, RowsSource, value_of};
use super::document::{Fixture, RowsFrom, TestFile};
use super::records::Records;
use crate::diagnostics::{FIXTURE_CELL, FIXTURE_COLUMN, MISSING_FIXTURE};
use arrow::array::ArrayRef;
use diag::{Diagnostic, Error, Result, Span, suggest};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::catalog::ObjectIdentifier;
use table::changelog::Batch;
use table::connector::{Committable, ScanSource, SinkRequest, SinkWriter, StandIns, TableContext, TableFactory, TableSink};
use table::types::arrow_type;
use table::value::values_to_array;
use table::zone::Zone;
use table::{Column, ColumnKind, LogicalType, Value};

/// A connector that reads nothing outside.
const MADE_UP: &str = "datagen";

/// A connector that shows its rows, which a test may expect too.
const PRINT: &str = "print";

/// The tables of one case.
pub(super) struct World {
    file: Arc<TestFile>,
    zone: Zone,
    /// The nearest to the case last.
    given: Vec<Given>,
    records: Records,
    state: Arc<Mutex<State>>,
}

/// A fixture that was read.
pub(super) struct Given {
    pub(super) index: usize,
    /// Its name by parts, the last one the name of the table.
    pub(super) name: Vec<String>,
    /// Empty for records and files.
    pub(super) rows: Rows,
}

#[derive(Debug, Default)]
struct State {
    used: BTreeSet<usize>,
    written: IndexMap<ObjectIdentifier, Written>,
}

/// What was written to a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub(super) columns: Vec<(String, LogicalType)>,
    pub(super) batches: Vec<Batch>,
}

impl World {
    pub(super) fn new(file: Arc<TestFile>, zone: Zone, given: Vec<Given>, records: Records) -> Self {
        World { file, zone, given, records, state: Arc::default() }
    }

    /// The fixtures that were read, by index into those of the file.
    pub(super) fn used(&self) -> BTreeSet<usize> {
        self.state().used.clone()
    }

    pub(super) fn written(&self) -> IndexMap<ObjectIdentifier, Written> {
        self.state().written.clone()
    }

    /// Moves the place of a bad record from the file that a block became to the block.
    pub(super) fn relocate(&self, diagnostic: &mut Diagnostic) {
        let Some(data) = &mut diagnostic.data else { return };
        let start = self.records.block_of(&data.file);
        let fixture = self.file.fixtures.iter().find(|fixture| Some(fixture.body.start) == start);
        if let Some(fixture) = fixture {
            let before = u64::from(self.file.line(fixture.body)) - 1;
            data.file.clone_from(&self.file.name);
            data.line += before;
            data.also.iter_mut().for_each(|line| *line += before);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn given(&self, table: &ObjectIdentifier) -> Option<&Given> {
        let parts = [&table.catalog, &table.database, &table.object];
        let is_meant = |given: &&Given| given.name.len() <= 3 && given.name.iter().rev().zip(parts.iter().rev()).all(|(a, b)| a == *b);
        self.given.iter().rev().find(is_meant)
    }

    fn rows(&self, given: &Given, table: &TableContext, factory: &dyn TableFactory) -> Result<RowsSource, Vec<Diagnostic>> {
        let fixture = &self.file.fixtures[given.index];
        let mut found = Vec::new();
        let columns = positions(&given.rows, fixture, table, &mut found);
        let offered = factory.metadata(&table.options);
        let mut source = RowsSource { physical: Vec::new(), metadata: HashMap::new(), rows: given.rows.rows.len() };
        for column in &table.schema.columns {
            let key = column.metadata_key();
            let offered = key.and_then(|key| offered.iter().find(|offered| offered.key == key));
            let data_type = offered.map_or(&column.data_type, |offered| &offered.data_type);
            let at = columns.iter().position(|known| *known == Some(column.name.as_str()));
            match (&column.kind, key) {
                (ColumnKind::Physical, _) => source.physical.push(self.array(given, at, column, data_type, fixture, &mut found)),
                (_, Some(key)) => {
                    let array = self.array(given, at, column, data_type, fixture, &mut found);
                    source.metadata.insert(key.to_owned(), array);
                }
                _ => {}
            }
        }
        if found.is_empty() { Ok(source) } else { Err(found) }
    }

    /// The cells of a column as its type; without a place among the rows it is NULL.
    fn array(
        &self,
        given: &Given,
        at: Option<usize>,
        column: &Column,
        data_type: &LogicalType,
        fixture: &Fixture,
        found: &mut Vec<Diagnostic>,
    ) -> ArrayRef {
        let rows = &given.rows.rows;
        let mut values = Vec::with_capacity(rows.len());
        let must_be_there = column.kind == ColumnKind::Physical && !data_type.nullable;
        if must_be_there && at.is_none() && !rows.is_empty() {
            let message = format!("column '{}' is NOT NULL, and the rows leave it out", column.name);
            found.push(declared(Diagnostic::error(FIXTURE_COLUMN, fixture.table.span, message), column));
        }
        for row in rows {
            let Some((cell, span)) = at.map(|at| &row[at]) else {
                values.push(Value::Null);
                continue;
            };
            let value = self.value(cell, *span, column, data_type, found);
            if must_be_there && value.is_null() && matches!(cell, Cell::Null) {
                let message = format!("column '{}' is NOT NULL", column.name);
                found.push(declared(Diagnostic::error(FIXTURE_CELL, *span, message), column));
            }
            values.push(value);
        }
        let array = values_to_array(&values.iter().collect::<Vec<_>>(), data_type);
        array.unwrap_or_else(|error| {
            found.push(Diagnostic::error(FIXTURE_CELL, fixture.table.span, error.message));
            arrow::array::new_null_array(&arrow_type(data_type), rows.len())
        })
    }

    fn value(&self, cell: &Cell, span: Span, column: &Column, data_type: &LogicalType, found: &mut Vec<Diagnostic>) -> Value {
        value_of(cell, data_type, self.zone).unwrap_or_else(|reason| {
            let diagnostic = Diagnostic::error(FIXTURE_CELL, span, format!("{reason}, for column '{}'", column.name));
            let is_empty = *cell == Cell::Text(String::new());
            found.push(declared(if is_empty { diagnostic.with_help("NULL is written NULL.") } else { diagnostic }, column));
            Value::Null
        })
    }

    fn missing(&self, table: &TableContext) -> Diagnostic {
        let name = &table.identifier.object;
        let diagnostic = Diagnostic::error(MISSING_FIXTURE, table.span, format!("table '{name}' has no rows in this test"));
        let known = self.given.iter().filter_map(|given| given.name.last().map(String::as_str));
        match suggest::nearest(name, known) {
            Some(near) => diagnostic.with_help(format!("There are rows for '{near}'.")),
            None => diagnostic.with_help(format!("Give it rows: ```csv {name}, with a header.")),
        }
    }
}

/// The column of the table that each column of the rows is; what is none is reported.
fn positions<'t>(rows: &Rows, fixture: &Fixture, table: &'t TableContext, found: &mut Vec<Diagnostic>) -> Vec<Option<&'t str>> {
    let is_computed = |column: &&Column| matches!(column.kind, ColumnKind::Computed(_));
    if let (RowsFrom::Block(_), true) = (&fixture.rows, rows.columns.is_empty()) {
        // Rows of SQL without a list of columns.
        let width = rows.rows.first().map_or(0, Vec::len);
        let names: Vec<_> =
            table.schema.columns.iter().filter(|column| !is_computed(column)).map(|column| Some(column.name.as_str())).collect();
        if width > names.len() {
            let message = format!("the rows have {width} values, table '{}' has {} columns", table.identifier.object, names.len());
            found.push(Diagnostic::error(FIXTURE_COLUMN, fixture.table.span, message));
        }
        return names.into_iter().take(width).collect();
    }
    let mut known: Vec<Option<&str>> = Vec::new();
    for (name, span) in &rows.columns {
        let column = table.schema.column(name);
        let problem = match column {
            None => Some(format!("table '{}' has no column '{name}'", table.identifier.object)),
            Some(column) if is_computed(&column) => Some(format!("column '{name}' is computed, so rows cannot give it")),
            Some(_) if known.contains(&Some(name.as_str())) => Some(format!("column '{name}' is there twice")),
            Some(_) => None,
        };
        known.push(column.filter(|_| problem.is_none()).map(|column| column.name.as_str()));
        let Some(problem) = problem else { continue };
        let diagnostic = Diagnostic::error(FIXTURE_COLUMN, *span, problem);
        let names = table.schema.columns.iter().filter(|column| !is_computed(column)).map(|column| column.name.as_str());
        found.push(match (column, suggest::nearest(name, names)) {
            (None, Some(near)) => diagnostic.with_fix(format!("did you mean '{near}'?"), *span, near),
            (Some(column), _) => declared(diagnostic, column),
            _ => diagnostic,
        });
    }
    known
}

fn declared(diagnostic: Diagnostic, column: &Column) -> Diagnostic {
    if column.span.is_none() { diagnostic } else { diagnostic.with_label(column.span, "declared here") }
}

impl StandIns for World {
    fn has_rows(&self, table: &ObjectIdentifier) -> bool {
        self.given(table).is_some()
    }

    fn source(
        &self,
        table: &TableContext,
        rows_of: &ObjectIdentifier,
        factory: &'static dyn TableFactory,
    ) -> Result<Option<Arc<dyn ScanSource>>, Vec<Diagnostic>> {
        if let Some(given) = self.given(rows_of) {
            self.state().used.insert(given.index);
            let fixture = &self.file.fixtures[given.index];
            return match &fixture.rows {
                RowsFrom::Block(_) | RowsFrom::Columns(..) => Ok(Some(Arc::new(self.rows(given, table, factory)?))),
                RowsFrom::Raw => self.records.of_block(&self.file, fixture, table, factory).map(Some).map_err(|found| vec![*found]),
                RowsFrom::File(path) => self.records.of_file(path, table, factory).map(Some).map_err(|found| vec![*found]),
            };
        }
        if let Some(written) = self.state().written.get(rows_of) {
            return written
                .source(table)
                .map(|source| Some(Arc::new(source) as Arc<dyn ScanSource>))
                .map_err(|error| vec![Diagnostic::error(MISSING_FIXTURE, table.span, error.message)]);
        }
        match factory.identifier() {
            MADE_UP => Ok(None),
            _ => Err(vec![self.missing(table)]),
        }
    }

    fn sink(&self, table: &TableContext, request: &SinkRequest, factory: &'static dyn TableFactory) -> Result<Arc<dyn TableSink>> {
        let shown = if factory.identifier() == PRINT { Some(factory.sink(table, request)?) } else { None };
        let columns = table.schema.persisted().map(|column| (column.name.clone(), column.data_type.clone())).collect();
        Ok(Arc::new(CaptureSink {
            table: table.identifier.clone(),
            columns,
            overwrite: request.overwrite,
            shown,
            state: Arc::clone(&self.state),
        }))
    }
}

impl Written {
    /// The rows for a later statement that reads the table.
    fn source(&self, table: &TableContext) -> Result<RowsSource> {
        let rows: usize = self.batches.iter().map(|batch| batch.rows.num_rows()).sum();
        let mut source = RowsSource { physical: Vec::new(), metadata: HashMap::new(), rows };
        for column in &table.schema.columns {
            let at = self.columns.iter().position(|(name, _)| *name == column.name);
            let parts: Vec<&dyn arrow::array::Array> =
                at.iter().flat_map(|at| self.batches.iter().map(|batch| batch.rows.column(*at).as_ref())).collect();
            let array = match parts.is_empty() {
                true => arrow::array::new_null_array(&arrow_type(&column.data_type), rows),
                false => concat(&parts)?,
            };
            match (&column.kind, column.metadata_key()) {
                (ColumnKind::Physical, _) => source.physical.push(array),
                (_, Some(key)) => drop(source.metadata.insert(key.to_owned(), array)),
                _ => {}
            }
        }
        Ok(source)
    }
}

fn concat(parts: &[&dyn arrow::array::Array]) -> Result<ArrayRef> {
    arrow::compute::concat(parts).map_err(|error| Error::internal(format!("rows that were written cannot be read: {error}")))
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World")
    }
}

/// Keeps what is written.
#[derive(Debug)]
struct CaptureSink {
    table: ObjectIdentifier,
    columns: Vec<(String, LogicalType)>,
    overwrite: bool,
    /// What prints the rows too.
    shown: Option<Arc<dyn TableSink>>,
    state: Arc<Mutex<State>>,
}

impl TableSink for CaptureSink {
    fn writer(&self, task: usize) -> Result<Box<dyn SinkWriter>> {
        let shown = self.shown.as_ref().map(|shown| shown.writer(task)).transpose()?;
        Ok(Box::new(CaptureWriter { batches: Vec::new(), shown }))
    }

    fn commit(&self, committed: Vec<Committable>) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let written = state.written.entry(self.table.clone()).or_default();
        written.columns.clone_from(&self.columns);
        if self.overwrite {
            written.batches.clear();
        }
        for part in committed {
            if let Ok(batches) = part.downcast::<Vec<Batch>>() {
                written.batches.extend(*batches);
            }
        }
        Ok(())
    }

    fn abort(&self) {}
}

struct CaptureWriter {
    batches: Vec<Batch>,
    shown: Option<Box<dyn SinkWriter>>,
}

impl SinkWriter for CaptureWriter {
    fn write(&mut self, batch: &Batch) -> Result<()> {
        self.batches.push(batch.clone());
        match &mut self.shown {
            Some(shown) => shown.write(batch),
            None => Ok(()),
        }
    }

    fn finish(self: Box<Self>) -> Result<Committable> {
        if let Some(shown) = self.shown {
            shown.finish()?;
        }
        Ok(Box::new(self.batches))
    }
}

/// Rows that SQL gave, by the order of the columns.
pub(super) fn rows_of_values(columns: Vec<(String, Span)>, rows: Vec<Vec<Placed>>) -> Rows {
    let places = rows.iter().map(|row| row.first().map_or(Span::none(), |(_, span)| *span)).collect();
    Rows { columns, rows, places }
}
