//! Rows kept until their widths are known: in memory, and in a temporary file when there are many.

use diag::{Error, Result};
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom, Write};

/// Bytes kept in memory before the file begins.
const MEMORY_LIMIT: usize = 32 * 1024 * 1024;

/// A sequence of cells: each its length and its bytes.
#[derive(Debug)]
pub(super) struct Spool {
    /// What is not in the file yet.
    buffer: Vec<u8>,
    file: Option<File>,
    rows: u64,
    memory_limit: usize,
}

impl Spool {
    pub(super) fn new() -> Self {
        Self::with_limit(MEMORY_LIMIT)
    }

    fn with_limit(memory_limit: usize) -> Self {
        Spool { buffer: Vec::new(), file: None, rows: 0, memory_limit }
    }

    pub(super) fn push_cell(&mut self, text: &str) -> Result<()> {
        let length = u32::try_from(text.len()).map_err(|_| Error::data("a cell of more than 4 GiB cannot be shown"))?;
        self.buffer.extend_from_slice(&length.to_le_bytes());
        self.buffer.extend_from_slice(text.as_bytes());
        if self.buffer.len() >= self.memory_limit {
            self.spill()?;
        }
        Ok(())
    }

    pub(super) fn end_row(&mut self) {
        self.rows += 1;
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    fn spill(&mut self) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile().map_err(|e| Error::from(e).context("cannot create a temporary file for the result"))?),
        };
        file.write_all(&self.buffer).map_err(|e| Error::from(e).context("cannot write the result to a temporary file"))?;
        self.buffer.clear();
        Ok(())
    }

    pub(super) fn into_reader(mut self) -> Result<SpoolReader> {
        let Some(_) = self.file else { return Ok(SpoolReader { input: Box::new(Cursor::new(self.buffer)) }) };
        self.spill()?;
        let Some(mut file) = self.file else { return Err(Error::internal("the temporary file is gone")) };
        file.seek(SeekFrom::Start(0))?;
        Ok(SpoolReader { input: Box::new(BufReader::with_capacity(1024 * 1024, file)) })
    }
}

pub(super) struct SpoolReader {
    input: Box<dyn Read>,
}

impl SpoolReader {
    /// Replaces `text` by the next cell.
    pub(super) fn next_cell(&mut self, text: &mut String) -> Result<()> {
        let mut length = [0; 4];
        self.input.read_exact(&mut length)?;
        let mut bytes = std::mem::take(text).into_bytes();
        bytes.clear();
        bytes.resize(u32::from_le_bytes(length) as usize, 0);
        self.input.read_exact(&mut bytes)?;
        *text = String::from_utf8(bytes).map_err(|e| Error::internal(e.to_string()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_from_memory_and_from_a_file() {
        for limit in [16, 1024] {
            let mut spool = Spool::with_limit(limit);
            for i in 0..20 {
                spool.push_cell(&format!("cell {i}")).expect("a temporary file can be written");
                spool.push_cell("").expect("a temporary file can be written");
                spool.end_row();
            }
            assert_eq!(spool.rows(), 20);
            let mut reader = spool.into_reader().expect("it was written");
            let mut text = String::new();
            for i in 0..20 {
                reader.next_cell(&mut text).expect("it was written");
                assert_eq!(text, format!("cell {i}"));
                reader.next_cell(&mut text).expect("it was written");
                assert_eq!(text, "");
            }
        }
    }
}
