//! The ARRAY_* functions.

use super::elements::Elements;
use crate::kernel::{Bool, Function, Text, rows};
use crate::signature::{Family, Forms, any_nullable};
use arrow::array::{Array, AsArray};
use arrow::datatypes::{DataType, Int32Type};
use diag::{Error, Result};
use std::collections::HashSet;
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{TypeKind, common_type, common_type_of};

macro_rules! doc {
    ($doc:ident, $name:literal, $signature:literal, $summary:literal, $($expression:literal => $result:literal),+) => {
        static $doc: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: $name,
            signatures: &[$signature],
            summary: $summary,
            examples: &[$(Example { expression: $expression, result: $result }),+],
        };
    };
}

doc!(APPEND, "ARRAY_APPEND", "ARRAY_APPEND(array, element)", "The array with an element more at its end.",
    "ARRAY_APPEND(ARRAY[1, 2], 3)" => "[1, 2, 3]");
doc!(PREPEND, "ARRAY_PREPEND", "ARRAY_PREPEND(array, element)", "The array with an element more at its start.",
    "ARRAY_PREPEND(ARRAY[1, 2], 0)" => "[0, 1, 2]");
doc!(CONCAT, "ARRAY_CONCAT", "ARRAY_CONCAT(array, ...)", "The elements of all arrays; NULL when one of them is.",
    "ARRAY_CONCAT(ARRAY[1], ARRAY[2], ARRAY[3])" => "[1, 2, 3]");
doc!(CONTAINS, "ARRAY_CONTAINS", "ARRAY_CONTAINS(array, element)", "Whether an element is in the array; NULL is in an array with a NULL.",
    "ARRAY_CONTAINS(ARRAY[1, 2], 2)" => "TRUE");
doc!(POSITION, "ARRAY_POSITION", "ARRAY_POSITION(array, element)", "Where an element first is, from 1; 0 when it is not there.",
    "ARRAY_POSITION(ARRAY[1, 2], 2)" => "2");
doc!(REMOVE, "ARRAY_REMOVE", "ARRAY_REMOVE(array, element)", "The array without the elements that are equal to one.",
    "ARRAY_REMOVE(ARRAY[1, 2, 1], 1)" => "[2]");
doc!(DISTINCT, "ARRAY_DISTINCT", "ARRAY_DISTINCT(array)", "The array with each element once.",
    "ARRAY_DISTINCT(ARRAY[1, 2, 2])" => "[1, 2]");
doc!(REVERSE, "ARRAY_REVERSE", "ARRAY_REVERSE(array)", "The elements in reverse order.",
    "ARRAY_REVERSE(ARRAY[1, 2, 3])" => "[3, 2, 1]");
doc!(UNION, "ARRAY_UNION", "ARRAY_UNION(array, array)", "The elements that are in one of two arrays, each once.",
    "ARRAY_UNION(ARRAY[1, 2], ARRAY[2, 3])" => "[1, 2, 3]");
doc!(INTERSECT, "ARRAY_INTERSECT", "ARRAY_INTERSECT(array, array)", "The elements that are in both of two arrays, each once.",
    "ARRAY_INTERSECT(ARRAY[1, 1, 2], ARRAY[1])" => "[1]");
doc!(EXCEPT, "ARRAY_EXCEPT", "ARRAY_EXCEPT(array, array)", "The elements of an array that are not in another, each once.",
    "ARRAY_EXCEPT(ARRAY[1, 2, 2], ARRAY[1])" => "[2]");
doc!(MAX, "ARRAY_MAX", "ARRAY_MAX(array)", "The greatest element that is not NULL; NULL when there is none.",
    "ARRAY_MAX(ARRAY[1, 3, CAST(NULL AS INT)])" => "3");
doc!(MIN, "ARRAY_MIN", "ARRAY_MIN(array)", "The least element that is not NULL; NULL when there is none.",
    "ARRAY_MIN(ARRAY[1, 3, CAST(NULL AS INT)])" => "1");
