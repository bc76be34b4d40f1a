//! The story as an indented tree, for people at a terminal and for models that need an overview.
//! Each node is expanded once; later occurrences only name it.

use std::collections::{HashMap, HashSet, VecDeque};

use capability::{ToolContext, ToolError};
use model::analysis::is_page_kind;
use model::{Edge, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outgoing_links::OutgoingLinks;
use crate::validate;

/// Deeper subtrees continue below, at the margin: with more indentation nobody could read them.
const MAX_INDENT: usize = 16;

/// Show the story as an indented tree. It follows the links from the start; unreachable nodes come
/// last. A line that begins with `↓` follows the line above without a choice. Repeated nodes and
/// cycles are listed by name only.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Outline {
    /// Show only what this node leads to: its title, or the first or last characters of its id.
    /// Defaults to the whole story.
    node: Option<String>,
    /// How many lines to show at most. Defaults to 300.
    #[schemars(range(min = 1, max = 5000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct OutlineResult {
    title: String,
    nodes: usize,
    links: usize,
    /// How many nodes the text spells out.
    shown: usize,
    text: String,
}

pub(in crate::story) async fn outline(
    cx: ToolContext,
    input: Outline,
) -> Result<OutlineResult, ToolError> {
    let from = input
        .node
        .as_deref()
        .map(|it| validate::node(&cx, "/node", Some(it)))
        .transpose()?;
    let graph = cx.story().graph()?;
    let mut tree = Tree::new(&graph, input.limit.unwrap_or(300));
    match from {
        Some(node) => tree.grow(node.id),
        None => tree.grow_all(),
    }
    Ok(OutlineResult {
        title: graph.record.title.clone(),
        nodes: graph.nodes.len(),
        links: graph.edges.len(),
        shown: tree.shown.len(),
        text: tree.lines.join("\n"),
    })
}

/// A step of the walk. An explicit stack, because a story may be deeper than the call stack.
enum Step<'a> {
    Visit {
        node: NodeId,
        by: Option<&'a Edge>,
        depth: usize,
    },
    Leave(NodeId),
}

struct Tree<'a> {
    story: &'a Story,
    outgoing: OutgoingLinks<'a>,
    /// Titles that several nodes have; these nodes are shown with their ids.
    ambiguous: HashSet<&'a str>,
    limit: usize,
    lines: Vec<String>,
    shown: HashSet<NodeId>,
    /// The ancestors of the current line.
    branch: HashSet<NodeId>,
    /// Nodes that were too deep and continue at the margin.
    below: VecDeque<NodeId>,
}

impl<'a> Tree<'a> {
    fn new(story: &'a Story, limit: usize) -> Self {
        let mut titles: HashMap<&str, usize> = HashMap::new();
        for node in story.nodes.values() {
            *titles.entry(&node.title).or_default() += 1;
        }
        let ambiguous = titles
            .into_iter()
            .filter(|(_, count)| *count > 1)
            .map(|(it, _)| it);
        Self {
            story,
            outgoing: OutgoingLinks::of(story),
            ambiguous: ambiguous.collect(),
            limit,
            lines: Vec::new(),
            shown: HashSet::new(),
            branch: HashSet::new(),
            below: VecDeque::new(),
        }
    }

    /// What reading reaches from the start, then the other scenes, then what nobody reads, such as
    /// characters. Of each, first the nodes without incoming links, then the rest: cycles.
    fn grow_all(&mut self) {
        let story = self.story;
        let start = story.record.start.filter(|it| story.nodes.contains_key(it));
        if let Some(start) = start {
            self.grow(start);
        }
        let led_to: HashSet<_> = story.edges.values().map(|it| it.record.to).collect();
        let all = || story.nodes.keys().copied();
        let heads = all().filter(|it| !led_to.contains(it));
        let (pages, others): (Vec<_>, Vec<_>) = heads
            .chain(all())
            .partition(|it| is_page_kind(&story.nodes[it].kind));
        for (nodes, heading) in [
            (pages, "Not reached from the start:"),
            (others, "Not scenes:"),
        ] {
            let is_first = self.lines.is_empty();
            let mut heading = Some(heading).filter(|_| !is_first);
            for node in nodes {
                if self.shown.contains(&node) {
                    continue;
                }
                if self.is_full() {
                    let left = story.nodes.len() - self.shown.len();
                    self.lines.push(format!("… and {left} more nodes"));
                    return;
                }
                self.lines.extend(heading.take().map(str::to_owned));
                self.grow(node);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.lines.len() >= self.limit
    }

    fn grow(&mut self, root: NodeId) {
        self.branch_from(root);
        while let Some(node) = self.below.pop_front() {
            if !self.shown.contains(&node) {
                self.branch_from(node);
            }
        }
    }

    fn branch_from(&mut self, root: NodeId) {
        let mut steps = vec![Step::Visit {
            node: root,
            by: None,
            depth: 0,
        }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(node) => {
                    self.branch.remove(&node);
                }
                Step::Visit { .. } if self.is_full() => {}
                Step::Visit { node, by, depth } => {
                    if self.visit(node, by, depth) {
                        steps.push(Step::Leave(node));
                        let outgoing = self.outgoing.of_node(node);
                        let depth = match outgoing {
                            [only] if is_continuation(only) => depth,
                            _ => depth + 1,
                        };
                        steps.extend(outgoing.iter().rev().map(|it| Step::Visit {
                            node: it.record.to,
                            by: Some(it),
                            depth,
                        }));
                    }
                }
            }
        }
    }

    /// Writes a node's line; returns whether its outgoing links follow.
    fn visit(&mut self, node: NodeId, by: Option<&Edge>, depth: usize) -> bool {
        let (remark, follow) = if self.branch.contains(&node) {
            (" (back again: a circle)", false)
        } else if self.shown.contains(&node) {
            (" (see above)", false)
        } else if depth > MAX_INDENT {
            self.below.push_back(node);
            (" (goes on below)", false)
        } else {
            (
                if self.story.record.start == Some(node) {
                    " (start)"
                } else {
                    ""
                },
                true,
            )
        };
        let line = format!(
            "{}{}{}{remark}",
            "  ".repeat(depth),
            self.link_label(by),
            self.name(node)
        );
        self.lines.push(line);
        if follow {
            self.shown.insert(node);
            self.branch.insert(node);
        }
        follow
    }

    fn name(&self, id: NodeId) -> String {
        let Some(node) = self.story.nodes.get(&id) else {
            return id.short();
        };
        let id = match self.ambiguous.contains(node.title.as_str()) {
            true => format!(" {}", node.id.short()),
            false => String::new(),
        };
        format!("{} [{}{id}]", node.title, node.kind)
    }

    /// How a line's node is reached: the label of the choice, its condition, and whether it can be
    /// taken only once; `↓` if there is no choice.
    fn link_label(&self, by: Option<&Edge>) -> String {
        let Some(edge) = by else { return String::new() };
        if is_continuation(edge) && self.outgoing.of_node(edge.record.from).len() == 1 {
            return "↓ ".to_owned();
        }
        let condition = edge.record.condition.as_deref();
        let condition = condition.map(|it| format!("if {it}: ")).unwrap_or_default();
        let once = if edge.record.once { "once: " } else { "" };
        match edge.record.label.as_str() {
            "" => format!("{once}{condition}→ "),
            label => format!("{once}{condition}{label:?} → "),
        }
    }
}

/// Whether a link is not a choice, if it is the only one of its node.
fn is_continuation(edge: &Edge) -> bool {
    let record = &edge.record;
    record.label.is_empty() && record.condition.is_none() && !record.once
}
