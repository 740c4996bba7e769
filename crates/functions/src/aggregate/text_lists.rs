//! Lists of texts as columns of a state.

use arrow::array::{Array, ArrayRef, AsArray, ListBuilder, StringViewBuilder};
use std::sync::Arc;
use table::LogicalType;
use table::types::arrow_field;

/// A column with a list for each group.
pub(super) fn text_lists<'a>(lists: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> ArrayRef {
    let element = arrow_field("element", &LogicalType::string().with_nullable(false));
    let mut builder = ListBuilder::new(StringViewBuilder::new()).with_field(element);
    for list in lists {
        list.for_each(|text| builder.values().append_value(text));
        builder.append(true);
    }
    Arc::new(builder.finish())
}

/// The texts in a row of such a column.
pub(super) fn texts_of(lists: &ArrayRef, row: usize) -> impl Iterator<Item = &str> {
    let lists = lists.as_list::<i32>();
    let texts = lists.values().as_string_view();
    let offsets = lists.value_offsets();
    let places = if lists.is_valid(row) { offsets[row]..offsets[row + 1] } else { 0..0 };
    places.map(|place| texts.value(place as usize))
}
