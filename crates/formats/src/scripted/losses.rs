//! What the texts of a story say otherwise than its nodes and edges do, as losses.

use model::{Edge, Node, NodeId};

use super::revise::Left;
use crate::writing::Losses;

/// All of it, node by node.
#[derive(Default)]
pub(crate) struct Texts<'a> {
    pub(crate) entered: Vec<&'a Node>,
    pub(crate) ending: Vec<&'a Node>,
    all: Left<'a>,
    disordered: Vec<&'a Node>,
    unlinked: Vec<String>,
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
        self.all.repeated.extend(left.repeated);
        if left.is_out_of_order {
            self.disordered.push(node);
        }
        let mut gone = left.gone;
        gone.sort_unstable();
        gone.dedup();
        let gone = gone.into_iter();
        self.unlinked
            .extend(gone.map(|it| format!("{} → {}", node.title, name(it))));
    }

    /// Says all; the text “jumps” or “diverts” elsewhere.
    pub(crate) fn say(self, losses: &mut Losses<'_>, verb: &str) {
        losses.nodes(
            "What entering does is said otherwise in their text, or cannot be said there",
            self.entered,
        );
        losses.nodes(
            "Whether the story may end there is not written",
            self.ending,
        );
        losses.edges("Conditions are not written", self.all.conditions);
        losses.edges("Effects are not written", self.all.effects);
        losses.edges(
            "Their words or target stand in a part of the text that is not rewritten",
            self.all.unwritten,
        );
        losses.edges(
            "Several that are alike are read back as one",
            self.all.repeated,
        );
        losses.nodes(
            "The order of their choices in the text is not changed",
            self.disordered,
        );
        let many = format!("{verb}s");
        losses.list(
            &format!("The text still {many} there though the edge is gone, and is not rewritten"),
            self.unlinked,
            [verb, &many],
        );
    }
}
