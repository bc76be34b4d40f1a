//! The thread on which the protocol runs. A request passes through several tasks of the library; on one
//! thread they follow each other, where on several each of them wakes another thread for a moment. What
//! computes for long runs on threads of its own anyway, and the window does not wait for clients.

use std::io;
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Starts the thread; it ends when `stop` is cancelled, and the tasks on it with it.
///
/// # Errors
/// The system has no thread left.
pub(super) fn start(stop: CancellationToken) -> io::Result<Handle> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name("mcp".to_owned())
        .spawn(move || runtime.block_on(stop.cancelled()))?;
    Ok(handle)
}

/// Runs a task there, until whoever waits for it gives up; `None` if the thread has ended, or the
/// task panicked.
pub(super) async fn run<T: Send + 'static>(
    handle: &Handle,
    task: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    AbortOnDropHandle::new(handle.spawn(task)).await.ok()
}
