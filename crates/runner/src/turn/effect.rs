//! The events a turn receives and the effects it requests: the interface between the state machine
//! and its driver. Plain values; the state machine decides which effects follow from an event.

use std::time::Duration;

use capability::ToolAgentOutput;
use llm::LlmError;
use model::DraftId;
use model::conversation::{Delta, ProviderResponse, ToolCall};
use store::NewMessage;

use crate::{TurnEvent, TurnOutcome};

/// The input of a turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// The person's instruction.
    Instruction(String),
    /// A piece of the current reply.
    PartialReply(Delta),
    /// The request is about to be sent.
    Sending {
        /// Its tokens, as far as known.
        tokens: u64,
    },
    /// The reply is complete.
    Replied(ProviderResponse),
    /// The model could not be used.
    Failed(LlmError),
    /// No request fits into the model's window.
    ContextOverflow(ContextOverflow),
    /// A draft was opened for the turn's writes.
    Drafted(DraftId),
    /// The running call was answered.
    Answered(Box<ToolAgentOutput>),
    /// A person cancelled the turn.
    Cancelled,
}

/// Why no request fits, in the provider's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ContextOverflow {
    /// What is too large.
    pub(crate) what: OverflowCause,
    /// The tokens it takes.
    pub(crate) needed: u64,
    /// The tokens available for a request, not counting those reserved for the reply.
    pub(crate) available_tokens: u64,
    /// The model's whole window.
    pub(crate) window: u64,
}

/// What takes more tokens than available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OverflowCause {
    /// The parts that every request contains; leaving out history would not help.
    FixedParts,
    /// Those parts and the current turn, shortened as far as possible.
    Turn,
}

/// The output of a turn. The driver performs effects in the given order; at most the last of them
/// produces the next event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
    /// Store messages in the thread; durable before the next effect.
    Save(Vec<NewMessage>),
    /// Publish an event to every interface.
    Publish(Box<TurnEvent>),
    /// Build the payload from prompt, history and tools, within the model's window.
    Compose {
        /// The token limit, after the service has rejected a request as too long.
        within: Option<u64>,
    },
    /// Send the payload to the model.
    Ask,
    /// Wait.
    Wait(Duration),
    /// Dispatch a call.
    Call(ToolCall),
    /// Delete the draft: nothing was written to it.
    DropDraft(DraftId),
    /// Tell the context manager that the turn is over.
    Complete,
    /// Nothing more to do.
    Stop(TurnOutcome),
}

/// An effect that publishes an event.
pub(super) fn publish(event: TurnEvent) -> Effect {
    Effect::Publish(Box::new(event))
}
