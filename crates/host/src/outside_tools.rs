//! Tools of other programs: servers of the settings are started for a story and end when it is
//! closed. Not here: the protocol. A program that speaks it passes in an [`OutsideTools`]; the
//! crate `mcp` has one.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use capability::ErrorReport;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::settings::{Environment, Keys, Settings};
use crate::{Failure, Studio};

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
    /// Whether a tool is taken of it, by the name that the server gives it.
    pub fn takes(&self, tool: &str) -> bool {
        let only = self.tools.as_ref();
        !self.refused.contains(tool) && only.is_none_or(|it| it.iter().any(|it| it == tool))
    }

    /// Whether it is the same program or address, asked in the same way; its tools may be judged
    /// otherwise.
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

/// The most characters of a tool's name that models' services take.
const MAX_NAME: usize = 64;

/// Whether this can be the name of a server: it stands before the names of its tools.
pub fn is_server_name(name: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || it == '_';
    (1..=24).contains(&name.len()) && name.chars().all(fits)
}

/// A tool's name as models' services take it.
pub fn plain_tool_name(tool: &str) -> String {
    let fits = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let plain = tool.chars().map(|it| if fits(it) { it } else { '_' });
    plain.take(MAX_NAME).collect()
}

/// The same with its server before it: the name that a model calls it by.
pub fn full_tool_name(server: &str, tool: &str) -> String {
    let mut name = format!("{server}_{}", plain_tool_name(tool));
    name.truncate(MAX_NAME);
    name
}

/// The tools that these settings allow without a question, as the runner keeps them.
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

/// A server to start for a story.
#[derive(Clone)]
pub struct ServerToStart {
    /// Its name in the settings.
    pub name: String,
    /// What the settings say of it.
    pub settings: OutsideServer,
    /// The key for its address, if it has one.
    pub key: Option<SecretString>,
    /// The whole environment of its process.
    pub environment: BTreeMap<String, String>,
}

/// Brings in tools of other programs.
pub trait OutsideTools: Send + Sync {
    /// Starts servers for a story; their tools are added as soon as a server has told them. The
    /// servers end when the returned value is dropped.
    fn start(&self, studio: &Studio, servers: Vec<ServerToStart>) -> Box<dyn RunningServers>;
}

/// Servers that run for a story, until this is dropped.
#[async_trait]
pub trait RunningServers: Send + Sync {
    /// Returns once every server has told its tools or failed to: for programs that ask one thing and
    /// end. Takes as long as a server may take to start.
    async fn ready(&self);
    /// Makes these the servers that run: ends those that are not among them, starts those that are new
    /// or start in another way, and leaves the others running.
    fn update(&self, servers: Vec<ServerToStart>);
    /// Ends a server and starts it anew.
    fn restart(&self, server: &str);
    /// What each server does now, by name. Asking is looking: one at an address is tried whether it
    /// still answers, and the next asking tells.
    fn states(&self) -> BTreeMap<String, ServerState>;
}

/// What a server does now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerState {
    /// How far it is.
    pub phase: ServerPhase,
    /// What it told of its tools last, also those that are not taken.
    pub tools: Vec<ListedTool>,
}

/// How far a server is.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ServerPhase {
    /// It has not told its tools yet.
    #[default]
    Starting,
    /// It has told its tools.
    Running,
    /// It could not be started, or has ended, for this reason. One that did not start is tried again after
    /// a while, one that ended starts with the next call of its tools.
    Failed(Box<ErrorReport>),
}

/// A tool as its server describes it, made harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTool {
    /// The name that the server gives it.
    pub name: String,
    /// What it says it does.
    pub description: String,
    /// The hash of how it describes itself, by which it is allowed.
    pub described: String,
}

/// What a process of another program gets of our environment; no key of ours is among it.
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

/// What of our environment a process of another program gets.
pub(crate) fn passed_on(environment: &Environment) -> BTreeMap<String, String> {
    let passed = PASSED_ON
        .iter()
        .filter_map(|it| Some(((*it).to_owned(), environment.get(it)?.to_owned())));
    passed.collect()
}

/// The servers of these settings, with their keys and a clean environment for each.
///
/// # Errors
/// A key that is kept cannot be read.
pub fn servers_to_start(
    settings: &Settings,
    keys: &Keys,
    environment: &Environment,
) -> Result<Vec<ServerToStart>, Failure> {
    let in_use = settings.mcp.iter().filter(|(_, it)| !it.off);
    let prepared = in_use.map(|(name, server)| {
        let key = match server.key.as_str() {
            "" => None,
            provider => keys.find(provider)?.map(|it| it.secret),
        };
        let mut environment = passed_on(environment);
        environment.extend(server.env.clone());
        Ok(ServerToStart {
            name: name.clone(),
            settings: server.clone(),
            key,
            environment,
        })
    });
    prepared.collect()
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
