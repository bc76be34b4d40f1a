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
pub(crate) fn side_by_side<'a, T: Sync, R: Send>(
    doing: &'static str,
    items: &'a [T],
    work: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, |it| it.get().min(MOST));
    if processors == 1 || items.len() < FEW {
        return over(doing, items).map(work).collect();
    }
    let work = &work;
    let mut done = Vec::with_capacity(items.len());
    for some in items.chunks(AT_ONCE) {
        look(doing, done.len() as f64 / items.len() as f64);
        thread::scope(|scope| {
            let shares = some.chunks(some.len().div_ceil(processors));
            let started: Vec<_> = shares
                .map(|share| scope.spawn(move || share.iter().map(work).collect::<Vec<_>>()))
                .collect();
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
