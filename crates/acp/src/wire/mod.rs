//! The two ends of a connection: lines of bounded length, what is and what is no message of JSON-RPC 2.0,
//! and requests with their answers. Knows nothing of what the messages mean. Start at [`Peer`].

mod lines;
mod message;
mod peer;
#[cfg(test)]
mod tests;

pub(crate) use self::message::{Message, decode, said};
pub(crate) use self::peer::{Incoming, Peer, ReadEnd, read};
