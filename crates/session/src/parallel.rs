//! Work on many things at once.

use crate::run::STACK_BYTES;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Items that one thread deals with in little time; fewer are not worth another one.
const WORTH_A_THREAD: usize = 16;

/// Applies a function to each item, on all cores. The results are in the order of the items, whoever was first.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let count = cores.min(items.len() / WORTH_A_THREAD);
    if count < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while let Some((at, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?))) {
            done.push((at, work(item)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        // The thread that asks works too; where no other one can be had, alone.
        let others: Vec<_> = (1..count).filter_map(|_| Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, take).ok()).collect();
        let mut done = take();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled = super::map(&items, |n| n * 2);
        assert!(doubled.iter().enumerate().all(|(at, n)| *n == at * 2) && doubled.len() == 1000);
        assert!(super::map(&[] as &[usize], |n| n * 2).is_empty());
    }
}
