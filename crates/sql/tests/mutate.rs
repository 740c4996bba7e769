//! Texts with a mistake: one random change to a script that is right, and texts with many.

/// A small generator of pseudo-random numbers, the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end.max(1)
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A changed text, what was done, and where in the changed text.
#[derive(Debug)]
pub(crate) struct Mutation {
    pub(crate) text: String,
    pub(crate) what: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Makes one mistake such as people make: a token dropped or doubled, a keyword misspelt, a quote swapped.
pub(crate) fn one_mistake(text: &str, random: &mut Random) -> Option<Mutation> {
    let lexed = sql::lex(diag::SourceId(0), text);
    let tokens: Vec<_> = lexed.tokens.iter().filter(|t| !t.kind.is_comment() && !t.span.is_empty()).collect();
    if tokens.is_empty() {
        return None;
    }
    let token = random.of(&tokens);
    let (start, end) = (token.span.start as usize, token.span.end as usize);
    let written = &text[start..end];
    let (what, replacement) = match random.below(4) {
        0 => ("dropped", String::new()),
        1 => ("doubled", format!("{written} {written}")),
        2 if written.len() > 3 && written.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_') => ("misspelt", misspelt(written, random)),
        3 if written.starts_with(['\'', '`']) && written.len() > 1 => ("quote swapped", with_other_quote(written, random)),
        _ => return None,
    };
    let changed = format!("{}{replacement}{}", &text[..start], &text[end..]);
    Some(Mutation { text: changed, what, start, end: start + replacement.len() })
}

fn misspelt(word: &str, random: &mut Random) -> String {
    let at = random.below(word.len() - 1);
    let mut letters: Vec<char> = word.chars().collect();
    match random.below(3) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

/// Replaces the opening or the closing quote, or both, by another kind of quote.
fn with_other_quote(quoted: &str, random: &mut Random) -> String {
    let inner = &quoted[1..quoted.len() - 1];
    let (quote, other) = (&quoted[..1], *random.of(&["\"", "`", "'", ""]));
    match random.below(3) {
        0 => format!("{other}{inner}{quote}"),
        1 => format!("{quote}{inner}{other}"),
        _ => format!("{other}{inner}{other}"),
    }
}

/// Changes bytes and tokens at many places; the text stays valid UTF-8.
pub(crate) fn scrambled(text: &str, random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "'",
        "`",
        "\"",
        ";",
        ",",
        "/*",
        "*/",
        "/*+",
        "--",
        "//",
        "${",
        "}",
        "$",
        "\\",
        "（",
        "；",
        "‘",
        "’",
        "é",
        "名",
        "\u{0}",
        "\u{feff}",
        "\r\n",
        "E'",
        "U&'",
        "x'",
        "_UTF16'",
        "1e",
        "1.",
        ".5",
        "::",
        "=>",
        "[",
        "]",
        "{-",
        "SELECT",
        "FROM",
        "WITH",
        "CASE",
        "NOT",
        "AS",
        "INTERVAL",
        "CAST(",
        "ROW<",
        "ARRAY[",
        "UESCAPE '",
        "SET BEGIN",
        "VALUES",
        "1",
        "a",
        ".",
        "*",
        "-",
        "+",
        "|",
        "&",
        "\u{3000}",
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(12) {
        let at = random.below(characters.len() + 1);
        match random.below(4) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 => {
                let end = (at + random.below(30)).min(characters.len());
                drop(characters.drain(at..end));
            }
            2 => {
                let end = (at + random.below(30)).min(characters.len());
                let copy = characters[at..end].to_vec();
                let to = random.below(characters.len() + 1);
                characters.splice(to..to, copy);
            }
            _ => drop(characters.splice(at..at, random.of(PIECES).chars())),
        }
    }
    characters.into_iter().collect()
}
