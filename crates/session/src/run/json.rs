//! Rows as JSON objects, one a line: numbers and booleans as such, everything else as the text that Flink's client prints; nested values
//! as arrays and objects.

use super::{CellText, ResultColumn};
use crate::Session;
use arrow::array::{Array, ArrayRef, AsArray, ListArray, MapArray, StringViewArray, StructArray};
use diag::{Error, Result};
use table::changelog::Batch;
use table::{LogicalType, TypeKind};

/// Turns batches into lines of JSON.
#[derive(Debug)]
pub struct JsonRows {
    columns: Vec<(String, Shape)>,
}

/// How the values of a type are written.
#[derive(Debug)]
enum Shape {
    Scalar { texts: CellText, form: ScalarForm },
    Array(Box<Shape>),
    /// Keys are texts.
    Map(CellText, Box<Shape>),
    Row(Vec<(String, Shape)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScalarForm {
    /// The text is JSON already.
    Number,
    /// It may be `NaN` or infinite, which JSON has no number for.
    Float,
    Boolean,
    Text,
}

/// The values of an array, ready to be written one by one.
enum Values<'s> {
    Scalar(StringViewArray, ScalarForm),
    Array(ListArray, Box<Values<'s>>),
    Map(MapArray, StringViewArray, Box<Values<'s>>),
    Row(StructArray, Vec<(&'s str, Values<'s>)>),
}

impl Session {
    /// Prepares a result for JSON.
    pub fn json_rows(&self, columns: &[ResultColumn]) -> Result<JsonRows> {
        let columns = columns.iter().map(|column| Ok((column.name.clone(), self.shape(&column.data_type)?)));
        Ok(JsonRows { columns: columns.collect::<Result<_>>()? })
    }

    fn shape(&self, data_type: &LogicalType) -> Result<Shape> {
        let form = match &data_type.kind {
            TypeKind::Array(element) => return Ok(Shape::Array(Box::new(self.shape(element)?))),
            TypeKind::Map(key, value) => return Ok(Shape::Map(self.cell_text(key)?, Box::new(self.shape(value)?))),
            TypeKind::Multiset(element) => {
                return Ok(Shape::Map(self.cell_text(element)?, Box::new(self.shape(&LogicalType::int())?)));
            }
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
                let fields = fields.iter().map(|field| Ok((field.name.clone(), self.shape(&field.data_type)?)));
                return Ok(Shape::Row(fields.collect::<Result<_>>()?));
            }
            TypeKind::Boolean => ScalarForm::Boolean,
            TypeKind::Float | TypeKind::Double => ScalarForm::Float,
            kind if kind.is_numeric() => ScalarForm::Number,
            _ => ScalarForm::Text,
        };
        Ok(Shape::Scalar { texts: self.cell_text(data_type)?, form })
    }
}

impl JsonRows {
    /// Appends a line for each row; `op` adds the kind of change.
    pub fn write(&self, batch: &Batch, op: bool, out: &mut String) -> Result<()> {
        let values = self.columns.iter().zip(batch.rows.columns());
        let values = values.map(|((name, shape), array)| Ok((name.as_str(), shape.values(array)?))).collect::<Result<Vec<_>>>()?;
        for row in 0..batch.rows.num_rows() {
            out.push('{');
            if op {
                out.push_str("\"op\":\"");
                out.push_str(batch.kind(row).symbol());
                out.push_str(if values.is_empty() { "\"" } else { "\"," });
            }
            write_fields(&values, row, out);
            out.push_str("}\n");
        }
        Ok(())
    }
}

impl Shape {
    fn values(&self, array: &ArrayRef) -> Result<Values<'_>> {
        Ok(match self {
            Shape::Scalar { texts, form } => Values::Scalar(texts.of(array)?, *form),
            Shape::Array(element) => {
                let list = array.as_list_opt::<i32>().ok_or_else(misfit)?.clone();
                let values = element.values(list.values())?;
                Values::Array(list, Box::new(values))
            }
            Shape::Map(key, value) => {
                let map = array.as_map_opt().ok_or_else(misfit)?.clone();
                let (keys, values) = (key.of(map.keys())?, value.values(map.values())?);
                Values::Map(map, keys, Box::new(values))
            }
            Shape::Row(fields) => {
                let row = array.as_struct_opt().ok_or_else(misfit)?.clone();
                let values = fields.iter().zip(row.columns());
                let values = values.map(|((name, shape), array)| Ok((name.as_str(), shape.values(array)?))).collect::<Result<_>>()?;
                Values::Row(row, values)
            }
        })
    }
}

fn misfit() -> Error {
    Error::internal("a column does not hold what its type says")
}

impl Values<'_> {
    fn write(&self, row: usize, out: &mut String) {
        match self {
            Values::Scalar(texts, _) if texts.is_null(row) => out.push_str("null"),
            Values::Scalar(texts, form) => write_scalar(texts.value(row), *form, out),
            Values::Array(list, _) if list.is_null(row) => out.push_str("null"),
            Values::Array(list, elements) => {
                let offsets = list.value_offsets();
                out.push('[');
                for (n, element) in (offsets[row]..offsets[row + 1]).enumerate() {
                    out.push_str(if n > 0 { "," } else { "" });
                    elements.write(element as usize, out);
                }
                out.push(']');
            }
            Values::Map(map, ..) if map.is_null(row) => out.push_str("null"),
            Values::Map(map, keys, values) => {
                let offsets = map.value_offsets();
                out.push('{');
                for (n, entry) in (offsets[row]..offsets[row + 1]).enumerate() {
                    out.push_str(if n > 0 { "," } else { "" });
                    let entry = entry as usize;
                    write_string(if keys.is_null(entry) { "null" } else { keys.value(entry) }, out);
                    out.push(':');
                    values.write(entry, out);
                }
                out.push('}');
            }
            Values::Row(rows, _) if rows.is_null(row) => out.push_str("null"),
            Values::Row(_, fields) => {
                out.push('{');
                write_fields(fields, row, out);
                out.push('}');
            }
        }
    }
}

fn write_fields(fields: &[(&str, Values<'_>)], row: usize, out: &mut String) {
    for (n, (name, values)) in fields.iter().enumerate() {
        out.push_str(if n > 0 { "," } else { "" });
        write_string(name, out);
        out.push(':');
        values.write(row, out);
    }
}

fn write_scalar(text: &str, form: ScalarForm, out: &mut String) {
    match form {
        ScalarForm::Number => out.push_str(text),
        ScalarForm::Float if text.ends_with(|c: char| c.is_ascii_digit()) => out.push_str(text),
        ScalarForm::Boolean => out.push_str(if text.eq_ignore_ascii_case("true") { "true" } else { "false" }),
        ScalarForm::Float | ScalarForm::Text => write_string(text, out),
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_valid_json() {
        let written = |text: &str, form| {
            let mut out = String::new();
            write_scalar(text, form, &mut out);
            out
        };
        assert_eq!(written("1.50", ScalarForm::Number), "1.50");
        assert_eq!(written("1.0E7", ScalarForm::Float), "1.0E7");
        assert_eq!(written("NaN", ScalarForm::Float), "\"NaN\"");
        assert_eq!(written("TRUE", ScalarForm::Boolean), "true");
        assert_eq!(written("a\"b\\\n\u{1}", ScalarForm::Text), "\"a\\\"b\\\\\\n\\u0001\"");
    }
}
