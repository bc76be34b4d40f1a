//! MCP servers as a window shows and changes them: which are configured, the state of each, what
//! its tools may do. A key can be written but never read back. Not here: the protocol, and how
//! servers run ([`crate::RunningServers`]).

use std::collections::BTreeMap;

use capability::ErrorReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::server_changes::{ServerChanges, changed, check_goes_safely, keeps_client_secret};
use super::server_sign_in::SignInView;
use super::{Workspace, lock_recovering};
use crate::outside_tools::client_secret_name;
use crate::settings::{PersistError, Settings};
use crate::{
    Failure, ListedTool, OutsideServer, ServerPhase, ServerState, WorkspaceError, full_tool_name,
    is_server_name,
};

/// A server of another program.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OutsideServerView {
    /// Its name, which stands before the names of its tools.
    pub name: String,
    /// The program to start; empty where it has an address.
    pub command: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The names of the variables it gets; never what they hold.
    pub env: Vec<String>,
    /// Its address; empty where it is a program.
    pub url: String,
    /// Where its key is kept; null where it has none.
    pub key: Option<String>,
    /// The id of a client that was registered with it by hand; empty where there is none.
    pub client_id: String,
    /// Where the secret of that client is kept; null where it has none.
    pub client_secret: Option<String>,
    /// Whether a person is signed in to it.
    pub sign_in: SignInView,
    /// How many seconds it may take; null for the default.
    pub seconds: Option<u64>,
    /// What it does now.
    pub phase: PhaseName,
    /// Why it failed, where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<ErrorReport>>,
    /// Its tools, as it told them last.
    pub tools: Vec<OutsideToolView>,
}

/// What a server does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// It has not listed its tools yet.
    Starting,
    /// Its tools can be used.
    Running,
    /// It could not be started, or has ended.
    Failed,
    /// It is left alone.
    Stopped,
    /// It starts when a story is opened.
    Waiting,
}

/// A tool of another program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutsideToolView {
    /// The name that its server gives it.
    pub name: String,
    /// The name by which the assistant calls it.
    pub called: String,
    /// What it says it does. Somebody else's words.
    pub description: String,
    /// Stands for its description; goes with what is decided about it.
    pub described: String,
    /// Whether it may be called.
    pub permission: ToolPermission,
    /// Whether it was allowed, and has changed its description.
    pub changed: bool,
}

/// Whether a tool of another program may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolPermission {
    /// Without asking, as long as its description and schema stay the same.
    Allow,
    /// After approval of each call.
    Ask,
    /// Never: it is not shown to models.
    Refuse,
}

/// A person's decision about a tool.
pub struct ToolToJudge {
    /// Its server.
    pub server: String,
    /// The server's name for the tool.
    pub tool: String,
    /// The description that the person saw, if any.
    pub described: Option<String>,
}

impl Workspace {
    /// The servers of the settings, and their states.
    pub async fn outside_servers(&self) -> Result<Vec<OutsideServerView>, Failure> {
        self.run_blocking(|workspace| workspace.server_views())
            .await
    }

    /// Adds or changes a server. Another program or address is not trusted: it inherits neither the
    /// permissions nor the key of the former one.
    pub async fn set_outside_server(
        &self,
        name: String,
        changes: ServerChanges,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        self.run_blocking(move |workspace| {
            let name = name.trim().to_owned();
            check_name(&name)?;
            let mut settings = workspace.settings()?;
            let before = settings.mcp.get(&name).cloned().unwrap_or_default();
            let mut after = changed(&before, &changes)?;
            let own_key = key_name(&name);
            let loses_key = after.key.is_empty() && before.key == own_key;
            if let Some(key) = &changes.key {
                check_goes_safely(&after.url)?;
                workspace.0.options.keys.save(&own_key, key)?;
                after.key.clone_from(&own_key);
                after.signed_in = false;
            } else if loses_key {
                workspace.0.options.keys.remove(&own_key)?;
            }
            let client_name = client_secret_name(&name);
            if let Some(secret) = &changes.client_secret {
                check_goes_safely(&after.url)?;
                workspace.0.options.keys.save(&client_name, secret)?;
            } else if !before.client_id.is_empty() && !keeps_client_secret(&before, &after) {
                workspace.0.options.keys.remove(&client_name)?;
            }
            if before.signed_in && !after.signed_in {
                workspace.saved_sign_in(&name, &before.url).remove()?;
            }
            if before.url != after.url {
                lock_recovering(&workspace.0.sign_ins).remove(&name);
            }
            settings.mcp.insert(name, after);
            workspace.keep_servers(&settings)
        })
        .await
    }

