//! Making a table fit a terminal.

/// What a column takes beside its cells: a rule and two blanks.
const BORDER: usize = 3;

/// Makes the widest columns narrower until the table is at most `room` wide; no column gets narrower than `least` for it.
pub(super) fn fit(widths: &mut [usize], room: usize, least: usize) {
    let available = room.saturating_sub(1 + BORDER * widths.len());
    let total = |cap: usize| widths.iter().map(|width| (*width).min(cap)).sum::<usize>();
    let widest = widths.iter().copied().max().unwrap_or(0);
    if total(widest) <= available {
        return;
    }
    // The largest cap that fits; `total` grows with the cap.
    let (mut fits, mut too_wide) = (least.min(widest), widest);
    while fits + 1 < too_wide {
        let middle = fits + (too_wide - fits) / 2;
        if total(middle) <= available { fits = middle } else { too_wide = middle }
    }
    let mut spare = available.saturating_sub(total(fits));
    for width in widths.iter_mut().filter(|width| **width > fits) {
        let more = usize::from(spare > 0);
        spare -= more;
        *width = fits + more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(widths: &[usize], room: usize) -> Vec<usize> {
        let mut widths = widths.to_vec();
        fit(&mut widths, room, 5);
        widths
    }

    #[test]
    fn only_the_widest_columns_give_way() {
        assert_eq!(fitted(&[4, 30, 50], 200), [4, 30, 50]);
        assert_eq!(fitted(&[4, 30, 50], 60), [4, 23, 23]);
        assert_eq!(fitted(&[4, 10, 50], 61), [4, 10, 37]);
    }

    #[test]
    fn what_is_left_over_goes_to_the_first_columns() {
        assert_eq!(fitted(&[30, 30], 28), [11, 10]);
    }

    #[test]
    fn columns_keep_a_least_width() {
        assert_eq!(fitted(&[3, 30, 30], 10), [3, 5, 5]);
    }
}
