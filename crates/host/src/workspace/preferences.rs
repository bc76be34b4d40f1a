//! Settings and keys as a window shows and changes them. A key can be written but never read back.

use std::collections::BTreeSet;

use llm::ListedModel;
use llm::connection::ConnectionCheck;
use model::LocalizedMessage;
use runner::context::ContextStrategy;
use schemars::JsonSchema;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{Workspace, lock_recovering};
use crate::Failure;
use crate::models;
use crate::settings::{PersistError, SettingValues, Settings, SettingsChanges};

/// Settings as a window shows them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SettingsView {
    /// What was chosen.
    #[serde(flatten)]
    pub settings: Settings,
    /// The same as a form shows it: one value for each name that `update_settings` takes.
    pub values: SettingValues,
    /// The file that keeps it; `None` on a system without homes.
    pub file: Option<std::path::PathBuf>,
    /// The model this program was started with, which stands before the chosen one.
    pub started_with: Option<String>,
    /// Whether the model that answers is shown the pictures of a message.
    pub sees_pictures: bool,
    /// Every model, or family of models, that can be chosen.
    pub models: Vec<ModelChoice>,
}

/// A model, or a family of them, that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelChoice {
    /// Its provider: what stands before the colon; `builtin` for the one in the program.
    pub provider: String,
    /// Where it is served; empty where only the person can know.
    pub address: String,
    /// Whether it asks for a key.
    pub needs_key: bool,
}

/// Whether there is a key, and where; never the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyState {
    /// Whose key.
    pub provider: String,
    /// Where it stands, in words; `None` where there is none.
    pub place: Option<String>,
}

/// A key that was forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RemovedKey {
    /// Where one still stands.
    #[serde(flatten)]
    pub left: KeyState,
    /// Where it was removed.
    pub removed: Vec<String>,
}

impl Workspace {
    /// The settings and the available choices.
    pub fn settings_view(&self) -> Result<SettingsView, Failure> {
        let mut settings = self.settings()?;
        // Values in a server's environment may be secrets, so only the names are shown.
        let environments = settings.mcp.values_mut().map(|it| &mut it.env);
        for value in environments.flat_map(std::collections::BTreeMap::values_mut) {
            value.clear();
        }
        let choice = |it: models::KnownModel| ModelChoice {
            provider: it.provider.unwrap_or_else(|| it.name.clone()),
            address: if it.name == crate::settings::BUILT_IN {
                String::new()
            } else {
                it.address
            },
            needs_key: it.needs_key,
        };
        let mut models: Vec<ModelChoice> = Vec::new();
        let agents = crate::known_agents(&settings, &self.0.options.environment);
        let agents = (!agents.is_empty()).then(|| ModelChoice {
            provider: crate::AGENTS.to_owned(),
            address: String::new(),
            needs_key: false,
        });
        let known = models::known(&settings).into_iter().map(choice);
        for known in known.chain(agents) {
            // A configured server may replace a known one.
            if !models.iter().any(|it| it.provider == known.provider) {
                models.push(known);
            }
        }
        let started_with = self.0.options.model.as_ref();
        let (model, address) = match started_with {
            Some((name, address)) => (name.as_str(), address.as_deref()),
            None => (settings.model.as_str(), None),
        };
        Ok(SettingsView {
            sees_pictures: models::takes_pictures(model, address, &settings),
            file: self.0.config.as_ref().map(|it| it.join("settings.toml")),
            started_with: started_with.map(|it| it.0.clone()),
            models,
            values: SettingValues::from(&settings),
            settings,
        })
    }

    /// Changes and saves settings, and applies their model to every open story.
    pub async fn change_settings(&self, changes: SettingsChanges) -> Result<SettingsView, Failure> {
        self.run_blocking(move |workspace| {
            let Some(folder) = &workspace.0.config else {
                return Err(Failure::invalid(PersistError::SettingsFolderNone {})
                    .hint("name one in the environment variable STORYTELLER_CONFIG"));
            };
            let settings = Settings::change(folder, |settings| changes.apply(settings))?;
            let keys = &workspace.0.options.keys;
            let is_looked_at = changes.model.is_some() || !changes.addresses.is_empty();
            if is_looked_at && workspace.agent_model(&settings.model, &settings).is_none() {
                models::language_model(&settings.model, None, &settings, keys)?;
            }
            if let Some(strategy) = &changes.context_strategy {
                workspace.check_strategy(strategy)?;
            }
            settings.save(folder)?;
            workspace.update_open_studios()?;
            workspace.settings_view()
        })
        .await
    }

