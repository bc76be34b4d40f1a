//! The hub through which agents and people connect to an open story, as the workspace sees it: it
//! can be opened, has an address, and ends when it is dropped. Not here: hubs themselves. A program
//! that has them sets a [`HubLauncher`]; the crate `environment` has one.

use async_trait::async_trait;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agents::Agents;
use crate::{Failure, Studio};

/// Opens stories to agents and people in other programs.
#[async_trait]
pub trait HubLauncher: Send + Sync {
    /// Starts a hub on this computer that accepts credentials of this story only, and connects the
    /// story to it.
    ///
    /// # Errors
    /// The port is taken, the computer is in no network, or the list of credentials cannot be read
    /// or written.
    async fn open(
        &self,
        studio: Studio,
        agents: Agents,
        reach: HubReach,
    ) -> Result<Box<dyn StoryHub>, Failure>;
}

/// Where a hub of this program is reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HubReach {
    /// The port; without one, the usual one of the story, or another where that is taken.
    pub port: Option<u16>,
    /// Whether other computers of the network reach it, not only this one.
    pub network: bool,
    /// What connections from other computers are encrypted with. The workspace takes it from the
    /// settings.
    pub certificate: Option<CertificateFiles>,
}

/// Files of a certificate, in PEM.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateFiles {
    /// The certificate, with those that lead to its authority.
    pub certificate: PathBuf,
    /// Its private key, which only its owner may be able to read.
    pub key: PathBuf,
}

/// A story that is open to agents, until this is dropped.
#[async_trait]
pub trait StoryHub: Send + Sync {
    /// The address to which agents append `/agent/NAME`, and people `/human/NAME`.
    fn address(&self) -> String;

    /// The address for MCP clients, if it is open to them too.
    fn mcp_address(&self) -> Option<String> {
        None
    }

    /// The traffic of the hub, if it belongs to this program.
    fn traffic(&self) -> Option<HubTraffic> {
        None
    }

    /// Leaves the hub and stops it; returns once every connection is closed.
    async fn close(self: Box<Self>);
}

/// What passed through a hub since it was started (SP-8).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HubTraffic {
    /// Clients connected now, the story among them.
    pub connections: u64,
    /// Messages received from clients, by their types.
    pub received: Vec<Counted>,
    /// Messages sent to clients.
    pub delivered: u64,
    /// Messages that wait to be sent now.
    pub queued: u64,
    /// Messages left out for slow readers, who are told and can fetch them.
    pub skipped: u64,
    /// Errors sent to clients, by their reasons.
    pub errors: Vec<Counted>,
    /// The time within which half of the messages left the hub, in microseconds, rounded up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_micros: Option<u64>,
    /// The same for 99 of 100 messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p99_micros: Option<u64>,
}

/// How many there were of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counted {
    /// The kind: a type of messages, or the reason of an error.
    pub name: String,
    /// How many.
    pub count: u64,
}
