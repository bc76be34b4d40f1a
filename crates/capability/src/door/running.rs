//! Running a tool's function: in a task of its own, so that its panic is an answer; under the
//! caller's cancellation and the tool's time limit, which begins anew with each word of progress;
//! never torn out of a commit. Enter through [`run`]. Not here: whether it may run (`door.rs`).

use serde_json::Value;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use crate::{Code, Hindrance, Tool, ToolContext, ToolError};

/// Runs a tool's function to its answer, or to the moment it has to stop. What was committed by
/// then is answered as done, by what its edit returned.
pub(crate) async fn run(cx: &ToolContext, tool: &Tool, args: Value) -> Result<Value, ToolError> {
    let running = (tool.run)(cx.clone(), args).in_current_span();
    let mut task = AbortOnDropHandle::new(tokio::spawn(running));
    let stopped = tokio::select! {
        biased;
        ended = &mut task => {
            let answer = ended.unwrap_or_else(|error| Err(fell(&error)));
            return cx.done_before().map_or(answer, Ok);
        }
        () = cx.cancelled().cancelled() => ToolError::cancelled(),
        () = cx.silence(tool.spec.time_limit) => late(tool),
        never = cx.tell(), if tool.tells => match never {},
    };
    match cx.stop().await {
        Some(outcome) => Ok(outcome),
        None => Err(stopped),
    }
}

/// A panic stays inside the program: its message may hold what nobody outside should read.
fn fell(error: &JoinError) -> ToolError {
    if error.is_cancelled() {
        return ToolError::cancelled();
    }
    tracing::error!("the tool's function panicked");
    ToolError::new(Code::Internal, Hindrance::Fell {})
        .hint("the log names the place; the story and the program are unharmed")
}

fn late(tool: &Tool) -> ToolError {
    let seconds = tool.spec.time_limit.as_secs();
    let word = Hindrance::Silent { seconds };
    ToolError::new(
        Code::Unavailable,
        format!("{} was stopped: {word}", tool.spec.name),
    )
    .hint("try again later, or ask for less at once")
    .said(&word)
}
