//! String functions. Positions count characters (code points) from 1.

mod base64;
mod case;
mod charset;
mod classify;
mod codes;
mod concat;
mod elt;
mod hashes;
mod inet;
mod java_pattern;
mod length;
mod overlay;
mod padding;
mod printf;
pub(crate) mod regex;
mod regexp;
mod replace;
mod search;
mod split;
mod substring;
mod trim;
mod url;

use crate::Entry;
use crate::signature::Family;
use table::function::{Argument, CallError, Signature};
use table::types::{MAX_LENGTH, TypeKind};
use table::{LogicalType, Value};

pub(crate) static FUNCTIONS: &[Entry] = &[
    length::char_length,
    case::upper,
    case::lower,
    case::initcap,
    search::position,
    search::instr,
    search::locate,
    search::starts_with,
    search::ends_with,
    trim::trim,
    trim::ltrim,
    trim::rtrim,
    trim::btrim,
    padding::lpad,
    padding::rpad,
    padding::repeat,
    replace::replace,
    replace::translate,
    replace::reverse,
    overlay::overlay,
    substring::substring,
    substring::substr,
    substring::left,
    substring::right,
    regexp::regexp,
    regexp::regexp_replace,
    regexp::regexp_extract,
    regexp::regexp_extract_all,
    regexp::regexp_count,
    regexp::regexp_instr,
    regexp::regexp_substr,
    concat::concat,
    concat::concat_ws,
    codes::ascii,
    codes::chr,
    charset::encode,
    charset::decode,
    base64::to_base64,
    base64::from_base64,
    hashes::md5,
    hashes::sha1,
    hashes::sha224,
    hashes::sha256,
    hashes::sha384,
    hashes::sha512,
    hashes::sha2,
    hashes::hash_code,
    split::split_index,
    split::split,
    split::str_to_map,
    url::parse_url,
    url::url_encode,
    url::url_decode,
    printf::printf,
    elt::elt,
    inet::inet_aton,
    inet::inet_ntoa,
    classify::is_alpha,
    classify::is_digit,
    classify::is_decimal,
];

const STRING: TypeKind = TypeKind::Varchar(MAX_LENGTH);

/// An accepted call: text and bytes stay as they are, integers become INT; the result is nullable when an argument is.
fn signature(arguments: &[Argument], families: &[Family], result: TypeKind) -> Signature {
    let cast = arguments.iter().zip(families).map(|(argument, family)| {
        let own = &argument.data_type.kind;
        let kind = match family {
            Family::Character if own.is_character() => own.clone(),
            Family::Binary | Family::String if own.is_binary() => own.clone(),
            Family::String if own.is_character() => own.clone(),
            Family::Character | Family::String => STRING,
            Family::Binary => TypeKind::Varbinary(MAX_LENGTH),
            Family::Integer => TypeKind::Int,
            _ => own.clone(),
        };
        LogicalType::new(kind).with_nullable(argument.data_type.nullable)
    });
    let result = LogicalType::new(result).with_nullable(crate::signature::any_nullable(arguments));
    Signature { arguments: cast.collect(), result }
}

/// Like [`signature`], with a result that is always nullable.
fn nullable_signature(arguments: &[Argument], families: &[Family], result: LogicalType) -> Signature {
    Signature { result, ..signature(arguments, families, STRING) }
}

/// VARCHAR as long as the text.
fn varying(text: &LogicalType) -> TypeKind {
    match text.kind {
        TypeKind::Char(length) | TypeKind::Varchar(length) => TypeKind::Varchar(length.max(1)),
        _ => STRING,
    }
}

/// The text of a constant argument.
fn literal_text(argument: Option<&Argument>) -> Option<&str> {
    match argument?.literal.as_ref()? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Refuses an argument in the words of Flink's newer functions.
pub(crate) fn wrong_argument(name: &str, argument: usize, found: &LogicalType, expected: &str, family: &str) -> CallError {
    let text = if found.nullable { found.to_string() } else { format!("{} NOT NULL", found.kind) };
    CallError::new(format!("argument {} of '{name}' must be {expected}, not {}", argument + 1, found.kind))
        .at(argument)
        .with_flink(format!("Unsupported argument type. Expected type of family '{family}' but actual type was '{text}'."))
}
