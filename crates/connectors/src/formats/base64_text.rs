//! Base64 as Jackson reads it: padding is required, and blanks may stand only between groups of four.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Decodes a text; groups after a padded one begin anew.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut rest = text;
    loop {
        let start = rest.iter().position(|b| *b > b' ');
        let Some(start) = start else { return Some(out) };
        let (group, tail) = rest[start..].split_at_checked(4)?;
        out.extend(STANDARD.decode(group).ok()?);
        rest = tail;
    }
}

/// Appends the encoded bytes.
pub(crate) fn encode(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(STANDARD.encode(bytes).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_required_and_blanks_stand_between_groups() {
        assert_eq!(decode(b"aGk=").as_deref(), Some(b"hi".as_slice()));
        assert_eq!(decode(b"aGk=aGk=").as_deref(), Some(b"hihi".as_slice()));
        assert_eq!(decode(b"").as_deref(), Some(b"".as_slice()));
        for bad in ["aGk", "a b", "!!", "a-_k", "aG k="] {
            assert_eq!(decode(bad.as_bytes()), None, "{bad}");
        }
    }
}
