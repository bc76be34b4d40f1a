//! Reads prose: one text or a part of it, and several texts within a limit, continued with a
//! cursor. Not here: finding words (`find_replace`).

use capability::{InvalidArgument, NodeSelection, ToolContext, ToolError, View};
use model::contents::Prose;
use model::{NodeId, Slot, WordCount};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::NAME;
use super::passage::{Passage, paragraphs};
use crate::answer::{NodeRef, stored};
use crate::shared::unread;
use crate::validate;

/// The default limit of one answer, in tokens of text.
const DEFAULT_TOKENS: u64 = 6_000;
/// Bytes per token, as the assistant estimates them.
const BYTES_PER_TOKEN: u64 = 3;

/// Read the text of a node, with its number of words and characters. A long text can be read in
/// parts: by paragraphs or by characters.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Read {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The first paragraph to read, counting from 1. Defaults to the first of the text.
    #[schemars(range(min = 1))]
    from_paragraph: Option<usize>,
    /// The last paragraph to read. Defaults to the last of the text.
    #[schemars(range(min = 1))]
    to_paragraph: Option<usize>,
    /// The first character to read, counting from 1. Not together with paragraphs.
    #[schemars(range(min = 1))]
    from_character: Option<usize>,
    /// The last character to read. Defaults to the last of the text.
    #[schemars(range(min = 1))]
    to_character: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ReadResult {
    node: NodeRef,
    /// The adopted version; none if the node has no text yet.
    version: Option<u32>,
    /// The length of the whole text.
    #[serde(flatten)]
    length: WordCount,
    /// How many paragraphs the whole text has.
    paragraphs: usize,
    /// What was read of it; only where a part was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    text: String,
}

/// A part of a text; numbers count from 1.
#[derive(Serialize, JsonSchema)]
struct Part {
    from_character: usize,
    to_character: usize,
    /// How many characters the whole text has, marks included.
    of_characters: usize,
}

pub(super) async fn read(cx: ToolContext, input: Read) -> Result<ReadResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let version = cx.story().adopted(&Slot::node(node.id, NAME))?;
    let Prose { text } = stored(version.as_ref())?;
    let part = input.part_of(&text)?;
    let length = markup::count_visible_words(&text);
    let count = paragraphs(&text).len();
    let (text, part) = match part {
        None => (text, None),
        Some(passage) => {
            let before = text[..passage.start].chars().count();
            let within = text[passage.start..passage.end].chars().count();
            let part = Part {
                from_character: before + 1,
                to_character: before + within,
                of_characters: text.chars().count(),
            };
            (text[passage.start..passage.end].to_owned(), Some(part))
        }
    };
    if part.is_none() {
        let slot = Slot::node(node.id, NAME);
        unread::note_read(&cx, slot, version.as_ref().map(|it| it.number));
    }
    Ok(ReadResult {
        node: NodeRef::from(&node),
        version: version.map(|it| it.number),
        length,
        paragraphs: count,
        part,
        text,
    })
}

impl Read {
    /// The requested part, in bytes; `None` for the whole text.
    fn part_of(&self, text: &str) -> Result<Option<Passage>, ToolError> {
        let by_paragraphs = self.from_paragraph.is_some() || self.to_paragraph.is_some();
        let by_characters = self.from_character.is_some() || self.to_character.is_some();
        match (by_paragraphs, by_characters) {
            (false, false) => Ok(None),
            (true, true) => {
                let message = "paragraphs and characters are both given";
                Err(ToolError::invalid("/from_character", message)
                    .hint("give the one or the other"))
            }
            (true, false) => {
                let all = paragraphs(text);
                let ends = (self.from_paragraph, self.to_paragraph);
                let (first, last) = range(
                    ends,
                    all.len(),
                    "paragraphs",
                    ["/from_paragraph", "/to_paragraph"],
                )?;
                Ok(Some(Passage {
                    start: all[first - 1].start,
                    end: all[last - 1].end,
                }))
            }
            (false, true) => {
                let all = text.chars().count();
                let ends = (self.from_character, self.to_character);
                let (first, last) = range(
                    ends,
                    all,
                    "characters",
                    ["/from_character", "/to_character"],
                )?;
                let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |it| it.0);
                Ok(Some(Passage {
                    start: byte(first - 1),
                    end: byte(last),
                }))
            }
        }
    }
}

/// The first and last existing item of the requested range; an end beyond the text is cut.
fn range(
    (from, to): (Option<usize>, Option<usize>),
    all: usize,
    what: &str,
    paths: [&str; 2],
) -> Result<(usize, usize), ToolError> {
    let from = from.unwrap_or(1);
    if from > all {
        return Err(
            ToolError::invalid(paths[0], format!("the text has {all} {what}"))
                .hint("begin at a smaller number")
                .said(&InvalidArgument::FieldMore {
                    most: all.to_string(),
                }),
        );
    }
    let to = to.unwrap_or(all).min(all);
    if to < from {
        return Err(
            ToolError::invalid(paths[1], "the end lies before the beginning")
                .hint(format!("give at least {from}"))
                .said(&InvalidArgument::FieldLess {
                    least: from.to_string(),
                }),
        );
    }
    Ok((from, to))
}

