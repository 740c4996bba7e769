//! Calls that real Flink answered, answered again: type and value of each line of the captures that is one call of a function here.
//!
//! A line is an expression, `=>`, its type, `=` and its value; or `!!` and an error. The reader below knows literals, CAST and the special
//! syntax of some functions; it passes over lines that need more.

use crate::{Builtins, doc_of};
use arrow::array::Array;
use std::sync::Arc;
use table::function::{
    Argument, CallSite, Clock, Columnar, EvalContext, FunctionDefinition, FunctionLookup, Kernel, ScalarFunction, Signature,
};
use table::text::parse::{parse_date, parse_time, parse_timestamp};
use table::text::{CellFormatter, Style};
use table::value::{array_to_value, value_to_array};
use table::zone::Zone;
use table::{LogicalType, TypeKind, Value};

const CAPTURES: [&str; 7] = [
    include_str!("../../../tests/flink/captures/batch-e2.txt"),
    include_str!("../../../tests/flink/captures/batch-e3.txt"),
    include_str!("../../../tests/flink/captures/batch-e4.txt"),
    include_str!("../../../tests/flink/captures/batch-e5.txt"),
    include_str!("../../../tests/flink/captures/batch-e6.txt"),
    include_str!("../../../tests/flink/captures/batch-e7.txt"),
    include_str!("../../../tests/flink/captures/functions-f1.txt"),
];

/// Where the answer here is another on purpose.
const DEVIATIONS: &[&str] = &[
    // Flink fails: NaN is rounded to itself here, TINYINT has a sign, BIGINT fits where INT does, small units are units.
    "ROUND(CAST('NaN' AS DOUBLE), 2)",
    "SIGN(CAST(5 AS TINYINT))",
    "ROUND(1.5, CAST(1 AS BIGINT))",
    "REPEAT('ab', CAST(2 AS BIGINT))",
    "SUBSTRING('hello', CAST(2 AS BIGINT))",
    "FLOOR(TIMESTAMP '2020-05-06 07:08:09.123456789' TO MICROSECOND)",
    "FLOOR(TIMESTAMP '2020-05-06 07:08:09' TO NANOSECOND)",
    "CEIL(TIME '23:44:31' TO HOUR)",
    "TIMESTAMPADD(MICROSECOND, 1500, TIMESTAMP '2020-01-01 00:00:00.000000')",
    "TIMESTAMPADD(MILLISECOND, 1, TIME '10:00:00')",
    "TO_DATE('-2020-05-06','yyyy-MM-dd')",
    // Constants lose the sign of zero in Flink's planner.
    "CEIL(-0.5E0)",
    "SIGN(-0.0E0)",
    "LOG(0,10)",
    // Flink tears characters beyond 16 bits apart or counts them twice.
    "RPAD('a😀', 4, '😀b')",
    "OVERLAY('a😀cdef' PLACING 'XYZ' FROM 2 FOR 1)",
    "REGEXP_INSTR('a😀b', 'b')",
    "SPLIT('a😀b', '')",
    // The pairs of a map come in the order of the text, not of Java's hash codes.
    "STR_TO_MAP('a=,=b')",
    "STR_TO_MAP('a=1,,b=2')",
    "STR_TO_MAP('a1=x2', '[0-9]', '=')",
    "STR_TO_MAP('a=1|b=2', '|', '=')",
    // Points before 1970, units of a date that has no time, and decades are off in Flink, and half of a byte is lost.
    "EXTRACT(EPOCH FROM TIMESTAMP '1969-12-31 23:59:59.5')",
    "EXTRACT(MILLISECOND FROM TIMESTAMP '1969-12-31 23:59:59.123456789')",
    "YEAR(TIMESTAMP '1969-12-31 23:59:59')",
    "SECOND(TIMESTAMP '1969-12-31 23:59:59.5')",
    "EXTRACT(MILLISECOND FROM DATE '2020-01-01')",
    "CEIL(DATE '2020-05-06' TO DAY)",
    "TIMESTAMPDIFF(DECADE, DATE '1920-01-01', DATE '2020-01-01')",
    "UNHEX('ABC')",
    // Not known here: more charsets, long names of zones, names of characters. Known here: old names of zones.
    "ENCODE('é', 'windows-1252')",
    "ENCODE('中', 'GBK')",
    "FROM_UNIXTIME(1594000000, 'z zzzz')",
    "REGEXP('ab', '\\N{LATIN SMALL LETTER A}')",
    "TO_TIMESTAMP_LTZ('2020-05-06 07:08:09','yyyy-MM-dd HH:mm:ss','EST')",
];

