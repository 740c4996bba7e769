//! BITMAP_AND, BITMAP_OR, BITMAP_XOR and BITMAP_ANDNOT.

use super::{check_bitmaps, read, write};
use crate::kernel::{Bytes, Function, binary};
use crate::signature::{accept_as_is, any_nullable};
use diag::Result;
use roaring::RoaringBitmap;
use std::borrow::Cow;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

macro_rules! combination {
    ($entry:ident, $name:literal, $summary:literal, $result:literal, $combine:expr) => {
        pub(super) fn $entry() -> FunctionDefinition {
            static DOC: FunctionDoc = FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $name,
                signatures: &[concat!($name, "(bitmap1, bitmap2)")],
                summary: $summary,
                examples: &[Example {
                    expression: concat!($name, "(BITMAP_BUILD(ARRAY[1, 2]), BITMAP_BUILD(ARRAY[2, 3]))"),
                    result: $result,
                }],
            };
            Function::new(&DOC, |arguments| resolve($name, arguments), |call| kernel(call, $combine)).definition()
        }
    };
}

combination!(bitmap_and, "BITMAP_AND", "The integers that are in both sets.", "{2}", |mut a, b| {
    a &= b;
    a
});
combination!(bitmap_or, "BITMAP_OR", "The integers that are in one of two sets.", "{1,2,3}", |mut a, b| {
    a |= b;
    a
});
combination!(bitmap_xor, "BITMAP_XOR", "The integers that are in exactly one of two sets.", "{1,3}", |mut a, b| {
    a ^= b;
    a
});
combination!(bitmap_andnot, "BITMAP_ANDNOT", "The integers of a set that are not in another.", "{1}", |mut a, b| {
    a -= b;
    a
});

fn resolve(name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    check_bitmaps(name, arguments, 2)?;
    Ok(accept_as_is(arguments, LogicalType::new(TypeKind::Bitmap).with_nullable(any_nullable(arguments))))
}

fn kernel(call: &CallSite, combine: fn(RoaringBitmap, RoaringBitmap) -> RoaringBitmap) -> Result<Box<dyn Kernel>> {
    binary::<Bytes, Bytes, Bytes>(call, move |a, b| write(combine(read(a)?, read(b)?)).map(|bytes| Some(Cow::Owned(bytes))))
}
