//! CSV files: which character separates cells, whether there is a header line, and what each column holds.

use super::cell::{Form, form_of};
use super::name::{column_names, is_name_like, quoted};
use super::tally::{Tally, Verdict};
use super::{Note, Profile, ProposedColumn, Sample};
use diag::Result;
use sql::print::quote_string;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};

const DELIMITERS: &[char] = &[',', ';', '\t', '|'];
const QUOTE: char = '"';
/// The records that decide the delimiter.
const SNIFFED_RECORDS: usize = 200;
/// A quoted cell is taken for an open quote when it has more lines than this.
const MAX_CELL_LINES: u64 = 1000;
/// How many places of one kind are shown.
const SAMPLES: usize = 5;

/// Looks at the first records of a file.
pub(super) fn profile(mut file: File, max_rows: u64) -> Result<Profile> {
    let delimiter = sniff(&read_first(&mut file)?);
    file.seek(SeekFrom::Start(0))?;
    let mut survey = Survey::default();
    let mut records = Records::new(BufReader::new(file), delimiter);
    while let Some(record) = records.next()? {
        if survey.rows > max_rows || (survey.rows == max_rows && survey.first.is_none()) {
            break;
        }
        survey.add(record);
    }
    Ok(survey.conclude(delimiter, records.is_lossy))
}

fn read_first(file: &mut File) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    while lines.len() < SNIFFED_RECORDS && reader.read_until(b'\n', &mut bytes)? > 0 {
        lines.push(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned());
        bytes.clear();
    }
    Ok(lines)
}

/// The delimiter that divides most lines into the same number of cells, more than one.
fn sniff(lines: &[String]) -> char {
    let score = |delimiter: char| {
        let counts: Vec<usize> = lines.iter().filter(|line| !line.is_empty()).map(|line| cut(line, delimiter).cells.len()).collect();
        let usual = usual(&counts);
        let agreeing = counts.iter().filter(|count| **count == usual).count();
        (usual > 1).then_some((agreeing, usual))
    };
    let scored = DELIMITERS.iter().filter_map(|delimiter| Some((score(*delimiter)?, *delimiter)));
    scored.max_by_key(|(score, _)| *score).map_or(',', |(_, delimiter)| delimiter)
}

fn usual(counts: &[usize]) -> usize {
    let times = |count: usize| counts.iter().filter(|other| **other == count).count();
    counts.iter().copied().max_by_key(|count| (times(*count), *count)).unwrap_or(0)
}

/// A cell, unquoted, and the place it begins at: the line counts from the start of its record.
#[derive(Debug, PartialEq, Eq)]
struct Cell {
    text: String,
    line: u64,
    column: u64,
}

struct Cut {
    cells: Vec<Cell>,
    /// The text ends inside quotes.
    is_open: bool,
}

/// Divides a record into cells.
fn cut(record: &str, delimiter: char) -> Cut {
    let mut cells = Vec::new();
    let (mut line, mut column) = (0, 1);
    let mut cell = Cell { text: String::new(), line, column };
    let mut quoted = false;
    let mut chars = record.chars().peekable();
    while let Some(c) = chars.next() {
        column += 1;
        match c {
            QUOTE if quoted && chars.peek() == Some(&QUOTE) => {
                chars.next();
                column += 1;
                cell.text.push(QUOTE);
            }
            QUOTE if quoted => quoted = false,
            QUOTE if cell.text.trim().is_empty() => {
                cell.text.clear();
                quoted = true;
            }
            _ if c == delimiter && !quoted => {
                let next = Cell { text: String::new(), line, column };
                cells.push(std::mem::replace(&mut cell, next));
            }
            _ => {
                if c == '\n' {
                    (line, column) = (line + 1, 1);
                }
                cell.text.push(c);
            }
        }
    }
    cells.push(cell);
    Cut { cells, is_open: quoted }
}

