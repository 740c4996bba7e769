//! REGEXP and the REGEXP_* functions. A pattern that is not valid gives FALSE or NULL.

use super::regex::{Groups, JavaRegex, Patterns, next_start};
use super::{STRING, nullable_signature, signature};
use crate::kernel::{Args, Bool, Column, Function, Text, rows};
use crate::signature::{Family, Forms};
use arrow::array::{ArrayRef, ListBuilder, StringViewBuilder};
use arrow::datatypes::{DataType, Int32Type};
use diag::Result;
use std::sync::Arc;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::arrow_field;
use table::{LogicalType, TypeKind};

static REGEXP_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP",
    aliases: &[],
    definition: "regexp",
    signatures: &["REGEXP(text, pattern)"],
    summary: "Whether a part of the text matches a Java regular expression.",
    examples: &[
        Example { expression: "REGEXP('abc', 'b')", result: "TRUE" },
        Example { expression: "REGEXP('abc', '^b$')", result: "FALSE" },
    ],
};

static REPLACE_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_REPLACE",
    aliases: &[],
    definition: "regexpReplace",
    signatures: &["REGEXP_REPLACE(text, pattern, replacement)"],
    summary: "The text with each match of a Java regular expression replaced. The replacement is taken as it is, without references to groups.",
    examples: &[Example { expression: "REGEXP_REPLACE('foobar', 'oo|ar', '')", result: "fb" }],
};

static EXTRACT_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_EXTRACT",
    aliases: &[],
    definition: "regexpExtract",
    signatures: &["REGEXP_EXTRACT(text, pattern [, group])"],
    summary: "A group of the first match of a Java regular expression, the whole match if none is given; NULL without a match.",
    examples: &[
        Example { expression: "REGEXP_EXTRACT('foothebar', 'foo(.*?)(bar)', 2)", result: "bar" },
        Example { expression: "REGEXP_EXTRACT('foothebar', 'foo(.*?)(bar)')", result: "foothebar" },
    ],
};

static EXTRACT_ALL_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_EXTRACT_ALL",
    aliases: &[],
    definition: "REGEXP_EXTRACT_ALL",
    signatures: &["REGEXP_EXTRACT_ALL(text, pattern [, group])"],
    summary: "A group of every match of a Java regular expression, the first group if none is given; group 0 is the whole match.",
    examples: &[Example { expression: "REGEXP_EXTRACT_ALL('a1b2c3', '([a-z])([0-9])', 2)", result: "[1, 2, 3]" }],
};

static COUNT_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_COUNT",
    aliases: &[],
    definition: "REGEXP_COUNT",
    signatures: &["REGEXP_COUNT(text, pattern)"],
    summary: "How often a Java regular expression matches.",
    examples: &[Example { expression: "REGEXP_COUNT('aXbXc', 'X')", result: "2" }],
};

static INSTR_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_INSTR",
    aliases: &[],
    definition: "REGEXP_INSTR",
    signatures: &["REGEXP_INSTR(text, pattern)"],
    summary: "Where a Java regular expression first matches, from 1; 0 when it does not.",
    examples: &[Example { expression: "REGEXP_INSTR('abc123', '[0-9]+')", result: "4" }],
};

static SUBSTR_DOC: FunctionDoc = FunctionDoc {
    name: "REGEXP_SUBSTR",
    aliases: &[],
    definition: "REGEXP_SUBSTR",
    signatures: &["REGEXP_SUBSTR(text, pattern)"],
    summary: "The first match of a Java regular expression; NULL when there is none.",
    examples: &[Example { expression: "REGEXP_SUBSTR('abc123', '[0-9]+')", result: "123" }],
};

use Family::{Character, Integer};

