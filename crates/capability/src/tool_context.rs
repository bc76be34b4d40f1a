//! ToolContext: everything a tool has access to. Not here: the steps around a call (`dispatch/`).

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use llm::ImageModel;
use model::{Change, Node};
use serde::Serialize;
use serde_json::Value;
use store::{CallRef, CommitMetadata, Edit, RemovedNodes, StoreError, View};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::dispatch::{Dispatcher, Invocation, RunGuard, RunHandle};
use crate::{
    Caller, Code, Impact, Removals, Role, SeenVersions, Target, ToolError, ToolFailure,
    ToolServices, ToolSpec, budget, reference,
};

/// The models a tool may use, and other resources of the machine.
pub trait Models: Send + Sync {
    /// The image model chosen in the settings, or the built-in painter.
    fn image(&self) -> Arc<dyn ImageModel>;
    /// Fonts of this machine for scripts that no built-in font covers, as files and the index of
    /// the font in each; empty if the machine's fonts are unknown.
    fn fonts(&self) -> Vec<(Arc<Vec<u8>>, u32)> {
        Vec::new()
    }
}

/// What a tool gets besides its input. Cheap to clone. A tool over a story has eight methods (`node`,
/// `story`, `seen`, `edit`, `models`, `cancelled`, `progress`, `partial_text`), one over another target
/// the last three, `target` and `call_id`; another needs a decision page.
pub struct ToolContext<T: Target = ToolServices> {
    call_state: Arc<RunningCall<T>>,
}

impl<T: Target> Clone for ToolContext<T> {
    fn clone(&self) -> Self {
        Self {
            call_state: Arc::clone(&self.call_state),
        }
    }
}

/// A call that is running.
pub(crate) struct RunningCall<T: Target> {
    dispatcher: Arc<Dispatcher<T>>,
    /// The caller, with a cancellation token for this call only.
    caller: Caller,
    tool: String,
    impact: Impact,
    call: Option<CallRef>,
    view: T::View,
    run: Arc<RunHandle>,
    edits: AtomicBool,
    /// Held during an edit, so that a call is never stopped inside its commit.
    commit: Mutex<()>,
    /// Set once the edit is on disk: the change it made, if it moved anything.
    committed: OnceLock<Option<Arc<Change>>>,
    /// What the edit of an earlier run of this call returned.
    stored_outcome: OnceLock<Value>,
    /// Whether a person allowed what it removes.
    may_remove: bool,
    /// What it would remove, where a person has to be asked first.
    held_back: OnceLock<RemovedNodes>,
}

impl<T: Target> RunningCall<T> {
    pub(crate) fn new(
        dispatcher: Arc<Dispatcher<T>>,
        invocation: &Invocation<'_>,
        spec: &ToolSpec,
        call: Option<CallRef>,
        may_remove: bool,
    ) -> Self {
        let mut caller = invocation.caller.clone();
        caller.cancelled = caller.cancelled.child_token();
        let view = dispatcher.services.view(caller.draft);
        let stop = caller.cancelled.clone();
        let run = dispatcher
            .runs
            .begin(&caller, invocation.id, &spec.name, stop);
        Self {
            dispatcher,
            caller,
            tool: spec.name.clone(),
            impact: spec.impact,
            call,
            view,
            run,
            edits: AtomicBool::new(false),
            commit: Mutex::new(()),
            committed: OnceLock::new(),
            stored_outcome: OnceLock::new(),
            may_remove,
            held_back: OnceLock::new(),
        }
    }

    fn note(&self) -> CommitMetadata {
        CommitMetadata {
            author: self.caller.author(),
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

/// Why an edit failed: the closure's error, too much removed without a person's yes, or the store's
/// reply that it has already run.
enum EditError {
    Failed(ToolError),
    HeldBack(RemovedNodes),
    AlreadyDone(Value),
}

impl From<StoreError> for EditError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::AlreadyDone { outcome } => Self::AlreadyDone(outcome),
            other => Self::Failed(other.into()),
        }
    }
}

impl ToolContext<ToolServices> {
    /// The node a reference means: a title, or the beginning or end of an id; without a reference,
    /// the node being edited. The error for an unknown reference suggests similar titles; for an
    /// ambiguous one it lists the candidates.
    pub fn node(&self, reference: Option<&str>) -> Result<Node, ToolError> {
        let (id, node) = match reference {
            Some(reference) => self
                .story()
                .node_titled(reference.trim(), |it| reference::find(it, reference))?,
            None => {
                let edited = self.call_state.caller.node;
                let id = edited.ok_or_else(reference::no_reference)?;
                (id, self.story().node(id)?)
            }
        };
        node.ok_or_else(|| reference::deleted(id))
    }

    /// The story as this call sees it, with its draft applied.
    pub fn story(&self) -> &View {
        &self.call_state.view
    }

    /// What the caller has read in its conversation, where it is a model in one.
    pub fn seen(&self) -> Option<&SeenVersions> {
        self.call_state.caller.seen.as_deref()
    }

