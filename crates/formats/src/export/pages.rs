//! The part of a story that a reader can reach: the nodes connected to the start by choices, each
//! with its number, prose, picture and choices.

use std::borrow::Cow;
use std::collections::HashMap;

use model::{AssetId, Edge, Node, NodeId, Story};

use super::{Choice, Choices, IncludedNodes, Losses, Notations, reading_order};
use crate::import::tidy_title;
use crate::{Bundle, LossKind, PackedAsset};
use markup::kept_data;

/// The capability that holds a node's picture, as `{"asset": …, "prompt": …}`.
pub(crate) use model::contents::IMAGE;
use model::contents::{Plays, Sound};

/// The reachable part of a story.
pub(crate) struct Pages<'a> {
    /// The nodes in breadth-first order; the start comes first.
    pub(crate) nodes: Vec<&'a Node>,
    /// The index of each node in that list.
    pub(crate) numbers: HashMap<NodeId, usize>,
    /// The choices of every node.
    pub(crate) choices: Choices<'a>,
    /// The nodes that no choice leads to, in creation order.
    pub(crate) unreachable: Vec<&'a Node>,
    /// The reachable nodes' links whose target is computed at run time.
    pub(crate) computed: Vec<&'a Edge>,
    included: IncludedNodes,
    notations: Notations,
    /// Whether no start is set and one had to be chosen.
    pub(crate) start_is_guessed: bool,
}

impl<'a> Pages<'a> {
    /// The start node: the one that is set, otherwise the first scene, otherwise the first node.
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
        let mut unreachable = nodes.split_off(reached);
        let included = IncludedNodes::of(story, &nodes);
        unreachable.retain(|it| !included.contains(it));
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
        let start_is_guessed = story.record.start.is_none() && !nodes.is_empty();
        Self {
            nodes,
            numbers,
            choices,
            unreachable,
            computed,
            included,
            notations: Notations::of(story),
            start_is_guessed,
        }
    }

    /// The prose of a node as a reader sees it, with included nodes expanded.
    pub(crate) fn text<'t>(&self, node: &'t Node) -> Cow<'t, str> {
        match self.included.expanded(node) {
            Some(text) => Cow::Owned(self.notations.read(node, text).into_owned()),
            None => self.notations.read(node, kept_data::text_of(node)),
        }
    }

    /// Whether the prose of a node was written here, or is read like that.
    pub(super) fn is_own(&self, node: &Node) -> bool {
        self.notations.is_own(node)
    }

    /// A text in the notation of a node's prose, as a reader sees it.
    pub(super) fn as_read(&self, node: &Node, text: &str) -> String {
        self.notations.read(node, text).into_owned()
    }

    /// The prose of a node as it is written, with included nodes expanded.
    pub(crate) fn written<'t>(&'t self, node: &'t Node) -> &'t str {
        self.included.written(node)
    }

    /// The nodes whose text contains code of another program that is left out.
    pub(crate) fn with_code(&self) -> impl Iterator<Item = &'a Node> {
        let nodes = self.nodes.iter().copied();
        nodes.filter(|it| self.notations.leaves_out_code(it, self.written(it)))
    }

    /// The choices of a node that lead to a reachable page.
    pub(crate) fn choices_of(&self, story: &'a Story, node: NodeId) -> Vec<Choice<'a>> {
        self.choices.numbered(story, node, &self.numbers)
    }

    /// Adds the losses that result from exporting only reachable pages.
    pub(crate) fn losses(&self, losses: &mut Losses<'_>) {
        self.choice_losses(losses);
        losses.add_nodes(LossKind::UnreachableNodes, self.unreachable.iter().copied());
    }

    /// Adds what is not certain of where reading begins and goes on.
    pub(super) fn choice_losses(&self, losses: &mut Losses<'_>) {
        if self.start_is_guessed {
            losses.add_nodes(LossKind::StartGuessed, [self.nodes[0]]);
        }
        losses.add_edges(LossKind::ComputedChoices, self.computed.iter().copied());
    }
}

/// A node's title on one line.
pub(crate) fn title_of(node: &Node) -> String {
    tidy_title(&node.title, "Untitled")
}

/// The sound of a node, with its file unless it is silence; none if the file is missing.
pub(crate) fn sound_of<'a>(
    bundle: &'a Bundle,
    node: &Node,
) -> Option<(Sound, Option<(AssetId, &'a PackedAsset)>)> {
    let sound = node.sound()?;
    let Some(id) = sound.asset else {
        return (sound.plays == Plays::Silence).then_some((sound, None));
    };
    let asset = bundle.assets.get(&id)?;
    let is_sound = asset.mime.starts_with("audio/");
    is_sound.then_some((sound, Some((id, asset))))
}

/// The picture of a node and its description, if the asset is present and an image.
pub(crate) fn picture_of<'a>(
    bundle: &'a Bundle,
    node: &Node,
) -> Option<(AssetId, &'a PackedAsset, String)> {
    let id = node.picture_asset()?;
    let asset = bundle.assets.get(&id)?;
    let known = ["image/png", "image/jpeg", "image/gif", "image/webp"];
    let shows = match tidy_title(node.picture_prompt(), "") {
        words if words.is_empty() => title_of(node),
        words => words,
    };
    known
        .contains(&asset.mime.as_str())
        .then_some((id, asset, shows))
}
