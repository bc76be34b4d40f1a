//! Progress notifications of a long call, for clients that requested them with a token.

use std::sync::Arc;

use capability::Progress;
use host::{Event, EventKind, Studio};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

/// Reports the progress of one call until it is dropped.
pub(super) struct Reports(Option<JoinHandle<()>>);

impl Drop for Reports {
    fn drop(&mut self) {
        if let Some(task) = &self.0 {
            task.abort();
        }
    }
}

/// Reports the progress of the call of this id, if the client asked for it.
pub(super) fn forward(
    studio: &Studio,
    context: &RequestContext<RoleServer>,
    call: Option<String>,
) -> Reports {
    let asked = context.meta.get_progress_token().zip(call);
    Reports(asked.map(|(token, call)| {
        // Subscribed before the call starts, so that nothing is missed.
        let events = studio.events();
        tokio::spawn(report(events, context.peer.clone(), token, call))
    }))
}

async fn report(
    mut events: Receiver<Arc<Event>>,
    peer: Peer<RoleServer>,
    token: ProgressToken,
    call: String,
) {
    let mut last = Last::default();
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let EventKind::Progress(progress) = &event.kind else {
            continue;
        };
        if progress.call != call || progress.ended {
            continue;
        }
        let Some((value, total)) = last.next(progress) else {
            continue;
        };
        let mut report = ProgressNotificationParam::new(token.clone(), value);
        report.total = total;
        report.message.clone_from(&progress.doing);
        if peer.notify_progress(report).await.is_err() {
            return;
        }
    }
}

/// The last reported value: the protocol requires increasing values.
#[derive(Default)]
struct Last(f64);

impl Last {
    /// The value to report and its total, if it is greater than the last one.
    fn next(&mut self, progress: &Progress) -> Option<(f64, Option<f64>)> {
        let (value, total) = match progress.done {
            Some(done) => (done, Some(1.0)),
            // Without a fraction, the reports are counted.
            None => (self.0 + 1.0, None),
        };
        let grows = value > self.0;
        self.0 = self.0.max(value);
        grows.then_some((value, total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: Option<f64>) -> Progress {
        Progress {
            run: 1,
            call: "c".to_owned(),
            tool: "export_story".to_owned(),
            origin: None,
            turn: None,
            done,
            doing: None,
            text: None,
            ended: false,
        }
    }

    #[test]
    fn reported_values_only_grow() {
        let mut last = Last::default();
        assert_eq!(last.next(&progress(Some(0.25))), Some((0.25, Some(1.0))));
        assert_eq!(last.next(&progress(Some(0.25))), None);
        assert_eq!(last.next(&progress(Some(0.5))), Some((0.5, Some(1.0))));
        let mut counted = Last::default();
        assert_eq!(counted.next(&progress(None)), Some((1.0, None)));
        assert_eq!(counted.next(&progress(None)), Some((2.0, None)));
    }
}
