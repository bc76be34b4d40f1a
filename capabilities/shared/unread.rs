//! Prevents a model from overwriting what a person changed since the model last read it in its
//! conversation: it has to read first, and decide again.

use capability::{Code, ToolContext, ToolError};
use model::{AuthorKind, Node, Slot};

use crate::error::CapabilityError;

/// Records that the caller has received all data of a slot.
pub(crate) fn note_read(cx: &ToolContext, slot: Slot, version: Option<u32>) {
    if let Some(seen) = cx.seen() {
        seen.note(slot, version);
    }
}

/// Fails if a person wrote a version that the caller has not read; `reader` is the tool that reads
/// it.
pub(crate) fn check(
    cx: &ToolContext,
    node: &Node,
    capability: &str,
    reader: &str,
) -> Result<(), ToolError> {
    let slot = Slot::node(node.id, capability);
    let Some(seen) = cx.seen().and_then(|it| it.of(&slot)) else {
        return Ok(());
    };
    let view = cx.story();
    let now = view.adopted(&slot)?.map_or(0, |it| it.number);
    let newer = usize::try_from(now.saturating_sub(seen)).unwrap_or_default();
    let unread = view.versions(&slot, now.checked_add(1), newer)?;
    let by_hand = unread
        .into_iter()
        .find(|it| it.author.kind == AuthorKind::Person);
    let Some(entry) = by_hand else {
        return Ok(());
    };
    let refusal = CapabilityError::ChangedByHand {
        title: node.title.clone(),
        capability: capability.to_owned(),
        by: entry.author.name,
        version: entry.version.number,
        read: seen,
    };
    Err(ToolError::new(Code::Conflict, refusal).hint(format!(
        "{reader} shows it as it is now; keep what the person changed, and write again"
    )))
}
