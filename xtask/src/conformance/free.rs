//! Answers that no two runs share: free cells are replaced by their shape, and the rest is compared as it is.
//!
//! The shape of a cell is its text with every run of letters and digits made one `a`, and without signs: `2024-02-29 10:00` is `a-a-a a:a`, `-1.5E-3`
//! is `a.a`. So a time still has to be a time of the same precision, and a map a map of as many entries. A cell that the client cut to its
//! width is only `...`.

use super::client::Answer;
use super::exceptions::FreeColumns;
use super::{Check, Expected};

/// The statement and its answer with the free cells masked on both sides.
pub(crate) fn masked(check: &Check, answer: &Answer, free: &FreeColumns) -> (Check, Answer) {
    let expected = match &check.expected {
        Expected::Text(text) => Expected::Text(masked_table(text, free)),
        Expected::Table(text) => Expected::Table(masked_table(text, free)),
        // These rows have no names of columns, so all of their cells are free.
        Expected::Rows { types, rows, streaming } => {
            Expected::Rows { types: types.clone(), rows: rows.iter().map(|row| shape(row)).collect(), streaming: *streaming }
        }
        other => other.clone(),
    };
    let masked_answer =
        Answer { text: masked_table(&answer.text, free), rows: answer.rows.iter().map(|row| shape(row)).collect(), ..answer.clone() };
    (Check { statement: check.statement.clone(), expected }, masked_answer)
}

/// A table as the client prints it, the header and the lines around it as they are.
fn masked_table(text: &str, free: &FreeColumns) -> String {
    let mut header: Option<Vec<String>> = None;
    let lines = text.lines().map(|line| {
        let Some(cells) = cells(line) else { return line.to_owned() };
        let Some(names) = &header else {
            header = Some(cells.into_iter().map(str::to_owned).collect());
            return line.to_owned();
        };
        let masked = cells.iter().enumerate().map(|(at, cell)| {
            let is_free = names.get(at).is_some_and(|name| name != "op" && free.contains(name));
            if is_free { shape(cell) } else { (*cell).to_owned() }
        });
        format!("| {} |", masked.collect::<Vec<_>>().join(" | "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

fn shape(cell: &str) -> String {
    if cell.ends_with("...") {
        return "...".to_owned();
    }
    let mut shape = String::new();
    let mut last_is_word = false;
    let chars: Vec<char> = cell.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let is_word = c.is_alphanumeric();
        let is_exponent = *c == '-' && at > 0 && chars[at - 1] == 'E' && last_is_word;
        let is_sign = *c == '-' && !last_is_word;
        if is_word && !last_is_word {
            shape.push('a');
        } else if !is_word && !is_sign && !is_exponent {
            shape.push(*c);
        }
        last_is_word = is_word || is_exponent;
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_keeps_what_a_type_fixes() {
        assert_eq!(shape("2024-02-29 10:00:00.123"), "a-a-a a:a:a.a");
        assert_eq!(shape("-1.5E-3, x'00ff', {b4=-2}, [1, 2]"), "a.a, a'a', {a=a}, [a, a]");
        assert_eq!(shape("<NULL>"), "<a>");
        assert_eq!(shape("/data/part-3ef1c904-17..."), "...");
    }

    #[test]
    fn only_free_columns_are_masked() {
        let table = "+----+----+\n| id | at |\n+----+----+\n| 12 | -3 |\n+----+----+";
        let free = FreeColumns::Named(vec!["at".to_owned()]);
        assert_eq!(masked_table(table, &free), "+----+----+\n| id | at |\n+----+----+\n| 12 | a |\n+----+----+");
    }
}
