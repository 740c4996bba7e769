//! The words that the grammar knows: `keywords.txt`, one a line, sorted, `reserved` when they cannot be a bare name.
//!
//! `extension` marks words that Apache Flink does not know and that read as names wherever the grammar does not ask for them.

use std::fmt;

/// A word of the grammar, or [`Keyword::NONE`] for any other word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Keyword(u16);

const TEXT: &str = include_str!("keywords.txt");
const COUNT: usize = count_lines(TEXT.as_bytes());
static WORDS: [Entry; COUNT] = read_entries();

/// Open addressing: a slot holds the number of a word plus one, or zero.
const SLOTS: usize = 4096;
static TABLE: [u16; SLOTS] = hash_words();

#[derive(Clone, Copy)]
struct Entry {
    text: &'static str,
    reserved: bool,
    extension: bool,
}

impl Keyword {
    /// No word of the grammar.
    pub const NONE: Keyword = Keyword(u16::MAX);

    /// Finds a word, whatever its case.
    pub fn lookup(word: &str) -> Keyword {
        let bytes = word.as_bytes();
        let mut slot = hash(bytes);
        loop {
            match TABLE[slot] {
                0 => return Keyword::NONE,
                number => {
                    let found = WORDS[number as usize - 1].text;
                    if found.len() == word.len() && found.as_bytes().eq_ignore_ascii_case(bytes) {
                        return Keyword(number - 1);
                    }
                }
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The word in capitals; empty for [`Keyword::NONE`].
    pub fn text(self) -> &'static str {
        WORDS.get(self.0 as usize).map_or("", |entry| entry.text)
    }

    /// True when the word must be in back-ticks to be a name.
    pub fn is_reserved(self) -> bool {
        WORDS.get(self.0 as usize).is_some_and(|entry| entry.reserved)
    }

    /// True for a word of Apache Flink's grammar, reserved or not.
    pub fn is_flink(self) -> bool {
        WORDS.get(self.0 as usize).is_some_and(|entry| !entry.extension)
    }

    /// All words, sorted.
    pub fn all() -> impl Iterator<Item = Keyword> {
        (0..COUNT as u16).map(Keyword)
    }
}

impl fmt::Debug for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

const fn count_lines(text: &[u8]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < text.len() {
        if text[i] == b'\n' {
            count += 1;
        }
        i += 1;
    }
    count
}

const fn read_entries() -> [Entry; COUNT] {
    let text = TEXT.as_bytes();
    let mut entries = [Entry { text: "", reserved: false, extension: false }; COUNT];
    let (mut start, mut number) = (0, 0);
    while start < text.len() {
        let mut end = start;
        while text[end] != b'\n' && text[end] != b' ' {
            end += 1;
        }
        let mark = if text[end] == b' ' { text[end + 1] } else { b'\n' };
        entries[number] = Entry { text: slice(start, end), reserved: mark == b'r', extension: mark == b'e' };
        while text[end] != b'\n' {
            end += 1;
        }
        start = end + 1;
        number += 1;
    }
    entries
}

const fn slice(start: usize, end: usize) -> &'static str {
    TEXT.split_at(end).0.split_at(start).1
}

const fn hash_words() -> [u16; SLOTS] {
    let entries = read_entries();
    let mut table = [0; SLOTS];
    let mut number = 0;
    while number < COUNT {
        let mut slot = hash(entries[number].text.as_bytes());
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = number as u16 + 1;
        number += 1;
    }
    table
}

const fn hash(word: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < word.len() {
        hash = (hash ^ (word[i] & 0xdf) as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    (hash ^ (hash >> 15)) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_in_any_case_and_the_list_is_sorted() {
        for keyword in Keyword::all() {
            assert_eq!(Keyword::lookup(keyword.text()), keyword);
            assert_eq!(Keyword::lookup(&keyword.text().to_lowercase()), keyword);
        }
        let words: Vec<_> = Keyword::all().map(Keyword::text).collect();
        assert!(words.is_sorted());
        assert_eq!(Keyword::lookup("selec"), Keyword::NONE);
        assert_eq!(Keyword::lookup(""), Keyword::NONE);
        assert_eq!(Keyword::NONE.text(), "");
    }

    #[test]
    fn reserved_words_are_those_of_flink() {
        assert_eq!(Keyword::all().filter(|k| k.is_reserved()).count(), 432);
        assert_eq!(Keyword::all().filter(|k| k.is_flink()).count(), 432 + 355);
        assert!(Keyword::lookup("value").is_reserved());
        assert!(!Keyword::lookup("name").is_reserved());
    }
}
