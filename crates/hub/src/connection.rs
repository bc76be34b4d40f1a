//! One connection: reads what the client sends and writes what is queued for it, in one task.
//! Reading and writing do not wait for each other, so a client that does not read can still send,
//! and one that does not send still receives.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::{Sink as _, SinkExt as _, Stream as _, StreamExt as _};
use star::Reason;
use tokio::io::{AsyncRead as _, AsyncWrite as _, ReadBuf};
use tokio::time::Sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use crate::certificate::Stream;
use crate::dialect::Dialect;
use crate::directory::Member;
use crate::handshake;
use crate::inbound::Inbound;
use crate::notices;
use crate::outbox::{Ending, Frame};
use crate::server::Hub;

/// The socket of a connection.
pub(crate) type Socket = WebSocketStream<Stream>;

/// Bytes that are taken from the queue at once.
const BATCH_BYTES: usize = 64 << 10;
/// Messages that are read before other tasks run.
const READS: usize = 64;

/// The state of one connection.
pub(crate) struct Connection {
    hub: Arc<Hub>,
    member: Arc<Member>,
    socket: Socket,
    batch: VecDeque<Frame>,
    inbound: Inbound,
    state: State,
    /// When the connection is cut, once it is closing.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Something was written and not flushed.
    is_dirty: bool,
    /// The input can no longer be parsed as WebSocket frames.
    is_broken: bool,
    why: &'static str,
}

#[derive(PartialEq, Eq)]
enum State {
    Open,
    /// The close frame was sent; the client's is awaited.
    Closing,
}

impl Connection {
    pub(crate) fn new(
        hub: Arc<Hub>,
        member: Arc<Member>,
        socket: Socket,
        dialect: Option<Dialect>,
    ) -> Self {
        Self {
            inbound: Inbound::new(&hub, &member, dialect),
            hub,
            member,
            socket,
            batch: VecDeque::new(),
            state: State::Open,
            deadline: None,
            is_dirty: false,
            is_broken: false,
            why: "closed",
        }
    }

    /// Serves until the connection ends.
    pub(crate) async fn run(mut self) {
        poll_fn(|cx| self.poll(cx)).await;
        tracing::info!(client = %self.member.address, reason = self.why, "disconnected");
        handshake::leave(&self.hub, &self.member, self.why);
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.deadline.is_none() && self.member.outbox.is_ending(cx.waker()) {
            let patience = self.hub.options.timing.close;
            self.deadline = Some(Box::pin(tokio::time::sleep(patience)));
        }
        if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(());
        }
        if self.poll_write(cx).is_err() {
            return Poll::Ready(());
        }
        self.poll_read(cx)
    }

    /// Writes queued messages as far as the client accepts them, with one flush.
    fn poll_write(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        while self.state == State::Open {
            match Pin::new(&mut self.socket).poll_ready(cx) {
                Poll::Ready(ready) => ready?,
                Poll::Pending => return Ok(()),
            }
            if self.batch.is_empty() {
                let outbox = &self.member.outbox;
                if let Some(ending) = outbox.take(&mut self.batch, BATCH_BYTES, cx.waker()) {
                    self.write_ending(ending)?;
                    break;
                }
            }
            let Some(frame) = self.batch.pop_front() else {
                break;
            };
            self.write(frame)?;
        }
        if self.is_dirty
            && let Poll::Ready(flushed) = Pin::new(&mut self.socket).poll_flush(cx)
        {
            flushed?;
            self.is_dirty = false;
        }
        if self.is_broken && self.state == State::Closing && !self.is_dirty {
            // The client's close frame could not be parsed: wait for the end of the stream.
            let _ = Pin::new(self.socket.get_mut()).poll_shutdown(cx)?;
        }
        Ok(())
    }

    fn write(&mut self, frame: Frame) -> Result<(), Error> {
        let message = match frame {
            Frame::Ping => Message::Ping(Bytes::new()),
            Frame::Text(text, since) => {
                self.hub.metrics.deliver(1, text.len());
                if let Some(since) = since {
                    self.hub.metrics.waited(since.elapsed());
                }
                Message::Text(match self.inbound.dialect() {
                    Some(dialect) => dialect.write(&text).into(),
                    None => text,
                })
            }
        };
        self.is_dirty = true;
        Pin::new(&mut self.socket).start_send(message)
    }

    fn write_ending(&mut self, ending: Ending) -> Result<(), Error> {
        self.why = ending.reason.as_str();
        self.hub.metrics.error(ending.reason);
        self.hub.metrics.end(ending.reason);
        let error = ending.reason.error(ending.message, None);
        let text = notices::error(&self.member.address, error);
        self.state = State::Closing;
        self.is_dirty = true;
        let mut socket = Pin::new(&mut self.socket);
        socket.as_mut().start_send(Message::Text(text.into()))?;
        socket.start_send(Message::Close(Some(close_frame(ending.reason))))
    }

    /// Reads available messages, a limited number at a time.
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.is_broken {
            return self.poll_discard(cx);
        }
        for _ in 0..READS {
            match ready!(Pin::new(&mut self.socket).poll_next(cx)) {
                None => return Poll::Ready(()),
                Some(Ok(message)) => self.receive(message),
                Some(Err(error)) => match broken_by(&error) {
                    None => return Poll::Ready(()),
                    Some(reason) => {
                        self.member.outbox.end(reason, error.to_string());
                        self.is_broken = true;
                        break;
                    }
                },
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Reads and discards the remaining bytes: a connection closed with unread bytes is reset, and
    /// the client would not see the close reason.
    fn poll_discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [0; 4096];
        for _ in 0..READS {
            let mut buffer = ReadBuf::new(&mut bytes);
            let stream = Pin::new(self.socket.get_mut());
            match ready!(stream.poll_read(cx, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn receive(&mut self, message: Message) {
        self.member.hear(self.hub.uptime());
        if self.state == State::Closing {
            return;
        }
        match message {
            Message::Text(text) => self.inbound.text(&self.hub, &self.member, &text),
            Message::Binary(bytes) => self.inbound.binary(&self.hub, &self.member, bytes.len()),
            // The library answers pings; the others need no answer.
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {
                _ = self.inbound.count(&self.member);
            }
        }
    }
}

/// What the client did wrong, unless the connection is just gone.
fn broken_by(error: &Error) -> Option<Reason> {
    use tokio_tungstenite::tungstenite::error::ProtocolError;
    match error {
        Error::Capacity(_) => Some(Reason::TooLarge),
        Error::Utf8(_) => Some(Reason::InvalidUtf8),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some(Reason::ProtocolViolation),
        _ => None,
    }
}

fn close_frame(reason: Reason) -> CloseFrame {
    let code = reason.close_code().unwrap_or(4400);
    CloseFrame {
        code: CloseCode::from(code),
        reason: reason.as_str().into(),
    }
}

/// Tells a refused client the reason, and closes the connection.
pub(crate) async fn refuse(mut socket: Socket, text: String, reason: Reason, patience: Duration) {
    let farewell = async {
        socket.feed(Message::Text(text.into())).await?;
        socket
            .send(Message::Close(Some(close_frame(reason))))
            .await?;
        while let Some(Ok(_)) = socket.next().await {}
        Ok::<(), Error>(())
    };
    match tokio::time::timeout(patience, farewell).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a refusal was not heard"),
        Err(_) => tracing::debug!("a refused client did not answer"),
    }
}
