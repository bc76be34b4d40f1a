//! Work after a turn, such as summaries. It never delays an answer; failures are logged and the
//! work is retried after the next turn. Start at [`BackgroundTasks::after_turn`].

use std::sync::Arc;

use model::conversation::ChatMessage;
use tokio::sync::Mutex;
use tokio_util::task::TaskTracker;

use crate::Memory;
use crate::context::ContextManager;

/// The work after turns; one queue per runner. Tasks run one after the other, so that none works on
/// data another is about to replace.
#[derive(Clone, Default)]
pub(crate) struct BackgroundTasks {
    tasks: TaskTracker,
    sequence: Arc<Mutex<()>>,
}

impl BackgroundTasks {
    /// Lets a strategy do its work on a completed turn. A failure is stored with the conversation
    /// until the work has succeeded.
    pub(crate) fn after_turn(
        &self,
        context: Arc<dyn ContextManager>,
        memory: Memory,
        history: Vec<ChatMessage>,
    ) {
        let sequence = self.sequence.clone();
        self.tasks.spawn(async move {
            let _mine = sequence.lock().await;
            let done = context.on_turn_complete(&history).await;
            if let Err(error) = &done {
                tracing::warn!(strategy = context.id(), error, "work after a turn failed");
            }
            memory.record_result(&done).await;
        });
    }

    /// Runs a task without ordering it after the others.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Waits until all tasks are done.
    pub(crate) async fn wait_for_background(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }
}
