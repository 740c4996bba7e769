//! Views: how Arrow's string arrays refer to text in buffers that they share.

/// The view of a text that stands at a place in one of an array's buffers. Up to twelve bytes stand in the view itself.
#[inline]
pub(super) fn view(text: &[u8], buffer: u32, offset: u32) -> u128 {
    let length = text.len();
    let mut bytes = [0u8; 16];
    bytes[..4].copy_from_slice(&(length as u32).to_le_bytes());
    if length <= 12 {
        bytes[4..4 + length].copy_from_slice(text);
    } else {
        bytes[4..8].copy_from_slice(&text[..4]);
        bytes[8..12].copy_from_slice(&buffer.to_le_bytes());
        bytes[12..].copy_from_slice(&offset.to_le_bytes());
    }
    u128::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::view;
    use arrow::array::builder::make_view;

    #[test]
    fn views_are_those_of_arrow() {
        for text in ["", "a", "twelve bytes", "thirteen bytes"] {
            assert_eq!(view(text.as_bytes(), 1, 77), make_view(text.as_bytes(), 1, 77), "{text}");
        }
    }
}
