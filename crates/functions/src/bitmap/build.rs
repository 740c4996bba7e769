//! BITMAP_BUILD and BITMAP_FROM_BYTES.

use super::{read, write};
use crate::kernel::{Bytes, Function, rows, unary};
use crate::signature::accept_as_is;
use crate::string::wrong_argument;
use arrow::array::{Array, AsArray};
use arrow::datatypes::{DataType, Int32Type};
use diag::Result;
use roaring::RoaringBitmap;
use std::borrow::Cow;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

static BUILD_DOC: FunctionDoc = FunctionDoc {
    name: "BITMAP_BUILD",
    aliases: &[],
    definition: "BITMAP_BUILD",
    signatures: &["BITMAP_BUILD(array)"],
    summary: "The set of the integers in an array, without NULL. Negative integers are in it as those from 2147483648 on.",
    examples: &[
        Example { expression: "BITMAP_BUILD(ARRAY[1, 2, 5])", result: "{1,2,5}" },
        Example { expression: "BITMAP_BUILD(ARRAY[-1, 0, 1])", result: "{0,1,4294967295}" },
    ],
};

static FROM_BYTES_DOC: FunctionDoc = FunctionDoc {
    name: "BITMAP_FROM_BYTES",
    aliases: &[],
    definition: "BITMAP_FROM_BYTES",
    signatures: &["BITMAP_FROM_BYTES(bytes)"],
    summary: "The set whose serialized form, that of 32-bit roaring bitmaps, is given. Other bytes are an error.",
    examples: &[Example { expression: "BITMAP_FROM_BYTES(BITMAP_TO_BYTES(BITMAP_BUILD(ARRAY[1, 2, 5])))", result: "{1,2,5}" }],
};

pub(super) fn bitmap_build() -> FunctionDefinition {
    Function::new(&BUILD_DOC, resolve_build, |_| Ok(rows(build))).infallible().definition()
}

pub(super) fn bitmap_from_bytes() -> FunctionDefinition {
    Function::new(&FROM_BYTES_DOC, resolve_from_bytes, from_bytes).definition()
}

fn resolve_build(arguments: &[Argument]) -> Result<Signature, CallError> {
    match arguments {
        [array] if takes_integers(&array.data_type.kind) => {
            Ok(accept_as_is(arguments, LogicalType::new(TypeKind::Bitmap).with_nullable(array.data_type.nullable)))
        }
        _ => Err(CallError::new("'BITMAP_BUILD' takes an ARRAY<INT>").at(0).with_flink("Invalid input arguments.")),
    }
}

fn takes_integers(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Array(element) => matches!(element.kind, TypeKind::Int | TypeKind::Null | TypeKind::Unknown),
        kind => matches!(kind, TypeKind::Null | TypeKind::Unknown),
    }
}

fn build(args: &crate::kernel::Args<'_>) -> Result<arrow::array::ArrayRef> {
    let arrays = args.array(0)?;
    let Some(lists) = arrays.as_list_opt::<i32>() else {
        return args.build::<Bytes>(&DataType::BinaryView, |_| Ok(None));
    };
    args.build::<Bytes>(&DataType::BinaryView, |row| {
        if lists.is_null(row) {
            return Ok(None);
        }
        let values = lists.value(row);
        let bitmap = match values.as_primitive_opt::<Int32Type>() {
            Some(integers) => integers.iter().flatten().map(|value| value as u32).collect(),
            None => RoaringBitmap::new(),
        };
        write(bitmap).map(|bytes| Some(Cow::Owned(bytes)))
    })
}

fn resolve_from_bytes(arguments: &[Argument]) -> Result<Signature, CallError> {
    match arguments {
        [bytes] if bytes.data_type.kind.is_binary() || matches!(bytes.data_type.kind, TypeKind::Null | TypeKind::Unknown) => {
            let result = LogicalType::new(TypeKind::Bitmap).with_nullable(bytes.data_type.nullable);
            Ok(Signature { arguments: vec![LogicalType::bytes().with_nullable(bytes.data_type.nullable)], result })
        }
        [other] => Err(wrong_argument("BITMAP_FROM_BYTES", 0, &other.data_type, "bytes", "BINARY_STRING")),
        _ => Err(CallError::new(format!("function 'BITMAP_FROM_BYTES' takes 1 argument, not {}", arguments.len()))),
    }
}

/// Written anew: equal sets have equal bytes.
fn from_bytes(call: &CallSite) -> Result<Box<dyn Kernel>> {
    unary::<Bytes, Bytes>(call, |bytes| read(bytes).and_then(write).map(|bytes| Some(Cow::Owned(bytes))))
}
