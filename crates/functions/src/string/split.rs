//! SPLIT_INDEX, SPLIT and STR_TO_MAP.

use super::regex::Patterns;
use super::{nullable_signature, signature, wrong_argument};
use crate::kernel::{Function, Text, rows};
use crate::signature::{Family, Forms};
use arrow::array::{ArrayRef, ListBuilder, MapArray, StringViewBuilder, StructArray};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{DataType, Int32Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{CallSite, Example, FunctionDefinition, FunctionDoc, Kernel};
use table::types::{arrow_field, arrow_type};
use table::{LogicalType, TypeKind};

static SPLIT_INDEX_DOC: FunctionDoc = FunctionDoc {
    name: "SPLIT_INDEX",
    aliases: &[],
    definition: "splitIndex",
    signatures: &["SPLIT_INDEX(text, delimiter, index)", "SPLIT_INDEX(text, code, index)"],
    summary: "One of the pieces between delimiters (a text, or the code of a character), counted from 0; NULL when there is none.",
    examples: &[
        Example { expression: "SPLIT_INDEX('a,b,c', ',', 1)", result: "b" },
        Example { expression: "SPLIT_INDEX('a,b,c', 44, 1)", result: "b" },
    ],
};

static SPLIT_DOC: FunctionDoc = FunctionDoc {
    name: "SPLIT",
    aliases: &[],
    definition: "SPLIT",
    signatures: &["SPLIT(text, delimiter)"],
    summary: "The pieces between delimiters; an empty delimiter gives the characters.",
    examples: &[Example { expression: "SPLIT('a,b,c', ',')", result: "[a, b, c]" }],
};

static STR_TO_MAP_DOC: FunctionDoc = FunctionDoc {
    name: "STR_TO_MAP",
    aliases: &[],
    definition: "strToMap",
    signatures: &["STR_TO_MAP(text [, pair_separator, value_separator])"],
    summary: "A map from a text of pairs. The separators are Java regular expressions, ',' and '=' if not given. A pair without a value \
              has NULL; of pairs with the same key the last holds.",
    examples: &[Example { expression: "STR_TO_MAP('k1=v1,k2=v2')", result: "{k1=v1, k2=v2}" }],
};

use Family::{Character, Integer};

pub(super) fn split_index() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SPLIT_INDEX", forms: &[&[Character, Integer, Integer], &[Character, Character, Integer]] };
    Function::new(
        &SPLIT_INDEX_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let delimiter = if arguments[1].data_type.kind.is_integer() { Integer } else { Character };
            Ok(nullable_signature(arguments, &[Character, delimiter, Integer], LogicalType::string()))
        },
        |call| if call.arguments[1].data_type.kind.is_character() { Ok(piece_by_text()) } else { Ok(piece_by_code()) },
    )
    .infallible()
    .definition()
}

fn piece_by_text() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, delimiter, index) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.column::<Int32Type>(2)?);
        args.build_text(|row, out| {
            let (Some(text), Some(delimiter), Some(index)) = (text.get(row), delimiter.get(row), index.get(row)) else { return Ok(false) };
            let Some(index) = usize::try_from(index).ok().filter(|_| !text.is_empty()) else { return Ok(false) };
            // Without a delimiter blanks are one.
            let piece = if delimiter.is_empty() { text.split(char::is_whitespace).nth(index) } else { text.split(delimiter).nth(index) };
            out.extend(piece);
            Ok(piece.is_some())
        })
    })
}

fn piece_by_code() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, code, index) = (args.column::<Text>(0)?, args.column::<Int32Type>(1)?, args.column::<Int32Type>(2)?);
        args.build_text(|row, out| {
            let (Some(text), Some(code), Some(index)) = (text.get(row), code.get(row), index.get(row)) else { return Ok(false) };
            let code = u8::try_from(code).ok().filter(|&code| code > 0);
            let (Some(code), Ok(index), false) = (code, usize::try_from(index), text.is_empty()) else { return Ok(false) };
            let piece = text.split(char::from(code)).nth(index);
            out.extend(piece);
            Ok(piece.is_some())
        })
    })
}

pub(super) fn split() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SPLIT", forms: &[&[Character, Character]] };
    Function::new(
        &SPLIT_DOC,
        |arguments| {
            if let Some(wrong) = arguments.iter().position(|a| !Character.accepts(&a.data_type)).filter(|_| arguments.len() == 2) {
                return Err(wrong_argument("SPLIT", wrong, &arguments[wrong].data_type, "text", "CHARACTER_STRING"));
            }
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Character, Character], TypeKind::Array(Box::new(LogicalType::string()))))
        },
        |_| Ok(pieces()),
    )
    .infallible()
    .definition()
}

