//! JSON files: the fields of all objects, and what each holds.

use super::name::quoted;
use super::tally::Tally;
use super::{Note, Profile, ProposedColumn, Sample};
use diag::{Error, Result};
use indexmap::IndexMap;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};

/// How many broken lines are shown.
const SAMPLES: usize = 5;
/// How much of a broken line is shown.
const SAMPLE_LENGTH: usize = 60;

/// Looks at the first objects of a file.
pub(super) fn profile(file: File, max_rows: u64) -> Result<Profile> {
    let mut reader = BufReader::new(file);
    let mut survey = Survey::default();
    let mut bytes = Vec::new();
    let mut line = 0;
    while survey.rows < max_rows && reader.read_until(b'\n', &mut bytes)? > 0 {
        line += 1;
        let text = String::from_utf8_lossy(&bytes).trim().trim_start_matches('\u{feff}').to_owned();
        bytes.clear();
        if text.is_empty() {
            continue;
        }
        match serde_json::from_str(&text) {
            Ok(value) => survey.add(&value, line),
            Err(_) if survey.rows == 0 => return spread_over_lines(reader.into_inner(), max_rows),
            Err(_) => survey.add_broken(&text, line),
        }
    }
    Ok(survey.conclude())
}

/// Reads a file whose objects have several lines each.
fn spread_over_lines(mut file: File, max_rows: u64) -> Result<Profile> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_string(&mut text)?;
    let mut survey = Survey::default();
    for value in serde_json::Deserializer::from_str(text.trim_start_matches('\u{feff}')).into_iter::<Value>() {
        let value = value.map_err(|error| Error::data(format!("it is not JSON: {error}")))?;
        if survey.rows >= max_rows {
            break;
        }
        survey.add(&value, 0);
    }
    let mut profile = survey.conclude();
    profile.notes.push(Note::plain(
        "Objects have several lines, but the json format reads one object a line: write the file anew, one object a line.",
    ));
    Ok(profile)
}

#[derive(Default)]
struct Survey {
    fields: IndexMap<String, Node>,
    rows: u64,
    broken: Vec<Sample>,
    broken_count: u64,
    others: u64,
}

impl Survey {
    fn add(&mut self, value: &Value, line: u64) {
        match value {
            Value::Object(object) => {
                self.rows += 1;
                for (name, value) in object {
                    self.fields.entry(name.clone()).or_default().add(value, line);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.add(item, line)),
            _ => self.others += 1,
        }
    }

    fn add_broken(&mut self, text: &str, line: u64) {
        self.broken_count += 1;
        if self.broken.len() < SAMPLES {
            self.broken.push(Sample { line, column: 1, text: text.chars().take(SAMPLE_LENGTH).collect() });
        }
    }

    fn conclude(self) -> Profile {
        let mut profile = Profile { rows: self.rows, ..Profile::default() };
        let mut styles = Styles::default();
        self.fields.values().for_each(|node| node.count_styles(&mut styles));
        let iso = styles.iso > styles.sql;
        if iso {
            profile.options.push(("json.timestamp-format.standard".to_owned(), "ISO-8601".to_owned()));
        }
        for (name, node) in &self.fields {
            let data_type = node.data_type(name, iso, &mut profile.notes);
            profile.columns.push(ProposedColumn { name: name.clone(), data_type });
        }
        if self.broken_count > 0 {
            let text = "Some lines are not JSON".to_owned();
            profile.notes.push(Note { text, samples: self.broken, count: self.broken_count });
        }
        if self.others > 0 {
            profile.notes.push(Note::plain(format!("{} values are no objects and were left out.", self.others)));
        }
        profile
    }
}

/// How many columns have timestamps with a `T`, and how many with a blank.
#[derive(Default)]
struct Styles {
    iso: u32,
    sql: u32,
}

/// All values of one field.
#[derive(Default)]
struct Node {
    scalars: Tally,
    objects: u64,
    fields: IndexMap<String, Node>,
    arrays: u64,
    element: Option<Box<Node>>,
}

impl Node {
    fn add(&mut self, value: &Value, line: u64) {
        let place = || (line, 0);
        match value {
            Value::Null => {}
            Value::Bool(flag) => self.scalars.add(if *flag { "true" } else { "false" }, place),
            Value::Number(number) => self.scalars.add(&number.to_string(), place),
            Value::String(text) => self.scalars.add_text(text, place),
            Value::Array(items) => {
                self.arrays += 1;
                let element = self.element.get_or_insert_default();
                items.iter().for_each(|item| element.add(item, line));
            }
            Value::Object(object) => {
                self.objects += 1;
                for (name, value) in object {
                    self.fields.entry(name.clone()).or_default().add(value, line);
                }
            }
        }
    }

