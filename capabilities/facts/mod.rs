//! Facts: attributes that change along the story, such as an arm that is broken since the fire. The
//! facts at a scene follow from the paths that lead to it (`model::facts_at`). Attributes that
//! never change belong to `kv`.

#[cfg(test)]
mod tests;

use capability::{
    Capability, DataSpec, Edit, Impact, InvalidArgument, Tool, ToolContext, ToolError, UiHints,
};
use model::contents::{Content as _, FACTS, Fact, Facts, QuotedPassage};
use model::{Node, Slot, Story, facts_at};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title, stored};
use crate::shared::quotation;
use crate::shared::quoted_passage::Texts;
use crate::validate;

/// How many facts a node has at most.
const MAX_FACTS: usize = 500;

pub(crate) struct FactsCapability;

impl Capability for FactsCapability {
    fn name(&self) -> &'static str {
        FACTS
    }

    fn title(&self) -> &'static str {
        "Facts"
    }

    fn summary(&self) -> &'static str {
        "Keeps attributes that change along the story, and tells what holds at a scene."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Facts>(
            "{ items: [{key, value, since, source}] }",
        ))
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::{Read, Write};
        vec![
            Tool::new("set", "set_fact", Write, set).hints(show),
            Tool::new("remove", "remove_fact", Write, remove).hints(show),
            Tool::new("list", "list_facts", Read, list),
            Tool::new("at", "facts_at", Read, at),
        ]
    }
}

/// Set the value of an attribute of a node from a scene on, for instance that an arm is broken
/// since the fire. It holds in that scene and all later ones, until another fact changes it.
#[derive(Deserialize, JsonSchema)]
struct SetFact {
    /// The attribute, for instance `Arm`.
    key: String,
    /// What it is, for instance `broken`.
    value: String,
    /// The scene from which it holds: its title, or the first or last characters of its id. It
    /// holds from the beginning when left out.
    from_scene: Option<String>,
    /// The passage that says so, quoted exactly.
    source: Option<String>,
    /// The node of that passage: its title, or the first or last characters of its id. Defaults to
    /// the scene in `from_scene`.
    source_node: Option<String>,
    /// Whose attribute it is: a node's title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    node: Option<String>,
}

/// The facts of a node after a change.
#[derive(Serialize, JsonSchema)]
struct Changed {
    node: NodeRef,
    version: u32,
    facts: Vec<FactShown>,
}

/// A fact as answers show it.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct FactShown {
    key: String,
    value: String,
    /// The scene from which it holds; from the beginning where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<NodeRef>,
    /// The passage that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
}

/// The passage that a value was taken from.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct Source {
    /// The node that has it now; the one it was quoted from where none has.
    node: NodeRef,
    quote: String,
    /// Whether the text of the node says it.
    stands: bool,
}

async fn set(cx: ToolContext, input: SetFact) -> Result<Changed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let key = validate::line("/key", "the key", &input.key)?;
    validate::prose("/value", "the value", &input.value)?;
    let value = input.value.trim().to_owned();
    if value.is_empty() {
        return Err(ToolError::invalid("/value", "it is empty")
            .hint("say what it is; remove_fact takes a fact away")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    let named = |path, reference: &Option<String>| {
        let reference = reference.as_deref().filter(|it| !it.trim().is_empty());
        reference
            .map(|it| validate::node(&cx, path, Some(it)))
            .transpose()
    };
    let since = named("/from_scene", &input.from_scene)?;
    let source_node = named("/source_node", &input.source_node)?.or_else(|| since.clone());
    let source = match (input.source, source_node) {
        (None, _) => None,
        (Some(quote), Some(node)) => Some((node.id, quote)),
        (Some(_), None) => {
            return Err(ToolError::invalid(
                "/source_node",
                "nothing says where the passage stands",
            )
            .hint("name the node of the passage")
            .said(&InvalidArgument::FieldMissing {}));
        }
    };
    let graph = cx.story().graph()?;
    cx.edit(move |edit| {
        let source = match source {
            None => None,
            Some((id, quote)) => {
                let node = edit.node(id)?;
                let text = node.prose();
                let range = quotation::find_once("/source", &node.title, text, &quote)?;
                Some(QuotedPassage::of(id, text, range))
            }
        };
        let adopted = edit.adopted(&Slot::node(node.id, FACTS))?;
        let mut all: Facts = stored(adopted.as_ref())?;
        all.put(Fact {
            key,
            value,
            since: since.map(|it| it.id),
            source,
        });
        if all.items.len() > MAX_FACTS {
            let message = format!("the node has {MAX_FACTS} facts already");
            return Err(ToolError::invalid("/node", message).hint("remove_fact takes facts away"));
        }
        write(edit, &graph, &node, &all)
    })
    .await
}

fn write(
    edit: &mut Edit<'_>,
    graph: &Story,
    node: &Node,
    all: &Facts,
) -> Result<Changed, ToolError> {
    let version = edit.write(&Slot::node(node.id, FACTS), &all.to_data())?;
    let texts = Texts::of_edit(edit);
    let shown = |it: &Fact| FactShown::of(graph, it, &texts);
    Ok(Changed {
        node: NodeRef::from(node),
        version: version.number,
        facts: all.items.iter().map(shown).collect::<Result<_, _>>()?,
    })
}

impl FactShown {
    fn of(graph: &Story, fact: &Fact, texts: &Texts<'_>) -> Result<Self, ToolError> {
        let source = |it: &QuotedPassage| -> Result<_, ToolError> {
            let located = texts.locate(it)?;
            Ok(Source {
                stands: located.stands(),
                quote: it.quote.clone(),
                node: located
                    .node
                    .unwrap_or_else(|| NodeRef::find(graph, it.node)),
            })
        };
        Ok(Self {
            key: fact.key.clone(),
            value: fact.value.clone(),
            since: fact.since.map(|it| NodeRef::find(graph, it)),
            source: fact.source.as_ref().map(source).transpose()?,
        })
    }
}

/// Remove a fact: the attribute no longer changes at that scene.
#[derive(Deserialize, JsonSchema)]
struct RemoveFact {
    /// The attribute.
    key: String,
    /// The scene from which it held: its title, or the first or last characters of its id; left out
    /// for the fact from the beginning.
    from_scene: Option<String>,
    /// Whose attribute it is: a node's title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    node: Option<String>,
}

async fn remove(cx: ToolContext, input: RemoveFact) -> Result<Changed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let since = input
        .from_scene
        .as_deref()
        .filter(|it| !it.trim().is_empty());
    let since = since
        .map(|it| validate::node(&cx, "/from_scene", Some(it)))
        .transpose()?;
    let graph = cx.story().graph()?;
    cx.edit(move |edit| {
        let adopted = edit.adopted(&Slot::node(node.id, FACTS))?;
        let mut all: Facts = stored(adopted.as_ref())?;
        let Some(at) = all.position(input.key.trim(), since.as_ref().map(|it| it.id)) else {
            let key = validate::quoted(&input.key);
            let known = validate::join_names(all.items.iter().map(|it| it.key.as_str()));
            return Err(ToolError::not_found(format!(
                "{:?} has no such fact of {key}",
                node.title
            ))
            .hint(format!(
                "it has facts of: {known}; name the scene in `from_scene`"
            ))
            .at("/key"));
        };
        all.items.remove(at);
        write(edit, &graph, &node, &all)
    })
    .await
}

