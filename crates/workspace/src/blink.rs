//! Definitions in the words of Blink, as Flink says the same.
//!
//! Blink names the connector `type`, and its tables are told by that: keys need no NOT ENFORCED, types without a length are as long as can be,
//! HEADER is a metadata column, `withOffset` a watermark. What is rendered starts from the definition as it is written.

use crate::diagnostics::DOUBLE_DEFINITION;
use diag::Diagnostic;
use sql::ast::{DataType, DataTypeKind, Expr, ExprKind, FunctionArg, Literal, StringLiteral, StringPrefix};
use sql::statements::create_table::{ColumnKind, ConstraintKind, CreateTable, Metadata, OptionKey, TableElement};
use table::TableIndex;

/// What Blink keeps of a DECIMAL without a precision.
const DECIMAL: DataTypeKind = DataTypeKind::Decimal { precision: Some(38), scale: Some(18) };

/// A definition in Flink's words.
#[derive(Clone, Debug)]
pub struct FlinkForm {
    pub node: CreateTable,
    /// By how many milliseconds the watermark is behind its column.
    pub offset: Option<u64>,
    pub indexes: Vec<TableIndex>,
    /// What Blink would do without a word.
    pub found: Vec<Diagnostic>,
}

/// The definition in Flink's words.
pub fn as_flink(node: &CreateTable) -> FlinkForm {
    let mut form = FlinkForm { node: node.clone(), offset: None, indexes: Vec::new(), found: Vec::new() };
    let node = &mut form.node;
    headers_to_metadata(node);
    if !name_the_connector(node) {
        return form;
    }
    form.found = keep_last(node);
    node.elements.retain(|element| match element {
        TableElement::Index(index) => {
            let columns = index.columns.iter().map(|column| column.value.clone()).collect();
            form.indexes.push(TableIndex { unique: index.unique, columns, span: index.span });
            false
        }
        TableElement::Period(_) => false,
        _ => true,
    });
    for element in &mut node.elements {
        match element {
            TableElement::Column(column) => {
                if let ColumnKind::Typed { data_type, constraint, .. } = &mut column.kind {
                    data_type.kind = in_flink(&data_type.kind).unwrap_or_else(|| data_type.kind.clone());
                    if let Some(constraint) = constraint {
                        constraint.enforced = Some(false);
                    }
                }
            }
            TableElement::Constraint(constraint) => constraint.enforced = Some(false),
            TableElement::Watermark(watermark) => {
                if let Some((column, millis)) = offset(&watermark.strategy) {
                    form.offset = Some(millis);
                    watermark.strategy = column.clone();
                }
            }
            _ => {}
        }
    }
    form
}

/// True for a definition of Blink, whose connector is called `type`.
fn name_the_connector(node: &mut CreateTable) -> bool {
    let Some(options) = &mut node.options else { return false };
    if options.entries.iter().any(|entry| entry.key.text() == "connector") {
        return false;
    }
    let Some(entry) = options.entries.iter_mut().find(|entry| entry.key.text().eq_ignore_ascii_case("type")) else { return false };
    entry.key = OptionKey::String(StringLiteral { prefix: StringPrefix::None, value: "connector".to_owned(), span: entry.key.span() });
    // What both have is called as Flink calls it.
    if entry.value.text().eq_ignore_ascii_case("random") {
        let span = entry.value.span();
        let literal = StringLiteral { prefix: StringPrefix::None, value: "datagen".to_owned(), span };
        entry.value = sql::statements::create_table::OptionValue::String(literal);
    }
    true
}

/// HEADER is a metadata column that is only read.
fn headers_to_metadata(node: &mut CreateTable) {
    for element in &mut node.elements {
        if let TableElement::Column(column) = element
            && let ColumnKind::Typed { metadata, header: header @ true, .. } = &mut column.kind
        {
            *metadata = Some(Metadata { from: None, is_virtual: true, span: column.span });
            *header = false;
        }
    }
}

/// Blink keeps the last of several primary keys and of several watermarks.
fn keep_last(node: &mut CreateTable) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (what, is_one) in [("PRIMARY KEY", is_primary_key as fn(&TableElement) -> bool), ("WATERMARK", is_watermark)] {
        let places: Vec<usize> = (0..node.elements.len()).filter(|at| is_one(&node.elements[*at])).collect();
        let Some((last, earlier)) = places.split_last() else { continue };
        let place = span_of(&node.elements[*last]);
        for at in earlier.iter().rev() {
            let span = span_of(&node.elements.remove(*at));
            let message = format!("a second {what} replaces this one in Blink");
            found.push(Diagnostic::warning(DOUBLE_DEFINITION, span, message).with_label(place, "this one holds"));
        }
    }
    found
}

fn is_primary_key(element: &TableElement) -> bool {
    matches!(element, TableElement::Constraint(constraint) if constraint.kind == ConstraintKind::PrimaryKey)
}

fn is_watermark(element: &TableElement) -> bool {
    matches!(element, TableElement::Watermark(_))
}

fn span_of(element: &TableElement) -> diag::Span {
    match element {
        TableElement::Constraint(constraint) => constraint.span,
        TableElement::Watermark(watermark) => watermark.span,
        _ => diag::Span::none(),
    }
}

/// The type of Flink that Blink means, where the word differs.
fn in_flink(kind: &DataTypeKind) -> Option<DataTypeKind> {
    Some(match kind {
        DataTypeKind::Varchar(None) => DataTypeKind::String,
        DataTypeKind::Varbinary(None) => DataTypeKind::Bytes,
        DataTypeKind::Decimal { precision: None, .. } => DECIMAL,
        DataTypeKind::Timestamp(None) => DataTypeKind::Timestamp(Some(3)),
        DataTypeKind::Real => DataTypeKind::Float,
        DataTypeKind::Array(element) => DataTypeKind::Array(Box::new(DataType {
            kind: in_flink(&element.kind).unwrap_or_else(|| element.kind.clone()),
            ..DataType::clone(element)
        })),
        _ => return None,
    })
}

/// `withOffset(column, milliseconds)`; `None` for anything else, and for what is wrong with it, which is reported later.
fn offset(expr: &Expr) -> Option<(&Expr, u64)> {
    let ExprKind::Function(call) = &expr.kind else { return None };
    if !call.name.name.text().eq_ignore_ascii_case("withOffset") {
        return None;
    }
    let [FunctionArg::Expr(column), FunctionArg::Expr(offset)] = call.args.as_slice() else { return None };
    let ExprKind::Literal(Literal::Integer(digits)) = &offset.unnested().kind else { return None };
    Some((column, digits.parse().ok()?))
}
