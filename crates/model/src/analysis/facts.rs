//! What is known about one node without looking at any other node.

use std::sync::OnceLock;

use crate::contents::{FACTS, Fact, Facts};
use crate::facts_along::{base_fact, facts_by_key};
use crate::play::{Effect, ParseError};
use crate::{Node, NodeId, WordCount, count_words, reading_seconds};

/// Kinds whose nodes are not pages: nobody reads their way to them.
const NO_PAGES: [&str; 4] = ["character", "place", "note", "group"];

/// Whether nodes of a kind are pages, which readers come to.
pub fn is_page_kind(kind: &str) -> bool {
    !NO_PAGES.contains(&kind)
}

/// A link that is in a node's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLink {
    /// The text shown to the reader; empty if that is the target's own title.
    pub label: String,
    /// The target title; `None` if it is computed while the story runs.
    pub target: Option<String>,
    /// The link as written, so that the target can be corrected; empty if the target does not
    /// appear in it literally.
    pub written: String,
    /// The byte offset of the target in `written`.
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

/// Code in a text that has no effect, because it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidCode {
    /// The code with its braces.
    pub written: String,
    /// Why it cannot be read; `None` for an `else` or `end` without an `if` before it.
    pub error: Option<ParseError>,
}

/// The variables that macros in a text set and read; the macros are not executed here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextVariables {
    /// Names that are set.
    pub sets: Vec<String>,
    /// Names that are read, with the story format whose notation reads them; none for that of
    /// texts that were written here.
    pub reads: Vec<(String, Option<Dialect>)>,
    /// Code in a text that was written here which cannot be read.
    pub invalid: Vec<InvalidCode>,
    /// Whether something may set variables that are not listed here: a script, or the program the
    /// story was written for. Then nothing is certain about any variable.
    pub sets_unknown: bool,
}

/// The role of a node in the story format it was written for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Role {
    /// The titles it shows or leads to without a link, as a menu, a script or a dialog; `None`
    /// for one that is computed while the story runs.
    pub opens: Vec<Option<String>>,
    /// Whether other nodes may share its title on purpose, so that the running story picks one of
    /// them.
    pub may_share_title: bool,
    /// Whether markup in its text says that the story may end here.
    pub may_end: bool,
    /// Whether its text leads back to an earlier page or to the start.
    pub returns_to_earlier_page: bool,
    /// Whether its text may continue in its own notation when no choice is left.
    pub goes_on: bool,
    /// Whether its text was written for another program, whose conditions and effects need not be
    /// ours.
    pub is_foreign: bool,
    /// Whether it is part of every page, as a header or a menu.
    pub is_on_every_page: bool,
    /// The macros and functions it calls that its story format does not have.
    pub calls: Vec<String>,
    /// The macros and functions it defines. A name that ends with `<` or `.` stands for all that
    /// begin so.
    pub defines: Vec<String>,
}

/// An attribute of a node that changes along the story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangingAttribute {
    /// What it is from which scene on.
    pub facts: Vec<Fact>,
    /// What the node's attributes say of it.
    pub base: Option<Fact>,
}

/// An error that the compiler of a script has reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerError {
    /// The language of the script.
    pub language: &'static str,
    /// What it is, in the words of the compiler.
    pub message: String,
    /// The node with the line, where it is known.
    pub node: Option<NodeId>,
}

/// The facts of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeFacts {
    /// Its text in lower case, for finding titles.
    pub text: String,
    /// Whether it has prose.
    pub has_text: bool,
    /// Whether it has anything else: a picture, an attribute.
    pub has_other_content: bool,
    /// Whether it has attributes.
    pub has_attributes: bool,
    /// Whether the story may end here.
    pub ending: bool,
    /// The effect of entering the node.
    pub enter: Result<Effect, ParseError>,
    /// The effect of entering the node, as written.
    pub enter_source: String,
    /// Links in its text.
    pub links: Vec<TextLink>,
    /// Variables in its text.
    pub variables: TextVariables,
    /// Its role in the story format.
    pub role: Role,
    /// Its attributes that change along the story.
    pub changing: Vec<ChangingAttribute>,
    /// The text a reader sees, if it differs from the source text.
    read: Option<String>,
    /// The length of its text; computed on demand.
    length: OnceLock<(WordCount, f64)>,
}

impl NodeFacts {
    /// Collects the facts of a node; the caller has parsed its text for links, variables and role.
    pub fn of(node: &Node, links: Vec<TextLink>, variables: TextVariables, role: Role) -> Self {
        let text = node.prose();
        let record = node.play();
        let has_attributes = node.attributes().next().is_some();
        let has_image = node.picture_asset().is_some();
        Self {
            text: text.to_lowercase(),
            has_text: !text.trim().is_empty(),
            has_other_content: has_attributes || has_image,
            has_attributes,
            ending: record.ending || role.may_end,
            enter: record.enter.parse(),
            enter_source: record.enter,
            links,
            variables,
            role,
            changing: changing(node),
            read: None,
            length: OnceLock::new(),
        }
    }

    /// Sets the text a reader sees, without macros.
    pub fn with_visible_text(mut self, words: &str) -> Self {
        let words = words.to_lowercase();
        self.read = Some(words).filter(|it| *it != self.text);
        self
    }

    /// Whether it differs from `other` only in words that mention no node.
    pub(super) fn differs_only_in_prose(&self, other: &Self) -> bool {
        // Destructured field by field, so that adding a field forces a decision here.
        let Self {
            text: _,
            has_text,
            has_other_content,
            has_attributes,
            ending,
            enter,
            enter_source,
            links,
            variables,
            role,
            changing,
            read: _,
            length: _,
        } = self;
        (has_text, has_other_content, has_attributes, ending)
            == (
                &other.has_text,
                &other.has_other_content,
                &other.has_attributes,
                &other.ending,
            )
            && (enter, enter_source) == (&other.enter, &other.enter_source)
            && (links, variables, role) == (&other.links, &other.variables, &other.role)
            && *changing == other.changing
    }

    /// The length of the text a reader sees, and the seconds it takes to read.
    pub fn length(&self) -> (WordCount, f64) {
        let words = self.read.as_ref().unwrap_or(&self.text);
        *self
            .length
            .get_or_init(|| (count_words(words), reading_seconds(words)))
    }
}

fn changing(node: &Node) -> Vec<ChangingAttribute> {
    let Some(data) = node.data.get(FACTS) else {
        return Vec::new();
    };
    let by_key = facts_by_key(Facts::of(Some(data)).items).into_iter();
    let with_base = by_key.map(|(key, facts)| ChangingAttribute {
        base: base_fact(node.attributes(), &key),
        facts,
    });
    with_base.collect()
}
