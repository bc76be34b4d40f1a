//! The same work on each of many things, on as many threads as there are processors: for passages,
//! which do not know one another.

use std::panic::resume_unwind;
use std::thread;

use crate::watch::{look, over};

/// With fewer things than this, starting a thread costs more than it saves.
const FEW: usize = 500;
/// So many things are begun before the watcher is asked again.
const AT_ONCE: usize = 2048;
/// More threads than this wait for memory rather than work.
const MOST: usize = 8;

/// What `work` gives for each item, in the order of the items; watched on this thread as something
/// being done. The work itself is not watched.
pub(crate) fn side_by_side<T: Send, R: Send>(
    doing: &'static str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    let processors = thread::available_parallelism().map_or(1, |it| it.get().min(MOST));
    if processors == 1 || items.len() < FEW {
        return over(doing, items).map(work).collect();
    }
    let work = &work;
    let count = items.len();
    let mut done = Vec::with_capacity(count);
    while items.len() > 0 {
        look(doing, done.len() as f64 / count as f64);
        let some = items.len().min(AT_ONCE);
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
    fn many_things_come_back_in_their_order() {
        for count in [0, 1, FEW - 1, FEW, 2 * AT_ONCE + 3] {
            let items: Vec<usize> = (0..count).collect();
            let done = side_by_side("counting", &items, |it| it * 2);
            assert!(done.into_iter().eq(items.iter().map(|it| it * 2)));
        }
    }
}
