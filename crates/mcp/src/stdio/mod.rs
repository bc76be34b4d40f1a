//! The protocol over standard input and output: one JSON-RPC message on each line; an invalid line
//! gets the protocol's error instead of silence. Enter through [`serve_stdio`].

use std::io;
use std::sync::Arc;

use host::{Failure, Studio};
use rmcp::model::{ClientJsonRpcMessage, ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::{QuitReason, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt as _};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::handler::StoryServer;
use crate::{Admission, MAX_BYTES, ToolSet};

/// Serves a story to the program at the other end of standard input and output, until it closes
/// them or `stop` is cancelled.
///
/// # Errors
/// The client did not start as the protocol requires, or the program itself failed.
pub async fn serve_stdio(
    studio: Studio,
    admission: Admission,
    tools: ToolSet,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let (input, output) = rmcp::transport::io::stdio_pipes();
    serve(studio, admission, tools, stop, (input, output)).await
}

/// The same over any pair of streams.
pub(crate) async fn serve<R, W>(
    studio: Studio,
    admission: Admission,
    tools: ToolSet,
    stop: CancellationToken,
    (input, output): (R, W),
) -> Result<(), Failure>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let server = StoryServer::new(studio, admission, tools, stop.clone());
    let transport = Lines::new(input, output);
    let begun = server.serve_with_ct(transport, stop.clone()).await;
    let running = match begun {
        Ok(running) => running,
        // Disconnecting before the first request is not an error.
        Err(
            rmcp::service::ServerInitializeError::ConnectionClosed(_)
            | rmcp::service::ServerInitializeError::Cancelled,
        ) => return Ok(()),
        Err(error) => return Err(Failure::invalid(error.to_string())),
    };
    match running.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => {
            tracing::error!(%error, "the connection to a client fell");
            Err(Failure::panicked())
        }
        Ok(_) => Ok(()),
    }
}

/// Messages as lines of two streams.
pub(crate) struct Lines<R, W> {
    input: BufReader<R>,
    /// The line being read. Stored here, because reading may be interrupted at any time.
    line: Vec<u8>,
    /// Whether the line was longer than a message may be, so that its rest is skipped.
    is_too_long: bool,
    output: Arc<Mutex<W>>,
}

impl<R: AsyncRead + Unpin, W> Lines<R, W> {
    pub(crate) fn new(input: R, output: W) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            is_too_long: false,
            output: Arc::new(Mutex::new(output)),
        }
    }

    /// The next whole line; an error if it is too long, `None` at the end.
    async fn next_line(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        loop {
            let available = self.input.fill_buf().await.ok()?;
            if available.is_empty() {
                return None;
            }
            let end = available.iter().position(|it| *it == b'\n');
            let taken = end.map_or(available.len(), |it| it + 1);
            if self.line.len() + taken > MAX_BYTES {
                self.is_too_long = true;
                self.line.clear();
            }
            if !self.is_too_long {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.input.consume(taken);
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                return Some(match std::mem::take(&mut self.is_too_long) {
                    true => Err(TooLong),
                    false => Ok(line),
                });
            }
        }
    }
}

/// A line was longer than a message may be.
struct TooLong;

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        write(Arc::clone(&self.output), message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let read = match self.next_line().await? {
                Ok(line) => read(&line),
                Err(TooLong) => {
                    let message = format!("a message may have {MAX_BYTES} bytes at most");
                    Err((ErrorData::invalid_request(message, None), None))
                }
            };
            match read {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err((error, id)) => {
                    let answer = JsonRpcMessage::error(error, id);
                    // Waiting here prevents a flood of invalid lines from filling the memory with
                    // answers.
                    write(Arc::clone(&self.output), answer).await.ok()?;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.lock().await.shutdown().await
    }
}

async fn write<W: AsyncWrite + Unpin>(
    output: Arc<Mutex<W>>,
    message: TxJsonRpcMessage<RoleServer>,
) -> Result<(), io::Error> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}

/// Parses a line as a message; `None` for an empty line. The error is the protocol's, with the id
/// of the request if known.
fn read(line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, (ErrorData, Option<RequestId>)> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let message: Value = serde_json::from_slice(line).map_err(|error| {
        let message = format!("this line is not JSON: {error}");
        (ErrorData::parse_error(message, None), None)
    })?;
    let id = message.get("id").cloned();
    serde_json::from_value(message).map(Some).map_err(|_| {
        let message = "this is not a JSON-RPC 2.0 message of this protocol";
        let id = id.and_then(|it| serde_json::from_value(it).ok());
        (ErrorData::invalid_request(message, None), id)
    })
}

#[cfg(test)]
mod tests;
