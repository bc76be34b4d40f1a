//! The options of a hub.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use star::Clock;

use crate::access::Access;
use crate::certificate::Certificate;
use crate::kinds::Kinds;

/// The options of a hub. [`HubOptions::new`] returns defaults for a single computer.
#[derive(Clone)]
pub struct HubOptions {
    /// The address to listen on; port 0 selects any free one.
    pub address: SocketAddr,
    /// Who may connect.
    pub access: Access,
    /// What connections are encrypted with; without one they are not. Its names are host names of the
    /// hub.
    pub certificate: Option<Certificate>,
    /// Host names of the hub in addition to the loopback names, without a port.
    pub hosts: Vec<String>,
    /// Pages that may connect, as browsers write their origin: `https://example.org`. None by default.
    pub origins: Vec<String>,
    /// The files of a page for people, which the hub serves to browsers at `/`. Such a page may
    /// connect; none by default.
    pub page: Arc<[PageFile]>,
    /// The types of clients and messages.
    pub kinds: Kinds,
    /// Whether clients of the document's public implementation may connect at `/`.
    pub speaks_public_dialect: bool,
    /// The limits.
    pub limits: Limits,
    /// The timeouts.
    pub timing: Timing,
    /// Threads of the hub's own runtime.
    pub threads: usize,
    /// The current time.
    pub clock: Clock,
}

/// A file of the page for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Its path below `/`; `index.html` is the page itself.
    pub path: String,
    /// Its MIME type.
    pub content_type: String,
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
}

/// The limits above which a hub refuses.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes per envelope.
    pub message_bytes: usize,
    /// Bytes queued per client.
    pub queue_bytes: usize,
    /// Messages queued per client.
    pub queue_messages: usize,
    /// Messages per second and client, 0 for no limit; environments are not limited.
    pub messages_per_second: u32,
    /// Concurrent connections.
    pub connections: usize,
    /// Answered messages stored per client, so that a repeated one gets the first answer.
    pub answers: usize,
    /// Bytes of stored answers per client.
    pub answer_bytes: usize,
    /// Clients whose answers are stored while they are disconnected.
    pub absent_clients: usize,
}

/// The timeouts of a hub.
#[derive(Debug, Clone)]
pub struct Timing {
    /// The time between two heartbeats.
    pub heartbeat: Duration,
    /// Silence after which a client is disconnected.
    pub silence: Duration,
    /// For the request that opens a connection.
    pub handshake: Duration,
    /// For an existing client to show that it is alive, before a client without a credential
    /// replaces it.
    pub takeover: Duration,
    /// For a client to answer a close frame.
    pub close: Duration,
}

impl HubOptions {
    /// An open hub on any free port of the loopback interface.
    pub fn new(clock: Clock) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            access: Access::Open,
            certificate: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            page: Arc::default(),
            kinds: Kinds::default(),
            speaks_public_dialect: false,
            limits: Limits::default(),
            timing: Timing::default(),
            threads: 2,
            clock,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 1 << 20,
            queue_bytes: 4 << 20,
            queue_messages: 8192,
            messages_per_second: 20_000,
            connections: 16_384,
            answers: 128,
            answer_bytes: 256 << 10,
            absent_clients: 1024,
        }
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(15),
            silence: Duration::from_secs(40),
            handshake: Duration::from_secs(5),
            takeover: Duration::from_secs(2),
            close: Duration::from_secs(2),
        }
    }
}
