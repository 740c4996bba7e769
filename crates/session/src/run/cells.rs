//! The values of a result as text, in the form in which Flink's client prints them.

use super::ResultColumn;
use crate::Session;
use arrow::array::{Array, ArrayRef, AsArray, StringViewArray, StringViewBuilder};
use diag::{Error, Result};
use std::fmt::Write;
use table::changelog::Batch;
use table::function::{Columnar, FunctionLookup, Kernel};
use table::{LogicalType, TypeKind};

/// Turns the columns of batches into text.
#[derive(Debug)]
pub struct CellTexts {
    columns: Vec<CellText>,
}

/// Turns the values of one type into text.
#[derive(Debug)]
pub struct CellText {
    form: Form,
}

#[derive(Debug)]
enum Form {
    Text,
    /// `x'00ff'`
    Hex,
    /// As CAST to STRING.
    Cast(Box<dyn Kernel>),
    /// There are no values but NULL.
    Null,
}

impl Session {
    /// Prepares the texts of a result.
    pub fn cell_texts(&self, columns: &[ResultColumn]) -> Result<CellTexts> {
        let columns = columns.iter().map(|column| self.cell_text(&column.data_type)).collect::<Result<_>>()?;
        Ok(CellTexts { columns })
    }

    /// Prepares the texts of one type.
    pub fn cell_text(&self, data_type: &LogicalType) -> Result<CellText> {
        let form = match data_type.kind {
            TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Form::Text,
            TypeKind::Binary(_) | TypeKind::Varbinary(_) => Form::Hex,
            TypeKind::Null | TypeKind::Unknown | TypeKind::Descriptor => Form::Null,
            _ => {
                let context = self.plan_context(&self.environment(false));
                let functions: &dyn FunctionLookup = self.functions.as_ref();
                let from = data_type.clone().without_time_attribute();
                Form::Cast(functions.cast_kernel(&from, &LogicalType::string(), false, &context.eval)?)
            }
        };
        Ok(CellText { form })
    }
}

impl CellTexts {
    /// The texts of a batch, column by column.
    pub fn of(&self, batch: &Batch) -> Result<Vec<StringViewArray>> {
        self.columns.iter().zip(batch.rows.columns()).map(|(column, array)| column.of(array)).collect()
    }
}

impl CellText {
    /// The texts of an array; NULL stays NULL.
    pub fn of(&self, array: &ArrayRef) -> Result<StringViewArray> {
        match &self.form {
            Form::Text => strings(array),
            Form::Hex => hex(array),
            Form::Cast(kernel) => strings(&kernel.evaluate(&[Columnar::Array(array.clone())], array.len())?.into_array(array.len())?),
            Form::Null => Ok(StringViewArray::new_null(array.len())),
        }
    }
}

fn strings(array: &ArrayRef) -> Result<StringViewArray> {
    array.as_string_view_opt().cloned().ok_or_else(|| Error::internal("a text column does not hold texts"))
}

fn hex(array: &ArrayRef) -> Result<StringViewArray> {
    let Some(bytes) = array.as_binary_view_opt() else { return Err(Error::internal("a binary column does not hold bytes")) };
    let mut texts = StringViewBuilder::with_capacity(bytes.len());
    let mut text = String::new();
    for value in bytes {
        let Some(value) = value else {
            texts.append_null();
            continue;
        };
        text.clear();
        text.push_str("x'");
        value.iter().for_each(|byte| {
            let _ = write!(text, "{byte:02x}");
        });
        text.push('\'');
        texts.append_value(&text);
    }
    Ok(texts.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::BinaryViewArray;
    use std::sync::Arc;

    #[test]
    fn bytes_are_shown_as_a_binary_literal() {
        let array: ArrayRef = Arc::new(BinaryViewArray::from_iter([Some(b"\x00\xff".as_slice()), None]));
        let texts = CellText { form: Form::Hex }.of(&array).expect("it holds bytes");
        assert_eq!(texts.iter().collect::<Vec<_>>(), [Some("x'00ff'"), None]);
    }
}
