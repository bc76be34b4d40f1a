//! Agents of other programs that can be used as a model: which are configured, which are installed,
//! and how one is started. Not here: the protocol. A program that speaks it passes in an
//! [`OutsideAgents`]; the crate `acp` has one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use llm::connection::ConnectionCheck;
use llm::{LanguageModel, ListedModel, LlmError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::models::UnavailableModel;
use crate::outside_tools::passed_on;
use crate::settings::{Environment, Settings};

/// The provider name of an agent chosen as the model: `acp:claude`.
pub const AGENTS: &str = "acp";
/// How long an agent may take to start, in seconds: some download themselves the first time.
const BEGIN_SECONDS: u64 = 120;
/// How long an agent may be silent while it waits for nobody, in seconds.
const SILENCE_SECONDS: u64 = 600;

/// An agent of another program, as it is in `settings.toml` under `[acp.NAME]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OutsideAgent {
    /// The program to start; it speaks the Agent Client Protocol over its standard input and output.
    pub command: String,
    /// Its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Its environment, beside the path and the home folder; nothing else of ours reaches it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// How many seconds it may take to begin, and be silent; 120 and 600 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// The mode in which it works, by the id or the name that it gives: `plan`. As it comes if left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mode: String,
}

/// The agents known by name, each with its program and the arguments that make it speak the
/// protocol.
const KNOWN: &[(&str, &str, &[&str])] = &[
    ("claude", "claude-agent-acp", &[]),
    ("codex", "codex-acp", &[]),
    ("copilot", "copilot", &["--acp"]),
    ("cursor", "cursor-agent", &["acp"]),
    ("gemini", "gemini", &["--acp"]),
    ("goose", "goose", &["acp"]),
    ("opencode", "opencode", &["acp"]),
    ("qwen", "qwen", &["--acp"]),
    ("vibe", "vibe-acp", &[]),
];

/// An agent to start.
#[derive(Debug, Clone)]
pub struct AgentToStart {
    /// Its name in the settings.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The whole environment of its process.
    pub environment: BTreeMap<String, String>,
    /// A folder of its own, which contains nothing of ours.
    pub folder: PathBuf,
    /// The mode to set; empty for the agent's default.
    pub mode: String,
    /// How long it may take to start.
    pub begin_limit: Duration,
    /// How long it may be silent while it waits for nobody.
    pub silence_limit: Duration,
}

/// Lets agents of other programs be used as models.
pub trait OutsideAgents: Send + Sync {
    /// The agent as a model. Its process starts with the first request, and stops when the returned
    /// value is dropped.
    fn model(&self, agent: AgentToStart) -> Arc<dyn LanguageModel>;
}

/// The agent that a model's name refers to; `None` if it refers to no agent.
pub fn agent_model(
    agents: &dyn OutsideAgents,
    name: &str,
    settings: &Settings,
    environment: &Environment,
) -> Option<Arc<dyn LanguageModel>> {
    Some(match to_start(agent_name(name)?, settings, environment) {
        Ok(agent) => agents.model(agent),
        Err(message) => Arc::new(UnavailableModel {
            name: name.to_owned(),
            error: LlmError::Misconfigured {
                message: message.into(),
            },
        }),
    })
}

/// How to start an agent, or why it cannot be started.
fn to_start(
    name: &str,
    settings: &Settings,
    environment: &Environment,
) -> Result<AgentToStart, String> {
    let known = KNOWN.iter().find(|it| it.0 == name);
    let agent = match (settings.acp.get(name), known) {
        // A known agent needs no command if only other fields are changed.
        (Some(own), Some(known)) if own.command.is_empty() => OutsideAgent {
            env: own.env.clone(),
            seconds: own.seconds,
            mode: own.mode.clone(),
            ..entry_of(known)
        },
        (Some(own), _) => own.clone(),
        (None, Some(known)) => entry_of(known),
        (None, None) => {
            return Err(format!(
                "there is no agent {name:?}: name its program in settings.toml under [acp.{name}]"
            ));
        }
    };
    let program = find(&agent.command, environment).ok_or_else(|| {
        format!(
            "the program of the agent {name} ({}) is not installed: install it, or name another in \
             settings.toml under [acp.{name}]",
            agent.command
        )
    })?;
    let folder = environment
        .config_folder()
        .unwrap_or_else(std::env::temp_dir);
    let mut variables = passed_on(environment);
    variables.extend(agent.env);
    let seconds = |usual| Duration::from_secs(agent.seconds.unwrap_or(usual));
    Ok(AgentToStart {
        name: name.to_owned(),
        program,
        args: agent.args,
        environment: variables,
        folder: folder.join("agents").join(name),
        mode: agent.mode,
        begin_limit: seconds(BEGIN_SECONDS),
        silence_limit: seconds(SILENCE_SECONDS),
    })
}

