//! Runs a tool's function, so that a panic becomes an error result; with cancellation and the tool's
//! time limit, which restarts at each progress report; never interrupted during a commit. Enter
//! through [`run`]. Not here: the checks before it runs (`admission.rs`).
//!
//! The function runs in the caller's own task: a task of its own would cost two changes of thread,
//! more than most tools take. What keeps a processor busy for long is put on a thread for such work
//! by the tool itself.

use std::panic::AssertUnwindSafe;
use std::pin::pin;

use futures_util::FutureExt as _;
use serde_json::Value;

use crate::{Code, Target, Tool, ToolContext, ToolError, ToolFailure};

/// Runs a tool's function until it returns or has to stop. If it had already committed by then, the
/// call succeeds with the outcome of its edit.
pub(crate) async fn run<T: Target>(
    cx: &ToolContext<T>,
    tool: &Tool<T>,
    args: Value,
) -> Result<Value, ToolError> {
    // What a function leaves behind when it panics is its own.
    let mut running = pin!(AssertUnwindSafe((tool.run)(cx.clone(), args)).catch_unwind());
    let stopped = tokio::select! {
        biased;
        ended = &mut running => {
            let answer = ended.unwrap_or_else(|_| Err(panic_failure()));
            return cx.stored_outcome().map_or(answer, Ok);
        }
        () = cx.cancelled().cancelled() => ToolError::cancelled(),
        () = cx.idle_for(tool.spec.time_limit) => timed_out(tool),
        never = cx.report_while_running(), if tool.reports_progress => match never {},
    };
    // It goes on meanwhile, so that a commit it is in comes to its end.
    let mut stop = pin!(cx.stop());
    let outcome = tokio::select! {
        biased;
        outcome = &mut stop => outcome,
        _ = running => stop.await,
    };
    outcome.ok_or(stopped)
}

/// The panic message is not returned to the caller: it may contain internal details.
fn panic_failure() -> ToolError {
    tracing::error!("the tool's function panicked");
    ToolError::new(Code::Internal, ToolFailure::Fell {})
        .hint("the log names the place; the story and the program are unharmed")
}

fn timed_out<T: Target>(tool: &Tool<T>) -> ToolError {
    let seconds = tool.spec.time_limit.as_secs();
    let word = ToolFailure::Silent { seconds };
    ToolError::new(
        Code::Unavailable,
        format!("{} was stopped: {word}", tool.spec.name),
    )
    .hint("try again later, or ask for less at once")
    .said(&word)
}
