//! Splits a node in two at a passage.

use capability::{Edit, ToolContext, ToolError, UiHints};
use markup::links;
use model::play::PlayRecord;
use model::{EdgeRecord, Node, NodeId, NodeRecord, WordCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::link_places::{Side, has_links, side};
use super::{create_beside, free_position, free_title, refuse_script, set, set_text, with_link};
use crate::answer::{NodeRef, hints};
use crate::shared::quotation;
use crate::story::links::next_order;
use crate::validate;

/// Split a node in two at a passage of its text. What begins with the passage becomes the text of a
/// new node, to which the first one then leads. Choices go with the part whose text has their link;
/// choices without a link in the text go to the new node, as does the mark of an ending.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct SplitNode {
    /// The first words of the second part, quoted exactly.
    passage: String,
    /// The new node's title.
    title: String,
    /// What the reader chooses to get from the first part to the second; a plain link when left
    /// out.
    label: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct NodeSplit {
    node: NodeRef,
    /// The new node, with the second part.
    new: NodeRef,
    /// How many choices the new node took over.
    moved_links: usize,
    /// The length of the first part.
    first: WordCount,
    /// The length of the second part.
    second: WordCount,
}

pub(in crate::story) async fn split(
    cx: ToolContext,
    input: SplitNode,
) -> Result<NodeSplit, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    refuse_script("/node", &node)?;
    let title = free_title(&cx, &input.title)?;
    let label = input.label.as_deref().unwrap_or_default();
    let label = validate::optional_line("/label", "the label", label)?;
    let position = free_position(&cx, &node)?;
    cx.edit(move |edit| {
        let now = edit.node(node.id)?;
        let text = now.prose();
        let at = quotation::find_once("/passage", &now.title, text, &input.passage)?.start;
        if text[..at].trim().is_empty() {
            return Err(ToolError::invalid(
                "/passage",
                "it is the beginning of the text, and nothing would stay in the first part",
            )
            .hint(
                "quote the first words of what goes to the new node; rename_node changes a title",
            ));
        }
        let record = NodeRecord {
            title: title.clone(),
            kind: now.kind.clone(),
        };
        let new = create_beside(edit, position, &now, &record)?;
        let moved_links = move_links(edit, &now, new, at)?;
        let (mut first, second) = (text[..at].trim_end().to_owned(), text[at..].to_owned());
        if has_links(text) {
            first = with_link(&first, &title, &label);
        }
        set_text(edit, now.id, &first)?;
        set_text(edit, new, &second)?;
        let order = next_order(&edit.edges_from(now.id)?);
        edit.create_edge(&EdgeRecord::link(now.id, new, &label, order))?;
        move_ending(edit, &now, new)?;
        Ok(NodeSplit {
            node: NodeRef::from(&now),
            new: NodeRef { id: new, title },
            moved_links,
            first: markup::count_visible_words(&first),
            second: markup::count_visible_words(&second),
        })
    })
    .await
}

/// Moves the edges whose links come after a position, and those without a link in the text.
fn move_links(
    edit: &mut Edit<'_>,
    node: &Node,
    new: NodeId,
    at: usize,
) -> Result<usize, ToolError> {
    let text = node.prose();
    let found = links::find(text);
    let mut moved = 0;
    for edge in edit.edges_from(node.id)? {
        let title = edit.node(edge.record.to)?.title;
        let record = EdgeRecord {
            from: new,
            ..edge.record.clone()
        };
        match side(&found, &edge, &title, &(at..text.len())) {
            Side::Kept => continue,
            Side::Moved | Side::Nowhere => _ = edit.set_edge(edge.id, &record)?,
            Side::Both => _ = edit.create_edge(&record)?,
        }
        moved += 1;
    }
    Ok(moved)
}

/// Moves the ending to the second part.
fn move_ending(edit: &mut Edit<'_>, node: &Node, new: NodeId) -> Result<(), ToolError> {
    let record = node.play();
    if !record.ending {
        return Ok(());
    }
    let (enter, ending) = (record.enter, false);
    set(edit, node.id, &PlayRecord { enter, ending })?;
    let (enter, ending) = (String::new(), true);
    set(edit, new, &PlayRecord { enter, ending })
}

pub(in crate::story) fn show_split(answer: &Value) -> Option<UiHints> {
    let (first, second) = (&answer["node"], &answer["new"]);
    let name = |it: &Value| it["title"].as_str().unwrap_or_default().to_owned();
    let title = format!("{} → {}", name(first), name(second));
    hints("nodes", title, json!({ "nodes": [first, second] }))
}
