//! A node's text as both languages read it: its ways out, its choices, its last line; and what a
//! language does to change them.

use std::ops::Range;

use model::{Edge, NodeId};

use super::notation::{self, Notation};
use crate::reading::tidy_title;

/// A way out, as a text has it.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) label: String,
    /// In our language, or as it is written where ours cannot say it.
    pub(crate) condition: Option<String>,
    pub(crate) effect: Option<String>,
    pub(crate) to: NodeId,
    pub(crate) includes: bool,
    /// Whether it is offered until it has been taken, and then no more.
    pub(crate) once: bool,
    /// Where its target is named.
    pub(crate) path: Range<usize>,
    /// Whether another name may stand there.
    pub(crate) is_free: bool,
    /// The choice it stands below.
    pub(crate) block: Option<usize>,
    /// Its place among the ways that the text had when it was read into the story; none where a
    /// writer has put it there since, which is left as it is.
    pub(crate) said: Option<usize>,
    /// Whether how often it may be taken is as it was then, too: else that is left as it is.
    pub(crate) said_once: bool,
}

/// A choice with all its lines.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) at: Range<usize>,
    /// Whether it stands at the outermost level.
    pub(crate) is_top: bool,
    /// Whether it can be taken out, or put elsewhere, without hurting others.
    pub(crate) is_plain: bool,
}

/// The last line of a text, where it only says where reading goes on or ends.
#[derive(Debug, Clone)]
pub(crate) struct Exit {
    pub(crate) at: Range<usize>,
    pub(crate) way: Option<usize>,
}

/// Where a way leads whose node is gone.
pub(crate) const NOWHERE: NodeId = NodeId(uuid::Uuid::nil());

/// A text, read.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) ways: Vec<Way>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) exit: Option<Exit>,
}

/// A choice to be written: condition, effect and path are in the notation of the text.
pub(crate) struct Choice<'a> {
    pub(crate) label: &'a str,
    pub(crate) condition: Option<&'a str>,
    pub(crate) once: bool,
    pub(crate) effect: &'a [String],
    pub(crate) path: &'a str,
}

/// The notation of one node's text.
pub(crate) trait Syntax {
    /// Reads a text.
    fn scan(&self, text: &str) -> Scan;
    /// The name of a node.
    fn path(&self, to: NodeId) -> String;
    /// Its title.
    fn title(&self, to: NodeId) -> &str;
    /// How conditions and effects are written in it.
    fn notation(&self) -> Box<dyn Notation + '_>;
    /// A condition of ours in this notation.
    fn condition(&self, ours: &str) -> Option<String> {
        notation::condition(ours, &*self.notation())
    }
    /// The lines of an effect of ours in this notation.
    fn effect(&self, ours: &str) -> Option<Vec<String>> {
        notation::effect(ours, &*self.notation())
    }
    /// A choice, without a line end.
    fn choice(&self, choice: Choice<'_>) -> String;
    /// The line that goes on elsewhere without a choice.
    fn plain(&self, path: &str) -> String;
    /// Gives a choice other words; its first line is handed in and out.
    fn with_label(&self, line: &str, label: &str) -> String;
    /// Gives a choice another condition, in this notation; its first line is handed in and out.
    fn with_condition(&self, line: &str, condition: Option<&str>) -> String;
    /// Says of a choice whether it may be taken only once; its first line is handed in and out.
    fn with_once(&self, line: &str, once: bool) -> String;
    /// Gives a choice another effect: its lines up to that which names its one target, and where.
    fn with_effect(&self, lines: &str, path: usize, effect: &[String]) -> String;
}

/// Whether nothing about an edge needs a choice to be written.
pub(super) fn is_bare(edge: &Edge) -> bool {
    let record = &edge.record;
    tidy_title(&record.label, "").is_empty()
        && record.condition.is_none()
        && record.effect.is_none()
        && !record.once
}
