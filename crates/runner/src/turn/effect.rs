//! What a turn hears of and what it wants done: the two words between the machine and its driver.
//! Plain values; what follows from which is decided in the machine.

use std::time::Duration;

use capability::ToolAgentOutput;
use llm::LlmError;
use model::DraftId;
use model::talk::{Delta, ProviderResponse, ToolCall};
use store::NewMessage;

use crate::{TurnEvent, TurnOutcome};

/// What a turn hears of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// The person's instruction.
    Said(String),
    /// A piece of the reply under way.
    Heard(Delta),
    /// The request is about to go out.
    Sending {
        /// Its tokens, as far as we can tell.
        tokens: u64,
    },
    /// The reply is whole.
    Replied(ProviderResponse),
    /// The model could not be used.
    Failed(LlmError),
    /// There is no request that fits into the model's window.
    NoRoom(NoRoom),
    /// A draft was opened for the turn's writes.
    Drafted(DraftId),
    /// The running call was answered.
    Answered(Box<ToolAgentOutput>),
    /// A person stopped the turn.
    Cancelled,
}

/// Why no request fits, in the provider's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoRoom {
    /// What is too much.
    pub(crate) what: TooMuch,
    /// The tokens it takes.
    pub(crate) needed: u64,
    /// The tokens there are for a request, the room for the reply taken off.
    pub(crate) room: u64,
    /// The model's whole window.
    pub(crate) window: u64,
}

/// What takes more room than there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMuch {
    /// What every request holds; leaving out history could not help it.
    Always,
    /// That and the turn under way, shortened as far as it can be.
    Turn,
}

/// What a turn wants done. The driver performs effects in the order given; at most the last of
/// them gives rise to the next event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// Keep messages in the thread; durable before the next effect.
    Save(Vec<NewMessage>),
    /// Let every face hear of it.
    Publish(Box<TurnEvent>),
    /// Make the payload from prompt, history and tools, within the model's window.
    Compose {
        /// Within so many tokens, where the service has found a request too long.
        within: Option<u64>,
    },
    /// Send the payload to the model.
    Ask,
    /// Let some time pass.
    Wait(Duration),
    /// Pass a call through the door.
    Call(ToolCall),
    /// Give up the draft: nothing was written to it.
    DropDraft(DraftId),
    /// Let the context manager know that the turn is over.
    Complete,
    /// Nothing more to do.
    Stop(TurnOutcome),
}

/// Lets every face hear of an event.
pub(super) fn publish(event: TurnEvent) -> Effect {
    Effect::Publish(Box::new(event))
}
