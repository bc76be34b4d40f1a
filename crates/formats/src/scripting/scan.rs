//! The result of scanning a node's text in either language: links, choices, last line; and the
//! operations a language provides to change them.

use std::borrow::Cow;
use std::ops::Range;

use model::{Edge, NodeId};

use super::notation::{self, Notation};
use crate::import::{tidy_title, without_control_characters};

/// A link in a text.
#[derive(Debug, Clone)]
pub(crate) struct ScannedLink {
    pub(crate) label: String,
    /// In our language, or as written if ours cannot express it.
    pub(crate) condition: Option<String>,
    pub(crate) effect: Option<String>,
    pub(crate) to: NodeId,
    pub(crate) includes: bool,
    /// Whether it is offered only until it has been taken.
    pub(crate) once: bool,
    /// The range of its target's name.
    pub(crate) path: Range<usize>,
    /// Whether that name may be replaced.
    pub(crate) can_retarget: bool,
    /// The choice it belongs to.
    pub(crate) block: Option<usize>,
    /// Its position among the links of the imported text; `None` if the author added it since. Such
    /// links are left unchanged.
    pub(crate) imported_index: Option<usize>,
    /// Whether its once-only flag is also as imported; otherwise it is left unchanged.
    pub(crate) imported_once: bool,
}

/// A choice with all its lines.
#[derive(Debug, Clone)]
pub(crate) struct ChoiceBlock {
    pub(crate) at: Range<usize>,
    /// Whether it is at the outermost level.
    pub(crate) is_top_level: bool,
    /// Whether it can be removed or moved without affecting others.
    pub(crate) is_movable: bool,
}

/// The last line of a text, if it only contains a link or an ending.
#[derive(Debug, Clone)]
pub(crate) struct FinalLine {
    pub(crate) at: Range<usize>,
    pub(crate) way: Option<usize>,
}

/// The target of an imported link whose node is gone.
pub(crate) const MISSING_NODE: NodeId = NodeId(uuid::Uuid::nil());

/// A scanned text.
#[derive(Debug, Default)]
pub(crate) struct ScannedText {
    pub(crate) links: Vec<ScannedLink>,
    pub(crate) blocks: Vec<ChoiceBlock>,
    pub(crate) exit: Option<FinalLine>,
}

impl ScannedText {
    /// Removes the last line from the text if it is a link.
    pub(super) fn remove_exit(&self, text: &mut String) {
        if let Some(exit) = &self.exit {
            text.replace_range(exit.at.clone(), "");
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
        }
    }
}

/// A choice to be written: condition, effect and path are in the notation of the text.
pub(crate) struct Choice<'a> {
    pub(crate) label: &'a str,
    pub(crate) condition: Option<&'a str>,
    pub(crate) once: bool,
    pub(crate) effect: &'a [String],
    pub(crate) path: &'a str,
}

/// The syntax of one node's text.
pub(crate) trait Syntax {
    /// Scans a text.
    fn scan(&self, text: &str) -> ScannedText;
    /// The name of a node in this notation.
    fn path(&self, to: NodeId) -> String;
    /// The title of a node.
    fn title(&self, to: NodeId) -> &str;
    /// The notation of conditions and effects.
    fn notation(&self) -> Box<dyn Notation + '_>;
    /// Translates a condition into this notation.
    fn condition(&self, ours: &str) -> Option<String> {
        notation::condition(ours, &*self.notation())
    }
    /// Translates an effect into lines of this notation.
    fn effect(&self, ours: &str) -> Option<Vec<String>> {
        notation::effect(ours, &*self.notation())
    }
    /// Translates the effect of entering into lines of this notation.
    fn entry_effect(&self, ours: &str) -> Option<Vec<String>> {
        notation::entry_effect(ours, &*self.notation())
    }
    /// Writes a choice, without a line end.
    fn choice(&self, choice: Choice<'_>) -> String;
    /// The line that leads elsewhere without a choice.
    fn plain(&self, path: &str) -> String;
    /// Relabels a choice, given its first line.
    fn with_label(&self, line: &str, label: &str) -> String;
    /// Replaces the condition of a choice, given its first line; the condition is in this notation.
    fn with_condition(&self, line: &str, condition: Option<&str>) -> String;
    /// Sets whether a choice is once-only, given its first line.
    fn with_once(&self, line: &str, once: bool) -> String;
    /// Replaces the effect of a choice, given its lines up to the one with its only target, and the
    /// position of that target.
    fn with_effect(&self, lines: &str, path: usize, effect: &[String]) -> String;
}

/// Whether an edge can be written without a choice.
pub(super) fn is_bare(edge: &Edge) -> bool {
    let record = &edge.record;
    tidy_title(&record.label, "").is_empty()
        && record.condition.is_none()
        && record.effect.is_none()
        && !record.once
}

/// The links of a text as an import reads them: edges contain no control characters.
pub(super) fn scanned(syntax: &dyn Syntax, text: &str) -> ScannedText {
    let mut scanned = syntax.scan(text);
    for link in &mut scanned.links {
        if let Cow::Owned(clean) = without_control_characters(&link.label) {
            link.label = clean;
        }
    }
    scanned
}
