//! Finds records and cells in CSV text.
//!
//! The rules are those of Jackson's CSV reader, which Flink uses. A quote opens a quoted cell only as the first character of the cell; after
//! the closing quote only blanks may follow. A record ends with a line feed, a carriage return, or both. Escapes work inside and outside of
//! quotes. Only the cells that are asked for are kept.

use super::marks::Marks;
use super::options::Dialect;
use arrow::buffer::Buffer;
use memchr::memchr;

/// Where the text of a cell is. Texts with doubled quotes or escapes do not stand in the block as they are; they are written to a side buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    start: u32,
    len: u32,
}

const IN_SIDE: u32 = 1 << 31;

impl Cell {
    /// A cell that the record does not have.
    pub(super) const MISSING: Cell = Cell { start: u32::MAX, len: u32::MAX };

    pub(super) fn is_missing(self) -> bool {
        self.len == u32::MAX
    }

    fn in_block(start: usize, end: usize) -> Cell {
        Cell { start: start as u32, len: (end - start) as u32 }
    }

    fn in_side(start: usize, end: usize) -> Cell {
        Cell { start: start as u32 | IN_SIDE, len: (end - start) as u32 }
    }

    /// The part of this cell that begins at `from` and is `len` bytes long.
    pub(super) fn part(self, from: usize, len: usize) -> Cell {
        Cell { start: self.start + from as u32, len: len as u32 }
    }

    #[inline]
    fn text<'a>(self, block: &'a [u8], side: &'a [u8]) -> &'a [u8] {
        let (buffer, start) = self.address();
        let from = if buffer == 0 { block } else { side };
        &from[start as usize..start as usize + self.len as usize]
    }

    /// The buffer (0 is the block, 1 is the side buffer) and the offset in it.
    pub(super) fn address(self) -> (u32, u32) {
        (self.start >> 31, self.start & !IN_SIDE)
    }
}

/// The records of a block, by column.
#[derive(Debug)]
pub(super) struct Records {
    /// Where each record begins in the block.
    pub(super) starts: Vec<u32>,
    /// For each column that was asked for, the cell of each record.
    pub(super) columns: Vec<Vec<Cell>>,
    pub(super) side: Buffer,
    /// Records that are left out, with the number of good records before each.
    pub(super) dropped: Vec<(usize, Dropped)>,
    /// The first record that cannot be read; scanning stopped before it.
    pub(super) broken: Option<Dropped>,
    /// Records with fewer cells than columns, by index.
    pub(super) short: Vec<(u32, u32)>,
    /// Where the block was left: the next record begins here.
    pub(super) end: usize,
}

/// A record that cannot be used.
#[derive(Clone, Debug)]
pub(super) struct Dropped {
    pub(super) start: usize,
    /// Where in the record the reason shows.
    pub(super) at: usize,
    /// The end of the record, without its line end.
    pub(super) end: usize,
    pub(super) why: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    TooMany { text: String },
    TooFew { found: usize },
    AfterQuote { found: char },
    OpenQuote,
}

impl Records {
    fn new(columns: usize, max: usize, from: usize) -> Self {
        let columns = (0..columns).map(|_| Vec::with_capacity(max.min(8192))).collect();
        Records { starts: vec![], columns, side: Buffer::default(), dropped: vec![], broken: None, short: vec![], end: from }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn text<'a>(&'a self, block: &'a [u8], cell: Cell) -> &'a [u8] {
        cell.text(block, &self.side)
    }
}

/// Reads records with a dialect.
#[derive(Debug)]
pub(super) struct Scanner {
    dialect: Dialect,
    /// How many columns a record has.
    arity: usize,
    /// For each column of a record the place among the wanted columns.
    wanted: Vec<Option<u32>>,
    count: usize,
}

impl Scanner {
    /// A scanner for records of `arity` columns that keeps the columns `wanted`, in this order.
    pub(super) fn new(dialect: Dialect, arity: usize, wanted: &[usize]) -> Self {
        let mut slots = vec![None; arity];
        for (slot, &column) in wanted.iter().enumerate() {
            slots[column] = Some(slot as u32);
        }
        Scanner { dialect, arity, wanted: slots, count: wanted.len() }
    }

