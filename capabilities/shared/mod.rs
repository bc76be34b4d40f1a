//! Code shared by tools of several capabilities: finding quoted passages, also where they were moved
//! to, play records of a playthrough, which stories are scripts, alternatives by name, values of typed fields, what a model has not
//! read yet, keeping links in texts and in the graph in sync, renaming what names a node, files,
//! pictures and sounds in arguments and answers, language arguments, and what a story has of its own. Not here: any tool.

pub(crate) mod alternative_names;
pub(crate) mod fields;
pub(crate) mod file_content;
pub(crate) mod media;
mod nearest_passage;
pub(crate) mod play_records;
pub(crate) mod prose_links;
pub(crate) mod quotation;
pub(crate) mod quoted_passage;
pub(crate) mod rewriting;
pub(crate) mod script_language;
pub(crate) mod story_languages;
pub(crate) mod story_without_nodes;
pub(crate) mod title_references;
pub(crate) mod unread;

/// The tool that brings in files; its name is the reason of the changes that it makes.
pub(crate) const IMPORT_TOOL: &str = "import_story";