doc!(SLICE, "ARRAY_SLICE", "ARRAY_SLICE(array, start [, end])",
    "The elements from a start to an end, both included and counted from 1; negative ones count from the end.",
    "ARRAY_SLICE(ARRAY['a', 'b', 'c', 'd'], 2, 3)" => "[b, c]", "ARRAY_SLICE(ARRAY['a', 'b', 'c', 'd'], -2)" => "[c, d]");
doc!(SORT, "ARRAY_SORT", "ARRAY_SORT(array [, ascending [, nulls_first]])",
    "The elements in order: ascending with NULL first, or descending with NULL last, unless said otherwise.",
    "ARRAY_SORT(ARRAY[3, 1, 2])" => "[1, 2, 3]", "ARRAY_SORT(ARRAY[3, 1, 2], FALSE)" => "[3, 2, 1]");
doc!(JOIN, "ARRAY_JOIN", "ARRAY_JOIN(array, delimiter [, null_text])",
    "The texts of an array with a delimiter between them; NULL is left out unless there is a text for it.",
    "ARRAY_JOIN(ARRAY['a', 'b'], ',')" => "a,b");

use Family::Array as ArrayFamily;

/// An accepted call on arrays of one element type, with elements of that type, and other arguments.
fn signature(
    arguments: &[Argument],
    arrays: usize,
    singles: usize,
    others: &[TypeKind],
    result: impl FnOnce(&LogicalType) -> LogicalType,
) -> Result<Signature, CallError> {
    let mismatch = |i: usize| {
        CallError::new(format!("argument {} does not fit the elements of the array", i + 1)).at(i).with_flink("Invalid input arguments.")
    };
    let common = common_type_of(arguments[..arrays].iter().map(|a| &a.data_type)).ok_or_else(|| mismatch(arrays.saturating_sub(1)))?;
    let mut element = match &common.kind {
        TypeKind::Array(element) => (**element).clone(),
        _ => LogicalType::new(TypeKind::Unknown),
    };
    for (i, single) in arguments.iter().enumerate().skip(arrays).take(singles) {
        if single.data_type.kind != TypeKind::Null && common_type(&element, &single.data_type).is_none() {
            return Err(mismatch(i));
        }
        element.nullable |= single.data_type.nullable;
    }
    let nullable = any_nullable(arguments);
    let array = LogicalType::array(element.clone());
    let types = arguments.iter().enumerate().map(|(i, argument)| {
        let kind = match i {
            i if i < arrays => array.kind.clone(),
            i if i < arrays + singles => element.kind.clone(),
            i => others.get(i - arrays - singles).cloned().unwrap_or_else(|| argument.data_type.kind.clone()),
        };
        LogicalType::new(kind).with_nullable(argument.data_type.nullable)
    });
    Ok(Signature { arguments: types.collect(), result: result(&array).or_nullable(nullable) })
}

fn same_array(array: &LogicalType) -> LogicalType {
    array.clone().with_nullable(false)
}

fn element_of(call: &CallSite) -> Result<LogicalType> {
    match call.arguments.first().map(|argument| &argument.data_type.kind) {
        Some(TypeKind::Array(element)) => Ok((**element).clone()),
        _ => Err(Error::internal("an array function without an array")),
    }
}

/// The elements that make up the result for a row: which, of how many arrays and elements.
fn picking(
    call: &CallSite,
    arrays: usize,
    singles: usize,
    pick: impl Fn(&Elements, &arrow::row::Rows, usize) -> Option<Vec<usize>> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    let element = element_of(call)?;
    Ok(rows(move |args| {
        let elements = Elements::open(args, arrays, singles, &element)?;
        let encoded = elements.encoded()?;
        elements.arrays(args.rows(), |row| Ok(pick(&elements, &encoded, row)))
    }))
}

pub(super) fn append() -> FunctionDefinition {
    Function::new(
        &APPEND,
        |arguments| with_element("ARRAY_APPEND", arguments, same_array),
        |call| picking(call, 1, 1, |elements, _, row| Some(elements.of(0, row)?.chain(elements.of(1, row)?).collect())),
    )
    .infallible()
    .definition()
}

