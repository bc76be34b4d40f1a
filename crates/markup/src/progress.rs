//! Progress reports and cancellation for reading and writing files. Callers enter through
//! [`with_progress`]; the longest loops of each format use [`track`]. The output is the same with
//! and without progress reports.
//!
//! The callback is stored in a thread-local for the duration of the work, and cancellation unwinds
//! to where the work began. This way no format needs a parameter or result type for what only few
//! callers want (`docs/decisions/0018`).

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Receives the current activity and its completed fraction, from 0 to 1; returns whether to
/// continue.
type Callback = Box<dyn FnMut(&'static str, f64) -> bool>;

thread_local! {
    static CALLBACK: RefCell<Option<Callback>> = const { RefCell::new(None) };
}

/// The number of items between two reports, so that reporting costs nothing measurable.
const REPORTS_PER_LOOP: usize = 32;

/// The work was cancelled by the progress callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

/// The panic payload that unwinds cancelled work.
struct CancelPanic;

/// Runs `work` on this thread. `watch` is called now and then with the current activity (`"writing
/// nodes"`) and its completed fraction, and cancels the work by returning `false`.
pub fn with_progress<T>(
    watch: impl FnMut(&'static str, f64) -> bool + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, Cancelled> {
    let before = CALLBACK.replace(Some(Box::new(watch)));
    // Unwind safe: unfinished results are dropped with the work, and no state here outlives a call.
    let done = catch_unwind(AssertUnwindSafe(work));
    CALLBACK.set(before);
    done.map_err(
        |thrown: Box<dyn Any + Send>| match thrown.downcast::<CancelPanic>() {
            Ok(_) => Cancelled,
            Err(panic) => resume_unwind(panic),
        },
    )
}

/// The items, reporting progress as they are consumed.
pub fn track<I>(doing: &'static str, items: I) -> impl Iterator<Item = I::Item>
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let items = items.into_iter();
    let of = items.len().max(1);
    items.enumerate().map(move |(done, item)| {
        if done.is_multiple_of(REPORTS_PER_LOOP) {
            report_progress(doing, done as f64 / of as f64);
        }
        item
    })
}

/// Reports progress once.
pub fn report_progress(doing: &'static str, done: f64) {
    let goes_on = CALLBACK.with_borrow_mut(|it| it.as_mut().is_none_or(|watch| watch(doing, done)));
    if !goes_on {
        // Bypasses the panic hook, because cancellation is not an error.
        resume_unwind(Box::new(CancelPanic));
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn sum() -> usize {
        track("adding", 0..1000).sum()
    }

    #[test]
    fn reports_progress_without_changing_the_result() {
        let reports = Rc::new(RefCell::new(Vec::new()));
        let reported = Rc::clone(&reports);
        let watch = move |doing, done| {
            reported.borrow_mut().push((doing, done));
            true
        };
        assert_eq!(with_progress(watch, sum), Ok(sum()));
        let reports = reports.borrow();
        assert_eq!((reports[0], reports.len()), (("adding", 0.0), 32));
        assert!(reports.is_sorted_by(|a, b| a.1 < b.1), "{reports:?}");
    }

    #[test]
    fn cancels_where_the_callback_returns_false() {
        assert_eq!(with_progress(|_, done| done < 0.5, sum), Err(Cancelled));
        assert_eq!(sum(), 499_500);
    }

    #[test]
    fn propagates_other_panics() {
        let work = || with_progress(|_, _| true, || panic!("a fault"));
        let thrown = catch_unwind(work).map(|it| it.map(|(): ()| ()));
        assert_eq!(thrown.unwrap_err().downcast_ref(), Some(&"a fault"));
        assert_eq!(sum(), 499_500);
    }
}
