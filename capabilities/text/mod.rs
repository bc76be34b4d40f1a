//! Text: the prose of a node, in Markdown. WriteResult whole, appended to, or changed in place by
//! quoting a passage. Every answer counts words, right for Chinese as for English. Finding the
//! passage a misquotation meant is in `nearest_passage`, words in all texts in `find_replace`.

mod find_replace;
mod nearest_passage;
#[cfg(test)]
mod tests;

use capability::{
    Capability, Code, DataSpec, Edit, Impact, InvalidArgument, Tool, ToolContext, ToolError,
    UiHints,
};
use model::contents::{Prose, TEXT};
use model::{Node, Slot, WordCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints, node_title, stored, to_json, truncate};
use crate::error::CapabilityError;
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
            Tool::new("write", "write_text", Impact::Write, write).hints(show_prose),
            Tool::new("replace", "replace_text", Impact::Write, replace).hints(show_prose),
            Tool::new("append", "append_text", Impact::Write, append).hints(show_prose),
            Tool::new("read", "read_text", Impact::Read, read),
            Tool::new("find", "find_in_texts", Impact::Read, find_replace::find),
            Tool::new(
                "replace_all",
                "replace_in_texts",
                Impact::Write,
                find_replace::replace,
            )
            .hints(find_replace::show_replaced),
        ]
    }
}

/// What every writing tool answers.
#[derive(Serialize, JsonSchema)]
struct WriteResult {
    node: NodeRef,
    version: u32,
    /// Passages replaced; only where passages were.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    before: WordCount,
    after: WordCount,
    /// The beginning of what was put in.
    excerpt: String,
}

/// Write the whole text of a node. Replaces the present text, which is kept as a version. To change
/// only a passage use replace_text; to add at the end use append_text.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The new text, in Markdown. An empty text empties the node.
    text: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The number of the version that was read before; 0 for a node that had no text. If another
    /// is adopted by now, nothing is written. Left out, the text is written in any case.
    expected: Option<u32>,
}

async fn write(cx: ToolContext, input: Write) -> Result<WriteResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    validate::prose("/text", "the text", &input.text)?;
    cx.edit(move |edit| {
        check_expected_version(edit, &node, input.expected)?;
        let before = adopted(edit, &node)?;
        write_version(
            edit,
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
    cx.edit(move |edit| {
        let before = adopted(edit, &node)?;
        let after = match before.trim_end() {
            "" => input.text.clone(),
            kept => format!("{kept}\n\n{}", input.text),
        };
        write_version(
            edit,
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
    /// The passage as it stands now, quoted exactly.
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
    cx.edit(move |edit| {
        let before = adopted(edit, &node)?;
        let count = before.matches(&input.old).count();
        if count == 0 {
            return Err(passage_not_found(&node, &before, &input.old));
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

fn passage_not_found(node: &Node, text: &str, old: &str) -> ToolError {
    let title = node.title.clone();
    let hint = match nearest_passage::nearest(text, old) {
        Some(near) => format!("the nearest passage is: {near:?}; quote it exactly as it stands"),
        None if text.trim().is_empty() => "the node has no text yet; use write_text".to_owned(),
        None => "nothing there resembles it; use read_text to see the text".to_owned(),
    };
    ToolError::not_found(CapabilityError::NoSuchPassage { title })
        .hint(hint)
        .at("/old")
}

/// Read the text of a node, with its number of words and characters.
#[derive(Deserialize, JsonSchema)]
struct Read {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReadResult {
    node: NodeRef,
    /// The adopted version; none where the node has no text yet.
    version: Option<u32>,
    #[serde(flatten)]
    length: WordCount,
    text: String,
}

async fn read(cx: ToolContext, input: Read) -> Result<ReadResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let version = cx.story().adopted(&Slot::node(node.id, NAME))?;
    let Prose { text } = stored(version.as_ref())?;
    let version = version.map(|it| it.number);
    Ok(ReadResult {
        node: NodeRef::from(&node),
        version,
        length: markup::count_visible_words(&text),
        text,
    })
}

/// How much of a text an answer repeats, in characters.
const EXCERPT: usize = 160;

/// A text on its way into the story.
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

/// Refuses where another version is adopted than the one that was read.
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

fn write_version(
    edit: &mut Edit<'_>,
    node: &Node,
    change: TextChange,
) -> Result<WriteResult, ToolError> {
    // WriteResult before it is counted, so that a text too large is refused at once.
    let prose = Prose { text: change.after };
    let version = edit
        .write(&Slot::node(node.id, NAME), &to_json(&prose))?
        .number;
    Ok(WriteResult {
        node: NodeRef::from(node),
        version,
        count: change.count,
        before: markup::count_visible_words(&change.before),
        after: markup::count_visible_words(&prose.text),
        excerpt: change.inserted,
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
