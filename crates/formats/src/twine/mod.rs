//! What all forms of Twine stories share, whether Twee, published HTML, archive or JSON: passage
//! headers, story settings, links in prose. `sections` converts passages, `plan` determines what to
//! write, `losses` what is lost.

mod conditional;
mod header;
mod losses;
mod once;
mod passage;
mod passage_texts;
mod plan;
mod prose_marks;
mod rule_names;
mod rule_notation;
mod rule_passages;
mod rules;
mod sections;
mod story_data;
mod story_format;

pub(crate) use header::{Header, Metadata, read_header, write_header};
pub(crate) use losses::losses;
pub(crate) use passage::{as_fields, is_code, kept_header, raw_header};
pub(crate) use plan::ExportPlan;
pub(crate) use rule_passages::DECLARED;
pub(crate) use rules::{WrittenRules, with_rules};
pub(crate) use sections::{Passage, Sections, StoryHead, passages_to_sections};
pub(crate) use story_data::{
    START, TAG_COLORS, colors, format_of, has_ifid, read as read_settings, settings_of, start,
    take_tag_colors, with_ifid, with_start, with_tag_colors,
};

pub use story_data::ifid_of;
pub use story_format::StoryFormat;

/// The names of these forms' kept data, as `FormatSupport::format` takes them.
pub(crate) const FAMILY: &str = "twee twine-html twine-archive twine-json";
/// The passage with the story's title, in Twee.
pub(crate) const STORY_TITLE: &str = "StoryTitle";
/// The passage with the story's settings as JSON, in Twee.
pub(crate) const STORY_DATA: &str = "StoryData";
pub(crate) use crate::UNTITLED;
