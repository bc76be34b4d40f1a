//! Tools for choosing a model: test one, list those of a provider.

use capability::{Caller, Capability, Impact, Tool, ToolContext, ToolError};
use llm::ListedModel;
use llm::connection::ConnectionCheck;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool;
use crate::Workspace;

/// The group of these tools.
pub(super) struct Models;

impl Capability<Workspace> for Models {
    fn name(&self) -> &'static str {
        "models"
    }

    fn title(&self) -> &'static str {
        "Models"
    }

    fn summary(&self) -> &'static str {
        "Tests models and lists those of a provider."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        vec![
            tool(
                ("test", "test_model", "desk_test_model"),
                Impact::Read,
                test,
            ),
            tool(
                ("list", "list_models", "desk_list_models"),
                Impact::Read,
                list,
            ),
        ]
    }
}

/// Ask a model one short question, to test whether it answers and what is wrong if not.
#[derive(Deserialize, JsonSchema)]
struct Test {
    /// The model: `builtin`, or `provider:model`.
    model: String,
    /// Another address of its server, for this test only.
    address: Option<String>,
}

async fn test(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: Test,
) -> Result<ConnectionCheck, ToolError> {
    let tested = cx
        .target()
        .test_model(&input.model, input.address.as_deref());
    Ok(tested.await?)
}

/// List the models that the server of a provider offers.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// The provider, as written before the colon of a model: `openai`.
    provider: String,
    /// Another address of its server, for this call only.
    address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    models: Vec<ListedModel>,
}

async fn list(cx: ToolContext<Workspace>, _: Caller, input: List) -> Result<Listed, ToolError> {
    let listed = cx
        .target()
        .list_models(&input.provider, input.address.as_deref());
    Ok(Listed {
        models: listed.await?,
    })
}
