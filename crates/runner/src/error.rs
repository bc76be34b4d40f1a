//! The errors of the assistant's own tools that people see in a window, as messages with an id.
//! Errors that only models see are plain English and not defined here. Also reads ids from arguments.

use capability::ToolError;

use crate::context::StrategyError;

model::messages! {
    /// Why the assistant rejects a request. As JSON, a message id and its arguments.
    pub enum AssistantError {
        InstructionEmpty {} = "the instruction is empty; say what you want",
        InstructionLong { size: usize, most: usize } = "the instruction is too long ({size} bytes, at most {most}); put a long text in a scene and name the scene",
        AttachedMany { count: usize, most: usize } = "{count} pictures are too many for one message; attach at most {most}",
        AttachedOther {} = "the attachment is not a picture",
        PinnedMany { most: usize } = "{most} resources are pinned already",
        ResourceServerNone { server: String } = "there is no running MCP server {server:?}",
        AttachedUnfit {} = "a picture cannot be attached",
        AttachedGone {} = "the story has no such picture",
        AtWork {} = "the assistant is still working in this thread",
        AtWorkElsewhere {} = "the assistant is still working in this thread, in another window or program",
        StoryClosed {} = "the story is closed; open it again",
        TurnBroken {} = "the turn was ended by a fault in the program; what was written stays",
        StrategyNone { id: String } = "there is no context strategy {id:?}",
        StrategyUnfit { id: String, why: String } = "context strategy {id:?} cannot be used as configured: {why}",
        ConversationNone { reference: String } = "there is no conversation {reference:?}",
        ConversationsSeveral { reference: String, count: usize } = "{count} conversations have {reference:?} in their id",
        ConversationOthers { owner: String } = "this conversation belongs to {owner}; only {owner} and the person who runs the program may do that",
        QuestionGone {} = "no such question is waiting; it may have been answered or stopped",
        NothingShown {} = "no model was asked in this conversation yet",
        ShownGone {} = "nothing is kept of the turn in this conversation",
        NoWriter {} = "no language model is chosen; the built-in assistant reads commands and writes no texts",
        ModelDeclined {} = "the model declined to answer",
        ToolAsks { tool: String } = "{tool:?} is not allowed without a question in this conversation",
    }
}

impl StrategyError {
    /// The same error as a message with an id.
    pub(crate) fn word(&self) -> AssistantError {
        match self {
            Self::Unknown { id, .. } => AssistantError::StrategyNone { id: id.clone() },
            Self::Config { id, why } => AssistantError::StrategyUnfit {
                id: id.clone(),
                why: why.clone(),
            },
        }
    }
}

impl From<StrategyError> for ToolError {
    fn from(error: StrategyError) -> Self {
        Self::invalid("/plugin_id", error.to_string()).said(&error.word())
    }
}

/// Parses an argument; the error names its path.
pub(crate) fn parsed<T: std::str::FromStr>(path: &str, text: &str) -> Result<T, ToolError>
where
    T::Err: std::fmt::Display,
{
    text.trim()
        .parse()
        .map_err(|error: T::Err| ToolError::invalid(path, error.to_string()))
}
