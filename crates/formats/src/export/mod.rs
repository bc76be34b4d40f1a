//! What exporters share: ordered choices, reachable pages, books, losses, names. Nothing here
//! depends on a particular format.

mod attributes;
mod book;
mod chapters;
mod choices;
mod comments;
mod conditional_words;
mod converted;
mod dialogue;
mod direction;
mod export_option;
mod gamebook;
mod in_words;
mod included;
mod language;
mod losses;
mod marked_prose;
mod numbering;
mod page_design;
mod pages;
mod paper;
mod parts;
pub(crate) mod prose;
mod reader_text;
mod reading_order;
mod unique_names;
mod wording;
pub(crate) mod xml;

pub(crate) use attributes::{KV, attributes};
pub(crate) use book::{Book, Chapter, Opening};
pub use chapters::ChapterUnit;
pub(crate) use choices::{Choice, Choices, condition_text, in_choice_order};
pub(crate) use comments::Comments;
pub(crate) use converted::{
    Branch, ConvertedStory, Piece, Pieces, ProseCode, Row, inline_text, rows,
};
pub(crate) use dialogue::{Speakers, split_parenthetical};
pub(crate) use direction::{are_right_to_left, is_right_to_left};
pub use export_option::{ExportOption, ExportOptions};
pub(crate) use gamebook::PrintedChoice;
pub(crate) use in_words::Notes;
pub(crate) use included::IncludedNodes;
pub(crate) use language::{primary_language, source_language, written_language};
pub(crate) use losses::{FormatSupport, Losses};
pub(crate) use marked_prose::{Mark, MarkedProse, pieces};
pub use numbering::Numbering;
pub use page_design::PageDesign;
pub(crate) use pages::{IMAGE, Pages, picture_of, sound_of, title_of};
pub use paper::Paper;
pub(crate) use parts::Parts;
pub use reader_text::{LeftOut, Notations, ReaderState, ReaderTexts};
pub(crate) use reading_order::reading_order;
pub(crate) use unique_names::{UniqueNames, with_number_suffix};
pub(crate) use wording::Wording;
