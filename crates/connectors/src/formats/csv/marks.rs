//! The places of bytes that may end a CSV cell, found 64 bytes at a time.

use super::options::Dialect;

/// The places in a text.
pub(super) struct Marks<'a> {
    data: &'a [u8],
    /// Where the current 64 bytes begin.
    base: usize,
    /// The marks in them that have not been given out.
    bits: u64,
    needles: [u64; 4],
    needle_count: usize,
}

const LOW: u64 = 0x0101_0101_0101_0101;
const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl<'a> Marks<'a> {
    pub(super) fn new(data: &'a [u8], from: usize, dialect: &Dialect) -> Self {
        let mut needles = [LOW * u64::from(b'\n'), LOW * u64::from(b'\r'), LOW * u64::from(dialect.delimiter.first()), 0];
        let mut needle_count = 3;
        if let Some(escape) = dialect.escape {
            needles[3] = LOW * u64::from(escape.first());
            needle_count = 4;
        }
        let mut marks = Marks { data, base: from, bits: 0, needles, needle_count };
        marks.bits = marks.load(from);
        marks
    }

    /// The next mark. Marks before the place of the last `skip_to` are gone.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if self.base + 64 >= self.data.len() {
                return None;
            }
            self.base += 64;
            self.bits = self.load(self.base);
        }
        let at = self.base + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }

    pub(super) fn skip_to(&mut self, at: usize) {
        if at < self.base + 64 && at >= self.base {
            self.bits &= u64::MAX << (at - self.base);
        } else if at < self.data.len() {
            self.base = at;
            self.bits = self.load(at);
        } else {
            self.base = self.data.len();
            self.bits = 0;
        }
    }

    /// One bit for each of the 64 bytes at `base` that is a needle.
    #[inline]
    fn load(&self, base: usize) -> u64 {
        match self.data.get(base..base + 64) {
            Some(chunk) => self.bits_of(chunk),
            None => {
                // Zero is no needle unless it is the delimiter, so the bits behind the end are cut off.
                let mut chunk = [0; 64];
                let rest = self.data.get(base..).unwrap_or_default();
                chunk[..rest.len()].copy_from_slice(rest);
                self.bits_of(&chunk) & (1u64 << rest.len()).wrapping_sub(1)
            }
        }
    }

    #[inline]
    fn bits_of(&self, chunk: &[u8]) -> u64 {
        let mut bits = 0;
        for (i, word) in chunk.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(word.try_into().expect("chunks of eight"));
            let mut hits = 0;
            for needle in &self.needles[..self.needle_count] {
                let x = word ^ needle;
                // The top bit of each byte that is zero; exact, without carries between bytes.
                hits |= !(((x & SEVEN) + SEVEN) | x | SEVEN);
            }
            bits |= ((hits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        bits
    }
}
