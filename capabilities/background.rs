//! Long computations, run outside the tasks that answer requests.

use capability::{Code, ToolContext, ToolError, ToolFailure};

/// Does work that keeps a processor busy on a thread for such. A call that is stopped meanwhile is
/// answered at once, and what the work gives then is dropped.
pub(crate) async fn run_in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        // A panic is passed on to the registry, which turns it into an error.
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ToolError::new(Code::Cancelled, "the program is closing")
                .said(&ToolFailure::Stopped {})),
        },
    }
}

/// Work of the crate `formats` that reports its progress, and ends when its call is stopped.
pub(crate) fn with_progress<T>(cx: &ToolContext, work: impl FnOnce() -> T) -> Result<T, ToolError> {
    let watched = cx.clone();
    let watch = move |doing: &'static str, done| {
        watched.progress(Some(done), doing);
        !watched.cancelled().is_cancelled()
    };
    markup::with_progress(watch, work).map_err(|_| ToolError::cancelled())
}
