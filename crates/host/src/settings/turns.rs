//! The settings of the assistant's turns, stored under `[assistant]`.

use runner::context::ContextStrategy;
use runner::{ToolChoice, TurnLimits};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// The `[assistant]` of a settings file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TurnSettings {
    /// Which tools a model is shown: `all`, `fitting`, `project_cli`.
    pub tools: ToolChoice,
    /// How a conversation is fitted into the model's window (CM-6).
    #[serde(alias = "contextStrategy", skip_serializing_if = "Option::is_none")]
    pub context_strategy: Option<ContextStrategy>,
    /// How far a turn may go.
    #[serde(deserialize_with = "checked")]
    pub limits: TurnLimits,
}

/// Rejects invalid limits while reading, so that the error names their line.
fn checked<'de, D: Deserializer<'de>>(from: D) -> Result<TurnLimits, D::Error> {
    let limits = TurnLimits::deserialize(from)?;
    limits.check().map_err(serde::de::Error::custom)?;
    Ok(limits)
}
