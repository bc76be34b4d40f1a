//! Which open stories are also open to agents and people in other programs. Not here: hubs
//! ([`crate::StoryHub`]), and what each client may do ([`crate::agents`]).

use std::sync::Arc;

use capability::Code;
use llm::LanguageModel;

use super::{Workspace, WorkspaceOptions, lock_recovering};
use crate::agents::Agents;
use crate::settings::Settings;
use crate::{
    Failure, HubLauncher, HubReach, HubTraffic, OutsideAgents, OutsideServer, OutsideTools,
    RunningServers, ServerToStart, StoryHub, Studio, WorkspaceError, servers_to_start,
};

impl Workspace {
    /// Sets what opens stories to agents. Only the first call counts.
    #[must_use]
    pub fn with_hub_launcher(self, launcher: Arc<dyn HubLauncher>) -> Self {
        let _ = self.0.hub_launcher.set(launcher);
        self
    }

    /// Sets what provides tools of MCP servers. Only the first call counts.
    #[must_use]
    pub fn with_outside_tools(self, outside: Arc<dyn OutsideTools>) -> Self {
        let _ = self.0.outside_tools.set(outside);
        self
    }

    /// Lets agents of other programs be chosen as models.
    #[must_use]
    pub fn with_outside_agents(self, agents: Arc<dyn OutsideAgents>) -> Self {
        let _ = self.0.outside_agents.set(agents);
        self
    }

    /// The agent that a model's name refers to, if agents can be chosen.
    pub(super) fn agent_model(
        &self,
        name: &str,
        settings: &Settings,
    ) -> Option<Arc<dyn LanguageModel>> {
        let agents = self.0.outside_agents.get()?;
        crate::agent_model(&**agents, name, settings, &self.0.options.environment)
    }

    /// Starts the MCP servers of the settings for an opened story.
    pub(super) fn start_outside_tools(
        &self,
        studio: &Studio,
    ) -> Result<Option<Arc<dyn RunningServers>>, Failure> {
        let Some(outside) = self.0.outside_tools.get() else {
            return Ok(None);
        };
        Ok(Some(outside.start(studio, self.servers_to_start()?)))
    }

    /// The MCP servers of the current settings.
    pub(super) fn servers_to_start(&self) -> Result<Vec<ServerToStart>, Failure> {
        let options = &self.0.options;
        servers_to_start(&self.settings()?, &options.keys, &options.environment)
    }

    /// One MCP server with these settings.
    pub(super) fn server_to_start(
        &self,
        name: &str,
        server: &OutsideServer,
    ) -> Result<ServerToStart, Failure> {
        let WorkspaceOptions {
            keys, environment, ..
        } = &self.0.options;
        crate::outside_tools::server_to_start(name, server, keys, environment)
    }

    /// The credentials of an open story.
    pub fn agents(&self, studio: &Studio) -> Result<Agents, Failure> {
        Agents::of_story(self.0.config.as_deref(), studio)
    }

    /// Opens a story to agents and people in other programs; returns its address. A story that is
    /// already open keeps its address.
    pub async fn open_to_agents(
        &self,
        story: &str,
        mut reach: HubReach,
    ) -> Result<String, Failure> {
        let studio = self.studio(story).await?;
        let key = super::key_of(studio.store().path())?;
        // Stories are opened one at a time, so that none is opened twice.
        let _one = self.0.opening.lock().await;
        if let Some(address) = self.agents_address(&studio) {
            return Ok(address);
        }
        let launcher = self.0.hub_launcher.get().ok_or_else(|| {
            Failure::new(Code::Unavailable, WorkspaceError::NoHub {})
                .hint("`storyteller serve FILE --hub` can")
        })?;
        let agents = self.agents(&studio)?;
        reach.certificate = self.settings()?.hub;
        let hub = launcher.open(studio.clone(), agents, reach).await?;
        let address = hub.address();
        if let Some(open) = lock_recovering(&self.0.open).get_mut(&key) {
            open.hub = Some(hub);
        }
        studio.tell_agents_changed();
        Ok(address)
    }

    /// Closes a story to agents, with every connection; returns whether it was open to them.
    pub async fn close_to_agents(&self, story: &str) -> Result<bool, Failure> {
        let studio = self.studio(story).await?;
        let key = super::key_of(studio.store().path())?;
        let hub = lock_recovering(&self.0.open)
            .get_mut(&key)
            .and_then(|it| it.hub.take());
        let was_open = hub.is_some();
        if let Some(hub) = hub {
            hub.close().await;
            studio.tell_agents_changed();
        }
        Ok(was_open)
    }

    /// Closes every story to agents before the program exits: every client is told.
    pub async fn close_hubs(&self) {
        let hubs: Vec<_> = lock_recovering(&self.0.open)
            .values_mut()
            .filter_map(|it| it.hub.take())
            .collect();
        for hub in hubs {
            hub.close().await;
        }
    }

    /// The address of an open story for agents, if it is open to them.
    pub fn agents_address(&self, studio: &Studio) -> Option<String> {
        self.of_hub(studio, |it| Some(it.address()))
    }

    /// The address of an open story for MCP clients, if it is open to them.
    pub fn mcp_address(&self, studio: &Studio) -> Option<String> {
        self.of_hub(studio, |it| it.mcp_address())
    }

    /// The traffic of an open story's hub, if it is open to agents.
    pub fn hub_traffic(&self, studio: &Studio) -> Option<HubTraffic> {
        self.of_hub(studio, |it| it.traffic())
    }

    fn of_hub<T>(
        &self,
        studio: &Studio,
        tell: impl FnOnce(&dyn StoryHub) -> Option<T>,
    ) -> Option<T> {
        let story = studio.store().story_id();
        let open = lock_recovering(&self.0.open);
        let mut all = open.values();
        let found = all.find(|it| it.studio.store().story_id() == story)?;
        tell(found.hub.as_deref()?)
    }
}
