//! The story as a whole: its title, where reading begins, and its kinds of node.

use std::collections::BTreeMap;

use capability::{Capability, Edit, ToolContext, ToolError};
use model::{Kind, Slot, Story, StoryRecord, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{NodeRef, stored, to_json};
use crate::error::CapabilityError;
use crate::validate;

/// Make a node the start of the story. Reading begins there.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetStart {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Started {
    node: NodeRef,
    version: u32,
}

pub(super) async fn set_start(cx: ToolContext, input: SetStart) -> Result<Started, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        let (_, version) = change_record(edit, |it| it.start = Some(node.id))?;
        Ok(Started {
            node: NodeRef::from(&node),
            version,
        })
    })
    .await
}

/// Rename the story itself. To rename a node use rename_node.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RenameStory {
    /// The story's new title.
    title: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StoryRenamed {
    title: String,
    before: String,
    version: u32,
}

pub(super) async fn rename_story(
    cx: ToolContext,
    input: RenameStory,
) -> Result<StoryRenamed, ToolError> {
    let title = validate::line("/title", "the title", &input.title)?;
    cx.edit(move |edit| {
        let (before, version) = change_record(edit, |it| it.title.clone_from(&title))?;
        Ok(StoryRenamed {
            title,
            before: before.title,
            version,
        })
    })
    .await
}

/// Changes the story's record; gives back what it was and the number of the new version.
fn change_record(
    edit: &mut Edit<'_>,
    change: impl FnOnce(&mut StoryRecord),
) -> Result<(StoryRecord, u32), ToolError> {
    let slot = Slot::story(part::STORY);
    let before: StoryRecord = stored(edit.adopted(&slot)?.as_ref())?;
    let mut record = before.clone();
    change(&mut record);
    let version = edit.write(&slot, &to_json(&record))?.number;
    Ok((before, version))
}

/// Define a kind of node of your own, or change what a kind starts with. It may be a faction, a
/// chapter, a spell. Nodes of the kind start with the capabilities named; existing nodes keep their
/// data.
#[derive(Deserialize, JsonSchema)]
pub(super) struct DefineKind {
    /// The kind's name, for instance `faction`.
    name: String,
    /// The capabilities a node of this kind starts with, in the order they are shown, for
    /// instance `kv` and `text`.
    capabilities: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Defined {
    kind: String,
    capabilities: Vec<String>,
    version: u32,
    /// All kinds there are now.
    kinds: Vec<String>,
}

pub(super) async fn define_kind(cx: ToolContext, input: DefineKind) -> Result<Defined, ToolError> {
    let name = validate::line("/name", "the name", &input.name)?;
    let capabilities = check_capabilities(&input.capabilities)?;
    let graph = cx.story().graph()?;
    let known = validate::position(graph.kinds.keys().map(String::as_str), &name);
    let kind = known
        .and_then(|at| graph.kinds.keys().nth(at).cloned())
        .unwrap_or(name);
    cx.edit(move |edit| {
        let slot = Slot::story(part::KINDS);
        let mut own: BTreeMap<String, Kind> = stored(edit.adopted(&slot)?.as_ref())?;
        own.insert(
            kind.clone(),
            Kind {
                capabilities: capabilities.clone(),
            },
        );
        let version = edit.write(&slot, &to_json(&own))?.number;
        let mut kinds = Kind::built_in();
        kinds.extend(own);
        Ok(Defined {
            kind,
            capabilities,
            version,
            kinds: kinds.into_keys().collect(),
        })
    })
    .await
}

fn check_capabilities(given: &[String]) -> Result<Vec<String>, ToolError> {
    let keeps_data = |it: &&&dyn Capability| it.data().is_some();
    let known: Vec<_> = crate::ALL
        .iter()
        .filter(keeps_data)
        .map(|it| it.name())
        .collect();
    let mut named = Vec::new();
    for (index, name) in given.iter().enumerate() {
        let Some(at) = validate::position(known.iter().copied(), name.trim()) else {
            let path = format!("/capabilities/{index}");
            let name = validate::shorten_for_message(name);
            let known = validate::join_names(known.iter().copied());
            return Err(
                ToolError::invalid(path, CapabilityError::NoCapability { name })
                    .hint(format!("choose from {known}")),
            );
        };
        if !named.iter().any(|it| it == known[at]) {
            named.push(known[at].to_owned());
        }
    }
    Ok(named)
}

/// A kind of the story by name, letter case aside.
pub(super) fn kind_named(story: &Story, name: &str) -> Result<String, ToolError> {
    validate::kind("/kind", story, name)
}
