//! The built-in assistant over tables of instructions, whole turns, and arbitrary text.

mod catalogue;
mod properties;
mod turns;

use std::collections::BTreeMap;
use std::sync::Arc;

use model::talk::{
    ChatMessage, MessageMetadata, Payload, ProviderResponse, Role, ToolCall, ToolDefinition,
};
use model::{FixedWorld, MessageId, TurnId, World};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::AgentContext;

/// The tools of the product with the arguments each takes.
const TOOLS: &[(&str, &[&str])] = &[
    ("update_node_kv", &["items", "node"]),
    ("remove_node_kv", &["keys", "node"]),
    ("write_text", &["text", "node"]),
    ("append_text", &["text", "node"]),
    ("replace_text", &["old", "new", "all", "node"]),
    ("read_text", &["node"]),
    ("generate_image", &["prompt", "ratio", "seed", "node"]),
    (
        "create_node",
        &["title", "kind", "after", "label", "text", "x", "y"],
    ),
    ("rename_node", &["title", "node"]),
    (
        "link_nodes",
        &["from", "to", "label", "condition", "effect", "order"],
    ),
    (
        "relabel_link",
        &[
            "from",
            "to",
            "label",
            "new_label",
            "condition",
            "effect",
            "order",
        ],
    ),
    ("unlink_nodes", &["from", "to", "label"]),
    ("move_node", &["x", "y", "node", "group"]),
    ("remove_node", &["node"]),
    ("find_nodes", &["title", "kind", "key", "value", "limit"]),
    ("outline", &["node", "limit"]),
    ("neighbors", &["node"]),
    ("show_node", &["node"]),
    ("list_versions", &["node", "capability"]),
    ("compare_versions", &["capability", "from", "to", "node"]),
    ("adopt_version", &["capability", "number", "node"]),
    ("undo", &["turn", "change"]),
    ("redo", &[]),
    ("search_story", &["words", "kind", "limit"]),
    ("rename_story", &["title"]),
    ("set_start", &["node"]),
];

fn tool(name: &str, arguments: &[&str]) -> (String, ToolDefinition) {
    let properties: BTreeMap<&str, Value> = arguments
        .iter()
        .map(|it| (*it, json!({ "type": "string" })))
        .collect();
    let definition = ToolDefinition {
        name: name.to_owned(),
        description: String::new(),
        parameters: json!({ "type": "object", "properties": properties }),
    };
    (name.to_owned(), definition)
}

fn tools() -> BTreeMap<String, ToolDefinition> {
    TOOLS.iter().map(|it| tool(it.0, it.1)).collect()
}

fn context(tools: BTreeMap<String, ToolDefinition>) -> AgentContext {
    let world = Arc::new(FixedWorld::default());
    AgentContext {
        tools,
        cancelled: CancellationToken::new(),
        world,
    }
}

/// A hero's node.
const HERO: &str = r#"You are a creative assistant. You are currently editing Node: "Thomas Anderson".

Story: "The Matrix" (3 nodes, 0 links)
Kind: "character"
Id: 4f3a2b1c

Available Capabilities:
1. [KV]: Stores structured attributes.
   Schema: { items: [{k, v}] }

Current Data (Adopted Version):
- KV: {"items":[{"k":"Name","v":"Thomas Anderson"},{"k":"Age","v":"37"},{"k":"Role","v":"programmer"}]}
- Text: (Empty)
- Image: (Empty)

User Instruction: …"#;

/// A scene without attributes.
const SCENE: &str = r#"You are a creative assistant. You are currently editing Node: "The Lobby".

Story: "The Matrix" (3 nodes, 0 links)
Kind: "scene"
Id: 77aa88bb

Current Data (Adopted Version):
- KV: (Empty)
- Text: {"text":"Marble."}

User Instruction: …"#;

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

fn payload(system: &str, instruction: &str) -> Payload {
    Payload {
        system: system.to_owned(),
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
