//! Tools of MCP servers: the servers in the settings are started for a story and stop when it is
//! closed. Not here: the protocol. A program that speaks it passes in an [`OutsideTools`]; the
//! crate `mcp` has one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use capability::{ErrorReport, ToolError};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::settings::{Environment, Keys, Settings};
use crate::{Failure, OutsideResource, SavedSignIn, SignIn, Studio};

/// A server of another program, as it is in `settings.toml` under `[mcp.NAME]`. Its tools join those
/// of the story as a capability of that name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OutsideServer {
    /// The program to start; it speaks over its standard input and output.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Its environment, beside the path and the home folder; nothing else of ours reaches it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Its address, in place of a program: `http://127.0.0.1:4000/mcp`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// The provider's name under which the key for this address is kept: `storyteller key set NAME`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// The id of a client that was registered with the address by hand, for signing in where programs
    /// cannot register themselves. Its secret, if it has one, is kept like a key.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client_id: String,
    /// Whether a person has signed in to this address; the tokens are kept like a key.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub signed_in: bool,
    /// The only tools to take from it; all if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// How many seconds it may take to start, and to answer; 20 and 120 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Whether it is left alone for now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
    /// Its tools that nobody may call.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub refused: BTreeSet<String>,
    /// Its tools that run without a question, each with the hash of how it described itself when it was
    /// allowed; one whose description changes asks again.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub allowed: BTreeMap<String, String>,
}

impl OutsideServer {
    /// Whether a tool of the server is used, by the server's name for it.
    pub fn takes(&self, tool: &str) -> bool {
        let only = self.tools.as_ref();
        !self.refused.contains(tool) && only.is_none_or(|it| it.iter().any(|it| it == tool))
    }

    /// Whether it is the same program or address with the same options; permissions of its tools
    /// may differ.
    pub fn starts_like(&self, other: &Self) -> bool {
        let way = |it: &Self| Self {
            tools: None,
            refused: BTreeSet::new(),
            allowed: BTreeMap::new(),
            ..it.clone()
        };
        way(self) == way(other)
    }
}

/// The longest tool name that model services accept.
const MAX_NAME: usize = 64;

/// Whether this is a valid server name: it is the prefix of its tools' names.
pub fn is_server_name(name: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || it == '_';
    (1..=24).contains(&name.len()) && name.chars().all(fits)
}

/// A tool's name in the form that model services accept.
pub fn plain_tool_name(tool: &str) -> String {
    let fits = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let plain = tool.chars().map(|it| if fits(it) { it } else { '_' });
    plain.take(MAX_NAME).collect()
}

/// The same with its server as a prefix: the name that a model calls it by.
pub fn full_tool_name(server: &str, tool: &str) -> String {
    let mut name = format!("{server}_{}", plain_tool_name(tool));
    name.truncate(MAX_NAME);
    name
}

/// The tools that these settings allow without approval, in the runner's format.
pub(crate) fn allowed_tools(settings: &Settings) -> Vec<String> {
    let in_use = settings.mcp.iter().filter(|(_, it)| !it.off);
    let of_server = |(name, server): (&String, &OutsideServer)| {
        let allowed = server.allowed.iter().filter(|(tool, _)| server.takes(tool));
        allowed
            .map(|(tool, hash)| format!("{} {hash}", full_tool_name(name, tool)))
            .collect::<Vec<_>>()
    };
    in_use.flat_map(of_server).collect()
}

/// The name that the secret of a server's client is stored under.
pub(crate) fn client_secret_name(server: &str) -> String {
    format!("mcp_{server}_client")
}

/// A server to start for a story.
#[derive(Clone)]
pub struct ServerToStart {
    /// Its name in the settings.
    pub name: String,
    /// Its settings.
    pub settings: OutsideServer,
    /// The key for its address, if it has one.
    pub key: Option<SecretString>,
    /// The secret of the client that was registered by hand, if it has one.
    pub client_secret: Option<SecretString>,
    /// Where the tokens of a sign-in to its address are kept.
    pub sign_in: SavedSignIn,
    /// The whole environment of its process.
    pub environment: BTreeMap<String, String>,
}

/// Provides tools of MCP servers.
#[async_trait]
pub trait OutsideTools: Send + Sync {
    /// Starts servers for a story; their tools are added as soon as a server has listed them. The
    /// servers stop when the returned value is dropped.
    fn start(&self, studio: &Studio, servers: Vec<ServerToStart>) -> Arc<dyn RunningServers>;

    /// Begins to sign a person in to a server at an address.
    ///
    /// # Errors
    /// The server does not answer, or offers no way to sign in.
    async fn sign_in(&self, server: ServerToStart) -> Result<SignIn, ToolError>;
}

