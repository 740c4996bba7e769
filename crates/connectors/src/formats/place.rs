//! Places in files of records: lines are counted only when a message needs them.

use diag::{DataPlace, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;

/// Where a block of bytes comes from.
#[derive(Debug)]
pub struct Place {
    /// As the user named it.
    name: String,
    /// To count the lines before a place; `None` for bytes that are not in a file.
    path: Option<PathBuf>,
    /// The offset of the block in the file.
    offset: u64,
    /// A place whose line is known.
    counted: (u64, u64),
}

/// How much of a record a message shows.
const EXCERPT: usize = 160;

impl Place {
    /// The beginning of a file.
    pub fn of_file(name: impl Into<String>, path: PathBuf) -> Self {
        Place { name: name.into(), path: Some(path), offset: 0, counted: (0, 1) }
    }

    /// A message, such as one of a topic.
    pub fn of_message(name: impl Into<String>) -> Self {
        Place { name: name.into(), path: None, offset: 0, counted: (0, 1) }
    }

    /// Says where in the file the next block begins.
    pub fn move_to(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// True when the block is the beginning of the file.
    pub fn is_at_start(&self) -> bool {
        self.offset == 0
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line of a position in the block, counted from 1.
    pub fn line(&mut self, block: &[u8], position: usize) -> u64 {
        let target = self.offset + position as u64;
        let (known, line) = if self.counted.0 <= target { self.counted } else { (0, 1) };
        let between = match known >= self.offset {
            true => line_ends(&block[(known - self.offset) as usize..position]),
            false => self.lines_before_block(known) + line_ends(&block[..position]),
        };
        self.counted = (target, line + between);
        line + between
    }

    /// Counts the line ends from a place in the file to the beginning of the block. A file that is gone has none.
    fn lines_before_block(&self, from: u64) -> u64 {
        self.path.as_ref().and_then(|path| count_lines(path, from..self.offset).ok()).unwrap_or(0)
    }

    /// `file:line` or `file:line:column`
    pub fn text(&mut self, block: &[u8], record: usize, cell: Option<usize>) -> String {
        let line = self.line(block, cell.unwrap_or(record));
        match cell {
            Some(cell) => format!("{}:{line}:{}", self.name, column(block, cell)),
            None => format!("{}:{line}", self.name),
        }
    }

    /// The place for a diagnostic: a cell in a record.
    pub fn data_place(&mut self, block: &[u8], record: Range<usize>, cell: Range<usize>, also: Vec<u64>) -> DataPlace {
        let line = self.line(block, cell.start);
        let (excerpt, mark) = excerpt(block, line_around(block, &record, cell.start), cell.clone());
        DataPlace { file: self.name.clone(), line, column: column(block, cell.start), excerpt, mark, also }
    }
}

/// The characters before a position in its line, plus one.
fn column(block: &[u8], position: usize) -> u64 {
    let start = block[..position].iter().rposition(|b| matches!(b, b'\n' | b'\r')).map_or(0, |at| at + 1);
    String::from_utf8_lossy(&block[start..position]).chars().count() as u64 + 1
}

/// The line of a record that a position is in; records with quoted line ends have several.
fn line_around(block: &[u8], record: &Range<usize>, position: usize) -> Range<usize> {
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let start = block[record.start..position].iter().rposition(is_end).map_or(record.start, |at| record.start + at + 1);
    let tail = &block[position..record.end.max(position)];
    let end = tail.iter().position(is_end).map_or(record.end.max(position), |at| position + at);
    start..end
}

/// The text of a line, shortened around the cell, and the bytes of it that are the cell.
fn excerpt(block: &[u8], line: Range<usize>, cell: Range<usize>) -> (String, Range<usize>) {
    let cell = cell.start..cell.end.clamp(cell.start, line.end.max(cell.start));
    let before = text(&block[line.start..cell.start]);
    let inside = text(&block[cell.clone()]);
    let after = text(&block[cell.end..line.end.max(cell.end)]);
    let inside = shortened_end(&inside, EXCERPT);
    let room = EXCERPT.saturating_sub(inside.chars().count());
    let before = shortened_start(&before, room * 2 / 3);
    let after = shortened_end(&after, room.saturating_sub(before.chars().count()));
    let mark = before.len()..before.len() + inside.len();
    (format!("{before}{inside}{after}"), mark)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shortened_start(text: &str, room: usize) -> String {
    let count = text.chars().count();
    if count <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().skip(count - room.saturating_sub(1)).collect();
    format!("\u{2026}{kept}")
}

fn shortened_end(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}\u{2026}")
}

/// Line feeds, or carriage returns where there are no line feeds at all.
fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count() as u64;
    match feeds {
        0 => memchr::memchr_iter(b'\r', bytes).count() as u64,
        _ => feeds,
    }
}

fn count_lines(path: &std::path::Path, range: Range<u64>) -> Result<u64> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(range.start))?;
    let mut rest = range.end - range.start;
    let mut buffer = vec![0; 1 << 20];
    let mut lines = 0;
    while rest > 0 {
        let room = buffer.len().min(usize::try_from(rest).unwrap_or(usize::MAX));
        let read = file.read(&mut buffer[..room])?;
        if read == 0 {
            break;
        }
        lines += line_ends(&buffer[..read]);
        rest -= read as u64;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_counted_from_the_file_and_from_the_last_known_place() {
        let mut place = Place::of_message("m");
        let block = b"a\nb\nc,d\n";
        assert_eq!(place.line(block, 6), 3);
        assert_eq!(place.line(block, 2), 2);
        assert_eq!(place.text(block, 4, Some(6)), "m:3:3");
        assert_eq!(place.text(block, 4, None), "m:3");
    }

    #[test]
    fn an_excerpt_is_shortened_around_the_cell() {
        let line = format!("{},X,{}", "a".repeat(300), "b".repeat(300));
        let (text, mark) = excerpt(line.as_bytes(), 0..line.len(), 301..302);
        assert_eq!(&text[mark], "X");
        assert!(text.starts_with('\u{2026}') && text.ends_with('\u{2026}'));
        assert_eq!(text.chars().count(), EXCERPT);
    }
}
