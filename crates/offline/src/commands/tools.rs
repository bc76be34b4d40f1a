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
pub(super) const UNDO: &str = "undo";
pub(super) const REDO: &str = "redo";

/// A tool that some command needs.
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// Whether it only reads.
    pub(super) reads: bool,
    /// What it does, as a continuation of "I could not".
    pub(super) english: &'static str,
    /// The same in simplified Chinese, as a continuation of 没能.
    pub(super) chinese: &'static str,
}

/// One that changes the story.
const fn writing(name: &'static str, english: &'static str, chinese: &'static str) -> Tool {
    Tool {
        name,
        reads: false,
        english,
        chinese,
    }
}

/// One that only reads.
const fn reading(name: &'static str, english: &'static str, chinese: &'static str) -> Tool {
    Tool {
        reads: true,
        ..writing(name, english, chinese)
    }
}

/// Every tool that some command needs.
pub(super) static NEEDED: &[Tool] = &[
    writing(UPDATE_NODE_KV, "set the attribute", "设置属性"),
    writing(REMOVE_NODE_KV, "remove the attribute", "删除属性"),
    writing(GENERATE_IMAGE, "make the picture", "生成图片"),
    writing(CREATE_NODE, "add the node", "添加节点"),
    writing(RENAME_NODE, "rename the node", "重命名节点"),
    writing(RENAME_STORY, "rename the story", "重命名故事"),
    writing(SET_START, "set the start", "设置开头"),
    writing(LINK_NODES, "link the nodes", "连接节点"),
    writing(UPDATE_LINK, "relabel the link", "修改标签"),
    writing(REMOVE_LINK, "remove the link", "断开连接"),
    writing(REMOVE_NODE, "remove the node", "删除节点"),
    writing(MOVE_NODE, "move the node", "移动节点"),
    writing(WRITE_TEXT, "write the text", "写入正文"),
    writing(APPEND_TEXT, "append the text", "追加正文"),
    writing(REPLACE_TEXT, "replace the passage", "替换文字"),
    reading(READ_TEXT, "read the text", "读取正文"),
    reading(FIND_NODES, "find nodes", "查找节点"),
    reading(SEARCH_STORY, "search the story", "搜索"),
    reading(SHOW_NODE, "show the node", "显示节点"),
    reading(OUTLINE, "make the outline", "列出大纲"),
    reading(NEIGHBORS, "list the neighbors", "列出相邻节点"),
    reading(LIST_VERSIONS, "list the versions", "列出版本"),
    reading(COMPARE_VERSIONS, "compare the versions", "比较版本"),
    writing(ADOPT_VERSION, "go back to that version", "回到那个版本"),
    writing(UNDO, "undo", "撤销"),
    writing(REDO, "redo", "重做"),
];

/// The tool of that name, if some command needs it.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    NEEDED.iter().find(|it| it.name == name)
}