    fn count_styles(&self, styles: &mut Styles) {
        let verdict = self.scalars.verdict();
        if verdict.data_type.starts_with("TIMESTAMP") {
            match verdict.iso {
                true => styles.iso += 1,
                false => styles.sql += 1,
            }
        }
        self.fields.values().chain(self.element.as_deref()).for_each(|node| node.count_styles(styles));
    }

    fn data_type(&self, path: &str, iso: bool, notes: &mut Vec<Note>) -> String {
        let scalars = self.scalars.values();
        match (scalars, self.objects, self.arrays) {
            (0, 0, 0) => {
                notes.push(Note::plain(format!("Field '{path}' has no values, so its type is not known.")));
                "STRING".to_owned()
            }
            (0, _, 0) if !self.fields.is_empty() => self.row_type(path, iso, notes),
            (0, 0, _) => {
                let element = self.element.as_ref().map(|element| element.data_type(&format!("{path}[]"), iso, notes));
                format!("ARRAY<{}>", element.unwrap_or_else(|| "STRING".to_owned()))
            }
            (_, 0, 0) => self.scalar_type(path, iso, notes),
            _ => {
                notes.push(Note::plain(format!("Field '{path}' has values of several kinds, which a STRING holds as JSON text.")));
                "STRING".to_owned()
            }
        }
    }

    fn row_type(&self, path: &str, iso: bool, notes: &mut Vec<Note>) -> String {
        let fields = self.fields.iter();
        let fields: Vec<String> =
            fields.map(|(name, node)| format!("{} {}", quoted(name), node.data_type(&format!("{path}.{name}"), iso, notes))).collect();
        format!("ROW<{}>", fields.join(", "))
    }

    fn scalar_type(&self, path: &str, iso: bool, notes: &mut Vec<Note>) -> String {
        let verdict = self.scalars.verdict();
        if verdict.data_type.starts_with("TIMESTAMP") && verdict.iso != iso {
            notes.push(Note::plain(format!("Field '{path}' is a STRING, because its timestamps are written in another way than most.")));
            return "STRING".to_owned();
        }
        if verdict.odd_count > 0 {
            let text = format!("Field '{path}' is a {}, but not all of its {} values are", verdict.data_type, self.scalars.values());
            notes.push(Note { text, samples: verdict.odd, count: verdict.odd_count });
        }
        verdict.data_type
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn profiled(text: &str) -> Profile {
        let mut file = tempfile::tempfile().expect("a file can be made");
        file.write_all(text.as_bytes()).expect("it can be written");
        file.seek(SeekFrom::Start(0)).expect("it can be read");
        profile(file, u64::MAX).expect("it is JSON")
    }

    fn columns(profile: &Profile) -> Vec<(&str, &str)> {
        profile.columns.iter().map(|column| (column.name.as_str(), column.data_type.as_str())).collect()
    }

    #[test]
    fn nested_values_become_rows_and_arrays() {
        let profile = profiled(concat!(
            "{\"id\": 1, \"user\": {\"name\": \"a\", \"value\": 1.5}, \"tags\": [\"x\"]}\n",
            "{\"id\": 3000000000, \"user\": {\"name\": null}, \"tags\": [], \"ok\": true}\n",
        ));
        let expected =
            [("id", "BIGINT"), ("user", "ROW<name STRING, `value` DECIMAL(18, 1)>"), ("tags", "ARRAY<STRING>"), ("ok", "BOOLEAN")];
        assert_eq!(columns(&profile), expected);
        assert!(profile.notes.is_empty());
    }

    #[test]
    fn texts_that_look_like_numbers_stay_texts_and_times_are_found() {
        let profile = profiled("{\"a\": \"42\", \"t\": \"2024-01-02T03:04:05Z\"}\n");
        assert_eq!(columns(&profile), [("a", "STRING"), ("t", "TIMESTAMP_LTZ(3)")]);
        assert_eq!(profile.options, [("json.timestamp-format.standard".to_owned(), "ISO-8601".to_owned())]);
    }

    #[test]
    fn values_of_several_kinds_are_texts() {
        let profile = profiled("{\"a\": 1}\n{\"a\": {\"b\": 1}}\nnot json\n");
        assert_eq!(columns(&profile), [("a", "STRING")]);
        assert_eq!(profile.notes[1].samples[0].line, 3);
    }

    #[test]
    fn objects_of_several_lines_are_read_and_noted() {
        let profile = profiled("[\n {\"a\": 1},\n {\"a\": 2}\n]\n");
        assert_eq!(columns(&profile), [("a", "INT")]);
        assert!(profile.notes[0].text.starts_with("Objects have several lines"));
    }
}
