//! Work after a turn: summaries and the like. It never delays an answer; what fails is told in the
//! log and done again after the next turn. Enter through [`Background::after_turn`].

use std::sync::Arc;

use model::talk::ChatMessage;
use tokio::sync::Mutex;
use tokio_util::task::TaskTracker;

use crate::Memory;
use crate::context::ContextManager;

/// What goes on after turns; one a runner. One piece of work after the other, so that none works on
/// what another is about to replace.
#[derive(Clone, Default)]
pub(crate) struct Background {
    tasks: TaskTracker,
    one_by_one: Arc<Mutex<()>>,
}

impl Background {
    /// Lets a strategy do its work on a completed turn; that it failed is kept beside the
    /// conversation for as long as it was not done again.
    pub(crate) fn after_turn(
        &self,
        context: Arc<dyn ContextManager>,
        memory: Memory,
        history: Vec<ChatMessage>,
    ) {
        let one_by_one = self.one_by_one.clone();
        self.tasks.spawn(async move {
            let _mine = one_by_one.lock().await;
            let done = context.on_turn_complete(&history).await;
            if let Err(error) = &done {
                tracing::warn!(strategy = context.id(), error, "work after a turn failed");
            }
            memory.note_work(&done).await;
        });
    }

    /// Does something in no order with the rest.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Waits until nothing goes on any more.
    pub(crate) async fn settle(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }
}
