//! The one HTTP client: it sends a request, waits with patience but not for ever, and hands back
//! frames or a [`Fault`]. Enter through [`Http`]. Not here: retrying (the runner's affair), and what
//! any of it means (the providers').

mod fault;
mod frames;
mod retry_after;
#[cfg(test)]
mod tests;

pub use fault::Fault;
#[cfg(test)]
pub(crate) use frames::Cutter;
pub use frames::Frame;
use frames::frames;

use std::error::Error;
use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use model::Sentence;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Client, ClientBuilder, Response, Url, redirect};
use tokio_util::sync::CancellationToken;

use crate::provider::HttpRequest;
use crate::{LlmError, Misset};

/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How long to wait for a reply, and how much of it to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpLimits {
    /// From the request to the head of the reply, and again from there to its first piece: some
    /// servers send the head before they begin to think.
    pub first_byte: Duration,
    /// From one piece of the reply to the next.
    pub between_pieces: Duration,
    /// The whole reply, in bytes.
    pub reply_bytes: usize,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(60),
            between_pieces: Duration::from_secs(45),
            reply_bytes: 64 * 1024 * 1024,
        }
    }
}

/// The client. Cheap to clone; one is enough for a whole process.
#[derive(Debug, Clone)]
pub struct Http {
    /// For servers on this machine: plain HTTP, and never through a proxy.
    near: Client,
    /// For all others: HTTPS only. A machine without certificates can do without it until it asks
    /// for one of those.
    far: Result<Client, LlmError>,
}

impl Http {
    /// Makes the client.
    pub fn new() -> Result<Self, LlmError> {
        // A second installation is refused, and changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let near = builder().no_proxy().tls_certs_only([]).build();
        let far = builder().https_only(true).build();
        let failed = |error: reqwest::Error| LlmError::Misconfigured {
            message: format!(
                "no connection can be made on this machine: {}; are its certificates installed?",
                root(&error)
            )
            .into(),
        };
        Ok(Self {
            near: near.map_err(failed)?,
            far: far.map_err(failed),
        })
    }

    /// Sends a request and waits for the head of its reply, whatever the status.
    pub(crate) async fn send<'a>(
        &self,
        request: HttpRequest,
        attempt: &Attempt<'a>,
    ) -> Result<HttpReply<'a>, LlmError> {
        let url = check_address(&request.url)?;
        let client = match url.scheme() {
            "http" => &self.near,
            _ => self.far.as_ref().map_err(LlmError::clone)?,
        };
        let place = place(&url);
        let mut sent = client.request(request.method, url).headers(request.headers);
        if !request.body.is_null() {
            sent = sent.json(&request.body);
        }
        let response = attempt.wait(attempt.limits.first_byte, sent.send()).await?;
        let response = response.map_err(|error| {
            let what = if error.is_connect() {
                "no connection to"
            } else {
                "no reply from"
            };
            attempt.unreachable(format!("{what} {place}: {}", root(&error)))
        })?;
        Ok(HttpReply {
            response,
            attempt: *attempt,
            received: 0,
        })
    }
}

fn builder() -> ClientBuilder {
    // A redirection would carry the key, and the story, to an address nobody has chosen.
    Client::builder()
        .connect_timeout(CONNECT)
        .redirect(redirect::Policy::none())
}

/// One try at one request: on whose behalf, how long, until when.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) provider: &'a str,
    pub(crate) limits: &'a HttpLimits,
    pub(crate) cancelled: &'a CancellationToken,
}

impl Attempt<'_> {
    /// Waits for something, but no longer than `patience` nor than the caller wishes.
    async fn wait<T>(
        &self,
        patience: Duration,
        it: impl Future<Output = T>,
    ) -> Result<T, LlmError> {
        tokio::select! {
            biased;
            () = self.cancelled.cancelled() => Err(LlmError::Cancelled),
            done = tokio::time::timeout(patience, it) => done.map_err(|_| {
                self.unreachable(format!("it was silent for {} s", patience.as_secs_f32()))
            }),
        }
    }

    fn unreachable(&self, message: String) -> LlmError {
        LlmError::Unreachable {
            provider: self.provider.to_owned(),
            message,
        }
    }
}

/// A reply whose head has come and whose body is still to be read.
pub(crate) struct HttpReply<'a> {
    response: Response,
    attempt: Attempt<'a>,
    received: usize,
}

impl<'a> HttpReply<'a> {
    pub(crate) fn succeeded(&self) -> bool {
        self.response.status().is_success()
    }

    /// The body as the frames it is made of.
    pub(crate) fn into_frames(self) -> BoxStream<'a, Result<Frame, LlmError>> {
        let kind = content_type(self.response.headers());
        frames(self.into_pieces(), &kind).boxed()
    }

    /// The body as it is.
    pub(crate) async fn into_bytes(mut self) -> Result<Vec<u8>, LlmError> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.next().await? {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }

    /// The body as what the server says went wrong.
    pub(crate) async fn into_fault(self) -> Result<Fault, LlmError> {
        let provider = self.attempt.provider.to_owned();
        let status = self.response.status().as_u16();
        let headers = self.response.headers().clone();
        // Where even the complaint breaks off, its status still says what is the matter.
        let body = match frames::whole(self.into_pieces()).await {
            Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
            body => body.unwrap_or_default(),
        };
        Ok(Fault {
            provider,
            status,
            headers,
            body,
        })
    }

    fn into_pieces(self) -> impl Stream<Item = Result<Bytes, LlmError>> + Send + 'a {
        stream::try_unfold(self, |mut reply| async move {
            Ok(reply.next().await?.map(|piece| (piece, reply)))
        })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, LlmError> {
        let attempt = self.attempt;
        let limits = attempt.limits;
        let patience = if self.received == 0 {
            limits.first_byte
        } else {
            limits.between_pieces
        };
        let piece = attempt.wait(patience, self.response.chunk()).await?;
        let piece = piece.map_err(|error| LlmError::BrokenOff {
            provider: attempt.provider.to_owned(),
            message: root(&error),
        })?;
        self.received += piece.as_ref().map_or(0, Bytes::len);
        if self.received > limits.reply_bytes {
            return Err(LlmError::Unreadable {
                provider: attempt.provider.to_owned(),
                message: format!("it is longer than {} bytes", limits.reply_bytes),
            });
        }
        Ok(piece)
    }
}

fn content_type(headers: &HeaderMap) -> String {
    let text = headers
        .get(CONTENT_TYPE)
        .and_then(|it| it.to_str().ok())
        .unwrap_or_default();
    text.to_ascii_lowercase()
}

/// Reads an address, and refuses one that would carry the key or the story in the clear.
pub(crate) fn check_address(text: &str) -> Result<Url, LlmError> {
    let url = Url::parse(text).map_err(|error| {
        let word = Misset::AddressUnread {};
        let english = format!("{word}: {error}");
        let said = Sentence::from(word).said;
        LlmError::Misconfigured {
            message: Sentence { english, said },
        }
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Misset::AddressNamed {}.into());
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_this_machine(&url) => Ok(url),
        "http" => Err(Misset::AddressOpen { host: place(&url) }.into()),
        _ => Err(Misset::AddressOther {}.into()),
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || bare
            .parse::<std::net::IpAddr>()
            .is_ok_and(|it| it.is_loopback())
}

/// Host and port: as much of an address as a message may show.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The innermost cause, which is the one that says something; never the address.
fn root(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if error.source().is_none() {
        return "the request failed".into();
    }
    cause.to_string()
}
