//! One sentence about what each call did: one function per tool, with values from its result, or
//! else from its arguments.

use messages::Argument;
use serde_json::Value;

use super::writer::Writer;
use crate::commands::plan::Plan;
use crate::commands::prompt_context::{Answered, PromptContext, pairs};
use crate::commands::tools;

/// What a call did; for a failure, what to try next.
pub(super) fn say(writer: Writer, plan: &Plan, known: &PromptContext, it: &Answered) -> String {
    if let Some(error) = it.error() {
        return failure(writer, &it.call.name, error);
    }
    let report = CallReport {
        writer,
        known,
        it,
        data: it.data(),
    };
    match it.call.name.as_str() {
        tools::UPDATE_NODE_KV => report.attributes(),
        tools::REMOVE_NODE_KV => report.removed_attributes(),
        tools::GENERATE_IMAGE => report.picture(),
        tools::CREATE_NODE => report.created(),
        tools::RENAME_NODE => report.renamed(),
        tools::RENAME_STORY => report.with_renamed_title(),
        tools::SET_START => report.about("offline-starts_at"),
        tools::LINK_NODES | tools::UPDATE_LINK | tools::REMOVE_LINK => report.edge(),
        tools::REMOVE_NODE => report.about("offline-removed"),
        tools::REMOVE_NODES => report.removed_nodes(),
        tools::SET_ENDING => match it.call.args.get("ending") {
            Some(Value::Bool(false)) => report.about("offline-ending_unmarked"),
            _ => report.about("offline-ending_marked"),
        },
        tools::CHECK_STORY if plan.dead_ends_only => report.dead_ends(),
        tools::CHECK_STORY => report.findings(),
        tools::STORY_STATISTICS => report.length(),
        tools::WRITING_PROGRESS => report.progress(),
        tools::FIND_REPETITIONS => report.repetitions(),
        tools::LIST_APPEARANCES => report.appearances(),
        tools::MOVE_NODE => report.about("offline-moved"),
        tools::WRITE_TEXT | tools::APPEND_TEXT | tools::REPLACE_TEXT => report.prose(),
        tools::READ_TEXT => report.text(),
        tools::FIND_NODES => report.found(),
        tools::SEARCH_STORY => report.hits(),
        tools::SHOW_NODE => report.node(),
        tools::OUTLINE => report.outline(),
        tools::NEIGHBORS => report.neighbors(),
        tools::LIST_VERSIONS => report.versions(),
        tools::COMPARE_VERSIONS => report.compared(),
        tools::ADOPT_VERSION => report.adopted(),
        tools::UNDO => report.steps("offline-undone", "offline-undone_steps"),
        tools::REDO => report.steps("offline-redone", "offline-redone_steps"),
        name => report.say("offline-done", &[("tool", name.into())]),
    }
}

fn failure(writer: Writer, tool: &str, error: &Value) -> String {
    let action = match tools::find(tool) {
        Some(_) => writer.say(&format!("offline-action-{tool}"), &[]),
        None => tool.to_owned(),
    };
    if let Some(message) = translated(writer, error) {
        let message = message.trim_end_matches(['.', '。']).to_owned();
        let args = [("action", action.into()), ("message", message.into())];
        return writer.say("offline-failed", &args);
    }
    let text = |field| error.get(field).and_then(Value::as_str).unwrap_or_default();
    let message = text("message").trim_end_matches('.');
    let mut args = vec![("action", action.into()), ("message", message.into())];
    match text("hint").trim_end_matches('.') {
        "" => writer.say("offline-failed", &args),
        hint => {
            args.push(("hint", hint.into()));
            writer.say("offline-failed_with_hint", &args)
        }
    }
}