fn pieces() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, delimiter) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
        let field = Arc::new(arrow_field("element", &LogicalType::string()));
        let mut builder = ListBuilder::new(StringViewBuilder::new()).with_field(field);
        let mut buffer = [0; 4];
        for row in 0..args.rows() {
            match (text.get(row), delimiter.get(row)) {
                (Some(text), Some("")) => {
                    text.chars().for_each(|c| builder.values().append_value(c.encode_utf8(&mut buffer)));
                    builder.append(true);
                }
                (Some(text), Some(delimiter)) => {
                    if !text.is_empty() {
                        text.split(delimiter).for_each(|piece| builder.values().append_value(piece));
                    }
                    builder.append(true);
                }
                _ => builder.append(false),
            }
        }
        Ok(Arc::new(builder.finish()) as ArrayRef)
    })
}

pub(super) fn str_to_map() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "STR_TO_MAP", forms: &[&[Character], &[Character, Character, Character]] };
    Function::new(
        &STR_TO_MAP_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let result = LogicalType::map(LogicalType::string(), LogicalType::string());
            Ok(nullable_signature(arguments, &[Character, Character, Character], result))
        },
        |call| Ok(pairs(call)),
    )
    .definition()
}

fn pairs(call: &CallSite) -> Box<dyn Kernel> {
    let patterns = Patterns::default();
    let result = arrow_type(&call.result);
    rows(move |args| {
        let text = args.column::<Text>(0)?;
        let (pair_separator, value_separator) = (args.optional::<Text>(1)?, args.optional::<Text>(2)?);
        let (mut keys, mut values) = (StringViewBuilder::new(), StringViewBuilder::new());
        let (mut lengths, mut valid) = (Vec::with_capacity(args.rows()), Vec::with_capacity(args.rows()));
        for row in 0..args.rows() {
            let pair_separator = pair_separator.as_ref().map_or(Some(","), |separator| separator.get(row));
            let value_separator = value_separator.as_ref().map_or(Some("="), |separator| separator.get(row));
            let pairs = match (text.get(row), pair_separator, value_separator) {
                (Some(text), Some(pairs), Some(values)) => Some(pairs_of(&patterns, text, pairs, values)?),
                _ => None,
            };
            valid.push(pairs.is_some());
            let pairs = pairs.unwrap_or_default();
            lengths.push(pairs.len());
            for (key, value) in pairs {
                keys.append_value(key);
                values.append_option(value);
            }
        }
        map_array(&result, lengths, vec![Arc::new(keys.finish()), Arc::new(values.finish())], valid)
    })
}

fn pairs_of<'a>(
    patterns: &Patterns,
    text: &'a str,
    pair_separator: &str,
    value_separator: &str,
) -> Result<Vec<(&'a str, Option<&'a str>)>> {
    let compile = |pattern: &str| {
        patterns
            .get(pattern)
            .ok_or_else(|| Error::data(format!("'{pattern}' is no valid regular expression for a separator of STR_TO_MAP")))
    };
    let (pair_regex, value_regex) = (compile(pair_separator)?, compile(value_separator)?);
    let mut pairs: Vec<(&str, Option<&str>)> = Vec::new();
    if text.is_empty() {
        return Ok(pairs);
    }
    for pair in pair_regex.split(text, None)? {
        let parts = value_regex.split(pair, Some(2))?;
        let (key, value) = (parts[0], parts.get(1).copied());
        match pairs.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => pairs.push((key, value)),
        }
    }
    Ok(pairs)
}

fn map_array(data_type: &DataType, lengths: Vec<usize>, columns: Vec<ArrayRef>, valid: Vec<bool>) -> Result<ArrayRef> {
    let internal = |error: arrow::error::ArrowError| Error::internal(error.to_string());
    let DataType::Map(entries, sorted) = data_type else { return Err(Error::internal(format!("{data_type} is no map"))) };
    let DataType::Struct(fields) = entries.data_type() else { return Err(Error::internal("a map without entries")) };
    let rows = StructArray::try_new(fields.clone(), columns, None).map_err(internal)?;
    let map = MapArray::try_new(entries.clone(), OffsetBuffer::from_lengths(lengths), rows, Some(NullBuffer::from(valid)), *sorted);
    Ok(Arc::new(map.map_err(internal)?))
}
