//! The options of the csv format.

use diag::Diagnostic;
use options::{OptionSpec, ResolvedOptions};

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("field-delimiter")
        .default(",")
        .doc("The character between cells. Java escapes such as `\\t` and `\\u0001` stand for what they mean."),
    OptionSpec::boolean("disable-quote-character").default("false").doc("Read and write no quotes: a quote is a character like any other."),
    OptionSpec::string("quote-character")
        .default("\"")
        .doc("The character around cells that contain special characters. Inside, it is doubled."),
    OptionSpec::boolean("allow-comments").default("false").doc("Skip lines that begin with `#`, and blank lines."),
    OptionSpec::boolean("ignore-parse-errors").default("false").doc(
        "A cell that is not of its type becomes NULL and a record that cannot be read is left out, instead of failing. Both are counted.",
    ),
    OptionSpec::string("array-element-delimiter")
        .default(";")
        .doc("The text between the elements of an array or the fields of a row in a cell."),
    OptionSpec::string("escape-character").doc("A character that takes the special meaning from the next one."),
    OptionSpec::string("null-literal").doc("The text that stands for NULL, with or without quotes. May be empty."),
    OptionSpec::boolean("write-bigdecimal-in-scientific-notation")
        .default("true")
        .doc("Write DECIMAL values without trailing zeros, so 100000 as `1E+5`."),
    OptionSpec::boolean("trim-spaces").default("false").doc("Take away blanks around cells that are not quoted, when reading."),
    OptionSpec::boolean("ignore-trailing-unmappable").default("false").doc("Ignore cells behind the last column, when reading."),
    OptionSpec::boolean("allow-trailing-comma").default("true").doc("Accept a delimiter at the end of a record, when reading."),
    OptionSpec::boolean("fail-on-missing-columns").default("false").doc("A record with too few cells is an error, when reading."),
    OptionSpec::boolean("empty-string-as-null").default("false").doc("An empty cell is NULL for every type, when reading."),
];

/// A character as it stands in UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    bytes: [u8; 4],
    len: u8,
}

impl Mark {
    pub(super) fn new(c: char) -> Self {
        let mut bytes = [0; 4];
        let len = c.encode_utf8(&mut bytes).len() as u8;
        Mark { bytes, len }
    }

    pub(super) fn len(self) -> usize {
        usize::from(self.len)
    }

    pub(super) fn first(self) -> u8 {
        self.bytes[0]
    }

    #[inline]
    pub(super) fn is_at(self, data: &[u8], at: usize) -> bool {
        if self.len == 1 {
            return data.get(at) == Some(&self.bytes[0]);
        }
        data.get(at..at + self.len()).is_some_and(|found| found == &self.bytes[..self.len()])
    }
}

/// How a file is divided into records and cells.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: Mark,
    pub(super) quote: Option<Mark>,
    pub(super) escape: Option<Mark>,
    pub(super) comments: bool,
    pub(super) trim: bool,
    pub(super) ignore_trailing: bool,
    pub(super) trailing_delimiter: bool,
    pub(super) fail_on_missing: bool,
    pub(super) ignore_errors: bool,
}

/// The options by type.
#[derive(Clone, Debug)]
pub(super) struct CsvOptions {
    pub(super) dialect: Dialect,
    pub(super) delimiter: char,
    pub(super) quote: Option<char>,
    pub(super) escape: Option<char>,
    pub(super) null_literal: Option<String>,
    pub(super) empty_as_null: bool,
    pub(super) element_delimiter: String,
    pub(super) scientific_decimals: bool,
}

impl CsvOptions {
    pub(super) fn read(options: &ResolvedOptions) -> Self {
        let delimiter = unescape_java(&options.get_str("field-delimiter")).chars().next().unwrap_or(',');
        let disabled = options.get_bool("disable-quote-character");
        let quote = options.opt_char("quote-character").filter(|_| !disabled);
        let escape = options.opt_char("escape-character");
        let dialect = Dialect {
            delimiter: Mark::new(delimiter),
            quote: quote.map(Mark::new),
            escape: escape.map(Mark::new),
            comments: options.get_bool("allow-comments"),
            trim: options.get_bool("trim-spaces"),
            ignore_trailing: options.get_bool("ignore-trailing-unmappable"),
            trailing_delimiter: options.get_bool("allow-trailing-comma"),
            fail_on_missing: options.get_bool("fail-on-missing-columns"),
            ignore_errors: options.get_bool("ignore-parse-errors"),
        };
        CsvOptions {
            dialect,
            delimiter,
            quote,
            escape,
            null_literal: options.opt_str("null-literal"),
            empty_as_null: options.get_bool("empty-string-as-null"),
            element_delimiter: options.get_str("array-element-delimiter"),
            scientific_decimals: options.get_bool("write-bigdecimal-in-scientific-notation"),
        }
    }
}

/// Reports options that must be one character and are not, and quote options that contradict each other.
pub(super) fn check(options: &ResolvedOptions) -> Vec<Diagnostic> {
    let mut found = vec![];
    for (key, escapes) in [("field-delimiter", true), ("quote-character", false), ("escape-character", false)] {
        let Some(text) = options.opt_str(key) else { continue };
        let plain = if escapes { unescape_java(&text) } else { text.clone() };
        if plain.chars().count() != 1 {
            let flink = format!(
                "org.apache.flink.table.api.ValidationException: Option 'csv.{key}' must be a string with single character, but was: {text}"
            );
            found.push(options.invalid_value(key, "It must be a single character.").with_flink(flink.trim_end()));
        }
    }
    if options.get_bool("disable-quote-character") && options.is_set("quote-character") {
        let keys = ["disable-quote-character", "quote-character"];
        let message = "a quote character is given although quotes are disabled";
        found.push(options.conflict(&keys, message));
    }
    found
}

/// Replaces Java's escapes; what is no escape stays.
fn unescape_java(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let (c, used) = java_escape(tail);
        out.extend(c);
        rest = &tail[used..];
    }
    out.push_str(rest);
    out
}

/// What the text behind a backslash stands for, and how much of it.
fn java_escape(tail: &str) -> (Option<char>, usize) {
    let Some(first) = tail.chars().next() else { return (Some('\\'), 0) };
    let unicode = || {
        let digits = tail.trim_start_matches('u').get(..4)?;
        char::from_u32(u32::from_str_radix(digits, 16).ok()?).map(|c| (Some(c), tail.len() - tail.trim_start_matches('u').len() + 4))
    };
    match first {
        't' => (Some('\t'), 1),
        'n' => (Some('\n'), 1),
        'r' => (Some('\r'), 1),
        'b' => (Some('\u{8}'), 1),
        'f' => (Some('\u{c}'), 1),
        'u' => unicode().unwrap_or((Some('\\'), 0)),
        '0'..='7' => {
            let digits: String = tail.chars().take(3).take_while(|c| ('0'..='7').contains(c)).collect();
            (u32::from_str_radix(&digits, 8).ok().and_then(char::from_u32), digits.len())
        }
        other => (Some(other), other.len_utf8()),
    }
}
