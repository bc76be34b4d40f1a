//! The loop that lets a language model work on a story: turns, the system prompt, context managers.
//!
//! Start at [`Runner::send`]. Capabilities, model providers and user interfaces live in other
//! crates.

mod approval;
mod command;
pub mod context;
mod driver;
mod error;
mod events;
mod jobs;
mod node_summaries;
mod outside_resources;
mod prompt;
mod request;
mod rewrite;
mod runner;
mod running;
mod send_error;
mod story_context;
mod story_memory;
#[cfg(test)]
mod test_thread;
mod text_request;
mod tool_choice;
mod tools;
mod turn;

pub use approval::{AnsweredByTool, name_as_described};
pub use command::CommandOutcome;
pub use context::{FindModel, LightModel, Memory, StrategyContext};
pub use error::AssistantError;
pub use events::{
    Autonomy, ContextItem, Instruction, ResourceRef, TokenSizes, TurnEvent, TurnOutcome,
};
pub use outside_resources::{OutsideResource, OutsideResources, server_not_running};
pub use request::{RequestSnapshot, SnapshotMessage, SnapshotTool};
pub use runner::{Runner, WeakRunner};
pub use send_error::SendError;
pub use story_context::context_of;
pub use story_memory::MemoryRefresh;
pub use tool_choice::{ToolChoice, ToolIndex};
pub use turn::{Price, TurnLimits};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The module name of the runner's own tools.
const ASSISTANT: &str = "assistant";

/// Locks a mutex and ignores poisoning. Use it only for values that change in one step, such as
/// maps and pointers, because a panic cannot leave those half updated.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The title of a thread or draft that starts with an instruction: its first line, cut to 60
/// characters.
fn title_of(instruction: &str) -> String {
    const LONGEST: usize = 60;
    let line = instruction.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(LONGEST) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
