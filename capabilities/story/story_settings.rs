//! The story as a whole: its title, start, tag colors, word goal and kinds of node.

use std::collections::BTreeMap;

use capability::{Capability, Edit, ToolContext, ToolError};
use model::contents::{KV, TEXT, is_part};
use model::{Field, FieldType, Kind, NodeId, Slot, Story, StoryRecord, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::map_layout::color;
use crate::answer::{NodeRef, stored, to_json};
use crate::error::CapabilityError;
use crate::validate;

/// The built-in kind of node that readers read.
pub(super) const SCENE: &str = "scene";

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

/// Set the color of a tag on all cards that have it, or reset it to its default color.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetTagColor {
    /// The tag, as written in the attribute `Tags`.
    tag: String,
    /// A color of the palette, `1` to `6`, or one like `#3366cc`. Defaults to the usual color.
    color: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct TagColored {
    tag: String,
    color: Option<String>,
    version: u32,
}

pub(super) async fn set_tag_color(
    cx: ToolContext,
    input: SetTagColor,
) -> Result<TagColored, ToolError> {
    let tag = validate::line("/tag", "the tag", &input.tag)?;
    let color = color::named(input.color.as_deref().unwrap_or_default())?;
    cx.edit(move |edit| {
        let (_, version) = change_record(edit, |it| {
            match &color {
                Some(color) => it.tag_colors.insert(tag.clone(), color.clone()),
                None => it.tag_colors.remove(&tag),
            };
        })?;
        Ok(TagColored {
            tag,
            color,
            version,
        })
    })
    .await
}

/// Set the word goal of the story. The goal of a single scene is its attribute `Word goal`.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetWordGoal {
    /// How many words; 0 for no goal.
    #[schemars(range(max = 100_000_000))]
    words: u32,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct WordGoalSet {
    words: Option<u32>,
    version: u32,
}

pub(super) async fn set_word_goal(
    cx: ToolContext,
    input: SetWordGoal,
) -> Result<WordGoalSet, ToolError> {
    let words = Some(input.words).filter(|it| *it > 0);
    cx.edit(move |edit| {
        let (_, version) = change_record(edit, |it| it.word_goal = words)?;
        Ok(WordGoalSet { words, version })
    })
    .await
}

/// Makes the first scene of a story its start, if it has none.
pub(super) fn start_at_first_scene(
    edit: &mut Edit<'_>,
    story: &Story,
    node: NodeId,
    kind: &str,
) -> Result<(), ToolError> {
    let is_scene = |kind: &str| kind == SCENE;
    let is_first = is_scene(kind) && !story.nodes.values().any(|it| is_scene(&it.kind));
    if is_first && story.record.start.is_none() {
        change_record(edit, |it| it.start = Some(node))?;
    }
    Ok(())
}

/// Changes the story's record; returns the old one and the number of the new version.
pub(super) fn change_record(
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

/// Define a kind of node of your own, or change what a kind starts with and which fields it has. It may
/// be a faction, a chapter, a spell. Existing nodes keep their data.
#[derive(Deserialize, JsonSchema)]
pub(super) struct DefineKind {
    /// The kind's name, for instance `faction`.
    name: String,
    /// The capabilities a node of this kind starts with, in the order they are shown, for
    /// instance `kv` and `text`. Left out, they stay; a new kind gets these two.
    capabilities: Option<Vec<String>>,
    /// The attributes that nodes of this kind have, with their types, all of them in the order they
    /// are shown. Left out, they stay. Values that are written later have to fit.
    fields: Option<Vec<Field>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Defined {
    kind: String,
    capabilities: Vec<String>,
    fields: Vec<Field>,
    version: u32,
    /// All kinds there are now.
    kinds: Vec<String>,
}

pub(super) async fn define_kind(cx: ToolContext, input: DefineKind) -> Result<Defined, ToolError> {
    let name = validate::line("/name", "the name", &input.name)?;
    let graph = cx.story().graph()?;
    let known = validate::position(graph.kinds.keys().map(String::as_str), &name);
    let kind = known
        .and_then(|at| graph.kinds.keys().nth(at).cloned())
        .unwrap_or(name);
    let before = graph.kinds.get(&kind);
    let capabilities = match (&input.capabilities, before) {
        (Some(given), _) => check_capabilities(given)?,
        (None, Some(before)) => before.capabilities.clone(),
        (None, None) => vec![KV.to_owned(), TEXT.to_owned()],
    };
    let fields = match input.fields {
        Some(given) => check_fields(&graph, &kind, given)?,
        None => before.map(|it| it.fields.clone()).unwrap_or_default(),
    };
    cx.edit(move |edit| {
        let slot = Slot::story(part::KINDS);
        let mut own: BTreeMap<String, Kind> = stored(edit.adopted(&slot)?.as_ref())?;
        own.insert(
            kind.clone(),
            Kind {
                capabilities: capabilities.clone(),
                fields: fields.clone(),
            },
        );
        let version = edit.write(&slot, &to_json(&own))?.number;
        let mut kinds = Kind::built_in();
        kinds.extend(own);
        Ok(Defined {
            kind,
            capabilities,
            fields,
            version,
            kinds: kinds.into_keys().collect(),
        })
    })
    .await
}

/// Checks fields and normalizes their names and choices.
fn check_fields(graph: &Story, owner: &str, given: Vec<Field>) -> Result<Vec<Field>, ToolError> {
    let mut fields: Vec<Field> = Vec::with_capacity(given.len());
    for (index, field) in given.into_iter().enumerate() {
        let at = |part: &str| format!("/fields/{index}/{part}");
        let name = validate::line(&at("name"), "the name", &field.name)?;
        if Field::named(&fields, &name).is_some() {
            return Err(
                ToolError::invalid(at("name"), CapabilityError::DoubleField { name })
                    .hint("give each name once"),
            );
        }
        let mut choices: Vec<String> = Vec::new();
        let mut to = None;
        let mut inverse = None;
        match field.of {
            FieldType::Choice => {
                for (number, choice) in field.choices.iter().enumerate() {
                    let path = format!("/fields/{index}/choices/{number}");
                    let choice = validate::line(&path, "the value", choice)?;
                    if !choices.contains(&choice) {
                        choices.push(choice);
                    }
                }
                if choices.is_empty() {
                    let refusal = CapabilityError::NoChoices { field: name };
                    return Err(ToolError::invalid(at("choices"), refusal)
                        .hint("give the values, or another type"));
                }
            }
            FieldType::Reference => {
                // A kind may refer to itself before it exists.
                let wanted = field
                    .to
                    .as_deref()
                    .map(str::trim)
                    .filter(|it| !it.is_empty());
                to = match wanted {
                    Some(it) if it.to_lowercase() == owner.to_lowercase() => Some(owner.to_owned()),
                    Some(it) => Some(validate::kind(&at("to"), graph, it)?),
                    None => None,
                };
                let told = field.inverse.as_deref().unwrap_or_default();
                let told = validate::optional_line(&at("inverse"), "the name", told)?;
                inverse = Some(told).filter(|it| !it.is_empty());
            }
            FieldType::Text | FieldType::Number | FieldType::Date | FieldType::List => {}
        }
        fields.push(Field {
            name,
            of: field.of,
            choices,
            to,
            inverse,
        });
    }
    Ok(fields)
}

fn check_capabilities(given: &[String]) -> Result<Vec<String>, ToolError> {
    let keeps_part = |it: &&&dyn Capability| it.data().is_some() && is_part(it.name());
    let known: Vec<_> = crate::ALL
        .iter()
        .filter(keeps_part)
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

/// A kind of the story by name, ignoring letter case.
pub(super) fn kind_named(story: &Story, name: &str) -> Result<String, ToolError> {
    validate::kind("/kind", story, name)
}
