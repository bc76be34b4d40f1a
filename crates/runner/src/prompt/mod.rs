//! The system prompt, built from the node being edited (ST-3): a pure function of the story, the
//! node and the capabilities. `stable.md` is the part that stays the same in each request of a
//! conversation and comes first; `dynamic.md` is the part that changes (OS-7). Programs read the
//! labels in them, so the labels must not change. All story text is written as JSON strings, so
//! that it cannot start a line of its own and pass for part of the prompt.

mod facts;
mod style;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use capability::CapabilityInfo;
use model::contents::{StyleGuide, is_part};
use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use crate::context::estimate;
use crate::{ASSISTANT, Autonomy};
pub(crate) use facts::facts_lines;
pub(crate) use style::{lines as style_lines, style_guide};

const STABLE: &str = include_str!("stable.md");
const DYNAMIC: &str = include_str!("dynamic.md");
/// The minimum tokens for each part, before other parts take the rest.
const PART_TOKENS: u64 = 100;
/// The shares, in percent, that strings in data are cut to until all of it fits.
const CUTS: [usize; 5] = [90, 70, 45, 20, 5];
/// How many links in each direction are listed.
const LINES_SHOWN: usize = 60;
/// How many titles the map of the story lists.
const TITLES_SHOWN: usize = 80;
/// The longest copy of the instruction, in characters; the thread has all of it.
const INSTRUCTION_SHOWN: usize = 4000;
/// The longest title or label, in characters.
const TITLE_SHOWN: usize = 200;

/// The placeholder for a node that the person has excluded.
pub(crate) const EXCLUDED_PLACEHOLDER: &str = "(a node that the person keeps out of sight)";

/// The input of a system prompt.
pub(crate) struct PromptInput<'a> {
    /// The story as a graph.
    pub(crate) story: &'a Story,
    /// The node being edited, with its adopted data.
    pub(crate) node: Option<&'a Node>,
    /// The capabilities and their tools.
    pub(crate) cards: &'a [CapabilityInfo],
    /// How much the assistant may do on its own.
    pub(crate) autonomy: Autonomy,
    /// The person's instruction.
    pub(crate) instruction: &'a str,
    /// The facts that hold at the node, as lines.
    pub(crate) facts: &'a str,
    /// The style guide of the story.
    pub(crate) style: &'a StyleGuide,
    /// The versions that are shown, by capability.
    pub(crate) versions: &'a BTreeMap<String, u32>,
    /// The token limit for the node's data, which is shown whole if it fits.
    pub(crate) room: u64,
    /// Nodes that the person has excluded; the one being edited is shown anyway.
    pub(crate) excluded: &'a BTreeSet<NodeId>,
}

/// The system block of a payload, and how many bytes at its beginning are the same for every node.
pub(crate) fn system_prompt(input: &PromptInput<'_>) -> (String, usize) {
    let parts = BTreeMap::from([
        ("editing", editing(input.node)),
        ("autonomy", autonomy(input.autonomy).to_owned()),
        ("surroundings", neighborhood(input)),
        ("capabilities", capabilities(input.cards)),
        ("style", style::lines(input.style)),
        ("map", map(input)),
        ("data", data(input)),
        ("facts", input.facts.to_owned()),
        ("instruction", instruction(input.instruction)),
    ]);
    let stable = fill(STABLE.trim_end(), &parts);
    let length = stable.len();
    let system = format!("{stable}\n\n{}", fill(DYNAMIC.trim_end(), &parts));
    (system, length)
}

/// Fills in the template in one pass. Inserted text is not scanned again, so a title that spells a
/// placeholder stays a title.
fn fill(template: &str, parts: &BTreeMap<&str, String>) -> String {
    let mut filled = String::new();
    for (index, piece) in template.split("{{").enumerate() {
        match piece.split_once("}}").filter(|_| index > 0) {
            Some((name, rest)) => {
                filled += parts.get(name).map_or("", String::as_str);
                filled += rest;
            }
            None => filled += piece,
        }
    }
    filled
}

fn editing(node: Option<&Node>) -> String {
    let what = match node {
        Some(node) => format!("Node: {}.", quoted(&node.title)),
        None => "the story as a whole; no node is open.".to_owned(),
    };
    format!("You are currently editing {what}")
}

