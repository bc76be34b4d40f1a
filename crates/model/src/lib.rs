//! The types of a story (node, edge, version, change) and of a conversation (tool call, segment,
//! message). Enter through [`Story`], [`contents`], [`play`] and [`conversation`]. Pure values without IO, clock,
//! randomness or SQL; other crates get a clock and ids through [`World`].

pub mod analysis;
mod arrange;
mod author;
mod change;
pub mod contents;
pub mod conversation;
mod diff;
mod facts_along;
mod field;
mod hanzi;
mod history;
mod id;
mod merge;
mod merge_data;
mod messages;
pub mod play;
mod principal;
mod story;
mod tool_record;
mod turn_end;
mod version;
mod words;
mod world;

pub use arrange::arrange;
pub use author::{Author, AuthorKind};
pub use change::{Change, CommitKind, Move, VersionRef};
pub use diff::{DiffKind, DiffPart, diff_json, diff_text, json_text};
pub use facts_along::{FactHere, facts_at};
pub use field::{Field, FieldType, is_date, join_titles, normal_list, normal_number};
pub use hanzi::{is_han, is_traditional_char, simplified, to_simplified_char};
pub use history::{
    DraftHistory, DraftPieceHistory, SlotHistory, StateHistory, StoryHistory, ThreadHistory,
    VersionRecord,
};
pub use id::{
    AssetId, CommitId, ContentHash, DraftId, EdgeId, IdReference, MessageId, NodeId, ParseIdError,
    StoryId, ThreadId, TurnId, VersionId,
};
pub use merge::{Merged, merge_text, merge_words, sentences};
pub use merge_data::merge_data;
pub use messages::{LocalizedMessage, MessagePart, MessageShape};
pub use principal::PrincipalId;
pub use story::{Edge, EdgeRecord, Kind, Layout, Node, NodeRecord, Story, StoryRecord, part};
pub use version::{HistoryEntry, Slot, Subject, Version};
pub use words::{
    WordCount, count_words, is_part_of_word, is_unspaced, names_in_text, reading_seconds,
    split_for_search,
};
pub use world::{FixedWorld, TimeZone, Timestamp, World};