    /// Stores the key of a provider; returns where.
    pub async fn keep_key(&self, provider: String, key: String) -> Result<KeyState, Failure> {
        let key = SecretString::from(key.trim().to_owned());
        if key.expose_secret().is_empty() {
            return Err(
                Failure::invalid(PersistError::KeyEmpty {}).hint("paste the key of the service")
            );
        }
        self.run_blocking(move |workspace| {
            let place = workspace.0.options.keys.save(&provider, &key)?;
            workspace.update_open_studios()?;
            Ok(KeyState {
                provider,
                place: Some(place.to_string()),
            })
        })
        .await
    }

    /// Removes the key of a provider; returns where one still is.
    pub async fn forget_key(&self, provider: String) -> Result<RemovedKey, Failure> {
        self.run_blocking(move |workspace| {
            let removed = workspace.0.options.keys.remove(&provider)?;
            workspace.update_open_studios()?;
            Ok(RemovedKey {
                left: workspace.find_key(provider)?,
                removed: removed.iter().map(ToString::to_string).collect(),
            })
        })
        .await
    }

    /// Whether there is a key for a provider.
    pub async fn key_state(&self, provider: String) -> Result<KeyState, Failure> {
        self.run_blocking(move |workspace| workspace.find_key(provider))
            .await
    }

    /// All keys, by provider.
    pub async fn key_states(&self) -> Result<Vec<KeyState>, Failure> {
        self.run_blocking(|workspace| {
            let mut providers: BTreeSet<String> =
                models::providers(&workspace.settings()?).collect();
            providers.extend(workspace.0.options.keys.names_in_file()?);
            let states = providers.into_iter().map(|it| workspace.find_key(it));
            let states = states.collect::<Result<Vec<_>, _>>()?;
            Ok(states.into_iter().filter(|it| it.place.is_some()).collect())
        })
        .await
    }

    /// Sends a model one short question to test whether it can be used. An address tested here is
    /// not saved.
    pub async fn test_model(
        &self,
        model: &str,
        address: Option<&str>,
    ) -> Result<ConnectionCheck, Failure> {
        let provider = model.split(':').next().unwrap_or_default();
        let settings = self.settings_with(provider, address)?;
        let environment = &self.0.options.environment;
        if let Some(checked) = crate::check_agent(model, &settings, environment) {
            return Ok(checked);
        }
        let never = CancellationToken::new();
        let keys = &self.0.options.keys;
        Ok(models::check(model, None, &settings, keys, &never).await)
    }

    /// The models that a provider's server lists. An address tested here is not saved.
    pub async fn list_models(
        &self,
        provider: &str,
        address: Option<&str>,
    ) -> Result<Vec<ListedModel>, Failure> {
        let settings = self.settings_with(provider, address)?;
        if provider == crate::AGENTS {
            return Ok(crate::known_agents(&settings, &self.0.options.environment));
        }
        let never = CancellationToken::new();
        let listed = models::list(provider, None, &settings, &self.0.options.keys, &never).await;
        listed.map_err(|error| {
            let message = LocalizedMessage::from_error(&error, error.said());
            Failure::new(capability::Code::Unavailable, message)
        })
    }

    /// The settings with another address for a provider.
    fn settings_with(&self, provider: &str, address: Option<&str>) -> Result<Settings, Failure> {
        let mut settings = self.settings()?;
        if let Some(address) = address.map(str::trim).filter(|it| !it.is_empty()) {
            let entry = settings.providers.entry(provider.to_owned()).or_default();
            address.clone_into(&mut entry.base_url);
        }
        Ok(settings)
    }

    pub(super) fn find_key(&self, provider: String) -> Result<KeyState, Failure> {
        let found = self.0.options.keys.find(&provider)?;
        Ok(KeyState {
            provider,
            place: found.map(|it| it.place.to_string()),
        })
    }

    /// Applies the chosen model and the settings of turns to every open story, from its next turn
    /// on.
    pub(super) fn update_open_studios(&self) -> Result<(), Failure> {
        let options = self.studio_options()?;
        let servers = self.servers_to_start()?;
        for open in lock_recovering(&self.0.open).values() {
            open.studio.set_model(std::sync::Arc::clone(&options.model));
            open.studio.set_assistant(&options.assistant);
            if let Some(running) = &open.servers {
                running.update(servers.clone());
            }
        }
        Ok(())
    }

    /// Whether a strategy can be used as configured. It belongs to a story, so it is tested if one
    /// is open; otherwise the first turn reports what is wrong.
    fn check_strategy(&self, wanted: &ContextStrategy) -> Result<(), Failure> {
        let open = lock_recovering(&self.0.open);
        let Some(open) = open.values().next() else {
            return Ok(());
        };
        let checked = open.studio.check_strategy(wanted);
        checked.map_err(|error| Failure::from(capability::ToolError::from(error)))
    }
}
