//! Creates, changes and removes nodes. Each tool is one commit, so that undo reverts it completely.

use capability::{Code, ToolContext, ToolError, UiHints};
use markup::ProseChoice;
use model::contents::{Content as _, Prose, TEXT};
use model::{EdgeRecord, Layout, Node, NodeId, NodeRecord, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::links;
use super::map_layout::{color, place};
use super::story_settings::{SCENE, kind_named, start_at_first_scene};
use super::structure::{close_gap, insert};
use crate::answer::{NodeRef, hints, node_title};
use crate::error::CapabilityError;
use crate::shared::prose_links::{
    InGraph, follow_link, follow_text, follow_title, label_in_text, may_link_to,
};
use crate::validate;

/// Create a node: a scene, a character, a place, a note, a group, or a custom kind. The first scene of
/// a story becomes its start. Texts that link to its title already (`[[The hall]]`) then lead to it.
/// With `after`, also link to it from that node and place it next to that node on the map; with `before` too, put
/// it into the link between the two.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Create {
    /// The new node's title.
    title: String,
    /// Its kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own kinds.
    /// Defaults to `scene`.
    kind: Option<String>,
    /// The node to link from: its title, or the first or last characters of its id. The new node is
    /// not linked when left out.
    after: Option<String>,
    /// Insert the new node into the link that leads from `after` to this node, its title
    /// or id.
    before: Option<String>,
    /// What the reader chooses to get there: the label of the link from `after`. With `before`, the
    /// label of the existing link, needed only if several lead from the one node to the other.
    label: Option<String>,
    /// The node's first text, in Markdown.
    text: Option<String>,
    /// Left edge on the map; a free place is found when left out.
    x: Option<f64>,
    /// Top edge on the map, growing downward; a free place is found when left out.
    y: Option<f64>,
    /// The group it belongs to: its title, or the first or last characters of its id; empty for none.
    /// With `before` and without a position, defaults to that of `after`.
    group: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Created {
    node: NodeRef,
    kind: String,
    x: f64,
    y: f64,
    /// The link from `after`.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<links::Linked>,
    /// What the links in its text made in the graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<InGraph>,
    /// Nodes whose texts linked to this title before it existed, and lead here now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    linked_from: Vec<NodeRef>,
    /// How many other nodes have this title: where there are some, name nodes by id.
    same_title: usize,
}

pub(super) async fn create(cx: ToolContext, input: Create) -> Result<Created, ToolError> {
    let title = validate::line("/title", "the title", &input.title)?;
    let label =
        validate::optional_line("/label", "the label", input.label.as_deref().unwrap_or(""))?;
    let named = |path, name: &Option<String>| {
        let name = name.as_deref().map(str::trim).filter(|it| !it.is_empty());
        name.map(|it| validate::node(&cx, path, Some(it)))
            .transpose()
    };
    let (after, before) = (
        named("/after", &input.after)?,
        named("/before", &input.before)?,
    );
    if after.is_none() && !label.is_empty() {
        return Err(ToolError::invalid("/label", CapabilityError::LabelAlone {})
            .hint("name that node in `after`"));
    }
    if after.is_none() && before.is_some() {
        return Err(
            ToolError::invalid("/before", CapabilityError::BeforeAlone {})
                .hint("name the node that the link leaves in `after`"),
        );
    }
    if let Some(text) = &input.text {
        validate::prose("/text", "the text", text)?;
    }
    let graph = cx.story().graph()?;
    let kind = kind_named(&graph, input.kind.as_deref().unwrap_or(SCENE))?;
    let around = after.as_ref().and_then(|it| it.layout.parent);
    let parent = find_group(&cx, &input, around)?;
    let (free_x, free_y) = free_position(&cx, &graph, after.as_ref(), parent);
    let (x, y) = (
        validate::coordinate("/x", input.x.unwrap_or(free_x))?,
        validate::coordinate("/y", input.y.unwrap_or(free_y))?,
    );
    let same_title = graph.titled(&title).len();
    let may_link = match same_title {
        0 => may_link_to(cx.story(), &graph, &title)?,
        // Links lead to the first node of a title.
        _ => Vec::new(),
    };
    // The label that the text already uses for it.
    let label = match (&after, label.as_str()) {
        (Some(after), "") if same_title == 0 => label_in_text(after, &title).unwrap_or(label),
        _ => label,
    };
    cx.edit(move |edit| {
        let layout = Layout {
            x,
            y,
            parent,
            ..Layout::default()
        };
        let record = NodeRecord {
            title: title.clone(),
            kind: kind.clone(),
        };
        let id = edit.create_node(&record, &layout)?;
        start_at_first_scene(edit, &graph, id, &kind)?;
        let text = input.text.filter(|it| !it.is_empty());
        if let Some(text) = text.clone() {
            edit.write(&Slot::node(id, TEXT), &Prose { text }.to_data())?;
        }
        let node = NodeRef { id, title };
        let link = match (after, before) {
            (Some(after), Some(before)) => {
                let label = input.label.as_deref();
                let link = links::insert_into(edit, (&after, &before), label, id)?;
                insert::rewrite_texts(edit, (&after, &before), id)?;
                Some(link)
            }
            (Some(after), None) => {
                let order = links::next_order(&edit.edges_from(after.id)?);
                let record = EdgeRecord::link(after.id, id, label, order);
                let choice = ProseChoice::new(&node.title, &record.label);
                let mut linked = links::create_link(edit, record, None)?;
                linked.in_text = follow_link(edit, after.id, None, Some(&choice))?;
                Some(linked)
            }
            (None, _) => None,
        };
        let links = match text {
            Some(text) => {
                let made = edit.node(id)?;
                follow_text(edit, &graph, &made, "", &text)?
            }
            None => None,
        };
        let linked_from = follow_title(edit, &may_link, (id, &node.title))?;
        Ok(Created {
            node,
            kind,
            x,
            y,
            link,
            links,
            linked_from,
            same_title,
        })
    })
    .await
}

/// The group that is named, or none. What is inserted without a position belongs to the same chapter as
/// the scene that it follows, which is in `around`.
fn find_group(
    cx: &ToolContext,
    input: &Create,
    around: Option<NodeId>,
) -> Result<Option<NodeId>, ToolError> {
    let is_placed = input.x.is_some() || input.y.is_some();
    let reference = match input.group.as_deref() {
        None => return Ok(around.filter(|_| input.before.is_some() && !is_placed)),
        Some(it) if it.trim().is_empty() => return Ok(None),
        Some(it) => it,
    };
    let group = validate::node(cx, "/group", Some(reference))?;
    validate::is_group("/group", &group)?;
    Ok(Some(group.id))
}

/// A position beside `after`, else beside the node being edited, else beside the newest.
fn free_position(
    cx: &ToolContext,
    graph: &Story,
    after: Option<&Node>,
    group: Option<NodeId>,
) -> (f64, f64) {
    let edited = if after.is_none() {
        cx.node(None).ok()
    } else {
        None
    };
    let newest = graph.nodes.values().next_back().map(|it| &**it);
    place::free_position_near(graph, after.or(edited.as_ref()).or(newest), group)
}

pub(super) fn show_created(answer: &Value) -> Option<UiHints> {
    let node = json!({
        "id": answer["node"]["id"], "title": answer["node"]["title"], "kind": answer["kind"],
    });
    hints(
        "nodes",
        format!("Created {}", node_title(answer)),
        json!({ "nodes": [node] }),
    )
}

/// Set the kind of a node, or the color of its card. Give at least one. Its data stays.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetNodeKind {
    /// The new kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own.
    kind: Option<String>,
    /// A color of the palette, `1` to `6`, or one like `#3366cc`; empty for the usual color.
    color: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct NodeKindSet {
    node: NodeRef,
    kind: String,
    color: Option<String>,
}

pub(super) async fn set_kind(
    cx: ToolContext,
    input: SetNodeKind,
) -> Result<NodeKindSet, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    if input.kind.is_none() && input.color.is_none() {
        return Err(ToolError::new(
            Code::InvalidActionInput,
            "there is nothing to change: give a kind or a color",
        )
        .said(&CapabilityError::NothingToChange {}));
    }
    let graph = cx.story().graph()?;
    let kind = input
        .kind
        .as_deref()
        .map(|it| kind_named(&graph, it))
        .transpose()?;
    let color = input.color.as_deref().map(color::named).transpose()?;
    cx.edit(move |edit| {
        let Node {
            title,
            kind: had,
            mut layout,
            ..
        } = edit.node(node.id)?;
        let kind = kind.unwrap_or(had);
        edit.set_node(
            node.id,
            &NodeRecord {
                title: title.clone(),
                kind: kind.clone(),
            },
        )?;
        if let Some(color) = color {
            layout.color = color;
            edit.set_layout(node.id, &layout)?;
        }
        Ok(NodeKindSet {
            node: NodeRef { id: node.id, title },
            kind,
            color: layout.color,
        })
    })
    .await
}

/// Remove a node with its data and its links. In a sequence of scenes, the one before it then leads to
/// the one after it. Undo restores all of it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Remove {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Removed {
    node: NodeRef,
    /// How many links went with it.
    links: usize,
    /// How many scenes that led to it now lead to the scene that followed it.
    joined: usize,
    /// Whether the story has lost its start with it.
    was_start: bool,
}

pub(super) async fn remove(cx: ToolContext, input: Remove) -> Result<Removed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        let removed = close_gap::remove_node(edit, &node)?;
        Ok(Removed {
            node: NodeRef::from(&node),
            links: removed.links,
            joined: removed.joined,
            was_start: removed.lost_start,
        })
    })
    .await
}
