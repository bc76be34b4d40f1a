//! Clients in the same process: connected without a socket, and held to the same rules. What they
//! send is routed on their own thread; what is queued for them they take themselves.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};

use star::{
    ClientError, InProcessConnection, InProcessFuture, InProcessHub, Reason, Role as ClientRole,
};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::directory::Member;
use crate::errors::Refusal;
use crate::handshake::{self, Asked, Offered};
use crate::inbound::Inbound;
use crate::notices;
use crate::outbox::Frame;
use crate::server::Hub;

/// Bytes that are taken from the queue at once.
const BATCH_BYTES: usize = 64 << 10;

/// A hub as clients of the same process find it; it does not keep the hub running.
pub(crate) struct InProcess(pub(crate) Weak<Hub>);

impl InProcessHub for InProcess {
    fn connect<'a>(
        &'a self,
        role: &'a ClientRole,
        credential: Option<&'a str>,
    ) -> InProcessFuture<'a, Result<Box<dyn InProcessConnection>, ClientError>> {
        Box::pin(async move {
            let Some(hub) = self.0.upgrade() else {
                return Err(ClientError::Unreachable {
                    address: "this program".to_owned(),
                    why: "the hub has stopped".to_owned(),
                });
            };
            let refused = |refusal: Refusal| {
                hub.metrics.error(refusal.reason);
                hub.metrics.end(refusal.reason);
                ClientError::Refused(refusal.reason.error(refusal.message, None))
            };
            let asked = Asked::in_process(&hub, role).map_err(refused)?;
            let offered = Offered::credential(credential);
            let entered = handshake::enter(&hub, &asked, &offered).await;
            let member = entered.map_err(refused)?;
            tracing::info!(client = %member.address, "connected within the program");
            let connection: Box<dyn InProcessConnection> = Box::new(Connected {
                inbound: Inbound::new(&hub, &member, None),
                _running: hub.tasks.token(),
                hub,
                member,
                batch: VecDeque::new(),
                ended: None,
            });
            Ok(connection)
        })
    }
}

/// One connection.
struct Connected {
    hub: Arc<Hub>,
    member: Arc<Member>,
    inbound: Inbound,
    batch: VecDeque<Frame>,
    /// Why the hub ended it.
    ended: Option<Reason>,
    /// A hub that stops waits for its connections.
    _running: TaskTrackerToken,
}

impl InProcessConnection for Connected {
    fn next(&mut self) -> InProcessFuture<'_, Option<Utf8Bytes>> {
        Box::pin(poll_fn(|cx| self.poll_next(cx)))
    }

    fn send(&mut self, text: String) {
        self.member.hear(self.hub.uptime());
        if self.ended.is_none() {
            self.inbound.text(&self.hub, &self.member, &text.into());
        }
    }
}

impl Connected {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Utf8Bytes>> {
        loop {
            match self.batch.pop_front() {
                Some(Frame::Text(text, since)) => {
                    self.hub.metrics.deliver(1, text.len());
                    if let Some(since) = since {
                        self.hub.metrics.waited(since.elapsed());
                    }
                    return Poll::Ready(Some(text));
                }
                Some(Frame::Ping) => self.member.hear(self.hub.uptime()),
                None if self.ended.is_some() => return Poll::Ready(None),
                None => {
                    let outbox = &self.member.outbox;
                    if let Some(ending) = outbox.take(&mut self.batch, BATCH_BYTES, cx.waker()) {
                        self.ended = Some(ending.reason);
                        self.hub.metrics.error(ending.reason);
                        self.hub.metrics.end(ending.reason);
                        let error = ending.reason.error(ending.message, None);
                        let text = notices::error(&self.member.address, error);
                        return Poll::Ready(Some(text.into()));
                    }
                    if self.batch.is_empty() {
                        return Poll::Pending;
                    }
                }
            }
        }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let why = self.ended.map_or("closed", Reason::as_str);
        tracing::info!(client = %self.member.address, reason = why, "disconnected");
        handshake::leave(&self.hub, &self.member, why);
    }
}
