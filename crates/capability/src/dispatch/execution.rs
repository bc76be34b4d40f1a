//! Runs a tool's function in its own task, so that a panic becomes an error result; with
//! cancellation and the tool's time limit, which restarts at each progress report; never
//! interrupted during a commit. Enter through [`run`]. Not here: the checks before it runs
//! (`admission.rs`).

use serde_json::Value;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::{Code, Target, Tool, ToolContext, ToolError, ToolFailure};

/// Runs a tool's function until it returns or has to stop. If it had already committed by then, the
/// call succeeds with the outcome of its edit.
pub(crate) async fn run<T: Target>(
    cx: &ToolContext<T>,
    tool: &Tool<T>,
    args: Value,
) -> Result<Value, ToolError> {
    let running = (tool.run)(cx.clone(), args).in_current_span();
    let mut task = AbortOnDropHandle::new(tokio::spawn(running));
    let stopped = tokio::select! {
        biased;
        ended = &mut task => {
            let answer = ended.unwrap_or_else(|error| Err(panic_failure(&error)));
            return cx.stored_outcome().map_or(answer, Ok);
        }
        () = cx.cancelled().cancelled() => ToolError::cancelled(),
        () = cx.idle_for(tool.spec.time_limit) => timed_out(tool),
        never = cx.report_while_running(), if tool.reports_progress => match never {},
    };
    match cx.stop().await {
        Some(outcome) => Ok(outcome),
        None => Err(stopped),
    }
}

/// The panic message is not returned to the caller: it may contain internal details.
fn panic_failure(error: &JoinError) -> ToolError {
    if error.is_cancelled() {
        return ToolError::cancelled();
    }
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
