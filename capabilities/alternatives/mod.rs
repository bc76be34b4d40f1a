//! Alternatives: other versions of a node's text, attributes or picture, kept under names beside
//! the adopted one. Here they are compared, adopted and removed; `write_text` writes one for a
//! text.

#[cfg(test)]
mod tests;

use capability::{Capability, DataSpec, Edit, Impact, Tool, ToolContext, ToolError, UiHints};
use model::contents::{
    ALTERNATIVES, Alternative, Alternatives, Content as _, Prose, TEXT, is_part,
};
use model::{Node, Slot, WordCount, json_text, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title, stored, truncate};
use crate::error::CapabilityError;
use crate::shared::alternative_names::{self, check_name};
use crate::validate;

pub(crate) struct AlternativesCapability;

impl Capability for AlternativesCapability {
    fn name(&self) -> &'static str {
        ALTERNATIVES
    }

    fn title(&self) -> &'static str {
        "Alternatives"
    }

    fn summary(&self) -> &'static str {
        "Keeps other texts, attributes or pictures of a node under names, beside what is in use."
    }

    fn data(&self) -> Option<DataSpec> {
        // Search finds what the story says, not what it might say.
        Some(
            DataSpec::of::<Alternatives>("{ items: [{name, capability, data}] }")
                .text(|_| String::new()),
        )
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::{Read, Write};
        vec![
            Tool::new("list", "list_alternatives", Read, list),
            Tool::new("keep", "keep_alternative", Write, keep)
                .hints(|answer| show_alternatives(answer, "Kept")),
            Tool::new("use", "use_alternative", Write, use_one)
                .hints(|answer| show_alternatives(answer, "In use:")),
            Tool::new("remove", "remove_alternative", Write, remove)
                .hints(|answer| show_alternatives(answer, "Removed")),
        ]
    }
}

/// List the alternatives of a node in full, with the version in use. To write one for a text, use
/// write_text.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// Only alternatives of this: `text`, `kv` or `image`. Defaults to all.
    capability: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ListResult {
    node: NodeRef,
    count: usize,
    /// What is in use of each capability that has alternatives.
    in_use: Vec<Shown>,
    alternatives: Vec<Shown>,
}

/// What is in use, or an alternative.
#[derive(Serialize, JsonSchema)]
struct Shown {
    /// The name of the alternative.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    capability: String,
    /// The number of the version in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    /// The text, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The length of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<WordCount>,
    /// Any other data.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl Shown {
    fn of(name: Option<String>, capability: &str, version: Option<u32>, data: Value) -> Self {
        let text =
            (capability == TEXT).then(|| Prose::text_in(&data).unwrap_or_default().to_owned());
        Self {
            name,
            capability: capability.to_owned(),
            version,
            length: text.as_deref().map(markup::count_visible_words),
            data: text.is_none().then_some(data),
            text,
        }
    }
}

async fn list(cx: ToolContext, input: List) -> Result<ListResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let kept: Alternatives = stored(view.adopted(&Slot::node(node.id, ALTERNATIVES))?.as_ref())?;
    let capability = input
        .capability
        .as_deref()
        .map(|it| it.trim().to_lowercase());
    let fits = |it: &&Alternative| {
        capability
            .as_ref()
            .is_none_or(|name| *name == it.capability)
    };
    let items: Vec<_> = kept.items.iter().filter(fits).collect();
    let mut in_use: Vec<Shown> = Vec::new();
    for item in &items {
        if in_use.iter().any(|it| it.capability == item.capability) {
            continue;
        }
        if let Some(version) = view.adopted(&Slot::node(node.id, &item.capability))? {
            let number = Some(version.number);
            in_use.push(Shown::of(None, &item.capability, number, version.data()));
        }
    }
    let shown =
        |it: &&Alternative| Shown::of(Some(it.name.clone()), &it.capability, None, it.data.clone());
    Ok(ListResult {
        node: NodeRef::from(&node),
        count: items.len(),
        in_use,
        alternatives: items.iter().map(shown).collect(),
    })
}

/// What a tool answers that changed one alternative.
#[derive(Serialize, JsonSchema)]
struct Changed {
    node: NodeRef,
    capability: String,
    name: String,
    /// The beginning of what it holds.
    excerpt: String,
    /// The names of the alternatives that this capability has now.
    names: Vec<String>,
}

impl Changed {
    fn of(node: &Node, one: &Alternative, all: &Alternatives) -> Self {
        let names = all
            .items
            .iter()
            .filter(|it| it.capability == one.capability);
        Self {
            node: NodeRef::from(node),
            capability: one.capability.clone(),
            name: one.name.clone(),
            excerpt: truncate(&json_text(&one.data), 100),
            names: names.map(|it| it.name.clone()).collect(),
        }
    }
}

