//! Attributes of many nodes: lists them as a table, sets and renames them, each as one step.

use std::collections::{BTreeMap, HashMap};

use capability::{ToolContext, ToolError, UiHints};
use model::contents::{FACTS, Facts};
use model::{Node, Slot, Subject, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Attribute, Attributes, NAME, READER};
use crate::answer::{NodeRef, message, stored, to_json};
use crate::error::CapabilityError;
use crate::shared::{fields, unread};
use crate::validate;

/// The default number of nodes in a table.
const DEFAULT_LIMIT: usize = 200;

/// List the attributes of many nodes as a table: the keys in use, and each node with its pairs.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListAttributes {
    /// Only nodes of this kind, for instance `character`. Defaults to all nodes that have
    /// attributes.
    kind: Option<String>,
    /// How many nodes to list at most. Defaults to 200.
    limit: Option<usize>,
    /// Whether to say when each node was last changed. Defaults to false.
    times: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct AttributeTable {
    /// How many nodes there are in all.
    count: usize,
    /// The keys in use with how many nodes have them, in the order they are met.
    keys: Vec<KeyUse>,
    nodes: Vec<Row>,
}

#[derive(Serialize, JsonSchema)]
struct KeyUse {
    key: String,
    count: usize,
}

#[derive(Serialize, JsonSchema)]
struct Row {
    #[serde(flatten)]
    node: NodeRef,
    kind: String,
    items: Vec<Attribute>,
    /// When it was last changed in any way, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<Timestamp>,
}

pub(super) async fn list(
    cx: ToolContext,
    input: ListAttributes,
) -> Result<AttributeTable, ToolError> {
    let story = cx.story().story()?;
    let times = if input.times.unwrap_or_default() {
        cx.story().last_changes()?
    } else {
        HashMap::new()
    };
    let wanted = input.kind.as_deref().map(|it| it.trim().to_lowercase());
    let mut rows = Vec::new();
    for node in story.nodes.values() {
        let items = attributes_of(node).items;
        let fits = match &wanted {
            Some(kind) => node.kind.to_lowercase() == *kind,
            None => !items.is_empty(),
        };
        if fits {
            rows.push(Row {
                node: NodeRef::from(&**node),
                kind: node.kind.clone(),
                items,
                edited: times.get(&Subject::Node(node.id)).copied(),
            });
        }
    }
    let keys = keys_of(&rows);
    let count = rows.len();
    rows.truncate(input.limit.unwrap_or(DEFAULT_LIMIT));
    if cx.seen().is_some() {
        for row in &rows {
            let slot = Slot::node(row.node.id, NAME);
            let version = cx.story().adopted(&slot)?.map(|it| it.number);
            unread::note_read(&cx, slot, version);
        }
    }
    Ok(AttributeTable {
        count,
        keys,
        nodes: rows,
    })
}

fn attributes_of(node: &Node) -> Attributes {
    Attributes::of(node.data.get(NAME).map(|it| &**it))
}

fn keys_of(rows: &[Row]) -> Vec<KeyUse> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut keys: Vec<KeyUse> = Vec::new();
    for pair in rows.iter().flat_map(|it| &it.items) {
        let at = *places.entry(pair.k.to_lowercase()).or_insert_with(|| {
            keys.push(KeyUse {
                key: pair.k.clone(),
                count: 0,
            });
            keys.len() - 1
        });
        keys[at].count += 1;
    }
    keys
}

/// Set one attribute to the same value on several nodes, as one step.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetAttribute {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
    /// The key, for instance `Faction`. A node that has it gets the new value; others get it added.
    key: String,
    /// The value. Left out, the attribute is removed where it is.
    value: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Set {
    /// How many nodes changed.
    count: usize,
    nodes: Vec<NodeRef>,
    key: String,
    value: Option<String>,
}

