//! The messages with which hubs tell each other who is connected. Each hub numbers its messages, so
//! that a hub that missed one requests the whole list.

use hub::PeerClient;
use serde::{Deserialize, Serialize};

/// A message between hubs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Gossip {
    /// The hub that sends it.
    pub(crate) hub: String,
    /// The number of changes that it has announced, including this one.
    pub(crate) number: u64,
    #[serde(rename = "said")]
    pub(crate) content: GossipContent,
}

/// What a message says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GossipContent {
    /// The hub is new, or may have missed something: everybody is to send a list.
    Hello,
    /// All its clients.
    List(Vec<PeerClient>),
    /// One hub is to send a list.
    Ask(String),
    /// A client has connected.
    Joined(PeerClient),
    /// A client has disconnected.
    Left(PeerClient),
    /// The hub is there.
    Alive,
    /// The hub stops.
    Gone,
}
