//! Converts a story to a story element, and that to a page.

use std::collections::{HashMap, HashSet};

use model::{Node, NodeId, Story};
use serde_json::{Map, Value};

use super::NAME;
use super::markup::escape_end_tag;
use crate::export::Losses;
use crate::import::tidy_title;
use crate::twine::{
    ExportPlan, Header, Metadata, TAG_COLORS, UNTITLED, is_code, kept_header, settings_of,
    with_ifid, with_rules, with_tag_colors,
};
use crate::{LossKind, Unit};
use markup::kept_data;
use markup::progress::track;

/// The element's attributes for its settings, in Twine's order.
const SETTINGS: [&str; 4] = ["ifid", "zoom", "format", "format-version"];

/// The element in an otherwise empty page.
pub(super) fn page(story: &Story) -> String {
    let title = escaped(&tidy_title(&story.record.title, UNTITLED));
    format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n</head>\n\
         <body>\n{}\n</body>\n</html>\n",
        element(story, NAME)
    )
}

/// The story element; `form` is the key of the kept data.
pub(crate) fn element(story: &Story, form: &'static str) -> String {
    let written = with_rules(story, form);
    let story = &*written.story;
    let plan = ExportPlan::of(story, form);
    let (code, nodes): (Vec<_>, Vec<_>) = story
        .nodes
        .values()
        .map(|it| &**it)
        .partition(|it| is_code_node(it, form));
    let pids = pids(&nodes, form);
    let settings = settings_of(story, form).unwrap_or_default();
    let settings = with_tag_colors(with_ifid(settings, story.id), story);
    let mut text = "<tw-storydata".to_owned();
    for (name, value) in attributes(story, form, &settings, &pids) {
        add_attribute(&mut text, &name, &value);
    }
    text.push('>');
    let style = escape_end_tag(&joined(&code, "stylesheet", form), "style");
    text.push_str(&format!(
        "<style role=\"stylesheet\" id=\"twine-user-stylesheet\" type=\"text/twine-css\">{style}</style>"
    ));
    let script = escape_end_tag(&joined(&code, "script", form), "script");
    text.push_str(&format!(
        "<script role=\"script\" id=\"twine-user-script\" type=\"text/twine-javascript\">{script}</script>"
    ));
    for (name, color) in tag_colors(&settings) {
        text.push_str(&format!(
            "<tw-tag name=\"{}\" color=\"{}\"></tw-tag>",
            escaped(name),
            escaped(color)
        ));
    }
    for node in track("writing nodes", nodes) {
        let header = plan.header(node);
        let prose = plan.prose(node, kept_data::text_of(node)).text;
        text.push_str("\n<tw-passagedata");
        add_attribute(&mut text, "pid", &pids[&node.id]);
        add_header(&mut text, &header);
        text.push_str(&format!(">{}</tw-passagedata>", escaped(&prose)));
    }
    text.push_str("\n</tw-storydata>");
    text
}

/// Whether the node is the story's style sheet or script, or part of it.
fn is_code_node(node: &Node, form: &str) -> bool {
    let is_passage = kept_data::get(&node.data, form).is_some_and(|it| it.contains_key("pid"));
    !is_passage && kept_header(node, form).is_some_and(|it| is_code(&it))
}

fn joined(code: &[&Node], tag: &str, form: &str) -> String {
    let texts = code.iter().filter(|it| {
        let header = kept_header(it, form).unwrap_or_default();
        let is_script = header.tags.iter().any(|it| it == "script");
        is_script == (tag == "script")
    });
    let texts: Vec<_> = texts.map(|it| plain(kept_data::text_of(it))).collect();
    texts.join("\n")
}

/// Text as read from an element without entities.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}")
}

fn tag_colors(settings: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let colors = settings.get(TAG_COLORS).and_then(Value::as_object);
    let colors = colors.into_iter().flatten();
    colors.filter_map(|(name, color)| Some((name.as_str(), color.as_str()?)))
}

