//! The items a story file can fail to find, as a closed set for the message catalogue. Not here:
//! other errors (`error.rs`).

use model::Subject;

model::messages! {
    /// An item that does not exist.
    pub enum MissingItem {
        StoryGone {} = "story",
        NodeGone { node: String } = "node {node}",
        EdgeGone { edge: String } = "edge {edge}",
        VersionGone { version: String } = "version {version}",
        DraftGone { draft: String } = "draft {draft}",
        DraftDecided { draft: String } = "open draft {draft}: all of it was adopted or dropped",
        PieceGone { piece: String, draft: String } = "piece {piece} in draft {draft}",
        StateGone { name: String } = "snapshot named {name:?}",
        ChangeGone { number: u64 } = "change {number}",
        MoveGone { slot: String } = "change of {slot}",
        ThreadGone { thread: String } = "thread {thread}",
        MessageGone { message: String } = "message {message}",
    }
}

impl From<Subject> for MissingItem {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Story => Self::StoryGone {},
            Subject::Node(id) => Self::NodeGone { node: id.short() },
            Subject::Edge(id) => Self::EdgeGone { edge: id.short() },
        }
    }
}
