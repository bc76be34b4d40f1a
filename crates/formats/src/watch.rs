//! Watching the work on a file: how far a loop is, and ending it. Enter through [`watched`] from
//! outside, through [`over`] in a format's longest loop. The same bytes come out watched or not.
//!
//! The watcher is the thread's for as long as the work lasts, and work that is ended unwinds to
//! where it began. So no format takes a parameter or gives a result for what only few callers want
//! (`docs/decisions/0018`).

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Hears what is being done and which part of it is, from 0 to 1; says whether to go on.
type Watcher = Box<dyn FnMut(&'static str, f64) -> bool>;

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
}

/// Between two looks of the watcher, so that looking costs nothing beside the work.
const STEPS: usize = 32;

/// The work was ended by who watched it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// What unwinds when work is ended.
struct End;

/// Does some work of this room on this thread, watched: `watch` hears now and then what is being
/// done (`"writing nodes"`) and which part of that is done, and ends the work with `false`.
pub fn watched<T>(
    watch: impl FnMut(&'static str, f64) -> bool + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, Stopped> {
    let before = WATCHER.replace(Some(Box::new(watch)));
    // What the work left half-done is dropped with it: nothing here outlives a call.
    let done = catch_unwind(AssertUnwindSafe(work));
    WATCHER.set(before);
    done.map_err(
        |thrown: Box<dyn Any + Send>| match thrown.downcast::<End>() {
            Ok(_) => Stopped,
            Err(panic) => resume_unwind(panic),
        },
    )
}

/// The items, watched as they are gone through.
pub(crate) fn over<I>(doing: &'static str, items: I) -> impl Iterator<Item = I::Item>
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let items = items.into_iter();
    let of = items.len().max(1);
    items.enumerate().map(move |(done, item)| {
        if done.is_multiple_of(STEPS) {
            look(doing, done as f64 / of as f64);
        }
        item
    })
}

/// Lets the watcher look once.
pub(crate) fn look(doing: &'static str, done: f64) {
    let goes_on = WATCHER.with_borrow_mut(|it| it.as_mut().is_none_or(|watch| watch(doing, done)));
    if !goes_on {
        // Past the panic hook: this is no fault.
        resume_unwind(Box::new(End));
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn sum() -> usize {
        over("adding", 0..1000).sum()
    }

    #[test]
    fn watched_work_gives_what_it_gives_unwatched_and_says_how_far_it_is() {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let told = Rc::clone(&heard);
        let watch = move |doing, done| {
            told.borrow_mut().push((doing, done));
            true
        };
        assert_eq!(watched(watch, sum), Ok(sum()));
        let heard = heard.borrow();
        assert_eq!((heard[0], heard.len()), (("adding", 0.0), 32));
        assert!(heard.is_sorted_by(|a, b| a.1 < b.1), "{heard:?}");
    }

    #[test]
    fn work_ends_where_the_watcher_says_and_watches_nothing_afterwards() {
        assert_eq!(watched(|_, done| done < 0.5, sum), Err(Stopped));
        assert_eq!(sum(), 499_500);
    }

    #[test]
    fn a_panic_of_the_work_goes_on() {
        let work = || watched(|_, _| true, || panic!("a fault"));
        let thrown = catch_unwind(work).map(|it| it.map(|(): ()| ()));
        assert_eq!(thrown.unwrap_err().downcast_ref(), Some(&"a fault"));
        assert_eq!(sum(), 499_500);
    }
}
