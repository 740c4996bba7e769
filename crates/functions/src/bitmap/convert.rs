//! BITMAP_TO_BYTES, BITMAP_TO_ARRAY, BITMAP_TO_STRING and BITMAP_CARDINALITY.

use super::{check_bitmaps, read};
use crate::kernel::{Bytes, Function, rows, unary, unary_text};
use crate::signature::accept_as_is;
use arrow::array::{ArrayRef, Int32Builder, ListBuilder};
use arrow::datatypes::Int64Type;
use diag::Result;
use std::borrow::Cow;
use std::sync::Arc;
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::write_bitmap;
use table::types::arrow_field;

macro_rules! conversion {
    ($entry:ident, $name:literal, $summary:literal, $result:literal, $type:expr, $kernel:expr) => {
        pub(super) fn $entry() -> FunctionDefinition {
            static DOC: FunctionDoc = FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $name,
                signatures: &[concat!($name, "(bitmap)")],
                summary: $summary,
                examples: &[Example { expression: concat!($name, "(BITMAP_BUILD(ARRAY[5, -1, 2]))"), result: $result }],
            };
            Function::new(&DOC, |arguments| resolve($name, arguments, $type), $kernel).definition()
        }
    };
}

conversion!(
    bitmap_to_bytes,
    "BITMAP_TO_BYTES",
    "The serialized form of a set, that of 32-bit roaring bitmaps.",
    "x'3a3000000200000000000100ffff0000180000001c00000002000500ffff'",
    LogicalType::bytes(),
    to_bytes
);
conversion!(
    bitmap_to_array,
    "BITMAP_TO_ARRAY",
    "The integers of a set in order, those from 2147483648 on as negative ones at the end.",
    "[2, 5, -1]",
    LogicalType::array(LogicalType::int()),
    |_| Ok(rows(to_array))
);
conversion!(bitmap_to_string, "BITMAP_TO_STRING", "The integers of a set as text.", "{2,5,4294967295}", LogicalType::string(), |_| {
    unary_text::<Bytes>(|bytes, out| {
        write_bitmap(out, bytes);
        Ok(true)
    })
});
conversion!(bitmap_cardinality, "BITMAP_CARDINALITY", "The number of integers in a set.", "3", LogicalType::bigint(), |call| unary::<
    Bytes,
    Int64Type,
>(
    call,
    |bytes| Ok(Some(read(bytes)?.len() as i64))
));

fn resolve(name: &str, arguments: &[Argument], result: LogicalType) -> Result<Signature, CallError> {
    check_bitmaps(name, arguments, 1)?;
    Ok(accept_as_is(arguments, result.with_nullable(arguments[0].data_type.nullable)))
}

fn to_bytes(call: &CallSite) -> Result<Box<dyn Kernel>> {
    unary::<Bytes, Bytes>(call, |bytes| Ok(Some(Cow::Owned(bytes.to_vec()))))
}

fn to_array(args: &crate::kernel::Args<'_>) -> Result<ArrayRef> {
    let bitmaps = args.column::<Bytes>(0)?;
    let mut lists = ListBuilder::new(Int32Builder::new()).with_field(arrow_field("element", &LogicalType::int()));
    for row in 0..args.rows() {
        if let Some(bytes) = bitmaps.get(row) {
            read(bytes)?.iter().for_each(|value| lists.values().append_value(value as i32));
            lists.append(true);
        } else {
            lists.append_null();
        }
    }
    Ok(Arc::new(lists.finish()))
}