    /// Writes, as the one commit of this call. The closure should return the tool's whole result:
    /// it is stored, and returned to a retry of the same call.
    pub async fn edit<T>(
        &self,
        write: impl FnOnce(&mut Edit<'_>) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        T: Serialize + Send + 'static,
    {
        let open = &*self.call_state;
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
        let this_call = self.clone();
        let write = move |edit: &mut Edit<'_>| {
            let value = write(edit).map_err(EditError::Failed)?;
            this_call.check_removal(edit)?;
            Ok(value)
        };
        match open
            .dispatcher
            .services
            .store
            .edit(open.note(), write)
            .await
        {
            Ok(receipt) => {
                open.committed.get_or_init(|| receipt.change);
                Ok(receipt.value)
            }
            Err(EditError::Failed(error)) => Err(error),
            Err(EditError::HeldBack(removed)) => {
                let RemovedNodes { count, of } = *open.held_back.get_or_init(|| removed);
                let refusal = ToolFailure::RemovesMany { count, of };
                Err(ToolError::new(Code::PermissionDenied, refusal))
            }
            Err(EditError::AlreadyDone(outcome)) => {
                open.stored_outcome.get_or_init(|| outcome);
                Err(ToolError::new(Code::Conflict, ToolFailure::DoneBefore {}))
            }
        }
    }

    /// Holds an edit back that removes more than its caller may remove without a question.
    fn check_removal(&self, edit: &Edit<'_>) -> Result<(), EditError> {
        let Some(limit) = Removals::limit(&self.call_state.caller) else {
            return Ok(());
        };
        let Some(removed) = edit.removed_nodes()? else {
            return Ok(());
        };
        match limit.asks(removed).filter(|_| !self.call_state.may_remove) {
            Some(all) => Err(EditError::HeldBack(all)),
            None => {
                limit.add(removed.count);
                Ok(())
            }
        }
    }

    /// The models, limited by the caller's budget if there is one.
    pub fn models(&self) -> Arc<dyn Models> {
        let models = Arc::clone(&self.call_state.dispatcher.services.models);
        match &self.call_state.caller.budget {
            Some(budget) => budget::limited_models(models, Arc::clone(budget)),
            None => models,
        }
    }
}

impl<T: Target> ToolContext<T> {
    pub(crate) fn new(open: RunningCall<T>) -> Self {
        Self {
            call_state: Arc::new(open),
        }
    }

    /// The id of this call, by which its caller may send it again. Calls on a story are recorded there
    /// with their outcome; a tool over another target that must not do its work twice keeps the id.
    pub fn call_id(&self) -> &str {
        self.call_state.run.call()
    }

    /// What the tools of this registry work on.
    pub fn target(&self) -> &T {
        &self.call_state.dispatcher.services
    }

    /// Cancelled when the caller no longer wants the result.
    pub fn cancelled(&self) -> &CancellationToken {
        &self.call_state.caller.cancelled
    }

    /// Reports the progress of a long call: the fraction done, from 0 to 1, if known, and what it
    /// is doing, in a few words. Cheap, so it may be called often; reports are throttled.
    pub fn progress(&self, done: Option<f64>, doing: &str) {
        self.call_state.run.report(done, doing);
    }

    /// Shows the text that a long call has written so far, for people who read along; throttled
    /// like [`Self::progress`]. It is not part of the call's answer.
    pub fn partial_text(&self, text: &str) {
        self.call_state.run.report_text(text);
    }

    /// Reports this call's progress while it runs.
    pub(crate) async fn report_while_running(&self) -> Infallible {
        self.call_state.run.report_while_running().await
    }

    /// Returns once this call has reported no progress for this long.
    pub(crate) async fn idle_for(&self, limit: Duration) {
        self.call_state.run.idle_for(limit).await;
    }

    /// Ends this call's run when dropped.
    pub(crate) fn run_guard(&self) -> RunGuard {
        RunGuard(Arc::clone(&self.call_state.run))
    }

    /// Whether this call was stopped while its caller continues.
    pub(crate) fn was_stopped_by_person(&self, caller: &Caller) -> bool {
        self.cancelled().is_cancelled() && !caller.cancelled.is_cancelled()
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.call_state.caller
    }

    /// The name of whoever calls, unless that is the owner of the workspace.
    pub fn non_owner_name(&self) -> Option<&str> {
        let principal = &self.caller().principal;
        (principal.role != Role::Owner).then_some(principal.name.as_str())
    }

    /// The change this call made, if it made one.
    pub(crate) fn change(&self) -> Option<Arc<Change>> {
        self.call_state.committed.get().cloned().flatten()
    }

    /// What this call would have removed, if a person has to be asked first; then nothing was written.
    pub(crate) fn held_back(&self) -> Option<RemovedNodes> {
        self.call_state.held_back.get().copied()
    }

    /// The outcome of an earlier run of this call, if the store has one.
    pub(crate) fn stored_outcome(&self) -> Option<Value> {
        self.call_state.stored_outcome.get().cloned()
    }

    /// Stops the call, but not inside its commit; returns the outcome of what it committed.
    pub(crate) async fn stop(&self) -> Option<Value> {
        self.cancelled().cancel();
        let _held = self.call_state.commit.lock().await;
        self.call_state.committed.get()?;
        let call = self.call_state.call.as_ref()?;
        self.target().store()?.outcome(call).ok().flatten()
    }
}
