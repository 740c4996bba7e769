//! The rows of a datagen table, numbered from 0. Parts of the table are ranges of these numbers, so that sequences have each value once.

use super::generate::{Generator, Moment};
use super::random::Random;
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use std::ops::Range;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{Environment, ReadOutcome, ScanColumn, ScanRequest, ScanSource, Split, SplitReader, TableContext};
use table::types::{Field, arrow_schema};

#[derive(Debug)]
pub(super) struct DatagenSource {
    fields: Vec<Field>,
    generators: Vec<Generator>,
    /// How many rows there are; `None` without end.
    rows: Option<u64>,
    is_bounded: bool,
    rows_per_second: u64,
    environment: Arc<Environment>,
    seed: u64,
}

impl DatagenSource {
    pub(super) fn new(table: &TableContext) -> Result<Self> {
        let options = &table.options;
        let fields: Vec<Field> = table.schema.physical().map(|column| Field::new(column.name.clone(), column.data_type.clone())).collect();
        let generators = fields.iter().map(|field| Generator::new(&field.name, &field.data_type, options)).collect::<Result<_>>()?;
        let lengths = fields.iter().filter_map(|field| sequence_length(options, &field.name));
        let limit = options.opt_long("number-of-rows").map(|rows| rows.max(0) as u64);
        Ok(DatagenSource {
            generators,
            rows: lengths.chain(limit).min(),
            is_bounded: limit.is_some(),
            rows_per_second: options.get_long("rows-per-second").max(1) as u64,
            seed: table.environment.clock.chance(),
            environment: Arc::clone(&table.environment),
            fields,
        })
    }
}

/// How many values a column's sequence has, if it is one.
fn sequence_length(options: &options::ResolvedOptions, field: &str) -> Option<u64> {
    let number = |name: &str| options.opt_str(&format!("fields.{field}.{name}"))?.trim().parse::<i64>().ok();
    if options.get_str(&format!("fields.{field}.kind")) != "sequence" {
        return None;
    }
    Some(u64::try_from(i128::from(number("end")?) - i128::from(number("start")?) + 1).unwrap_or_default())
}

impl ScanSource for DatagenSource {
    fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    fn splits(&self, request: &ScanRequest, target: usize) -> Result<Vec<Split>> {
        // Without end each part counts from a place of its own, far from the others.
        let rows = self.rows.unwrap_or(u64::MAX / 2).min(request.limit.unwrap_or(u64::MAX));
        let parts = (target.max(1) as u64).min(rows.max(1));
        let bounds = |part: u64| (u128::from(rows) * u128::from(part) / u128::from(parts)) as u64;
        Ok((0..parts)
            .map(|part| Split::new(format!("rows:{}+{}", bounds(part), bounds(part + 1) - bounds(part)), bounds(part)..bounds(part + 1)))
            .collect())
    }

    fn open(&self, request: &ScanRequest, split: &Split) -> Result<Box<dyn SplitReader>> {
        let range = split.payload::<Range<u64>>().ok_or_else(|| Error::internal("a split of another source"))?;
        let mut columns = vec![];
        for column in &request.columns {
            let ScanColumn::Physical(index) = column else { return Err(Error::internal("the datagen connector has no metadata")) };
            columns.push(*index);
        }
        let fields = columns.iter().map(|column| (self.fields[*column].name.as_str(), &self.fields[*column].data_type));
        let pace = self.environment.streaming.then(|| Pace {
            // The parts share the rate.
            rows_per_second: self.rows_per_second.div_ceil(self.environment.parallelism.max(1) as u64),
            start: self.environment.clock.now_millis(),
            made: 0,
        });
        Ok(Box::new(DatagenReader {
            schema: arrow_schema(fields),
            generators: columns.iter().map(|column| self.generators[*column].clone()).collect(),
            random: Random::new(self.seed ^ range.start.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            next: range.start,
            end: range.end,
            pace,
            environment: Arc::clone(&self.environment),
        }))
    }
}

struct DatagenReader {
    schema: SchemaRef,
    generators: Vec<Generator>,
    random: Random,
    next: u64,
    end: u64,
    pace: Option<Pace>,
    environment: Arc<Environment>,
}

/// Rows come in a burst at the beginning of each second.
struct Pace {
    rows_per_second: u64,
    start: i64,
    made: u64,
}

impl Pace {
    fn allowed(&self, now: i64) -> u64 {
        let seconds = (now - self.start).max(0) as u64 / 1000 + 1;
        (seconds * self.rows_per_second).saturating_sub(self.made)
    }
}

impl SplitReader for DatagenReader {
    fn read(&mut self, max_rows: usize) -> Result<ReadOutcome> {
        if self.next >= self.end {
            return Ok(ReadOutcome::End);
        }
        let now = self.environment.clock.now_millis();
        let allowed = self.pace.as_ref().map_or(u64::MAX, |pace| pace.allowed(now));
        let count = (max_rows as u64).min(self.end - self.next).min(allowed);
        if count == 0 {
            return Ok(ReadOutcome::Idle);
        }
        let mut moment = Moment { random: &mut self.random, now_millis: now, zone: self.environment.zone, first_row: self.next };
        let arrays: Vec<ArrayRef> = self.generators.iter().map(|generator| generator.generate(count as usize, &mut moment)).collect();
        self.next += count;
        if let Some(pace) = &mut self.pace {
            pace.made += count;
        }
        let options = RecordBatchOptions::new().with_row_count(Some(count as usize));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options);
        rows.map(|rows| ReadOutcome::Batch(Batch::inserts(rows)))
            .map_err(|e| Error::internal("made-up rows do not fit the schema").with_source(e))
    }
}
