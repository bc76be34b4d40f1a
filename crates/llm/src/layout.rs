//! Where the parts of a payload stand in a request. Services that cache read what they know up to
//! the first difference, so what stays the same comes first and what changes as late as the wire
//! lets it. Enter through [`Layout::of`]. Not here: marks and keys of caches, which the wires set.

use model::talk::Payload;

use crate::ModelSettings;

/// The parts of the system's word, in order; none is empty.
pub(crate) struct Layout<'a> {
    /// What stays the same in each request of a conversation.
    pub(crate) stable: Option<&'a str>,
    /// What stands with it at the beginning.
    pub(crate) head: Vec<&'a str>,
    /// What stands behind the conversation.
    pub(crate) tail: Vec<&'a str>,
}

impl<'a> Layout<'a> {
    /// The parts of a payload, for a server that does or does not take a word of the system's
    /// behind the conversation.
    pub(crate) fn of(payload: &'a Payload, settings: &ModelSettings) -> Self {
        let (stable, changing) = payload.system_parts();
        let parts = |them: &[&'a str]| {
            let said = them.iter().copied().filter(|it| !it.trim().is_empty());
            said.collect::<Vec<_>>()
        };
        let late = settings.late_system && !payload.messages.is_empty();
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

    /// All that stands at the beginning.
    pub(crate) fn beginning(&self) -> impl Iterator<Item = &'a str> {
        self.stable.into_iter().chain(self.head.iter().copied())
    }

    /// The same as one text; empty where there is none.
    pub(crate) fn opening(&self) -> String {
        self.beginning().collect::<Vec<_>>().join("\n\n")
    }

    /// What stands behind the conversation as one text.
    pub(crate) fn closing(&self) -> Option<String> {
        (!self.tail.is_empty()).then(|| self.tail.join("\n\n"))
    }
}
