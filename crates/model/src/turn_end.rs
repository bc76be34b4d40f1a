//! How a turn ended and what it used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The model finished its answer.
    Done,
    /// A limit was reached: steps, identical calls, corrections, or the length of a reply.
    Bounded,
    /// The model, or its service's filter, refused or broke off in the middle.
    Refused,
    /// A person cancelled it.
    Cancelled,
    /// The model could not be used.
    Failed,
}

/// Tokens used, as the provider counted them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Usage {
    /// Tokens of the payload, including those read from a cache.
    pub input_tokens: u64,
    /// Tokens of the reply, including thinking.
    pub output_tokens: u64,
    /// How many of the input tokens came from a cache.
    pub cached_tokens: u64,
}

/// What a turn used, at the prices in the settings when it ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnUsage {
    /// Tokens, summed over its requests, as reported by the provider: `{input, output, cached}`.
    #[serde(with = "tokens", default)]
    #[schemars(with = "tokens::TokensJson")]
    pub usage: Usage,
    /// How many generated images it was charged for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub pictures: u32,
    /// The cost of tokens and images, in the currency of the settings, as far as prices are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What `cost` leaves out because the settings give no price.
    #[serde(default, skip_serializing_if = "UnpricedUsage::is_nothing")]
    pub uncounted: UnpricedUsage,
}

/// What a cost leaves out because the settings give no price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct UnpricedUsage {
    /// Whether it leaves out the tokens.
    pub tokens: bool,
    /// How many charged images it leaves out.
    pub pictures: u32,
}

impl UnpricedUsage {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde requires this signature"
    )]
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// Tokens as interfaces read them.
mod tokens {
    use crate::conversation::Usage;
    use schemars::JsonSchema;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Tokens of requests and replies.
    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    #[serde(default)]
    pub(super) struct TokensJson {
        /// Of the requests.
        input: u64,
        /// Of the replies.
        output: u64,
        /// How many of the input came from a cache.
        cached: u64,
    }

    pub(super) fn serialize<S: Serializer>(usage: &Usage, to: S) -> Result<S::Ok, S::Error> {
        let tokens = TokensJson {
            input: usage.input_tokens,
            output: usage.output_tokens,
            cached: usage.cached_tokens,
        };
        tokens.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Usage, D::Error> {
        let tokens = TokensJson::deserialize(from)?;
        Ok(Usage {
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            cached_tokens: tokens.cached,
        })
    }
}
