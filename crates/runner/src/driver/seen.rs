//! What the model has read in its conversation, besides what reading tools record: what it wrote,
//! and the data of the open node and the nodes around it in the prompt. A tool refuses to overwrite
//! what a person changed since ([`SeenVersions`]). Stored with the thread.

use capability::{SeenVersions, ToolAgentOutput};
use model::contents::{KV, TEXT};
use model::conversation::Payload;
use model::{Node, Slot};
use store::{StoreError, View};

use super::TurnDriver;
use crate::prompt::holds_whole;
use crate::{ContextItem, Memory};

/// The key under which a thread stores it.
const SEEN: &str = "seen_versions";
/// Data that a model writes as a whole, and could overwrite without having read it.
const GUARDED: [&str; 2] = [TEXT, KV];

/// What the conversation has read so far.
pub(crate) fn seen_versions(memory: &Memory) -> SeenVersions {
    let kept: Vec<(Slot, u32)> = memory.read(SEEN).unwrap_or_default();
    SeenVersions::new(kept)
}

impl TurnDriver {
    /// Records what a call wrote into slots that were never read: their content is the model's own.
    pub(super) async fn note_written(&self, output: &ToolAgentOutput) {
        let Some(seen) = &self.caller.seen else {
            return;
        };
        for wrote in &output.wrote {
            let guarded = GUARDED.iter().find(|it| ***it == wrote.capability);
            if let (Some(node), Some(capability)) = (wrote.node, guarded) {
                let slot = Slot::node(node, capability);
                if seen.of(&slot).is_none() {
                    seen.note(slot, wrote.version.map(|it| it.number));
                }
            }
        }
        self.keep_seen().await;
    }

    /// Records what a request contains in full.
    pub(super) async fn note_shown(
        &self,
        view: &View,
        payload: &Payload,
        open: Option<&Node>,
        around: &[ContextItem],
    ) -> Result<(), StoreError> {
        let Some(seen) = &self.caller.seen else {
            return Ok(());
        };
        let mut nodes: Vec<Node> = open.cloned().into_iter().collect();
        for item in around.iter().filter(|it| it.shown) {
            if let Some(node) = item.node {
                nodes.extend(view.node(node)?);
            }
        }
        for node in nodes {
            for capability in GUARDED {
                let Some(data) = node.data.get(capability) else {
                    continue;
                };
                if holds_whole(&payload.system, data) || holds_whole(&payload.dynamic, data) {
                    let slot = Slot::node(node.id, capability);
                    let version = view.adopted(&slot)?.map(|it| it.number);
                    seen.note(slot, version);
                }
            }
        }
        self.keep_seen().await;
        Ok(())
    }

    async fn keep_seen(&self) {
        let changed = self.caller.seen.as_ref().and_then(|it| it.take_changed());
        let Some(versions) = changed else { return };
        if let Err(error) = self.memory.write(SEEN, &versions).await {
            tracing::warn!(error, "failed to store what was read");
        }
    }
}
