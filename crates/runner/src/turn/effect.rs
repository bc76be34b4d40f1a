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
    /// What is always sent does not fit into the model's window; no history could be left out to
    /// help it.
    NoRoom {
        /// The tokens it takes.
        needed: u64,
        /// The tokens there are for a request, after what the service refused if it did.
        room: u64,
        /// The model's whole window.
        window: u64,
    },
    /// A draft was opened for the turn's writes.
    Drafted(DraftId),
    /// The running call was answered.
    Answered(Box<ToolAgentOutput>),
    /// A person stopped the turn.
    Cancelled,
}

/// What a turn wants done. The driver performs effects in the order given; at most the last of
/// them gives rise to the next event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// Keep messages in the thread; durable before the next effect.
    Save(Vec<NewMessage>),
    /// Let every face hear of it.
    Publish(Box<TurnEvent>),
    /// Make the payload from prompt, history and tools, within the model's window divided by this.
    Compose {
        /// 1, or 2 after the service found the payload too long.
        divisor: u64,
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
