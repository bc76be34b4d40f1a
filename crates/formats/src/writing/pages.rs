//! The part of a story that a reader can reach: the nodes that choices lead to from the start, each
//! with its number, its prose, its picture and its choices.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use model::{AssetId, Edge, Node, NodeId, Story};
use serde_json::Value;

use super::{Choice, Choices, Losses, reading_order};
use crate::kept;
use crate::reading::tidy_title;
use crate::{Lost, PackedAsset, Parcel, text_with_parts};

/// The capability that holds a node's picture, as `{"asset": …, "prompt": …}`.
pub(crate) const IMAGE: &str = "image";

/// What a reader can reach.
pub(crate) struct Pages<'a> {
    /// The nodes, nearest to the start first; the start is the first.
    pub(crate) nodes: Vec<&'a Node>,
    /// The place of each in that list.
    pub(crate) numbers: HashMap<NodeId, usize>,
    /// The choices of every node.
    pub(crate) choices: Choices<'a>,
    /// The nodes no choice leads to, as they were made.
    pub(crate) unreached: Vec<&'a Node>,
    /// The links of those nodes that lead where only the running story knew.
    pub(crate) computed: Vec<&'a Edge>,
    /// The prose of those nodes that show others as parts of themselves.
    with_parts: HashMap<NodeId, String>,
    /// Whether the start had to be guessed.
    pub(crate) is_guessed: bool,
}

impl<'a> Pages<'a> {
    /// Where reading begins: the start, else the first scene, else the first node.
    pub(crate) fn start_of(story: &Story) -> Option<NodeId> {
        let set = story.record.start.filter(|it| story.nodes.contains_key(it));
        let first = || {
            let scene = story.nodes.values().find(|it| it.kind == "scene");
            scene
                .or_else(|| story.nodes.values().next())
                .map(|it| it.id)
        };
        set.or_else(first)
    }

    /// Follows the choices from the start.
    pub(crate) fn of(story: &'a Story) -> Self {
        let choices = Choices::offered(story);
        let (mut nodes, reached) = reading_order(story, &choices, Self::start_of(story));
        let mut unreached = nodes.split_off(reached);
        let (with_parts, parts) = with_parts(story, &nodes);
        unreached.retain(|it| !parts.contains(&it.id));
        let numbers: HashMap<_, _> = nodes
            .iter()
            .enumerate()
            .map(|(at, it)| (it.id, at))
            .collect();
        let edges = story.edges.values().map(|it| &**it);
        let computed = edges.filter(|it| {
            let record = &it.record;
            !record.is_choice() && record.dynamic && numbers.contains_key(&record.from)
        });
        let computed = computed.collect();
        let is_guessed = story.record.start.is_none() && !nodes.is_empty();
        Self {
            nodes,
            numbers,
            choices,
            unreached,
            computed,
            with_parts,
            is_guessed,
        }
    }

    /// The prose of a node, with that of the nodes it shows as parts.
    pub(crate) fn text(&self, node: &'a Node) -> Cow<'a, str> {
        match self.with_parts.get(&node.id) {
            Some(text) => Cow::Owned(text.clone()),
            None => Cow::Borrowed(kept::text_of(node)),
        }
    }

    /// The choices of a node that lead to a page.
    pub(crate) fn choices_of(&self, story: &'a Story, node: NodeId) -> Vec<Choice<'a>> {
        self.choices.numbered(story, node, &self.numbers)
    }

    /// Lists what follows from reading from the start alone.
    pub(crate) fn losses(&self, losses: &mut Losses<'_>) {
        if self.is_guessed {
            losses.nodes(Lost::StartGuessed, [self.nodes[0]]);
        }
        losses.edges(Lost::ComputedChoices, self.computed.iter().copied());
        losses.nodes(Lost::Unreached, self.unreached.iter().copied());
    }
}

/// The prose of nodes that show others as parts, and which nodes those are.
fn with_parts(story: &Story, nodes: &[&Node]) -> (HashMap<NodeId, String>, HashSet<NodeId>) {
    let includes = story.edges.values().filter(|it| it.record.includes);
    let showing: HashSet<NodeId> = includes.map(|it| it.record.from).collect();
    if showing.is_empty() {
        return Default::default();
    }
    let mut titles: HashMap<&str, &Node> = HashMap::with_capacity(story.nodes.len());
    for node in story.nodes.values() {
        titles.entry(&node.title).or_insert(node);
    }
    let (mut texts, mut parts) = (HashMap::new(), HashSet::new());
    for node in nodes.iter().filter(|it| showing.contains(&it.id)) {
        let mut part = |title: &str| {
            let part = *titles.get(title)?;
            parts.insert(part.id);
            Some(part.clone())
        };
        texts.insert(node.id, text_with_parts(node, &mut part));
    }
    (texts, parts)
}

/// A node's title on one line.
pub(crate) fn title_of(node: &Node) -> String {
    tidy_title(&node.title, "Untitled")
}

/// The picture of a node, if it is at hand and a picture, and what it shows.
pub(crate) fn picture_of<'a>(
    parcel: &'a Parcel,
    node: &Node,
) -> Option<(AssetId, &'a PackedAsset, String)> {
    let data = node.data.get(IMAGE)?;
    let id: AssetId = data.get("asset")?.as_str()?.parse().ok()?;
    let asset = parcel.assets.get(&id)?;
    let prompt = data
        .get("prompt")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let known = ["image/png", "image/jpeg", "image/gif", "image/webp"];
    let shows = match tidy_title(prompt, "") {
        words if words.is_empty() => title_of(node),
        words => words,
    };
    known
        .contains(&asset.mime.as_str())
        .then_some((id, asset, shows))
}

/// The language of what these nodes say.
pub(crate) fn language_of(nodes: &[&Node]) -> &'static str {
    let words = nodes
        .iter()
        .flat_map(|it| [it.title.as_str(), kept::text_of(it)]);
    super::prose::language(words)
}
