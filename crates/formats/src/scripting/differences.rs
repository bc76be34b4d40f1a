//! Differences between a story's texts and its edges, reported as losses.

use model::{Edge, Node, NodeId};

use super::scan::MISSING_NODE;
use crate::export::Losses;
use crate::{LossKind, Unit};

/// Differences between a text and the edges of its node.
#[derive(Debug, Default)]
pub(crate) struct TextDifferences<'a> {
    pub(crate) unwritten: Vec<&'a Edge>,
    pub(crate) conditions: Vec<&'a Edge>,
    pub(crate) effects: Vec<&'a Edge>,
    /// Edges whose text disagrees on whether they are once-only.
    pub(crate) once: Vec<&'a Edge>,
    /// Edges that occur more than once.
    pub(crate) repeated: Vec<&'a Edge>,
    /// Targets in the text that no edge leads to.
    pub(crate) gone: Vec<NodeId>,
    pub(crate) is_out_of_order: bool,
}

/// The differences of all nodes.
#[derive(Default)]
pub(crate) struct StoryDifferences<'a> {
    pub(crate) entered: Vec<&'a Node>,
    pub(crate) ending: Vec<&'a Node>,
    all: TextDifferences<'a>,
    out_of_order: Vec<&'a Node>,
    stale_links: Vec<(NodeId, String)>,
}

impl<'a> StoryDifferences<'a> {
    /// Adds the remaining differences of one node.
    pub(crate) fn add(
        &mut self,
        node: &'a Node,
        left: TextDifferences<'a>,
        name: &dyn Fn(NodeId) -> String,
    ) {
        let is_plain = |it: &&Edge| !it.record.includes;
        self.all
            .unwritten
            .extend(left.unwritten.into_iter().filter(is_plain));
        self.all.conditions.extend(left.conditions);
        self.all.effects.extend(left.effects);
        self.all.once.extend(left.once);
        self.all.repeated.extend(left.repeated);
        if left.is_out_of_order {
            self.out_of_order.push(node);
        }
        let mut gone = left.gone;
        gone.sort_unstable();
        gone.dedup();
        let name = |it| match it {
            MISSING_NODE => "…".to_owned(),
            it => name(it),
        };
        let gone = gone.into_iter();
        self.stale_links
            .extend(gone.map(|it| (node.id, format!("{} → {}", node.title, name(it)))));
    }

    /// Reports everything; `left` is the loss for jumps or diverts whose edge is gone.
    pub(crate) fn report(self, losses: &mut Losses<'_>, left: LossKind, unit: Unit) {
        losses.add_nodes(LossKind::EntryEffectDiffers, self.entered);
        losses.add_nodes(LossKind::Endings, self.ending);
        losses.add_edges(LossKind::Conditions, self.all.conditions);
        losses.add_edges(LossKind::Effects, self.all.effects);
        losses.add_edges(LossKind::OnceDiffers, self.all.once);
        losses.add_edges(LossKind::NotRewritten, self.all.unwritten);
        losses.add_edges(LossKind::DuplicateEdges, self.all.repeated);
        losses.add_nodes(LossKind::ChoiceOrder, self.out_of_order);
        losses.add_named(left, self.stale_links, unit);
    }
}
