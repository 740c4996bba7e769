//! The options of the ogg-json format.

use crate::formats::json::options::{
    DECIMAL_AS_PLAIN_NUMBER, IGNORE_NULL_FIELDS, IGNORE_PARSE_ERRORS, MAP_NULL_KEY_LITERAL, MAP_NULL_KEY_MODE, TIMESTAMP_FORMAT,
};
use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    IGNORE_PARSE_ERRORS,
    TIMESTAMP_FORMAT,
    MAP_NULL_KEY_MODE,
    MAP_NULL_KEY_LITERAL,
    DECIMAL_AS_PLAIN_NUMBER,
    IGNORE_NULL_FIELDS,
];
