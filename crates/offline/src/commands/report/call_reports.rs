//! One sentence about what each call did: one function per tool, with values from its result, or
//! else from its arguments.

use serde_json::Value;

use super::language::Language;
use crate::commands::prompt_context::{Answered, PromptContext, pairs};
use crate::commands::tools;

/// What a call did; for a failure, what to try next.
pub(super) fn say(language: Language, known: &PromptContext, it: &Answered) -> String {
    if let Some(error) = it.error() {
        return failure(language, &it.call.name, error);
    }
    let teller = CallReport {
        language,
        known,
        it,
        data: it.data(),
    };
    match it.call.name.as_str() {
        tools::UPDATE_NODE_KV => teller.attributes(),
        tools::REMOVE_NODE_KV => teller.removed_attributes(),
        tools::GENERATE_IMAGE => teller.picture(),
        tools::CREATE_NODE => teller.created(),
        tools::RENAME_NODE => teller.renamed(),
        tools::RENAME_STORY => teller.with_renamed_title(),
        tools::SET_START => teller.about("The story begins at {} now.", "故事现在从{}开始。"),
        tools::LINK_NODES | tools::UPDATE_LINK | tools::REMOVE_LINK => teller.edge(),
        tools::REMOVE_NODE => teller.about("Removed {}.", "已删除{}。"),
        tools::MOVE_NODE => teller.about("Moved {}.", "已移动{}。"),
        tools::WRITE_TEXT | tools::APPEND_TEXT | tools::REPLACE_TEXT => teller.prose(),
        tools::READ_TEXT => teller.text(),
        tools::FIND_NODES => teller.found(),
        tools::SEARCH_STORY => teller.hits(),
        tools::SHOW_NODE => teller.node(),
        tools::OUTLINE => teller.outline(),
        tools::NEIGHBORS => teller.neighbors(),
        tools::LIST_VERSIONS => teller.versions(),
        tools::COMPARE_VERSIONS => teller.compared(),
        tools::ADOPT_VERSION => teller.adopted(),
        tools::UNDO => teller.step("Undone{}.", "已撤销{}。"),
        tools::REDO => teller.step("Redone{}.", "已重做{}。"),
        name => teller.other(name),
    }
}

fn failure(language: Language, tool: &str, error: &Value) -> String {
    let verb = match tools::find(tool) {
        Some(it) => language.say(it.english, it.chinese, &[]),
        None => tool.to_owned(),
    };
    let text = |field| error.get(field).and_then(Value::as_str).unwrap_or_default();
    let message = text("message").trim_end_matches('.');
    let hint = text("hint").trim_end_matches('.');
    match hint {
        "" => language.say("I could not {}: {}.", "没能{}：{}。", &[&verb, message]),
        hint => language.say(
            "I could not {}: {} ({}).",
            "没能{}：{}（{}）。",
            &[&verb, message, hint],
        ),
    }
}

/// One call and how to report it.
pub(super) struct CallReport<'a> {
    pub(super) language: Language,
    known: &'a PromptContext,
    it: &'a Answered,
    pub(super) data: &'a Value,
}

impl CallReport<'_> {
    pub(super) fn say(&self, english: &str, chinese: &str, values: &[&str]) -> String {
        self.language.say(english, chinese, values)
    }

    pub(super) fn arg(&self, name: &str) -> Option<&str> {
        self.it.call.args.get(name)?.as_str()
    }

    /// The title of a node in the result, else as named in the call.
    pub(super) fn title(&self, field: &str) -> String {
        let node = self.data.get(field);
        let own = node.and_then(|it| it.get("title").unwrap_or(it).as_str());
        let said = own
            .or_else(|| self.arg(field))
            .filter(|it| *it != self.known.id);
        self.language.quote(said.unwrap_or(&self.known.title))
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
                let value = self.language.quote(value);
                match old {
                    Some(old) => {
                        let old = self.language.quote(old);
                        self.say("{} {} → {}", "{} {} → {}", &[key, &old, &value])
                    }
                    None => self.say("{} is now {}", "{} 设为{}", &[key, &value]),
                }
            })
            .collect();
        let joined = told.join(if self.language.is_chinese() {
            "，"
        } else {
            ", "
        });
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
            .map(|it| self.language.quote(it))
            .collect();
        let keys = self.language.list(&keys);
        self.say(
            "Removed {} from {}.",
            "已删除{}（{}）。",
            &[&keys, &self.title("node")],
        )
    }

    fn picture(&self) -> String {
        let prompt = self.language.quote(self.arg("prompt").unwrap_or_default());
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
            .language
            .quote(node.or_else(|| self.arg("title")).unwrap_or_default());
        match self.arg("after") {
            Some(_) => {
                let from = self
                    .data
                    .pointer("/link/from/title")
                    .and_then(Value::as_str);
                let after = from.map_or_else(|| self.title("after"), |it| self.language.quote(it));
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
        let before = before.map_or_else(|| self.title("node"), |it| self.language.quote(it));
        let title = self.language.quote(self.arg("title").unwrap_or_default());
        self.say("Renamed {} to {}.", "已把{}改名为{}。", &[&before, &title])
    }

    fn with_renamed_title(&self) -> String {
        let title = self.language.quote(self.arg("title").unwrap_or_default());
        self.say("The story is called {} now.", "故事现在叫{}。", &[&title])
    }

    fn edge(&self) -> String {
        let (from, to) = (self.title("from"), self.title("to"));
        let label = self.arg("new_label").or_else(|| self.arg("label"));
        let label = label.map(|it| self.language.quote(it));
        let label = label.as_deref();
        match (self.it.call.name.as_str(), label) {
            (tools::REMOVE_LINK, _) => self.say(
                "Unlinked {} from {}.",
                "已断开{}与{}的连接。",
                &[&from, &to],
            ),
            (tools::UPDATE_LINK, Some(label)) => self.say(
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
        let quoted = |name| self.language.quote(self.arg(name).unwrap_or_default());
        match (self.it.call.name.as_str(), words) {
            (tools::REPLACE_TEXT, _) => self.say(
                "Replaced {} with {} in {}, {}×.",
                "已把{}替换为{}（{}，{}处）。",
                &[&quoted("old"), &quoted("new"), &title, &count],
            ),
            (tools::APPEND_TEXT, Some(words)) => self.say(
                "Added text to {}; it has {} words now.",
                "已在{}末尾追加文字，现在共{}字。",
                &[&title, &words],
            ),
            (tools::APPEND_TEXT, None) => {
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

    /// An undone or redone step, described in the tool's words.
    fn step(&self, english: &str, chinese: &str) -> String {
        let steps = ["undone", "redone"]
            .iter()
            .find_map(|it| self.data.get(*it)?.as_array());
        let steps = steps.into_iter().flatten().filter_map(Value::as_str);
        let mut told: Vec<String> = steps.map(|it| self.language.quote(it)).collect();
        // The calls of one turn share its description.
        told.dedup();
        let gap = if self.language.is_chinese() {
            "："
        } else {
            ": "
        };
        let what = if told.is_empty() {
            String::new()
        } else {
            format!("{gap}{}", self.language.list(&told))
        };
        self.say(english, chinese, &[&what])
    }

    fn other(&self, name: &str) -> String {
        self.say("Done ({}).", "已完成（{}）。", &[name])
    }
}
