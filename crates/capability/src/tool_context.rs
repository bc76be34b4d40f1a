//! ToolContext: the handles a tool gets, and no others. Not here: the steps around a call
//! (`door.rs`).

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use llm::ImageModel;
use model::talk::ToolCall;
use model::{Change, Node};
use serde::Serialize;
use serde_json::Value;
use store::{CallRef, CommitNote, Edit, StoreError, View};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::door::{Asked, Door, Ending, Run, Within};
use crate::{
    Caller, Code, Hindrance, Impact, ToolAgentOutput, ToolError, ToolSpec, budget, reference,
};

/// The models a tool may use, and what else of the machine it may ask for.
pub trait Models: Send + Sync {
    /// The image model chosen in the settings; the built-in painter where none is.
    fn image(&self) -> Arc<dyn ImageModel>;
    /// Fonts of this machine for scripts that no built-in font has, as files and the number of the
    /// font in each; none where nothing is known of the machine.
    fn fonts(&self) -> Vec<(Arc<Vec<u8>>, u32)> {
        Vec::new()
    }
}

/// What a tool gets beside its input. Cheap to clone. An eighth method needs a decision page.
#[derive(Clone)]
pub struct ToolContext {
    open: Arc<OpenCall>,
}

/// A call that is running.
pub(crate) struct OpenCall {
    door: Arc<Door>,
    /// The caller, cancelled together with this call alone.
    caller: Caller,
    id: String,
    tool: String,
    impact: Impact,
    call: Option<CallRef>,
    view: View,
    depth: u8,
    /// The run it belongs to: its own, or that of the outermost tool that waits for it.
    run: Arc<Run>,
    /// How many other tools this one has called.
    nested: AtomicU32,
    edits: AtomicBool,
    /// Held while an edit is under way, so that a call is never stopped inside its commit.
    commit: Mutex<()>,
    /// Set once the edit is on disk: the change it made, if it moved anything.
    committed: OnceLock<Option<Arc<Change>>>,
    /// What the edit of an earlier run of this call returned.
    done_before: OnceLock<Value>,
}

impl OpenCall {
    pub(crate) fn new(
        door: Arc<Door>,
        asked: &Asked<'_>,
        spec: &ToolSpec,
        call: Option<CallRef>,
    ) -> Self {
        let mut caller = asked.caller.clone();
        caller.cancelled = caller.cancelled.child_token();
        let view = door.backing.store.view(caller.draft);
        let run = asked.within.run.map_or_else(
            || {
                let stop = caller.cancelled.clone();
                door.runs.begin(&caller, asked.id, &spec.name, stop)
            },
            Arc::clone,
        );
        Self {
            door,
            caller,
            id: asked.id.to_owned(),
            tool: spec.name.clone(),
            impact: spec.impact,
            call,
            view,
            depth: asked.within.depth,
            run,
            nested: AtomicU32::new(0),
            edits: AtomicBool::new(false),
            commit: Mutex::new(()),
            committed: OnceLock::new(),
            done_before: OnceLock::new(),
        }
    }

    fn note(&self) -> CommitNote {
        CommitNote {
            author: self.caller.author.clone(),
            origin: self.caller.origin.clone(),
            turn: self.caller.turn,
            call: self.call.clone(),
            reason: self
                .caller
                .reason
                .clone()
                .unwrap_or_else(|| self.tool.clone()),
            draft: self.caller.draft,
        }
    }
}

/// Why an edit failed: the closure's word, or the store's that it need not run.
enum EditError {
    Failed(ToolError),
    DoneBefore(Value),
}

impl From<StoreError> for EditError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::AlreadyDone { outcome } => Self::DoneBefore(outcome),
            other => Self::Failed(other.into()),
        }
    }
}

impl ToolContext {
    pub(crate) fn new(open: OpenCall) -> Self {
        Self {
            open: Arc::new(open),
        }
    }

    /// The node a reference means: a title, or the beginning or end of an id; the node being edited
    /// where there is no reference. Unknown ones are answered with the nearest titles, ambiguous
    /// ones with the candidates.
    pub fn node(&self, reference: Option<&str>) -> Result<Node, ToolError> {
        let id = match reference {
            Some(reference) => reference::find(&*self.story().graph()?, reference)?,
            None => self.open.caller.node.ok_or_else(reference::none_given)?,
        };
        self.story().node(id)?.ok_or_else(|| reference::gone(id))
    }

