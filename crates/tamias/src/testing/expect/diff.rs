//! Differences, line by line.

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::testing) struct Line {
    pub(in crate::testing) mark: Mark,
    pub(in crate::testing) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::testing) enum Mark {
    /// A heading, or what both have.
    Both,
    /// Expected, and not there.
    Missing,
    /// There, and not expected.
    Unexpected,
    /// A row with other cells.
    Other,
}

impl Mark {
    pub(in crate::testing) fn symbol(self) -> char {
        match self {
            Mark::Both => ' ',
            Mark::Missing => '-',
            Mark::Unexpected => '+',
            Mark::Other => '~',
        }
    }
}

impl Line {
    pub(super) fn new(mark: Mark, text: impl Into<String>) -> Self {
        Line { mark, text: text.into() }
    }
}

/// Above this many lines the differences are those of lines at the same place.
const MOST: usize = 2_000;

/// Pairs two sequences: indexes of equal elements, in order, with what stands between.
pub(super) fn pair<T: PartialEq>(expected: &[T], actual: &[T]) -> Vec<(Option<usize>, Option<usize>)> {
    let (rows, columns) = (expected.len(), actual.len());
    if rows.max(columns) > MOST {
        return by_place(expected, actual);
    }
    // The length of the longest common sequence of the ends.
    let mut longest = vec![0u32; (rows + 1) * (columns + 1)];
    let at = |i: usize, j: usize| i * (columns + 1) + j;
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            longest[at(i, j)] = match expected[i] == actual[j] {
                true => longest[at(i + 1, j + 1)] + 1,
                false => longest[at(i + 1, j)].max(longest[at(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < rows || j < columns {
        if i < rows && j < columns && expected[i] == actual[j] {
            pairs.push((Some(i), Some(j)));
            (i, j) = (i + 1, j + 1);
        } else if j >= columns || i < rows && longest[at(i + 1, j)] >= longest[at(i, j + 1)] {
            pairs.push((Some(i), None));
            i += 1;
        } else {
            pairs.push((None, Some(j)));
            j += 1;
        }
    }
    pairs
}

fn by_place<T: PartialEq>(expected: &[T], actual: &[T]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut pairs = Vec::new();
    for n in 0..expected.len().max(actual.len()) {
        let (e, a) = ((n < expected.len()).then_some(n), (n < actual.len()).then_some(n));
        match (e, a) {
            (Some(_), Some(_)) if expected[n] == actual[n] => pairs.push((e, a)),
            _ => pairs.extend([(e, None), (None, a)].into_iter().filter(|pair| *pair != (None, None))),
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_are_paired_in_order() {
        let pairs = pair(&["a", "b", "c"], &["b", "x", "c"]);
        assert_eq!(pairs, [(Some(0), None), (Some(1), Some(0)), (None, Some(1)), (Some(2), Some(2))]);
        assert_eq!(by_place(&[1, 2], &[1, 3, 4]), [(Some(0), Some(0)), (Some(1), None), (None, Some(1)), (None, Some(2))]);
    }
}
