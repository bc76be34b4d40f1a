//! NodeSelection: the nodes meant by a call that works on several, by name, kind, group, words or
//! way. Not here: finding one node by a reference (`reference.rs`).

use std::collections::HashSet;

use model::play::{reading_order, shortest_way};
use model::{NodeId, Story, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

use crate::{InvalidArgument, ToolError, reference};

/// How many hits of a search are looked at.
const MAX_HITS: usize = 100_000;

/// Several nodes of a story. Each field that is given narrows the selection; without any, it is all
/// nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeSelection {
    /// These nodes, in this order: their titles, or the first or last characters of their ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<String>>,
    /// Only nodes of this kind, for instance `scene`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only members of this group: its title, or the first or last characters of its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Only nodes that contain these words in title, text or attributes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Only nodes on the shortest path from this node to the one named in `to`, in that order: a
    /// title, or the first or last characters of an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where that path ends: a title, or the first or last characters of an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl NodeSelection {
    /// Whether nothing narrows it.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// The nodes, each once: in the order named, along the path, or in reading order. The errors
    /// name the field; a selection without any node is one.
    pub fn resolve(&self, view: &View) -> Result<Vec<NodeId>, ToolError> {
        let story = &*view.graph()?;
        let mut chosen = self.in_order(story)?;
        if let Some(kind) = given(self.kind.as_deref()) {
            let kind = find_kind(story, kind)?;
            chosen.retain(|it| story.nodes[it].kind == kind);
        }
        if let Some(group) = given(self.group.as_deref()) {
            let group = find("/group", story, group)?;
            chosen.retain(|it| is_in_group(story, *it, group));
        }
        if let Some(words) = given(self.words.as_deref()) {
            let hits = view.search(words, MAX_HITS)?;
            let nodes = hits.iter().filter_map(|it| match it.slot.subject {
                Subject::Node(id) => Some(id),
                Subject::Story | Subject::Edge(_) => None,
            });
            let nodes: HashSet<NodeId> = nodes.collect();
            chosen.retain(|it| nodes.contains(it));
        }
        if chosen.is_empty() {
            return Err(ToolError::not_found("no node matches the selection")
                .hint("widen the selection; find_nodes lists nodes by kind and words"));
        }
        Ok(chosen)
    }

    /// The nodes named, those on the path, or all.
    fn in_order(&self, story: &Story) -> Result<Vec<NodeId>, ToolError> {
        let mut named: Option<Vec<NodeId>> = None;
        if let Some(references) = self.nodes.as_ref().filter(|it| !it.is_empty()) {
            let mut seen = HashSet::new();
            let mut ids = Vec::new();
            for (index, reference) in references.iter().enumerate() {
                let id = find(&format!("/nodes/{index}"), story, reference)?;
                if seen.insert(id) {
                    ids.push(id);
                }
            }
            named = Some(ids);
        }
        let way = match (given(self.from.as_deref()), given(self.to.as_deref())) {
            (Some(from), Some(to)) => Some(self.way(story, from, to)?),
            (None, None) => None,
            (Some(_), None) => return Err(missing_end("/to")),
            (None, Some(_)) => return Err(missing_end("/from")),
        };
        Ok(match (named, way) {
            (Some(named), Some(way)) => named.into_iter().filter(|it| way.contains(it)).collect(),
            (Some(nodes), None) | (None, Some(nodes)) => nodes,
            (None, None) => reading_order(story),
        })
    }

    fn way(&self, story: &Story, from: &str, to: &str) -> Result<Vec<NodeId>, ToolError> {
        let (from, to) = (find("/from", story, from)?, find("/to", story, to)?);
        shortest_way(story, from, to).ok_or_else(|| {
            let title = |it: &NodeId| story.nodes[it].title.clone();
            ToolError::not_found(format!(
                "no path leads from {:?} to {:?}",
                title(&from),
                title(&to)
            ))
            .hint("outline shows where each node leads")
            .at("/to")
        })
    }
}

fn given(field: Option<&str>) -> Option<&str> {
    field.map(str::trim).filter(|it| !it.is_empty())
}

fn missing_end(path: &str) -> ToolError {
    ToolError::invalid(path, "a path needs both its ends, from and to")
        .hint("name the other node too")
        .said(&InvalidArgument::FieldMissing {})
}

fn find(path: &str, story: &Story, wanted: &str) -> Result<NodeId, ToolError> {
    reference::find(story, wanted).map_err(|error| error.at(path))
}

fn find_kind(story: &Story, wanted: &str) -> Result<String, ToolError> {
    let same = |it: &&String| it.to_lowercase() == wanted.to_lowercase();
    story.kinds.keys().find(same).cloned().ok_or_else(|| {
        let known: Vec<_> = story.kinds.keys().map(String::as_str).collect();
        let wanted: String = wanted.chars().take(80).collect();
        ToolError::invalid("/kind", format!("there is no kind {wanted:?}"))
            .hint(format!("the kinds are {}", known.join(", ")))
            .said(&InvalidArgument::FieldNotListed {})
    })
}

/// Whether a node is in a group, or in a group within it.
fn is_in_group(story: &Story, node: NodeId, group: NodeId) -> bool {
    let parent = |it: NodeId| story.nodes.get(&it)?.layout.parent;
    // A chain of parents is at most as long as there are nodes, even in a damaged file.
    std::iter::successors(parent(node), |it| parent(*it))
        .take(story.nodes.len())
        .any(|it| it == group)
}