pub(super) fn regexp() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REGEXP", forms: &[&[Character, Character]] };
    Function::new(
        &REGEXP_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Character, Character], TypeKind::Boolean))
        },
        |_| {
            let patterns = Patterns::default();
            Ok(rows(move |args| {
                let (text, pattern) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
                let mut current = Current::new(&patterns);
                args.build::<Bool>(&DataType::Boolean, |row| match (text.get(row), pattern.get(row)) {
                    (Some(_), Some("")) => Ok(Some(false)),
                    (Some(text), Some(pattern)) => current.get(pattern).map_or(Ok(false), |regex| regex.is_match(text)).map(Some),
                    _ => Ok(None),
                })
            }))
        },
    )
    .definition()
}

pub(super) fn regexp_replace() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REGEXP_REPLACE", forms: &[&[Character, Character, Character]] };
    Function::new(
        &REPLACE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Character, Character, Character], STRING))
        },
        |_| {
            let patterns = Patterns::default();
            Ok(rows(move |args| {
                let replacement = args.column::<Text>(2)?;
                texts(args, &patterns, |row, regex, text, out| {
                    let Some(replacement) = replacement.get(row) else { return Ok(false) };
                    let mut end_of_last = 0;
                    regex.each_match(text, |start, end| {
                        out.push_str(&text[end_of_last..start]);
                        out.push_str(replacement);
                        end_of_last = end;
                    })?;
                    out.push_str(&text[end_of_last..]);
                    Ok(true)
                })
            }))
        },
    )
    .definition()
}

pub(super) fn regexp_extract() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REGEXP_EXTRACT", forms: &[&[Character, Character, Integer], &[Character, Character]] };
    Function::new(
        &EXTRACT_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable_signature(arguments, &[Character, Character, Integer], LogicalType::string()))
        },
        |_| {
            let patterns = Patterns::default();
            Ok(rows(move |args| {
                let group = args.optional::<Int32Type>(2)?;
                texts(args, &patterns, |row, regex, text, out| {
                    let Some(group) = group_index(group.as_ref(), row, 0, regex) else { return Ok(false) };
                    let groups = regex.groups_from(text, 0)?;
                    let found = groups.and_then(|groups| groups.get(group).copied().flatten());
                    out.extend(found.map(|(start, end)| &text[start..end]));
                    Ok(found.is_some())
                })
            }))
        },
    )
    .definition()
}

pub(super) fn regexp_substr() -> FunctionDefinition {
    Function::new(
        &SUBSTR_DOC,
        |arguments| resolve("REGEXP_SUBSTR", arguments, LogicalType::string()),
        |_| {
            let patterns = Patterns::default();
            Ok(rows(move |args| {
                texts(args, &patterns, |_, regex, text, out| {
                    let found = regex.find_from(text, 0)?;
                    out.extend(found.map(|(start, end)| &text[start..end]));
                    Ok(found.is_some())
                })
            }))
        },
    )
    .definition()
}

pub(super) fn regexp_count() -> FunctionDefinition {
    Function::new(
        &COUNT_DOC,
        |arguments| resolve("REGEXP_COUNT", arguments, LogicalType::int()),
        |_| {
            Ok(numbers(|regex, text| {
                let mut count = 0;
                regex.each_match(text, |_, _| count += 1)?;
                Ok(count)
            }))
        },
    )
    .definition()
}

pub(super) fn regexp_instr() -> FunctionDefinition {
    Function::new(
        &INSTR_DOC,
        |arguments| resolve("REGEXP_INSTR", arguments, LogicalType::int()),
        |_| {
            Ok(numbers(|regex, text| {
                let found = regex.find_from(text, 0)?;
                Ok(found.map_or(0, |(start, _)| text[..start].chars().count() as i32 + 1))
            }))
        },
    )
    .definition()
}

fn resolve(name: &'static str, arguments: &[Argument], result: LogicalType) -> Result<Signature, CallError> {
    let forms = Forms { name, forms: &[&[Character, Character]] };
    if let Some(wrong) = arguments.iter().position(|a| !Character.accepts(&a.data_type)).filter(|_| arguments.len() == 2) {
        return Err(super::wrong_argument(name, wrong, &arguments[wrong].data_type, "text", "CHARACTER_STRING"));
    }
    forms.check(arguments)?;
    Ok(nullable_signature(arguments, &[Character, Character], result))
}