#[test]
fn calls_answer_as_flink_answers() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for capture in CAPTURES {
        let mut zone = Zone::UTC;
        for line in capture.lines() {
            if let Some(name) = line.strip_prefix("SET table.local-time-zone=") {
                zone = Zone::parse(name).expect("a zone");
            }
            let Some((expression, expected)) = answer(line).filter(|(expression, _)| !DEVIATIONS.contains(expression)) else { continue };
            let Some(found) = Reader::new(expression, zone).call() else { continue };
            compared += 1;
            if !agrees(&found, &expected) {
                wrong.push(format!("{expression}\n  Flink: {expected:?}\n  here:  {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} calls differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1_100, "only {compared} calls were compared");
}

#[test]
fn every_function_is_documented() {
    let mut names = std::collections::HashSet::new();
    for (entry, title) in crate::GROUPS.iter().flat_map(|group| group.functions.iter().map(|entry| (entry, group.title))) {
        let definition = entry();
        let doc = doc_of(&definition).expect("documented");
        // Operators have some that only their special syntax calls; a watermark is not an expression of constants.
        if title != "Operators" && doc.name != "CURRENT_WATERMARK" {
            assert!(!doc.signatures.is_empty() && !doc.summary.is_empty() && !doc.examples.is_empty(), "{}", doc.name);
        }
        for name in std::iter::once(&doc.name).chain(doc.aliases) {
            assert!(names.insert(*name), "{name} comes twice");
        }
    }
}

/// Examples are checked where they are one call; the others are evaluated with queries.
#[test]
fn examples_have_the_documented_results() {
    let mut wrong = Vec::new();
    for entry in crate::GROUPS.iter().flat_map(|group| group.functions) {
        for example in doc_of(&entry()).map_or(&[][..], |doc| doc.examples) {
            if let Some(Answer::Value(_, text)) = Reader::new(example.expression, Zone::UTC)
                .call()
                .filter(|answer| !matches!(answer, Answer::Value(_, text) if text == example.result))
            {
                wrong.push(format!("{} is {text}, not {}", example.expression, example.result));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(Clone, Debug, PartialEq)]
enum Answer {
    /// Type and text.
    Value(String, String),
    Error(String),
}

fn answer(line: &str) -> Option<(&str, Answer)> {
    if let Some((expression, error)) = line.split_once("  !! ") {
        return Some((expression, Answer::Error(error.replace("\\n", "\n"))));
    }
    let (expression, answer) = line.split_once("  => ")?;
    let (data_type, text) = answer.split_once("  = ")?;
    Some((expression, Answer::Value(data_type.to_owned(), text.to_owned())))
}

fn agrees(found: &Answer, expected: &Answer) -> bool {
    match (found, expected) {
        // A NULL in a NOT NULL column is refused by a sink, not by the function.
        (Answer::Value(_, text), Answer::Error(error)) if error.contains("is NOT NULL, however, a null value") => text == "<NULL>",
        (Answer::Error(found), Answer::Error(expected)) => match expected.find("Cannot apply '") {
            Some(start) => {
                let expected = expected[start..].split("  <<< ").next().unwrap_or("");
                let length = expected.trim_end_matches('…').len().min(200).min(found.len());
                found.is_char_boundary(length) && expected.starts_with(&found[..length])
            }
            None => true,
        },
        (Answer::Value(type_1, text_1), Answer::Value(type_2, text_2)) => type_1 == type_2 && text_1.trim_end() == text_2.trim_end(),
        _ => false,
    }
}

#[derive(Debug)]
struct Stopped;

impl Clock for Stopped {
    fn now_millis(&self) -> i64 {
        1_796_000_000_000
    }
}

fn context(zone: Zone) -> EvalContext {
    EvalContext {
        zone,
        query_start_millis: Stopped.now_millis(),
        clock: Arc::new(Stopped),
        legacy_cast: false,
        current_catalog: "default_catalog".into(),
        current_database: "default_database".into(),
        streaming: false,
    }
}

/// A value with its type; an error ends the evaluation.
type Evaluated = Result<(LogicalType, Value), String>;

/// Reads and evaluates an expression; `None` where it is beyond this reader.
struct Reader<'a> {
    rest: &'a str,
    zone: Zone,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, zone: Zone) -> Self {
        Reader { rest: text, zone }
    }

    /// The answer to a text that is one call.
    fn call(mut self) -> Option<Answer> {
        let name: String = self.rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name == "CAST" || name == "TRY_CAST" || !self.rest[name.len()..].starts_with('(') || find(&name).is_none() {
            return None;
        }
        let evaluated = self.expression()?;
        if !self.rest.trim().is_empty() {
            return None;
        }
        Some(match evaluated {
            Ok((data_type, value)) => {
                let text = if value == Value::Null { "<NULL>".to_owned() } else { self.text(&data_type, &value) };
                Answer::Value(data_type.to_string(), text)
            }
            Err(error) => Answer::Error(error),
        })
    }

    fn text(&self, data_type: &LogicalType, value: &Value) -> String {
        let array = value_to_array(value, data_type, 1).expect("a value of its type");
        let mut text = String::new();
        CellFormatter::new(data_type, self.zone, Style::Print).write(&array, 0, &mut text);
        text
    }

    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(token);
        let is_word = token.ends_with(|c: char| c.is_ascii_alphabetic());
        match found {
            Some(rest) if !is_word || !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn expression(&mut self) -> Option<Evaluated> {
        self.rest = self.rest.trim_start();
        if self.eat("CAST") {
            return self.cast();
        }
        if self.eat("DATE '") {
            return Some(Ok((LogicalType::not_null(TypeKind::Date), Value::Date(parse_date(&self.quoted()?).ok()?))));
        }
        if self.eat("TIMESTAMP '") {
            let text = self.quoted()?;
            let data_type = LogicalType::timestamp(fraction(&text)).with_nullable(false);
            return Some(Ok((data_type, Value::Timestamp(parse_timestamp(&text).ok()?))));
        }
        if self.eat("TIME '") {
            let text = self.quoted()?;
            let precision = fraction(&text);
            return Some(Ok((LogicalType::not_null(TypeKind::Time { precision }), Value::Time(parse_time(&text, precision).ok()?))));
        }
        if self.eat("TRUE") {
            return Some(Ok((LogicalType::not_null(TypeKind::Boolean), Value::Boolean(true))));
        }
        if self.eat("U&'") {
            return Some(Ok(character(unescaped(&self.quoted()?)?)));
        }
        if self.eat("x'") {
            let digits = self.quoted()?;
            let bytes: Vec<u8> =
                (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()).collect::<Option<_>>()?;
            return Some(Ok((LogicalType::not_null(TypeKind::Binary(bytes.len() as u32)), Value::Bytes(bytes))));
        }
        if self.eat("'") {
            return Some(Ok(character(self.quoted()?)));
        }
        for name in ["ARRAY", "MAP"] {
            if self.rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('[')) {
                self.rest = &self.rest[name.len() + 1..];
                return self.constructor(name);
            }
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return self.number();
        }
        self.function()
    }

    /// After the opening bracket.
    fn constructor(&mut self, name: &str) -> Option<Evaluated> {
        let mut elements = vec![self.expression()?];
        while self.eat(",") {
            elements.push(self.expression()?);
        }
        self.eat("]").then_some(())?;
        let function = find(name)?;
        Some(elements.into_iter().collect::<Result<Vec<_>, _>>().and_then(|elements| evaluate(&*function, elements, self.zone)))
    }

    /// After the opening quote.
    fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let end = self.rest.find('\'')?;
            text.push_str(&self.rest[..end]);
            self.rest = &self.rest[end + 1..];
            match self.rest.strip_prefix('\'') {
                Some(rest) => {
                    text.push('\'');
                    self.rest = rest;
                }
                None => return Some(text),
            }
        }
    }

    fn number(&mut self) -> Option<Evaluated> {
        let sign = usize::from(self.rest.starts_with('-'));
        let mut length = sign + self.rest[sign..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len() - sign);
        if self.rest[length..].starts_with(['e', 'E']) {
            length += 1 + self.rest[length + 1..].find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(self.rest.len() - length - 1);
        }
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        if text.contains(['e', 'E']) {
            return Some(Ok((LogicalType::not_null(TypeKind::Double), Value::Double(text.parse().ok()?))));
        }
        if let Some((whole, fraction)) = text.split_once('.') {
            let unscaled: i128 = format!("{whole}{fraction}").parse().ok()?;
            // A zero has its leading zero counted, 0.5 has not.
            let least = fraction.len() + usize::from(unscaled == 0);
            let precision = unscaled.unsigned_abs().to_string().len().max(least) as u8;
            let kind = TypeKind::Decimal { precision, scale: fraction.len() as u8 };
            return Some(Ok((LogicalType::not_null(kind), Value::Decimal(unscaled))));
        }
        let number: i64 = text.parse().ok()?;
        let kind = if i32::try_from(number).is_ok() { TypeKind::Int } else { TypeKind::BigInt };
        Some(Ok((LogicalType::not_null(kind), Value::Int(number))))
    }

    /// After CAST.
    fn cast(&mut self) -> Option<Evaluated> {
        self.eat("(").then_some(())?;
        let is_null = self.eat("NULL");
        let operand = if is_null { Ok((LogicalType::new(TypeKind::Null), Value::Null)) } else { self.expression()? };
        self.eat("AS").then_some(())?;
        let kind = self.type_kind()?;
        self.eat(")").then_some(())?;
        Some(operand.and_then(|(from, value)| {
            let to = LogicalType::new(kind).with_nullable(from.nullable);
            converted(&from, &value, &to, self.zone).map(|value| (to, value))
        }))
    }

    fn type_kind(&mut self) -> Option<TypeKind> {
        let simple = [
            ("STRING", LogicalType::string().kind),
            ("BYTES", LogicalType::bytes().kind),
            ("BOOLEAN", TypeKind::Boolean),
            ("BITMAP", TypeKind::Bitmap),
            ("TINYINT", TypeKind::TinyInt),
            ("SMALLINT", TypeKind::SmallInt),
            ("BIGINT", TypeKind::BigInt),
            ("INT", TypeKind::Int),
            ("FLOAT", TypeKind::Float),
            ("DOUBLE", TypeKind::Double),
            ("DATE", TypeKind::Date),
        ];
        if let Some((_, kind)) = simple.into_iter().find(|(name, _)| self.eat(name)) {
            return Some(kind);
        }
        for (name, make) in [("CHAR", TypeKind::Char as fn(u32) -> TypeKind), ("VARCHAR", TypeKind::Varchar)] {
            if self.eat(name) {
                self.eat("(").then_some(())?;
                let length = self.digits()?;
                return self.eat(")").then(|| make(length));
            }
        }
        if self.eat("DECIMAL") {
            self.eat("(").then_some(())?;
            let precision = self.digits()? as u8;
            self.eat(",").then_some(())?;
            let scale = self.digits()? as u8;
            return self.eat(")").then_some(TypeKind::Decimal { precision, scale });
        }
        None
    }

    fn digits(&mut self) -> Option<u32> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_digit())?;
        let number = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(number)
    }

    fn function(&mut self) -> Option<Evaluated> {
        let length = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.eat("(").then_some(())?;
        let mut name = name.to_owned();
        let mut arguments = Vec::new();
        match name.as_str() {
            "EXTRACT" | "TIMESTAMPADD" | "TIMESTAMPDIFF" => {
                arguments.push(self.unit()?);
                (self.eat("FROM") || self.eat(",")).then_some(())?;
            }
            "TRIM" => {
                let side = ["BOTH", "LEADING", "TRAILING"].into_iter().find(|side| self.eat(side));
                arguments.extend(side.map(|side| Ok(character(side.to_owned()))));
            }
            "JSON_ARRAY" | "JSON_OBJECT" => return self.json(&name),
            _ => {}
        }
        if !self.eat(")") {
            loop {
                arguments.push(self.expression()?);
                if self.eat("TO") {
                    name.push_str("_TO");
                    arguments.push(self.unit()?);
                }
                if self.eat(")") {
                    break;
                }
                [",", "FROM", "FOR", "IN", "PLACING"].into_iter().any(|word| self.eat(word)).then_some(())?;
            }
        }
        let function = find(&name)?;
        Some(arguments.into_iter().collect::<Result<Vec<_>, _>>().and_then(|arguments| evaluate(&*function, arguments, self.zone)))
    }

    /// `JSON_ARRAY(value, ... [ABSENT ON NULL])` and `JSON_OBJECT([KEY] key VALUE value, ...)`, after the bracket.
    fn json(&mut self, name: &str) -> Option<Evaluated> {
        let (mut arguments, mut kinds) = (Vec::new(), String::new());
        let mut on_null = if name == "JSON_ARRAY" { "ABSENT" } else { "NULL" };
        while !self.eat(")") {
            if let Some(behavior) = ["NULL", "ABSENT"].into_iter().find(|behavior| self.eat(&format!("{behavior} ON NULL"))) {
                on_null = behavior;
                continue;
            }
            if name == "JSON_OBJECT" {
                self.eat("KEY");
                arguments.push(self.expression()?);
                (self.eat("VALUE") || self.eat(":")).then_some(())?;
            }
            self.rest = self.rest.trim_start();
            let is_json = ["JSON(", "JSON_OBJECT(", "JSON_ARRAY("].into_iter().any(|call| self.rest.starts_with(call));
            kinds.push(if is_json { 'J' } else { 'V' });
            arguments.push(self.expression()?);
            self.eat(",");
        }
        let clauses = [character(on_null.to_owned()), character(kinds)];
        let arguments: Result<Vec<_>, _> = clauses.into_iter().map(Ok).chain(arguments).collect();
        let function = find(name)?;
        Some(arguments.and_then(|arguments| evaluate(&*function, arguments, self.zone)))
    }

    fn unit(&mut self) -> Option<Evaluated> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic() && c != '_')?;
        let unit = character(self.rest[..end].to_owned());
        self.rest = &self.rest[end..];
        Some(Ok(unit))
    }
}

