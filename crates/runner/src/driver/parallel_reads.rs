//! Runs the read-only calls of one reply concurrently. Calls are answered one after the other, in
//! order; when a call is read-only, the read-only calls directly after it are started with it, so
//! that their answers are ready when the turn reaches them. This is not observable: a read changes
//! nothing, and none is started before a preceding write is answered. Start at [`ParallelReads`].
//! What a turn does next is in `turn`.

use std::collections::HashMap;
use std::sync::Arc;

use capability::{Caller, Registry, ToolAgentOutput};
use model::conversation::ToolCall;
use tokio_util::task::AbortOnDropHandle;

/// How many reads run concurrently.
const MAX_CONCURRENT: usize = 8;

/// Reads that were started early, by the id of their call. Those whose answer is never requested
/// are cancelled on drop.
#[derive(Default)]
pub(crate) struct ParallelReads(HashMap<String, AbortOnDropHandle<ToolAgentOutput>>);

impl ParallelReads {
    /// Starts some reads.
    pub(crate) fn begin(
        &mut self,
        registry: &Arc<Registry>,
        caller: &Caller,
        calls: impl Iterator<Item = ToolCall>,
    ) {
        for call in calls {
            if self.0.len() + 1 >= MAX_CONCURRENT {
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

    /// The answer of a call that was started early; `None` if it was not or its task panicked.
    pub(crate) async fn answer(&mut self, call: &ToolCall) -> Option<ToolAgentOutput> {
        let task = self.0.remove(call.id.as_deref()?)?;
        task.await.ok()
    }
}
