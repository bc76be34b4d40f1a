//! A story for a format with code of its own: texts with the code of other programs, and those written here
//! with conditions and values, become prose, in which the writer of the format puts its own.

mod lines;
mod pieces;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use markup::conditional_parts;
use markup::kept_data::{set_text, text_of};
use markup::links::links_as_labels;
use markup::notation::{is_foreign, twine};
use markup::passage::ProsePart;
use model::play::Expression;
use model::{Node, NodeId, Story, part};

use super::marked_prose::{Mark, MarkedProse};
use super::{IncludedNodes, Losses, ReaderTexts};
use crate::LossKind;

pub(crate) use lines::{Row, inline_text, rows};
pub(crate) use pieces::{Branch, Piece, Pieces, ProseCode};

/// A story whose texts have no code of other programs.
pub(crate) struct ConvertedStory<'a> {
    pub(crate) story: Cow<'a, Story>,
    /// What the marks in the texts mean.
    marks: HashMap<NodeId, Vec<Mark>>,
    /// The nodes that have code which no format carries over.
    pub(crate) left_out: HashSet<NodeId>,
}

impl<'a> ConvertedStory<'a> {
    /// The story for a format that writes some texts as they are.
    pub(crate) fn of(story: &'a Story, is_own: fn(&Node) -> bool) -> Self {
        let is_converted = |it: &&Node| match is_foreign(it) {
            true => !is_own(it),
            false => !is_own(it) && conditional_parts(text_of(it)).is_some(),
        };
        let nodes = story.nodes.values().map(|it| &**it);
        let foreign: Vec<&Node> = nodes.filter(is_converted).collect();
        let mut converted = Self {
            story: Cow::Borrowed(story),
            marks: HashMap::new(),
            left_out: HashSet::new(),
        };
        if foreign.is_empty() {
            return converted;
        }
        let texts = ReaderTexts::of(story);
        let included = IncludedNodes::of(story, &foreign);
        let mut changed = story.clone();
        for node in foreign {
            if twine::role_of(node).is_some() {
                changed.nodes.shift_remove(&node.id);
                continue;
            }
            let written = included.written(node);
            let mut parts = texts.parts(node, written);
            // Of a link under a condition the words are shown; its choice has the condition too.
            if !is_foreign(node) {
                links_in_branches_as_labels(parts.as_deref_mut().unwrap_or_default(), false);
            }
            let marked = parts.as_deref().and_then(MarkedProse::of);
            let is_early = parts.is_some_and(|it| shows_before_change(&it, &mut HashSet::new()));
            let (text, marks) = match marked {
                Some(it) => (texts.read(node, &it.text), it.marks),
                None => (texts.read(node, written), Vec::new()),
            };
            if is_early
                || !texts.left_out(node, written).is_empty()
                || ReaderTexts::way_back(node, written).is_some()
            {
                converted.left_out.insert(node.id);
            }
            converted.marks.insert(node.id, marks);
            if let Some(own) = changed.nodes.get_mut(&node.id) {
                let data = &mut Arc::make_mut(own).data;
                // The links of a text that was written here are those of the story.
                let text = match is_foreign(node) {
                    true => links_as_labels(&text),
                    false => Cow::Borrowed(&*text),
                };
                data.remove(part::FOREIGN);
                set_text(data, text.trim());
            }
        }
        let nodes = &changed.nodes;
        changed.edges.retain(|_, it| {
            let record = &it.record;
            let is_expanded = record.includes && converted.marks.contains_key(&record.from);
            !is_expanded && nodes.contains_key(&record.from) && nodes.contains_key(&record.to)
        });
        converted.story = Cow::Owned(changed);
        converted
    }

    /// The conditions and values in the texts.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let marks = self.story.nodes.keys().filter_map(|it| self.marks.get(it));
        marks.flatten().flat_map(Mark::expressions)
    }

    /// Whether a node's text had code of another program or of ours.
    pub(crate) fn is_converted(&self, node: &Node) -> bool {
        self.marks.contains_key(&node.id)
    }

    /// The text of a node, which may be escaped by now, with the code of a format.
    pub(crate) fn pieces(&self, node: &Node, text: &str, code: &dyn ProseCode) -> Pieces {
        let marks = self.marks.get(&node.id).map(Vec::as_slice);
        Pieces::of(text, marks.unwrap_or_default(), code)
    }

    /// Lists what is not carried over; `original` is the story before, and `incomplete` are more nodes
    /// whose code the format cannot write.
    pub(crate) fn losses(
        &self,
        original: &Story,
        incomplete: &HashSet<NodeId>,
        losses: &mut Losses<'_>,
    ) {
        let nodes = || original.nodes.values().map(|it| &**it);
        let is_gone = |it: &&Node| !self.story.nodes.contains_key(&it.id);
        losses.add_nodes(LossKind::SpecialPassages, nodes().filter(is_gone));
        let has_code = |it: &&Node| self.left_out.contains(&it.id) || incomplete.contains(&it.id);
        losses.add_nodes(LossKind::Macros, nodes().filter(has_code));
    }
}

/// Whether parts read a variable before they change it, although it is changed before all text where it is
/// written as an effect of entering; `read` are the variables that were read before.
fn shows_before_change(parts: &[ProsePart], read: &mut HashSet<String>) -> bool {
    parts.iter().any(|part| match part {
        ProsePart::Text(_) => false,
        ProsePart::Value(value) => {
            read.extend(value.reads().into_iter().map(str::to_owned));
            false
        }
        ProsePart::Set(effect) => effect.0.iter().any(|it| read.contains(&it.name)),
        ProsePart::If(branches) => branches.iter().any(|(condition, inner)| {
            read.extend(condition.reads().into_iter().map(str::to_owned));
            shows_before_change(inner, read)
        }),
    })
}

fn links_in_branches_as_labels(parts: &mut [ProsePart], is_branch: bool) {
    for part in parts {
        match part {
            ProsePart::Text(text) if is_branch => *text = links_as_labels(text).into_owned(),
            ProsePart::If(branches) => {
                for (_, inner) in branches {
                    links_in_branches_as_labels(inner, true);
                }
            }
            ProsePart::Text(_) | ProsePart::Value(_) | ProsePart::Set(_) => {}
        }
    }
}