pub(super) async fn set(cx: ToolContext, input: SetAttribute) -> Result<Set, ToolError> {
    let nodes = validate::nodes(&cx, "/nodes", &input.nodes)?;
    let key = validate::line("/key", "the key", &input.key)?;
    if let Some(value) = &input.value {
        validate::prose("/value", "the value", value)?;
    }
    for node in &nodes {
        unread::check(&cx, node, NAME, READER)?;
    }
    let value = input.value;
    let mut values = Vec::with_capacity(nodes.len());
    if let Some(v) = &value {
        let graph = cx.story().graph()?;
        let pair = Attribute::new(&key, v);
        for node in &nodes {
            let kept = fields::check(&cx, &graph, &node.kind, &pair, "/value", &[])?;
            values.push(kept);
        }
    }
    cx.edit(move |edit| {
        let mut changed = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let slot = Slot::node(node.id, NAME);
            let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
            let at = attributes.position(&key);
            match (values.get(index), at) {
                (Some(v), at) if at.is_none_or(|at| attributes.items[at].v != *v) => {
                    attributes.set(Attribute {
                        k: key.clone(),
                        v: v.clone(),
                    });
                }
                (None, Some(at)) => drop(attributes.items.remove(at)),
                _ => continue,
            }
            edit.write(&slot, &to_json(&attributes))?;
            changed.push(NodeRef::from(node));
        }
        Ok(Set {
            count: changed.len(),
            nodes: changed,
            key,
            value,
        })
    })
    .await
}

pub(super) fn show_set(answer: &Value) -> Option<UiHints> {
    let key = answer["key"].as_str().unwrap_or_default();
    message(format!("{key} of {} nodes", answer["count"]))
}

/// Rename an attribute's key on every node that has it, or on some of them, as one step. Values,
/// facts and their order stay. If one of the nodes already has the new key, nothing is renamed.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RenameAttribute {
    /// The key as it is, ignoring letter case.
    key: String,
    /// The new key.
    new_key: String,
    /// Only on these nodes: their titles, or the first or last characters of their ids. Defaults to
    /// all nodes.
    nodes: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RenamedKey {
    count: usize,
    nodes: Vec<NodeRef>,
    key: String,
    new_key: String,
}

pub(super) async fn rename(
    cx: ToolContext,
    input: RenameAttribute,
) -> Result<RenamedKey, ToolError> {
    let key = validate::line("/key", "the key", &input.key)?;
    let new_key = validate::line("/new_key", "the new key", &input.new_key)?;
    let chosen = match input.nodes.filter(|it| !it.is_empty()) {
        Some(named) => validate::nodes(&cx, "/nodes", &named)?,
        None => {
            let story = cx.story().story()?;
            story.nodes.values().map(|it| Node::clone(it)).collect()
        }
    };
    let holding: Vec<_> = chosen
        .into_iter()
        .filter(|it| attributes_of(it).position(&key).is_some() || facts_of(it).has(&key))
        .collect();
    if holding.is_empty() {
        let key = validate::shorten_for_message(&key);
        return Err(ToolError::not_found(CapabilityError::NoKeyAnywhere { key })
            .hint("list_attributes shows the keys in use"));
    }
    cx.edit(move |edit| {
        let mut renamed = Vec::new();
        for node in &holding {
            let slot = Slot::node(node.id, NAME);
            let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
            let fact_slot = Slot::node(node.id, FACTS);
            let mut facts: Facts = stored(edit.adopted(&fact_slot)?.as_ref())?;
            let at = attributes.position(&key);
            let other = attributes.position(&new_key).filter(|it| Some(*it) != at);
            let is_other_key = key.to_lowercase() != new_key.to_lowercase();
            if other.is_some() || is_other_key && facts.has(&new_key) {
                let (title, key) = (node.title.clone(), new_key.clone());
                return Err(ToolError::invalid(
                    "/new_key",
                    CapabilityError::KeyTaken { title, key },
                )
                .hint("choose another key, or remove one of the two there first"));
            }
            if let Some(at) = at {
                attributes.items[at].k.clone_from(&new_key);
                edit.write(&slot, &to_json(&attributes))?;
            }
            if facts.has(&key) {
                facts.rename(&key, &new_key);
                edit.write(&fact_slot, &to_json(&facts))?;
            }
            renamed.push(NodeRef::from(node));
        }
        Ok(RenamedKey {
            count: renamed.len(),
            nodes: renamed,
            key,
            new_key,
        })
    })
    .await
}

fn facts_of(node: &Node) -> Facts {
    Facts::of(node.data.get(FACTS).map(|it| &**it))
}

pub(super) fn show_renamed(answer: &Value) -> Option<UiHints> {
    let word = |it: &str| answer[it].as_str().unwrap_or_default().to_owned();
    let (key, new_key) = (word("key"), word("new_key"));
    message(format!("{key} is {new_key} on {} nodes", answer["count"]))
}
