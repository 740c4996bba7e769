//! Encodings of text.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    Utf8,
    Ascii,
    Latin1,
    /// With a byte order mark; big-endian when writing.
    Utf16,
    Utf16Be,
    Utf16Le,
}

impl Charset {
    /// An encoding by one of the names that Java knows.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().as_str() {
            "UTF-8" | "UTF8" => Charset::Utf8,
            "US-ASCII" | "ASCII" => Charset::Ascii,
            "ISO-8859-1" | "ISO8859_1" | "LATIN1" => Charset::Latin1,
            "UTF-16" => Charset::Utf16,
            "UTF-16BE" => Charset::Utf16Be,
            "UTF-16LE" => Charset::Utf16Le,
            _ => return None,
        })
    }

    /// Bytes that are no text of the encoding become replacement characters, as in Java.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        let units = |read: fn([u8; 2]) -> u16, bytes: &[u8]| {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        };
        match self {
            Charset::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Charset::Ascii => bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '\u{fffd}' }).collect(),
            Charset::Latin1 => bytes.iter().map(|b| char::from(*b)).collect(),
            Charset::Utf16 => match bytes {
                [0xff, 0xfe, rest @ ..] => units(u16::from_le_bytes, rest),
                [0xfe, 0xff, rest @ ..] => units(u16::from_be_bytes, rest),
                _ => units(u16::from_be_bytes, bytes),
            },
            Charset::Utf16Be => units(u16::from_be_bytes, bytes),
            Charset::Utf16Le => units(u16::from_le_bytes, bytes),
        }
    }

    /// Characters that the encoding does not have become question marks, as in Java.
    pub(super) fn encode(self, text: &str, out: &mut Vec<u8>) {
        match self {
            Charset::Utf8 => out.extend_from_slice(text.as_bytes()),
            Charset::Ascii => out.extend(text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' })),
            Charset::Latin1 => out.extend(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))),
            Charset::Utf16 => {
                out.extend([0xfe, 0xff]);
                out.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
            }
            Charset::Utf16Be => out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            Charset::Utf16Le => out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        }
    }
}
