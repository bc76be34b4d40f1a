//! Capabilities for the tests of this crate: attributes, pictures, and tools that misbehave in
//! various ways.

use std::time::Duration;

use model::Slot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Capability, DataSpec, Impact, Tool, ToolContext, ToolError, UiHints};

/// A capability from its name and tools.
pub(crate) struct SampleCapability(pub(crate) &'static str, pub(crate) fn() -> Vec<Tool>);

impl Capability for SampleCapability {
    fn name(&self) -> &'static str {
        self.0
    }
    fn title(&self) -> &'static str {
        "Sample"
    }
    fn summary(&self) -> &'static str {
        "Shows what the dispatcher does."
    }
    fn tools(&self) -> Vec<Tool> {
        self.1()
    }
}

/// What a tool returns whose fields no test looks at as a type.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Answer(#[schemars(with = "Map<String, Value>")] pub(crate) Value);

/// Attributes of a node.
pub(crate) struct Kv;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pair {
    /// The attribute's name.
    k: String,
    /// Its value.
    v: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pairs {
    /// The pairs.
    items: Vec<Pair>,
}

impl Capability for Kv {
    fn name(&self) -> &'static str {
        "kv"
    }
    fn title(&self) -> &'static str {
        "KV"
    }
    fn summary(&self) -> &'static str {
        "Attributes of a node."
    }
    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Pairs>("{ items: [{k, v}] }"))
    }
    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("update", "update_node_kv", Impact::Write, update)
                .verb("set")
                .formerly("write", "write_node_kv")
                .formerly_parameter("pairs", "items")
                .hints(hints),
            Tool::new("read", "read_node_kv", Impact::Read, read),
        ]
    }
}

/// Set the attributes of a node.
#[derive(Deserialize, JsonSchema)]
struct Update {
    /// The attributes to set.
    items: Vec<Pair>,
    /// The node; the one being edited if left out.
    node: Option<String>,
}

async fn update(cx: ToolContext, input: Update) -> Result<Answer, ToolError> {
    let node = cx.node(input.node.as_deref())?;
    cx.edit(move |edit| {
        let count = input.items.len();
        let data = json!(Pairs { items: input.items });
        let version = edit.write(&Slot::node(node.id, "kv"), &data)?;
        Ok(Answer(
            json!({ "node": node.title, "count": count, "version": version.number }),
        ))
    })
    .await
}

fn hints(data: &Value) -> Option<UiHints> {
    let title = format!("{} attributes", data["count"]);
    Some(UiHints {
        template: "attributes".into(),
        title,
        fields: serde_json::Map::new(),
    })
}

/// Read the attributes of a node.
#[derive(Deserialize, JsonSchema)]
struct Read {
    /// The node; the one being edited if left out.
    node: Option<String>,
}

async fn read(cx: ToolContext, input: Read) -> Result<Answer, ToolError> {
    let node = cx.node(input.node.as_deref())?;
    Ok(Answer(
        json!({ "node": node.title, "data": node.data.get("kv") }),
    ))
}

/// Something to do.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Nothing {}

/// Make a picture.
#[derive(Deserialize, JsonSchema)]
struct Picture {
    /// What it shows.
    prompt: String,
}

async fn paint(_: ToolContext, input: Picture) -> Result<Answer, ToolError> {
    Ok(Answer(json!({ "painted": input.prompt })))
}

/// A picture tool, and a tool whose effect cannot be undone.
pub(crate) const IMAGE: SampleCapability = SampleCapability("image", || {
    vec![
        Tool::new("generate", "generate_image", Impact::Spend, paint),
        Tool::new("prune", "prune_images", Impact::Destroy, nothing),
        Tool::new("send", "send_message", Impact::Write, nothing).hidden_from_models(),
    ]
});

pub(crate) async fn nothing(_: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    Ok(Answer(json!({})))
}

async fn panics(_: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    panic!("a secret: 42")
}

async fn waits(cx: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    let forever = std::future::pending::<()>();
    let () = forever.await;
    drop(cx);
    Ok(Answer(json!({})))
}

async fn reports_progress_then_waits(cx: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    cx.partial_text("Once");
    cx.progress(Some(0.25), "mixing colors");
    let () = std::future::pending().await;
    Ok(Answer(json!({})))
}

/// Reports progress a hundred times in ten seconds.
async fn reports_progress_often(cx: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    for word in 0..100 {
        cx.progress(Some(f64::from(word) / 100.0), "counting");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(Answer(json!({})))
}

async fn writes_then_waits(cx: ToolContext, input: Update) -> Result<Answer, ToolError> {
    let outcome = update(cx, input).await?;
    let () = std::future::pending().await;
    Ok(outcome)
}

async fn edits_twice(cx: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    cx.edit(|_| Ok(())).await?;
    cx.edit(|_| Ok(())).await?;
    Ok(Answer(json!({})))
}

async fn writes_although_read_only(cx: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    cx.edit(|_| Ok(Answer(json!({})))).await
}

/// Remove a node.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The node.
    node: String,
}

async fn remove(cx: ToolContext, input: Remove) -> Result<Answer, ToolError> {
    let node = cx.node(Some(&input.node))?;
    cx.edit(move |edit| Ok(Answer(json!({ "edges": edit.remove_node(node.id)? }))))
        .await
}

async fn half(_: ToolContext, _: Nothing) -> Result<Answer, ToolError> {
    Ok(Answer(json!({ "failed": ["x"] })))
}

/// Tools that misbehave.
pub(crate) const MISBEHAVING: SampleCapability = SampleCapability("odd", || {
    vec![
        Tool::new("panic", "panic_now", Impact::Read, panics),
        Tool::new("wait", "wait_forever", Impact::Read, waits),
        Tool::new(
            "speak",
            "speak_and_wait",
            Impact::Read,
            reports_progress_then_waits,
        ),
        Tool::new("count", "speak_much", Impact::Read, reports_progress_often)
            .time_limit(Duration::from_secs(1)),
        Tool::new("quiet", "wait_quietly", Impact::Read, waits).reports_own_progress(),
        Tool::new("hurry", "wait_no_time", Impact::Read, waits).time_limit(Duration::ZERO),
        Tool::new("linger", "write_and_wait", Impact::Write, writes_then_waits),
        Tool::new("twice", "edit_twice", Impact::Write, edits_twice),
        Tool::new(
            "secret",
            "write_in_secret",
            Impact::Read,
            writes_although_read_only,
        ),
        Tool::new("remove", "remove_hero", Impact::Write, remove),
        Tool::new("show", "show_badly", Impact::Read, half).hints(|_| panic!("no picture")),
        Tool::new("half", "do_half", Impact::Read, half)
            .partial(|data| data["failed"].as_array().is_some_and(|it| !it.is_empty())),
    ]
});
