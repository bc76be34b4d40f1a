//! The start of every command: settings and keys, and the story opened with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use capability::{Caller, ToolSpec};
use clap::ArgMatches;
use model::NodeId;
use runner::Autonomy;

use super::question::TerminalApprover;
use host::Failure;
use host::settings::{Environment, Keys, OsKeyChain, Settings};
use host::workspace::WorkspaceOptions;
use host::{
    AssistantOptions, HubLauncher, OutsideTools as _, RealWorld, RunningServers, Studio,
    StudioOptions, Workspace, models,
};

/// Settings and keys of this person on this computer.
pub(super) struct Session {
    pub(super) environment: Environment,
    pub(super) folder: Option<PathBuf>,
    pub(super) settings: Settings,
    pub(super) keys: Keys,
}

impl Session {
    /// Reads the environment and the settings file.
    pub(super) fn load(environment: Environment) -> Result<Self, Failure> {
        let folder = environment.config_folder();
        let settings = folder
            .as_deref()
            .map(Settings::load)
            .transpose()?
            .unwrap_or_default();
        let keys = Keys::new(Arc::new(OsKeyChain), environment.clone(), folder.as_deref());
        Ok(Self {
            environment,
            folder,
            settings,
            keys,
        })
    }

    /// How a story is opened without the assistant: no model is set up.
    pub(super) fn options(&self) -> StudioOptions {
        StudioOptions {
            image: models::image_model(&self.settings, &self.keys),
            author: self.settings.author(&self.environment),
            ..StudioOptions::built_in(Arc::new(RealWorld))
        }
    }

    /// How a story is opened to talk to the assistant, with the model from the command line or the
    /// settings.
    pub(super) fn options_with_assistant(
        &self,
        matches: &ArgMatches,
    ) -> Result<StudioOptions, Failure> {
        let base_url = text(matches, "base-url");
        let chosen = text(matches, "model");
        if base_url.is_some() && chosen.is_none() {
            let hint = "name the model that the server knows: --model qwen3:8b";
            return Err(Failure::invalid("--base-url needs --model").hint(hint));
        }
        let name = chosen.unwrap_or(&self.settings.model);
        let agent = host::agent_model(&::acp::Agents, name, &self.settings, &self.environment);
        let model = match agent {
            Some(agent) => agent,
            None => models::language_model(name, base_url, &self.settings, &self.keys)?,
        };
        Ok(StudioOptions {
            model,
            assistant: AssistantOptions::of(&self.settings, &self.environment, &self.keys),
            ..self.options()
        })
    }

    /// The workspace of this person, with the model named on the command line.
    pub(super) fn workspace(&self, matches: &ArgMatches) -> Result<Workspace, Failure> {
        self.options_with_assistant(matches)?;
        Ok(self.workspace_with(named_model(matches)))
    }

    /// The same, with another way to open stories to agents.
    pub(super) fn workspace_through(
        &self,
        matches: &ArgMatches,
        launcher: Arc<dyn HubLauncher>,
    ) -> Result<Workspace, Failure> {
        self.options_with_assistant(matches)?;
        Ok(self
            .bare_workspace(named_model(matches))
            .with_hub_launcher(Arc::new(::mcp::http::Launcher::beside(launcher))))
    }

    /// The workspace of this person, with the given model or that of the settings.
    pub(super) fn workspace_with(&self, model: Option<(String, Option<String>)>) -> Workspace {
        let hub = Arc::new(environment::Launcher);
        let launcher = ::mcp::http::Launcher::beside(hub);
        self.bare_workspace(model)
            .with_hub_launcher(Arc::new(launcher))
    }

    fn bare_workspace(&self, model: Option<(String, Option<String>)>) -> Workspace {
        Workspace::new(WorkspaceOptions {
            environment: self.environment.clone(),
            keys: self.keys.clone(),
            model,
        })
        .with_outside_tools(Arc::new(::mcp::outside::Servers))
        .with_outside_agents(Arc::new(::acp::Agents))
    }