/// Whether the agent that a model's name refers to can be started; `None` if it refers to no agent.
pub(crate) fn check_agent(
    name: &str,
    settings: &Settings,
    environment: &Environment,
) -> Option<ConnectionCheck> {
    Some(match to_start(agent_name(name)?, settings, environment) {
        Ok(_) => ConnectionCheck::answered(0),
        Err(message) => {
            let message = message.into();
            ConnectionCheck::failed(&LlmError::Misconfigured { message }, 0)
        }
    })
}

fn agent_name(model: &str) -> Option<&str> {
    model.strip_prefix(AGENTS)?.strip_prefix(':')
}

/// The agents that can be chosen, by name: those of the settings, and the installed known ones.
pub fn known_agents(settings: &Settings, environment: &Environment) -> Vec<ListedModel> {
    let installed = KNOWN
        .iter()
        .filter(|it| find(it.1, environment).is_some())
        .map(|it| it.0);
    let mut names: Vec<&str> = settings.acp.keys().map(String::as_str).collect();
    names.extend(installed.filter(|it| !settings.acp.contains_key(*it)));
    let listed = |id: &str| ListedModel {
        id: id.to_owned(),
        context_tokens: None,
    };
    names.into_iter().map(listed).collect()
}

fn entry_of((_, command, args): &(&str, &str, &[&str])) -> OutsideAgent {
    OutsideAgent {
        command: (*command).to_owned(),
        args: args.iter().map(|it| (*it).to_owned()).collect(),
        ..OutsideAgent::default()
    }
}

/// The file of a program: the given path, or the first match on the search path.
fn find(command: &str, environment: &Environment) -> Option<PathBuf> {
    if command.is_empty() {
        return None;
    }
    let named = Path::new(command);
    if named.components().count() > 1 {
        return named.is_file().then(|| named.to_owned());
    }
    let endings: &[&str] = if cfg!(windows) {
        &["", ".exe", ".cmd"]
    } else {
        &[""]
    };
    let folders = std::env::split_paths(environment.get("PATH")?);
    let files = folders.flat_map(|folder| {
        let file = |ending: &&str| folder.join(format!("{command}{ending}"));
        endings.iter().map(file).collect::<Vec<_>>()
    });
    files.into_iter().find(|it| it.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoAgents;

    impl OutsideAgents for NoAgents {
        fn model(&self, agent: AgentToStart) -> Arc<dyn LanguageModel> {
            Arc::new(UnavailableModel {
                name: format!("{}: {}", agent.name, agent.program.display()),
                error: LlmError::Cancelled,
            })
        }
    }

    #[test]
    fn offers_configured_and_installed_agents() {
        let folder = tempfile::tempdir().unwrap();
        for program in ["gemini", "mine"] {
            std::fs::write(folder.path().join(program), "").unwrap();
        }
        let path = folder.path().to_str().unwrap();
        let environment = Environment::of([("PATH", path), ("OPENAI_API_KEY", "sk-1")]);
        let toml = "[acp.mine]\ncommand = \"mine\"\n[acp.away]\ncommand = \"not-there\"\n";
        let settings: Settings = toml::from_str(toml).unwrap();
        let known = known_agents(&settings, &environment);
        let names: Vec<_> = known.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(names, ["away", "mine", "gemini"]);

        let started = to_start("gemini", &settings, &environment).unwrap();
        assert_eq!(started.args, ["--acp"]);
        let passed: Vec<_> = started.environment.keys().collect();
        assert_eq!(passed, ["PATH"], "no key of ours");
        let model = |name: &str| agent_model(&NoAgents, name, &settings, &environment);
        assert!(model("acp:mine").unwrap().name().starts_with("mine: "));
        assert_eq!(model("acp:away").unwrap().name(), "acp:away");
        assert!(model("gemini:flash").is_none());
    }
}
