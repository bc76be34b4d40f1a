//! The order of a payload's parts in a request. Services with a prompt cache reuse a request up to
//! the first difference, so stable parts come first and changing parts as late as the wire format
//! allows. Start at [`PayloadLayout::of`]. Cache markers and keys are set by the providers.

use model::conversation::Payload;

use crate::ModelSettings;

/// The parts of the system prompt, in order; none is empty.
pub(crate) struct PayloadLayout<'a> {
    /// The part that is the same in each request of a conversation.
    pub(crate) stable: Option<&'a str>,
    /// Other parts at the beginning.
    pub(crate) head: Vec<&'a str>,
    /// The part after the conversation.
    pub(crate) tail: Vec<&'a str>,
}

impl<'a> PayloadLayout<'a> {
    /// The parts of a payload, depending on whether the server accepts a system message after the
    /// conversation.
    pub(crate) fn of(payload: &'a Payload, settings: &ModelSettings) -> Self {
        let (stable, changing) = payload.system_parts();
        let parts = |them: &[&'a str]| {
            let texts = them.iter().copied().filter(|it| !it.trim().is_empty());
            texts.collect::<Vec<_>>()
        };
        let late = settings.late_system_message && !payload.messages.is_empty();
        let (head, tail) = if late {
            (
                parts(&[&payload.memory]),
                parts(&[changing, &payload.dynamic]),
            )
        } else {
            (
                parts(&[&payload.memory, changing, &payload.dynamic]),
                Vec::new(),
            )
        };
        Self {
            stable: parts(&[stable]).pop(),
            head,
            tail,
        }
    }

    /// All parts at the beginning.
    pub(crate) fn head_parts(&self) -> impl Iterator<Item = &'a str> {
        self.stable.into_iter().chain(self.head.iter().copied())
    }

    /// The parts at the beginning as one text; empty if there are none.
    pub(crate) fn head_text(&self) -> String {
        self.head_parts().collect::<Vec<_>>().join("\n\n")
    }

    /// The part after the conversation as one text.
    pub(crate) fn tail_text(&self) -> Option<String> {
        (!self.tail.is_empty()).then(|| self.tail.join("\n\n"))
    }
}
