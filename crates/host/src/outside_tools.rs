//! What the program knows of tools of other programs: that servers of the settings can be started for a
//! story, and that they end when it is closed. Not here: the protocol. A program that speaks it sets an
//! [`OutsideTools`]; the crate `mcp` has one.

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::settings::{Environment, Keys, Settings};
use crate::{Failure, Studio};

/// A server of another program, as it stands in `settings.toml` under `[mcp.NAME]`. Its tools join those
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
    /// How many seconds it may take to begin, and to answer; 20 and 120 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Whether it is left alone for now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
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
    /// end. Takes as long as a server may take to begin.
    async fn ready(&self);
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
    fn a_server_gets_a_clean_environment_and_its_own_key_alone() {
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
