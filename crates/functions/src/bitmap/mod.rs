//! Functions of BITMAP, a set of 32-bit integers.
//!
//! Its physical form is the portable serialization of roaring bitmaps, with runs where they are shorter: equal sets have equal bytes.

mod build;
mod combine;
mod convert;

use crate::Entry;
use diag::{Error, Result};
use roaring::RoaringBitmap;
use table::function::{Argument, CallError};
use table::{LogicalType, TypeKind};

pub(crate) static FUNCTIONS: &[Entry] = &[
    build::bitmap_build,
    build::bitmap_from_bytes,
    convert::bitmap_to_bytes,
    convert::bitmap_to_array,
    convert::bitmap_to_string,
    convert::bitmap_cardinality,
    combine::bitmap_and,
    combine::bitmap_or,
    combine::bitmap_xor,
    combine::bitmap_andnot,
];

/// Reads the physical form.
pub(crate) fn read(bytes: &[u8]) -> Result<RoaringBitmap> {
    RoaringBitmap::deserialize_from(bytes).map_err(|error| Error::data(format!("the bytes are not a BITMAP: {error}")))
}

/// The physical form.
pub(crate) fn write(mut bitmap: RoaringBitmap) -> Result<Vec<u8>> {
    bitmap.optimize();
    let mut bytes = Vec::with_capacity(bitmap.serialized_size());
    bitmap.serialize_into(&mut bytes).map_err(|error| Error::internal(error.to_string()))?;
    Ok(bytes)
}

/// Refuses arguments that are not BITMAPs.
pub(crate) fn check_bitmaps(name: &str, arguments: &[Argument], count: usize) -> Result<(), CallError> {
    if arguments.len() != count {
        let noun = if count == 1 { "argument" } else { "arguments" };
        return Err(CallError::new(format!("function '{name}' takes {count} {noun}, not {}", arguments.len()))
            .with_flink("Invalid input arguments."));
    }
    let is_bitmap = |data_type: &LogicalType| matches!(data_type.kind, TypeKind::Bitmap | TypeKind::Null | TypeKind::Unknown);
    match arguments.iter().position(|argument| !is_bitmap(&argument.data_type)) {
        Some(wrong) => Err(CallError::new(format!("'{name}' takes a BITMAP, not {}", arguments[wrong].data_type.kind))
            .at(wrong)
            .with_help("BITMAP_BUILD makes one of an array of integers.")
            .with_flink("Invalid input arguments.")),
        None => Ok(()),
    }
}
