//! Exports one readable Markdown document: scenes in reading order with their choices as links,
//! then characters, places and notes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use model::{Node, NodeId, Story};

use crate::export::{
    Choices, FormatSupport, IncludedNodes, KV, Losses, Notations, Notes, Parts, Wording,
    attributes, reading_order, written_language,
};
use crate::import::tidy_title;
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::kept_data;
use markup::links::links_as_labels;
use markup::notation::twine;
use markup::progress::track;

const SUPPORT: FormatSupport = FormatSupport {
    format: "markdown",
    capabilities: &[kept_data::TEXT, KV],
    kind: |_| true,
};

/// Exporter for a Markdown document.
pub(crate) struct Markdown;

impl Format for Markdown {
    fn about(&self) -> About {
        About {
            name: "markdown",
            title: "Markdown document",
            extensions: &["md"],
        }
    }
}

impl Exporter for Markdown {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let mut losses = Losses::of(bundle, &SUPPORT);
        let nodes = || bundle.story.nodes.values().map(|it| &**it);
        losses.add_nodes(LossKind::Positions, nodes());
        let notations = Notations::of(&bundle.story);
        let is_special = |it: &&Node| twine::role_of(it).is_some();
        losses.add_nodes(LossKind::SpecialPassages, nodes().filter(is_special));
        let with_code = nodes()
            .filter(|it| it.kind != "note" && !is_special(it))
            .filter(|it| notations.leaves_out_code(it, kept_data::text_of(it)));
        losses.add_nodes(LossKind::Macros, with_code);
        losses.add_nodes(
            LossKind::Colors,
            nodes().filter(|it| it.layout.color.is_some()),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let story = &bundle.story;
        let choices = Choices::offered(story);
        let (order, _) = reading_order(story, &choices, story.record.start);
        let numbers = order
            .iter()
            .enumerate()
            .map(|(index, it)| (it.id, index + 1))
            .collect();
        let mut text = format!(
            "# {}\n",
            escaped(&tidy_title(&story.record.title, "Untitled"))
        );
        let mut kind = "scene";
        let notations = Notations::of(story);
        let mut nodes = by_kind(&order);
        let scenes = nodes.partition_point(|it| it.kind == "scene");
        let parts = Parts::of(story, &nodes[..scenes]);
        let included = IncludedNodes::of(story, &order);
        let edges = story.edges.values().filter(|it| !it.record.includes);
        let chosen: HashSet<NodeId> = edges.map(|it| it.record.to).collect();
        nodes.retain(|it| {
            // The heading of a part says all that there is of it.
            let is_heading = parts.contains(it) && kept_data::text_of(it).is_empty();
            // What others include stands there; by itself only where a choice leads to it.
            let is_included = included.contains(it) && !chosen.contains(&it.id);
            !is_heading && !is_included && twine::role_of(it).is_none()
        });
        let language = written_language(bundle, &nodes);
        let notes = Notes::with_titles(&language);
        for (number, node) in track("writing nodes", nodes).enumerate() {
            if node.kind != kind {
                kind = &node.kind;
                let heading = heading_of_kind(kind, &language);
                text.push_str(&format!("\n# {}\n", escaped(heading)));
            }
            if let Some((_, title)) = parts.beginning_at(number) {
                text.push_str(&format!("\n# {}\n", escaped(&title)));
            }
            let group = node.layout.parent.and_then(|it| story.nodes.get(&it));
            let group = group.filter(|it| !parts.contains(it));
            let group = group.map(|it| link(&it.title, it.id, &numbers));
            // A chapter outside of all parts is as high as they are.
            let is_outside =
                number < scenes && !parts.is_empty() && parts.part_of(number).is_none();
            let level = if is_outside { "#" } else { "##" };
            text.push_str(&heading(node, level, &numbers));
            text.extend(group.map(|it| format!("\n*{it}*\n")));
            add_node(&mut text, node, included.written(node), notations);
            add_choices(&mut text, story, choices.from(node.id), &numbers, &notes);
        }
        text.into_bytes()
    }
}

