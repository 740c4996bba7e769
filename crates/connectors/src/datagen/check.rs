//! What is wrong with the options of a datagen table.

use diag::Diagnostic;
use options::ResolvedOptions;
use table::connector::TableContext;
use table::types::{LogicalType, TypeKind};

const VALIDATION_EXCEPTION: &str = "org.apache.flink.table.api.ValidationException";

pub(super) fn check(table: &TableContext) -> Vec<Diagnostic> {
    let mut found = vec![];
    for column in table.schema.physical() {
        check_field(&column.name, &column.data_type, table, &mut found);
    }
    found
}

fn check_field(path: &str, data_type: &LogicalType, table: &TableContext, found: &mut Vec<Diagnostic>) {
    let options = &table.options;
    let kind_key = format!("fields.{path}.kind");
    match options.get_str(&kind_key).as_str() {
        "random" => check_random(path, data_type, options, found),
        "sequence" => return check_sequence(path, data_type, table, found),
        other => {
            let flink = format!("{VALIDATION_EXCEPTION}: Unsupported generator kind: {other}");
            found.push(options.invalid_value(&kind_key, "It must be 'random' or 'sequence'.").with_flink(flink));
        }
    }
    let mut inner = |name: &str, data_type: &LogicalType| check_field(&format!("{path}.{name}"), data_type, table, found);
    match &data_type.kind {
        TypeKind::Array(element) | TypeKind::Multiset(element) => inner("element", element),
        TypeKind::Map(key, value) => {
            inner("key", key);
            inner("value", value);
        }
        TypeKind::Row(fields) => fields.iter().for_each(|field| inner(&field.name, &field.data_type)),
        _ => {}
    }
}

fn check_random(path: &str, data_type: &LogicalType, options: &ResolvedOptions, found: &mut Vec<Diagnostic>) {
    let (min_key, max_key, length_key) = (format!("fields.{path}.min"), format!("fields.{path}.max"), format!("fields.{path}.length"));
    let bounds = [&min_key, &max_key].map(|key| options.opt_str(key).map(|text| text.trim().parse::<f64>()));
    for (key, bound) in [&min_key, &max_key].into_iter().zip(&bounds) {
        let is_whole = options.opt_str(key).is_none_or(|text| text.trim().parse::<i64>().is_ok());
        if matches!(bound, Some(Err(_))) || (data_type.kind.is_integer() && !is_whole) {
            found.push(options.invalid_value(key, format!("It must be a number of type {}.", data_type.kind)));
        }
    }
    if let [Some(Ok(min)), Some(Ok(max))] = &bounds
        && min > max
    {
        let message = format!("the least value of field '{path}' is greater than the greatest");
        found.push(options.conflict(&[&min_key, &max_key], message));
    }
    if matches!(data_type.kind, TypeKind::Char(_) | TypeKind::Binary(_)) && options.is_set(&length_key) {
        let flink = format!("{VALIDATION_EXCEPTION}: Custom length for fixed-length type (CHAR/BINARY) field '{path}' is not supported.");
        let expected = format!("The length of {} cannot be changed.", data_type.kind);
        found.push(options.invalid_value(&length_key, expected).with_flink(flink));
    }
}

fn check_sequence(path: &str, data_type: &LogicalType, table: &TableContext, found: &mut Vec<Diagnostic>) {
    let options = &table.options;
    for bound in ["start", "end"] {
        let key = format!("fields.{path}.{bound}");
        match options.opt_str(&key).map(|text| text.trim().parse::<i64>()) {
            None => {
                let flink = format!("{VALIDATION_EXCEPTION}: Could not find required property '{key}' for sequence generator.");
                let span = options.origin(&format!("fields.{path}.kind")).map_or(table.span, |origin| origin.span);
                let message = format!("missing required option '{key}' of the sequence for field '{path}'");
                found.push(Diagnostic::error("missing-required-option", span, message).with_flink(flink));
            }
            Some(Err(_)) => found.push(options.invalid_value(&key, "It must be a whole number.")),
            Some(Ok(_)) => {}
        }
    }
    let is_supported = data_type.kind.is_numeric() || data_type.kind.is_character() || data_type.kind.is_interval();
    if !is_supported {
        let flink = format!("{VALIDATION_EXCEPTION}: Unsupported type: {data_type}");
        let expected = format!("There are no sequences of type {}.", data_type.kind);
        found.push(options.invalid_value(&format!("fields.{path}.kind"), expected).with_flink(flink));
    }
}
