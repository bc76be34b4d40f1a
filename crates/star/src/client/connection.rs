//! One connection of a client: a WebSocket, or a hub in the same process. Enter through [`open`]. Not
//! here: what is done with the messages, and connecting again.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Uri};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::ClientError;
use super::options::{ClientOptions, Role};
use super::stream::{self, Stream};
use crate::envelope::Envelope;
use crate::payload::ErrorPayload;

/// Where a hub is.
#[derive(Clone)]
pub enum HubAddress {
    /// At a URL: `ws://127.0.0.1:7780`, or `wss://…` for an encrypted connection.
    Url(String),
    /// In this process: messages pass without a socket, and are checked like all others.
    InProcess(Arc<dyn InProcessHub>),
}

impl From<String> for HubAddress {
    fn from(url: String) -> Self {
        Self::Url(url)
    }
}

impl From<&str> for HubAddress {
    fn from(url: &str) -> Self {
        Self::Url(url.to_owned())
    }
}

impl std::fmt::Display for HubAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Url(url) => f.write_str(url.trim_end_matches('/')),
            Self::InProcess(_) => f.write_str("this program"),
        }
    }
}

/// A future of a connection in the same process.
pub type InProcessFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A hub that clients of the same process connect to without a socket.
pub trait InProcessHub: Send + Sync {
    /// Connects a client; its credential is checked as over a socket.
    fn connect<'a>(
        &'a self,
        role: &'a Role,
        credential: Option<&'a str>,
    ) -> InProcessFuture<'a, Result<Box<dyn InProcessConnection>, ClientError>>;
}

/// A connection to a hub in the same process; it ends when it is dropped.
pub trait InProcessConnection: Send {
    /// The next text for the client; nothing once the hub has ended the connection. A text is not
    /// lost when the future is dropped.
    fn next(&mut self) -> InProcessFuture<'_, Option<Utf8Bytes>>;

    /// Takes a text of the client.
    fn send(&mut self, text: String);
}

/// An open connection.
pub(super) enum Connection {
    Socket(Box<WebSocketStream<Stream>>),
    InProcess(Box<dyn InProcessConnection>),
}

impl Connection {
    /// The next text; nothing in place of what carries none, such as a ping.
    pub(super) async fn next(&mut self) -> Option<Result<Option<Utf8Bytes>, Error>> {
        match self {
            Self::Socket(socket) => Some(socket.next().await?.map(|message| match message {
                Message::Text(text) => Some(text),
                _ => None,
            })),
            Self::InProcess(connection) => connection.next().await.map(|it| Ok(Some(it))),
        }
    }

    /// Sends a text with the next flush, or before it.
    pub(super) async fn feed(&mut self, text: String) -> Result<(), Error> {
        match self {
            Self::Socket(socket) => socket.feed(Message::text(text)).await,
            Self::InProcess(connection) => {
                connection.send(text);
                Ok(())
            }
        }
    }

    /// Sends everything that was fed.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        match self {
            Self::Socket(socket) => socket.flush().await,
            Self::InProcess(_) => Ok(()),
        }
    }
}

/// Connects.
pub(super) async fn open(options: &ClientOptions) -> Result<Connection, ClientError> {
    let opening = async {
        match &options.hub {
            HubAddress::Url(url) => open_socket(url.trim_end_matches('/'), options).await,
            HubAddress::InProcess(hub) => {
                let connected = hub.connect(&options.role, options.credential.as_deref());
                Ok(Connection::InProcess(connected.await?))
            }
        }
    };
    match timeout(options.patience, opening).await {
        Ok(opened) => opened,
        Err(_) => Err(unreachable(options, "it did not answer in time")),
    }
}

async fn open_socket(hub: &str, options: &ClientOptions) -> Result<Connection, ClientError> {
    let bad = || ClientError::BadAddress(hub.to_owned());
    let uri: Uri = hub.parse().map_err(|_| bad())?;
    let (is_encrypted, usual_port) = match uri.scheme_str() {
        Some("ws") => (false, 80),
        Some("wss") => (true, 443),
        _ => return Err(bad()),
    };
    let host = uri.host().ok_or_else(bad)?;
    let port = uri.port_u16().unwrap_or(usual_port);
    let address = format!("{hub}{}", options.role.path());
    let mut request = address.into_client_request().map_err(|_| bad())?;
    if let Some(credential) = &options.credential {
        let value = HeaderValue::from_str(&format!("Bearer {credential}"));
        let mut value = value.map_err(|_| unreachable(options, "the credential is none"))?;
        value.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let stream = stream::open(host, port, is_encrypted)
        .await
        .map_err(|error| unreachable(options, error))?;
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(Connection::Socket(Box::new(socket))),
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            let told: Result<Envelope<ErrorPayload>, _> = serde_json::from_slice(body);
            Err(match told {
                Ok(envelope) => ClientError::Refused(envelope.payload),
                Err(_) => unreachable(options, format!("it answered {}", response.status())),
            })
        }
        Err(error) => Err(unreachable(options, error)),
    }
}

/// The error for a hub that cannot be reached, and why.
pub(super) fn unreachable(options: &ClientOptions, why: impl ToString) -> ClientError {
    ClientError::Unreachable {
        address: options.hub.to_string(),
        why: why.to_string(),
    }
}
