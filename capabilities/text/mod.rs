//! Text: the prose of a node, in Markdown. Writes it, appends to it, and replaces quoted passages.
//! Every answer counts words, in Chinese as in English. `find_replace` finds words in all texts,
//! `repetitions` those that come again, `read` reads.

mod find_replace;
mod passage;
mod read;
mod repetitions;
#[cfg(test)]
mod tests;

use capability::{
    Capability, Code, DataSpec, Edit, Impact, InvalidArgument, Tool, ToolContext, ToolError,
    UiHints,
};
use model::contents::{Alternative, Prose, TEXT};
use model::{Node, Slot, Story, WordCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints, node_title, stored, to_json, truncate};
use crate::error::CapabilityError;
use crate::shared::prose_links::{InGraph, follow_text};
use crate::shared::{alternative_names, quotation, unread};
use crate::validate;

const NAME: &str = TEXT;

pub(crate) struct Text;

impl Capability for Text {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Text"
    }

    fn summary(&self) -> &'static str {
        "Holds the prose of a node, in Markdown."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Prose>("{ text }"))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("write", "write_text", Impact::Write, write)
                .everyday()
                // Dispatch compares what the model has read.
                .hide_from_models(&["expected"])
                .hints(show_prose),
            Tool::new("replace", "replace_text", Impact::Write, replace)
                .everyday()
                .hints(show_prose),
            Tool::new("append", "append_text", Impact::Write, append)
                .everyday()
                .hints(show_prose),
            Tool::new("read", "read_text", Impact::Read, read::read)
                .everyday()
                .hide_from_models(&["from_character", "to_character"]),
            Tool::new(
                "read_several",
                "read_texts",
                Impact::Read,
                read::read_several,
            ),
            Tool::new("find", "find_in_texts", Impact::Read, find_replace::find),
            Tool::new(
                "replace_all",
                "replace_in_texts",
                Impact::Write,
                find_replace::replace,
            )
            .hints(find_replace::show_replaced),
            Tool::new(
                "find_repetitions",
                "find_repetitions",
                Impact::Read,
                repetitions::find,
            )
            .verb("repetitions"),
        ]
    }
}

/// What every writing tool answers.
#[derive(Serialize, JsonSchema)]
struct WriteResult {
    node: NodeRef,
    version: u32,
    /// The name of the alternative that was written; `version` is then the one in use still.
    #[serde(skip_serializing_if = "Option::is_none")]
    alternative: Option<String>,
    /// Passages replaced; only where passages were.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    before: WordCount,
    after: WordCount,
    /// The beginning of what was put in.
    excerpt: String,
    /// What followed among the links that leave the node, because links in its text came, changed or
    /// went.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<InGraph>,
}

/// Write the whole text of a node. Replaces the current text, which is kept as a version. To change
/// only a passage use replace_text; to add at the end use append_text. A link `[[label->title]]` in
/// the text is a choice: links to other nodes follow the text. With `adopt` false, the text is
/// saved as a named alternative beside the current one.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The new text, in Markdown. `{{gold}}` shows a variable, and
    /// `{{if gold > 5}}…{{else}}…{{end}}` a text under a condition. An empty text empties the node.
    text: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The number of the version that was read before; 0 for a node that had no text. If another
    /// version has been adopted since, nothing is written. The text is written in any case when
    /// left out.
    expected: Option<u32>,
    /// Whether the text replaces the current one. Defaults to true.
    adopt: Option<bool>,
    /// The alternative's name, if `adopt` is false, for instance `warmer`. An alternative of that
    /// name is replaced.
    name: Option<String>,
}

impl Write {
    /// The name of the alternative to write; `None` for the text itself.
    fn alternative(&self) -> Result<Option<String>, ToolError> {
        let name = self.name.as_deref().filter(|it| !it.trim().is_empty());
        match (self.adopt.unwrap_or(true), name) {
            (true, None) => Ok(None),
            (false, Some(name)) => Ok(Some(alternative_names::check_name("/name", name)?)),
            (true, Some(_)) => Err(
                ToolError::invalid("/name", "only an alternative has a name")
                    .hint("set `adopt` to false, or leave the name out"),
            ),
            (false, None) => Err(ToolError::invalid("/name", "an alternative needs a name")
                .hint("give one in a word or two, for instance `warmer`")
                .said(&InvalidArgument::FieldMissing {})),
        }
    }
}

async fn write(cx: ToolContext, input: Write) -> Result<WriteResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    validate::prose("/text", "the text", &input.text)?;
    let alternative = input.alternative()?;
    // A caller that names the version it read has read it.
    if alternative.is_none() && input.expected.is_none() {
        unread::check(&cx, &node, NAME, "read_text")?;
    }
    let story = cx.story().graph()?;
    cx.edit(move |edit| {
        check_expected_version(edit, &node, input.expected)?;
        let before = adopted(edit, &node)?;
        if let Some(name) = alternative {
            return write_alternative(edit, &node, &before, name, input.text);
        }
        write_version(
            edit,
            &story,
            &node,
            TextChange {
                before,
                inserted: truncate(&input.text, EXCERPT),
                after: input.text,
                count: None,
            },
        )
    })
    .await
}

