//! What a format cannot hold of a story, said before an export: a fixed word for whoever shows it
//! in another language, how many, which nodes; and in English.

use std::fmt;

use model::NodeId;
use serde::Serialize;

/// How many nodes a loss names by id.
pub(crate) const NODES: usize = 100;
/// How many things a loss names by name before it only counts.
pub(crate) const NAMED: usize = 5;

/// One sort of thing that an export leaves out or writes otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// What is lost.
    pub what: Lost,
    /// How many of them; 1 where it is about the whole story.
    pub count: usize,
    /// What is counted.
    pub unit: Unit,
    /// The nodes it is about, in the story's order: at most 100. Of an edge, the node it leaves.
    pub nodes: Vec<NodeId>,
    /// The first few by name; of an edge, both ends.
    pub names: Vec<String>,
    /// The same in English.
    pub message: String,
}

impl Loss {
    /// A loss of the whole story.
    pub(crate) fn of_story(what: Lost) -> Self {
        Self {
            what,
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

/// What a loss counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

macro_rules! lost {
    ($($(#[$doc:meta])* $name:ident = $sentence:literal,)*) => {
        /// What is lost. As JSON it is a fixed word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Lost {
            $($(#[$doc])* #[doc = $sentence] $name,)*
        }

        impl Lost {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The same in English, without its full stop.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)*
                }
            }
        }
    };
}

lost! {
    History = "Only the adopted story is written: older versions, drafts, named states and conversations stay in the story file",
    Data = "What a capability holds is not written",
    EdgeData = "Data on edges is not written",
    StoryData = "Data on the story itself is not written",
    Assets = "Pictures and sounds are not written",
    Effects = "Effects are not written",
    Conditions = "Conditions are not written",
    Once = "That they may be taken only once is not written, so that they are offered again",
    Kinds = "Their kind is not written",
    OwnKinds = "Kinds of the writer's own are not written",
    ForeignNodes = "Details kept for another format are not written",
    ForeignEdges = "Details kept for another format are not written",
    ForeignStory = "Details of the whole story kept for another format are not written",
    Places = "Places on the map are not written",
    Sizes = "Their size is not written",
    Colors = "Their color is not written",
    Groups = "Which group holds them is not written",
    GroupsOpen = "Groups are shown open",
    GroupsAsPassages = "Groups are written as passages, shown open",
    Titles = "Their title is not written",
    TitlesRenamed = "Their title is written as a name that links can use",
    TitlesShortened = "Long titles are shortened",
    StoryTitle = "A board has no title: name the file after the story",
    StoryUntitled = "The file that came in says no title, and goes out without one until the story is renamed",
    StoryStart = "A board has no start: where reading begins is not written",
    StartGuessed = "No start is set, so that reading begins at",
    Unreached = "No choice leads to them from the start, so that they are not written",
    NotScenes = "They speak about the story, so that they are no chapters of the book",
    NotCharacters = "Only characters and the notes they link to are written; not written are",
    Edges = "Choices and links are not written",
    Choices = "Their choices are not written (epub-choices writes them)",
    ComputedEdges = "Their target is computed in the notation of another format; they are not written",
    ComputedChoices = "The macros of another program compute where they lead, so that they are no choices",
    Includes = "Nodes cannot be shown as parts of others; they are not written",
    LabelMarks = "Marks of links in their label are written as similar ones",
    EdgesUnwritable = "There is no way to write this link in Twee; it is not written",
    EdgesUndivertible = "Nothing can be diverted from or to a function or the opening; they are not written",
    EdgesAcross = "They lead from one story of the archive to another and are not written",
    LinksLeft = "The text still links there though the edge is gone, and is not rewritten",
    LinksBroken = "The text links to passages that do not exist",
    DivertsLeft = "The text still diverts there though the edge is gone, and is not rewritten",
    JumpsLeft = "The text still jumps there though the edge is gone, and is not rewritten",
    EnterOtherwise = "What entering does is said otherwise in their text, or cannot be said there",
    Endings = "Whether the story may end there is not written",
    OnceOtherwise = "Whether they may be taken only once is said otherwise in their text",
    Unrewritten = "Their words or target stand in a part of the text that is not rewritten",
    Alike = "Several that are alike are read back as one",
    ChoiceOrder = "The order of their choices in the text is not changed",
    ConditionsUnread = "Their condition cannot be read, so that they are offered always",
    EffectsUnread = "Their effect cannot be read, so that taking them does nothing",
    EnterUnread = "What entering them does cannot be read, so that it does nothing",
    RulesAsComments = "Their condition or effect cannot be read and is written as a comment",
    ConditionsForReader = "Their condition is written for the reader to judge",
    OnceForReader = "That they may be taken only once is written for the reader to heed",
    Macros = "Macros of another program in their text are shown as they are written",
    PicturesNotPng = "Their picture is no PNG and is not written",
    PicturesNotShown = "Their picture is of a kind browsers do not show, so that it is not written",
    PicturesMissing = "Their picture is missing or of a kind that is not shown, so that it is not written",
    PicturesUnread = "Their picture cannot be read, so that it is not written",
    FontTitles = "Their title has characters for which no font was found (each is painted as �)",
    FontLabels = "Their label has characters for which no font was found (each is painted as �)",
    FontTexts = "Their text has characters for which no font was found (each is written as �)",
    GraphSmall = "The graph is so large that titles cannot be read; SVG has no such limit",
    ManyAttributes = "Some of their attributes are not written, as there are too many names of them",
    Formulas = "A value that a spreadsheet would calculate is written behind an apostrophe",
    HeaderLines = "A line that begins with “::” is moved by a space",
    YarnLines = "A line that only says “===”, or begins like an option, is written with similar marks",
    ActionBlocks = "Lists, quotations and code are written as action",
    WebLinks = "Links to the web are written as words",
    CardText = "A card that stands for a file or a link has no text of its own, nor has a group; it is not written",
    CardTitle = "A card that stands for a file or a link cannot be renamed; the new title is not written",
    Elements = "They become part of the one style sheet or script; their titles and places are not written",
    Settings = "These settings have no place in a story element",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loss_has_a_word_of_its_own() {
        let mut words: Vec<_> = Lost::ALL
            .iter()
            .map(|it| serde_json::to_string(it).unwrap())
            .collect();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), Lost::ALL.len());
        assert!(Lost::ALL.iter().all(|it| !it.sentence().ends_with('.')));
    }
}