/// Reads record by record; a record goes on over lines while a quote is open.
struct Records<R> {
    input: R,
    delimiter: char,
    /// Lines read so far.
    lines: u64,
    is_lossy: bool,
    bytes: Vec<u8>,
}

struct Record {
    line: u64,
    cells: Vec<Cell>,
}

impl<R: BufRead> Records<R> {
    fn new(input: R, delimiter: char) -> Self {
        Records { input, delimiter, lines: 0, is_lossy: false, bytes: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<Record>> {
        loop {
            let Some(mut text) = self.next_line()? else { return Ok(None) };
            if text.is_empty() {
                continue;
            }
            let line = self.lines;
            let mut found = cut(&text, self.delimiter);
            while found.is_open && self.lines - line < MAX_CELL_LINES {
                let Some(more) = self.next_line()? else { break };
                text.push('\n');
                text.push_str(&more);
                found = cut(&text, self.delimiter);
            }
            return Ok(Some(Record { line, cells: found.cells }));
        }
    }

    fn next_line(&mut self) -> Result<Option<String>> {
        self.bytes.clear();
        if self.input.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        let text = String::from_utf8_lossy(&self.bytes);
        self.is_lossy |= matches!(text, std::borrow::Cow::Owned(_));
        let text = text.trim_end_matches('\n').trim_end_matches('\r');
        Ok(Some(if self.lines == 1 { text.trim_start_matches('\u{feff}') } else { text }.to_owned()))
    }
}

/// What was seen so far.
#[derive(Default)]
struct Survey {
    /// The first record, which may be a header.
    first: Option<Record>,
    columns: Vec<Tally>,
    rows: u64,
    /// Records whose number of cells is not that of the first.
    ragged: Vec<Sample>,
    ragged_count: u64,
}

impl Survey {
    fn add(&mut self, record: Record) {
        let Some(first) = &self.first else {
            self.columns.resize_with(record.cells.len(), Tally::default);
            self.first = Some(record);
            return;
        };
        let width = first.cells.len();
        if record.cells.len() != width {
            self.ragged_count += 1;
            if self.ragged.len() < SAMPLES {
                self.ragged.push(Sample { line: record.line, column: 0, text: format!("{} cells", record.cells.len()) });
            }
        }
        self.add_cells(record);
    }

    fn add_cells(&mut self, record: Record) {
        self.rows += 1;
        for (cell, tally) in record.cells.iter().zip(&mut self.columns) {
            tally.add(&cell.text, || (record.line + cell.line, cell.column));
        }
    }

    fn conclude(mut self, delimiter: char, is_lossy: bool) -> Profile {
        let Some(first) = self.first.take() else { return Profile::default() };
        let width = first.cells.len();
        let header = is_header(&first, &self.columns);
        let titles: Vec<String> = if header { first.cells.iter().map(|cell| cell.text.clone()).collect() } else { Vec::new() };
        if !header {
            self.add_cells(first);
        }
        let names = column_names(width, &titles);
        let verdicts: Vec<Verdict> = self.columns.iter().map(Tally::verdict).map(without_iso).collect();
        let mut profile = Profile { rows: self.rows, ..Profile::default() };
        if delimiter != ',' {
            let shown = if delimiter == '\t' { "\\t".to_owned() } else { delimiter.to_string() };
            profile.options.push(("csv.field-delimiter".to_owned(), shown));
        }
        let null = self.add_null_literal(&verdicts, &mut profile);
        if header && verdicts.iter().any(|verdict| verdict.data_type != "STRING") {
            profile.options.push(("csv.ignore-parse-errors".to_owned(), "true".to_owned()));
        }
        if header {
            profile.notes.push(Note::plain(header_note(&names, &titles, &verdicts)));
        }
        self.note_values(&names, &verdicts, null.as_deref(), &mut profile);
        if self.ragged_count > 0 {
            let text = format!("Not every record has {width} cells");
            profile.notes.push(Note { text, samples: std::mem::take(&mut self.ragged), count: self.ragged_count });
        }
        if is_lossy {
            profile.notes.push(Note::plain("The file is not all UTF-8."));
        }
        let columns = names.into_iter().zip(verdicts);
        profile.columns = columns.map(|(name, verdict)| ProposedColumn { name, data_type: verdict.data_type }).collect();
        profile
    }

    /// Proposes what stands for NULL: the text that most often stands where another type than STRING is wanted.
    fn add_null_literal(&self, verdicts: &[Verdict], profile: &mut Profile) -> Option<String> {
        let typed = self.columns.iter().zip(verdicts).filter(|(_, verdict)| verdict.data_type != "STRING").map(|(tally, _)| tally);
        let mut candidates: Vec<(String, u64)> = Vec::new();
        for tally in typed {
            let texts = tally.null_like.iter().map(|(text, group)| (text.as_str(), group.count));
            for (text, count) in texts.chain([("", tally.empty)]).filter(|(_, count)| *count > 0) {
                match candidates.iter_mut().find(|(known, _)| known == text) {
                    Some((_, total)) => *total += count,
                    None => candidates.push((text.to_owned(), count)),
                }
            }
        }
        let (literal, _) = candidates.into_iter().max_by_key(|(_, count)| *count)?;
        profile.options.push(("csv.null-literal".to_owned(), literal.clone()));
        Some(literal)
    }

    fn note_values(&self, names: &[String], verdicts: &[Verdict], null: Option<&str>, profile: &mut Profile) {
        for ((name, tally), verdict) in names.iter().zip(&self.columns).zip(verdicts) {
            if let Some(remark) = verdict.remark {
                profile.notes.push(Note::plain(format!("Column '{name}' is a STRING. {remark}")));
            }
            if verdict.odd_count > 0 {
                let text = format!("Column '{name}' is a {}, but not all of its {} values are", verdict.data_type, tally.values());
                profile.notes.push(Note { text, samples: verdict.odd.clone(), count: verdict.odd_count });
            }
            if verdict.data_type == "STRING" {
                continue;
            }
            for (text, group) in tally.null_like.iter().filter(|(text, _)| Some(text.as_str()) != null) {
                let text = format!("Column '{name}' has '{text}' where a value is missing, which is not the NULL literal");
                profile.notes.push(Note { text, samples: group.first.clone(), count: group.count });
            }
            if tally.empty > 0 && null != Some("") {
                let text = format!("Column '{name}' has {} empty cells, which are not the NULL literal.", tally.empty);
                profile.notes.push(Note::plain(text));
            }
        }
    }
}

/// The csv format reads only timestamps with a blank between date and time.
fn without_iso(verdict: Verdict) -> Verdict {
    if !verdict.iso {
        return verdict;
    }
    let remark = Some("The csv format reads no timestamps with a 'T'; a computed column can: TO_TIMESTAMP(REPLACE(c, 'T', ' ')).");
    Verdict { data_type: "STRING".to_owned(), iso: false, odd: Vec::new(), odd_count: 0, remark }
}

/// A first record of names: texts that all differ, over columns that hold something else, or that read like names.
fn is_header(first: &Record, columns: &[Tally]) -> bool {
    let texts: Vec<&str> = first.cells.iter().map(|cell| cell.text.trim()).collect();
    let all_texts = texts.iter().all(|text| form_of(text) == Form::Text);
    let all_differ = texts.iter().enumerate().all(|(i, text)| !texts[..i].contains(text));
    if !all_texts || !all_differ {
        return false;
    }
    let types: Vec<String> = columns.iter().map(|tally| tally.verdict().data_type).collect();
    let over_typed = types.iter().any(|data_type| data_type != "STRING");
    over_typed || (columns.iter().any(|tally| tally.values() > 0) && texts.iter().all(|text| is_name_like(text)))
}

fn header_note(names: &[String], titles: &[String], verdicts: &[Verdict]) -> String {
    let text = verdicts.iter().position(|verdict| verdict.data_type == "STRING");
    let filter = match (text.and_then(|at| Some((names.get(at)?, titles.get(at)?))), names.first()) {
        (Some((name, title)), _) => format!("{} IS DISTINCT FROM {}", quoted(name), quote_string(title)),
        (None, Some(name)) => format!("{} IS NOT NULL", quoted(name)),
        (None, None) => return String::new(),
    };
    format!(
        "Line 1 is a header, which the csv format reads as a record: take it out of the file, or leave it out with \
         WHERE {filter}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn profiled(text: &str) -> Profile {
        let mut file = tempfile::tempfile().expect("a file can be made");
        file.write_all(text.as_bytes()).expect("it can be written");
        file.seek(SeekFrom::Start(0)).expect("it can be read");
        profile(file, u64::MAX).expect("it can be read")
    }

    fn columns(profile: &Profile) -> Vec<(&str, &str)> {
        profile.columns.iter().map(|column| (column.name.as_str(), column.data_type.as_str())).collect()
    }

    #[test]
    fn cells_are_cut_at_delimiters_outside_of_quotes() {
        let found = cut("a,\"b,\"\"c\"\"\",,d", ',');
        let cells: Vec<(&str, u64)> = found.cells.iter().map(|cell| (cell.text.as_str(), cell.column)).collect();
        assert_eq!(cells, [("a", 1), ("b,\"c\"", 3), ("", 13), ("d", 14)]);
        assert!(cut("\"open", ',').is_open);
    }

    #[test]
    fn a_header_names_the_columns_and_is_noted() {
        let profile = profiled("IATA_CODE,Unit Price,value\nABE,1.50,3\nABI,2.25,\n");
        assert_eq!(columns(&profile), [("IATA_CODE", "STRING"), ("Unit_Price", "DECIMAL(18, 2)"), ("value", "INT")]);
        let options: Vec<(&str, &str)> = profile.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(options, [("csv.null-literal", ""), ("csv.ignore-parse-errors", "true")]);
        assert!(profile.notes[0].text.starts_with("Line 1 is a header"));
        assert!(profile.notes[0].text.ends_with("WHERE IATA_CODE IS DISTINCT FROM 'IATA_CODE'."), "{}", profile.notes[0].text);
        assert_eq!(profile.rows, 2);
        let numbers = profiled("id,n\n1,2\n3,4\n");
        assert!(numbers.notes[0].text.ends_with("WHERE id IS NOT NULL."), "{}", numbers.notes[0].text);
    }

    #[test]
    fn a_file_without_a_header_has_numbered_columns() {
        let profile = profiled("1;a;2024-01-01\n2;b;2024-01-02\n");
        assert_eq!(columns(&profile), [("c1", "INT"), ("c2", "STRING"), ("c3", "DATE")]);
        assert_eq!(profile.options, [("csv.field-delimiter".to_owned(), ";".to_owned())]);
        assert!(profile.notes.is_empty());
    }

    #[test]
    fn odd_cells_are_listed_with_their_places() {
        let mut text = String::from("id,latitude\n");
        for i in 0..150 {
            text.push_str(&format!("{i},{}.25\n", i % 90));
        }
        text.push_str("150,north\n");
        let profile = profiled(&text);
        let note = profile.notes.iter().find(|note| note.count > 0).expect("there is an odd cell");
        assert_eq!(note.samples, [Sample { line: 152, column: 5, text: "north".into() }]);
    }

    #[test]
    fn quoted_cells_may_have_several_lines() {
        let profile = profiled("1,\"a\nb\",x\n2,\"c\",north\n");
        assert_eq!(profile.rows, 2);
        assert_eq!(profile.columns.len(), 3);
    }

    #[test]
    fn records_of_other_widths_are_noted() {
        let profile = profiled("1,2\n3\n4,5\n");
        assert!(profile.notes.iter().any(|note| note.text == "Not every record has 2 cells" && note.samples[0].line == 2));
    }

    #[test]
    fn an_empty_file_has_no_columns() {
        assert!(profiled("").columns.is_empty());
    }
}
