//! One line of text made fit to show: tabs and control characters replaced, secrets hidden, and cut around what matters when it is long.

use crate::secret::mask_line;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

const TAB: &str = "    ";
const CUT: &str = "…";
/// How many bytes on either side of a mark are looked at.
const REACH: usize = 1 << 14;
/// How far a cut may move to fall between two words.
const SNAP: usize = 16;

/// A line, or the part of it around some bytes, with the columns at which its characters are shown.
pub(super) struct Excerpt {
    pub(super) text: String,
    cells: Vec<Cell>,
    /// The column of the first cell.
    offset: usize,
    width: usize,
}

/// One character as it is shown.
struct Cell {
    byte: usize,
    shown: String,
    width: usize,
}

impl Excerpt {
    /// Shows the bytes `mark` of a line in at most `room` columns.
    pub(super) fn new(line: &str, mark: Range<usize>, room: usize) -> Self {
        let masked = mask_line(line);
        let near = near(&masked, mark.start);
        let cells: Vec<Cell> = masked[near.clone()].char_indices().map(|(byte, c)| Cell::new(near.start + byte, c)).collect();
        match width(&cells) <= room {
            true => Self::of(cells, "", ""),
            false => Self::cut(cells, mark, room.max(20)),
        }
    }

    /// The same without leading blanks.
    pub(super) fn unindented(line: &str, mark: Range<usize>, room: usize) -> Self {
        let blank = line.find(|c: char| !c.is_whitespace()).unwrap_or(line.len()).min(mark.start);
        let mut excerpt = Self::new(&line[blank..], mark.start - blank..mark.end.max(mark.start) - blank, room);
        excerpt.cells.iter_mut().for_each(|cell| cell.byte += blank);
        excerpt
    }

    fn of(cells: Vec<Cell>, before: &str, after: &str) -> Self {
        let shown: String = cells.iter().map(|cell| cell.shown.as_str()).collect();
        let (offset, width) = (before.chars().count(), width(&cells));
        Excerpt { text: format!("{before}{shown}{after}"), cells, offset, width }
    }

    /// Keeps the beginning of the line when the mark is early in it, or else the end, or else what is around the mark.
    fn cut(mut cells: Vec<Cell>, mark: Range<usize>, room: usize) -> Self {
        let start = cells.partition_point(|cell| cell.byte < mark.start);
        let end = cells.partition_point(|cell| cell.byte < mark.end).max(start);
        let in_beginning = width(&cells[..end]) < room;
        let in_end = width(&cells[start..]) < room;
        if in_beginning && (!in_end || width(&cells[..end]) < room / 2) {
            let end = take(cells.iter(), room - 1);
            cells.truncate(end);
            return Self::of(cells, "", CUT);
        }
        let first = first_shown(&cells, start, room);
        cells.drain(..first);
        if width(&cells) < room {
            return Self::of(cells, CUT, "");
        }
        let end = take(cells.iter(), room - 2);
        cells.truncate(end);
        Self::of(cells, CUT, CUT)
    }

    /// The columns of some bytes: at least one, and none outside of what is shown.
    pub(super) fn columns(&self, bytes: Range<usize>) -> Range<usize> {
        let start = self.column(bytes.start);
        start..self.column(bytes.end).max(start + 1)
    }

    fn column(&self, byte: usize) -> usize {
        let before = self.cells.partition_point(|cell| cell.byte < byte);
        match before == self.cells.len() {
            true => self.offset + self.width,
            false => self.offset + width(&self.cells[..before]),
        }
    }
}

impl Cell {
    fn new(byte: usize, c: char) -> Self {
        let shown = match c {
            '\t' => TAB.to_string(),
            '\u{feff}' => String::new(),
            '\u{7f}' => '\u{2421}'.to_string(),
            c if c < ' ' => char::from_u32(0x2400 + c as u32).unwrap_or('?').to_string(),
            c if c.is_control() => '\u{fffd}'.to_string(),
            c => c.to_string(),
        };
        let width = shown.chars().map(|c| c.width().unwrap_or(0)).sum();
        Cell { byte, shown, width }
    }
}

/// The bytes of a line that can come into view; all of them unless the line is enormous.
fn near(line: &str, byte: usize) -> Range<usize> {
    let boundary = |from: usize| (from..=line.len()).find(|&i| line.is_char_boundary(i)).unwrap_or(line.len());
    boundary(byte.saturating_sub(REACH))..boundary(byte.saturating_add(REACH))
}

fn width(cells: &[Cell]) -> usize {
    cells.iter().map(|cell| cell.width).sum()
}

/// How many cells fit.
fn take<'a>(cells: impl Iterator<Item = &'a Cell>, room: usize) -> usize {
    let mut used = 0;
    let fits = |cell: &&Cell| {
        used += cell.width;
        used <= room
    };
    cells.take_while(fits).count()
}

/// The first cell to show of a line that loses its beginning: as much of the end as possible, or a third of the room before the mark.
/// Between two words, if one begins nearby.
fn first_shown(cells: &[Cell], mark: usize, room: usize) -> usize {
    let from_the_end = cells.len() - take(cells.iter().rev(), room - 1);
    let first = match from_the_end <= mark {
        true => from_the_end,
        false => mark - take(cells[..mark].iter().rev(), room / 3),
    };
    let word = (first..mark.min(first + SNAP)).find(|&i| i > 0 && cells[i - 1].shown == " " && cells[i].shown != " ");
    word.unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, mark: &str, room: usize, expected: &str) {
        let start = line.find(mark).expect("the mark is in the line");
        let mark = start..start + mark.len();
        let excerpt = Excerpt::new(line, mark.clone(), room);
        let columns = excerpt.columns(mark);
        assert_eq!(format!("{}\n{}{}", excerpt.text, " ".repeat(columns.start), "^".repeat(columns.len())), expected);
    }

    #[test]
    fn short_lines_are_shown_whole() {
        check("SELECT a", "a", 40, "SELECT a\n       ^");
        check("\tSELECT\ta", "a", 40, "    SELECT    a\n              ^");
        check("SELECT '城市', a", "a", 40, "SELECT '城市', a\n               ^");
        check("SELECT '城市', a", "'城市'", 40, "SELECT '城市', a\n       ^^^^^^");
    }

    #[test]
    fn long_lines_keep_their_beginning_their_end_or_the_surroundings() {
        let line = "SELECT one, two, three, four, five, six, seven, eight, nine, ten";
        check(line, "two", 30, "SELECT one, two, three, four,…\n            ^^^");
        check(line, "nine", 30, "…six, seven, eight, nine, ten\n                    ^^^^");
        check(line, "four", 24, "…three, four, five, six…\n        ^^^^");
    }

    #[test]
    fn enormous_lines_are_cut_too() {
        let line = format!("{}mark{}", "é".repeat(100_000), "é".repeat(100_000));
        check(&line, "mark", 20, "…éééééémarkéééééééé…\n       ^^^^");
    }

    #[test]
    fn control_characters_and_secrets_do_not_reach_the_terminal() {
        check("a\u{1b}[31mb", "b", 40, "a␛[31mb\n      ^");
        check("'password'='abc', x", "x", 40, "'password'='***', x\n                  ^");
    }
}
