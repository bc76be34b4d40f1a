//! Why an instruction was not accepted. Enter through [`SendError`]. Not here: errors of a turn that
//! has started (`turn`).

use model::{LocalizedMessage, ThreadId, TurnId};
use serde_json::Value;
use store::StoreError;

use crate::context::StrategyError;
use crate::error::AssistantError;

/// The longest instruction, in bytes. Longer texts are story text and belong on a node.
pub(crate) const MAX_INSTRUCTION_BYTES: usize = 256 * 1024;
/// Why an instruction was not accepted. Nothing of it was stored.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The text is empty.
    #[error("the instruction is empty; say what you want")]
    Empty,
    /// The text is too long.
    #[error(
        "the instruction is too long ({size} bytes, at most {MAX_INSTRUCTION_BYTES}); put a long text in a scene and name the scene"
    )]
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// A picture cannot be attached.
    #[error("{why}")]
    Picture {
        /// What is wrong with it.
        why: LocalizedMessage,
    },
    /// A turn is already running in the thread.
    #[error(
        "the assistant is still working in this thread{}",
        if *.elsewhere { ", in another window or program" } else { "" }
    )]
    Busy {
        /// The thread.
        thread: ThreadId,
        /// The turn that is running.
        turn: TurnId,
        /// Whether another process is running it.
        elsewhere: bool,
    },
    /// The story is not open, or is no longer open.
    #[error("the story is closed; open it again")]
    Closed,
    /// The configured context strategy cannot be used.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The turn failed because of a bug in the program.
    #[error("the turn was ended by a fault in the program; what was written stays")]
    Broken,
    /// The story cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SendError {
    /// The same error as a message id with arguments, for windows in other languages.
    pub fn said(&self) -> Option<Value> {
        let word = match self {
            Self::Picture { why } => return why.said.clone(),
            Self::Store(_) => return None,
            Self::Empty => AssistantError::InstructionEmpty {},
            &Self::TooLong { size } => AssistantError::InstructionLong {
                size,
                most: MAX_INSTRUCTION_BYTES,
            },
            Self::Busy {
                elsewhere: false, ..
            } => AssistantError::AtWork {},
            Self::Busy { .. } => AssistantError::AtWorkElsewhere {},
            Self::Closed => AssistantError::StoryClosed {},
            Self::Strategy(error) => error.word(),
            Self::Broken => AssistantError::TurnBroken {},
        };
        LocalizedMessage::from(word).said
    }
}
