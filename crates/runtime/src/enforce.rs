//! NOT NULL and length constraints of the columns that are written or shown.

use crate::diagnostics::{NULL_IN_NOT_NULL_COLUMN, WRONG_LENGTH};
use arrow::array::{Array, ArrayRef, AsArray, BinaryViewBuilder, BooleanArray, RecordBatch, StringViewBuilder};
use arrow::compute::filter_record_batch;
use diag::{Diagnostic, Error, Result, Span};
use std::sync::Arc;
use table::changelog::Batch;
use table::{LogicalType, TypeKind};

/// What happens to a row with NULL in a NOT NULL column: `table.exec.sink.not-null-enforcer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullPolicy {
    Error,
    Drop,
}

/// What happens to text and bytes of a wrong length: `table.exec.sink.type-length-enforcer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthPolicy {
    Ignore,
    TrimPad,
    Error,
}

/// Checks rows against the declared types of their columns.
#[derive(Clone, Debug)]
pub struct ConstraintEnforcer {
    columns: Vec<(String, LogicalType)>,
    nulls: NullPolicy,
    lengths: LengthPolicy,
    /// The statement that writes, for messages.
    span: Span,
}

impl ConstraintEnforcer {
    pub fn new(columns: Vec<(String, LogicalType)>, nulls: NullPolicy, lengths: LengthPolicy, span: Span) -> Self {
        ConstraintEnforcer { columns, nulls, lengths, span }
    }

    /// The rows that may go on, with lengths as the policy wants them.
    pub fn apply(&self, batch: Batch) -> Result<Batch> {
        let batch = self.enforce_nulls(batch)?;
        match self.lengths {
            LengthPolicy::Ignore => Ok(batch),
            _ => self.enforce_lengths(batch),
        }
    }

    fn enforce_nulls(&self, batch: Batch) -> Result<Batch> {
        let violated = |((_, t), array): &(&(String, LogicalType), &ArrayRef)| !t.nullable && array.null_count() > 0;
        let violations: Vec<_> = self.columns.iter().zip(batch.rows.columns()).filter(violated).collect();
        let Some(((name, _), _)) = violations.first() else { return Ok(batch) };
        match self.nulls {
            NullPolicy::Error => Err(self.null_error(name)),
            NullPolicy::Drop => {
                let keep = (0..batch.rows.num_rows()).map(|row| violations.iter().all(|(_, array)| array.is_valid(row)));
                let keep: Vec<bool> = keep.collect();
                keep_rows(batch, &keep)
            }
        }
    }

    fn null_error(&self, column: &str) -> Error {
        let message = format!("column '{column}' is NOT NULL, however, a null value is being written into it");
        let flink = format!(
            "org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException: Column '{column}' is NOT NULL, however, a null value is \
             being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception \
             and drop such records silently."
        );
        let diagnostic = Diagnostic::error(NULL_IN_NOT_NULL_COLUMN, self.span, message.clone())
            .with_help("SET 'table.exec.sink.not-null-enforcer' = 'DROP' drops such rows.")
            .with_flink(flink);
        Error::data(message).with_diagnostic(diagnostic)
    }

    fn enforce_lengths(&self, batch: Batch) -> Result<Batch> {
        let columns =
            self.columns.iter().zip(batch.rows.columns()).map(|((name, t), array)| self.fit(name, t, array)).collect::<Result<Vec<_>>>()?;
        let rows = RecordBatch::try_new(batch.rows.schema(), columns).map_err(|e| Error::internal(e.to_string()))?;
        Ok(Batch { rows, kinds: batch.kinds })
    }

    fn fit(&self, name: &str, data_type: &LogicalType, array: &ArrayRef) -> Result<ArrayRef> {
        match data_type.kind {
            TypeKind::Char(length) => self.fit_text(name, data_type, array, length as usize, true),
            TypeKind::Varchar(length) if length != table::types::MAX_LENGTH => {
                self.fit_text(name, data_type, array, length as usize, false)
            }
            TypeKind::Binary(length) => self.fit_bytes(name, data_type, array, length as usize, true),
            TypeKind::Varbinary(length) if length != table::types::MAX_LENGTH => {
                self.fit_bytes(name, data_type, array, length as usize, false)
            }
            _ => Ok(Arc::clone(array)),
        }
    }

    fn fit_text(&self, name: &str, data_type: &LogicalType, array: &ArrayRef, length: usize, pad: bool) -> Result<ArrayRef> {
        let texts = array.as_string_view_opt().ok_or_else(|| Error::internal("text in another form"))?;
        let mut fitted = StringViewBuilder::with_capacity(texts.len());
        for text in texts {
            let Some(text) = text else {
                fitted.append_null();
                continue;
            };
            let characters = text.chars().count();
            if characters == length || (characters < length && !pad) {
                fitted.append_value(text);
            } else if self.lengths == LengthPolicy::Error {
                return Err(self.length_error(name, data_type, characters));
            } else if characters > length {
                fitted.append_value(text.chars().take(length).collect::<String>());
            } else {
                fitted.append_value(format!("{text}{}", " ".repeat(length - characters)));
            }
        }
        Ok(Arc::new(fitted.finish()))
    }

    fn fit_bytes(&self, name: &str, data_type: &LogicalType, array: &ArrayRef, length: usize, pad: bool) -> Result<ArrayRef> {
        let values = array.as_binary_view_opt().ok_or_else(|| Error::internal("bytes in another form"))?;
        let mut fitted = BinaryViewBuilder::with_capacity(values.len());
        for value in values {
            let Some(value) = value else {
                fitted.append_null();
                continue;
            };
            if value.len() == length || (value.len() < length && !pad) {
                fitted.append_value(value);
            } else if self.lengths == LengthPolicy::Error {
                return Err(self.length_error(name, data_type, value.len()));
            } else {
                let mut value = value[..value.len().min(length)].to_vec();
                value.resize(length, 0);
                fitted.append_value(value);
            }
        }
        Ok(Arc::new(fitted.finish()))
    }

    fn length_error(&self, column: &str, data_type: &LogicalType, length: usize) -> Error {
        let message = format!("column '{column}' is {data_type}, however, a value of length {length} is being written into it");
        let diagnostic = Diagnostic::error(WRONG_LENGTH, self.span, message.clone())
            .with_help("SET 'table.exec.sink.type-length-enforcer' = 'TRIM_PAD' cuts and pads such values.");
        Error::data(message).with_diagnostic(diagnostic)
    }
}

fn keep_rows(batch: Batch, keep: &[bool]) -> Result<Batch> {
    let mask = BooleanArray::from(keep.to_vec());
    let rows = filter_record_batch(&batch.rows, &mask).map_err(|e| Error::internal(e.to_string()))?;
    let kinds = batch.kinds.map(|kinds| kinds.into_iter().zip(keep).filter(|(_, keep)| **keep).map(|(kind, _)| kind).collect());
    Ok(Batch { rows, kinds })
}
