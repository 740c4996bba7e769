//! Rules between the options of a kafka table.

use crate::diagnostics::UNSUITABLE_SCHEMA;
use crate::formats;
use diag::Diagnostic;
use options::ResolvedOptions;
use table::changelog::ChangelogMode;
use table::connector::TableContext;

pub(super) fn check(table: &TableContext) -> Vec<Diagnostic> {
    let options = &table.options;
    let mut found = vec![];
    found.extend(exactly_one(table, "topic", "topic-pattern"));
    found.extend(exactly_one(table, "format", "value.format"));
    found.extend(check_key(table));
    found.extend(check_offsets(options, "scan.startup"));
    found.extend(check_offsets(options, "scan.bounded"));
    found.extend(check_transactions(options));
    found.extend(check_primary_key(table));
    found
}

fn exactly_one(table: &TableContext, first: &str, second: &str) -> Option<Diagnostic> {
    match (table.options.is_set(first), table.options.is_set(second)) {
        (true, true) => Some(table.options.conflict(&[first, second], format!("'{first}' and '{second}' exclude each other"))),
        (false, false) => {
            let message = format!("table '{}' needs one of the options '{first}' and '{second}'", table.identifier.object);
            Some(Diagnostic::error("missing-required-option", table.span, message))
        }
        _ => None,
    }
}

fn check_key(table: &TableContext) -> Vec<Diagnostic> {
    let options = &table.options;
    let mut found = vec![];
    let fields = options.get_list("key.fields");
    if options.is_set("key.format") && fields.is_empty() {
        found.push(options.conflict(&["key.format"], "'key.format' needs 'key.fields', which names the columns of the key"));
    }
    if !options.is_set("key.format") && !fields.is_empty() {
        found.push(options.conflict(&["key.fields"], "'key.fields' needs 'key.format'"));
    }
    for field in &fields {
        if !table.schema.physical().any(|column| column.name == *field) {
            let expected = format!("'{field}' is no physical column of the table.");
            found.push(options.invalid_value("key.fields", expected));
        }
    }
    if options.is_set("key.fields-prefix") && options.get_enum("value.fields-include") == "ALL" {
        let keys = ["key.fields-prefix", "value.fields-include"];
        found.push(options.conflict(&keys, "'key.fields-prefix' needs 'value.fields-include' = 'EXCEPT_KEY'"));
    }
    found
}

/// A mode needs the option that says where, and that option needs the mode.
pub(crate) fn check_offsets(options: &ResolvedOptions, prefix: &str) -> Vec<Diagnostic> {
    let mode_key = format!("{prefix}.mode");
    let mode = options.get_enum(&mode_key);
    let mut found = vec![];
    for (needed_by, partner) in [("specific-offsets", "specific-offsets"), ("timestamp", "timestamp-millis")] {
        let partner = format!("{prefix}.{partner}");
        match (mode == needed_by, options.is_set(&partner)) {
            (true, false) => found.push(options.conflict(&[&mode_key], format!("'{mode_key}' = '{mode}' needs '{partner}'"))),
            (false, true) => {
                let message = format!("'{partner}' has no effect without '{mode_key}' = '{needed_by}'");
                found.push(options.conflict(&[&partner, &mode_key], message));
            }
            _ => {}
        }
    }
    found
}

fn check_transactions(options: &ResolvedOptions) -> Option<Diagnostic> {
    let needs = options.get_enum("sink.delivery-guarantee") == "exactly-once" && !options.is_set("sink.transactional-id-prefix");
    needs.then(|| options.conflict(&["sink.delivery-guarantee"], "'exactly-once' needs 'sink.transactional-id-prefix'"))
}

/// Rows that only come in cannot keep a key unique.
fn check_primary_key(table: &TableContext) -> Option<Diagnostic> {
    let key = table.schema.primary_key.as_ref()?;
    let format = super::value_format(&table.options);
    if formats::find(&format).is_none() || formats::changelog_of(&format) != ChangelogMode::InsertOnly {
        return None;
    }
    let message =
        format!("format '{format}' of connector 'kafka' only inserts, so table '{}' cannot have a PRIMARY KEY", table.identifier.object);
    Some(Diagnostic::error(UNSUITABLE_SCHEMA, key.span, message).with_help("Connector 'upsert-kafka' keeps the last row of each key."))
}
