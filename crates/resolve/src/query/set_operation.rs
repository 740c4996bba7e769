//! UNION, INTERSECT and EXCEPT: the columns of the inputs unify one by one.

use super::has_any_column;
use crate::bound::{Column, Relation, RelationKind, SetOperator};
use crate::coercion::common;
use crate::columns::Scope;
use crate::context::Resolver;
use crate::diagnostics::{COLUMN_COUNT, FlinkText, NO_COMMON_TYPE};
use diag::{Diagnostic, Span};
use sql::ast::{QueryBody, SetOperation, SetOperator as Operator, SetQuantifier};
use table::{LogicalType, TimeAttribute, TypeKind};

impl Resolver<'_> {
    pub(super) fn set_operation(&mut self, operation: &SetOperation, parent: Option<&Scope<'_>>) -> Relation {
        let all = operation.quantifier == Some(SetQuantifier::All);
        let bodies =
            if all && operation.op == Operator::Union { union_all_chain(operation) } else { vec![&operation.left, &operation.right] };
        let inputs: Vec<Relation> = bodies.iter().map(|body| self.body(body, parent)).collect();
        if inputs.iter().any(|input| has_any_column(&input.columns)) {
            return self.failed(operation.span);
        }
        let word = operator_text(operation.op, all);
        let Some(types) = self.unify_columns(&inputs, word, operation.span) else { return self.failed(operation.span) };
        let names: Vec<String> = inputs[0].columns.iter().map(|c| c.name.clone()).collect();
        let columns: Vec<Column> = names.into_iter().zip(&types).map(|(name, data_type)| self.column(name, data_type.clone())).collect();
        let inputs = inputs.into_iter().map(|input| self.cast_columns(input, &types)).collect();
        let op = match operation.op {
            Operator::Union => SetOperator::Union,
            Operator::Intersect => SetOperator::Intersect,
            Operator::Except => SetOperator::Except,
        };
        Relation::new(RelationKind::SetOperation { op, all, inputs }, columns, operation.span)
    }

    fn unify_columns(&mut self, inputs: &[Relation], word: &str, span: Span) -> Option<Vec<LogicalType>> {
        let first = &inputs[0];
        if let Some(other) = inputs.iter().find(|input| input.columns.len() != first.columns.len()) {
            let (left, right) = (first.columns.len(), other.columns.len());
            let operator = word.split(' ').next().unwrap_or(word);
            let diagnostic = Diagnostic::error(COLUMN_COUNT, other.span, format!("{word} joins queries of {left} and {right} columns"))
                .with_label(first.span, format!("{left} columns"))
                .flink_validator(format!("Column count mismatch in {operator}"));
            self.report(diagnostic);
            return None;
        }
        let mut types = Vec::with_capacity(first.columns.len());
        for column in 0..first.columns.len() {
            let given: Vec<&LogicalType> = inputs.iter().map(|input| &input.columns[column].data_type).collect();
            match common(given.iter().copied()) {
                Some(data_type) => types.push(with_shared_attribute(data_type, &given)),
                None => {
                    self.report(mixed_column(inputs, column, word, span));
                    return None;
                }
            }
        }
        Some(types)
    }
}

fn mixed_column(inputs: &[Relation], column: usize, word: &str, span: Span) -> Diagnostic {
    let first = &inputs[0].columns[column];
    let wrong = inputs.iter().find(|input| common([&first.data_type, &input.columns[column].data_type]).is_none());
    let other = wrong.map_or("another type".to_owned(), |input| input.columns[column].data_type.kind.to_string());
    let message = format!("column {} of {word} is {} and {other}", column + 1, first.data_type.kind);
    let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, message)
        .with_help("Cast one of them.")
        .flink_validator(format!("Type mismatch in column {} of {word}", column + 1));
    match wrong {
        Some(input) => diagnostic.with_label(input.span, format!("column {} is {other} here", column + 1)),
        None => diagnostic,
    }
}

/// A chain of UNION ALL is one operation with many inputs.
fn union_all_chain(operation: &SetOperation) -> Vec<&QueryBody> {
    let mut bodies = vec![&operation.right];
    let mut left = &operation.left;
    while let QueryBody::SetOperation(inner) = left
        && inner.op == Operator::Union
        && inner.quantifier == Some(SetQuantifier::All)
    {
        bodies.push(&inner.right);
        left = &inner.left;
    }
    bodies.push(left);
    bodies.reverse();
    bodies
}

/// A time attribute survives when all inputs have it.
fn with_shared_attribute(mut data_type: LogicalType, given: &[&LogicalType]) -> LogicalType {
    let shared = given[0].time_attribute();
    if shared != TimeAttribute::None
        && given.iter().all(|other| other.time_attribute() == shared)
        && let TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } = &mut data_type.kind
    {
        *attribute = shared;
    }
    data_type
}

fn operator_text(op: Operator, all: bool) -> &'static str {
    match (op, all) {
        (Operator::Union, true) => "UNION ALL",
        (Operator::Union, false) => "UNION",
        (Operator::Intersect, true) => "INTERSECT ALL",
        (Operator::Intersect, false) => "INTERSECT",
        (Operator::Except, true) => "EXCEPT ALL",
        (Operator::Except, false) => "EXCEPT",
    }
}
