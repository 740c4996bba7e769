//! Proposes a table for a file: reads its records, finds the type that the values of each column share, and lists the values that do not fit.
//!
//! A column gets a type other than STRING when more than 99 % of its values have the form of that type; the others are *odd ones out*.
//! Empty cells and texts such as `NULL` count for no type.

mod cell;
mod csv;
mod ddl;
mod json;
mod name;
mod parquet;
mod tally;

pub(crate) use ddl::create_table;
pub(crate) use name::table_name;

use diag::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What is proposed for a file.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    pub(crate) columns: Vec<ProposedColumn>,
    /// The options of the format, with their prefix.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) notes: Vec<Note>,
    /// The records that were looked at.
    pub(crate) rows: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProposedColumn {
    /// Not quoted.
    pub(crate) name: String,
    /// As SQL.
    pub(crate) data_type: String,
}

/// Something to know about the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// A sentence, or the beginning of one that the samples end.
    pub(crate) text: String,
    pub(crate) samples: Vec<Sample>,
    /// How many there are; the samples are the first of them.
    pub(crate) count: u64,
}

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// From 1.
    pub(crate) line: u64,
    /// In characters from 1; 0 when it is not known.
    pub(crate) column: u64,
    pub(crate) text: String,
}

/// What files can be profiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FileFormat {
    Csv,
    Json,
    Parquet,
}

impl FileFormat {
    /// The factory identifier.
    pub(crate) fn identifier(self) -> &'static str {
        match self {
            FileFormat::Csv => "csv",
            FileFormat::Json => "json",
            FileFormat::Parquet => "parquet",
        }
    }
}

impl Note {
    fn plain(text: impl Into<String>) -> Self {
        Note { text: text.into(), samples: Vec::new(), count: 0 }
    }
}

/// Tells the format of a file by its name, or else by how it begins.
pub(crate) fn format_of(path: &Path) -> Result<FileFormat> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("csv" | "tsv" | "psv") => return Ok(FileFormat::Csv),
        Some("json" | "jsonl" | "ndjson") => return Ok(FileFormat::Json),
        Some("parquet") => return Ok(FileFormat::Parquet),
        Some("gz" | "zst" | "bz2" | "xz" | "zip") => return Err(Error::unsupported(format!("'{}' is compressed", path.display()))),
        _ => {}
    }
    let mut start = [0; 512];
    let length = open(path)?.read(&mut start).map_err(|error| read_failed(path, error))?;
    let start = start[..length].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start[..length]);
    Ok(match start.trim_ascii_start() {
        [b'P', b'A', b'R', b'1', ..] => FileFormat::Parquet,
        [b'{' | b'[', ..] => FileFormat::Json,
        _ => FileFormat::Csv,
    })
}

/// Looks at the first `max_rows` records of a file.
pub(crate) fn profile(path: &Path, format: FileFormat, max_rows: u64) -> Result<Profile> {
    match format {
        FileFormat::Csv => csv::profile(open(path)?, max_rows),
        FileFormat::Json => json::profile(open(path)?, max_rows),
        FileFormat::Parquet => parquet::profile(open(path)?),
    }
    .map_err(|error| error.context(format!("cannot read '{}'", path.display())))
}

fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(|error| read_failed(path, error))
}

fn read_failed(path: &Path, error: std::io::Error) -> Error {
    Error::from(error).context(format!("cannot read '{}'", path.display()))
}
