//! What a person chose for turns: set from the settings while the program runs.

use std::sync::Arc;

use llm::LanguageModel;
use messages::Language;

use super::Runner;
use crate::context::ContextStrategy;
use crate::{FindModel, ToolChoice, TurnLimits, lock};

/// The settings for turns.
#[derive(Clone, Default)]
pub(super) struct RunnerSettings {
    pub(super) strategy: Option<ContextStrategy>,
    pub(super) find_model: Option<FindModel>,
    pub(super) tools: ToolChoice,
    pub(super) limits: TurnLimits,
    pub(super) language: Language,
    /// The model that keeps the story's memory fresh; none keeps nothing.
    pub(super) light_model: Option<String>,
}

impl Runner {
    /// Replaces the model, starting with the next turn.
    pub fn set_model(&self, model: Arc<dyn LanguageModel>) {
        *lock(&self.inner.model) = model;
    }

    /// Sets the methods, as `module.method`, that need no approval although they cost money or
    /// destroy data, starting with the next turn. When every write needs approval
    /// ([`crate::Autonomy::Ask`]), these need it as well.
    pub fn set_allowed(&self, methods: impl IntoIterator<Item = String>) {
        *lock(&self.inner.allowed) = methods.into_iter().collect();
    }

    /// Sets the tools of other programs that need no approval, each by [`crate::name_as_described`], from
    /// the next call on. When every write needs approval, these need it as well.
    pub fn set_allowed_as_described(&self, names: impl IntoIterator<Item = String>) {
        *lock(&self.inner.allowed_as_described) = names.into_iter().collect();
    }

    /// Sets the strategy named in the settings, from the next turn on. A thread's or story's own
    /// choice overrides it; without any choice, the context manager given to [`Self::new`] is used.
    pub fn set_strategy(&self, wanted: Option<ContextStrategy>) {
        lock(&self.inner.chosen).strategy = wanted;
    }

    /// Sets the function that finds the light models named by strategies.
    pub fn set_find_model(&self, find: FindModel) {
        lock(&self.inner.chosen).find_model = Some(find);
    }

    /// Sets which tools are shown to the model, starting with the next turn.
    pub fn set_tool_choice(&self, choice: ToolChoice) {
        lock(&self.inner.chosen).tools = choice;
    }

    /// Sets the limits of a turn, starting with the next one.
    pub fn set_limits(&self, limits: TurnLimits) {
        lock(&self.inner.chosen).limits = limits;
    }

    /// Sets the language of the person's interface, starting with the next turn: a turn's own texts
    /// are in it where the instruction does not tell the language.
    pub fn set_language(&self, language: Language) {
        lock(&self.inner.chosen).language = language;
    }

    /// Names the model that keeps summaries and proposes rules in the background; none keeps nothing.
    pub fn set_light_model(&self, name: Option<String>) {
        lock(&self.inner.chosen).light_model = name;
    }
}
