//! CAST and TRY_CAST between all types.
//!
//! A cast is prepared once for a pair of types as a function from array to array, so that nothing is decided for each value.

mod binary;
mod collection;
pub(crate) mod number;
mod temporal;
mod text;

use arrow::array::{Array, ArrayRef, new_null_array};
use diag::{Error, Result};
use std::fmt;
use table::function::{Columnar, EvalContext, Kernel};
use table::types::{LogicalType, TypeKind, arrow_type};
use table::zone::Zone;

/// Casts an array of the source type.
type ArrayCast = Box<dyn Fn(&ArrayRef) -> Result<ArrayRef> + Send + Sync>;

/// What a cast depends on beside its types.
#[derive(Clone, Copy, Debug)]
struct Settings {
    zone: Zone,
    /// A value that cannot be cast becomes NULL.
    lenient: bool,
    /// `table.exec.legacy-cast-behaviour`
    legacy: bool,
}

/// Prepares a cast; an error when no such cast exists.
pub fn kernel(from: &LogicalType, to: &LogicalType, try_cast: bool, context: &EvalContext) -> Result<Box<dyn Kernel>> {
    let settings = Settings { zone: context.zone, lenient: try_cast || context.legacy_cast, legacy: context.legacy_cast };
    Ok(Box::new(CastKernel { cast: prepare(from, to, settings)? }))
}

struct CastKernel {
    cast: ArrayCast,
}

impl fmt::Debug for CastKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CAST")
    }
}

impl Kernel for CastKernel {
    fn evaluate(&self, arguments: &[Columnar], _rows: usize) -> Result<Columnar> {
        match arguments {
            [Columnar::Array(array)] => (self.cast)(array).map(Columnar::Array),
            [Columnar::Scalar(scalar)] => (self.cast)(scalar).map(Columnar::Scalar),
            _ => Err(Error::internal("CAST takes one argument")),
        }
    }
}

fn prepare(from: &LogicalType, to: &LogicalType, settings: Settings) -> Result<ArrayCast> {
    use TypeKind as K;
    if from.kind == to.kind {
        return Ok(Box::new(|array| Ok(array.clone())));
    }
    match (&from.kind, &to.kind) {
        (K::Null, _) => {
            let target = arrow_type(to);
            Ok(Box::new(move |array| Ok(new_null_array(&target, array.len()))))
        }
        (K::Char(_) | K::Varchar(_), K::Char(_) | K::Varchar(_)) => Ok(text::resize(&from.kind, &to.kind, settings)),
        (K::Char(_) | K::Varchar(_), K::Binary(_) | K::Varbinary(_)) => Ok(binary::from_text(&to.kind, settings)),
        (K::Char(_) | K::Varchar(_), _) => text::parse(to, settings),
        (K::Binary(_) | K::Varbinary(_), K::Binary(_) | K::Varbinary(_)) => Ok(binary::resize(&to.kind, settings)),
        (K::Bitmap, K::Varbinary(_)) => Ok(binary::resize(&to.kind, settings)),
        (K::Bitmap | K::Variant | K::Raw { .. }, _) => Err(no_cast(from, to)),
        (_, K::Char(_) | K::Varchar(_)) => Ok(text::format(from, &to.kind, settings)),
        (source, target) if is_numeric_cast(source, target) => number::prepare(source, target).ok_or_else(|| no_cast(from, to)),
        (source, target) if source.is_datetime() && target.is_datetime() => {
            temporal::prepare(source, to, settings).ok_or_else(|| no_cast(from, to))
        }
        _ => collection::prepare(from, to, settings),
    }
}

fn is_numeric_cast(from: &TypeKind, to: &TypeKind) -> bool {
    let counts = |kind: &TypeKind| kind.is_numeric() || kind.is_interval() || *kind == TypeKind::Boolean;
    counts(from) && counts(to)
}

fn no_cast(from: &LogicalType, to: &LogicalType) -> Error {
    Error::unsupported(format!("a {} cannot be cast to {}", from.kind, to.kind))
}
