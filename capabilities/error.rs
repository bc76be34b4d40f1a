//! The errors that people see in the window, as messages with an id. Not here: errors that only
//! callers of the API can cause, which are plain English.

model::messages! {
    /// Why a tool refuses. As JSON it is a message id and its arguments.
    pub enum CapabilityError {
        IntoItself { title: String } = "{title:?} cannot be put into itself",
        LinkThere { from: String, to: String } = "{from:?} is already linked to {to:?} in this way",
        StateTaken { name: String } = "there is already a snapshot named {name:?}",
        KeyTaken { title: String, key: String } = "{title:?} already has an attribute {key}",
        SearchLong { most: usize } = "the words are longer than {most} characters",
        TextMoved { title: String, version: u32, expected: u32 } = "the text of {title:?} has changed: version {version} is adopted, not {expected}",
        ChangedByHand { title: String, capability: String, by: String, version: u32, read: u32 } = "{by} changed the {capability} of {title:?} by hand: version {version} is newer than version {read}, which was read in this conversation",
        OffTheMap {} = "it is beyond the edge of the map",
        CardLength {} = "no card has this width or height",
        NoKind { kind: String } = "there is no kind {kind:?}",
        NoLanes {} = "no group is open on the map, so there are no lanes",
        NoGroup { title: String } = "{title:?} is not a group",
        NoPrompt {} = "the prompt is empty",
        NoColor {} = "it is not a color of the map",
        NothingToFind {} = "there are no words to look for",
        SamePassage {} = "the new passage is the same as the old one",
        PictureLarge { megabytes: usize } = "the file is larger than {megabytes} MB",
        PictureOther {} = "the file is not a PNG, JPEG or WebP picture",
        PictureWide { millions: u64 } = "the picture has more than {millions} million pixels",
        PictureDamaged { kind: String, why: String } = "the {kind} file is damaged: {why}",
        PictureUnnamed {} = "exactly one picture has to be given",
        PictureUnknown { hash: String } = "the story has no picture {hash}",
        PictureNone { title: String } = "{title:?} has no picture",
        NothingToChange {} = "there is nothing to change",
        TitleTwice { title: String } = "{title:?} would be created twice",
        LabelAlone {} = "a label needs the node it leads from",
        BeforeAlone {} = "a node can be inserted into a link only if both of its ends are given",
        NoCapability { name: String } = "there is no capability {name:?}",

        // Links.
        NoLink { from: String, to: String } = "{from:?} has no link to {to:?}",
        NoLinkLabeled { from: String, to: String, label: String } = "no link from {from:?} to {to:?} is labeled {label:?}",
        SeveralLinks { from: String, to: String, count: usize } = "{count} links lead from {from:?} to {to:?}",

        AfterItself { title: String } = "{title:?} cannot follow itself",
        NoStart {} = "the story has no starting scene",
        NoScriptSection { title: String } = "{title:?} is not a part of the script that can be read from",
        ScriptNotPlayed { why: String } = "the script could not be played: {why}",
        NoSequence { title: String } = "the scenes in {title:?} do not have one beginning and one end",
        FollowsNoOne { title: String } = "{title:?} does not follow exactly one scene",
        StandsAtBranch { title: String, count: usize } = "{title:?} leads to {count} scenes, so it is not part of a line",

        // Attributes.
        NoKey { title: String, key: String } = "{title:?} has no attribute {key:?}",
        NoKeyAnywhere { key: String } = "no node has an attribute {key:?}",

        // Fields of kinds.
        ValueNoNumber { field: String, value: String } = "{field} takes a number, and {value:?} is not one",
        ValueNoDate { field: String, value: String } = "{field} takes a date such as 1887-05-14, and {value:?} is not one",
        ValueNotListed { field: String, value: String, choices: String } = "{field} takes one of {choices}, and {value:?} is none of them",
        ValueOtherKind { field: String, title: String, kind: String, wanted: String } = "{field} takes nodes of the kind {wanted}, and {title:?} is of the kind {kind}",
        ValueSeveral { field: String, title: String, count: usize } = "{field} names nodes by their titles, and {count} nodes are called {title:?}",
        DoubleField { name: String } = "the field {name:?} is defined twice",
        NoChoices { field: String } = "{field} takes one of several values, and none are given",

        // Texts.
        NoSuchPassage { title: String } = "the passage does not occur in {title:?}",
        PassageOften { title: String, count: usize } = "the passage occurs {count} times in {title:?}",
        NoTextHolds { words: String } = "no text contains {words:?}",

        // Files.
        NoFormat { format: String } = "there is no format {format:?}",
        FormatUnclear {} = "no format was recognized in the content",
        NothingToSplit { format: String } = "{format} says itself what its nodes are; only prose is divided",
        NoChapters { format: String } = "a file in the format {format:?} has no chapters",
        NotExported {} = "this is not a file that was exported from a story and can come back",
        StoryFile {} = "this is a story file of its own",
        StoryFileUnread {} = "this story file is damaged, or of a newer version of the program",
        OtherStory {} = "this file was made from another story, or in another language",
        NoDesign { format: String } = "a file in the format {format:?} has no design",
        NoPages { format: String } = "a file in the format {format:?} has no pages",
        NoVariable { variable: String } = "the story has no variable {variable:?}",
        NoVariableName { name: String } = "{name:?} cannot be the name of a variable",
        VariableExists { variable: String } = "there is a variable {variable:?} already",
        VariableInForeignText { variable: String, nodes: String } = "texts in the notation of another program use {variable:?}: {nodes}",
        NoNumbering { format: String } = "a file in the format {format:?} has no numbered sections",
        ChaptersOfSections {} = "numbered sections are not joined to chapters",
        NoComments { format: String } = "a file in the format {format:?} cannot hold comments",
        NoStoryFormat { format: String } = "a file in the format {format:?} has no story format of Twine",
        OtherStoryFormat { format: String } = "the story's passages were written for {format}, and their macros mean nothing in another story format",
        PieceWithoutPast {} = "a selection of nodes has no history of its own",
        PlaceOfItsOwn {} = "a file that replaces the story has positions of its own",

        // Languages.
        OneLanguage {} = "the story has one language only",
        NoLanguageCode { code: String } = "{code:?} is not a language code",
        NotTranslatedInto { language: String } = "the story is not translated into {language}",
        TranslatedIntoItself { language: String } = "the story is written in {language}, and cannot be translated into it",
        LinesDiffer { title: String, expected: usize, lines: usize } = "the text of {title:?} has {expected} lines, and this has {lines}",
        PieceRefused { words: String, why: String } = "{words:?} cannot stand there: {why}",
        PastInOneLanguage {} = "a story in another language comes without its history",

        // Versions, drafts, snapshots, steps.
        VersionUnread { number: u32 } = "version {number} cannot be read",
        VersionNone { number: u32, capability: String } = "{capability} has no version {number}",
        VersionsNone { title: String, capability: String } = "{title:?} has no versions of {capability:?}",
        NoneAdopted { title: String, capability: String } = "no version of {capability} is adopted on {title:?}",
        DraftNone {} = "no draft is waiting for review",
        DraftOver { draft: String } = "no draft that waits for review has the id {draft:?}",
        DraftsSeveral { count: usize } = "{count} drafts are waiting for review",
        DraftWithout { node: String } = "the draft changes no node {node:?}",
        DraftNodes { node: String, count: usize } = "{node:?} matches {count} nodes of the draft",
        StateNone { name: String } = "there is no snapshot named {name:?}",
        TurnNone { turn: String } = "there is no turn {turn:?}",
        TurnUndone {} = "the turn is already undone",
        TurnIdle {} = "the turn wrote nothing",
        TurnsSeveral { turn: String, count: usize } = "{turn:?} matches {count} turns",
    }
}
