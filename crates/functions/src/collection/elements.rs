//! Arrays made of elements of other arrays.

use crate::kernel::Args;
use crate::row_codec::{RowCodec, internal};
use arrow::array::{Array, ArrayRef, AsArray, ListArray, UInt32Array};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::{concat, take};
use arrow::row::Rows;
use diag::{Error, Result};
use std::ops::Range;
use std::sync::Arc;
use table::LogicalType;
use table::types::arrow_field;

/// The elements of some array arguments, and some arguments that are elements themselves, all in one array.
pub(super) struct Elements {
    element: LogicalType,
    all: ArrayRef,
    sources: Vec<Source>,
}

enum Source {
    Arrays(ListArray, usize),
    /// One element in each row.
    Singles(usize),
}

impl Elements {
    /// The first arguments are arrays, the others elements, all of the same element type.
    pub(super) fn open(args: &Args<'_>, arrays: usize, singles: usize, element: &LogicalType) -> Result<Self> {
        let (mut parts, mut sources, mut base) = (Vec::new(), Vec::new(), 0);
        for index in 0..arrays + singles {
            let argument = args.array(index)?;
            let part = if index < arrays {
                let list = argument.as_list_opt::<i32>().ok_or_else(|| Error::internal(format!("no array: {}", argument.data_type())))?;
                sources.push(Source::Arrays(list.clone(), base));
                list.values().clone()
            } else {
                sources.push(Source::Singles(base));
                argument
            };
            base += part.len();
            parts.push(part);
        }
        let parts: Vec<&dyn Array> = parts.iter().map(|part| part.as_ref()).collect();
        Ok(Elements { element: element.clone(), all: concat(&parts).map_err(internal)?, sources })
    }

    /// Where the elements of an argument are; `None` for a NULL array.
    pub(super) fn of(&self, source: usize, row: usize) -> Option<Range<usize>> {
        match self.sources.get(source)? {
            Source::Singles(base) => Some(base + row..base + row + 1),
            Source::Arrays(list, base) => {
                let offsets = list.value_offsets();
                list.is_valid(row).then(|| base + offsets[row] as usize..base + offsets[row + 1] as usize)
            }
        }
    }

    pub(super) fn is_null(&self, element: usize) -> bool {
        self.all.is_null(element)
    }

    /// Elements as rows that compare as the elements do, with NULL least and equal to NULL.
    pub(super) fn encoded(&self) -> Result<Rows> {
        RowCodec::new([&self.element])?.encode(std::slice::from_ref(&self.all))
    }

    /// Builds an array for each row from the elements that `pick` names; `None` is NULL.
    pub(super) fn arrays(&self, rows: usize, mut pick: impl FnMut(usize) -> Result<Option<Vec<usize>>>) -> Result<ArrayRef> {
        let (mut chosen, mut lengths, mut valid) = (Vec::new(), Vec::with_capacity(rows), Vec::with_capacity(rows));
        for row in 0..rows {
            let picked = pick(row)?;
            valid.push(picked.is_some());
            let picked = picked.unwrap_or_default();
            lengths.push(picked.len());
            chosen.extend(picked.into_iter().map(|element| element as u32));
        }
        let values = take(&self.all, &UInt32Array::from(chosen), None).map_err(internal)?;
        let field = Arc::new(arrow_field("element", &self.element));
        let list = ListArray::try_new(field, OffsetBuffer::from_lengths(lengths), values, Some(NullBuffer::from(valid)));
        Ok(Arc::new(list.map_err(internal)?))
    }

    /// One element for each row; `None` is NULL.
    pub(super) fn singles(&self, rows: usize, mut pick: impl FnMut(usize) -> Result<Option<usize>>) -> Result<ArrayRef> {
        let chosen = (0..rows).map(|row| Ok(pick(row)?.map(|element| element as u32))).collect::<Result<Vec<_>>>()?;
        take(&self.all, &UInt32Array::from(chosen), None).map_err(internal)
    }
}
