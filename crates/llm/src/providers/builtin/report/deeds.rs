//! What each call did, in a sentence: one function a tool, values taken from its result where that
//! has them and from its arguments where not.

use serde_json::Value;

use super::voice::Voice;
use crate::providers::builtin::surroundings::{Answered, Surroundings, pairs};

/// What a call did; a failure is told with what to try next.
pub(super) fn say(voice: Voice, known: &Surroundings, it: &Answered) -> String {
    if let Some(error) = it.error() {
        return failure(voice, &it.call.name, error);
    }
    let teller = Teller {
        voice,
        known,
        it,
        data: it.data(),
    };
    match it.call.name.as_str() {
        "update_node_kv" => teller.attributes(),
        "remove_node_kv" => teller.removed_attributes(),
        "generate_image" => teller.picture(),
        "create_node" => teller.created(),
        "rename_node" => teller.renamed(),
        "rename_story" => teller.retitled(),
        "set_start" => teller.about("The story begins at {} now.", "故事现在从{}开始。"),
        "link_nodes" | "relabel_link" | "unlink_nodes" => teller.edge(),
        "remove_node" => teller.about("Removed {}.", "已删除{}。"),
        "move_node" => teller.about("Moved {}.", "已移动{}。"),
        "write_text" | "append_text" | "replace_text" => teller.prose(),
        "read_text" => teller.text(),
        "find_nodes" => teller.found(),
        "search_story" => teller.hits(),
        "show_node" => teller.node(),
        "outline" => teller.outline(),
        "neighbors" => teller.neighbors(),
        "list_versions" => teller.versions(),
        "compare_versions" => teller.compared(),
        "adopt_version" => teller.adopted(),
        "undo" => teller.step("Undone{}.", "已撤销{}。"),
        "redo" => teller.step("Redone{}.", "已重做{}。"),
        name => teller.other(name),
    }
}

/// What tools do, for sentences about what went wrong.
const VERBS: &[(&str, &str, &str)] = &[
    ("update_node_kv", "set the attribute", "设置属性"),
    ("remove_node_kv", "remove the attribute", "删除属性"),
    ("generate_image", "make the picture", "生成图片"),
    ("create_node", "add the node", "添加节点"),
    ("rename_node", "rename the node", "重命名节点"),
    ("rename_story", "rename the story", "重命名故事"),
    ("set_start", "set the start", "设置开头"),
    ("link_nodes", "link the nodes", "连接节点"),
    ("relabel_link", "relabel the link", "修改标签"),
    ("unlink_nodes", "remove the link", "断开连接"),
    ("remove_node", "remove the node", "删除节点"),
    ("move_node", "move the node", "移动节点"),
    ("write_text", "write the text", "写入正文"),
    ("append_text", "append the text", "追加正文"),
    ("replace_text", "replace the passage", "替换文字"),
    ("read_text", "read the text", "读取正文"),
    ("find_nodes", "find nodes", "查找节点"),
    ("search_story", "search the story", "搜索"),
    ("show_node", "show the node", "显示节点"),
    ("list_versions", "list the versions", "列出版本"),
    ("compare_versions", "compare the versions", "比较版本"),
    ("adopt_version", "go back to that version", "回到那个版本"),
    ("undo", "undo", "撤销"),
    ("redo", "redo", "重做"),
];

fn failure(voice: Voice, tool: &str, error: &Value) -> String {
    let verb = VERBS.iter().find(|it| it.0 == tool);
    let verb = match (verb, voice.is_chinese()) {
        (Some(it), true) => voice.say("", it.2, &[]),
        (Some(it), false) => it.1.to_owned(),
        (None, _) => tool.to_owned(),
    };
    let text = |field| error.get(field).and_then(Value::as_str).unwrap_or_default();
    let message = text("message").trim_end_matches('.');
    let hint = text("hint").trim_end_matches('.');
    match hint {
        "" => voice.say("I could not {}: {}.", "没能{}：{}。", &[&verb, message]),
        hint => voice.say(
            "I could not {}: {} ({}).",
            "没能{}：{}（{}）。",
            &[&verb, message, hint],
        ),
    }
}