    /// Removes a server and its stored key.
    pub async fn remove_outside_server(
        &self,
        name: String,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        self.run_blocking(move |workspace| {
            let mut settings = workspace.settings()?;
            let gone = settings.mcp.remove(&name).ok_or_else(|| no_server(&name))?;
            if gone.key == key_name(&name) {
                workspace.0.options.keys.remove(&gone.key)?;
            }
            if !gone.client_id.is_empty() {
                let client_name = client_secret_name(&name);
                workspace.0.options.keys.remove(&client_name)?;
            }
            if gone.signed_in {
                workspace.saved_sign_in(&name, &gone.url).remove()?;
            }
            lock_recovering(&workspace.0.sign_ins).remove(&name);
            workspace.keep_servers(&settings)
        })
        .await
    }

    /// Starts or restarts a server in every open story, or stops using it.
    pub async fn run_outside_server(
        &self,
        name: String,
        runs: bool,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        self.run_blocking(move |workspace| {
            let mut settings = workspace.settings()?;
            let server = settings
                .mcp
                .get_mut(&name)
                .ok_or_else(|| no_server(&name))?;
            let was_off = std::mem::replace(&mut server.off, !runs);
            workspace.keep_servers(&settings)?;
            if runs && !was_off {
                workspace.restart_server(&name);
            }
            workspace.server_views()
        })
        .await
    }

    /// Restarts a server in every open story.
    pub(super) fn restart_server(&self, name: &str) {
        let open = lock_recovering(&self.0.open);
        let servers = open.values().filter_map(|it| it.servers.as_ref());
        servers.for_each(|it| it.restart(name));
    }

    /// Stores a decision about a tool of a server.
    pub async fn judge_outside_tool(
        &self,
        judged: ToolToJudge,
        permission: ToolPermission,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        self.run_blocking(move |workspace| {
            let ToolToJudge {
                server: name,
                tool,
                described,
            } = judged;
            let mut settings = workspace.settings()?;
            let server = settings
                .mcp
                .get_mut(&name)
                .ok_or_else(|| no_server(&name))?;
            let listed = workspace.server_states().remove(&name).unwrap_or_default();
            let listed = listed.tools.into_iter().find(|it| it.name == tool);
            // A tool can be denied before it is listed.
            let listed = match (listed, permission) {
                (None, ToolPermission::Allow | ToolPermission::Ask) => {
                    let server = name.clone();
                    let none = WorkspaceError::ServerToolNone { server, tool };
                    return Err(Failure::not_found(none).hint("start the server first"));
                }
                (listed, _) => listed,
            };
            let now = listed.map(|it| it.described);
            if permission == ToolPermission::Allow && described.is_some() && described != now {
                let changed = WorkspaceError::ServerToolChanged { tool };
                return Err(Failure::invalid(changed).hint("list the servers again"));
            }
            judge(server, &tool, permission, now);
            workspace.keep_servers(&settings)
        })
        .await
    }

    /// Saves the settings and applies them to every open story.
    pub(super) fn keep_servers(
        &self,
        settings: &Settings,
    ) -> Result<Vec<OutsideServerView>, Failure> {
        let Some(folder) = &self.0.config else {
            return Err(Failure::invalid(PersistError::SettingsFolderNone {})
                .hint("name one in the environment variable STORYTELLER_CONFIG"));
        };
        settings.save(folder)?;
        self.update_open_studios()?;
        self.server_views()
    }

