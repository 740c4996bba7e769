//! Random numbers that are the same for the same seed.

/// SplitMix64: small, fast and good enough for made-up data.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0, included, to 1, excluded.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number between two, both included.
    pub(super) fn between(&mut self, min: i64, max: i64) -> i64 {
        let span = i128::from(max) - i128::from(min) + 1;
        if span <= 1 {
            return min;
        }
        // The bias is far below what made-up data can show.
        let offset = (u128::from(self.next()) * span as u128) >> 64;
        (i128::from(min) + offset as i128) as i64
    }
}