/// Read the texts of several nodes at once, in reading order: of all nodes, of a kind, of a group,
/// of those that contain some words, on a path, or of the nodes named. If the texts exceed the
/// limit, the answer has a `cursor`: pass it with the same selection to continue.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ReadTexts {
    #[serde(flatten)]
    selection: NodeSelection,
    /// How many tokens of text to return at most. Defaults to 6000.
    #[schemars(range(min = 100, max = 200_000))]
    tokens: Option<u64>,
    /// Where an earlier answer stopped: its `cursor`.
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ReadTextsResult {
    /// How many nodes the selection has.
    nodes: usize,
    /// How many without a text were passed by; nodes that were named are listed without one.
    empty: usize,
    texts: Vec<NodeText>,
    /// Give it to the next call to read on; missing where everything has been read.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct NodeText {
    node: NodeRef,
    kind: String,
    /// The adopted version; none if the node has no text yet.
    version: Option<u32>,
    /// The length of the whole text.
    #[serde(flatten)]
    length: WordCount,
    /// Where the part that is shown begins, counting from 1; only where its beginning was read
    /// before.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_character: Option<usize>,
    /// Whether the rest follows with the cursor.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    text: String,
}

pub(super) async fn read_several(
    cx: ToolContext,
    input: ReadTexts,
) -> Result<ReadTextsResult, ToolError> {
    let view = cx.story();
    let chosen = input.selection.resolve(view)?;
    let named = input.selection.nodes.is_some();
    let (first, mut from) = match &input.cursor {
        Some(cursor) => place(&chosen, cursor)?,
        None => (0, 0),
    };
    let limit = input.tokens.unwrap_or(DEFAULT_TOKENS) * BYTES_PER_TOKEN;
    let mut room = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut result = ReadTextsResult {
        nodes: chosen.len(),
        empty: 0,
        texts: Vec::new(),
        cursor: None,
    };
    for id in &chosen[first..] {
        let from = std::mem::take(&mut from);
        let Some(entry) = NodeText::read(view, *id)? else {
            continue;
        };
        if entry.text.trim().is_empty() {
            result.empty += 1;
            if !named {
                continue;
            }
        }
        match entry.fitting(from, room) {
            Fitting::Whole(entry) => {
                room = room.saturating_sub(entry.text.len());
                if entry.from_character.is_none() {
                    unread::note_read(&cx, Slot::node(*id, NAME), entry.version);
                }
                result.texts.push(entry);
            }
            Fitting::Part(entry, next) => {
                result.texts.extend(entry);
                result.cursor = Some(format!("{id}.{next}"));
                break;
            }
        }
    }
    Ok(result)
}

/// What part of a text fits, and at which character the rest starts, counting from 0.
enum Fitting {
    Whole(NodeText),
    Part(Option<NodeText>, usize),
}

impl NodeText {
    /// A node's whole text; `None` where the node is gone.
    fn read(view: &View, id: NodeId) -> Result<Option<Self>, ToolError> {
        let Some(node) = view.node(id)? else {
            return Ok(None);
        };
        let version = view.adopted(&Slot::node(id, NAME))?;
        let Prose { text } = stored(version.as_ref())?;
        Ok(Some(Self {
            kind: node.kind.clone(),
            node: NodeRef::from(&node),
            version: version.map(|it| it.number),
            length: markup::count_visible_words(&text),
            from_character: None,
            cut: false,
            text,
        }))
    }

    /// The text from a character on, as far as there is room. A text that fits the whole limit is
    /// not divided: it starts the next answer.
    fn fitting(mut self, from: usize, room: usize) -> Fitting {
        let start = self
            .text
            .char_indices()
            .nth(from)
            .map_or(self.text.len(), |it| it.0);
        if from > 0 {
            self.from_character = Some(from + 1);
            self.text.drain(..start);
        }
        if self.text.len() <= room {
            return Fitting::Whole(self);
        }
        let end = passage_end(&self.text, room);
        if end == 0 {
            return Fitting::Part(None, from);
        }
        self.text.truncate(end);
        let next = from + self.text.chars().count();
        self.cut = true;
        Fitting::Part(Some(self), next)
    }
}

/// Where to divide a text of which `room` bytes may be shown: after a paragraph, else after a word,
/// else anywhere; 0 if too little would be shown to be useful.
fn passage_end(text: &str, room: usize) -> usize {
    const LEAST: usize = 120;
    let end = (0..=room)
        .rev()
        .find(|it| text.is_char_boundary(*it))
        .unwrap_or(0);
    if end < LEAST {
        return 0;
    }
    let head = &text[..end];
    let paragraph = head.rfind("\n\n").map(|it| it + 2);
    let word = head.rfind(char::is_whitespace).map(|it| it + 1);
    paragraph
        .filter(|it| *it >= end / 2)
        .or(word.filter(|it| *it >= end / 2))
        .unwrap_or(end)
}

/// The position of a cursor: the index of its node in the selection, and the character.
fn place(chosen: &[NodeId], cursor: &str) -> Result<(usize, usize), ToolError> {
    let parsed = cursor.trim().split_once('.').and_then(|(id, from)| {
        let (id, from): (NodeId, usize) = (id.parse().ok()?, from.parse().ok()?);
        Some((chosen.iter().position(|it| *it == id)?, from))
    });
    parsed.ok_or_else(|| {
        ToolError::invalid("/cursor", "it does not belong to this selection")
            .hint("give the cursor of the last answer with the same selection, or leave it out to begin again")
            .said(&InvalidArgument::FieldNotWritten {})
    })
}
