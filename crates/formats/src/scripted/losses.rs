//! What the texts of a story say otherwise than its nodes and edges do, as losses.

use model::{Edge, Node, NodeId};

use super::scan::NOWHERE;
use crate::writing::Losses;
use crate::{Lost, Unit};

/// What a text says otherwise than the edges of its node.
#[derive(Debug, Default)]
pub(crate) struct Left<'a> {
    pub(crate) unwritten: Vec<&'a Edge>,
    pub(crate) conditions: Vec<&'a Edge>,
    pub(crate) effects: Vec<&'a Edge>,
    /// Edges of which it says otherwise whether they may be taken only once.
    pub(crate) once: Vec<&'a Edge>,
    /// Edges of which there are several alike.
    pub(crate) repeated: Vec<&'a Edge>,
    /// Where it leads though no edge does.
    pub(crate) gone: Vec<NodeId>,
    pub(crate) is_out_of_order: bool,
}

/// All of it, node by node.
#[derive(Default)]
pub(crate) struct Texts<'a> {
    pub(crate) entered: Vec<&'a Node>,
    pub(crate) ending: Vec<&'a Node>,
    all: Left<'a>,
    disordered: Vec<&'a Node>,
    unlinked: Vec<(NodeId, String)>,
}

impl<'a> Texts<'a> {
    /// Adds what is left of one node.
    pub(crate) fn add(&mut self, node: &'a Node, left: Left<'a>, name: &dyn Fn(NodeId) -> String) {
        let is_plain = |it: &&Edge| !it.record.includes;
        self.all
            .unwritten
            .extend(left.unwritten.into_iter().filter(is_plain));
        self.all.conditions.extend(left.conditions);
        self.all.effects.extend(left.effects);
        self.all.once.extend(left.once);
        self.all.repeated.extend(left.repeated);
        if left.is_out_of_order {
            self.disordered.push(node);
        }
        let mut gone = left.gone;
        gone.sort_unstable();
        gone.dedup();
        let name = |it| match it {
            NOWHERE => "…".to_owned(),
            it => name(it),
        };
        let gone = gone.into_iter();
        self.unlinked
            .extend(gone.map(|it| (node.id, format!("{} → {}", node.title, name(it)))));
    }

    /// Says all; `left` is what is said of jumps or diverts whose edge is gone.
    pub(crate) fn say(self, losses: &mut Losses<'_>, left: Lost, unit: Unit) {
        losses.nodes(Lost::EnterOtherwise, self.entered);
        losses.nodes(Lost::Endings, self.ending);
        losses.edges(Lost::Conditions, self.all.conditions);
        losses.edges(Lost::Effects, self.all.effects);
        losses.edges(Lost::OnceOtherwise, self.all.once);
        losses.edges(Lost::Unrewritten, self.all.unwritten);
        losses.edges(Lost::Alike, self.all.repeated);
        losses.nodes(Lost::ChoiceOrder, self.disordered);
        losses.at(left, self.unlinked, unit);
    }
}
