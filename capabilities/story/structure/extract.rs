//! Extracts a passage of a node into a new node.

use std::ops::Range;

use capability::{Edit, InvalidArgument, ToolContext, ToolError, UiHints};
use markup::{ProseChoice, links};
use model::{EdgeRecord, Node, NodeId, NodeRecord, WordCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::link_places::{Side, has_links, side};
use super::{create_beside, free_position, free_title, refuse_script, set_text, with_link};
use crate::answer::{NodeRef, hints};
use crate::shared::quotation;
use crate::story::links::next_order;
use crate::story::story_settings::kind_named;
use crate::validate;

/// Move a passage of a node's text into a new node, to which a link then leads. Choices whose link
/// is in the passage go with it.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct ExtractPassage {
    /// The passage, quoted exactly; with `last_words`, only its first words.
    passage: String,
    /// The last words of a long passage, quoted exactly.
    last_words: Option<String>,
    /// The new node's title.
    title: String,
    /// The new node's kind. Defaults to the kind of the node.
    kind: Option<String>,
    /// What the reader chooses to get to the passage; a plain link when left out.
    label: Option<String>,
    /// Also link back from the new node, with this label; empty for a plain link. No link leads
    /// back when left out.
    back: Option<String>,
    /// The text that takes the passage's place. Defaults to a link to the new node where the text
    /// has other links, else to nothing.
    replacement: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct PassageExtracted {
    node: NodeRef,
    /// The new node, with the passage.
    new: NodeRef,
    /// How many choices went with the passage.
    moved_links: usize,
    /// The length of the text that stays.
    left: WordCount,
    /// The length of the passage.
    passage: WordCount,
}

pub(in crate::story) async fn extract(
    cx: ToolContext,
    input: ExtractPassage,
) -> Result<PassageExtracted, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    refuse_script("/node", &node)?;
    let title = free_title(&cx, &input.title)?;
    let line = |path, given: &Option<String>| {
        let given = given.as_deref();
        given
            .map(|it| validate::optional_line(path, "the label", it))
            .transpose()
    };
    let label = line("/label", &input.label)?.unwrap_or_default();
    let back = line("/back", &input.back)?;
    if let Some(replacement) = &input.replacement {
        validate::prose("/replacement", "the text", replacement)?;
    }
    let kind = match &input.kind {
        Some(kind) => kind_named(&*cx.story().graph()?, kind)?,
        None => node.kind.clone(),
    };
    let position = free_position(&cx, &node)?;
    cx.edit(move |edit| {
        let now = edit.node(node.id)?;
        let text = now.prose();
        let passage = find_passage(&now, &input.passage, input.last_words.as_deref())?;
        let record = NodeRecord {
            title: title.clone(),
            kind,
        };
        let new = create_beside(edit, position, &now, &record)?;
        let moved_links = move_links(edit, &now, new, &passage)?;
        let linked = has_links(text);
        let place = match input.replacement {
            Some(replacement) => replacement,
            None if linked => ProseChoice::new(&title, &label).link().unwrap_or_default(),
            None => String::new(),
        };
        let stays = without(text, &passage, &place);
        let mut taken = text[passage].trim().to_owned();
        if let Some(back) = back.as_deref().filter(|_| linked) {
            taken = with_link(&taken, &now.title, back);
        }
        set_text(edit, now.id, &stays)?;
        set_text(edit, new, &taken)?;
        let order = next_order(&edit.edges_from(now.id)?);
        edit.create_edge(&EdgeRecord::link(now.id, new, &label, order))?;
        if let Some(back) = back {
            let order = next_order(&edit.edges_from(new)?);
            edit.create_edge(&EdgeRecord::link(new, now.id, &back, order))?;
        }
        Ok(PassageExtracted {
            node: NodeRef::from(&now),
            new: NodeRef { id: new, title },
            moved_links,
            left: markup::count_visible_words(&stays),
            passage: markup::count_visible_words(&taken),
        })
    })
    .await
}

/// The range of a passage that is quoted as a whole, or by its first and last words.
fn find_passage(
    node: &Node,
    passage: &str,
    last_words: Option<&str>,
) -> Result<Range<usize>, ToolError> {
    let text = node.prose();
    let first = quotation::find_once("/passage", &node.title, text, passage)?;
    let Some(last_words) = last_words.filter(|it| !it.trim().is_empty()) else {
        return Ok(first);
    };
    match text[first.start..].find(last_words) {
        Some(at) => Ok(first.start..first.end.max(first.start + at + last_words.len())),
        None if text.contains(last_words) => Err(ToolError::invalid(
            "/last_words",
            "these words stand before the passage, not at its end",
        )
        .hint("quote the last words of the passage")
        .said(&InvalidArgument::FieldNotWritten {})),
        None => Err(quotation::not_found(&node.title, text, last_words).at("/last_words")),
    }
}

/// The text with a passage replaced; if the replacement is empty, one paragraph break remains.
fn without(text: &str, passage: &Range<usize>, place: &str) -> String {
    let (before, after) = (&text[..passage.start], &text[passage.end..]);
    if !place.is_empty() {
        return format!("{before}{place}{after}");
    }
    let ends_paragraph = before.trim().is_empty() || before.ends_with("\n\n");
    match ends_paragraph {
        true => format!("{before}{}", after.trim_start_matches(['\n', '\r'])),
        false if before.ends_with(' ') => {
            let after = after.trim_start_matches(' ');
            let ends_line = after.starts_with(['\n', '\r']);
            let before = before.trim_end_matches(|it| ends_line && it == ' ');
            format!("{before}{after}")
        }
        false => format!("{before}{after}"),
    }
    .trim_end()
    .to_owned()
}

/// Moves the edges whose links are in the passage.
fn move_links(
    edit: &mut Edit<'_>,
    node: &Node,
    new: NodeId,
    passage: &Range<usize>,
) -> Result<usize, ToolError> {
    let found = links::find(node.prose());
    let mut moved = 0;
    for edge in edit.edges_from(node.id)? {
        let title = edit.node(edge.record.to)?.title;
        let record = EdgeRecord {
            from: new,
            ..edge.record.clone()
        };
        match side(&found, &edge, &title, passage) {
            Side::Kept | Side::Nowhere => continue,
            Side::Moved => _ = edit.set_edge(edge.id, &record)?,
            Side::Both => _ = edit.create_edge(&record)?,
        }
        moved += 1;
    }
    Ok(moved)
}

pub(in crate::story) fn show_extracted(answer: &Value) -> Option<UiHints> {
    let (node, new) = (&answer["node"], &answer["new"]);
    let name = |it: &Value| it["title"].as_str().unwrap_or_default().to_owned();
    let title = format!("{} → {}", name(node), name(new));
    hints("nodes", title, json!({ "nodes": [node, new] }))
}
