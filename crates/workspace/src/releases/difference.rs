//! Two texts line by line.

/// Lines that stay around a change.
const CONTEXT: usize = 2;

/// A line of the result.
#[derive(Clone, Copy, PartialEq)]
enum Line<'t> {
    Same(&'t str),
    Old(&'t str),
    New(&'t str),
}

/// What turns one text into the other: lines with `-` are taken away, lines with `+` are added; empty when nothing differs.
pub fn difference(old: &str, new: &str) -> String {
    let lines = lines(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let is_near = |at: usize| {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(lines.len());
        lines[around].iter().any(|line| !matches!(line, Line::Same(_)))
    };
    let mut text = String::new();
    let mut skipped = false;
    for (at, line) in lines.iter().enumerate() {
        if !is_near(at) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            text.push_str("  ...\n");
        }
        let (sign, line) = match line {
            Line::Same(line) => (' ', line),
            Line::Old(line) => ('-', line),
            Line::New(line) => ('+', line),
        };
        text.push_str(format!("{sign} {line}").trim_end());
        text.push('\n');
    }
    text
}

/// The longest common subsequence decides which lines stay; common lines at both ends need no search.
fn lines<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    let mut lengths = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i][j] = if a[i] == b[j] { lengths[i + 1][j + 1] + 1 } else { lengths[i + 1][j].max(lengths[i][j + 1]) };
        }
    }
    let mut result: Vec<Line<'t>> = old[..start].iter().map(|line| Line::Same(line)).collect();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            result.push(Line::Same(a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || (i < a.len() && lengths[i + 1][j] >= lengths[i][j + 1]) {
            result.push(Line::Old(a[i]));
            i += 1;
        } else {
            result.push(Line::New(b[j]));
            j += 1;
        }
    }
    result.extend(old_rest[old_rest.len() - end..].iter().map(|line| Line::Same(line)));
    result
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn lines_are_taken_away_and_added() {
        assert_eq!(difference("a\nb\nc", "a\nb\nc"), "");
        assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d\n");
        assert_eq!(difference("", "a"), "+ a\n");
        let long: String = (0..20).map(|n| format!("{n}\n")).collect();
        assert_eq!(difference(&long, &long.replace("10\n", "ten\n")), "  ...\n  8\n  9\n- 10\n+ ten\n  11\n  12\n");
    }
}
