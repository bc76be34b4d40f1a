//! Preferences and keys: the only reader of the environment, of the settings file and of the key
//! chain. Enter through [`Settings::load`] and [`Keys`].
//!
//! Not here: what a setting does; `models` turns them into models.

mod environment;
mod fields;
mod file;
mod keys;
mod turns;

pub use environment::Environment;
pub use fields::{SettingValues, Settings, SettingsChanges};
pub use keys::{FoundKey, KeyChain, KeyError, KeyLocation, Keys, NoKeyChain, OsKeyChain};
pub use turns::TurnSettings;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use capability::ToolFailure;
use messages::Language;
use model::LocalizedMessage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Failure;

/// The name of the model, and of the image model, that need no key and no network.
pub const BUILT_IN: &str = "builtin";

/// The colors of the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// A server that speaks one of the supported APIs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderEntry {
    /// Where its API begins: `http://localhost:11434/v1`. Empty: the default address.
    pub base_url: String,
    /// Which known server it speaks like: `anthropic`, `gemini`, `ollama`, `openai-responses`, …
    /// Empty: like OpenAI's Chat Completions, which most servers speak.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub like: String,
    /// The version of its API, if the API has a header for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_version: Option<String>,
    /// Fields added to each request under the API's own names: `temperature`, `thinking`, …
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Its context window in tokens, if it differs from the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u64>,
    /// Its longest reply in tokens, if it differs from the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// Whether its models accept pictures, if that differs from the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<bool>,
    /// Whether it accepts a system message after the conversation, if that differs from the default:
    /// more of each request is then read from its cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_system: Option<bool>,
}

/// Settings that cannot be used, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file exists but cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not TOML, or contains an unknown setting or value.
    #[error("{path} is not a settings file: {why}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where and why; names the line.
        why: String,
    },
    /// A model name that is not valid.
    #[error("there is no model {name:?}: {why}")]
    UnknownModel {
        /// The name as given.
        name: String,
        /// What would be valid.
        why: LocalizedMessage,
    },
}

model::messages! {
    /// What keeps settings and keys from being read or kept. As JSON it is a message id and its arguments.
    pub enum PersistError {
        SettingsFolderNone {} = "this system has no folder for settings",
        SettingsUnread { path: String, why: String } = "{path} is not a settings file: {why}",
        ModelNone { name: String, why: String } = "there is no model {name:?}: {why}",
        KeyEmpty {} = "the key is empty",
        KeysExposed { path: String } = "{path} can be read by others",
        KeysUnread { path: String, why: String } = "{path} is not a file of keys: {why}",
        KeyChainNone { why: String } = "the key chain cannot be used: {why}",
        KeyMisnamed { name: String } = "{name:?} is not a valid provider name",
    }
}

impl SettingsError {
    /// The same as a message id and its arguments, for a window in another language.
    pub fn said(&self) -> Option<Value> {
        let word = match self {
            Self::Io { path, source } => {
                return LocalizedMessage::of(&ToolFailure::from_io_error(path, source)).said;
            }
            Self::UnknownModel { why, .. } if why.said.is_some() => return why.said.clone(),
            Self::UnknownModel { name, why } => PersistError::ModelNone {
                name: name.clone(),
                why: why.english.clone(),
            },
            Self::Malformed { path, why } => PersistError::SettingsUnread {
                path: path.display().to_string(),
                why: why.clone(),
            },
        };
        LocalizedMessage::from(word).said
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::invalid(LocalizedMessage::from_error(&error, error.said()))
    }
}

impl Settings {
    /// Reads the settings file of this folder; the defaults if there is none.
    pub fn load(folder: &Path) -> Result<Self, SettingsError> {
        let path = folder.join("settings.toml");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(SettingsError::Io { path, source }),
        };
        toml::from_str(&text).map_err(|error| {
            let line = error
                .span()
                .map(|it| text[..it.start].matches('\n').count() + 1);
            let place = line.map(|it| format!("line {it}: ")).unwrap_or_default();
            SettingsError::Malformed {
                path,
                why: format!("{place}{}", error.message()),
            }
        })
    }

    /// The language of texts for people: the chosen one, else the system's, else English.
    pub fn language(&self, environment: &Environment) -> Language {
        let chosen = Language::for_tag(&self.language);
        let system = || Language::for_tag(environment.locale()?);
        chosen.or_else(system).unwrap_or_default()
    }

    /// The person's name in the history.
    pub fn author(&self, environment: &Environment) -> String {
        let system = || environment.first(&["USER", "USERNAME"]).map(str::to_owned);
        let chosen = (!self.author.is_empty()).then(|| self.author.clone());
        chosen.or_else(system).unwrap_or_else(|| "writer".into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn missing_settings_take_defaults() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(folder.path()).unwrap(), Settings::default());
        let text =
            "model = \"home:qwen\"\n[providers.home]\nbase_url = \"http://localhost:1/v1\"\n";
        std::fs::write(folder.path().join("settings.toml"), text).unwrap();
        let expected = Settings {
            model: "home:qwen".into(),
            providers: BTreeMap::from([(
                "home".into(),
                ProviderEntry {
                    base_url: "http://localhost:1/v1".into(),
                    ..ProviderEntry::default()
                },
            )]),
            ..Settings::default()
        };
        assert_eq!(Settings::load(folder.path()).unwrap(), expected);
    }

    #[test]
    fn uses_the_chosen_language_or_that_of_the_system() {
        let spoken = |chosen: &str, system: Environment| {
            let language = chosen.to_owned();
            let settings = Settings {
                language,
                ..Settings::default()
            };
            settings.language(&system).code()
        };
        let of = |locale| Environment::default().in_locale(locale);
        assert_eq!(spoken("", of("zh_CN")), "zh-CN");
        assert_eq!(spoken("", of("de-AT")), "de");
        assert_eq!(spoken("en", of("de-AT")), "en");
        assert_eq!(spoken("", of("C")), "en");
        assert_eq!(spoken("", Environment::default()), "en");
    }

    #[test]
    fn unknown_setting_error_names_the_setting_and_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "language = \"zh\"\nmodle = \"x\"\n").unwrap();
        let error = Settings::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("line 2: unknown field `modle`"), "{error}");
    }
}
