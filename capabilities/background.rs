//! Long computations, run outside the tasks that answer requests.

use capability::{Code, ToolContext, ToolError, ToolFailure};

/// Runs CPU-bound work on a blocking thread. If the call is stopped, returns at once and drops the
/// result of the work.
pub(crate) async fn run_in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        // Passes a panic on to the registry, which turns it into an error.
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ToolError::new(Code::Cancelled, "the program is closing")
                .said(&ToolFailure::Stopped {})),
        },
    }
}

/// Runs work of the crate `formats` that reports progress and ends when its call is stopped.
pub(crate) fn with_progress<T>(cx: &ToolContext, work: impl FnOnce() -> T) -> Result<T, ToolError> {
    let watched = cx.clone();
    let watch = move |doing: &'static str, done| {
        watched.progress(Some(done), doing);
        !watched.cancelled().is_cancelled()
    };
    markup::with_progress(watch, work).map_err(|_| ToolError::cancelled())
}
