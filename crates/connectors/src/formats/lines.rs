//! Files with one record on a line: where they may be divided.

use diag::Result;
use memchr::memchr;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The beginnings of lines nearest to the places that divide a file evenly.
pub(super) fn cuts(path: &Path, length: u64, pieces: usize) -> Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let mut found = vec![];
    for piece in 1..pieces as u64 {
        let target = length / pieces as u64 * piece;
        let cut = next_line(&mut file, target)?;
        if cut < length && found.last().is_none_or(|last| *last < cut) {
            found.push(cut);
        }
    }
    Ok(found)
}

/// The beginning of the first line at or behind a place.
fn next_line(file: &mut File, target: u64) -> Result<u64> {
    let mut at = target.saturating_sub(1);
    file.seek(SeekFrom::Start(at))?;
    let mut chunk = [0; 8192];
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            return Ok(at);
        }
        if let Some(found) = memchr(b'\n', &chunk[..read]) {
            return Ok(at + found as u64 + 1);
        }
        at += read as u64;
    }
}
