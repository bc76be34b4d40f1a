//! When the story's memory is updated: once its texts have been unchanged for a while, so that no
//! model is asked about a text that is being written. The requests themselves are the runner's.

use std::sync::Arc;
use std::time::Duration;

use model::Change;
use model::contents::TEXT;
use runner::WeakRunner;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

/// How long the texts have to stay unchanged.
const REST: Duration = Duration::from_secs(30);

/// Runs until the story is closed.
pub(super) async fn keep_fresh(mut feed: Receiver<Arc<Change>>, runner: WeakRunner) {
    let mut due: Option<Instant> = None;
    loop {
        let rested = async {
            match due {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            change = feed.recv() => match change {
                Ok(change) if !writes_text(&change) => {}
                Ok(_) | Err(RecvError::Lagged(_)) => due = Some(Instant::now() + REST),
                Err(RecvError::Closed) => return,
            },
            () = rested => {
                due = None;
                let Some(runner) = runner.upgrade() else { return };
                if let Err(why) = runner.refresh_story_memory().await {
                    tracing::warn!(why, "the story's memory could not be refreshed");
                }
            }
        }
    }
}

fn writes_text(change: &Change) -> bool {
    change.moves.iter().any(|it| &*it.slot.capability == TEXT)
}