pub(super) fn regexp_extract_all() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REGEXP_EXTRACT_ALL", forms: &[&[Character, Character], &[Character, Character, Integer]] };
    Function::new(
        &EXTRACT_ALL_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable_signature(arguments, &[Character, Character, Integer], LogicalType::array(LogicalType::string())))
        },
        |_| Ok(extracted()),
    )
    .definition()
}

fn extracted() -> Box<dyn Kernel> {
    let patterns = Patterns::default();
    rows(move |args| {
        let (text, pattern, group) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.optional::<Int32Type>(2)?);
        let field = Arc::new(arrow_field("element", &LogicalType::string()));
        let mut builder = ListBuilder::new(StringViewBuilder::new()).with_field(field);
        let mut current = Current::new(&patterns);
        for row in 0..args.rows() {
            let (Some(text), Some(pattern)) = (text.get(row), pattern.get(row)) else {
                builder.append(false);
                continue;
            };
            let regex = current.get(pattern);
            let Some((regex, group)) = regex.and_then(|r| group_index(group.as_ref(), row, 1, r).map(|group| (r, group))) else {
                builder.append(false);
                continue;
            };
            each_groups(regex, text, |groups| {
                builder.values().append_option(groups[group].map(|(start, end)| &text[start..end]));
            })?;
            builder.append(true);
        }
        Ok(Arc::new(builder.finish()) as ArrayRef)
    })
}

fn each_groups(regex: &JavaRegex, text: &str, mut visit: impl FnMut(&Groups)) -> Result<()> {
    let mut from = Some(0);
    while let Some(groups) = from.map(|from| regex.groups_from(text, from)).transpose()?.flatten() {
        visit(&groups);
        from = groups[0].and_then(|(start, end)| next_start(text, start, end));
    }
    Ok(())
}

/// The group that is asked for; `None` when it is NULL or there is none with this number.
fn group_index(group: Option<&Column<'_, Int32Type>>, row: usize, default: i32, regex: &JavaRegex) -> Option<usize> {
    let group = group.map_or(Some(default), |group| group.get(row))?;
    usize::try_from(group).ok().filter(|&group| group <= regex.group_count())
}

/// Texts from a text and a valid pattern.
fn texts(
    args: &Args<'_>,
    patterns: &Patterns,
    mut write: impl FnMut(usize, &JavaRegex, &str, &mut String) -> Result<bool>,
) -> Result<ArrayRef> {
    let (text, pattern) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
    let mut current = Current::new(patterns);
    args.build_text(|row, out| {
        let (Some(text), Some(pattern)) = (text.get(row), pattern.get(row)) else { return Ok(false) };
        current.get(pattern).map_or(Ok(false), |regex| write(row, regex, text, out))
    })
}

/// Numbers from a text and a valid pattern.
fn numbers(number: fn(&JavaRegex, &str) -> Result<i32>) -> Box<dyn Kernel> {
    let patterns = Patterns::default();
    rows(move |args| {
        let (text, pattern) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
        let mut current = Current::new(&patterns);
        args.build::<Int32Type>(&DataType::Int32, |row| match (text.get(row), pattern.get(row)) {
            (Some(text), Some(pattern)) => current.get(pattern).map(|regex| number(regex, text)).transpose(),
            _ => Ok(None),
        })
    })
}

/// The pattern of the row before, which most often is the pattern of the next.
struct Current<'a, 'p> {
    patterns: &'a Patterns,
    pattern: Option<&'p str>,
    regex: Option<Arc<JavaRegex>>,
}

impl<'a, 'p> Current<'a, 'p> {
    fn new(patterns: &'a Patterns) -> Self {
        Current { patterns, pattern: None, regex: None }
    }

    fn get(&mut self, pattern: &'p str) -> Option<&JavaRegex> {
        if self.pattern != Some(pattern) {
            self.regex = self.patterns.get(pattern);
            self.pattern = Some(pattern);
        }
        self.regex.as_deref()
    }
}
