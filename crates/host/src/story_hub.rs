//! The hub through which agents and people connect to an open story, as the workspace sees it: that
//! it can be opened, its address, and that it ends when it is dropped. Not here: hubs themselves. A
//! program that has them sets a [`HubLauncher`]; the crate `environment` has one.

use async_trait::async_trait;

use crate::agents::Agents;
use crate::{Failure, Studio};

/// Opens stories to agents and people of other programs.
#[async_trait]
pub trait HubLauncher: Send + Sync {
    /// Starts a hub on this computer that takes credentials of this story alone, and joins the story
    /// to it. Without a port, the usual one or any free one.
    ///
    /// # Errors
    /// The port is taken, or the list of credentials cannot be read or written.
    async fn open(
        &self,
        studio: Studio,
        agents: Agents,
        port: Option<u16>,
    ) -> Result<Box<dyn StoryHub>, Failure>;
}

/// A story that is open to agents, until this is dropped.
#[async_trait]
pub trait StoryHub: Send + Sync {
    /// The address that agents add `/agent/NAME` to, and people `/human/NAME`.
    fn address(&self) -> String;

    /// The address for clients of the Model Context Protocol, if it is open to them too.
    fn mcp_address(&self) -> Option<String> {
        None
    }

    /// Leaves the hub and ends it; returns once every connection is closed.
    async fn close(self: Box<Self>);
}