    /// The states of the servers in the open stories; if they differ, that of a running one.
    fn server_states(&self) -> BTreeMap<String, ServerState> {
        let mut states: BTreeMap<String, ServerState> = BTreeMap::new();
        for open in lock_recovering(&self.0.open).values() {
            let running = open.servers.as_ref().map(|it| it.states());
            for (name, state) in running.unwrap_or_default() {
                let known = states.get(&name);
                if known.is_none_or(|it| it.phase != ServerPhase::Running) {
                    states.insert(name, state);
                }
            }
        }
        states
    }

    fn server_views(&self) -> Result<Vec<OutsideServerView>, Failure> {
        let mut states = self.server_states();
        let view = |(name, server): (String, OutsideServer)| {
            let key = match server.key.as_str() {
                "" => None,
                provider => self.find_key(provider.to_owned())?.place,
            };
            let client_secret = match server.client_id.as_str() {
                "" => None,
                _ => self.find_key(client_secret_name(&name))?.place,
            };
            let state = states.remove(&name);
            let (phase, why) = match state.as_ref().map(|it| &it.phase) {
                _ if server.off => (PhaseName::Stopped, None),
                None => (PhaseName::Waiting, None),
                Some(ServerPhase::Starting) => (PhaseName::Starting, None),
                Some(ServerPhase::Running) => (PhaseName::Running, None),
                Some(ServerPhase::Failed(why)) => (PhaseName::Failed, Some(why.clone())),
            };
            let sign_in = self.sign_in_view(&name, &server, why.as_deref());
            let tools = state.unwrap_or_default().tools.into_iter();
            Ok(OutsideServerView {
                tools: tools.map(|it| tool_view(&name, &server, it)).collect(),
                env: server.env.keys().cloned().collect(),
                command: server.command,
                args: server.args,
                url: server.url,
                seconds: server.seconds,
                name,
                key,
                client_id: server.client_id,
                client_secret,
                sign_in,
                phase,
                why,
            })
        };
        self.settings()?.mcp.into_iter().map(view).collect()
    }
}

fn check_name(name: &str) -> Result<(), Failure> {
    let name = name.to_owned();
    if !is_server_name(&name) {
        let misnamed = WorkspaceError::ServerMisnamed { name };
        return Err(Failure::invalid(misnamed).hint("use up to 24 letters, digits and _"));
    }
    if crate::Studio::specs().iter().any(|it| it.module == name) {
        let taken = WorkspaceError::ServerNameTaken { name };
        return Err(Failure::invalid(taken).hint("choose another"));
    }
    Ok(())
}

fn tool_view(name: &str, server: &OutsideServer, tool: ListedTool) -> OutsideToolView {
    let allowed = server.allowed.get(&tool.name);
    let permission = match allowed {
        _ if !server.takes(&tool.name) => ToolPermission::Refuse,
        Some(described) if *described == tool.described => ToolPermission::Allow,
        _ => ToolPermission::Ask,
    };
    OutsideToolView {
        called: full_tool_name(name, &tool.name),
        changed: permission == ToolPermission::Ask && allowed.is_some(),
        permission,
        name: tool.name,
        description: tool.description,
        described: tool.described,
    }
}

fn judge(
    server: &mut OutsideServer,
    tool: &str,
    permission: ToolPermission,
    described: Option<String>,
) {
    server.allowed.remove(tool);
    if permission == ToolPermission::Refuse {
        server.refused.insert(tool.to_owned());
        return;
    }
    server.refused.remove(tool);
    if let Some(only) = server
        .tools
        .as_mut()
        .filter(|it| !it.iter().any(|it| it == tool))
    {
        only.push(tool.to_owned());
    }
    if let Some(described) = described.filter(|_| permission == ToolPermission::Allow) {
        server.allowed.insert(tool.to_owned(), described);
    }
}

/// The name that a server's key is stored under.
fn key_name(server: &str) -> String {
    format!("mcp_{server}")
}

pub(super) fn no_server(name: &str) -> Failure {
    let name = name.to_owned();
    Failure::not_found(WorkspaceError::ServerNone { name })
        .hint("list_outside_servers names those there are")
}