/// Add text at the end of a node, as a new paragraph. The existing text stays.
#[derive(Deserialize, JsonSchema)]
struct Append {
    /// The text to add, in Markdown.
    text: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn append(cx: ToolContext, input: Append) -> Result<WriteResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    validate::prose("/text", "the text", &input.text)?;
    if input.text.trim().is_empty() {
        return Err(ToolError::invalid("/text", "there is no text to add")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    let story = cx.story().graph()?;
    cx.edit(move |edit| {
        let before = adopted(edit, &node)?;
        let after = match before.trim_end() {
            "" => input.text.clone(),
            kept => format!("{kept}\n\n{}", input.text),
        };
        write_version(
            edit,
            &story,
            &node,
            TextChange {
                before,
                inserted: truncate(&input.text, EXCERPT),
                after,
                count: None,
            },
        )
    })
    .await
}

/// Replace a passage of a node's text by quoting it. The quotation must match exactly, including
/// spaces and punctuation, and occur only once; quote more of the surrounding text to make it
/// unique, or set `all` to replace every occurrence.
#[derive(Deserialize, JsonSchema)]
struct Replace {
    /// The current passage, quoted exactly.
    old: String,
    /// What to put in its place; empty to delete the passage.
    new: String,
    /// Replace every occurrence instead of asking for a single one.
    all: Option<bool>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

async fn replace(cx: ToolContext, input: Replace) -> Result<WriteResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    validate::prose("/new", "the text", &input.new)?;
    if input.old.is_empty() {
        return Err(
            ToolError::invalid("/old", "there is no passage to look for")
                .hint("quote the passage to replace; append_text adds at the end")
                .said(&InvalidArgument::FieldEmpty {}),
        );
    }
    if input.old == input.new {
        return Err(ToolError::invalid("/new", CapabilityError::SamePassage {}));
    }
    let story = cx.story().graph()?;
    cx.edit(move |edit| {
        let before = adopted(edit, &node)?;
        let count = before.matches(&input.old).count();
        if count == 0 {
            return Err(quotation::not_found(&node.title, &before, &input.old).at("/old"));
        }
        if count > 1 && input.all != Some(true) {
            let title = node.title.clone();
            return Err(
                ToolError::invalid("/old", CapabilityError::PassageOften { title, count })
                    .hint("quote more of the words around it, or set all to true"),
            );
        }
        let after = before.replace(&input.old, &input.new);
        let inserted = truncate(&input.new, EXCERPT);
        write_version(
            edit,
            &story,
            &node,
            TextChange {
                before,
                inserted,
                after,
                count: Some(count),
            },
        )
    })
    .await
}

/// How much of a text an answer repeats, in characters.
const EXCERPT: usize = 160;

/// A text to be written, with its former state.
struct TextChange {
    before: String,
    after: String,
    inserted: String,
    count: Option<usize>,
}

fn adopted(edit: &Edit<'_>, node: &Node) -> Result<String, ToolError> {
    let prose: Prose = stored(edit.adopted(&Slot::node(node.id, NAME))?.as_ref())?;
    Ok(prose.text)
}

/// Fails if the adopted version is not the one that was read.
fn check_expected_version(
    edit: &Edit<'_>,
    node: &Node,
    expected: Option<u32>,
) -> Result<(), ToolError> {
    let Some(expected) = expected else {
        return Ok(());
    };
    let now = edit.adopted(&Slot::node(node.id, NAME))?;
    let number = now.map_or(0, |it| it.number);
    if number == expected {
        return Ok(());
    }
    let refusal = CapabilityError::TextMoved {
        title: node.title.clone(),
        version: number,
        expected,
    };
    Err(ToolError::new(Code::Conflict, refusal)
        .hint("read_text gives the text as it is now; write again with its version as expected")
        .at("/expected"))
}

/// Stores a text as an alternative.
fn write_alternative(
    edit: &mut Edit<'_>,
    node: &Node,
    before: &str,
    name: String,
    text: String,
) -> Result<WriteResult, ToolError> {
    let in_use = edit.adopted(&Slot::node(node.id, NAME))?;
    let prose = Prose { text };
    let one = Alternative {
        name: name.clone(),
        capability: NAME.to_owned(),
        data: to_json(&prose),
    };
    alternative_names::put(edit, node.id, one)?;
    Ok(WriteResult {
        node: NodeRef::from(node),
        version: in_use.map_or(0, |it| it.number),
        alternative: Some(name),
        count: None,
        before: markup::count_visible_words(before),
        after: markup::count_visible_words(&prose.text),
        excerpt: truncate(&prose.text, EXCERPT),
        links: None,
    })
}

fn write_version(
    edit: &mut Edit<'_>,
    story: &Story,
    node: &Node,
    change: TextChange,
) -> Result<WriteResult, ToolError> {
    // Written before counting, so that a too large text is rejected at once.
    let prose = Prose { text: change.after };
    let version = edit
        .write(&Slot::node(node.id, NAME), &to_json(&prose))?
        .number;
    let links = follow_text(edit, story, node, &change.before, &prose.text)?;
    Ok(WriteResult {
        node: NodeRef::from(node),
        version,
        alternative: None,
        count: change.count,
        before: markup::count_visible_words(&change.before),
        after: markup::count_visible_words(&prose.text),
        excerpt: change.inserted,
        links,
    })
}

fn show_prose(answer: &Value) -> Option<UiHints> {
    let title = format!("Text of {}", node_title(answer));
    let fields = json!({
        "text": answer["excerpt"],
        "before": answer["before"]["words"],
        "after": answer["after"]["words"],
    });
    hints("prose", title, fields)
}
