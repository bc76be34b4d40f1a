//! What can be missing of all that a story file keeps, by fixed words. Not here: what else can go
//! wrong (`error.rs`).

use model::Subject;

model::said! {
    /// What there is none of.
    pub enum Absent {
        StoryGone {} = "story",
        NodeGone { node: String } = "node {node}",
        EdgeGone { edge: String } = "edge {edge}",
        VersionGone { version: String } = "version {version}",
        DraftGone { draft: String } = "draft {draft}",
        DraftDecided { draft: String } = "open draft {draft}: all of it was adopted or dropped",
        PieceGone { piece: String, draft: String } = "piece {piece} in draft {draft}",
        StateGone { name: String } = "state named {name:?}",
        ChangeGone { number: u64 } = "change {number}",
        MoveGone { slot: String } = "change of {slot}",
        ThreadGone { thread: String } = "thread {thread}",
        MessageGone { message: String } = "message {message}",
    }
}

impl From<Subject> for Absent {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Story => Self::StoryGone {},
            Subject::Node(id) => Self::NodeGone { node: id.short() },
            Subject::Edge(id) => Self::EdgeGone { edge: id.short() },
        }
    }
}