    /// The story as this call sees it, its own draft included.
    pub fn story(&self) -> &View {
        &self.open.view
    }

    /// Writes, as the one commit of this call. What the closure returns should be the tool's whole
    /// answer: it is kept, and given again to a retry of the same call.
    pub async fn edit<T>(
        &self,
        write: impl FnOnce(&mut Edit<'_>) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        T: Serialize + Send + 'static,
    {
        let open = &*self.open;
        if open.impact == Impact::Read {
            let message = format!("{} is said to only look, and may not write", open.tool);
            return Err(ToolError::new(Code::Internal, message));
        }
        if open.edits.swap(true, Ordering::Relaxed) {
            return Err(ToolError::new(Code::Internal, "a tool makes one commit"));
        }
        let _held = open.commit.lock().await;
        if self.cancelled().is_cancelled() {
            return Err(ToolError::cancelled());
        }
        let write = move |edit: &mut Edit<'_>| write(edit).map_err(EditError::Failed);
        match open.door.backing.store.edit(open.note(), write).await {
            Ok(receipt) => {
                open.committed.get_or_init(|| receipt.change);
                Ok(receipt.value)
            }
            Err(EditError::Failed(error)) => Err(error),
            Err(EditError::DoneBefore(outcome)) => {
                open.done_before.get_or_init(|| outcome);
                Err(ToolError::new(Code::Conflict, Hindrance::DoneBefore {}))
            }
        }
    }

    /// The models, behind the caller's budget where there is one.
    pub fn models(&self) -> Arc<dyn Models> {
        let models = Arc::clone(&self.open.door.backing.models);
        match &self.open.caller.budget {
            Some(budget) => budget::held(models, Arc::clone(budget)),
            None => models,
        }
    }

    /// Calls another tool through the door, with the same authority. Its id follows from this
    /// call's, so that a retry of this call finds what the other one did.
    pub async fn call(&self, call: ToolCall) -> ToolAgentOutput {
        let open = &self.open;
        let count = open.nested.fetch_add(1, Ordering::Relaxed) + 1;
        let call = ToolCall {
            id: Some(format!("{}/{count}", open.id)),
            ..call
        };
        let within = Within {
            depth: open.depth + 1,
            run: Some(&open.run),
        };
        open.door.call(&open.caller, call, within).await
    }

    /// Ends when the caller loses interest.
    pub fn cancelled(&self) -> &CancellationToken {
        &self.open.caller.cancelled
    }

    /// Says how far the work is, for whoever watches a long call: the part that is done, from 0 to
    /// 1, where it is known, and what is being done, in a few words. Costs little and may be said
    /// often; not every word is told.
    pub fn progress(&self, done: Option<f64>, doing: &str) {
        self.open.run.report(done, doing);
    }

    /// Tells of this call while it runs. One within another is told by the outer one.
    pub(crate) async fn tell(&self) -> Infallible {
        match self.open.depth {
            0 => self.open.run.tell().await,
            _ => std::future::pending().await,
        }
    }

    /// Ends once this call, or one around it, has said nothing of its work for so long.
    pub(crate) async fn silence(&self, limit: Duration) {
        self.open.run.silence(limit).await;
    }

    /// Ends this call's run when it is dropped; a call within another has none of its own.
    pub(crate) fn ending(&self) -> Option<Ending> {
        (self.open.depth == 0).then(|| Ending(Arc::clone(&self.open.run)))
    }

    /// Whether this call was stopped while its caller goes on.
    pub(crate) fn was_stopped_alone(&self, caller: &Caller) -> bool {
        self.cancelled().is_cancelled() && !caller.cancelled.is_cancelled()
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.open.caller
    }

    /// The change this call made, if it made one.
    pub(crate) fn change(&self) -> Option<Arc<Change>> {
        self.open.committed.get().cloned().flatten()
    }

    /// The outcome of an earlier run of this call, if the store found one.
    pub(crate) fn done_before(&self) -> Option<Value> {
        self.open.done_before.get().cloned()
    }

    /// Ends the call, but not inside its commit; gives the outcome of what it committed.
    pub(crate) async fn stop(&self) -> Option<Value> {
        self.cancelled().cancel();
        let _held = self.open.commit.lock().await;
        self.open.committed.get()?;
        let call = self.open.call.as_ref()?;
        self.open.door.backing.store.outcome(call).ok().flatten()
    }
}
