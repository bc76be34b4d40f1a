//! The other program of a connection: requests to it and their responses, notifications, responses
//! to its requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol_schema::v1::{Error, RequestId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot};

use super::lines::{Line, Lines};
use super::message::{Malformed, said};
use super::{Message, decode};

/// The other program. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Peer(Arc<Inner>);

struct Inner {
    output: tokio::sync::Mutex<Box<dyn AsyncWrite + Send + Unpin>>,
    waiting: Mutex<Waiting>,
}

/// Requests without a response yet.
#[derive(Default)]
struct Waiting {
    last: i64,
    answers: HashMap<i64, oneshot::Sender<Result<Value, Error>>>,
    is_closed: bool,
}

/// What the other program sends.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A request, which needs a response.
    Request {
        id: RequestId,
        method: String,
        params: Value,
    },
    /// A notification.
    Notification { method: String, params: Value },
}

/// Why reading ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ReadEnd {
    /// The other program closed its end, or nobody receives its messages any more.
    Closed,
    /// It sent too many malformed lines; the error of the last one.
    Malformed(String),
}

impl Peer {
    pub(crate) fn new(output: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self(Arc::new(Inner {
            output: tokio::sync::Mutex::new(Box::new(output)),
            waiting: Mutex::default(),
        }))
    }

    /// Sends a request and waits for the response, without a time limit.
    pub(crate) async fn request<P: Serialize, A: DeserializeOwned>(
        &self,
        method: &str,
        params: &P,
    ) -> Result<A, Error> {
        let (sender, answer) = oneshot::channel();
        let id = {
            let mut waiting = self.waiting();
            if waiting.is_closed {
                return Err(closed());
            }
            waiting.last += 1;
            let id = waiting.last;
            waiting.answers.insert(id, sender);
            id
        };
        let _forget = Forget { peer: self, id };
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write(&message).await?;
        let answer = answer.await.map_err(|_| closed())??;
        serde_json::from_value(answer).map_err(|error| {
            let what = format_args!("the answer to {method} does not fit the protocol: {error}");
            said(Error::internal_error(), what)
        })
    }

    /// Sends a notification.
    pub(crate) async fn notify<P: Serialize>(&self, method: &str, params: &P) -> Result<(), Error> {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await
    }

    /// Sends a response.
    pub(crate) async fn answer(&self, id: RequestId, result: Result<Value, Error>) {
        let message = match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
        };
        // A program that has exited needs no response; reading ends too, and reports it.
        self.write(&message).await.ok();
    }

    async fn write(&self, message: &Value) -> Result<(), Error> {
        let mut line = message.to_string();
        line.push('\n');
        let mut output = self.0.output.lock().await;
        let written = async {
            output.write_all(line.as_bytes()).await?;
            output.flush().await
        };
        written.await.map_err(|_| closed())
    }

    /// Passes a response to the waiting request; one without a request is ignored, because the
    /// request may have been dropped.
    fn resolve(&self, id: &RequestId, result: Result<Value, Error>) {
        if let RequestId::Number(id) = id
            && let Some(waiting) = self.waiting().answers.remove(id)
        {
            waiting.send(result).ok();
        }
    }

    /// Fails all open and future requests.
    fn close(&self) {
        let mut waiting = self.waiting();
        waiting.is_closed = true;
        waiting.answers.clear();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a request whose response nobody waits for any more.
struct Forget<'a> {
    peer: &'a Peer,
    id: i64,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.peer.waiting().answers.remove(&self.id);
    }
}

fn closed() -> Error {
    said(Error::internal_error(), "the other program has gone")
}

/// Reads everything that the other program sends, until it closes its end. Requests and
/// notifications go to `to`, in order; a response wakes its request after everything before it was
/// passed on. A malformed line is answered with the protocol's error; after `patience` of them,
/// reading ends.
pub(crate) async fn read<R: AsyncRead + Unpin>(
    input: R,
    max_bytes: usize,
    patience: Option<usize>,
    peer: Peer,
    to: mpsc::Sender<Incoming>,
) -> ReadEnd {
    let mut lines = Lines::new(input, max_bytes);
    let mut malformed = 0;
    let end = loop {
        let read = match lines.next().await {
            Ok(Some(Line::Whole(line))) => decode(&line),
            Ok(Some(Line::TooLong)) => Err(too_long(max_bytes)),
            Ok(None) | Err(_) => break ReadEnd::Closed,
        };
        let incoming = match read {
            Ok(None) => continue,
            Ok(Some(Message::Response { id, result })) => {
                peer.resolve(&id, result);
                continue;
            }
            Ok(Some(Message::Request { id, method, params })) => {
                Incoming::Request { id, method, params }
            }
            Ok(Some(Message::Notification { method, params })) => {
                Incoming::Notification { method, params }
            }
            Err(Malformed { error, id }) => {
                malformed += 1;
                if patience.is_some_and(|it| malformed > it) {
                    break ReadEnd::Malformed(error.message);
                }
                // Waiting here prevents a flood of invalid lines from filling the memory with
                // answers.
                peer.answer(id, Err(error)).await;
                continue;
            }
        };
        if to.send(incoming).await.is_err() {
            break ReadEnd::Closed;
        }
    };
    peer.close();
    end
}

fn too_long(max_bytes: usize) -> Malformed {
    let why = format_args!("a message may have {max_bytes} bytes at most");
    Malformed {
        error: said(Error::invalid_request(), why),
        id: RequestId::Null,
    }
}
