//! Casts to BINARY and VARBINARY: text is its UTF-8 bytes; BINARY(n) is filled up with zeros, both are cut.

use super::{ArrayCast, Settings};
use crate::kernel::{Bytes, Read};
use arrow::array::{Array, ArrayRef, AsArray, BinaryViewBuilder};
use std::sync::Arc;
use table::types::{MAX_LENGTH, TypeKind};

pub(super) fn from_text(to: &TypeKind, settings: Settings) -> ArrayCast {
    let length = Length::of(to, settings);
    Box::new(move |array| Ok(length.apply(&(Arc::new(array.as_string_view().clone().to_binary_view()) as ArrayRef))))
}

pub(super) fn resize(to: &TypeKind, settings: Settings) -> ArrayCast {
    let length = Length::of(to, settings);
    Box::new(move |array| {
        Bytes::open(array)?;
        Ok(length.apply(array))
    })
}

#[derive(Clone, Copy)]
struct Length {
    least: usize,
    most: usize,
}

impl Length {
    fn of(to: &TypeKind, settings: Settings) -> Length {
        let any = Length { least: 0, most: MAX_LENGTH as usize };
        match to {
            _ if settings.legacy => any,
            TypeKind::Binary(n) => Length { least: *n as usize, most: *n as usize },
            TypeKind::Varbinary(n) => Length { least: 0, most: *n as usize },
            _ => any,
        }
    }

    fn apply(self, array: &ArrayRef) -> ArrayRef {
        let values = array.as_binary_view();
        if values.iter().flatten().all(|bytes| (self.least..=self.most).contains(&bytes.len())) {
            return array.clone();
        }
        let mut builder = BinaryViewBuilder::with_capacity(values.len());
        let mut buffer = Vec::new();
        for bytes in values {
            builder.append_option(bytes.map(|bytes| {
                buffer.clear();
                buffer.extend_from_slice(&bytes[..bytes.len().min(self.most)]);
                buffer.resize(buffer.len().max(self.least), 0);
                &buffer
            }));
        }
        Arc::new(builder.finish())
    }
}
