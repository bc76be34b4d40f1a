//! The nouns of a story (node, edge, version, change) and of a conversation (tool call, segment,
//! message). Enter through [`Story`], [`play`] and [`talk`]. Pure values: no IO, clock, randomness or SQL
//! here; [`World`] is how the other rooms are given a clock and ids.

mod arrange;
mod change;
mod diff;
pub mod examine;
mod hanzi;
mod id;
mod merge;
mod past;
pub mod play;
mod said;
mod story;
pub mod talk;
mod version;
mod words;
mod world;

pub use arrange::arrange;
pub use change::{Author, AuthorKind, Change, CommitKind, Move, VersionRef};
pub use diff::{Piece, PieceKind, compare_json, compare_text, json_text};
pub use hanzi::{is_traditional_sign, simplified, simplified_sign};
pub use id::{
    AssetId, CommitId, ContentHash, DraftId, EdgeId, MessageId, NodeId, ParseIdError, StoryId,
    ThreadId, TurnId, VersionId,
};
pub use merge::{Merged, merge_text};
pub use past::{DraftPast, Past, PastVersion, PiecePast, SlotPast, StatePast, ThreadPast};
pub use said::Sentence;
pub use story::{Edge, EdgeRecord, Kind, Layout, Node, NodeRecord, Story, StoryRecord, part};
pub use version::{HistoryEntry, Slot, Subject, Version};
pub use words::{
    WordCount, count_words, is_part_of_word, names_in_text, reading_seconds, split_for_search,
};
pub use world::{FixedWorld, Timestamp, World};
