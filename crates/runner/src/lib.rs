//! The loop that lets a language model work on a story: turns, the system prompt, context managers.
//!
//! Start at [`Runner::send`]. Capabilities, model providers and user interfaces live in other
//! crates.

mod active_turns;
mod allowed_tools;
mod approvals;
mod assistant;
mod attach;
mod authority;
mod background;
mod command;
mod compose;
pub mod context;
mod context_tools;
mod error;
mod events;
mod memory;
mod parallel_reads;
mod pictures;
mod prompt;
mod recover;
mod request_snapshot;
mod runner;
mod send_error;
mod story_context;
mod threads;
mod token_count;
mod tool_choice;
mod turn;
mod turn_budget;
mod turn_driver;

pub use approvals::AnsweredByTool;
pub use command::CommandOutcome;
pub use error::AssistantError;
pub use events::{Autonomy, Ending, Instruction, TurnEvent, TurnOutcome, TurnUsage, UnpricedUsage};
pub use memory::{FindModel, LightModel, Memory, StrategyContext};
pub use request_snapshot::{RequestSnapshot, SnapshotMessage, SnapshotTool, TokenSizes};
pub use runner::Runner;
pub use send_error::SendError;
pub use story_context::ContextItem;
pub use tool_choice::{ToolChoice, ToolIndex};
pub use turn::{Price, TurnLimits};

use std::sync::{Mutex, MutexGuard, PoisonError};

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
