//! The tools that commands need, by name. Which of them are available, and which arguments they
//! take, is read from the definitions in a request; a command whose tool is missing is answered
//! with the tool's name.

pub(super) const UPDATE_NODE_KV: &str = "update_node_kv";
pub(super) const REMOVE_NODE_KV: &str = "remove_node_kv";
pub(super) const GENERATE_IMAGE: &str = "generate_image";
pub(super) const CREATE_NODE: &str = "create_node";
pub(super) const RENAME_NODE: &str = "rename_node";
pub(super) const RENAME_STORY: &str = "rename_story";
pub(super) const SET_START: &str = "set_start";
pub(super) const LINK_NODES: &str = "link_nodes";
pub(super) const UPDATE_LINK: &str = "update_link";
pub(super) const REMOVE_LINK: &str = "remove_link";
pub(super) const REMOVE_NODE: &str = "remove_node";
pub(super) const MOVE_NODE: &str = "move_node";
pub(super) const WRITE_TEXT: &str = "write_text";
pub(super) const APPEND_TEXT: &str = "append_text";
pub(super) const REPLACE_TEXT: &str = "replace_text";
pub(super) const READ_TEXT: &str = "read_text";
pub(super) const FIND_NODES: &str = "find_nodes";
pub(super) const SEARCH_STORY: &str = "search_story";
pub(super) const SHOW_NODE: &str = "show_node";
pub(super) const OUTLINE: &str = "outline";
pub(super) const NEIGHBORS: &str = "neighbors";
pub(super) const LIST_VERSIONS: &str = "list_versions";
pub(super) const COMPARE_VERSIONS: &str = "compare_versions";
pub(super) const ADOPT_VERSION: &str = "adopt_version";
pub(super) const REMOVE_NODES: &str = "remove_nodes";
pub(super) const SET_ENDING: &str = "set_ending";
pub(super) const CHECK_STORY: &str = "check_story";
pub(super) const STORY_STATISTICS: &str = "story_statistics";
pub(super) const WRITING_PROGRESS: &str = "writing_progress";
pub(super) const FIND_REPETITIONS: &str = "find_repetitions";
pub(super) const LIST_APPEARANCES: &str = "list_appearances";
pub(super) const UNDO: &str = "undo";
pub(super) const REDO: &str = "redo";

/// A tool that some command needs.
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// Whether it only reads.
    pub(super) reads: bool,
}

/// One that changes the story.
const fn writing(name: &'static str) -> Tool {
    Tool { name, reads: false }
}

/// One that only reads.
const fn reading(name: &'static str) -> Tool {
    Tool {
        reads: true,
        ..writing(name)
    }
}

/// Every tool that some command needs.
pub(super) static NEEDED: &[Tool] = &[
    writing(UPDATE_NODE_KV),
    writing(REMOVE_NODE_KV),
    writing(GENERATE_IMAGE),
    writing(CREATE_NODE),
    writing(RENAME_NODE),
    writing(RENAME_STORY),
    writing(SET_START),
    writing(LINK_NODES),
    writing(UPDATE_LINK),
    writing(REMOVE_LINK),
    writing(REMOVE_NODE),
    writing(REMOVE_NODES),
    writing(SET_ENDING),
    reading(CHECK_STORY),
    reading(STORY_STATISTICS),
    reading(WRITING_PROGRESS),
    reading(FIND_REPETITIONS),
    reading(LIST_APPEARANCES),
    writing(MOVE_NODE),
    writing(WRITE_TEXT),
    writing(APPEND_TEXT),
    writing(REPLACE_TEXT),
    reading(READ_TEXT),
    reading(FIND_NODES),
    reading(SEARCH_STORY),
    reading(SHOW_NODE),
    reading(OUTLINE),
    reading(NEIGHBORS),
    reading(LIST_VERSIONS),
    reading(COMPARE_VERSIONS),
    writing(ADOPT_VERSION),
    writing(UNDO),
    writing(REDO),
];

/// The tool of that name, if some command needs it.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    NEEDED.iter().find(|it| it.name == name)
}
