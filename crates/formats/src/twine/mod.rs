//! What the forms of a Twine story share, whether it comes as Twee, as a published page, as an
//! archive or as JSON: a passage's header, the story's settings, the links in its prose. `gather`
//! reads passages, `plan` says what to write, `losses` what is lost.

mod gather;
mod header;
mod losses;
mod passage;
mod plan;
mod story_data;

pub(crate) use gather::{Piece, gather};
pub(crate) use header::{Header, Metadata, read_header, write_header};
pub(crate) use losses::losses;
pub(crate) use passage::{Duty, as_fields, duty_of, is_code, kept_header, raw_header};
pub(crate) use plan::Plan;
pub(crate) use story_data::{
    START, TAG_COLORS, colors, has_ifid, read as read_settings, settings_of, start, with_ifid,
    with_start,
};

/// The names that kept data of these forms goes by.
pub(crate) const FORMS: [&str; 4] = ["twee", "twine-html", "twine-archive", "twine-json"];
/// The same, as a format says what it holds.
pub(crate) const FAMILY: &str = "twee twine-html twine-archive twine-json";
/// The passage that holds the story's title, in Twee.
pub(crate) const STORY_TITLE: &str = "StoryTitle";
/// The passage that holds the story's settings as JSON, in Twee.
pub(crate) const STORY_DATA: &str = "StoryData";
pub(crate) use crate::UNTITLED;
