//! JSON values as compact text: what a STRING column holds for an object or array, and strings when writing.

use super::scan::{Kind, Scanner, Token, text};
use crate::formats::number::parse_double;
use crate::formats::number_text::write_double;

/// Appends a value without blanks; of fields with the same name the last one counts, at the place of the first.
pub(super) fn render(bytes: &[u8], token: &Token, out: &mut Vec<u8>) {
    match token.kind {
        Kind::Null => out.extend_from_slice(b"null"),
        Kind::True => out.extend_from_slice(b"true"),
        Kind::False => out.extend_from_slice(b"false"),
        Kind::Int => out.extend_from_slice(&bytes[token.range.clone()]),
        Kind::Float => match parse_double(&bytes[token.range.clone()]) {
            Some(number) => write_double(out, number),
            None => out.extend_from_slice(&bytes[token.range.clone()]),
        },
        Kind::String | Kind::Escaped => write_string(out, &text(bytes, token)),
        Kind::Array => {
            let mut scanner = Scanner::new(bytes, token.range.clone());
            scanner.enter();
            out.push(b'[');
            let mut is_first = true;
            while let Ok(Some(item)) = scanner.element(is_first) {
                separate(out, is_first);
                is_first = false;
                render(bytes, &item, out);
            }
            out.push(b']');
        }
        Kind::Object => render_object(bytes, token, out),
    }
}

fn render_object(bytes: &[u8], token: &Token, out: &mut Vec<u8>) {
    let mut scanner = Scanner::new(bytes, token.range.clone());
    scanner.enter();
    let mut fields: Vec<(Vec<u8>, Token)> = vec![];
    let mut is_first = true;
    while let Ok(Some(key)) = scanner.key(is_first) {
        is_first = false;
        let Ok(value) = scanner.value() else { break };
        let name = text(bytes, &key).into_owned();
        match fields.iter_mut().find(|(other, _)| *other == name) {
            Some(field) => field.1 = value,
            None => fields.push((name, value)),
        }
    }
    out.push(b'{');
    for (i, (name, value)) in fields.iter().enumerate() {
        separate(out, i == 0);
        write_string(out, name);
        out.push(b':');
        render(bytes, value, out);
    }
    out.push(b'}');
}

fn separate(out: &mut Vec<u8>, is_first: bool) {
    if !is_first {
        out.push(b',');
    }
}

/// Appends a string in quotes, with escapes as Jackson writes them.
pub(super) fn write_string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    let mut done = 0;
    for (i, byte) in text.iter().enumerate() {
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            0x08 => b"\\b",
            0x09 => b"\\t",
            0x0a => b"\\n",
            0x0c => b"\\f",
            0x0d => b"\\r",
            0..=0x1f => b"",
            _ => continue,
        };
        out.extend_from_slice(&text[done..i]);
        done = i + 1;
        match escape {
            b"" => out.extend_from_slice(format!("\\u{byte:04X}").as_bytes()),
            _ => out.extend_from_slice(escape),
        }
    }
    out.extend_from_slice(&text[done..]);
    out.push(b'"');
}
