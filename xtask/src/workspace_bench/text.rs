//! Texts with one marked place, and numbers that are the same each time.

/// Where the place of a mistake begins in a draft; it is taken out again.
pub(crate) const MARK: char = '\u{1}';

/// A text that grows.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) text: String,
}

impl Draft {
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The text without its mark, and the line and column of that.
    pub(crate) fn finish(self) -> (String, Option<(u32, u32)>) {
        let Some(at) = self.text.find(MARK) else { return (self.text, None) };
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (self.text.replace(MARK, ""), Some((line as u32, column as u32)))
    }
}

/// Numbers that look like chance.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below another one, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    pub(crate) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}
