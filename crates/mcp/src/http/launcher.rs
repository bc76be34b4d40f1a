//! Opens a story of the window to MCP clients too, in addition to the hub. Enter through
//! [`Launcher`], which a program passes to its workspace.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use async_trait::async_trait;
use host::agents::Agents;
use host::{Failure, HubLauncher, HubReach, HubTraffic, StoryHub, Studio};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{Endpoint, PATH};

/// The first port to try.
const DEFAULT_PORT: u16 = 7790;

/// Opens stories through another launcher, and to MCP clients.
pub struct Launcher(Arc<dyn HubLauncher>);

impl Launcher {
    /// Stories opened by `hub` are also open to MCP clients.
    pub fn beside(hub: Arc<dyn HubLauncher>) -> Self {
        Self(hub)
    }
}

#[async_trait]
impl HubLauncher for Launcher {
    async fn open(
        &self,
        studio: Studio,
        agents: Agents,
        reach: HubReach,
    ) -> Result<Box<dyn StoryHub>, Failure> {
        let listener = listen().await.map_err(|error| {
            Failure::io("cannot listen on 127.0.0.1", &error)
                .hint("another program may hold every port; end it and try again")
        })?;
        let address = listener
            .local_addr()
            .map_err(|error| Failure::io("cannot listen on 127.0.0.1", &error))?;
        let hub = self.0.open(studio.clone(), agents.clone(), reach).await?;
        let stop = CancellationToken::new();
        let routes = Endpoint::of_story(studio, agents, stop.clone()).router();
        let ended = stop.clone();
        tokio::spawn(async move {
            let served = axum::serve(listener, routes)
                .with_graceful_shutdown(async move { ended.cancelled().await });
            if let Err(error) = served.await {
                tracing::warn!(%error, "clients of MCP are served no more");
            }
        });
        Ok(Box::new(Both {
            hub,
            mcp: format!("http://{address}{PATH}"),
            stop: stop.drop_guard(),
        }))
    }
}

async fn listen() -> io::Result<TcpListener> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, DEFAULT_PORT)).await {
        Ok(listener) => Ok(listener),
        Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
    }
}

/// A story that is open through a hub and to MCP clients.
struct Both {
    hub: Box<dyn StoryHub>,
    mcp: String,
    stop: DropGuard,
}

#[async_trait]
impl StoryHub for Both {
    fn address(&self) -> String {
        self.hub.address()
    }

    fn mcp_address(&self) -> Option<String> {
        Some(self.mcp.clone())
    }

    fn traffic(&self) -> Option<HubTraffic> {
        self.hub.traffic()
    }

    async fn close(self: Box<Self>) {
        drop(self.stop);
        self.hub.close().await;
    }
}
