//! PARSE_URL, URL_ENCODE and URL_DECODE.

use super::{nullable_signature, wrong_argument};
use crate::kernel::{Function, Text, rows, unary_text};
use crate::signature::{Family, Forms};
use diag::Result;
use std::fmt::Write;
use table::LogicalType;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Signature};

static PARSE_URL_DOC: FunctionDoc = FunctionDoc {
    name: "PARSE_URL",
    aliases: &[],
    definition: "parseUrl",
    signatures: &["PARSE_URL(url, part [, key])"],
    summary: "A part of a URL: HOST, PATH, QUERY, REF, PROTOCOL, AUTHORITY, FILE or USERINFO, or the value of a key in its QUERY; NULL \
              when it is not there.",
    examples: &[
        Example { expression: "PARSE_URL('http://h.com/p?k=v#r', 'HOST')", result: "h.com" },
        Example { expression: "PARSE_URL('http://h.com/p?k=v#r', 'QUERY', 'k')", result: "v" },
    ],
};

static ENCODE_DOC: FunctionDoc = FunctionDoc {
    name: "URL_ENCODE",
    aliases: &[],
    definition: "URL_ENCODE",
    signatures: &["URL_ENCODE(text)"],
    summary: "The text for use in a URL's query: a blank becomes '+', other special characters their bytes in UTF-8.",
    examples: &[Example { expression: "URL_ENCODE('a b/c')", result: "a+b%2Fc" }],
};

static DECODE_DOC: FunctionDoc = FunctionDoc {
    name: "URL_DECODE",
    aliases: &[],
    definition: "URL_DECODE",
    signatures: &["URL_DECODE(text)"],
    summary: "The text that was encoded for a URL's query; NULL when it is not well formed.",
    examples: &[
        Example { expression: "URL_DECODE('a+b%2Fc')", result: "a b/c" },
        Example { expression: "URL_DECODE('%E')", result: "<NULL>" },
    ],
};

use Family::Character;

pub(super) fn parse_url() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "PARSE_URL", forms: &[&[Character, Character], &[Character, Character, Character]] };
    Function::new(
        &PARSE_URL_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable_signature(arguments, &[Character; 3], LogicalType::string()))
        },
        |_| {
            Ok(rows(|args| {
                let (url, part, key) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.optional::<Text>(2)?);
                args.build_text(|row, out| {
                    let (Some(url), Some(part)) = (url.get(row).and_then(Url::parse), part.get(row)) else { return Ok(false) };
                    match key.as_ref().map(|key| key.get(row)) {
                        None => Ok(url.write_part(part, out)),
                        Some(Some(key)) if part == "QUERY" => {
                            let value = url.query.and_then(|query| value_of(query, key));
                            out.extend(value);
                            Ok(value.is_some())
                        }
                        _ => Ok(false),
                    }
                })
            }))
        },
    )
    .infallible()
    .definition()
}

/// A URL taken apart as `java.net.URL` does.
#[derive(Debug, Default)]
struct Url<'a> {
    protocol: String,
    authority: Option<&'a str>,
    user_info: Option<&'a str>,
    host: &'a str,
    path: &'a str,
    query: Option<&'a str>,
    reference: Option<&'a str>,
}

/// Java knows how to open these.
const PROTOCOLS: [&str; 6] = ["http", "https", "ftp", "file", "jar", "mailto"];

impl<'a> Url<'a> {
    fn parse(text: &'a str) -> Option<Url<'a>> {
        let (protocol, rest) = text.trim_matches(|c: char| c <= ' ').split_once(':')?;
        let protocol = protocol.to_ascii_lowercase();
        if !PROTOCOLS.contains(&protocol.as_str()) {
            return None;
        }
        let (rest, reference) = split_optional(rest, '#');
        let (rest, query) = split_optional(rest, '?');
        let mut url = Url { protocol, query, reference, path: rest, ..Url::default() };
        if let Some(rest) = rest.strip_prefix("//") {
            let end = rest.find('/').unwrap_or(rest.len());
            url.path = &rest[end..];
            url.set_authority(&rest[..end])?;
        }
        Some(url)
    }

    /// `None` when the port is no number.
    fn set_authority(&mut self, authority: &'a str) -> Option<()> {
        self.authority = Some(authority).filter(|authority| !authority.is_empty());
        let host_and_port = match authority.rsplit_once('@') {
            Some((user_info, rest)) => {
                self.user_info = Some(user_info);
                rest
            }
            None => authority,
        };
        let end_of_address = if host_and_port.starts_with('[') { host_and_port.find(']')? + 1 } else { 0 };
        let (host, port) = match host_and_port[end_of_address..].find(':') {
            Some(at) => (&host_and_port[..end_of_address + at], &host_and_port[end_of_address + at + 1..]),
            None => (host_and_port, ""),
        };
        self.host = host;
        port.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
    }

    fn write_part(&self, part: &str, out: &mut String) -> bool {
        let text = match part {
            "HOST" => Some(self.host),
            "PATH" => Some(self.path),
            "QUERY" => self.query,
            "REF" => self.reference,
            "PROTOCOL" => Some(self.protocol.as_str()),
            "AUTHORITY" => self.authority,
            "USERINFO" => self.user_info,
            "FILE" => {
                out.push_str(self.path);
                out.extend(self.query.map(|_| "?"));
                Some(self.query.unwrap_or(""))
            }
            _ => None,
        };
        out.extend(text);
        text.is_some()
    }
}

fn split_optional(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn value_of<'a>(query: &'a str, key: &str) -> Option<&'a str> {
    query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
}

pub(super) fn url_encode() -> FunctionDefinition {
    Function::new(
        &ENCODE_DOC,
        |arguments| resolve("URL_ENCODE", arguments),
        |_| {
            unary_text::<Text>(|text, out| {
                for byte in text.bytes() {
                    match byte {
                        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'*' | b'_' => out.push(char::from(byte)),
                        b' ' => out.push('+'),
                        // Writing to a String cannot fail.
                        _ => drop(write!(out, "%{byte:02X}")),
                    }
                }
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn url_decode() -> FunctionDefinition {
    Function::new(
        &DECODE_DOC,
        |arguments| resolve("URL_DECODE", arguments),
        |_| {
            unary_text::<Text>(|text, out| {
                let decoded = decode(text.as_bytes());
                out.extend(decoded.as_deref().map(String::from_utf8_lossy));
                Ok(decoded.is_some())
            })
        },
    )
    .infallible()
    .definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    if let [argument] = arguments
        && !Character.accepts(&argument.data_type)
    {
        return Err(wrong_argument(name, 0, &argument.data_type, "text", "CHARACTER_STRING"));
    }
    Forms { name, forms: &[&[Character]] }.check(arguments)?;
    Ok(nullable_signature(arguments, &[Character], LogicalType::string()))
}

fn decode(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied();
    while let Some(byte) = rest.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            other => other,
        });
    }
    Some(decoded)
}