/// One call and how to tell it.
pub(super) struct Teller<'a> {
    pub(super) voice: Voice,
    known: &'a Surroundings,
    it: &'a Answered,
    pub(super) data: &'a Value,
}

impl Teller<'_> {
    pub(super) fn say(&self, english: &str, chinese: &str, values: &[&str]) -> String {
        self.voice.say(english, chinese, values)
    }

    pub(super) fn arg(&self, name: &str) -> Option<&str> {
        self.it.call.args.get(name)?.as_str()
    }

    /// The title of a node in the result, else as it was named in the call.
    pub(super) fn title(&self, field: &str) -> String {
        let node = self.data.get(field);
        let own = node.and_then(|it| it.get("title").unwrap_or(it).as_str());
        let said = own
            .or_else(|| self.arg(field))
            .filter(|it| Some(*it) != self.known.id.as_deref());
        self.voice.quote(said.unwrap_or(&self.known.title))
    }

    pub(super) fn count(&self, field: &str) -> Option<String> {
        self.data
            .get(field)
            .and_then(Value::as_u64)
            .map(|it| it.to_string())
    }

    pub(super) fn about(&self, english: &str, chinese: &str) -> String {
        self.say(english, chinese, &[&self.title("node")])
    }

    fn attributes(&self) -> String {
        let set = self
            .data
            .get("items")
            .map(pairs)
            .filter(|it| !it.is_empty());
        let set = set.unwrap_or_else(|| pairs(&self.it.call.args));
        let told: Vec<String> = set
            .iter()
            .map(|(key, value)| {
                let before = self.it.before.iter().find(|it| it.0 == *key);
                let old = before.map(|it| &it.1).filter(|old| *old != value);
                let value = self.voice.quote(value);
                match old {
                    Some(old) => {
                        let old = self.voice.quote(old);
                        self.say("{} {} → {}", "{} {} → {}", &[key, &old, &value])
                    }
                    None => self.say("{} is now {}", "{} 设为{}", &[key, &value]),
                }
            })
            .collect();
        let joined = told.join(if self.voice.is_chinese() { "，" } else { ", " });
        self.say(
            "Updated {}: {}.",
            "已更新{}：{}。",
            &[&self.title("node"), &joined],
        )
    }

    fn removed_attributes(&self) -> String {
        let keys = self.it.call.args.get("keys").and_then(Value::as_array);
        let keys: Vec<String> = keys
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|it| self.voice.quote(it))
            .collect();
        let keys = self.voice.list(&keys);
        self.say(
            "Removed {} from {}.",
            "已删除{}（{}）。",
            &[&keys, &self.title("node")],
        )
    }

    fn picture(&self) -> String {
        let prompt = self.voice.quote(self.arg("prompt").unwrap_or_default());
        self.say(
            "Made a picture for {}: {}.",
            "已为{}生成图片：{}。",
            &[&self.title("node"), &prompt],
        )
    }

    fn created(&self) -> String {
        let node = self
            .data
            .get("node")
            .and_then(|it| it.get("title"))
            .and_then(Value::as_str);
        let title = self
            .voice
            .quote(node.or_else(|| self.arg("title")).unwrap_or_default());
        match self.arg("after") {
            Some(_) => {
                let from = self
                    .data
                    .pointer("/link/from/title")
                    .and_then(Value::as_str);
                let after = from.map_or_else(|| self.title("after"), |it| self.voice.quote(it));
                self.say(
                    "Added {} after {}.",
                    "已在{1}之后添加{0}。",
                    &[&title, &after],
                )
                .replace("{0}", &title)
                .replace("{1}", &after)
            }
            None => self.say("Added {}.", "已添加{}。", &[&title]),
        }
    }

    fn renamed(&self) -> String {
        let before = self.data.get("before").and_then(Value::as_str);
        let before = before.map_or_else(|| self.title("node"), |it| self.voice.quote(it));
        let title = self.voice.quote(self.arg("title").unwrap_or_default());
        self.say("Renamed {} to {}.", "已把{}改名为{}。", &[&before, &title])
    }

    fn retitled(&self) -> String {
        let title = self.voice.quote(self.arg("title").unwrap_or_default());
        self.say("The story is called {} now.", "故事现在叫{}。", &[&title])
    }

    fn edge(&self) -> String {
        let (from, to) = (self.title("from"), self.title("to"));
        let label = self.arg("new_label").or_else(|| self.arg("label"));
        let label = label.map(|it| self.voice.quote(it));
        let label = label.as_deref();
        match (self.it.call.name.as_str(), label) {
            ("unlink_nodes", _) => self.say(
                "Unlinked {} from {}.",
                "已断开{}与{}的连接。",
                &[&from, &to],
            ),
            ("relabel_link", Some(label)) => self.say(
                "The link from {} to {} now says {}.",
                "{}到{}的连接现在写着{}。",
                &[&from, &to, label],
            ),
            (_, Some(label)) => self.say(
                "Linked {} to {}: {}.",
                "已把{}连接到{}：{}。",
                &[&from, &to, label],
            ),
            (_, None) => self.say("Linked {} to {}.", "已把{}连接到{}。", &[&from, &to]),
        }
    }

    fn prose(&self) -> String {
        let title = self.title("node");
        let words = self.data.pointer("/after/words").and_then(Value::as_u64);
        let words = words.map(|it| it.to_string());
        let count = self.count("count").unwrap_or_else(|| "1".to_owned());
        let quoted = |name| self.voice.quote(self.arg(name).unwrap_or_default());
        match (self.it.call.name.as_str(), words) {
            ("replace_text", _) => self.say(
                "Replaced {} with {} in {}, {}×.",
                "已把{}替换为{}（{}，{}处）。",
                &[&quoted("old"), &quoted("new"), &title, &count],
            ),
            ("append_text", Some(words)) => self.say(
                "Added text to {}; it has {} words now.",
                "已在{}末尾追加文字，现在共{}字。",
                &[&title, &words],
            ),
            ("append_text", None) => {
                self.say("Added text to {}.", "已在{}末尾追加文字。", &[&title])
            }
            (_, Some(words)) => self.say(
                "Wrote the text of {}: {} words.",
                "已写入{}的正文：{}字。",
                &[&title, &words],
            ),
            (_, None) => self.say("Wrote the text of {}.", "已写入{}的正文。", &[&title]),
        }
    }

    fn text(&self) -> String {
        let text = self
            .data
            .get("text")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match text.trim() {
            "" => self.about("{} has no text yet.", "{}还没有正文。"),
            text => format!("{}\n{}", self.about("The text of {}:", "{}的正文："), text),
        }
    }

    fn adopted(&self) -> String {
        let number = self
            .it
            .call
            .args
            .get("number")
            .map(Value::to_string)
            .unwrap_or_default();
        let capability = self.arg("capability").unwrap_or_default();
        let name = match capability {
            "text" => self.say("the text", "正文", &[]),
            "image" => self.say("the picture", "图片", &[]),
            "kv" => self.say("the attributes", "属性", &[]),
            other => other.to_owned(),
        };
        self.say(
            "Version {} of {} of {} counts again.",
            "已采用第{}版（{}，{}）。",
            &[&number, &name, &self.title("node")],
        )
    }

    /// An undone or redone step, told in the words the tool has for it.
    fn step(&self, english: &str, chinese: &str) -> String {
        let steps = ["undone", "redone"]
            .iter()
            .find_map(|it| self.data.get(*it)?.as_array());
        let steps = steps.into_iter().flatten().filter_map(Value::as_str);
        let mut told: Vec<String> = steps.map(|it| self.voice.quote(it)).collect();
        // The calls of one turn share its words.
        told.dedup();
        let gap = if self.voice.is_chinese() { "：" } else { ": " };
        let what = if told.is_empty() {
            String::new()
        } else {
            format!("{gap}{}", self.voice.list(&told))
        };
        self.say(english, chinese, &[&what])
    }

    fn other(&self, name: &str) -> String {
        self.say("Done ({}).", "已完成（{}）。", &[name])
    }
}
