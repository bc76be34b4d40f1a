//! The possible meanings of a clause. Plain values: the grammar creates them, the plan turns them
//! into tool calls.

/// Whom or what a command is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NodeRef {
    /// The node being edited.
    Current,
    /// Not specified: the node just created, else the one being edited.
    Implicit,
    /// The story's main character.
    Protagonist,
    /// Whatever was mentioned last; a person if the word says so.
    Last {
        /// Whether the word can only mean a person.
        person: bool,
    },
    /// A node, or the person it is about, by name.
    Named(String),
}

/// The shape of a picture as requested.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A face, square.
    Avatar,
    /// A person, portrait format.
    Portrait,
    /// Wider than high.
    Wide,
    /// Higher than wide.
    Tall,
    /// As wide as high.
    Square,
}

/// A requested picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PictureRequest {
    /// Whom it is for, if specified.
    pub(super) who: Option<NodeRef>,
    /// A name it shows, which may be a node's.
    pub(super) subject: Option<String>,
    /// What it shows, in the person's words; empty if left to us.
    pub(super) description: String,
    /// The shape asked for.
    pub(super) shape: Option<Shape>,
    /// The ratio asked for, as `16:9`.
    pub(super) ratio: Option<String>,
    /// Whether the request is in Chinese, for the words we add.
    pub(super) chinese: bool,
}

/// A requested node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct NewNode {
    /// Its title; empty if not specified.
    pub(super) title: String,
    /// Its kind as the story names it: `scene`, `character`, …
    pub(super) kind: Option<&'static str>,
    /// The node it follows.
    pub(super) after: Option<NodeRef>,
    /// The label of the choice that leads to it.
    pub(super) label: Option<String>,
    /// Its prose.
    pub(super) text: Option<String>,
    /// Its attributes, key and value.
    pub(super) attributes: Vec<(String, String)>,
    /// Whether the request is in Chinese, for a title of our own.
    pub(super) chinese: bool,
}

/// The meaning of one clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    /// A new name. `explicit` if the words mention a name rather than renaming a node.
    Rename {
        who: Option<NodeRef>,
        name: String,
        person: bool,
    },
    Retitle {
        who: NodeRef,
        title: String,
    },
    RenameStory {
        title: String,
    },
    SetStart {
        who: NodeRef,
    },
    /// Whether the story may end there.
    SetEnding {
        who: NodeRef,
        ending: bool,
    },
    Set {
        who: Option<NodeRef>,
        key: String,
        value: String,
    },
    Unset {
        who: Option<NodeRef>,
        key: String,
    },
    Paint(PictureRequest),
    Create(NewNode),
    Link {
        from: NodeRef,
        to: NodeRef,
        label: Option<String>,
    },
    Relabel {
        from: NodeRef,
        to: NodeRef,
        label: String,
    },
    Unlink {
        from: NodeRef,
        to: NodeRef,
    },
    /// A node, or an attribute with that name if there is one.
    Remove {
        who: NodeRef,
        node_only: bool,
    },
    /// Every node of a kind; nothing is removed where the words leave the kind open.
    RemoveKind {
        kind: Option<&'static str>,
    },
    Move {
        who: NodeRef,
        x: f64,
        y: f64,
    },
    Write {
        who: NodeRef,
        text: String,
    },
    Append {
        who: NodeRef,
        text: String,
    },
    Replace {
        who: NodeRef,
        old: String,
        new: String,
        all: bool,
    },
    Read {
        who: NodeRef,
    },
    Search {
        words: String,
    },
    FindTitle {
        title: String,
        kind: Option<&'static str>,
    },
    FindKind {
        kind: &'static str,
    },
    Show {
        who: NodeRef,
    },
    Outline,
    /// What the check finds; `dead_ends` alone, or all of it.
    Check {
        dead_ends: bool,
    },
    /// How long the story is.
    Measure,
    /// What was written on the last days.
    Progress {
        days: u64,
    },
    Repetitions,
    /// Which scenes name a node; without one, who appears where.
    Appearances {
        who: Option<NodeRef>,
    },
    Neighbors {
        who: NodeRef,
    },
    Versions {
        who: NodeRef,
        capability: Option<&'static str>,
    },
    Compare {
        who: NodeRef,
        capability: Option<&'static str>,
        from: u64,
        to: Option<u64>,
    },
    Adopt {
        who: NodeRef,
        capability: Option<&'static str>,
        number: u64,
    },
    Undo {
        times: u64,
    },
    Redo {
        times: u64,
    },
    /// A request for prose without giving its words.
    CreativeWriting,
    /// Only the command line handles files.
    ImportExport,
    Help,
    Thanks,
}
