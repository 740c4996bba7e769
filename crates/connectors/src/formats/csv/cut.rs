//! Finds places in a CSV file where records begin, so that parts of it can be read on their own.
//!
//! A line feed inside quotes ends no record, and whether a quote opens a cell depends on what stands before it, so the file is looked
//! through from its beginning; the search hops from quote to quote.

use super::options::Dialect;
use diag::Result;
use memchr::memchr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

const CHUNK: usize = 1 << 20;

/// The beginnings of records nearest to the places that divide the file evenly.
pub(super) fn cuts(path: &Path, length: u64, pieces: usize, dialect: &Dialect) -> Result<Vec<u64>> {
    let is_simple = dialect.escape.is_none() && !dialect.comments && !dialect.trim && dialect.delimiter.len() == 1;
    let quote = dialect.quote.filter(|quote| quote.len() == 1);
    if pieces < 2 || !is_simple || quote.is_some() != dialect.quote.is_some() {
        return Ok(vec![]);
    }
    let targets = (1..pieces as u64).map(|piece| length / pieces as u64 * piece).collect();
    let mut search = Search {
        quote: quote.map(|quote| quote.first()),
        delimiter: dialect.delimiter.first(),
        targets,
        cuts: vec![],
        state: State::Outside,
        before: b'\n',
        offset: 0,
    };
    let mut file = File::open(path)?;
    let mut chunk = vec![0; CHUNK];
    while !search.targets.is_empty() {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        search.look_through(&chunk[..read]);
    }
    search.cuts.retain(|cut| *cut < length);
    Ok(search.cuts)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    Inside,
    /// Behind a quote inside of quotes: either it is doubled or it has closed the cell.
    AfterQuote,
}

struct Search {
    quote: Option<u8>,
    delimiter: u8,
    /// Ascending places; the next cut is the first beginning of a record behind the first of them.
    targets: Vec<u64>,
    cuts: Vec<u64>,
    state: State,
    /// The byte before the chunk.
    before: u8,
    /// Where the chunk begins.
    offset: u64,
}

impl Search {
    fn look_through(&mut self, chunk: &[u8]) {
        let mut at = 0;
        while at < chunk.len() {
            at = match self.state {
                State::Outside => self.outside(chunk, at),
                State::Inside => self.inside(chunk, at),
                State::AfterQuote if Some(chunk[at]) == self.quote => {
                    self.state = State::Inside;
                    at + 1
                }
                State::AfterQuote => {
                    self.state = State::Outside;
                    at
                }
            };
        }
        self.before = chunk.last().copied().unwrap_or(self.before);
        self.offset += chunk.len() as u64;
    }

    fn outside(&mut self, chunk: &[u8], at: usize) -> usize {
        let quote = self.quote.and_then(|quote| memchr(quote, &chunk[at..])).map(|found| at + found);
        self.cut_in(chunk, at, quote.unwrap_or(chunk.len()));
        let Some(quote) = quote else { return chunk.len() };
        let before = if quote == 0 { self.before } else { chunk[quote - 1] };
        if before == self.delimiter || matches!(before, b'\n' | b'\r') {
            self.state = State::Inside;
        }
        quote + 1
    }

    fn inside(&mut self, chunk: &[u8], at: usize) -> usize {
        match self.quote.and_then(|quote| memchr(quote, &chunk[at..])) {
            Some(found) => {
                self.state = State::AfterQuote;
                at + found + 1
            }
            None => chunk.len(),
        }
    }

    /// Cuts at line feeds between two places in the chunk, which are outside of quotes.
    fn cut_in(&mut self, chunk: &[u8], from: usize, to: usize) {
        while let Some(&target) = self.targets.first() {
            if target >= self.offset + to as u64 {
                return;
            }
            // The record that begins exactly at the target is found by the line feed before it.
            let start = (target.saturating_sub(self.offset + 1) as usize).max(from);
            let Some(found) = chunk.get(start..to).and_then(|part| memchr(b'\n', part)) else { return };
            let cut = self.offset + (start + found + 1) as u64;
            self.cuts.push(cut);
            self.targets.retain(|target| *target > cut);
        }
    }
}