/// The number of every passage: the imported one, otherwise the next free one.
fn pids(nodes: &[&Node], form: &str) -> HashMap<NodeId, String> {
    let mut pids = HashMap::new();
    let mut taken = HashSet::new();
    for node in nodes {
        let pid = kept_data::get(&node.data, form).and_then(|it| it.get("pid")?.as_str());
        if let Some(pid) = pid.filter(|it| it.parse::<u32>().is_ok_and(|it| it > 0))
            && taken.insert(pid.to_owned())
        {
            pids.insert(node.id, pid.to_owned());
        }
    }
    let mut next = 1_u64;
    for node in nodes {
        pids.entry(node.id).or_insert_with(|| {
            while taken.contains(&next.to_string()) {
                next += 1;
            }
            taken.insert(next.to_string());
            next.to_string()
        });
    }
    pids
}

/// The element's attributes: the imported ones in their order, with current values.
fn attributes(
    story: &Story,
    form: &str,
    settings: &Map<String, Value>,
    pids: &HashMap<NodeId, String>,
) -> Vec<(String, String)> {
    let kept = kept_data::get(&story.data, form).and_then(|it| it.get("attributes")?.as_array());
    let pair = |it: &Value| {
        Some((
            it.get(0)?.as_str()?.to_owned(),
            it.get(1)?.as_str()?.to_owned(),
        ))
    };
    let mut attributes: Vec<(String, String)> =
        kept.into_iter().flatten().filter_map(pair).collect();
    let start = story.record.start.and_then(|it| pids.get(&it));
    // A start number that referred to no passage may now belong to one.
    let misleads = |value: &String| start.is_none() && pids.values().any(|it| it == value);
    attributes
        .retain(|(name, value)| is_attribute(name) && !(name == "startnode" && misleads(value)));
    if attributes.is_empty() {
        attributes.push(("name".to_owned(), String::new()));
    }
    let mut set = |name: &str, value: String| {
        match attributes.iter_mut().find(|(it, _)| it == name) {
            Some(attribute) => attribute.1 = value,
            None => attributes.push((name.to_owned(), value)),
        };
    };
    let title = tidy_title(&story.record.title, UNTITLED);
    let old = kept_name(kept);
    if old.is_none_or(|it| tidy_title(it, UNTITLED) != title) {
        set("name", title);
    }
    if let Some(pid) = start {
        set("startnode", pid.clone());
    }
    for name in SETTINGS {
        match settings.get(name) {
            Some(Value::String(value)) => set(name, value.clone()),
            Some(Value::Null) | None => {}
            Some(_) if kept.is_some() => {}
            Some(value) => set(name, value.to_string()),
        }
    }
    if kept.is_none() {
        set("hidden", String::new());
    }
    attributes
}

fn kept_name(kept: Option<&Vec<Value>>) -> Option<&str> {
    let name = kept?.iter().find(|it| it[0] == "name")?;
    name.get(1)?.as_str()
}

fn add_header(text: &mut String, header: &Header) {
    add_attribute(text, "name", &header.name);
    add_attribute(text, "tags", &header.tags.join(" "));
    let metadata = header.metadata.iter().map(Metadata::map);
    for (name, value) in metadata.collect::<Vec<_>>().iter().flat_map(|it| &**it) {
        if is_attribute(name) && !["pid", "name", "tags"].contains(&name.as_str()) {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            add_attribute(text, name, &value);
        }
    }
}

/// Whether the name is a valid attribute name.
fn is_attribute(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|it| it.is_alphanumeric() && !it.is_ascii_uppercase() || "-_:.".contains(it))
}

fn add_attribute(text: &mut String, name: &str, value: &str) {
    if name == "hidden" && value.is_empty() {
        text.push_str(" hidden");
    } else {
        text.push_str(&format!(" {name}=\"{}\"", escaped(value)));
    }
}

/// Text with all special characters as entities, including those that HTML would normalize.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\r' => escaped.push_str("&#13;"),
            '\0' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// What a story element cannot represent.
pub(crate) fn story_losses(
    losses: &mut Losses<'_>,
    story: &Story,
    settings: Option<&Map<String, Value>>,
) {
    let known = |it: &&String| {
        ![TAG_COLORS, "start"].contains(&it.as_str()) && !SETTINGS.contains(&it.as_str())
    };
    let lost: Vec<_> = settings
        .into_iter()
        .flat_map(Map::keys)
        .filter(known)
        .cloned()
        .collect();
    losses.add_list(LossKind::UnsupportedSettings, lost, Unit::Setting);
    let nodes = story.nodes.values().map(|it| &**it);
    losses.add_nodes(
        LossKind::CodeMerged,
        nodes.filter(|it| is_code_node(it, NAME)),
    );
}
