//! Tools for the API keys of model services. A key can be written but never read back.

use capability::{Caller, Capability, Impact, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{new_tool, tool};
use crate::Workspace;
use crate::workspace::{KeyState, RemovedKey};

/// The group of these tools.
pub(super) struct ApiKeys;

impl Capability<Workspace> for ApiKeys {
    fn name(&self) -> &'static str {
        "api_keys"
    }

    fn title(&self) -> &'static str {
        "API keys"
    }

    fn summary(&self) -> &'static str {
        "Keeps the keys of model services, and never shows one."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        use Impact::{Read, Write};
        vec![
            tool(
                ("status", "get_api_key_status", "desk_key_state"),
                Read,
                status,
            ),
            new_tool(("list", "list_api_keys"), Read, list),
            tool(("set", "set_api_key", "desk_keep_key"), Write, set),
            tool(
                ("remove", "remove_api_key", "desk_forget_key"),
                Write,
                remove,
            ),
        ]
    }
}

/// Check whether there is a key for a provider, and where it is kept.
#[derive(Deserialize, JsonSchema)]
struct Status {
    /// The provider, as written before the colon of a model: `openai`.
    provider: String,
}

async fn status(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Status,
) -> Result<KeyState, ToolError> {
    Ok(cx.target().key_state(input.provider).await?)
}

/// List the providers for which there is a key, and where each is kept.
#[derive(Deserialize, JsonSchema)]
struct List {}

#[derive(Serialize, JsonSchema)]
struct Listed {
    keys: Vec<KeyState>,
}

async fn list(cx: ToolContext<Workspace>, _: Caller, _: List) -> Result<Listed, ToolError> {
    let keys = cx.target().key_states().await?;
    Ok(Listed { keys })
}

/// Save the key of a provider, in the system's key chain or in a file that only its owner can read.
#[derive(Deserialize, JsonSchema)]
struct Set {
    /// The provider, as written before the colon of a model: `openai`.
    provider: String,
    /// The key. No answer, log or story contains it.
    #[schemars(extend("writeOnly" = true))]
    key: String,
}

async fn set(cx: ToolContext<Workspace>, _: Caller, input: Set) -> Result<KeyState, ToolError> {
    Ok(cx.target().keep_key(input.provider, input.key).await?)
}

/// Remove the key of a provider. Reports where another one remains, such as in the environment.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The provider, as written before the colon of a model: `openai`.
    provider: String,
}

async fn remove(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Remove,
) -> Result<RemovedKey, ToolError> {
    Ok(cx.target().forget_key(input.provider).await?)
}
