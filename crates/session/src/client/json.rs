//! Results as JSON: one object a line.
//!
//! Numbers and booleans are themselves, ARRAY, MAP and ROW are arrays and objects, all else is the text that a table shows. A DOUBLE that
//! JSON has no number for is text, too. A changelog has the kind of each change in a first field `op`.

use arrow::array::{Array, AsArray, RecordBatch};
use diag::Result;
use std::io::Write;
use table::changelog::RowKind;
use table::text::{CellFormatter, Style};
use table::zone::Zone;
use table::{LogicalType, TypeKind};

/// Writes rows as they come.
pub struct JsonWriter<'o> {
    out: &'o mut dyn Write,
    /// Quoted names and their columns.
    columns: Vec<(String, JsonValue)>,
    with_kinds: bool,
    line: String,
    rows: u64,
}

/// How the values of a type become JSON.
enum JsonValue {
    Number(CellFormatter),
    Boolean,
    Text(CellFormatter),
    Array(Box<JsonValue>),
    /// Keys are text.
    Map(CellFormatter, Box<JsonValue>),
    Row(Vec<(String, JsonValue)>),
}

impl<'o> JsonWriter<'o> {
    pub fn new<'c>(
        out: &'o mut dyn Write,
        columns: impl IntoIterator<Item = (&'c str, &'c LogicalType)>,
        zone: Zone,
        with_kinds: bool,
    ) -> Self {
        let columns = columns.into_iter().map(|(name, data_type)| (quoted(name), JsonValue::new(data_type, zone))).collect();
        JsonWriter { out, columns, with_kinds, line: String::new(), rows: 0 }
    }

    /// Writes one row of a batch.
    pub fn push(&mut self, kind: RowKind, rows: &RecordBatch, row: usize) -> Result<()> {
        self.line.clear();
        self.line.push('{');
        if self.with_kinds {
            self.line.push_str("\"op\":\"");
            self.line.push_str(kind.symbol());
            self.line.push('"');
        }
        for ((name, value), column) in self.columns.iter().zip(rows.columns()) {
            if self.line.len() > 1 {
                self.line.push(',');
            }
            self.line.push_str(name);
            self.line.push(':');
            value.write(column.as_ref(), row, &mut self.line);
        }
        self.line.push_str("}\n");
        self.out.write_all(self.line.as_bytes())?;
        self.rows += 1;
        Ok(())
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Shows what was written so far.
    pub fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

impl JsonValue {
    fn new(data_type: &LogicalType, zone: Zone) -> Self {
        let formatter = |data_type: &LogicalType| CellFormatter::new(data_type, zone, Style::Print);
        match &data_type.kind {
            kind if kind.is_numeric() => JsonValue::Number(formatter(data_type)),
            TypeKind::Boolean => JsonValue::Boolean,
            TypeKind::Array(element) => JsonValue::Array(Box::new(JsonValue::new(element, zone))),
            TypeKind::Map(key, value) => JsonValue::Map(formatter(key), Box::new(JsonValue::new(value, zone))),
            TypeKind::Multiset(element) => JsonValue::Map(formatter(element), Box::new(JsonValue::new(&LogicalType::int(), zone))),
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
                JsonValue::Row(fields.iter().map(|field| (quoted(&field.name), JsonValue::new(&field.data_type, zone))).collect())
            }
            _ => JsonValue::Text(formatter(data_type)),
        }
    }

    fn write(&self, array: &dyn Array, row: usize, out: &mut String) {
        if array.is_null(row) {
            out.push_str("null");
            return;
        }
        match self {
            JsonValue::Number(formatter) => write_number(formatter, array, row, out),
            JsonValue::Boolean => out.push_str(if array.as_boolean().value(row) { "true" } else { "false" }),
            JsonValue::Text(formatter) => out.push_str(&quoted(&text_of(formatter, array, row))),
            JsonValue::Array(element) => {
                let list = array.as_list::<i32>();
                let offsets = list.value_offsets();
                out.push('[');
                for (i, at) in (offsets[row]..offsets[row + 1]).enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    element.write(list.values(), at as usize, out);
                }
                out.push(']');
            }
            JsonValue::Map(key, value) => {
                let map = array.as_map();
                let offsets = map.value_offsets();
                out.push('{');
                for (i, at) in (offsets[row]..offsets[row + 1]).enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    out.push_str(&quoted(&text_of(key, map.keys(), at as usize)));
                    out.push(':');
                    value.write(map.values(), at as usize, out);
                }
                out.push('}');
            }
            JsonValue::Row(fields) => {
                out.push('{');
                for (i, ((name, value), column)) in fields.iter().zip(array.as_struct().columns()).enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    out.push_str(name);
                    out.push(':');
                    value.write(column, row, out);
                }
                out.push('}');
            }
        }
    }
}

fn write_number(formatter: &CellFormatter, array: &dyn Array, row: usize, out: &mut String) {
    let start = out.len();
    formatter.write(array, row, out);
    if out[start..].contains(['N', 'I']) {
        out.insert(start, '"');
        out.push('"');
    }
}

fn text_of(formatter: &CellFormatter, array: &dyn Array, row: usize) -> String {
    let mut text = String::new();
    if !array.is_null(row) {
        formatter.write(array, row, &mut text);
    }
    text
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{ArrayRef, BooleanArray, Float64Array, Int32Array, Int32Builder, ListBuilder, StringViewArray};
    use std::sync::Arc;

    #[test]
    fn a_row_is_an_object_with_values_of_its_types() {
        let mut lists = ListBuilder::new(Int32Builder::new());
        lists.append_value([Some(1), None]);
        lists.append_null();
        let columns: [(&str, ArrayRef, LogicalType); 5] = [
            ("n", Arc::new(Int32Array::from(vec![Some(1), None])), LogicalType::int()),
            ("d", Arc::new(Float64Array::from(vec![1.5, f64::NAN])), LogicalType::double()),
            ("b", Arc::new(BooleanArray::from(vec![true, false])), LogicalType::boolean()),
            ("a \"word\"", Arc::new(StringViewArray::from(vec!["x\ny", "é"])), LogicalType::string()),
            ("l", Arc::new(lists.finish()), LogicalType::array(LogicalType::int())),
        ];
        let rows = RecordBatch::try_from_iter(columns.iter().map(|(name, array, _)| (*name, array.clone()))).expect("equal lengths");
        let mut out = Vec::new();
        let types = columns.iter().map(|(name, _, data_type)| (*name, data_type));
        let mut writer = JsonWriter::new(&mut out, types, Zone::UTC, true);
        writer.push(RowKind::Insert, &rows, 0).expect("in memory");
        writer.push(RowKind::UpdateAfter, &rows, 1).expect("in memory");
        let expected = r#"{"op":"+I","n":1,"d":1.5,"b":true,"a \"word\"":"x\ny","l":[1,null]}
{"op":"+U","n":null,"d":"NaN","b":false,"a \"word\"":"é","l":null}
"#;
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