    /// Reads up to `max` records that begin at `from`. Unless this is the `last` block, a record that may go on behind it is left for later.
    pub(super) fn scan(&self, block: &Buffer, from: usize, max: usize, last: bool) -> Records {
        let mut records = Records::new(self.count, max, from);
        let mut side = Vec::new();
        let mut cursor = Cursor { data: block, marks: Marks::new(block, from, &self.dialect), at: from, last, dialect: &self.dialect };
        while records.len() < max {
            if self.dialect.comments && !cursor.skip_comments() {
                break;
            }
            let start = cursor.at;
            if start >= block.len() {
                records.end = start;
                break;
            }
            match self.record(&mut cursor, &mut records, &mut side) {
                Step::Read => records.starts.push(start as u32),
                Step::Incomplete => {
                    records.forget_partial();
                    break;
                }
                Step::Faulty { at, end, why } => {
                    records.forget_partial();
                    let dropped = Dropped { start, at, end, why };
                    if !self.dialect.ignore_errors {
                        records.broken = Some(dropped);
                        break;
                    }
                    records.dropped.push((records.len(), dropped));
                }
            }
            records.end = cursor.at;
        }
        if records.broken.is_none() && cursor.at >= block.len() && last {
            records.end = cursor.at;
        }
        records.side = Buffer::from_vec(side);
        records
    }

    /// Reads one record, and leaves the cursor behind its line end.
    fn record(&self, cursor: &mut Cursor<'_>, records: &mut Records, side: &mut Vec<u8>) -> Step {
        let mut column = 0;
        loop {
            let start = cursor.at;
            let (cell, stop) = match cursor.cell(side) {
                Found::Cell(cell, stop) => (cell, stop),
                Found::Incomplete => return Step::Incomplete,
                Found::Faulty(at, why) => return cursor.skip_record(at, why),
            };
            if column < self.arity {
                if let Some(slot) = self.wanted[column] {
                    records.columns[slot as usize].push(cell);
                }
            } else if !self.dialect.ignore_trailing && !self.tolerates(column, &stop, cell.text(cursor.data, side)) {
                let text = String::from_utf8_lossy(cell.text(cursor.data, side)).into_owned();
                let why = Fault::TooMany { text };
                return match stop {
                    Stop::Delimiter => cursor.skip_record(start, why),
                    Stop::End(end) => Step::Faulty { at: start, end, why },
                };
            }
            column += 1;
            if let Stop::End(end) = stop {
                return self.end_of_record(column, end, records);
            }
        }
    }

    /// One blank cell too many is the trace of a delimiter at the end of the line.
    fn tolerates(&self, column: usize, stop: &Stop, text: &[u8]) -> bool {
        let is_last = matches!(stop, Stop::End(_));
        self.dialect.trailing_delimiter && column == self.arity && is_last && text.iter().all(|byte| *byte <= b' ')
    }

    fn end_of_record(&self, found: usize, end: usize, records: &mut Records) -> Step {
        if found < self.arity {
            if self.dialect.fail_on_missing {
                return Step::Faulty { at: end, end, why: Fault::TooFew { found } };
            }
            records.short.push((records.len() as u32, found as u32));
            for slot in self.wanted[found..].iter().flatten() {
                records.columns[*slot as usize].push(Cell::MISSING);
            }
        }
        Step::Read
    }

    /// Finds the text of one column of a record, for messages.
    pub(super) fn locate(&self, block: &Buffer, record: usize, column: usize) -> (usize, usize) {
        let mut cursor =
            Cursor { data: block, marks: Marks::new(block, record, &self.dialect), at: record, last: true, dialect: &self.dialect };
        let mut side = Vec::new();
        for _ in 0..column {
            if !matches!(cursor.cell(&mut side), Found::Cell(_, Stop::Delimiter)) {
                break;
            }
        }
        let start = cursor.at;
        let end = match cursor.cell(&mut side) {
            Found::Cell(_, Stop::End(end)) => end,
            Found::Cell(_, Stop::Delimiter) => cursor.at - self.dialect.delimiter.len(),
            _ => block.len(),
        };
        (start, end.max(start))
    }

    /// Finds the end of a record, without its line end, for messages.
    pub(super) fn record_end(&self, block: &Buffer, record: usize) -> usize {
        let mut cursor =
            Cursor { data: block, marks: Marks::new(block, record, &self.dialect), at: record, last: true, dialect: &self.dialect };
        let mut side = Vec::new();
        loop {
            match cursor.cell(&mut side) {
                Found::Cell(_, Stop::Delimiter) => {}
                Found::Cell(_, Stop::End(end)) => return end,
                _ => return block.len(),
            }
        }
    }
}

impl Records {
    /// Takes back the cells of a record that was begun.
    fn forget_partial(&mut self) {
        let complete = self.starts.len();
        for column in &mut self.columns {
            column.truncate(complete);
        }
    }
}

/// What became of a record.
enum Step {
    Read,
    Incomplete,
    Faulty { at: usize, end: usize, why: Fault },
}

enum Found {
    Cell(Cell, Stop),
    Incomplete,
    Faulty(usize, Fault),
}

/// What ended a cell.
enum Stop {
    Delimiter,
    /// The record ends too, at this place; the cursor is behind the line end.
    End(usize),
}

struct Cursor<'a> {
    data: &'a [u8],
    marks: Marks<'a>,
    at: usize,
    last: bool,
    dialect: &'a Dialect,
}

