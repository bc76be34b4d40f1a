//! The command reader tested with tables of instructions, whole turns, and arbitrary text.

mod catalogue;
mod properties;
mod turns;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use llm::AgentContext;
use model::conversation::{
    ChatMessage, EditingContext, MessageMetadata, Payload, ProviderResponse, Role, ToolCall,
    ToolDefinition,
};
use model::{FixedWorld, Layout, MessageId, Node, TurnId, World};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::commands::tools::find;

/// The tools of the product that some command needs, as models are shown them.
fn tools() -> BTreeMap<String, ToolDefinition> {
    static NEEDED_TOOLS: LazyLock<BTreeMap<String, ToolDefinition>> = LazyLock::new(|| {
        let specs = capability::specs_of(capabilities::ALL).into_iter();
        let needed = specs.filter(|it| find(&it.name).is_some());
        let definitions = needed.map(|it| it.definition());
        definitions.map(|it| (it.name.clone(), it)).collect()
    });
    NEEDED_TOOLS.clone()
}

/// The context if this node is open, or none.
fn context(tools: BTreeMap<String, ToolDefinition>, node: Option<Node>) -> AgentContext {
    let editing = EditingContext {
        node,
        ..EditingContext::default()
    };
    AgentContext {
        tools,
        cancelled: CancellationToken::new(),
        world: Arc::new(FixedWorld::default()),
        editing: Some(Arc::new(editing)),
    }
}

fn node(id: &str, title: &str, kind: &str, data: &[(&str, Value)]) -> Node {
    let data = data.iter();
    Node {
        id: format!("0190a000-0000-7000-8000-0000{id}").parse().unwrap(),
        title: title.to_owned(),
        kind: kind.to_owned(),
        layout: Layout::default(),
        data: data
            .map(|(name, value)| ((*name).into(), Arc::new(value.clone())))
            .collect(),
    }
}

/// Attributes as stored.
fn attributes(pairs: &[(&str, &str)]) -> Value {
    let items = pairs.iter().map(|(k, v)| json!({ "k": k, "v": v }));
    json!({ "items": items.collect::<Vec<_>>() })
}

/// A node about a hero.
fn hero() -> Option<Node> {
    let pairs = [
        ("Name", "Thomas Anderson"),
        ("Age", "37"),
        ("Role", "programmer"),
    ];
    let data = [("kv", attributes(&pairs))];
    Some(node("4f3a2b1c", "Thomas Anderson", "character", &data))
}

/// A scene without attributes.
fn scene() -> Option<Node> {
    let data = [("text", json!({ "text": "Marble." }))];
    Some(node("77aa88bb", "The Lobby", "scene", &data))
}

fn message(role: Role, content: &str, metadata: MessageMetadata) -> ChatMessage {
    let world = FixedWorld::default();
    ChatMessage {
        id: MessageId(world.new_id()),
        turn: TurnId(world.new_id()),
        role,
        content: content.to_owned(),
        metadata,
        time: world.now(),
    }
}

fn payload(instruction: &str) -> Payload {
    Payload {
        messages: vec![message(Role::User, instruction, MessageMetadata::default())],
        ..Payload::default()
    }
}

/// Adds a reply and the answers to its calls, as the runner does.
fn answer(payload: &mut Payload, reply: &ProviderResponse, result: impl Fn(&ToolCall) -> Value) {
    let metadata = MessageMetadata {
        segments: reply.segments.clone(),
        ..Default::default()
    };
    payload
        .messages
        .push(message(Role::Assistant, &reply.text(), metadata));
    for call in reply.tool_calls() {
        let metadata = MessageMetadata {
            tool_call_id: call.id.clone(),
            ..Default::default()
        };
        payload
            .messages
            .push(message(Role::Tool, &result(call).to_string(), metadata));
    }
}