fn show_alternatives(answer: &Value, what: &str) -> Option<UiHints> {
    let name = answer["name"].as_str().unwrap_or_default();
    message(format!(
        "{what} {name:?}, an alternative of {}",
        node_title(answer)
    ))
}

/// Save the version in use, or an earlier one, as a named alternative. The version in use does not
/// change.
#[derive(Deserialize, JsonSchema)]
struct Keep {
    /// What to call it, for instance `warmer`. An alternative of that name is replaced.
    name: String,
    /// Of what: `text`, `kv` or `image`. Defaults to `text`.
    capability: Option<String>,
    /// The number of the version to keep, as list_versions gives it. Defaults to the one in use.
    #[schemars(range(min = 1))]
    version: Option<u32>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn keep(cx: ToolContext, input: Keep) -> Result<Changed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let name = check_name("/name", &input.name)?;
    let capability = part_named(&node, input.capability.as_deref())?;
    let slot = Slot::node(node.id, &capability);
    let version = match input.version {
        None => cx.story().adopted(&slot)?,
        Some(number) => cx.story().version_numbered(&slot, number)?,
    };
    let Some(version) = version else {
        let title = node.title;
        let refusal = match input.version {
            None => ToolError::not_found(CapabilityError::NoneAdopted { title, capability }),
            Some(number) => {
                ToolError::not_found(CapabilityError::VersionNone { number, capability })
                    .at("/version")
            }
        };
        return Err(refusal.hint("list_versions shows the versions there are"));
    };
    cx.edit(move |edit| {
        let one = Alternative {
            name,
            capability,
            data: version.data(),
        };
        let all = alternative_names::put(edit, node.id, one.clone())?;
        Ok(Changed::of(&node, &one, &all))
    })
    .await
}

/// Use an alternative: it becomes the adopted version and leaves the list of alternatives. The
/// version in use before stays in the list of versions.
#[derive(Deserialize, JsonSchema)]
struct Use {
    /// The alternative's name, as list_alternatives gives it.
    name: String,
    /// Of what: `text`, `kv` or `image`. Defaults to `text`.
    capability: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn use_one(cx: ToolContext, input: Use) -> Result<Changed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let capability = part_named(&node, input.capability.as_deref())?;
    cx.edit(move |edit| {
        let (one, all) = take(edit, &node, &capability, &input.name)?;
        edit.write(&Slot::node(node.id, &capability), &one.data)?;
        Ok(Changed::of(&node, &one, &all))
    })
    .await
}

/// Remove an alternative. The version in use stays.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The alternative's name, as list_alternatives gives it.
    name: String,
    /// Of what: `text`, `kv` or `image`. Defaults to `text`.
    capability: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn remove(cx: ToolContext, input: Remove) -> Result<Changed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let capability = part_named(&node, input.capability.as_deref())?;
    cx.edit(move |edit| {
        let (one, all) = take(edit, &node, &capability, &input.name)?;
        Ok(Changed::of(&node, &one, &all))
    })
    .await
}

/// The part of a node to keep alternatives of; its text if none is named.
fn part_named(node: &Node, capability: Option<&str>) -> Result<String, ToolError> {
    let name = capability.unwrap_or(TEXT).trim().to_lowercase();
    let known = |it: &&dyn Capability| it.name() == name && it.data().is_some();
    if is_part(&name) && crate::ALL.iter().copied().any(|it| known(&it)) {
        return Ok(name);
    }
    let held = node.data.keys().map(|it| &**it);
    let parts = validate::join_names(held.filter(|it| is_part(it) && !part::ALL.contains(it)));
    let name = validate::shorten_for_message(&name);
    Err(
        ToolError::invalid("/capability", CapabilityError::NoCapability { name })
            .hint(format!("the node has {parts}")),
    )
}

/// Removes an alternative from the list and returns it.
fn take(
    edit: &mut Edit<'_>,
    node: &Node,
    capability: &str,
    name: &str,
) -> Result<(Alternative, Alternatives), ToolError> {
    let slot = Slot::node(node.id, ALTERNATIVES);
    let mut all: Alternatives = stored(edit.adopted(&slot)?.as_ref())?;
    let Some(at) = all.position(capability, name.trim()) else {
        return Err(alternative_names::unknown(node, capability, name, &all));
    };
    let one = all.items.remove(at);
    edit.write(&slot, &all.to_data())?;
    Ok((one, all))
}