fn autonomy(autonomy: Autonomy) -> &'static str {
    match autonomy {
        Autonomy::Adopt => {
            "Your writes are adopted at once; the person can undo all of them in one step."
        }
        Autonomy::Review => {
            "Your writes go to a draft that the person reviews; say that they wait there, not that the story has changed."
        }
        Autonomy::Ask => {
            "Each of your writes waits for the person's approval. If it is rejected, do not try again."
        }
    }
}

fn neighborhood(input: &PromptInput<'_>) -> String {
    let story = input.story;
    let mut text = format!(
        "Story: {} ({}, {})",
        quoted(&story.record.title),
        counted(story.nodes.len(), "node"),
        counted(story.edges.len(), "link"),
    );
    if let Some(node) = input.node {
        text += &format!("\nKind: {}\nId: {}", quoted(&node.kind), node.id.short());
        let out = story.edges_from(node.id);
        text += &links("Links out", &out, |it| ("to", named(input, it.record.to)));
        let into = story.edges_to(node.id);
        text += &links("Links in", &into, |it| {
            ("from", named(input, it.record.from))
        });
    }
    text
}

/// The titles of the story by kind, one line each, up to a number of titles; kinds in the order of
/// their first node.
fn map(input: &PromptInput<'_>) -> String {
    let nodes = input.story.nodes.values();
    let in_sight = nodes.filter(|it| !input.excluded.contains(&it.id));
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    let (mut shown, mut all) = (0, 0);
    for node in in_sight {
        all += 1;
        if shown == TITLES_SHOWN {
            continue;
        }
        shown += 1;
        let at = kinds.iter().position(|it| it.0 == node.kind);
        let at = at.unwrap_or_else(|| {
            kinds.push((&node.kind, Vec::new()));
            kinds.len() - 1
        });
        kinds[at].1.push(quoted(&node.title));
    }
    let mut lines: Vec<_> = kinds
        .into_iter()
        .map(|(kind, titles)| format!("- {}: {}", quoted(kind), titles.join(", ")))
        .collect();
    if all > shown {
        lines.push(format!(
            "- … and {} more; find them with the tools",
            all - shown
        ));
    }
    match lines.is_empty() {
        true => "(no nodes)".to_owned(),
        false => lines.join("\n"),
    }
}

