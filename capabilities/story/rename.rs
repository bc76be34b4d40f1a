//! Renaming a node, and what names it elsewhere by its title: links in the texts of other nodes, and
//! conditions and effects that ask whether it was visited.

use std::collections::{HashMap, HashSet};

use capability::{Edit, ToolContext, ToolError, UiHints, View};
use markup::{count_links_to, retarget_links};
use model::contents::{Content, Prose, TEXT};
use model::play::{PLAY, PlayRecord, with_renamed_title};
use model::{Node, NodeId, NodeRecord, Slot, Story, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title};
use crate::validate;

/// The capabilities in which a node may be named by its title.
const REFERENCING_CAPABILITIES: [&str; 2] = [TEXT, PLAY];

/// Rename a node. Its attributes and text stay unchanged. Lists links in the texts of other nodes
/// that use its old title (`[[The hall]]`, macros); set `rewrite_links` to update them.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rename {
    /// The new title.
    title: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// Whether to update links in texts, conditions and effects that use the old title. Defaults to
    /// false. Undo reverts everything together.
    rewrite_links: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Renamed {
    node: NodeRef,
    /// The title it had.
    before: String,
    version: u32,
    /// How many other nodes have this title: where there are some, name nodes by id.
    same_title: usize,
    /// The nodes that name it by the title it had: in the links of their text, or in what leads on
    /// from them or happens on entering.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<TitleReference>,
    /// How many of those links were rewritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten: Option<usize>,
}

/// A node that names another by its title.
#[derive(Serialize, JsonSchema)]
struct TitleReference {
    node: NodeId,
    title: String,
    /// How often.
    count: usize,
}

pub(super) async fn rename(cx: ToolContext, input: Rename) -> Result<Renamed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let title = validate::line("/title", "the title", &input.title)?;
    let graph = cx.story().graph()?;
    let same_title = graph
        .titled(&title)
        .iter()
        .filter(|it| it.id != node.id)
        .count();
    let named = if node.title == title {
        Vec::new()
    } else {
        find_references(cx.story(), &graph, &node)?
    };
    let rewrites = input.rewrite_links.unwrap_or_default();
    cx.edit(move |edit| {
        // The kind is read again: another call may have changed it meanwhile.
        let now = edit.node(node.id)?;
        let record = NodeRecord {
            title: title.clone(),
            kind: now.kind,
        };
        let version = edit.set_node(node.id, &record)?.number;
        let mut rewritten = None;
        if rewrites {
            let mut count = 0;
            for it in &named {
                count += rewrite(edit, it.node, &node.title, &title)?;
            }
            rewritten = Some(count);
        }
        let links = named.into_iter().map(|mut it| {
            if it.node == node.id {
                it.title.clone_from(&title);
            }
            it
        });
        Ok(Renamed {
            node: NodeRef {
                id: node.id,
                title: title.clone(),
            },
            before: now.title,
            version,
            same_title,
            links: links.collect(),
            rewritten,
        })
    })
    .await
}

/// The nodes that name this one by its title. Where others share the title, a text means the first
/// of them. Only nodes in which the search finds the words of the title are read.
fn find_references(
    view: &View,
    graph: &Story,
    named: &Node,
) -> Result<Vec<TitleReference>, ToolError> {
    let first = graph.titled(&named.title).first().map(|it| it.id);
    if first != Some(named.id) {
        return Ok(Vec::new());
    }
    let asks = |source: Option<&str>| {
        usize::from(source.is_some_and(|it| with_renamed_title(it, &named.title, "").is_some()))
    };
    let mut asked: HashMap<NodeId, usize> = HashMap::new();
    for edge in graph.edges.values() {
        let record = &edge.record;
        let count = asks(record.condition.as_deref()) + asks(record.effect.as_deref());
        if count > 0 {
            *asked.entry(record.from).or_default() += count;
        }
    }
    let holding = candidates(view, &named.title)?;
    let mut found = Vec::new();
    for (id, node) in &graph.nodes {
        let mut count = asked.get(id).copied().unwrap_or_default();
        if holding.as_ref().is_none_or(|it| it.contains(id))
            && let Some(node) = view.node(*id)?
        {
            count += count_links_to(&node, &named.title) + asks(Some(&node.play().enter));
        }
        if count > 0 {
            let (node, title) = (*id, node.title.clone());
            found.push(TitleReference { node, title, count });
        }
    }
    Ok(found)
}

/// The nodes whose texts or effects hold every word of a title, as the search tells; `None` where
/// the title has no words, and any may name it.
fn candidates(view: &View, title: &str) -> Result<Option<HashSet<NodeId>>, ToolError> {
    // Marks between words may stand otherwise where it is named: behind backslashes.
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).collect();
    let words = words.join(" ");
    if words.trim().is_empty() {
        return Ok(None);
    }
    let hits = view.search(&words, usize::MAX)?;
    let naming = hits.into_iter().filter_map(|it| match it.slot.subject {
        Subject::Node(node) if REFERENCING_CAPABILITIES.contains(&&*it.slot.capability) => {
            Some(node)
        }
        _ => None,
    });
    Ok(Some(naming.collect()))
}

/// What entering a node does, as written.
/// Rewrites whatever in a node, and on the edges that leave it, names a title; gives how often.
fn rewrite(edit: &mut Edit<'_>, id: NodeId, old: &str, new: &str) -> Result<usize, ToolError> {
    let Ok(node) = edit.node(id) else {
        return Ok(0);
    };
    let mut count = 0;
    if let Some(it) = retarget_links(&node, old, new).filter(|it| it.count > 0) {
        set(edit, &node, &Prose { text: it.text })?;
        count += it.count;
    }
    let record = node.play();
    if let Some(enter) = with_renamed_title(&record.enter, old, new) {
        set(edit, &node, &PlayRecord { enter, ..record })?;
        count += 1;
    }
    for edge in edit.edges_from(id)? {
        let mut record = edge.record.clone();
        let mut changed = 0;
        for source in [&mut record.condition, &mut record.effect] {
            if let Some(it) = source
                .as_deref()
                .and_then(|it| with_renamed_title(it, old, new))
            {
                *source = Some(it);
                changed += 1;
            }
        }
        if changed > 0 {
            edit.set_edge(edge.id, &record)?;
            count += changed;
        }
    }
    Ok(count)
}

/// Writes what a capability stores on a node.
fn set<T: Content>(edit: &mut Edit<'_>, node: &Node, content: &T) -> Result<(), ToolError> {
    edit.write(&Slot::node(node.id, T::CAPABILITY), &content.to_data())?;
    Ok(())
}

pub(super) fn show_renamed(answer: &Value) -> Option<UiHints> {
    let before = answer["before"].as_str().unwrap_or_default();
    message(format!("Renamed {before} to {}", node_title(answer)))
}
