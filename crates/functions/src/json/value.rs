//! JSON_VALUE.

use super::document::Json;
use super::path::{Mode, Selected};
use super::{Paths, check_text, text_first, word};
use crate::kernel::{Args, Bool, Column, Function, Read, Text, Write, rows};
use arrow::datatypes::{DataType, Float64Type, Int32Type};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_VALUE",
    aliases: &[],
    definition: "JSON_VALUE",
    signatures: &[
        "JSON_VALUE(json, path [RETURNING type] [{NULL | ERROR | DEFAULT value} ON EMPTY] [{NULL | ERROR | DEFAULT value} ON ERROR])",
    ],
    summary: "The scalar at a path of a JSON text, as a STRING unless RETURNING says BOOLEAN, INTEGER or DOUBLE. It is empty when a path in \
              lax mode leads to no scalar; text that is not JSON, and the same in strict mode, are errors. Both are NULL unless said \
              otherwise.",
    examples: &[
        Example { expression: "JSON_VALUE('{\"a\":true}', '$.a')", result: "true" },
        Example { expression: "JSON_VALUE('{\"a\":{\"b\":1}}', '$.a')", result: "<NULL>" },
        Example { expression: "JSON_VALUE('{\"a\":1.5}', '$.a' RETURNING DOUBLE)", result: "1.5" },
        Example { expression: "JSON_VALUE('{\"a\":1}', 'lax $.b' DEFAULT 'x' ON EMPTY)", result: "x" },
    ],
};

pub(super) fn json_value() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_text("JSON_VALUE", arguments, 0..2)?;
    let result = arguments.get(2).map_or_else(LogicalType::string, |returning| returning.data_type.clone().with_nullable(true));
    if !matches!(result.kind, TypeKind::Varchar(_) | TypeKind::Boolean | TypeKind::Int | TypeKind::Double | TypeKind::Unknown) {
        return Err(CallError::new(format!("'JSON_VALUE' cannot return {}", result.kind))
            .at(2)
            .with_help("It returns STRING, BOOLEAN, INTEGER and DOUBLE; CAST the result to another type.")
            .with_flink(format!("Unsupported type '{}' for RETURNING in JSON_VALUE().", result.kind)));
    }
    let mut types = text_first(arguments, 2);
    for default in [4, 6] {
        // A BOOLEAN is written as JSON writes it.
        if let Some(data_type) = types.get_mut(default).filter(|t| t.kind != TypeKind::Boolean || !result.kind.is_character()) {
            *data_type = result.clone().with_nullable(data_type.nullable);
        }
    }
    Ok(Signature { arguments: types, result })
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let clauses = Clauses { on_empty: Behavior::of(word(call, 3, "NULL")), on_error: Behavior::of(word(call, 5, "NULL")) };
    Ok(match call.result.kind {
        TypeKind::Boolean => rows(move |args| {
            clauses.scalars::<Bool, _>(args, &DataType::Boolean, |value| match value {
                Json::Boolean(value) => Some(*value),
                _ => None,
            })
        }),
        TypeKind::Int => rows(move |args| {
            clauses.scalars::<Int32Type, _>(args, &DataType::Int32, |value| match value {
                Json::Number(number) => number.parse().ok(),
                _ => None,
            })
        }),
        TypeKind::Double => rows(move |args| {
            clauses.scalars::<Float64Type, _>(args, &DataType::Float64, |value| match value {
                Json::Number(number) => number.parse().ok(),
                _ => None,
            })
        }),
        TypeKind::Varchar(length) => rows(move |args| clauses.texts(args, length as usize)),
        _ => return Err(Error::internal("JSON_VALUE returns no such type")),
    })
}

#[derive(Clone, Copy)]
struct Clauses {
    on_empty: Behavior,
    on_error: Behavior,
}

#[derive(Clone, Copy)]
enum Behavior {
    Null,
    Error,
    Default,
}

impl Behavior {
    fn of(word: &str) -> Self {
        match word {
            "ERROR" => Behavior::Error,
            "DEFAULT" => Behavior::Default,
            _ => Behavior::Null,
        }
    }
}

/// What becomes of a row.
enum Outcome<V> {
    Value(V),
    Null,
    /// The value of another argument.
    Default(usize),
}