/// Servers that run for a story, until this is dropped.
#[async_trait]
pub trait RunningServers: Send + Sync {
    /// Returns once every server has listed its tools or failed: for programs that make one request
    /// and exit. Takes as long as a server may take to start.
    async fn ready(&self);
    /// Replaces the running servers: stops those not in the list, starts those that are new or
    /// start differently, and leaves the others running.
    fn update(&self, servers: Vec<ServerToStart>);
    /// Restarts a server.
    fn restart(&self, server: &str);
    /// The state of each server, by name. For a server at an address, this also triggers a check
    /// whether it still answers; the next call returns the result.
    fn states(&self) -> BTreeMap<String, ServerState>;
}

/// The state of a server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerState {
    /// Its phase.
    pub phase: ServerPhase,
    /// The tools it listed last, including those that are not used.
    pub tools: Vec<ListedTool>,
    /// The resources it listed last.
    pub resources: Arc<[OutsideResource]>,
}

/// The phase of a server.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ServerPhase {
    /// It has not listed its tools yet.
    #[default]
    Starting,
    /// It has listed its tools.
    Running,
    /// It could not be started, or has stopped, for this reason. If it did not start, it is retried
    /// after a while; if it stopped, it is restarted with the next call of its tools.
    Failed(Box<ErrorReport>),
}

/// A tool as its server describes it, sanitized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTool {
    /// The server's name for it.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The hash of its description, which a permission refers to.
    pub described: String,
}

/// The environment variables passed to other programs; none of them is a key.
const PASSED_ON: [&str; 9] = [
    "HOME",
    "LANG",
    "LC_ALL",
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "USERPROFILE",
];

/// The part of our environment passed to other programs.
pub(crate) fn passed_on(environment: &Environment) -> BTreeMap<String, String> {
    let passed = PASSED_ON
        .iter()
        .filter_map(|it| Some(((*it).to_owned(), environment.get(it)?.to_owned())));
    passed.collect()
}

/// The servers of these settings, with their keys and a clean environment for each.
///
/// # Errors
/// A stored key cannot be read.
pub fn servers_to_start(
    settings: &Settings,
    keys: &Keys,
    environment: &Environment,
) -> Result<Vec<ServerToStart>, Failure> {
    let in_use = settings.mcp.iter().filter(|(_, it)| !it.off);
    in_use
        .map(|(name, server)| server_to_start(name, server, keys, environment))
        .collect()
}

/// The same for one server.
pub(crate) fn server_to_start(
    name: &str,
    server: &OutsideServer,
    keys: &Keys,
    environment: &Environment,
) -> Result<ServerToStart, Failure> {
    // Who is signed in sends no key beside the tokens.
    let key = match server.key.as_str() {
        "" => None,
        _ if server.signed_in => None,
        provider => keys.find(provider)?.map(|it| it.secret),
    };
    let client_secret = match server.client_id.as_str() {
        "" => None,
        _ => keys.find(&client_secret_name(name))?.map(|it| it.secret),
    };
    let mut environment = passed_on(environment);
    environment.extend(server.env.clone());
    Ok(ServerToStart {
        name: name.to_owned(),
        settings: server.clone(),
        key,
        client_secret,
        sign_in: SavedSignIn::new(name, &server.url, keys),
        environment,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_names_fit_the_limits_of_providers() {
        assert_eq!(full_tool_name("names", "make"), "names_make");
        assert_eq!(full_tool_name("names", "名.字/x"), "names_____x");
        assert_eq!(full_tool_name("names", &"x".repeat(100)).len(), MAX_NAME);
        let names = ["rhyme_2", "", "a-b", &"x".repeat(25)];
        assert_eq!(names.map(is_server_name), [true, false, false, false]);
    }

    #[test]
    fn allows_only_accepted_tools_of_enabled_servers() {
        let toml = "[mcp.names]\ncommand = \"names\"\nrefused = [\"b\"]\n\
                    allowed = { a = \"1\", b = \"2\" }\n\
                    [mcp.idle]\ncommand = \"idle\"\noff = true\nallowed = { a = \"1\" }\n";
        let settings: Settings = toml::from_str(toml).unwrap();
        assert_eq!(allowed_tools(&settings), ["names_a 1"]);
    }

    #[test]
    fn a_server_gets_a_clean_environment_with_only_its_own_key() {
        let environment = Environment::of([
            ("PATH", "/bin"),
            ("OPENAI_API_KEY", "sk-1"),
            ("STAR_CREDENTIAL", "secret"),
        ]);
        let toml = "[mcp.names]\ncommand = \"names\"\nenv = { SEED = \"7\" }\n\
                    [mcp.idle]\ncommand = \"idle\"\noff = true\n";
        let settings: Settings = toml::from_str(toml).unwrap();
        let servers = servers_to_start(&settings, &Keys::none(), &environment).unwrap();
        assert_eq!(servers.len(), 1);
        let expected = [("PATH", "/bin"), ("SEED", "7")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(servers[0].environment, BTreeMap::from(expected));
        assert!(servers[0].key.is_none());
    }
}
