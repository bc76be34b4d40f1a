//! What a hub is started with.

use std::net::SocketAddr;
use std::time::Duration;

use star::Clock;

use crate::access::Access;
use crate::kinds::Kinds;

/// What a hub is started with. [`HubOptions::new`] gives what suits one computer.
#[derive(Clone)]
pub struct HubOptions {
    /// Where to listen; port 0 takes any free one.
    pub address: SocketAddr,
    /// Who may connect.
    pub access: Access,
    /// Names under which the hub is reached beside the loopback names, without a port.
    pub hosts: Vec<String>,
    /// Pages that may connect, as browsers write their origin: `https://example.org`. None by default.
    pub origins: Vec<String>,
    /// The types of clients and messages.
    pub kinds: Kinds,
    /// Whether clients of the document's public implementation may connect at `/`.
    pub speaks_public_dialect: bool,
    /// How much is taken.
    pub limits: Limits,
    /// How long is waited.
    pub timing: Timing,
    /// Threads of the hub's own runtime.
    pub threads: usize,
    /// The present instant.
    pub clock: Clock,
}

/// How much a hub takes before it refuses.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of an envelope.
    pub message_bytes: usize,
    /// Bytes that may wait for one client.
    pub queue_bytes: usize,
    /// Messages that may wait for one client.
    pub queue_messages: usize,
    /// Messages a second of one client, 0 for any number; environments are not limited.
    pub messages_per_second: u32,
    /// Connections at once.
    pub connections: usize,
    /// Answered messages that are remembered for each client, so that a repeated one gets the first
    /// answer.
    pub answers: usize,
    /// Bytes of the answers that are remembered for each client.
    pub answer_bytes: usize,
    /// Clients whose answers are remembered while they are away.
    pub absent_clients: usize,
}

/// How long a hub waits.
#[derive(Debug, Clone)]
pub struct Timing {
    /// Between two heartbeats.
    pub heartbeat: Duration,
    /// Silence after which a client is dropped.
    pub silence: Duration,
    /// For the request that opens a connection.
    pub handshake: Duration,
    /// For a client in use to show that it is alive, before another takes its id without a credential.
    pub takeover: Duration,
    /// For a client to answer the end of its connection.
    pub close: Duration,
}

impl HubOptions {
    /// An open hub on any free port of the loopback interface.
    pub fn new(clock: Clock) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            access: Access::Open,
            hosts: Vec::new(),
            origins: Vec::new(),
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
