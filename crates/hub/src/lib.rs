//! The Star Protocol's hub: accepts WebSocket connections, authenticates clients, forwards messages
//! to their recipients, and reports errors to the client concerned (SP-1 … SP-9).
//!
//! Enter through [`Hub::bind`] with [`HubOptions`]; a running hub is a [`RunningHub`]. A message
//! passes through `connection` → `router` → `directory` → `outbox`; `kinds` is the table of client
//! and message types.
//!
//! Not here: what an action means. This crate knows nothing of stories, and never reads a payload.

mod access;
mod certificate;
mod connection;
mod dialect;
mod directory;
mod errors;
mod handshake;
mod history;
mod http;
mod hub_actions;
mod in_process;
mod inbound;
mod kinds;
mod metrics;
mod notices;
mod options;
mod outbox;
mod page;
mod peers;
mod private_file;
mod router;
mod server;
mod sweep;

pub use self::access::{Access, AccessError, Issuer, Key};
pub use self::certificate::{Certificate, CertificateError};
pub use self::kinds::{ClientKind, Handling, Kinds, MessageKind};
pub use self::metrics::Counts;
pub use self::options::{HubOptions, Limits, PageFile, Timing};
pub use self::peers::{PeerClient, PeerEnding, PeerHandle, Peers};
pub use self::server::{BindError, Hub, RunningHub};
