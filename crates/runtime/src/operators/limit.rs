//! LIMIT and OFFSET without an order, over rows that are never taken back: the first rows to come.

use crate::operator::{Operator, Out};
use diag::Result;
use table::changelog::Batch;

pub struct Limit {
    to_skip: u64,
    /// `None` for no limit.
    left: Option<u64>,
}

impl Limit {
    pub fn new(offset: u64, fetch: Option<u64>) -> Self {
        Limit { to_skip: offset, left: fetch }
    }
}

impl Operator for Limit {
    fn batch(&mut self, _port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        let rows = batch.rows.num_rows();
        let skipped = usize::try_from(self.to_skip).unwrap_or(usize::MAX).min(rows);
        self.to_skip -= skipped as u64;
        let wanted = self.left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        let taken = (rows - skipped).min(wanted);
        self.left = self.left.map(|left| left - taken as u64);
        let kinds = batch.kinds.map(|k| k[skipped..skipped + taken].to_vec());
        out.batch(Batch { rows: batch.rows.slice(skipped, taken), kinds });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::Event;
    use arrow::array::{Int32Array, RecordBatch};
    use std::sync::Arc;

    fn batch(values: &[i32]) -> Batch {
        let array: arrow::array::ArrayRef = Arc::new(Int32Array::from(values.to_vec()));
        Batch::inserts(RecordBatch::try_from_iter([("a", array)]).expect("one column"))
    }

    #[test]
    fn offset_and_limit_go_across_batches() {
        let mut limit = Limit::new(3, Some(2));
        let mut out = Out::default();
        for values in [&[1, 2][..], &[3, 4], &[5, 6]] {
            limit.batch(0, batch(values), &mut out).expect("no failure");
        }
        let kept: Vec<String> =
            out.events.iter().map(|e| if let Event::Batch(b) = e { format!("{:?}", b.rows.column(0)) } else { String::new() }).collect();
        assert_eq!(kept.len(), 2);
        assert!(kept[0].contains('4') && kept[1].contains('5'), "{kept:?}");
    }
}
