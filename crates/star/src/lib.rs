//! The Star Protocol: agents, environments and people exchange JSON messages through a hub, over
//! WebSocket. A program that wants to be an agent or an environment needs this crate alone.
//!
//! Enter through [`Agent`] and [`Environment`], the two roles a program usually plays; [`Client`] is
//! the connection below both. [`Envelope`] and [`Payload`] are the messages themselves, [`RawEnvelope`]
//! reads one without copying it, [`Reason`] is the table of errors, [`credential`] signs and checks
//! who may connect. `docs/star-protocol.md` describes the protocol with examples.
//!
//! Not here: routing, which is the crate `hub`, and what an action does, which is the environment's.

mod address;
mod agent;
mod client;
pub mod credential;
mod envelope;
mod environment;
mod error;
mod id;
mod outcomes;
mod payload;
mod raw;

use std::sync::Arc;

pub use self::address::{Address, ClientType};
pub use self::agent::Agent;
pub use self::client::{
    ActError, Backoff, Client, ClientCounts, ClientError, ClientOptions, Gap, HubAddress,
    InProcessConnection, InProcessFuture, InProcessHub, Incoming, Role,
};
pub use self::envelope::{Envelope, VERSION};
pub use self::environment::{ActionRequest, Environment, Request};
pub use self::error::{CloseCode, Code, Reason};
pub use self::id::{BadId, Id};
pub use self::payload::{
    Action, ErrorDetails, ErrorPayload, Event, Heartbeat, Outcome, OutcomeResult, Payload, Status,
    Stream,
};
pub use self::raw::{BadEnvelope, Party, RawEnvelope, id_of};

/// Where the present instant comes from; the program gives the real clock, tests a fixed one.
pub type Clock = Arc<dyn Fn() -> jiff::Timestamp + Send + Sync>;

/// Where ids of messages and actions come from: no two calls give the same, in no program.
pub type IdSource = Arc<dyn Fn() -> String + Send + Sync>;
