//! All settings, each in one place: its row defines the field of the file, its default, the
//! parameter of the tool that changes settings, and the field of the form. Its texts in the form
//! are in `settings.ftl` of each language. Start at the rows, at the end.

use std::collections::BTreeMap;
use std::path::PathBuf;

use runner::context::ContextStrategy;
use runner::{Autonomy, ToolChoice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BUILT_IN, ProviderEntry, Theme, TurnSettings};
use crate::{CertificateFiles, OutsideAgent, OutsideServer};

/// The longest name of a prompt, in characters.
const LONGEST_PROMPT_NAME: usize = 60;
/// The longest prompt, in characters: as much as may be asked of a rewriting.
const LONGEST_PROMPT: usize = 2_000;

/// Normalizes a value for storage: text is trimmed.
trait Kept {
    fn kept(&self) -> Self;
}

impl Kept for String {
    fn kept(&self) -> Self {
        self.trim().to_owned()
    }
}

/// Values that need no normalization.
macro_rules! kept_as_given {
    ($($type:ty)*) => {
        $(impl Kept for $type {
            fn kept(&self) -> Self {
                *self
            }
        })*
    };
}

kept_as_given! { Autonomy Theme ToolChoice u16 u32 u64 }

/// Defines the settings by their rows. `own` rows are keys of the file itself; `inner` rows are
/// parts of one of its tables, with how they are read and set. `form` extends the JSON Schema of a
/// change: bounds, and as `x-page` the page of the form.
macro_rules! settings {
    (
        own {
            $($(#[doc = $own_doc:literal])*
            $own:ident: $own_type:ty = $default:expr, form($($own_form:tt)*);)*
        }
        inner {
            $($(#[doc = $inner_doc:literal])*
            $inner:ident: $inner_type:ty = $get:expr, $set:expr, form($($inner_form:tt)*);)*
        }
    ) => {
        /// What a person has chosen, as kept in `settings.toml`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[doc = $own_doc])* pub $own: $own_type,)*
            /// The folder for backups, instead of `Backups` in the folder for stories. Only the file
            /// sets it: a page names no folders (decision 16).
            #[serde(skip_serializing_if = "Option::is_none")]
            pub backup_folder: Option<PathBuf>,
            /// Servers of one's own, by the name used in `model`; under the name of a known one, what
            /// is to be different there.
            pub providers: BTreeMap<String, ProviderEntry>,
            /// Which tools the assistant is shown, how its conversations are fitted, how far a turn
            /// may go.
            pub assistant: TurnSettings,
            /// Servers of other programs whose tools join those of a story, by name.
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            pub mcp: BTreeMap<String, OutsideServer>,
            /// Agents of other programs that may be chosen in the place of a model, as `acp:NAME`.
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            pub acp: BTreeMap<String, OutsideAgent>,
            /// What the hub of a story encrypts connections from other computers with.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub hub: Option<CertificateFiles>,
            /// Prompts of one's own for the assistant, by their names.
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            pub prompts: BTreeMap<String, String>,
        }

        impl Default for Settings {
            fn default() -> Self {
                Self {
                    $($own: $default,)*
                    backup_folder: None,
                    providers: BTreeMap::new(),
                    assistant: TurnSettings::default(),
                    mcp: BTreeMap::new(),
                    acp: BTreeMap::new(),
                    hub: None,
                    prompts: BTreeMap::new(),
                }
            }
        }

        /// The settings that are one value each, as a form shows them.
        #[derive(Debug, Clone, Serialize, JsonSchema)]
        pub struct SettingValues {
            $($(#[doc = $own_doc])* pub $own: $own_type,)*
            $($(#[doc = $inner_doc])* pub $inner: $inner_type,)*
        }

        impl From<&Settings> for SettingValues {
            fn from(settings: &Settings) -> Self {
                Self {
                    $($own: settings.$own.clone(),)*
                    $($inner: {
                        let get: fn(&Settings) -> $inner_type = $get;
                        get(settings)
                    },)*
                }
            }
        }

        /// Change settings. What is left out stays as it is. Open stories use the new settings from
        /// the next turn on.
        #[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct SettingsChanges {
            $($(#[doc = $own_doc])* #[schemars($($own_form)*)] pub $own: Option<$own_type>,)*
            $($(#[doc = $inner_doc])* #[schemars($($inner_form)*)]
            pub $inner: Option<$inner_type>,)*
            /// How conversations are fitted into the model's window.
            pub context_strategy: Option<ContextStrategy>,
            /// Addresses of servers by provider; an empty one means the usual address.
            pub addresses: BTreeMap<String, String>,
            /// Prompts of one's own by their names; an empty one removes the prompt. Others stay.
            #[schemars(extend(
                "propertyNames" = { "minLength": 1, "maxLength": LONGEST_PROMPT_NAME },
                "additionalProperties" = { "type": "string", "maxLength": LONGEST_PROMPT }
            ))]
            pub prompts: BTreeMap<String, String>,
        }

        impl SettingsChanges {
            /// Changes the settings that are one value each.
            fn apply_values(&self, settings: &mut Settings) {
                $(if let Some(it) = &self.$own {
                    settings.$own = it.kept();
                })*
                $(if let Some(it) = &self.$inner {
                    let set: fn(&mut Settings, $inner_type) = $set;
                    set(settings, it.kept());
                })*
            }
        }
    };
}

impl SettingsChanges {
    /// Makes the changes.
    pub(crate) fn apply(&self, settings: &mut Settings) {
        self.apply_values(settings);
        for name in [&mut settings.model, &mut settings.image_model] {
            if name.is_empty() {
                BUILT_IN.clone_into(name);
            }
        }
        if let Some(strategy) = &self.context_strategy {
            settings.assistant.context_strategy = Some(strategy.clone());
        }
        for (provider, address) in &self.addresses {
            let entry = settings.providers.entry(provider.clone()).or_default();
            address.trim().clone_into(&mut entry.base_url);
            if *entry == ProviderEntry::default() {
                settings.providers.remove(provider);
            }
        }
        for (name, prompt) in &self.prompts {
            // A name is one line, as menus show it.
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let prompt = prompt.trim();
            if prompt.is_empty() || name.is_empty() {
                settings.prompts.remove(&name);
            } else {
                settings.prompts.insert(name, prompt.to_owned());
            }
        }
    }
}

settings! {
    own {
        /// The language model: `builtin`, or `provider:model`.
        model: String = BUILT_IN.into(), form(extend("x-page" = "model"));
        /// The image model: `builtin`, or `provider:model`.
        image_model: String = BUILT_IN.into(), form(extend("x-page" = "assistant"));
        /// The language model that keeps summaries of scenes and proposes rules from corrections, in the
        /// background: `provider:model`. Empty: nothing is kept.
        light_model: String = String::new(), form(extend("x-page" = "assistant"));
        /// How much the assistant may do by itself.
        autonomy: Autonomy = Autonomy::default(), form(extend("x-page" = "assistant"));
        /// The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's.
        language: String = String::new(), form(extend("x-page" = "appearance"));
        /// The name that the story's history gives to the person. Empty: the system's user name.
        author: String = String::new(), form(length(max = 80), extend("x-page" = "window"));
        /// The colors of the window: light, dark, or as the system has them.
        theme: Theme = Theme::default(), form(extend("x-page" = "appearance"));
        /// How large everything in the window is drawn, in percent.
        scale: u16 = 100, form(range(min = 50, max = 300), extend("x-page" = "window"));
        /// How often open stories are backed up, in minutes, and when they are closed; 0: never.
        backup_minutes: u32 = 20, form(range(max = 1440), extend("x-page" = "window"));
    }
    inner {
        /// Which tools a model is shown.
        tools: ToolChoice = |it| it.assistant.tools,
            |it, tools| it.assistant.tools = tools,
            form(extend("x-page" = "conversations"));
        /// How many requests to the model one turn of the assistant may make; 0: the default.
        limit_steps: u32 = |it| it.assistant.limits.steps.unwrap_or_default(),
            |it, steps| it.assistant.limits.steps = Some(steps).filter(|it| *it > 0),
            form(range(max = 1000), extend("x-page" = "conversations"));
        /// How many tokens one turn of the assistant may use; 0: no limit.
        limit_tokens: u64 = |it| it.assistant.limits.tokens.unwrap_or_default(),
            |it, tokens| it.assistant.limits.tokens = Some(tokens).filter(|it| *it > 0),
            form(extend("x-page" = "conversations"));
        /// How many paid pictures one turn of the assistant may have generated; 0: the default.
        limit_pictures: u32 = |it| it.assistant.limits.pictures.unwrap_or_default(),
            |it, pictures| it.assistant.limits.pictures = Some(pictures).filter(|it| *it > 0),
            form(range(max = 1000), extend("x-page" = "conversations"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_written_to_the_file_and_shown_in_the_form() {
        let mut settings = Settings::default();
        let changes = SettingsChanges {
            author: Some(" Mara ".into()),
            image_model: Some(String::new()),
            limit_steps: Some(12),
            ..SettingsChanges::default()
        };
        changes.apply(&mut settings);
        assert_eq!(settings.author, "Mara");
        assert_eq!(settings.image_model, BUILT_IN);
        assert_eq!(settings.assistant.limits.steps, Some(12));
        let values = SettingValues::from(&settings);
        assert_eq!((values.limit_steps, values.scale), (12, 100));
        let usual = SettingsChanges {
            limit_steps: Some(0),
            ..SettingsChanges::default()
        };
        usual.apply(&mut settings);
        assert_eq!(settings.assistant.limits.steps, None);
        assert_eq!(settings.author, "Mara", "what is left out stays");
    }

    #[test]
    fn prompts_are_added_changed_and_removed_one_by_one() {
        let mut settings = Settings::default();
        let mut change = |name: &str, prompt: &str| {
            let changes = SettingsChanges {
                prompts: BTreeMap::from([(name.to_owned(), prompt.to_owned())]),
                ..SettingsChanges::default()
            };
            changes.apply(&mut settings);
            settings.prompts.clone()
        };
        change(" Show,\n don’t tell ", " Feelings show in actions.\n");
        let two = change("Rhythm", "Vary the length of sentences.");
        assert_eq!(two["Show, don’t tell"], "Feelings show in actions.");
        assert_eq!(two.len(), 2);
        assert_eq!(change("Rhythm", "Shorter.")["Rhythm"], "Shorter.");
        assert_eq!(change("Rhythm", " ").len(), 1);
        assert_eq!(change(" ", "Nothing has this name.").len(), 1);
    }
}
