//! How a story is opened, and what the settings say about the assistant's turns.

use std::sync::Arc;

use capability::Capability;
use llm::{ImageModel, LanguageModel};
use messages::Language;
use model::World;
use runner::context::{ContextManager, ContextStrategy, SlidingWindow};
use runner::{FindModel, Runner, ToolChoice, TurnLimits};
use store::OpenOptions;

use crate::models;
use crate::settings::{Environment, Keys, Settings};

/// How a story is opened.
#[derive(Clone)]
pub struct StudioOptions {
    /// The model the assistant speaks through.
    pub model: Arc<dyn LanguageModel>,
    /// The model that pictures come from.
    pub image: Arc<dyn ImageModel>,
    /// The clock and the source of ids.
    pub world: Arc<dyn World>,
    /// The strategy that fits a conversation into the model's window.
    pub context: Arc<dyn ContextManager>,
    /// What the settings say about turns.
    pub assistant: AssistantOptions,
    /// The name that history gives to the person.
    pub author: String,
    /// What the story can have and do, in the order help lists it.
    pub capabilities: &'static [&'static dyn Capability],
    /// Open for reading only.
    pub read_only: bool,
}

impl StudioOptions {
    /// The built-in models, which need no key and no network, the default strategy, and all
    /// capabilities.
    pub fn built_in(world: Arc<dyn World>) -> Self {
        Self {
            model: models::built_in_language_model(),
            image: models::built_in_image_model(),
            context: Arc::new(SlidingWindow),
            assistant: AssistantOptions::default(),
            author: "writer".to_owned(),
            capabilities: capabilities::ALL,
            read_only: false,
            world,
        }
    }

    /// How its file is opened.
    pub(super) fn for_store(&self) -> OpenOptions {
        OpenOptions {
            rules: capability::slot_rules(self.capabilities),
            world: Arc::clone(&self.world),
            read_only: self.read_only,
        }
    }
}

/// What the settings say about the assistant's turns.
#[derive(Clone, Default)]
pub struct AssistantOptions {
    /// The strategy that fits a conversation into the window (CM-6), where one is named.
    pub strategy: Option<ContextStrategy>,
    /// Finds the light models that strategies name.
    pub find_model: Option<FindModel>,
    /// Which tools a model is shown.
    pub tools: ToolChoice,
    /// How far a turn may go.
    pub limits: TurnLimits,
    /// The model that keeps the story's memory fresh in the background, where one is named.
    pub light_model: Option<String>,
    /// The language of the person's interface.
    pub language: Language,
    /// The tools of other programs that need no question, as they were described.
    pub allowed_as_described: Vec<String>,
}

impl AssistantOptions {
    /// What these settings say, with models found by their names in them.
    pub fn of(settings: &Settings, environment: &Environment, keys: &Keys) -> Self {
        let turns = settings.assistant.clone();
        let language = settings.language(environment);
        let light_model = Some(settings.light_model.clone()).filter(|it| !it.is_empty());
        let allowed_as_described = crate::outside_tools::allowed_tools(settings);
        let (settings, keys) = (settings.clone(), keys.clone());
        let find_model = move |name: &str| {
            models::language_model(name, None, &settings, &keys).map_err(|error| error.to_string())
        };
        Self {
            strategy: turns.context_strategy,
            find_model: Some(Arc::new(find_model)),
            tools: turns.tools,
            limits: turns.limits,
            light_model,
            language,
            allowed_as_described,
        }
    }

    pub(super) fn apply(&self, runner: &Runner) {
        runner.set_strategy(self.strategy.clone());
        runner.set_tool_choice(self.tools);
        runner.set_limits(self.limits.clone());
        runner.set_light_model(self.light_model.clone());
        runner.set_language(self.language);
        runner.set_allowed_as_described(self.allowed_as_described.clone());
        if let Some(find) = &self.find_model {
            runner.set_find_model(find.clone());
        }
    }
}
