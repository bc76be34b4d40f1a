//! KV: structured attributes of a node, as key-value pairs in the writer's order (ST-2). Keys are
//! unique within a node, ignoring letter case. Values are text; the types that a node's kind
//! defines are checked in `shared::fields`. `bulk` handles many nodes at once, `table` a table of
//! them.

mod bulk;
mod table;
#[cfg(test)]
mod tests;

use capability::{
    Capability, DataSpec, Impact, InvalidArgument, Tool, ToolContext, ToolError, UiHints,
};
use model::Slot;
use model::contents::{Attribute, Attributes, KV};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints, node_title, stored, to_json};
use crate::error::CapabilityError;
use crate::shared::{fields, unread};
use crate::validate;

const NAME: &str = KV;
/// The tool that reads the attributes of a node.
const READER: &str = "read_node_kv";

pub(crate) struct Kv;

impl Capability for Kv {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "KV"
    }

    fn summary(&self) -> &'static str {
        "Stores structured attributes."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Attributes>("{ items: [{k, v}] }"))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("update", "update_node_kv", Impact::Write, update)
                .everyday()
                .hints(show_update),
            Tool::new("remove", "remove_node_kv", Impact::Write, remove),
            Tool::new("read", "read_node_kv", Impact::Read, read),
            Tool::new("list", "list_attributes", Impact::Read, bulk::list),
            Tool::new("set", "set_attribute", Impact::Write, bulk::set).hints(bulk::show_set),
            Tool::new(
                "update_table",
                "update_attribute_table",
                Impact::Write,
                table::write,
            )
            .formerly("write", "write_attributes")
            .formerly_parameter("make", "create_nodes")
            .hints(table::show_written),
            Tool::new("rename", "rename_attribute", Impact::Write, bulk::rename)
                .hints(bulk::show_renamed),
        ]
    }
}

/// Update the key-value data of a node. Use this to store structured settings: a name, an age, a
/// role, a mood. Other pairs stay unchanged.
#[derive(Deserialize, JsonSchema)]
struct Update {
    /// The pairs to set. A key that exists gets the new value; a new key is added at the end.
    items: Vec<Attribute>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Updated {
    node: NodeRef,
    version: u32,
    count: usize,
    /// The pairs set, under the keys the node has.
    items: Vec<Attribute>,
}

async fn update(cx: ToolContext, input: Update) -> Result<Updated, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    if input.items.is_empty() {
        return Err(ToolError::invalid("/items", "there is no pair to set")
            .hint("give at least one {k, v}")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    let graph = cx.story().graph()?;
    let mut pairs = Vec::new();
    for (index, pair) in input.items.into_iter().enumerate() {
        let path = format!("/items/{index}/v");
        let k = validate::line(&format!("/items/{index}/k"), "the key", &pair.k)?;
        validate::prose(&path, "the value", &pair.v)?;
        let mut pair = Attribute { k, v: pair.v };
        pair.v = fields::check(&cx, &graph, &node.kind, &pair, &path, &[])?;
        pairs.push(pair);
    }
    unread::check(&cx, &node, NAME, READER)?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
        let items: Vec<_> = pairs.into_iter().map(|it| attributes.set(it)).collect();
        let version = edit.write(&slot, &to_json(&attributes))?.number;
        Ok(Updated {
            node: NodeRef::from(&node),
            version,
            count: items.len(),
            items,
        })
    })
    .await
}

fn show_update(answer: &Value) -> Option<UiHints> {
    let title = format!("Attributes of {}", node_title(answer));
    hints("attributes", title, json!({ "items": answer["items"] }))
}

/// Remove pairs from the key-value data of a node by their keys. If one of the keys does not exist,
/// nothing is removed.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The keys to remove, as the node has them; letter case does not matter.
    keys: Vec<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    node: NodeRef,
    version: u32,
    count: usize,
    /// The pairs taken away.
    removed: Vec<Attribute>,
    /// How many pairs are left.
    left: usize,
}

async fn remove(cx: ToolContext, input: Remove) -> Result<Removed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    if input.keys.is_empty() {
        return Err(ToolError::invalid("/keys", "there is no key to remove")
            .hint("read_node_kv lists the keys of a node")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    unread::check(&cx, &node, NAME, READER)?;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
        let had = attributes.items.clone();
        let mut removed = Vec::new();
        for (index, key) in input.keys.iter().enumerate() {
            let Some(at) = attributes.position(key.trim()) else {
                let (title, key) = (node.title.clone(), validate::shorten_for_message(key));
                let known = validate::join_names(had.iter().map(|it| it.k.as_str()));
                return Err(ToolError::not_found(CapabilityError::NoKey { title, key })
                    .hint(format!("its keys are: {known}"))
                    .at(format!("/keys/{index}")));
            };
            removed.push(attributes.items.remove(at));
        }
        let version = edit.write(&slot, &to_json(&attributes))?.number;
        let (count, left) = (removed.len(), attributes.items.len());
        Ok(Removed {
            node: NodeRef::from(&node),
            version,
            count,
            removed,
            left,
        })
    })
    .await
}

/// Read the key-value data of a node: all its pairs, in order.
#[derive(Deserialize, JsonSchema)]
struct Read {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReadResult {
    node: NodeRef,
    /// The adopted version; none if the node has no attributes yet.
    version: Option<u32>,
    count: usize,
    items: Vec<Attribute>,
}

async fn read(cx: ToolContext, input: Read) -> Result<ReadResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let version = cx.story().adopted(&Slot::node(node.id, NAME))?;
    let Attributes { items } = stored(version.as_ref())?;
    let version = version.map(|it| it.number);
    unread::note_read(&cx, Slot::node(node.id, NAME), version);
    Ok(ReadResult {
        node: NodeRef::from(&node),
        version,
        count: items.len(),
        items,
    })
}