/// The nodes grouped by kind: scenes first, other kinds in order of first occurrence.
fn by_kind<'a>(order: &[&'a Node]) -> Vec<&'a Node> {
    let mut places = HashMap::from([("scene", 0)]);
    for node in order {
        let next = places.len();
        places.entry(node.kind.as_str()).or_insert(next);
    }
    let mut sorted = order.to_vec();
    sorted.sort_by_key(|it| places[it.kind.as_str()]);
    sorted
}

/// The heading of the nodes of a kind, in the language of the story.
fn heading_of_kind<'a>(kind: &'a str, language: &str) -> &'a str {
    let wording = Wording::of(language);
    match kind {
        "character" => wording.characters,
        "place" => wording.places,
        "note" => wording.notes,
        "group" => wording.groups,
        _ => kind,
    }
}

fn heading(node: &Node, level: &str, numbers: &HashMap<NodeId, usize>) -> String {
    let title = escaped(&tidy_title(&node.title, "Untitled"));
    let number = numbers[&node.id];
    format!("\n<a id=\"{number}\"></a>\n\n{level} {title}\n")
}

fn add_node(text: &mut String, node: &Node, written: &str, notations: Notations) {
    let items = attributes(node).into_iter();
    let items: Vec<_> = items.map(|(key, value)| item(key, &value)).collect();
    if !items.is_empty() {
        text.push_str(&format!("\n{}\n", items.join("\n")));
    }
    // The text of a note may be a script, which is not prose. Links to other nodes stand below as
    // choices.
    let prose = match node.kind.as_str() {
        "note" => Cow::Borrowed(written),
        _ => Cow::Owned(links_as_labels(&notations.read(node, written)).into_owned()),
    };
    let prose = prose.trim();
    if !prose.is_empty() {
        text.push_str(&format!("\n{prose}\n"));
    }
}

fn item(key: &str, value: &str) -> String {
    format!(
        "- **{}**: {}",
        escaped(&tidy_title(key, "")),
        escaped(&tidy_title(value, ""))
    )
}

fn add_choices(
    text: &mut String,
    story: &Story,
    edges: &[&model::Edge],
    numbers: &HashMap<NodeId, usize>,
    notes: &Notes<'_>,
) {
    if !edges.is_empty() {
        text.push('\n');
    }
    for edge in edges {
        let Some(target) = story.nodes.get(&edge.record.to) else {
            continue;
        };
        let label = if edge.record.label.is_empty() {
            &target.title
        } else {
            &edge.record.label
        };
        let link = link(label, target.id, numbers);
        let condition = notes.condition(edge).map(|it| tidy_title(&it, ""));
        let condition = condition.map(|it| format!(" *({})*", escaped(&it)));
        let condition = condition.unwrap_or_default();
        text.push_str(&format!("- → {link}{condition}\n"));
    }
}

fn link(words: &str, to: NodeId, numbers: &HashMap<NodeId, usize>) -> String {
    format!(
        "[{}](#{})",
        escaped(&tidy_title(words, "Untitled")),
        numbers[&to]
    )
}

/// Text escaped for Markdown.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for c in words.chars() {
        if "\\`*_{}[]<>#|~$&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::tests::stories::sample_story;
    use crate::{Bundle, Exporter};

    #[test]
    fn writes_scenes_in_reading_order() {
        let text = super::Markdown.export(&Bundle::new(sample_story()));
        expect![[r##"
            # Three \\ rooms

            <a id="1"></a>

            ## 大厅 \[hall\]

            It was dark.

            A door shut.

            - → [Neo](#2)
            - → [out \| "away"](#3) *(if light \> 0)*

            <a id="3"></a>

            ## The "Yard"

            Cold. <b>#1</b>

            - → [back](#1)

            # Characters

            <a id="2"></a>

            ## Neo

            - **Name**: Thomas\_Anderson
            - **age**: 37
        "##]]
        .assert_eq(&String::from_utf8(text).unwrap());
    }
}