fn links(
    title: &str,
    edges: &[&Arc<Edge>],
    end: impl Fn(&Edge) -> (&'static str, String),
) -> String {
    let line = |edge: &&Arc<Edge>| {
        let (word, node) = end(edge);
        let mut line = format!("- {word} {node}");
        if !edge.record.label.is_empty() {
            line += &format!(", label {}", quoted(&edge.record.label));
        }
        if let Some(condition) = &edge.record.condition {
            line += &format!(", condition {}", quoted(condition));
        }
        if let Some(effect) = &edge.record.effect {
            line += &format!(", effect {}", quoted(effect));
        }
        if edge.record.once {
            line += ", once only";
        }
        line
    };
    let lines: Vec<_> = edges.iter().take(LINES_SHOWN).map(line).collect();
    format!("\n{title}:{}", listed(&lines, edges.len()))
}

fn named(input: &PromptInput<'_>, id: NodeId) -> String {
    let is_open = input.node.is_some_and(|it| it.id == id);
    if input.excluded.contains(&id) && !is_open {
        return EXCLUDED_PLACEHOLDER.to_owned();
    }
    let nodes = &input.story.nodes;
    nodes
        .get(&id)
        .map_or_else(|| id.short(), |it| node_label(it))
}

pub(crate) fn node_label(node: &Node) -> String {
    format!(
        "{} ({}, id {})",
        quoted(&node.title),
        quoted(&node.kind),
        node.id.short()
    )
}

/// A list of lines, and how many more there are out of `all`.
fn listed(lines: &[String], all: usize) -> String {
    if lines.is_empty() {
        return " (none)".to_owned();
    }
    let mut text: String = lines.iter().map(|it| format!("\n{it}")).collect();
    if all > lines.len() {
        let more = all - lines.len();
        text += &format!("\n- … and {more} more; find them with the tools");
    }
    text
}

fn capabilities(cards: &[CapabilityInfo]) -> String {
    let cards = cards.iter().filter(|it| it.name != ASSISTANT);
    let line = |(index, card): (usize, &CapabilityInfo)| {
        let mut line = format!("{}. [{}]: {}", index + 1, card.title, card.summary);
        if let Some(data) = card.data.as_ref().filter(|_| is_part(&card.name)) {
            line += &format!("\n   Schema: {}", data.outline);
        }
        line
    };
    cards.enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// One line for each capability of the node, then for the others that keep data.
fn data(input: &PromptInput<'_>) -> String {
    let Some(node) = input.node else {
        return "(no node is open)".to_owned();
    };
    let carried = input.story.capabilities_of(node);
    let keeps_part = |it: &&CapabilityInfo| it.data.is_some() && is_part(&it.name);
    let keeping = input.cards.iter().filter(keeps_part);
    let rank = |card: &&CapabilityInfo| {
        carried
            .iter()
            .position(|it| *it == card.name)
            .unwrap_or(carried.len())
    };
    let mut cards: Vec<_> = keeping.collect();
    cards.sort_by_key(rank);
    let mut left = input.room;
    let mut lines = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        let Some(data) = node.data.get(card.name.as_str()) else {
            lines.push(format!("- {}: (Empty)", card.title));
            continue;
        };
        let kept_free = PART_TOKENS * (cards.len() - at - 1) as u64;
        let line = shown(data, left.saturating_sub(kept_free).max(PART_TOKENS));
        left = left.saturating_sub(estimate(&line));
        let version = input.versions.get(&card.name);
        let version = version.map_or_else(String::new, |it| format!(" (version {it})"));
        lines.push(format!("- {}: {line}{version}", card.title));
    }
    lines.join("\n")
}

/// Data as one line of JSON, with strings cut to `longest` characters.
pub(crate) fn data_line(data: &Value, longest: usize) -> String {
    one_line(&with_cut_strings(data, longest).to_string())
}

/// Whether a prompt contains a node's data in full.
pub(crate) fn holds_whole(prompt: &str, data: &Value) -> bool {
    prompt.contains(&data_line(data, usize::MAX))
}

/// Data as one line of JSON: whole if it fits a token limit, otherwise with its strings cut.
fn shown(data: &Value, room: u64) -> String {
    let whole = data_line(data, usize::MAX);
    if estimate(&whole) <= room {
        return whole;
    }
    let all = whole.chars().count();
    let fitting = all as u64 * room / estimate(&whole);
    let fitting = usize::try_from(fitting).unwrap_or(usize::MAX);
    for share in CUTS {
        let cut = data_line(data, fitting / 100 * share);
        if estimate(&cut) <= room {
            return cut;
        }
    }
    let end = whole
        .char_indices()
        .nth(fitting)
        .map_or(whole.len(), |it| it.0);
    format!(
        "{} [cut: {fitting} of {all} characters shown; read the rest with the tools]",
        &whole[..end]
    )
}

fn with_cut_strings(value: &Value, longest: usize) -> Value {
    match value {
        Value::String(text) => Value::String(cut(text, longest, "read the rest with read_text")),
        Value::Array(items) => items
            .iter()
            .map(|it| with_cut_strings(it, longest))
            .collect(),
        Value::Object(map) => map
            .iter()
            .filter(|(_, value)| !is_hash(value))
            .map(|(key, value)| (key.clone(), with_cut_strings(value, longest)))
            .collect(),
        leaf => leaf.clone(),
    }
}

/// Whether a value is the hash of a picture or sound, which tells a model nothing.
fn is_hash(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit())
}

fn instruction(text: &str) -> String {
    cut(
        text.trim(),
        INSTRUCTION_SHOWN,
        "it stands whole in the person's message",
    )
}

fn cut(text: &str, at: usize, how_on: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(at) else {
        return text.to_owned();
    };
    let all = text.chars().count();
    format!(
        "{}… [cut: {at} of {all} characters shown; {how_on}]",
        &text[..end]
    )
}

/// Story text as a JSON string on one line.
pub(crate) fn quoted(text: &str) -> String {
    json_string(&cut(text, TITLE_SHOWN, "the whole is in the story"))
}

/// Story text as a JSON string on one line, whole.
pub(crate) fn json_string(text: &str) -> String {
    one_line(&Value::from(text).to_string())
}

/// JSON escapes line feeds but not the Unicode line separators, which some readers treat as line
/// breaks.
fn one_line(json: &str) -> String {
    json.replace('\u{85}', "\\u0085")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
