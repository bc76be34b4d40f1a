//! Turns, the system prompt, context managers: the loop that lets a model work on a story.
//!
//! Enter through [`Runner::send`]. Not here: concrete capabilities, concrete providers, faces.

mod ahead;
mod allowed_tools;
mod ask;
mod assistant;
mod authority;
mod background;
mod command;
mod compose;
pub mod context;
mod context_tools;
mod counting;
mod drive;
mod events;
mod gather;
mod memory;
mod pictures;
mod prompt;
mod purse;
mod recover;
mod refusal;
mod runner;
mod shown;
mod tool_choice;
mod turn;
mod under_way;

pub use ask::AnswerByTool;
pub use command::Commanded;
pub use events::{Autonomy, Ending, Instruction, Spent, TurnEvent, TurnOutcome, Uncounted};
pub use gather::Piece;
pub use memory::{FindModel, LightModel, Memory, Surroundings};
pub use refusal::Refusal;
pub use runner::{Runner, SendError};
pub use shown::{Shown, ShownMessage, ShownTool, Sizes};
pub use tool_choice::{ToolChoice, ToolIndex};
pub use turn::{Price, TurnLimits};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks what no panic can leave half done: maps and pointers that change in one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread or draft that begins with an instruction is called: its first words.
fn title_of(instruction: &str) -> String {
    const LONGEST: usize = 60;
    let line = instruction.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(LONGEST) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