impl Cursor<'_> {
    /// Reads the cell at the cursor.
    fn cell(&mut self, side: &mut Vec<u8>) -> Found {
        if self.dialect.trim {
            self.skip_blanks();
        }
        match self.dialect.quote {
            Some(quote) if quote.is_at(self.data, self.at) => self.quoted_cell(quote.len(), side),
            _ => self.plain_cell(side),
        }
    }

    fn plain_cell(&mut self, side: &mut Vec<u8>) -> Found {
        let start = self.at;
        loop {
            let Some(mark) = self.marks.next() else {
                if !self.last {
                    return Found::Incomplete;
                }
                self.at = self.data.len();
                return Found::Cell(self.trimmed(start, self.at), Stop::End(self.at));
            };
            if self.dialect.delimiter.is_at(self.data, mark) {
                self.at = mark + self.dialect.delimiter.len();
                return Found::Cell(self.trimmed(start, mark), Stop::Delimiter);
            }
            match self.data[mark] {
                b'\n' | b'\r' => {
                    return match self.line_end(mark) {
                        Some(stop) => Found::Cell(self.trimmed(start, mark), stop),
                        None => Found::Incomplete,
                    };
                }
                _ if self.dialect.escape.is_some_and(|escape| escape.is_at(self.data, mark)) => return self.escaped_cell(start, side),
                // The first byte of a character of several bytes that is not the delimiter.
                _ => {}
            }
        }
    }

    /// Reads a cell without quotes that has escapes.
    fn escaped_cell(&mut self, start: usize, side: &mut Vec<u8>) -> Found {
        let from = side.len();
        let mut at = start;
        loop {
            if at >= self.data.len() {
                if !self.last {
                    return Found::Incomplete;
                }
                self.at = at;
                return Found::Cell(self.trimmed_side(side, from), Stop::End(at));
            }
            if self.dialect.delimiter.is_at(self.data, at) {
                self.move_to(at + self.dialect.delimiter.len());
                return Found::Cell(self.trimmed_side(side, from), Stop::Delimiter);
            }
            match self.data[at] {
                b'\n' | b'\r' => {
                    self.marks.skip_to(at + 1);
                    return match self.line_end(at) {
                        Some(stop) => Found::Cell(self.trimmed_side(side, from), stop),
                        None => Found::Incomplete,
                    };
                }
                byte => match self.unescape(at, side) {
                    Some(next) => at = next,
                    None if self.dialect.escape.is_some_and(|escape| escape.is_at(self.data, at)) => return Found::Incomplete,
                    None => {
                        side.push(byte);
                        at += 1;
                    }
                },
            }
        }
    }

    /// Writes what an escape stands for and returns the place behind it; `None` when there is no complete escape here.
    fn unescape(&self, at: usize, side: &mut Vec<u8>) -> Option<usize> {
        let escape = self.dialect.escape.filter(|escape| escape.is_at(self.data, at))?;
        let at = at + escape.len();
        let byte = *self.data.get(at)?;
        side.push(match byte {
            b'0' => 0,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            other => other,
        });
        Some(at + 1)
    }

    fn quoted_cell(&mut self, quote_len: usize, side: &mut Vec<u8>) -> Found {
        let start = self.at + quote_len;
        let Some(end) = self.closing_quote(start) else {
            self.at = self.data.len();
            return if self.last { Found::Faulty(start - quote_len, Fault::OpenQuote) } else { Found::Incomplete };
        };
        let cell = match end.is_plain {
            true => Cell::in_block(start, end.at),
            false => self.unquoted(start, end.at, side),
        };
        let mut at = end.at + quote_len;
        loop {
            let Some(&byte) = self.data.get(at) else {
                if !self.last {
                    return Found::Incomplete;
                }
                self.move_to(at);
                return Found::Cell(cell, Stop::End(end.at + quote_len));
            };
            if self.dialect.delimiter.is_at(self.data, at) {
                self.move_to(at + self.dialect.delimiter.len());
                return Found::Cell(cell, Stop::Delimiter);
            }
            match byte {
                b'\n' | b'\r' => {
                    self.marks.skip_to(at + 1);
                    return match self.line_end(at) {
                        Some(stop) => Found::Cell(cell, stop),
                        None => Found::Incomplete,
                    };
                }
                0..=b' ' => at += 1,
                _ => {
                    self.move_to(at);
                    let found = String::from_utf8_lossy(&self.data[at..(at + 4).min(self.data.len())]).chars().next().unwrap_or_default();
                    return Found::Faulty(at, Fault::AfterQuote { found });
                }
            }
        }
    }

    /// Finds the quote that closes the cell whose text begins at `start`. At the end of a block that is not the last, it cannot be told
    /// whether a quote is doubled.
    fn closing_quote(&self, start: usize) -> Option<Closing> {
        let quote = self.dialect.quote?;
        let mut at = start;
        let mut is_plain = true;
        loop {
            let found = at + self.find_quote_or_escape(at)?;
            if self.dialect.escape.is_some_and(|escape| escape.is_at(self.data, found)) {
                is_plain = false;
                at = found + self.dialect.escape.map_or(1, |escape| escape.len()) + 1;
            } else if !quote.is_at(self.data, found) {
                at = found + 1;
            } else if quote.is_at(self.data, found + quote.len()) {
                is_plain = false;
                at = found + 2 * quote.len();
            } else {
                let is_known = self.last || found + quote.len() < self.data.len();
                return is_known.then_some(Closing { at: found, is_plain });
            }
        }
    }

    fn find_quote_or_escape(&self, from: usize) -> Option<usize> {
        let rest = self.data.get(from..)?;
        let quote = self.dialect.quote?.first();
        match self.dialect.escape {
            Some(escape) => memchr::memchr2(quote, escape.first(), rest),
            None => memchr(quote, rest),
        }
    }

    /// Writes the text between quotes with single quotes for doubled ones.
    fn unquoted(&self, start: usize, end: usize, side: &mut Vec<u8>) -> Cell {
        let from = side.len();
        let mut at = start;
        while at < end {
            if let Some(next) = self.unescape(at, side) {
                at = next;
                continue;
            }
            if let Some(quote) = self.dialect.quote.filter(|quote| quote.is_at(self.data, at)) {
                side.extend_from_slice(&self.data[at..at + quote.len()]);
                at += 2 * quote.len();
                continue;
            }
            side.push(self.data[at]);
            at += 1;
        }
        Cell::in_side(from, side.len())
    }

    /// Goes behind the line end at `at`; `None` when a line feed may follow in the next block.
    fn line_end(&mut self, at: usize) -> Option<Stop> {
        let mut next = at + 1;
        if self.data[at] == b'\r' {
            match self.data.get(next) {
                Some(b'\n') => {
                    next += 1;
                    self.marks.skip_to(next);
                }
                None if !self.last => return None,
                _ => {}
            }
        }
        self.at = next;
        Some(Stop::End(at))
    }

    /// Gives up a record and goes to the next.
    fn skip_record(&mut self, at: usize, why: Fault) -> Step {
        let mut side = Vec::new();
        loop {
            match self.plain_or_quoted_rest(&mut side) {
                Found::Cell(_, Stop::Delimiter) => {}
                Found::Cell(_, Stop::End(end)) => return Step::Faulty { at, end, why },
                Found::Incomplete => return Step::Incomplete,
                Found::Faulty(..) if self.at >= self.data.len() => return Step::Faulty { at, end: self.data.len(), why },
                Found::Faulty(..) => {}
            }
        }
    }

    fn plain_or_quoted_rest(&mut self, side: &mut Vec<u8>) -> Found {
        match self.at < self.data.len() || !self.last {
            true => self.cell(side),
            false => Found::Cell(Cell::MISSING, Stop::End(self.data.len())),
        }
    }

    /// Skips blank lines, comments and the blanks before a record; false when the block has nothing more that is complete.
    fn skip_comments(&mut self) -> bool {
        let mut at = self.at;
        loop {
            match self.data.get(at) {
                None => {
                    if self.last {
                        self.move_to(at);
                    }
                    return false;
                }
                Some(b' ' | b'\n' | b'\r') => at += 1,
                Some(b'#') => match memchr::memchr2(b'\n', b'\r', &self.data[at..]) {
                    Some(length) => at += length + 1,
                    None if self.last => at = self.data.len(),
                    None => return false,
                },
                Some(_) => {
                    self.move_to(at);
                    return true;
                }
            }
        }
    }

    fn skip_blanks(&mut self) {
        let mut at = self.at;
        while let Some(&byte) = self.data.get(at) {
            if byte > b' ' || byte == b'\n' || byte == b'\r' || self.dialect.delimiter.is_at(self.data, at) {
                break;
            }
            at += 1;
        }
        if at != self.at {
            self.move_to(at);
        }
    }

    fn trimmed(&self, start: usize, end: usize) -> Cell {
        let mut end = end;
        while self.dialect.trim && end > start && self.data[end - 1] <= b' ' {
            end -= 1;
        }
        Cell::in_block(start, end)
    }

    fn trimmed_side(&self, side: &[u8], start: usize) -> Cell {
        let mut end = side.len();
        while self.dialect.trim && end > start && side[end - 1] <= b' ' {
            end -= 1;
        }
        Cell::in_side(start, end)
    }

    fn move_to(&mut self, at: usize) {
        self.at = at;
        self.marks.skip_to(at);
    }
}

struct Closing {
    at: usize,
    /// True when the text between the quotes stands for itself.
    is_plain: bool,
}
