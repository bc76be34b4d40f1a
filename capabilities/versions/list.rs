//! The versions of a node, newest first, and adopting an older one.

use capability::{ToolContext, ToolError, UiHints, View};
use model::contents::{ALTERNATIVES, Alternative, Alternatives};
use model::{Author, DraftId, HistoryEntry, Slot, Subject, Timestamp, TurnId, json_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::subject_names::slot_named;
use crate::answer::{NodeRef, hints, message, node_title, stored, truncate};
use crate::error::CapabilityError;
use crate::validate;

/// List the versions of a node, newest first. Each says what it holds, who wrote it, when and why,
/// and whether it is adopted.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// Only versions of this: a capability such as `kv`, `text` or `image`, or `node` for title and
    /// kind, or `layout` for the place on the map. Defaults to all.
    capability: Option<String>,
    /// Only versions numbered below this one; to continue a list. Needs `capability`.
    before: Option<u32>,
    /// How many to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct VersionList {
    node: NodeRef,
    count: usize,
    versions: Vec<VersionEntry>,
    /// What is kept beside the versions under a name; list_alternatives shows it in full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<AlternativeEntry>,
}

#[derive(Serialize, JsonSchema)]
struct AlternativeEntry {
    capability: String,
    name: String,
    /// The beginning of what it holds.
    excerpt: String,
}

#[derive(Serialize, JsonSchema)]
struct VersionEntry {
    capability: String,
    number: u32,
    adopted: bool,
    author: Author,
    reason: String,
    time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    /// The beginning of what it holds; empty where compaction dropped it.
    excerpt: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    compacted: bool,
}

impl From<HistoryEntry> for VersionEntry {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            excerpt: excerpt(&entry.version.data()),
            capability: entry.version.slot.capability.to_string(),
            number: entry.version.number,
            adopted: entry.adopted,
            author: entry.author,
            reason: entry.reason,
            time: entry.time,
            turn: entry.turn,
            draft: entry.draft,
            compacted: entry.compacted,
        }
    }
}

/// The text of the data, or its numbers if there is none.
fn excerpt(data: &Value) -> String {
    let words = json_text(data);
    match data {
        Value::Null => String::new(),
        _ if words.is_empty() => truncate(&data.to_string(), 100),
        _ => truncate(&words, 100),
    }
}

pub(super) async fn list(cx: ToolContext, input: List) -> Result<VersionList, ToolError> {
    let node = NodeRef::from(&validate::node(&cx, "/node", input.node.as_deref())?);
    let limit = input.limit.unwrap_or(20);
    let view = cx.story();
    if input.before.is_some() && input.capability.is_none() {
        return Err(
            ToolError::invalid("/before", "version numbers count within one capability")
                .hint("name the capability too"),
        );
    }
    let slots = match &input.capability {
        Some(capability) => vec![slot_named(view, &node, capability)?],
        None => parts(view.slots(Subject::Node(node.id))?),
    };
    let mut entries = Vec::new();
    for slot in &slots {
        entries.extend(view.versions(slot, input.before, limit)?);
    }
    entries.sort_by_key(|it| std::cmp::Reverse(it.version.commit));
    let versions: Vec<_> = entries
        .into_iter()
        .take(limit)
        .map(VersionEntry::from)
        .collect();
    let kept = view.adopted(&Slot::node(node.id, ALTERNATIVES))?;
    let kept: Alternatives = stored(kept.as_ref())?;
    let listed = |it: &Alternative| slots.iter().any(|slot| *slot.capability == *it.capability);
    let alternatives = kept.items.into_iter().filter(listed);
    Ok(VersionList {
        node,
        count: versions.len(),
        versions,
        alternatives: alternatives.map(AlternativeEntry::from).collect(),
    })
}

impl From<Alternative> for AlternativeEntry {
    fn from(it: Alternative) -> Self {
        Self {
            excerpt: excerpt(&it.data),
            capability: it.capability,
            name: it.name,
        }
    }
}

/// Without alternatives, which have their own list.
fn parts(mut slots: Vec<Slot>) -> Vec<Slot> {
    slots.retain(|it| *it.capability != *ALTERNATIVES);
    slots
}

pub(super) fn show_list(answer: &Value) -> Option<UiHints> {
    let title = format!("Versions of {}", node_title(answer));
    hints("versions", title, json!({ "versions": answer["versions"] }))
}

/// Go back to an earlier version, or forward to a later one. Nothing is lost: the version adopted
/// now stays in the list.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Adopt {
    /// Whose version: `kv`, `text`, `image`, or `node` for title and kind.
    capability: String,
    /// The version's number, as list_versions gives it.
    number: u32,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Adopted {
    node: NodeRef,
    capability: String,
    version: u32,
    /// The version adopted until now.
    before: Option<u32>,
    excerpt: String,
}

pub(super) async fn adopt(cx: ToolContext, input: Adopt) -> Result<Adopted, ToolError> {
    let node = NodeRef::from(&validate::node(&cx, "/node", input.node.as_deref())?);
    let slot = slot_named(cx.story(), &node, &input.capability)?;
    let wanted = version_numbered(cx.story(), &slot, input.number, "/number")?;
    cx.edit(move |edit| {
        let before = edit.adopted(&slot)?.map(|it| it.number);
        let version = edit.adopt(wanted.id)?.number;
        let excerpt = excerpt(&wanted.data());
        let node = NodeRef::from(&edit.node(node.id)?);
        Ok(Adopted {
            node,
            capability: slot.capability.to_string(),
            version,
            before,
            excerpt,
        })
    })
    .await
}

pub(super) fn show_adopted(answer: &Value) -> Option<UiHints> {
    let capability = answer["capability"].as_str().unwrap_or_default();
    message(format!(
        "{capability} of {} is version {}",
        node_title(answer),
        answer["version"]
    ))
}

/// A version by number; the error lists the existing numbers.
pub(super) fn version_numbered(
    view: &View,
    slot: &Slot,
    number: u32,
    path: &str,
) -> Result<model::Version, ToolError> {
    if let Some(version) = view.version_numbered(slot, number)? {
        return Ok(version);
    }
    let newest = view
        .versions(slot, None, 1)?
        .first()
        .map_or(0, |it| it.version.number);
    let capability = slot.capability.to_string();
    Err(
        ToolError::not_found(CapabilityError::VersionNone { number, capability })
            .hint(format!("its versions are numbered 1 to {newest}"))
            .at(path),
    )
}
