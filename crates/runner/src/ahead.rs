//! Reads of one reply run side by side. Calls are answered one after the other, in their order; where
//! a call only looks, the reads right behind it are begun with it, so that the answers are there when
//! the turn comes to them. Nothing can tell: a read changes nothing, and none is begun before a write
//! in front of it was answered. Enter through [`Ahead`]. Not here: what a turn does next.

use std::collections::HashMap;
use std::sync::Arc;

use capability::{Caller, Registry, ToolAgentOutput};
use model::talk::ToolCall;
use tokio_util::task::AbortOnDropHandle;

/// So many reads run at once.
const AT_ONCE: usize = 8;

/// Reads that were begun ahead of their turn, by the id of their call. What nobody comes to is
/// stopped with it.
#[derive(Default)]
pub(crate) struct Ahead(HashMap<String, AbortOnDropHandle<ToolAgentOutput>>);

impl Ahead {
    /// Begins some reads.
    pub(crate) fn begin(
        &mut self,
        registry: &Arc<Registry>,
        caller: &Caller,
        calls: impl Iterator<Item = ToolCall>,
    ) {
        for call in calls {
            if self.0.len() + 1 >= AT_ONCE {
                return;
            }
            let Some(id) = call.id.clone() else { continue };
            let (registry, caller) = (registry.clone(), caller.clone());
            self.0.entry(id).or_insert_with(|| {
                let task = tokio::spawn(async move { registry.call(&caller, call).await });
                AbortOnDropHandle::new(task)
            });
        }
    }

    /// The answer of a call that was begun; `None` where it was not, or a fault tore it off.
    pub(crate) async fn answer(&mut self, call: &ToolCall) -> Option<ToolAgentOutput> {
        let task = self.0.remove(call.id.as_deref()?)?;
        task.await.ok()
    }
}
