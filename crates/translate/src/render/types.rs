//! Types of one engine in the words of another.

use super::Renderer;
use crate::diagnostics::NOT_IN_TARGET;
use crate::target::{Engine, Target};
use diag::{Diagnostic, Span};
use sql::ast::{DataType, DataTypeKind};

/// What Blink keeps of a DECIMAL without a precision.
const BLINK_DECIMAL: DataTypeKind = DataTypeKind::Decimal { precision: Some(38), scale: Some(18) };

/// A type of Blink in the words of VVR and Flink, where they differ.
pub(crate) fn without_blink(kind: &DataTypeKind) -> Option<DataTypeKind> {
    Some(match kind {
        DataTypeKind::Varchar(None) => DataTypeKind::String,
        DataTypeKind::Varbinary(None) => DataTypeKind::Bytes,
        DataTypeKind::Decimal { precision: None, .. } => BLINK_DECIMAL,
        DataTypeKind::Timestamp(None) => DataTypeKind::Timestamp(Some(3)),
        DataTypeKind::Real => DataTypeKind::Float,
        _ => return None,
    })
}

impl Renderer<'_> {
    /// Writes a type for the target; `form` is the engine it was written for.
    pub(crate) fn data_type(&mut self, data_type: &mut DataType, form: Engine) {
        match (form, self.target.is_blink()) {
            (Engine::Blink, false) => self.leave_blink_type(data_type),
            (Engine::Vvr | Engine::Flink, true) => self.enter_blink_type(data_type),
            _ => {}
        }
        self.inner(data_type, form);
        self.refuse_new(data_type);
    }

    fn inner(&mut self, data_type: &mut DataType, form: Engine) {
        match &mut data_type.kind {
            DataTypeKind::Array(element) | DataTypeKind::Multiset(element) => self.data_type(element, form),
            DataTypeKind::Map(key, value) => {
                self.data_type(key, form);
                self.data_type(value, form);
            }
            DataTypeKind::Row(fields) => fields.iter_mut().for_each(|field| self.data_type(&mut field.data_type, form)),
            _ => {}
        }
    }

    fn leave_blink_type(&mut self, data_type: &mut DataType) {
        match without_blink(&data_type.kind) {
            Some(kind) => data_type.kind = kind,
            None if data_type.kind == DataTypeKind::Any => self.no_type(data_type.span, "ANY"),
            None => {}
        }
    }

    fn enter_blink_type(&mut self, data_type: &mut DataType) {
        let span = data_type.span;
        let new = match &data_type.kind {
            DataTypeKind::String | DataTypeKind::Varchar(_) => DataTypeKind::Varchar(None),
            DataTypeKind::Char(_) => {
                self.rewritten(span, "CHAR is VARCHAR in Blink: values are not padded");
                DataTypeKind::Varchar(None)
            }
            DataTypeKind::Bytes | DataTypeKind::Varbinary(_) | DataTypeKind::Binary(_) => DataTypeKind::Varbinary(None),
            DataTypeKind::Real => DataTypeKind::Float,
            DataTypeKind::Time(_) => DataTypeKind::Time(None),
            DataTypeKind::Timestamp(precision) => {
                if precision.is_none_or(|precision| precision > 3) {
                    self.rewritten(span, "a TIMESTAMP has milliseconds in Blink: finer parts are cut");
                }
                DataTypeKind::Timestamp(None)
            }
            DataTypeKind::TimestampLtz(_) => {
                self.rewritten(span, "TIMESTAMP_LTZ is TIMESTAMP in Blink, which holds the time in UTC");
                DataTypeKind::Timestamp(None)
            }
            DataTypeKind::Row(_) | DataTypeKind::Array(_) | DataTypeKind::Map(..) | DataTypeKind::Multiset(_) => {
                return self.no_type(span, &data_type.to_string());
            }
            DataTypeKind::Raw { .. } | DataTypeKind::Null | DataTypeKind::Named(_) => return self.no_type(span, &data_type.to_string()),
            _ => return,
        };
        data_type.kind = new;
    }

    /// Types of Flink 2.
    fn refuse_new(&mut self, data_type: &DataType) {
        let is_new = match &data_type.kind {
            DataTypeKind::Variant | DataTypeKind::Bitmap | DataTypeKind::Structured { .. } => self.target.is_before_flink_2(),
            _ => false,
        };
        if is_new {
            self.no_type(data_type.span, &data_type.to_string());
        }
    }

    fn no_type(&mut self, span: Span, name: &str) {
        let message = format!("{} has no type {name}", self.target.title());
        let diagnostic = Diagnostic::error(NOT_IN_TARGET, span, message);
        self.report(match self.target {
            Target::Flink1_20 | Target::Vvr8 if name != "ANY" => diagnostic.with_help("Keep the value as a STRING."),
            _ => diagnostic,
        });
    }
}