fn fraction(text: &str) -> u8 {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u8)
}

fn character(text: String) -> (LogicalType, Value) {
    (LogicalType::not_null(TypeKind::Char(text.encode_utf16().count() as u32)), Value::String(text))
}

fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('\\');
    let mut result = parts.next()?.to_owned();
    for part in parts {
        result.push(char::from_u32(u32::from_str_radix(part.get(..4)?, 16).ok()?)?);
        result.push_str(&part[4..]);
    }
    Some(result)
}

fn find(name: &str) -> Option<Arc<dyn ScalarFunction>> {
    match Builtins.find(name)? {
        FunctionDefinition::Scalar(function) => Some(function),
        _ => None,
    }
}

fn evaluate(function: &dyn ScalarFunction, arguments: Vec<(LogicalType, Value)>, zone: Zone) -> Evaluated {
    let literals: Vec<Argument> =
        arguments.iter().map(|(data_type, value)| Argument { data_type: data_type.clone(), literal: Some(value.clone()) }).collect();
    let Signature { arguments: types, result } = function.resolve(&literals).map_err(|error| error.flink.unwrap_or(error.message))?;
    let mut columns = Vec::new();
    let mut site = Vec::new();
    for ((from, value), to) in arguments.iter().zip(types) {
        let value = converted(from, value, &to, zone)?;
        columns.push(Columnar::Scalar(value_to_array(&value, &to, 1).map_err(|error| error.message)?));
        site.push(Argument { data_type: to, literal: Some(value) });
    }
    let call = CallSite { arguments: site, result: result.clone(), context: context(zone) };
    let kernel = function.kernel(&call).map_err(|error| error.message)?;
    let found = kernel.evaluate(&columns, 1).map_err(|error| error.message)?;
    if function.is_deterministic() && !columns.is_empty() {
        check_rows(&*kernel, &columns, &found);
    }
    let array = found.array();
    assert_eq!(array.data_type(), &table::types::arrow_type(&result), "{}", function.doc().name);
    let value = array_to_value(array, 0, &result).map_err(|error| error.message)?;
    Ok((result, value))
}

/// The same values in several rows give the same result in each.
fn check_rows(kernel: &dyn Kernel, columns: &[Columnar], once: &Columnar) {
    let arrays = columns.iter().map(|column| column.clone().into_array(3).map(Columnar::Array));
    let arrays: Vec<Columnar> = arrays.collect::<Result<_, _>>().expect("repeated");
    let rows = kernel.evaluate(&arrays, 3).expect("evaluated").into_array(3).expect("an array");
    let expected = once.clone().into_array(3).expect("an array");
    assert_eq!(rows.as_ref(), expected.as_ref());
}

fn converted(from: &LogicalType, value: &Value, to: &LogicalType, zone: Zone) -> Result<Value, String> {
    if from.kind == to.kind || *value == Value::Null {
        return Ok(value.clone());
    }
    let array = value_to_array(value, from, 1).map_err(|error| error.message)?;
    let kernel = Builtins.cast_kernel(from, to, false, &context(zone)).map_err(|error| error.message)?;
    let cast = kernel.evaluate(&[Columnar::Scalar(array)], 1).map_err(|error| error.message)?;
    array_to_value(cast.array(), 0, to).map_err(|error| error.message)
}
