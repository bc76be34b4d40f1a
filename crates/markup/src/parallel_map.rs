//! Maps items in parallel on up to as many threads as there are processors: for passages, which are
//! independent of each other.

use std::panic::resume_unwind;
use std::thread;

use crate::progress::{report_progress, track};

/// With fewer items than this, starting threads costs more than it saves.
const SEQUENTIAL_BELOW: usize = 500;
/// The number of items between two progress reports.
const BATCH: usize = 2048;
/// With more threads than this, memory bandwidth is the limit.
const MAX_THREADS: usize = 8;

/// The result of `work` for each item, in the order of the items. Progress is reported from this
/// thread under the name `doing`; `work` must not report progress itself.
pub fn parallel_map<T: Send, R: Send>(
    doing: &'static str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    let processors = thread::available_parallelism().map_or(1, |it| it.get().min(MAX_THREADS));
    if processors == 1 || items.len() < SEQUENTIAL_BELOW {
        return track(doing, items).map(work).collect();
    }
    let work = &work;
    let count = items.len();
    let mut done = Vec::with_capacity(count);
    while items.len() > 0 {
        report_progress(doing, done.len() as f64 / count as f64);
        let some = items.len().min(BATCH);
        let share = some.div_ceil(processors);
        thread::scope(|scope| {
            let mut left = some;
            let mut started = Vec::with_capacity(processors);
            while left > 0 {
                let mine: Vec<T> = items.by_ref().take(share.min(left)).collect();
                left -= mine.len();
                started.push(scope.spawn(move || mine.into_iter().map(work).collect::<Vec<_>>()));
            }
            for share in started {
                done.extend(share.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
        });
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_of_the_items() {
        for count in [0, 1, SEQUENTIAL_BELOW - 1, SEQUENTIAL_BELOW, 2 * BATCH + 3] {
            let items: Vec<usize> = (0..count).collect();
            let done = parallel_map("counting", &items, |it| it * 2);
            assert!(done.into_iter().eq(items.iter().map(|it| it * 2)));
        }
    }
}
