//! What a format cannot represent of a story, reported before an export: a fixed key for
//! translation, a count, the affected nodes, and a message in English.

use std::fmt;

use model::NodeId;
use schemars::JsonSchema;
use serde::Serialize;

/// The maximum number of node ids in a loss.
pub(crate) const MAX_NODES: usize = 100;
/// The maximum number of names in a loss; further items are only counted.
pub(crate) const MAX_NAMES: usize = 5;

/// One kind of thing that an export omits or changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Loss {
    /// What is lost.
    pub what: LossKind,
    /// The capability whose data is lost, for `data`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<String>,
    /// The number of items; 1 if the loss concerns the whole story.
    pub count: usize,
    /// The unit of the count.
    pub unit: Unit,
    /// The affected nodes in story order, at most 100. For an edge, the node it leaves.
    pub nodes: Vec<NodeId>,
    /// The names of the first few items; for an edge, both ends.
    pub names: Vec<String>,
    /// The message in English.
    pub message: String,
}

impl Loss {
    /// A loss that concerns the whole story.
    pub(crate) fn of_story(what: LossKind) -> Self {
        Self {
            what,
            capability: None,
            count: 1,
            unit: Unit::Story,
            nodes: Vec::new(),
            names: Vec::new(),
            message: format!("{}.", what.sentence()),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The unit of a loss's count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Unit {
    Story,
    Node,
    Edge,
    Link,
    Jump,
    Divert,
    Capability,
    Kind,
    Setting,
    Asset,
}

impl Unit {
    pub(crate) fn words(self, count: usize) -> &'static str {
        let [one, many] = match self {
            Self::Story => ["story", "stories"],
            Self::Node => ["node", "nodes"],
            Self::Edge => ["edge", "edges"],
            Self::Link => ["link", "links"],
            Self::Jump => ["jump", "jumps"],
            Self::Divert => ["divert", "diverts"],
            Self::Capability => ["capability", "capabilities"],
            Self::Kind => ["kind", "kinds"],
            Self::Setting => ["setting", "settings"],
            Self::Asset => ["file", "files"],
        };
        if count == 1 { one } else { many }
    }
}

macro_rules! loss_kinds {
    ($($(#[$doc:meta])* $name:ident = $sentence:literal,)*) => {
        /// What is lost. Serialized as a fixed key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum LossKind {
            $($(#[$doc])* #[doc = $sentence] $name,)*
        }

        impl LossKind {
            /// All kinds of losses.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The message in English, without the final period.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)*
                }
            }
        }
    };
}

loss_kinds! {
    History = "Only the story as it is now is written: older versions, drafts, snapshots and conversations stay in the story file",
    Data = "Data of a capability is not written",
    EdgeData = "Data on links is not written",
    StoryData = "Data on the story itself is not written",
    Assets = "Pictures and sounds are not written",
    DamagedAssets = "A picture or sound is damaged in the story file, so that it is not written",
    Effects = "Effects are not written",
    Conditions = "Conditions are not written",
    OnceOnly = "That they may be taken only once is not written, so that they are offered again",
    Kinds = "Their kind is not written",
    CustomKinds = "Kinds of the writer's own are not written",
    ForeignNodeData = "Details kept for another format are not written",
    ForeignEdgeData = "Details kept for another format are not written",
    ForeignStoryData = "Details of the whole story kept for another format are not written",
    Positions = "Positions on the map are not written",
    Sizes = "Their size is not written",
    Colors = "Their color is not written",
    Groups = "Their group is not written",
    GroupsExpanded = "Groups are shown open",
    GroupsAsPassages = "Groups are written as passages, shown open",
    Titles = "Their title is not written",
    TitlesRenamed = "Their title is written as a name that links can use",
    TitlesShortened = "Long titles are shortened",
    StoryTitle = "A board has no title: name the file after the story",
    StoryUntitled = "The imported file has no title, and is exported without one until the story is renamed",
    StoryStart = "A board has no start: where reading begins is not written",
    StartGuessed = "No start is set, so that reading begins at",
    UnreachableNodes = "No choice leads to them from the start, so that they are not written",
    SpecialPassages = "They are code or decoration of a story format and not pages, so that they are not written",
    SceneTitles = "Their titles are not in the book, because a chapter has that of its group",
    SectionTitles = "Their titles are not in the book, because its sections have numbers",
    NotScenes = "They are about the story, so that they are not chapters of the book",
    NotCharacters = "Only characters and the notes they link to are written; omitted are",
    Edges = "Choices and links are not written",
    Choices = "Their choices are not written (epub-choices writes them)",
    ComputedEdges = "Their target is computed in the notation of another format; they are not written",
    ComputedChoices = "The macros of another program compute where they lead, so that they are not choices",
    Includes = "Scenes cannot be shown as parts of others; they are not written",
    LabelMarks = "Link markup in their label is written with similar characters",
    EdgesUnwritable = "There is no way to write this link in Twee; it is not written",
    EdgesNotDivertible = "Nothing can be diverted from or to a function or the opening; they are not written",
    CrossStoryEdges = "They lead from one story of the archive to another and are not written",
    StaleLinks = "The text still links there though the link is gone, and is not rewritten",
    BrokenLinks = "The text links to passages that do not exist",
    StaleDiverts = "The text still diverts there though the link is gone, and is not rewritten",
    StaleJumps = "The text still jumps there though the link is gone, and is not rewritten",
    EntryEffectDiffers = "The effect of entering differs from their text, or cannot be written there",
    Endings = "Whether the story may end there is not written",
    OnceDiffers = "Whether they may be taken only once differs from their text",
    NotRewritten = "Their label or target is in a part of the text that is not rewritten",
    DuplicateEdges = "Identical ones are read back as one",
    ChoiceOrder = "The order of their choices in the text is not changed",
    UnreadableConditions = "Their condition cannot be read, so that they are offered always",
    UnreadableEffects = "Their effect cannot be read, so that taking them does nothing",
    UnreadableEntryEffects = "What entering them does cannot be read, so that it does nothing",
    RulesInComments = "Their condition or effect cannot be read and is written as a comment",
    ConditionsAsText = "Their condition is written as text for the reader to judge",
    OnceAsText = "That they may be taken only once is written as text for the reader to follow",
    EffectsAsText = "Their effect is written as text for the reader to note",
    EntryEffectsAsText = "What entering them does is written as text for the reader to note",
    ConditionalTextAsText = "Conditions and values in their text are written in words for the reader to judge",
    Macros = "Macros and conditions in their text are not carried out: conditional text is always shown, and a value is “…”",
    InkFunctions = "Functions of the game around the Ink are not run and give 0",
    YarnCommands = "Commands of the game around the Yarn are not run",
    InkTags = "Ink tags, which are meant for the game around it, are not shown",
    InkNotCompiled = "A divert leads nowhere, so that the Ink does not compile; the page plays the links and choices of the map instead",
    PicturesNotPng = "Their picture is not a PNG and is not written",
    PicturesNotShown = "Their picture is of a kind browsers do not show, so that it is not written",
    PicturesMissing = "Their picture is missing or of a kind that is not shown, so that it is not written",
    UnreadablePictures = "Their picture cannot be read, so that it is not written",
    TitleGlyphsMissing = "Their title has characters for which no font was found (each is painted as �)",
    LabelGlyphsMissing = "Their label has characters for which no font was found (each is painted as �)",
    TextGlyphsMissing = "Their text has characters for which no font was found (each is written as �)",
    TitlesTooSmall = "The graph is so large that titles cannot be read; SVG has no such limit",
    TooManyAttributes = "Some of their attributes are not written, as there are too many names of them",
    FormulasEscaped = "A value that a spreadsheet would calculate is written behind an apostrophe",
    HeaderLinesEscaped = "A line that begins with “::” is moved by a space",
    YarnLinesEscaped = "A line that only says “===”, or begins like an option, is written with similar characters",
    BlocksAsAction = "Lists, quotations and code are written as action",
    WebLinksAsText = "Links to the web are written as text",
    CanvasCardText = "A card for a file or a link, like a group, has no text of its own; it is not written",
    CanvasCardTitle = "A card for a file or a link cannot be renamed; the new title is not written",
    CodeMerged = "They become part of the one style sheet or script; their titles and places are not written",
    UnsupportedSettings = "These settings have no place in a story element",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loss_kind_has_a_unique_key() {
        let mut words: Vec<_> = LossKind::ALL
            .iter()
            .map(|it| serde_json::to_string(it).unwrap())
            .collect();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), LossKind::ALL.len());
        assert!(LossKind::ALL.iter().all(|it| !it.sentence().ends_with('.')));
    }
}