impl Clauses {
    fn texts(self, args: &Args<'_>, length: usize) -> Result<arrow::array::ArrayRef> {
        let (inputs, paths) = (args.column::<Text>(0)?, Paths::open(args)?);
        let defaults = [DefaultText::open(args, 4)?, DefaultText::open(args, 6)?];
        args.build_text(|row, out| {
            let outcome = self.outcome(&inputs, &paths, row, |value| {
                value.write_plain(out);
                Ok(())
            })?;
            if let Some((end, _)) = out.char_indices().nth(length) {
                out.truncate(end);
            }
            match outcome {
                Outcome::Value(()) => Ok(true),
                Outcome::Null => Ok(false),
                Outcome::Default(place) => {
                    let text = if place == 4 { defaults[0].get(row) } else { defaults[1].get(row) };
                    out.push_str(text.unwrap_or_default());
                    Ok(text.is_some())
                }
            }
        })
    }

    fn scalars<T, V>(self, args: &Args<'_>, result: &DataType, convert: impl Fn(&Json<'_>) -> Option<V>) -> Result<arrow::array::ArrayRef>
    where
        T: for<'a> Read<Item<'a> = V> + for<'a> Write<Item<'a> = V>,
    {
        let (inputs, paths) = (args.column::<Text>(0)?, Paths::open(args)?);
        let defaults = [args.optional::<T>(4)?, args.optional::<T>(6)?];
        args.build::<T>(result, |row| {
            let outcome = self.outcome(&inputs, &paths, row, |value| {
                convert(value).ok_or_else(|| {
                    let mut text = String::new();
                    value.write(&mut text);
                    Error::data(format!("JSON_VALUE: {text} is not of the type that is returned"))
                })
            })?;
            Ok(match outcome {
                Outcome::Value(value) => Some(value),
                Outcome::Null => None,
                Outcome::Default(place) => default(&defaults, place, row),
            })
        })
    }

    fn outcome<V>(
        self,
        inputs: &Column<'_, Text>,
        paths: &Paths<'_>,
        row: usize,
        use_value: impl FnOnce(&Json<'_>) -> Result<V>,
    ) -> Result<Outcome<V>> {
        let (Some(input), Some(path)) = (inputs.get(row), paths.get(row)) else { return Ok(Outcome::Null) };
        let error = match path.select(&Json::parse(input)) {
            Ok(Some(Selected::One(value))) if value.is_scalar() => return use_value(&value).map(Outcome::Value),
            Ok(Some(selected)) if path.mode == Mode::Strict => {
                let mut text = String::new();
                selected.write(&mut text);
                format!("the value in strict mode must be a scalar, not '{text}'")
            }
            Ok(_) => return self.on_empty.outcome(4, "the result is empty"),
            Err(error) => error.0,
        };
        self.on_error.outcome(6, &error)
    }
}

impl Behavior {
    fn outcome<V>(self, default: usize, reason: &str) -> Result<Outcome<V>> {
        match self {
            Behavior::Null => Ok(Outcome::Null),
            Behavior::Default => Ok(Outcome::Default(default)),
            Behavior::Error => Err(Error::data(format!("JSON_VALUE: {reason}"))),
        }
    }
}

/// The default of a text.
enum DefaultText<'a> {
    Text(Column<'a, Text>),
    Truth(Column<'a, Bool>),
    Missing,
}

impl<'a> DefaultText<'a> {
    fn open(args: &Args<'a>, place: usize) -> Result<Self> {
        if place >= args.len() {
            return Ok(DefaultText::Missing);
        }
        match args.at(place)?.array().data_type() {
            DataType::Boolean => args.column(place).map(DefaultText::Truth),
            _ => args.column(place).map(DefaultText::Text),
        }
    }

    fn get(&self, row: usize) -> Option<&'a str> {
        match self {
            DefaultText::Text(texts) => texts.get(row),
            DefaultText::Truth(truths) => truths.get(row).map(|truth| if truth { "true" } else { "false" }),
            DefaultText::Missing => None,
        }
    }
}

fn default<'a, T: Read>(defaults: &[Option<Column<'a, T>>; 2], place: usize, row: usize) -> Option<T::Item<'a>> {
    let column = if place == 4 { &defaults[0] } else { &defaults[1] };
    column.as_ref()?.get(row)
}