    /// Starts the MCP servers that the settings name, and waits for their tools. They stop when the
    /// returned value is dropped.
    pub(super) async fn start_outside_tools(
        &self,
        studio: &Studio,
    ) -> Result<Arc<dyn RunningServers>, Failure> {
        let servers = host::servers_to_start(&self.settings, &self.keys, &self.environment)?;
        let running = ::mcp::outside::Servers.start(studio, servers);
        running.ready().await;
        Ok(running)
    }

    /// Opens the story named on the command line, without a conversation.
    pub(super) fn open(&self, matches: &ArgMatches) -> Result<Studio, Failure> {
        Ok(Studio::open(path(matches), self.options())?)
    }

    /// Creates the story named on the command line; its folder must exist.
    pub(super) fn create(&self, matches: &ArgMatches, title: &str) -> Result<Studio, Failure> {
        Self::require_parent_folder(path(matches))?;
        Ok(Studio::create(path(matches), title, self.options())?)
    }

    /// Fails if the parent folder of a new story does not exist.
    pub(super) fn require_parent_folder(path: &Path) -> Result<(), Failure> {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|it| !it.is_dir()) {
            return Err(
                Failure::not_found(format!("there is no folder {}", folder.display()))
                    .hint("create it first, or choose another"),
            );
        }
        Ok(())
    }

    /// Opens the story read-only.
    pub(super) fn open_read_only(&self, matches: &ArgMatches) -> Result<Studio, Failure> {
        let options = StudioOptions {
            read_only: true,
            ..self.options()
        };
        Ok(Studio::open(path(matches), options)?)
    }

    /// The autonomy from the command line, else from the settings.
    pub(super) fn autonomy(&self, matches: &ArgMatches) -> Autonomy {
        match text(matches, "autonomy") {
            Some("review") => Autonomy::Review,
            Some("adopt") => Autonomy::Adopt,
            Some("ask") => Autonomy::Ask,
            _ => self.settings.autonomy,
        }
    }
}

/// The model named on the command line, with its address.
fn named_model(matches: &ArgMatches) -> Option<(String, Option<String>)> {
    let owned = |name| text(matches, name).map(str::to_owned);
    owned("model").map(|it| (it, owned("base-url")))
}

/// The person at this terminal as a caller.
pub(super) fn person(studio: &Studio, matches: &ArgMatches) -> Caller {
    studio.person("cli", Arc::new(TerminalApprover::new(flag(matches, "yes"))))
}

/// Every tool of an open story.
pub(super) fn specs(studio: &Studio) -> Vec<ToolSpec> {
    let specs = studio.registry().specs().into_iter();
    specs.map(std::sync::Arc::unwrap_or_clone).collect()
}

/// The story file that was named.
pub(super) fn path(matches: &ArgMatches) -> &Path {
    Path::new(text(matches, "file").unwrap_or_default())
}

/// The text of an argument, if the command has it and it was given.
pub(super) fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    matches
        .try_get_one::<String>(name)
        .ok()
        .flatten()
        .map(String::as_str)
}

/// Whether a flag was given.
pub(super) fn flag(matches: &ArgMatches, name: &str) -> bool {
    matches
        .try_get_one::<bool>(name)
        .ok()
        .flatten()
        .copied()
        .unwrap_or(false)
}

/// A number that was given.
pub(super) fn number(matches: &ArgMatches, name: &str) -> Option<u64> {
    matches.try_get_one::<u64>(name).ok().flatten().copied()
}

/// The node given with `--node`, if any.
pub(super) fn node(studio: &Studio, matches: &ArgMatches) -> Result<Option<NodeId>, Failure> {
    text(matches, "node")
        .map(|it| find_node(studio, it))
        .transpose()
}

/// The node that a reference names: a title, or part of an id.
pub(super) fn find_node(studio: &Studio, reference: &str) -> Result<NodeId, Failure> {
    let story = studio.store().view(None).graph()?;
    Ok(capability::find_node(&story, reference)?)
}
