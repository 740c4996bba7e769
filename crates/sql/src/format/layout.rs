//! Lays out a sequence of texts with optional line breaks on lines of a given width.
//!
//! A group is written on one line when it fits, else all breaks that stand directly in it become line ends.

/// One step of the sequence.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    Text(&'a str),
    /// A word that is written in capitals.
    Upper(&'a str),
    /// A text that counts for nothing when a group is measured.
    Comment(&'a str),
    Space,
    /// A line end when its group is broken, else a space or nothing.
    Break {
        space: bool,
    },
    /// A line end, always; a second one in a row is ignored.
    Newline,
    /// A line end and an empty line.
    BlankLine,
    Open,
    Close,
    Indent,
    Dedent,
}

/// The measures of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub(super) width: usize,
    pub(super) indent: usize,
    pub(super) line_end: &'static str,
}

/// Returns the text of a sequence.
pub(super) fn lay_out(items: &[Item<'_>], page: Page) -> String {
    let measures = Measures::of(items);
    let mut writer = Writer { out: String::new(), column: 0, level: 0, page };
    let mut broken = vec![true];
    for (i, item) in items.iter().enumerate() {
        match item {
            Item::Text(text) | Item::Comment(text) => writer.text(text),
            Item::Upper(text) => writer.text(&text.to_ascii_uppercase()),
            Item::Space => writer.space(),
            Item::Break { space } if !broken.last().copied().unwrap_or(true) => {
                if *space {
                    writer.space();
                }
            }
            Item::Break { .. } | Item::Newline => writer.newline(),
            Item::BlankLine => writer.blank_line(),
            Item::Open => broken.push(!measures.fits(i, writer.reached(), page.width)),
            Item::Close => {
                broken.pop();
            }
            Item::Indent => writer.level += 1,
            Item::Dedent => writer.level = writer.level.saturating_sub(1),
        }
    }
    writer.out
}

struct Writer {
    out: String,
    column: usize,
    level: usize,
    page: Page,
}

impl Writer {
    fn text(&mut self, text: &str) {
        if self.column == 0 {
            let indent = self.level * self.page.indent;
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.column = indent;
        }
        self.out.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count().max(1),
            None => self.column += text.chars().count(),
        }
    }

    fn space(&mut self) {
        if self.column > 0 && !self.out.ends_with(' ') {
            self.out.push(' ');
            self.column += 1;
        }
    }

    fn newline(&mut self) {
        if self.column > 0 {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push_str(self.page.line_end);
            self.column = 0;
        }
    }

    fn blank_line(&mut self) {
        self.newline();
        if !self.out.is_empty() {
            self.out.push_str(self.page.line_end);
        }
    }

    /// The column at which the next text would begin.
    fn reached(&self) -> usize {
        if self.column == 0 { self.level * self.page.indent } else { self.column }
    }
}

/// What is needed to tell in one step whether a group fits.
struct Measures {
    /// The width of all items before this one on one line.
    before: Vec<usize>,
    /// How many items before this one always end a line.
    forced: Vec<usize>,
    /// For each `Open` the index just after its `Close`.
    end: Vec<usize>,
    /// The width from this item to the next place where a line may end.
    tail: Vec<usize>,
}

impl Measures {
    fn of(items: &[Item<'_>]) -> Self {
        let (mut before, mut forced) = (vec![0], vec![0]);
        let mut end = vec![items.len(); items.len()];
        let mut open = vec![];
        for (i, item) in items.iter().enumerate() {
            before.push(before[i] + flat_width(item));
            forced.push(forced[i] + usize::from(matches!(item, Item::Newline | Item::BlankLine)));
            match item {
                Item::Open => open.push(i),
                Item::Close => {
                    if let Some(start) = open.pop() {
                        end[start] = i + 1;
                    }
                }
                _ => {}
            }
        }
        let mut tail = vec![0; items.len() + 1];
        for (i, item) in items.iter().enumerate().rev() {
            let ends_line = matches!(item, Item::Break { .. } | Item::Newline | Item::BlankLine);
            tail[i] = if ends_line { 0 } else { tail[i + 1] + flat_width(item) };
        }
        Measures { before, forced, end, tail }
    }

    fn fits(&self, open: usize, column: usize, width: usize) -> bool {
        let end = self.end[open];
        let flat = self.before[end] - self.before[open];
        self.forced[end] == self.forced[open] && column + flat + self.tail[end] <= width
    }
}

fn flat_width(item: &Item<'_>) -> usize {
    match item {
        Item::Text(text) | Item::Upper(text) => text.chars().count(),
        Item::Space | Item::Break { space: true } => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &[&'static str]) -> Vec<Item<'static>> {
        let mut items = vec![Item::Open, Item::Text("f("), Item::Indent, Item::Break { space: false }];
        for (i, argument) in arguments.iter().enumerate() {
            if i > 0 {
                items.extend([Item::Text(","), Item::Break { space: true }]);
            }
            items.push(Item::Text(argument));
        }
        items.extend([Item::Dedent, Item::Break { space: false }, Item::Text(")"), Item::Close, Item::Text(";")]);
        items
    }

    fn page(width: usize) -> Page {
        Page { width, indent: 2, line_end: "\n" }
    }

    #[test]
    fn a_group_that_fits_stays_on_one_line() {
        assert_eq!(lay_out(&call(&["a", "b"]), page(8)), "f(a, b);");
    }

    #[test]
    fn a_group_that_does_not_fit_with_what_follows_breaks_at_all_its_breaks() {
        assert_eq!(lay_out(&call(&["a", "b"]), page(7)), "f(\n  a,\n  b\n);");
    }
}
