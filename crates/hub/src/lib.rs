//! The Star Protocol's hub: takes connections over WebSocket, checks who they are, passes messages on
//! by their recipient, and tells each client what went wrong (SP-1 … SP-9).
//!
//! Enter through [`Hub::bind`] with [`HubOptions`]; what runs is a [`RunningHub`]. A message's way is
//! `connection` → `router` → `directory` → `outbox`; `kinds` is the table of client and message types.
//!
//! Not here: what an action does. Nothing in this crate knows of stories, and a payload is never read.

mod access;
mod connection;
mod dialect;
mod directory;
mod errors;
mod handshake;
mod history;
mod http;
mod hub_actions;
mod kinds;
mod metrics;
mod notices;
mod options;
mod outbox;
mod router;
mod server;
mod sweep;

pub use self::access::{Access, AccessError, Issuer, Key};
pub use self::kinds::{ClientKind, Handling, Kinds, MessageKind};
pub use self::metrics::Counts;
pub use self::options::{HubOptions, Limits, Timing};
pub use self::server::{BindError, Hub, RunningHub};
