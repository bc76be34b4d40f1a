//! The transport of a connection: lines of bounded length, JSON-RPC 2.0 messages, and requests with
//! their responses. Knows nothing of what the messages mean. Start at [`Peer`].

mod lines;
mod message;
mod peer;
#[cfg(test)]
mod tests;

pub(crate) use self::message::{Message, decode, said};
pub(crate) use self::peer::{Incoming, Peer, ReadEnd, read};
