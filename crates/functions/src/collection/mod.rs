//! Functions of arrays, maps and multisets.

mod array;
mod elements;
mod map;
mod object;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    map::cardinality,
    map::element,
    array::append,
    array::prepend,
    array::concat,
    array::contains,
    array::position,
    array::remove,
    array::distinct,
    array::union,
    array::intersect,
    array::except,
    array::reverse,
    array::slice,
    array::sort,
    array::max,
    array::min,
    array::join,
    map::keys,
    map::values,
    map::entries,
    map::from_arrays,
    map::union,
    object::object_of,
    object::object_update,
];
