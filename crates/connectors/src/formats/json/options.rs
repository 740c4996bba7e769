//! The options of the json format, which the changelog formats share in part.

use crate::formats::temporal::TimestampForm;
use diag::Diagnostic;
use options::{OptionSpec, ResolvedOptions};

pub(crate) const IGNORE_PARSE_ERRORS: OptionSpec = OptionSpec::boolean("ignore-parse-errors")
    .default("false")
    .doc("A field that is not of its type becomes NULL and a document that is not JSON is left out, instead of failing. Both are counted.");

pub(crate) const TIMESTAMP_FORMAT: OptionSpec = OptionSpec::string("timestamp-format.standard")
    .default("SQL")
    .doc("`SQL` is `yyyy-MM-dd HH:mm:ss.f`, `ISO-8601` is `yyyy-MM-ddTHH:mm:ss.f`; both with `Z` at the end for TIMESTAMP_LTZ.");

pub(crate) const MAP_NULL_KEY_MODE: OptionSpec = OptionSpec::string("map-null-key.mode")
    .default("FAIL")
    .doc("What to do with a NULL key of a map when writing: `FAIL`, `DROP` the entry, or write the `LITERAL`.");

pub(crate) const MAP_NULL_KEY_LITERAL: OptionSpec =
    OptionSpec::string("map-null-key.literal").default("null").doc("The text of a NULL key when the mode is `LITERAL`.");

pub(crate) const DECIMAL_AS_PLAIN_NUMBER: OptionSpec = OptionSpec::boolean("encode.decimal-as-plain-number")
    .default("false")
    .doc("Write DECIMAL values with all digits and without an exponent, so 100000.00 instead of `1E+5`.");

pub(crate) const IGNORE_NULL_FIELDS: OptionSpec =
    OptionSpec::boolean("encode.ignore-null-fields").default("false").doc("Leave out fields that are NULL when writing.");

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::boolean("fail-on-missing-field").default("false").doc("A field that a document does not have is an error instead of NULL."),
    IGNORE_PARSE_ERRORS,
    TIMESTAMP_FORMAT,
    MAP_NULL_KEY_MODE,
    MAP_NULL_KEY_LITERAL,
    DECIMAL_AS_PLAIN_NUMBER,
    IGNORE_NULL_FIELDS,
    OptionSpec::boolean("decode.json-parser.enabled")
        .default("true")
        .doc("Chooses Flink's faster reader. It makes no difference here: there is one reader, and it is fast."),
];

const VALIDATION_EXCEPTION: &str = "org.apache.flink.table.api.ValidationException";

/// The options by type.
#[derive(Clone, Debug)]
pub(super) struct JsonOptions {
    pub(super) fail_on_missing: bool,
    pub(super) ignore_errors: bool,
    pub(super) iso_timestamps: bool,
    pub(super) null_key: NullKey,
    pub(super) plain_decimals: bool,
    pub(super) ignore_null_fields: bool,
}

/// What becomes of a NULL key when writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NullKey {
    Fail,
    Drop,
    Literal(String),
}

impl JsonOptions {
    pub(super) fn read(options: &ResolvedOptions) -> Self {
        let null_key = match options.get_str("map-null-key.mode").to_ascii_uppercase().as_str() {
            "DROP" => NullKey::Drop,
            "LITERAL" => NullKey::Literal(options.get_str("map-null-key.literal")),
            _ => NullKey::Fail,
        };
        JsonOptions {
            fail_on_missing: options.get_bool("fail-on-missing-field"),
            ignore_errors: options.get_bool("ignore-parse-errors"),
            iso_timestamps: options.get_str("timestamp-format.standard") == "ISO-8601",
            null_key,
            plain_decimals: options.get_bool("encode.decimal-as-plain-number"),
            ignore_null_fields: options.get_bool("encode.ignore-null-fields"),
        }
    }

    pub(super) fn timestamp_form(&self) -> TimestampForm {
        if self.iso_timestamps { TimestampForm::ISO } else { TimestampForm::SQL }
    }

    pub(super) fn local_timestamp_form(&self) -> TimestampForm {
        if self.iso_timestamps { TimestampForm::ISO_UTC } else { TimestampForm::SQL_UTC }
    }
}

/// Reports options that contradict each other.
pub(super) fn check(options: &ResolvedOptions) -> Vec<Diagnostic> {
    let mut found = check_words(options);
    if options.get_bool("fail-on-missing-field") && options.get_bool("ignore-parse-errors") {
        let keys = ["fail-on-missing-field", "ignore-parse-errors"];
        let flink = format!("{VALIDATION_EXCEPTION}: fail-on-missing-field and ignore-parse-errors shouldn't both be true.");
        found.push(options.conflict(&keys, "missing fields cannot fail while parse errors are ignored").with_flink(flink));
    }
    found
}

/// Reports values that are none of the words that an option knows.
pub(crate) fn check_words(options: &ResolvedOptions) -> Vec<Diagnostic> {
    let mut found = vec![];
    let standard = options.get_str("timestamp-format.standard");
    if !["SQL", "ISO-8601"].contains(&standard.as_str()) {
        let flink = format!(
            "{VALIDATION_EXCEPTION}: Unsupported value '{standard}' for timestamp-format.standard. Supported values are [SQL, ISO-8601]."
        );
        found.push(options.invalid_value("timestamp-format.standard", "It must be 'SQL' or 'ISO-8601'.").with_flink(flink));
    }
    let mode = options.get_str("map-null-key.mode");
    if !["FAIL", "DROP", "LITERAL"].contains(&mode.to_ascii_uppercase().as_str()) {
        let flink = format!(
            "{VALIDATION_EXCEPTION}: Unsupported value '{mode}' for option map-null-key.mode. Supported values are [LITERAL, FAIL, DROP]."
        );
        found.push(options.invalid_value("map-null-key.mode", "It must be 'FAIL', 'DROP' or 'LITERAL'.").with_flink(flink));
    }
    found
}
