//! The refusals that writers meet in a window, by fixed words. Not here: those that only callers by
//! name meet, which are told in English alone.

use capability::ToolError;

model::said! {
    /// Why a tool refuses. As JSON it is a fixed word and its parts.
    pub enum Refusal {
        IntoItself { title: String } = "{title:?} cannot be put into itself",
        LinkThere { from: String, to: String } = "{from:?} is already linked to {to:?} in this way",
        StateTaken { name: String } = "there is already a state named {name:?}",
        KeyTaken { title: String, key: String } = "{title:?} already has an attribute {key}",
        SearchLong { most: usize } = "the words are longer than {most} characters",
        TextMoved { title: String, version: u32, expected: u32 } = "the text of {title:?} has changed: version {version} is adopted, not {expected}",
        OffTheMap {} = "it is beyond the edge of the map",
        NoKind { kind: String } = "there is no kind {kind:?}",
        NoGroup { title: String } = "{title:?} is no group",
        NoPrompt {} = "the prompt is empty",
        NoColor {} = "it is no color of the map",
        NothingToFind {} = "there are no words to look for",
        SamePassage {} = "the new passage is the same as the old one",
        PictureLarge { megabytes: usize } = "the file is larger than {megabytes} MB",
    }
}

/// The refusal of an argument.
pub(crate) fn refused(path: &str, refusal: &Refusal) -> ToolError {
    ToolError::invalid(path, refusal.to_string()).said(refusal)
}
