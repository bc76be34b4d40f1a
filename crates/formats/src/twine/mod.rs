//! What all forms of Twine stories share, whether Twee, published HTML, archive or JSON: passage
//! headers, story settings, links in prose. `sections` converts passages, `plan` determines what to
//! write, `losses` what is lost.

mod header;
mod losses;
mod passage;
mod plan;
mod sections;
mod story_data;

pub(crate) use header::{Header, Metadata, read_header, write_header};
pub(crate) use losses::losses;
pub(crate) use passage::{as_fields, is_code, kept_header, raw_header};
pub(crate) use plan::ExportPlan;
pub(crate) use sections::{Passage, passages_to_sections};
pub(crate) use story_data::{
    START, TAG_COLORS, colors, has_ifid, read as read_settings, settings_of, start, with_ifid,
    with_start,
};

/// The names that kept data of these forms goes by, as a format says what it holds.
pub(crate) const FAMILY: &str = "twee twine-html twine-archive twine-json";
/// The passage with the story's title, in Twee.
pub(crate) const STORY_TITLE: &str = "StoryTitle";
/// The passage with the story's settings as JSON, in Twee.
pub(crate) const STORY_DATA: &str = "StoryData";
pub(crate) use crate::UNTITLED;
