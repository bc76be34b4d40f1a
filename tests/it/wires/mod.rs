//! The wire formats of language models, tested from outside: whether the vendors' own packages
//! accept our requests, how tools are sent, and the main workflow through a third-party gateway.

mod caching;
mod catalogue;
mod gateway;
mod requests;

use std::path::PathBuf;
use std::sync::Arc;

use llm::http::Http;
use llm::providers::scripted::ScriptedModel;
use llm::{ModelOptions, ModelRequest, ModelSettings, PRESETS, Provider};
use model::conversation::{Payload, ToolDefinition};
use serde_json::Value;

use crate::support::root;

/// A model for each wire format.
const MODELS: [&str; 5] = [
    "openai-chat:story-1",
    "openai-responses:story-1",
    "anthropic:story-1",
    "gemini:story-1",
    "ollama:story-1",
];

/// The Python with the packages of `tests/outside`.
pub(crate) fn python() -> PathBuf {
    let python = root().join("target/outside/bin/python");
    assert!(
        python.exists(),
        "target/outside is missing: run `cargo xtask test`, which installs it"
    );
    python
}

/// Every wire format with settings for a model.
fn wires() -> Vec<(&'static dyn Provider, ModelSettings)> {
    let http = Http::new().unwrap();
    let of = |name: &str| {
        let options = ModelOptions {
            base_url: Some("https://tale.example/v1".into()),
            ..ModelOptions::default()
        };
        let model = llm::connect(name, options, &http).unwrap();
        let preset = PRESETS
            .iter()
            .find(|it| name.starts_with(&format!("{}:", it.name)));
        (preset.unwrap().wire, model.settings().clone())
    };
    let wires: Vec<_> = MODELS.into_iter().map(of).collect();
    let named = |wire: &dyn Provider| wires.iter().any(|it| it.0.name() == wire.name());
    assert!(
        PRESETS.iter().all(|it| named(it.wire)),
        "a wire without a model here"
    );
    wires
}

fn body(
    wire: &dyn Provider,
    settings: &ModelSettings,
    payload: &Payload,
    tools: &[ToolDefinition],
) -> Value {
    let exchange = ModelRequest {
        payload,
        tools,
        settings,
    };
    wire.request(&exchange).unwrap().body
}

fn thin_tool() -> ToolDefinition {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _within = runtime.enter();
    let studio = host::Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
    studio.registry().project_cli()
}

/// Every tool as a model is shown it, and the one that reaches all others.
fn tools() -> Vec<ToolDefinition> {
    let specs = host::Studio::specs().into_iter();
    let tool = specs.map(|it| it.definition());
    tool.chain([thin_tool()]).collect()
}