/// Why a call failed, in the language of the answer; `None` in English, which the error has itself.
fn translated(writer: Writer, error: &Value) -> Option<String> {
    let said = error.get("said")?;
    let id = format!("refusals-{}", said.get("what")?.as_str()?);
    let parts = said.get("parts").and_then(Value::as_object);
    let parts = parts.into_iter().flatten().map(|(name, value)| {
        let value: Argument<'_> = match value {
            Value::String(text) => text.clone().into(),
            Value::Number(number) if number.is_u64() => number.as_u64().unwrap_or_default().into(),
            other => other.to_string().into(),
        };
        (name.as_str(), value)
    });
    let parts: Vec<_> = parts.collect();
    writer.translation(&id, &parts)
}

/// One call and how to report it.
pub(super) struct CallReport<'a> {
    pub(super) writer: Writer,
    known: &'a PromptContext,
    it: &'a Answered,
    pub(super) data: &'a Value,
}

impl CallReport<'_> {
    pub(super) fn say(&self, id: &str, args: &[(&str, Argument<'_>)]) -> String {
        self.writer.say(id, args)
    }

    pub(super) fn arg(&self, name: &str) -> Option<&str> {
        self.it.call.args.get(name)?.as_str()
    }

    /// The argument in quotes.
    fn quoted(&self, name: &str) -> String {
        self.writer.quote(self.arg(name).unwrap_or_default())
    }

    /// The title of a node in the result, else as named in the call.
    pub(super) fn title(&self, field: &str) -> String {
        let node = self.data.get(field);
        let own = node.and_then(|it| it.get("title").unwrap_or(it).as_str());
        let previous = own
            .or_else(|| self.arg(field))
            .filter(|it| *it != self.known.id);
        self.writer.quote(previous.unwrap_or(&self.known.title))
    }

    pub(super) fn count(&self, field: &str) -> Option<u64> {
        self.data.get(field).and_then(Value::as_u64)
    }

    pub(super) fn about(&self, id: &str) -> String {
        self.writer.about(id, self.title("node"))
    }

    fn attributes(&self) -> String {
        let set = self
            .data
            .get("items")
            .map(pairs)
            .filter(|it| !it.is_empty());
        let set = set.unwrap_or_else(|| pairs(&self.it.call.args));
        let lines: Vec<String> = set
            .iter()
            .map(|(key, value)| {
                let before = self.it.before.iter().find(|it| it.0 == *key);
                let old = before.map(|it| &it.1).filter(|old| *old != value);
                let key = ("key", key.as_str().into());
                let value = self.writer.quote(value);
                match old {
                    Some(old) => {
                        let old = ("old", self.writer.quote(old).into());
                        let args = [key, old, ("new", value.into())];
                        self.say("offline-attribute_changed", &args)
                    }
                    None => self.say("offline-attribute_set", &[key, ("value", value.into())]),
                }
            })
            .collect();
        let args = [
            ("node", self.title("node").into()),
            ("attributes", self.writer.clauses(&lines).into()),
        ];
        self.say("offline-updated", &args)
    }

    fn removed_attributes(&self) -> String {
        let keys = self.it.call.args.get("keys").and_then(Value::as_array);
        let keys: Vec<String> = keys
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|it| self.writer.quote(it))
            .collect();
        let args = [
            ("keys", self.writer.list(&keys).into()),
            ("node", self.title("node").into()),
        ];
        self.say("offline-attributes_removed", &args)
    }

    fn picture(&self) -> String {
        let args = [
            ("node", self.title("node").into()),
            ("prompt", self.quoted("prompt").into()),
        ];
        self.say("offline-picture_made", &args)
    }

    fn created(&self) -> String {
        let node = self
            .data
            .get("node")
            .and_then(|it| it.get("title"))
            .and_then(Value::as_str);
        let title = self
            .writer
            .quote(node.or_else(|| self.arg("title")).unwrap_or_default());
        match self.arg("after") {
            Some(_) => {
                let from = self
                    .data
                    .pointer("/link/from/title")
                    .and_then(Value::as_str);
                let after = from.map_or_else(|| self.title("after"), |it| self.writer.quote(it));
                let args = [("node", title.into()), ("after", after.into())];
                self.say("offline-added_after", &args)
            }
            None => self.writer.about("offline-added", title),
        }
    }

    fn renamed(&self) -> String {
        let before = self.data.get("before").and_then(Value::as_str);
        let before = before.map_or_else(|| self.title("node"), |it| self.writer.quote(it));
        let title = self.quoted("title");
        let args = [("before", before.into()), ("title", title.into())];
        self.say("offline-renamed", &args)
    }

    fn with_renamed_title(&self) -> String {
        let title = self.quoted("title");
        self.say("offline-story_renamed", &[("title", title.into())])
    }

    fn edge(&self) -> String {
        let mut args = vec![
            ("from", self.title("from").into()),
            ("to", self.title("to").into()),
        ];
        let label = self.arg("new_label").or_else(|| self.arg("label"));
        let id = match (self.it.call.name.as_str(), label) {
            (tools::REMOVE_LINK, _) => "offline-unlinked",
            (_, None) => "offline-linked",
            (name, Some(label)) => {
                args.push(("label", self.writer.quote(label).into()));
                match name {
                    tools::UPDATE_LINK => "offline-relabelled",
                    _ => "offline-linked_with_label",
                }
            }
        };
        self.say(id, &args)
    }

    fn prose(&self) -> String {
        let mut args = vec![("node", self.title("node").into())];
        let words = self.data.pointer("/after/words").and_then(Value::as_u64);
        let id = match (self.it.call.name.as_str(), words) {
            (tools::REPLACE_TEXT, _) => {
                let count = self.count("count").unwrap_or(1);
                args.extend([
                    ("old", self.quoted("old").into()),
                    ("new", self.quoted("new").into()),
                    ("count", count.into()),
                ]);
                "offline-replaced"
            }
            (tools::APPEND_TEXT, Some(words)) => {
                args.push(("words", words.into()));
                "offline-appended_words"
            }
            (tools::APPEND_TEXT, None) => "offline-appended",
            (_, Some(words)) => {
                args.push(("words", words.into()));
                "offline-wrote_words"
            }
            (_, None) => "offline-wrote",
        };
        self.say(id, &args)
    }

    fn text(&self) -> String {
        let text = self
            .data
            .get("text")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match text.trim() {
            "" => self.about("offline-no_text"),
            text => format!("{}\n{}", self.about("offline-text_of"), text),
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
        let capability = match self.arg("capability").unwrap_or_default() {
            "text" => self.say("offline-the_text", &[]),
            "image" => self.say("offline-the_picture", &[]),
            "kv" => self.say("offline-the_attributes", &[]),
            other => other.to_owned(),
        };
        let args = [
            ("number", number.into()),
            ("capability", capability.into()),
            ("node", self.title("node").into()),
        ];
        self.say("offline-adopted", &args)
    }

    /// Undone or redone steps, described in the tool's words where it tells them.
    fn steps(&self, untold: &str, told_as: &str) -> String {
        let steps = ["undone", "redone"]
            .iter()
            .find_map(|it| self.data.get(*it)?.as_array());
        let steps = steps.into_iter().flatten().filter_map(Value::as_str);
        let mut quoted: Vec<String> = steps.map(|it| self.writer.quote(it)).collect();
        // The calls of one turn share its description.
        quoted.dedup();
        if quoted.is_empty() {
            return self.say(untold, &[]);
        }
        let steps = self.writer.list(&quoted);
        self.say(told_as, &[("steps", steps.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use messages::Language;

    #[test]
    fn every_tool_used_by_commands_has_failure_messages() {
        for language in Language::all() {
            let writer = Writer {
                language,
                traditional: false,
            };
            for tool in tools::NEEDED {
                let error = serde_json::json!({ "message": "no" });
                let sentence = failure(writer, tool.name, &error);
                assert!(
                    !sentence.contains(tool.name) || !tool.name.contains('_'),
                    "{sentence}"
                );
            }
        }
    }
}
