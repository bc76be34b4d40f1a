//! The only HTTP client: it sends a request, applies timeouts, and returns frames or an
//! [`HttpFailure`]. Start at [`Http`]. Retries are up to the runner, and the meaning of frames is
//! up to the providers.

mod frames;
mod http_failure;
mod request;
mod retry_after;
#[cfg(test)]
mod tests;

pub use frames::Frame;
#[cfg(test)]
pub(crate) use frames::FrameSplitter;
use frames::frames;
pub use http_failure::HttpFailure;
pub use request::HttpRequest;

use std::error::Error;
use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use model::LocalizedMessage;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, ClientBuilder, Response, Url, redirect};
use tokio_util::sync::CancellationToken;

use crate::{ConfigError, LlmError};

/// How long a server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Timeouts and size limit of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpLimits {
    /// Time from the request to the response headers, and again from there to the first piece of
    /// the body: some servers send the headers before the model starts.
    pub first_byte: Duration,
    /// Time between two pieces of the body.
    pub between_chunks: Duration,
    /// Size of the whole body, in bytes.
    pub reply_bytes: usize,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(60),
            between_chunks: Duration::from_secs(45),
            reply_bytes: 64 * 1024 * 1024,
        }
    }
}

/// The client. Cheap to clone; one per process is enough.
#[derive(Debug, Clone)]
pub struct Http {
    /// For servers on this machine: plain HTTP, never through a proxy.
    loopback_client: Client,
    /// For all other servers: HTTPS only. A machine without root certificates fails only when such
    /// a server is used.
    remote_client: Result<Client, LlmError>,
}

impl Http {
    /// Creates the client.
    pub fn new() -> Result<Self, LlmError> {
        // Installing the provider a second time fails without effect.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let loopback_client = builder().no_proxy().tls_certs_only([]).build();
        let remote_client = builder().https_only(true).build();
        let failed = |error: reqwest::Error| LlmError::Misconfigured {
            message: format!(
                "no connection can be made on this machine: {}; are its certificates installed?",
                root_cause(&error)
            )
            .into(),
        };
        Ok(Self {
            loopback_client: loopback_client.map_err(failed)?,
            remote_client: remote_client.map_err(failed),
        })
    }

    /// Sends a request and waits for the response headers, whatever the status.
    pub(crate) async fn send<'a>(
        &self,
        request: HttpRequest,
        attempt: &Attempt<'a>,
    ) -> Result<HttpReply<'a>, LlmError> {
        let url = check_address(&request.url)?;
        let client = match url.scheme() {
            "http" => &self.loopback_client,
            _ => self.remote_client.as_ref().map_err(LlmError::clone)?,
        };
        let place = host_and_port(&url);
        let mut sent = client
            .request(request.method, url)
            .headers(request.headers)
            .header(ACCEPT_ENCODING, "identity");
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
            attempt.unreachable(format!("{what} {place}: {}", root_cause(&error)))
        })?;
        if let Some(encoding) = unknown_encoding(response.headers()) {
            return Err(LlmError::Unreadable {
                provider: attempt.provider.to_owned(),
                message: format!(
                    "it is compressed ({encoding}), which was not asked for; a proxy on the way may \
                     do that"
                ),
            });
        }
        Ok(HttpReply {
            response,
            attempt: *attempt,
            received: 0,
        })
    }
}

fn builder() -> ClientBuilder {
    // Following a redirect would send the key and the story to an address nobody has chosen.
    Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(redirect::Policy::none())
}

/// One attempt at a request: its provider, timeouts and cancellation token.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) provider: &'a str,
    pub(crate) limits: &'a HttpLimits,
    pub(crate) cancelled: &'a CancellationToken,
}

impl Attempt<'_> {
    /// Waits for a future, at most for `time_limit` and until the caller cancels.
    async fn wait<T>(
        &self,
        time_limit: Duration,
        it: impl Future<Output = T>,
    ) -> Result<T, LlmError> {
        tokio::select! {
            biased;
            () = self.cancelled.cancelled() => Err(LlmError::Cancelled),
            done = tokio::time::timeout(time_limit, it) => done.map_err(|_| {
                self.unreachable(format!("it was silent for {} s", time_limit.as_secs_f32()))
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

/// A response whose headers have arrived and whose body has not been read.
pub(crate) struct HttpReply<'a> {
    response: Response,
    attempt: Attempt<'a>,
    received: usize,
}

impl<'a> HttpReply<'a> {
    pub(crate) fn is_success(&self) -> bool {
        self.response.status().is_success()
    }

    /// The body as frames.
    pub(crate) fn into_frames(self) -> BoxStream<'a, Result<Frame, LlmError>> {
        let kind = content_type(self.response.headers());
        frames(self.into_chunks(), &kind).boxed()
    }

    /// The body as bytes.
    pub(crate) async fn into_bytes(mut self) -> Result<Vec<u8>, LlmError> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.next().await? {
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }

    /// The body as an error response.
    pub(crate) async fn into_failure(self) -> Result<HttpFailure, LlmError> {
        let provider = self.attempt.provider.to_owned();
        let status = self.response.status().as_u16();
        let headers = self.response.headers().clone();
        // If reading the error body fails too, the status still says what is wrong.
        let body = match frames::whole(self.into_chunks()).await {
            Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
            body => body.unwrap_or_default(),
        };
        Ok(HttpFailure {
            provider,
            status,
            headers,
            body,
        })
    }

    fn into_chunks(self) -> impl Stream<Item = Result<Bytes, LlmError>> + Send + 'a {
        stream::try_unfold(self, |mut reply| async move {
            Ok(reply.next().await?.map(|piece| (piece, reply)))
        })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, LlmError> {
        let attempt = self.attempt;
        let limits = attempt.limits;
        let time_limit = if self.received == 0 {
            limits.first_byte
        } else {
            limits.between_chunks
        };
        let piece = attempt.wait(time_limit, self.response.chunk()).await?;
        let piece = piece.map_err(|error| LlmError::BrokenOff {
            provider: attempt.provider.to_owned(),
            message: root_cause(&error),
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

/// A compression of the body that was not asked for.
fn unknown_encoding(headers: &HeaderMap) -> Option<String> {
    let encoding = headers.get(CONTENT_ENCODING)?.to_str().ok()?.trim();
    let is_plain = encoding.is_empty() || encoding.eq_ignore_ascii_case("identity");
    (!is_plain).then(|| encoding.to_owned())
}

fn content_type(headers: &HeaderMap) -> String {
    let text = headers
        .get(CONTENT_TYPE)
        .and_then(|it| it.to_str().ok())
        .unwrap_or_default();
    text.to_ascii_lowercase()
}

/// Parses a URL and rejects one that would send the key or the story unencrypted.
pub(crate) fn check_address(text: &str) -> Result<Url, LlmError> {
    let url = Url::parse(text).map_err(|error| {
        let word = ConfigError::AddressUnread {};
        let english = format!("{word}: {error}");
        let said = LocalizedMessage::from(word).said;
        LlmError::Misconfigured {
            message: LocalizedMessage { english, said },
        }
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ConfigError::AddressNamed {}.into());
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_this_machine(&url) => Ok(url),
        "http" => Err(ConfigError::AddressOpen {
            host: host_and_port(&url),
        }
        .into()),
        _ => Err(ConfigError::AddressOther {}.into()),
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

/// Host and port: the part of a URL that an error message may show.
fn host_and_port(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The innermost cause, which is the most specific one; never the URL.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if error.source().is_none() {
        return "the request failed".into();
    }
    cause.to_string()
}
