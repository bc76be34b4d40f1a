//! What is known of one node without looking at any other.

use std::sync::OnceLock;

use crate::play::{Effect, PLAY, PlayRecord, SourceError};
use crate::{Node, WordCount, count_words, reading_seconds};

/// A link that stands in a node's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLink {
    /// What the reader is shown; empty where that is the target's own name.
    pub label: String,
    /// The title it names; `None` where the running story computes it.
    pub target: Option<String>,
    /// The link as written, so that the target can be corrected; empty where the target does not
    /// stand in it as it is.
    pub written: String,
    /// Where in that the target begins, in bytes.
    pub target_at: usize,
}

/// The story formats whose macros set and read variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// `<<set $x to 1>>`
    SugarCube,
    /// `(set: $x to 1)`
    Harlowe,
    /// `x: 1` above `--`
    Chapbook,
    /// `s.x = 1`
    Snowman,
}

/// The variables that macros in a text set and read; they are not executed here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextVariables {
    /// Names that are set.
    pub sets: Vec<String>,
    /// Names that are read, and in which format's notation.
    pub reads: Vec<(String, Dialect)>,
    /// Whether something sets variables that are not named here: a script, or the program that the
    /// story was written for. Nothing certain can then be said of any.
    pub sets_others: bool,
}

/// What a node is to the story format it is written for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Role {
    /// The titles that it leads to whatever a reader does, as a menu or a script; `None` is one that
    /// the running story computes.
    pub opens: Vec<Option<String>>,
    /// Whether others may have its title on purpose, one of which the running story takes.
    pub shares_title: bool,
    /// Whether the notation of its text says that the story may end here.
    pub may_end: bool,
    /// Whether its text leads back to where the reader was, or began.
    pub leads_back: bool,
    /// Whether its text may go on in its own notation where none of its choices is left.
    pub goes_on: bool,
}

/// The facts of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFacts {
    /// Its text in small letters, to look for names.
    pub text: String,
    /// Whether it has prose.
    pub has_text: bool,
    /// Whether it has anything besides: a picture, an attribute.
    pub has_more: bool,
    /// Whether it has attributes.
    pub has_attributes: bool,
    /// Whether the story may end here.
    pub ending: bool,
    /// What entering does.
    pub enter: Result<Effect, SourceError>,
    /// What entering does, as written.
    pub enter_source: String,
    /// Links in its text.
    pub links: Vec<TextLink>,
    /// Variables in its text.
    pub variables: TextVariables,
    /// What it is to the story format.
    pub role: Role,
    /// The words that a reader sees, where they are not simply its text.
    read: Option<String>,
    /// How long its text is, once somebody asked.
    length: OnceLock<(WordCount, f64)>,
}

impl NodeFacts {
    /// Reads a node; what its text holds in other programs' notations is found by the caller.
    pub fn of(node: &Node, links: Vec<TextLink>, variables: TextVariables, role: Role) -> Self {
        let text = text_of(node);
        let record = PlayRecord::of(node.data.get(PLAY).map(|it| &**it));
        let items = node.data.get("kv").and_then(|it| it["items"].as_array());
        let has_attributes = items.is_some_and(|it| !it.is_empty());
        let has_image = node
            .data
            .get("image")
            .is_some_and(|it| it.get("asset").is_some_and(|it| !it.is_null()));
        Self {
            text: text.to_lowercase(),
            has_text: !text.trim().is_empty(),
            has_more: has_attributes || has_image,
            has_attributes,
            ending: record.ending || role.may_end,
            enter: record.enter.parse(),
            enter_source: record.enter,
            links,
            variables,
            role,
            read: None,
            length: OnceLock::new(),
        }
    }

    /// Says which words of its text a reader sees: macros are none.
    pub fn read_as(mut self, words: &str) -> Self {
        let words = words.to_lowercase();
        self.read = Some(words).filter(|it| *it != self.text);
        self
    }

    /// Whether all that differs from these are words that name nothing.
    pub(super) fn differs_in_words_only(&self, other: &Self) -> bool {
        // Named one by one, so that a new field asks where it belongs.
        let Self {
            text: _,
            has_text,
            has_more,
            has_attributes,
            ending,
            enter,
            enter_source,
            links,
            variables,
            role,
            read: _,
            length: _,
        } = self;
        (has_text, has_more, has_attributes, ending)
            == (
                &other.has_text,
                &other.has_more,
                &other.has_attributes,
                &other.ending,
            )
            && (enter, enter_source) == (&other.enter, &other.enter_source)
            && (links, variables, role) == (&other.links, &other.variables, &other.role)
    }

    /// How long what a reader sees of its text is, and how many seconds it takes to read.
    pub fn length(&self) -> (WordCount, f64) {
        let words = self.read.as_ref().unwrap_or(&self.text);
        *self
            .length
            .get_or_init(|| (count_words(words), reading_seconds(words)))
    }
}

/// A node's prose.
pub(super) fn text_of(node: &Node) -> &str {
    let text = node.data.get("text").and_then(|it| it["text"].as_str());
    text.unwrap_or_default()
}