fn show(answer: &Value) -> Option<UiHints> {
    message(format!("Changed the facts of {}", node_title(answer)))
}

/// List the facts of a node: how its attributes change along the story, each with the scene from
/// which it holds.
#[derive(Deserialize, JsonSchema)]
struct ListFacts {
    /// Whose facts: a node's title, or the first or last characters of its id. Defaults to the node
    /// being edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    node: NodeRef,
    count: usize,
    facts: Vec<FactShown>,
}

async fn list(cx: ToolContext, input: ListFacts) -> Result<Listed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let graph = view.graph()?;
    let all: Facts = stored(view.adopted(&Slot::node(node.id, FACTS))?.as_ref())?;
    let texts = Texts::of_view(view);
    let shown = |it| FactShown::of(&graph, it, &texts);
    Ok(Listed {
        node: NodeRef::from(&node),
        count: all.items.len(),
        facts: all.items.iter().map(shown).collect::<Result<_, _>>()?,
    })
}

/// List the facts that hold at a scene: attributes that change along the story, with their values
/// on the paths that lead there. If paths differ, all values are listed.
#[derive(Deserialize, JsonSchema)]
struct FactsAt {
    /// The scene: its title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// Only facts of this node: its title, or the first or last characters of its id.
    of: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct FactsAtScene {
    node: NodeRef,
    count: usize,
    facts: Vec<FactAtScene>,
}

/// An attribute at the scene.
#[derive(Serialize, JsonSchema)]
struct FactAtScene {
    /// Whose attribute it is.
    of: NodeRef,
    key: String,
    /// Whether it is the same on all ways.
    certain: bool,
    values: Vec<FactShown>,
    /// Whether there are ways on which nothing is said of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    or_unknown: bool,
}

async fn at(cx: ToolContext, input: FactsAt) -> Result<FactsAtScene, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let graph = view.graph()?;
    let of = input.of.as_deref().filter(|it| !it.trim().is_empty());
    let subjects = match of {
        Some(of) => vec![validate::node(&cx, "/of", Some(of))?],
        None => {
            let mut all = Vec::new();
            for id in view.nodes_with(FACTS)? {
                all.extend(view.node(id)?);
            }
            all
        }
    };
    let texts = Texts::of_view(view);
    let shown = |it: &Fact| FactShown::of(&graph, it, &texts);
    let holds = |it: model::FactHere| -> Result<_, ToolError> {
        let known = it.values.iter().flatten();
        Ok(FactAtScene {
            of: NodeRef::find(&graph, it.subject),
            certain: it.values.len() == 1,
            or_unknown: it.values.iter().any(Option::is_none),
            values: known.map(shown).collect::<Result<_, _>>()?,
            key: it.key,
        })
    };
    let facts = facts_at(&graph, &subjects, node.id);
    let facts = facts
        .into_iter()
        .map(holds)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(FactsAtScene {
        node: NodeRef::from(&node),
        count: facts.len(),
        facts,
    })
}
