//! The Markdown of a test file, as far as it matters: headings, fenced blocks, tables, and the YAML between `---` at the top.
//!
//! Places are bytes of the file. Whatever is not one of these is prose and left alone.

use std::ops::Range;

/// A part of the file that may mean something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Element {
    Heading {
        level: usize,
        title: Range<usize>,
    },
    /// The YAML between two lines `---` at the top.
    FrontMatter(Range<usize>),
    Fence {
        /// What stands behind the opening fence.
        info: Range<usize>,
        body: Range<usize>,
        label: Option<Range<usize>>,
    },
    Table {
        /// From the header to the last row.
        body: Range<usize>,
        label: Option<Range<usize>>,
    },
    /// A fence that nothing closes.
    Open(Range<usize>),
}

/// Reads a file from top to bottom.
pub(super) fn elements(text: &str) -> Vec<Element> {
    let mut reader = Reader { text, lines: lines(text), at: 0, label: None, found: Vec::new() };
    reader.front_matter();
    while reader.at < reader.lines.len() {
        reader.element();
    }
    reader.found
}

/// The lines of a text, without their ends.
pub(crate) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').trim_end_matches('\r').len();
        lines.push(start..end);
        start += line.len();
    }
    lines
}

/// The cells of a row of a table: their text, and its place. `\|` is a bar within a cell.
pub(crate) fn cells(text: &str, row: Range<usize>) -> Vec<(String, Range<usize>)> {
    let line = text[row].trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(line);
    let mut found = Vec::new();
    let mut from = 0;
    for (at, _) in line.match_indices('|').chain([(line.len(), "")]) {
        if !line[..at].ends_with('\\') || at == line.len() {
            let cell = line[from..at].trim();
            found.push((cell.replace("\\|", "|"), place_in(text, cell)));
            from = at + 1;
        }
    }
    found
}

/// The place of a part of a text.
pub(super) fn place_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

struct Reader<'t> {
    text: &'t str,
    lines: Vec<Range<usize>>,
    at: usize,
    /// The last line of prose, while only empty lines follow it.
    label: Option<Range<usize>>,
    found: Vec<Element>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |line| &self.text[line.clone()])
    }

    fn front_matter(&mut self) {
        if self.line(0).trim_start_matches('\u{feff}') != "---" {
            return;
        }
        if let Some(end) = (1..self.lines.len()).find(|at| self.line(*at) == "---") {
            self.found.push(Element::FrontMatter(self.lines[1].start..self.lines[end].start));
            self.at = end + 1;
        }
    }

    fn element(&mut self) {
        let line = self.lines[self.at].clone();
        let content = self.text[line.clone()].trim_start();
        if let Some(fence) = opening_fence(content) {
            return self.fence(fence, line);
        }
        if content.starts_with("<!--") {
            let closing = (self.at..self.lines.len()).find(|at| self.line(*at).contains("-->"));
            self.at = closing.unwrap_or(self.lines.len()) + 1;
            return;
        }
        if content.starts_with('|') && is_delimiter_row(self.line(self.at + 1)) {
            return self.table();
        }
        self.at += 1;
        if let Some(level) = heading_level(content) {
            let title = content[level..].trim().trim_end_matches('#').trim_end();
            self.label = None;
            self.found.push(Element::Heading { level, title: place_in(self.text, title) });
        } else if !content.trim().is_empty() {
            self.label = Some(line);
        }
    }

    fn fence(&mut self, fence: (char, usize), opening: Range<usize>) {
        let (mark, length) = fence;
        let label = self.label.take();
        let is_closing = |line: &str| {
            let line = line.trim();
            line.len() >= length && line.chars().all(|c| c == mark)
        };
        let Some(closing) = (self.at + 1..self.lines.len()).find(|at| is_closing(self.line(*at))) else {
            self.found.push(Element::Open(opening));
            self.at = self.lines.len();
            return;
        };
        let words = self.text[opening].trim_start()[length..].trim();
        let info = place_in(self.text, words);
        let body = self.lines[self.at + 1].start..self.lines[closing].start;
        self.found.push(Element::Fence { info, body, label });
        self.at = closing + 1;
    }

    fn table(&mut self) {
        let label = self.label.take();
        let first = self.at;
        while self.line(self.at).trim_start().starts_with('|') {
            self.at += 1;
        }
        self.found.push(Element::Table { body: self.lines[first].start..self.lines[self.at - 1].end, label });
    }
}

/// The mark of a fence and how often it stands there.
fn opening_fence(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let info = &line[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

fn heading_level(line: &str) -> Option<usize> {
    let level = line.chars().take_while(|c| *c == '#').count();
    let rest = &line[level..];
    ((1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(level)
}

fn is_delimiter_row(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let part = |range: &Range<usize>| text[range.clone()].to_owned();
        let label = |label: &Option<Range<usize>>| label.as_ref().map(part).unwrap_or_default();
        let one = |element: &Element| match element {
            Element::Heading { level, title } => format!("heading {level} {}", part(title)),
            Element::FrontMatter(body) => format!("settings {:?}", part(body)),
            Element::Fence { info, body, label: above } => format!("fence {:?} {:?} {:?}", part(info), part(body), label(above)),
            Element::Table { body, label: above } => format!("table {:?} {:?}", part(body), label(above)),
            Element::Open(line) => format!("open {:?}", part(line)),
        };
        elements(text).iter().map(one).collect()
    }

    #[test]
    fn parts_are_found_with_what_stands_above_them() {
        let text = "---\nzone: UTC\n---\n# A a a #\r\n\r\nSee `t`:\r\n\r\n```csv  t\r\na\r\n```\r\nprose\n~~~~ text\n```\n~~~~\n## B\nT `u`:\n| x |\n|---|\n| 1 |\nend\n```sql";
        let expected = [
            "settings \"zone: UTC\\n\"",
            "heading 1 A a a",
            "fence \"csv  t\" \"a\\r\\n\" \"See `t`:\"",
            "fence \"text\" \"```\\n\" \"prose\"",
            "heading 2 B",
            "table \"| x |\\n|---|\\n| 1 |\" \"T `u`:\"",
            "open \"```sql\"",
        ];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn comments_and_lookalikes_are_prose() {
        assert_eq!(shown("<!-- no\n```csv t\n```\n-->\n#hash\n| a | b |\nno table\n``code`` `x`\n"), Vec::<String>::new());
    }

    #[test]
    fn a_row_has_cells_with_places() {
        let text = "ab\n| 1 | x\\|y |  |\n";
        let found = cells(text, 3..18);
        let texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["1", "x|y", ""]);
        assert_eq!(&text[found[1].1.clone()], "x\\|y");
        assert_eq!(cells("|a|b", 0..4).len(), 2);
    }
}