pub(super) fn prepend() -> FunctionDefinition {
    Function::new(
        &PREPEND,
        |arguments| with_element("ARRAY_PREPEND", arguments, same_array),
        |call| picking(call, 1, 1, |elements, _, row| Some(elements.of(1, row)?.chain(elements.of(0, row)?).collect())),
    )
    .infallible()
    .definition()
}

pub(super) fn remove() -> FunctionDefinition {
    Function::new(
        &REMOVE,
        |arguments| with_element("ARRAY_REMOVE", arguments, same_array),
        |call| {
            picking(call, 1, 1, |elements, encoded, row| {
                let needle = elements.of(1, row)?.start;
                Some(elements.of(0, row)?.filter(|&i| encoded.row(i) != encoded.row(needle)).collect())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn contains() -> FunctionDefinition {
    Function::new(
        &CONTAINS,
        |arguments| {
            let mut signature = with_element("ARRAY_CONTAINS", arguments, |_| LogicalType::not_null(TypeKind::Boolean))?;
            signature.result.nullable = arguments[0].data_type.nullable;
            Ok(signature)
        },
        |call| {
            let element = element_of(call)?;
            Ok(rows(move |args| {
                let elements = Elements::open(args, 1, 1, &element)?;
                let encoded = elements.encoded()?;
                args.build::<Bool>(&DataType::Boolean, |row| {
                    let Some((mut array, needle)) = elements.of(0, row).zip(elements.of(1, row)) else { return Ok(None) };
                    Ok(Some(array.any(|i| encoded.row(i) == encoded.row(needle.start))))
                })
            }))
        },
    )
    .infallible()
    .definition()
}

pub(super) fn position() -> FunctionDefinition {
    Function::new(
        &POSITION,
        |arguments| with_element("ARRAY_POSITION", arguments, |_| LogicalType::not_null(TypeKind::Int)),
        |call| {
            let element = element_of(call)?;
            Ok(rows(move |args| {
                let elements = Elements::open(args, 1, 1, &element)?;
                let encoded = elements.encoded()?;
                args.build::<Int32Type>(&DataType::Int32, |row| {
                    let Some((mut array, needle)) = elements.of(0, row).zip(elements.of(1, row)) else { return Ok(None) };
                    if elements.is_null(needle.start) {
                        return Ok(None);
                    }
                    Ok(Some(array.position(|i| encoded.row(i) == encoded.row(needle.start)).map_or(0, |place| place as i32 + 1)))
                })
            }))
        },
    )
    .infallible()
    .definition()
}

fn with_element(
    name: &'static str,
    arguments: &[Argument],
    result: impl FnOnce(&LogicalType) -> LogicalType,
) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[ArrayFamily, Family::Any]] }.check(arguments)?;
    signature(arguments, 1, 1, &[], result)
}

pub(super) fn concat() -> FunctionDefinition {
    Function::new(
        &CONCAT,
        |arguments| {
            let forms = Forms { name: "ARRAY_CONCAT", forms: &[&[ArrayFamily]] };
            if arguments.is_empty() {
                forms.check(arguments)?;
            }
            if let Some(wrong) = arguments.iter().position(|argument| !ArrayFamily.accepts(&argument.data_type)) {
                return Err(forms.refusal(arguments).at(wrong));
            }
            signature(arguments, arguments.len(), 0, &[], same_array)
        },
        |call| {
            let count = call.arguments.len();
            picking(call, count, 0, move |elements, _, row| {
                let ranges = (0..count).map(|array| elements.of(array, row)).collect::<Option<Vec<_>>>()?;
                Some(ranges.into_iter().flatten().collect())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn distinct() -> FunctionDefinition {
    Function::new(
        &DISTINCT,
        |arguments| arrays("ARRAY_DISTINCT", &[&[ArrayFamily]], arguments, 1),
        |call| {
            picking(call, 1, 0, |elements, encoded, row| {
                let mut seen = HashSet::new();
                Some(elements.of(0, row)?.filter(|&i| seen.insert(encoded.row(i))).collect())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn reverse() -> FunctionDefinition {
    Function::new(
        &REVERSE,
        |arguments| arrays("ARRAY_REVERSE", &[&[ArrayFamily]], arguments, 1),
        |call| picking(call, 1, 0, |elements, _, row| Some(elements.of(0, row)?.rev().collect())),
    )
    .infallible()
    .definition()
}

const TWO_ARRAYS: &[&[Family]] = &[&[ArrayFamily, ArrayFamily]];

pub(super) fn union() -> FunctionDefinition {
    Function::new(
        &UNION,
        |arguments| arrays("ARRAY_UNION", TWO_ARRAYS, arguments, 2),
        |call| {
            picking(call, 2, 0, |elements, encoded, row| {
                let mut seen = HashSet::new();
                Some(elements.of(0, row)?.chain(elements.of(1, row)?).filter(|&i| seen.insert(encoded.row(i))).collect())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn intersect() -> FunctionDefinition {
    Function::new(
        &INTERSECT,
        |arguments| arrays("ARRAY_INTERSECT", TWO_ARRAYS, arguments, 2),
        |call| {
            picking(call, 2, 0, |elements, encoded, row| {
                let mut wanted: HashSet<_> = elements.of(1, row)?.map(|i| encoded.row(i)).collect();
                Some(elements.of(0, row)?.filter(|&i| wanted.remove(&encoded.row(i))).collect())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn except() -> FunctionDefinition {
    Function::new(
        &EXCEPT,
        |arguments| arrays("ARRAY_EXCEPT", TWO_ARRAYS, arguments, 2),
        |call| {
            picking(call, 2, 0, |elements, encoded, row| {
                let mut seen: HashSet<_> = elements.of(1, row)?.map(|i| encoded.row(i)).collect();
                Some(elements.of(0, row)?.filter(|&i| seen.insert(encoded.row(i))).collect())
            })
        },
    )
    .infallible()
    .definition()
}

fn arrays(name: &'static str, forms: &'static [&'static [Family]], arguments: &[Argument], count: usize) -> Result<Signature, CallError> {
    Forms { name, forms }.check(arguments)?;
    signature(arguments, count, 0, &[], same_array)
}

pub(super) fn max() -> FunctionDefinition {
    Function::new(&MAX, |arguments| resolve_extreme("ARRAY_MAX", arguments), |call| extreme(call, true)).infallible().definition()
}

pub(super) fn min() -> FunctionDefinition {
    Function::new(&MIN, |arguments| resolve_extreme("ARRAY_MIN", arguments), |call| extreme(call, false)).infallible().definition()
}

fn resolve_extreme(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[ArrayFamily]] }.check(arguments)?;
    signature(arguments, 1, 0, &[], |array| match &array.kind {
        TypeKind::Array(element) => (**element).clone().with_nullable(true),
        _ => array.clone(),
    })
}

fn extreme(call: &CallSite, greatest: bool) -> Result<Box<dyn Kernel>> {
    let element = element_of(call)?;
    Ok(rows(move |args| {
        let elements = Elements::open(args, 1, 0, &element)?;
        let encoded = elements.encoded()?;
        elements.singles(args.rows(), |row| {
            let Some(array) = elements.of(0, row) else { return Ok(None) };
            let array = array.filter(|&i| !elements.is_null(i));
            let compare = |&a: &usize, &b: &usize| encoded.row(a).cmp(&encoded.row(b));
            Ok(if greatest { array.max_by(compare) } else { array.min_by(compare) })
        })
    }))
}

pub(super) fn slice() -> FunctionDefinition {
    const FORMS: Forms =
        Forms { name: "ARRAY_SLICE", forms: &[&[ArrayFamily, Family::Integer, Family::Integer], &[ArrayFamily, Family::Integer]] };
    Function::new(
        &SLICE,
        |arguments| {
            FORMS.check(arguments)?;
            signature(arguments, 1, 0, &[TypeKind::Int, TypeKind::Int], same_array)
        },
        |call| {
            let element = element_of(call)?;
            Ok(rows(move |args| {
                let elements = Elements::open(args, 1, 0, &element)?;
                let (start, end) = (args.column::<Int32Type>(1)?, args.optional::<Int32Type>(2)?);
                elements.arrays(args.rows(), |row| {
                    let end = end.as_ref().map_or(Some(i32::MAX), |end| end.get(row));
                    let (Some(array), Some(start), Some(end)) = (elements.of(0, row), start.get(row), end) else { return Ok(None) };
                    let length = array.len() as i64;
                    let from_front = |place: i32| if place < 0 { length + i64::from(place) + 1 } else { i64::from(place) };
                    let (first, last) = (from_front(start).max(1), from_front(end).min(length));
                    let skipped = (first - 1).min(length) as usize;
                    Ok(Some(array.skip(skipped).take((last - first + 1).max(0) as usize).collect()))
                })
            }))
        },
    )
    .infallible()
    .definition()
}

pub(super) fn sort() -> FunctionDefinition {
    const FORMS: Forms = Forms {
        name: "ARRAY_SORT",
        forms: &[&[ArrayFamily], &[ArrayFamily, Family::Boolean], &[ArrayFamily, Family::Boolean, Family::Boolean]],
    };
    Function::new(
        &SORT,
        |arguments| {
            FORMS.check(arguments)?;
            signature(arguments, 1, 0, &[TypeKind::Boolean, TypeKind::Boolean], same_array)
        },
        |call| {
            let element = element_of(call)?;
            Ok(rows(move |args| {
                let elements = Elements::open(args, 1, 0, &element)?;
                let encoded = elements.encoded()?;
                let (ascending, nulls_first) = (args.optional::<Bool>(1)?, args.optional::<Bool>(2)?);
                elements.arrays(args.rows(), |row| {
                    let ascending = ascending.as_ref().map_or(Some(true), |ascending| ascending.get(row));
                    let (Some(array), Some(ascending)) = (elements.of(0, row), ascending) else { return Ok(None) };
                    let Some(nulls_first) = nulls_first.as_ref().map_or(Some(ascending), |first| first.get(row)) else { return Ok(None) };
                    let (mut nulls, mut sorted): (Vec<usize>, Vec<usize>) = array.partition(|&i| elements.is_null(i));
                    sorted.sort_by(|&a, &b| {
                        let order = encoded.row(a).cmp(&encoded.row(b));
                        if ascending { order } else { order.reverse() }
                    });
                    Ok(Some(if nulls_first {
                        nulls.extend(sorted);
                        nulls
                    } else {
                        sorted.extend(nulls);
                        sorted
                    }))
                })
            }))
        },
    )
    .infallible()
    .definition()
}

pub(super) fn join() -> FunctionDefinition {
    const FORMS: Forms =
        Forms { name: "ARRAY_JOIN", forms: &[&[ArrayFamily, Family::Character], &[ArrayFamily, Family::Character, Family::Character]] };
    Function::new(
        &JOIN,
        |arguments| {
            FORMS.check(arguments)?;
            let mut types: Vec<LogicalType> = arguments.iter().map(|_| LogicalType::string()).collect();
            types[0] = LogicalType::array(LogicalType::string());
            for (data_type, argument) in types.iter_mut().zip(arguments) {
                data_type.nullable = argument.data_type.nullable;
            }
            Ok(Signature { arguments: types, result: LogicalType::string().with_nullable(any_nullable(arguments)) })
        },
        |_| Ok(joined()),
    )
    .infallible()
    .definition()
}

fn joined() -> Box<dyn Kernel> {
    rows(|args| {
        let array = args.array(0)?;
        let (delimiter, null_text) = (args.column::<Text>(1)?, args.optional::<Text>(2)?);
        let lists = array.as_list::<i32>();
        args.build_text(|row, out| {
            let null_text = null_text.as_ref().map(|text| text.get(row));
            let (Some(delimiter), false, false) = (delimiter.get(row), lists.is_null(row), null_text == Some(None)) else {
                return Ok(false);
            };
            let texts = lists.value(row);
            let texts = texts.as_string_view().iter().filter_map(|text| text.or(null_text.flatten()));
            for (i, text) in texts.enumerate() {
                out.push_str(if i > 0 { delimiter } else { "" });
                out.push_str(text);
            }
            Ok(true)
        })
    })
}
