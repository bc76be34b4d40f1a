//! A story becomes a file.

use std::collections::HashMap;

use model::{Node, NodeId, Story};
use serde_json::{Map, Value};

use super::passage::{color_of, header_for, kept_header, kind_of};
use super::plan::{Plan, without_headers};
use super::read::usual_tail;
use super::syntax::{Header, write_header};
use super::{NAME, STORY_DATA, STORY_TITLE, UNTITLED, story_data};
use crate::kept;
use crate::reading::tidy_title;
use crate::writing::{Holds, Losses};
use crate::{Parcel, Warning};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT],
    kind: |it| match kept_header(it) {
        Some((_, header)) if kind_of(&header) == it.kind => true,
        _ => ["scene", "note", "character", "place", "group"].contains(&it.kind.as_str()),
    },
};

/// A passage ready to be written.
struct Piece {
    header: String,
    body: String,
    tail: Option<String>,
}

/// The whole file.
pub(super) fn file(story: &Story) -> String {
    let plan = Plan::of(story);
    let kept = kept::of(&story.data, NAME);
    let pieces = in_order(story, &plan, kept);
    let mut text = kept
        .and_then(|it| it.get("preamble"))
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let last = pieces.len().saturating_sub(1);
    for (index, piece) in pieces.iter().enumerate() {
        text.push_str(&piece.header);
        if !piece.body.trim().is_empty() {
            text.push('\n');
            text.push_str(&piece.body);
        }
        let usual = usual_tail(index == last);
        // A passage that was the last may have no line end, and now another follows.
        let tail = piece
            .tail
            .as_deref()
            .filter(|it| index == last || it.contains('\n'));
        text.push_str(tail.unwrap_or(usual));
    }
    if kept.and_then(|it| it.get("crlf")) == Some(&Value::Bool(true)) {
        text = text
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\n', "\r\n");
    }
    text
}

/// All passages, those that are no nodes where they stood in the file.
fn in_order(story: &Story, plan: &Plan<'_>, kept: Option<&Map<String, Value>>) -> Vec<Piece> {
    let mut specials = specials(story, plan, kept).into_iter().peekable();
    let mut pieces = Vec::with_capacity(story.nodes.len() + 2);
    for node in story.nodes.values() {
        while let Some((_, piece)) = specials.next_if(|(at, _)| *at <= pieces.len() as u64) {
            pieces.push(piece);
        }
        pieces.push(Piece {
            header: header_for(node, &plan.names[&node.id]),
            body: plan.prose(node).text,
            tail: kept_text(kept::of(&node.data, NAME), "tail"),
        });
    }
    pieces.extend(specials.map(|(_, piece)| piece));
    pieces
}

fn kept_text(kept: Option<&Map<String, Value>>, key: &str) -> Option<String> {
    kept?.get(key)?.as_str().map(str::to_owned)
}

/// `StoryTitle` and `StoryData` with their places in the file, in order.
fn specials(
    story: &Story,
    plan: &Plan<'_>,
    kept: Option<&Map<String, Value>>,
) -> Vec<(u64, Piece)> {
    let none = Vec::new();
    let old = kept
        .and_then(|it| it.get("passages"))
        .and_then(Value::as_array)
        .unwrap_or(&none);
    let mut specials = Vec::new();
    for name in [STORY_TITLE, STORY_DATA] {
        let old = old
            .iter()
            .filter_map(Value::as_object)
            .find(|it| it.get("name").and_then(Value::as_str) == Some(name));
        let old_body = old.and_then(|it| it.get("body")).and_then(Value::as_str);
        let body = match name {
            STORY_TITLE => title_body(story, old_body),
            _ => data_body(story, plan, old_body),
        };
        let header =
            kept_text(old, "header").filter(|it| it.starts_with("::") && !it.contains('\n'));
        let header = header.unwrap_or_else(|| {
            write_header(&Header {
                name: name.to_owned(),
                ..Header::default()
            })
        });
        let at = old
            .and_then(|it| it.get("at"))
            .and_then(Value::as_u64)
            .unwrap_or(0);
        specials.push((
            at,
            Piece {
                header,
                body,
                tail: kept_text(old, "tail"),
            },
        ));
    }
    specials.sort_by_key(|it| it.0);
    specials
}

fn title_body(story: &Story, old: Option<&str>) -> String {
    match old {
        Some(body) if tidy_title(body, UNTITLED) == story.record.title => body.to_owned(),
        _ => without_headers(&tidy_title(&story.record.title, UNTITLED)).0,
    }
}

/// The settings as they were, unless the start has moved or their identity is not sound.
fn data_body(story: &Story, plan: &Plan<'_>, old: Option<&str>) -> String {
    let read = old.and_then(story_data::read);
    let mut settings = story_data::with_ifid(read.clone().unwrap_or_default(), story.id);
    if let Some(start) = story.record.start
        && first_named(story, plan, story_data::start(&settings)) != Some(start)
        && let Some(name) = plan.names.get(&start)
    {
        settings.insert("start".to_owned(), name.as_str().into());
    }
    match old {
        Some(body) if read.as_ref() == Some(&settings) => body.to_owned(),
        _ => serde_json::to_string_pretty(&settings).expect("a map of JSON values becomes text"),
    }
}

fn first_named(story: &Story, plan: &Plan<'_>, name: &str) -> Option<NodeId> {
    story
        .nodes
        .keys()
        .copied()
        .find(|it| plan.names[it] == name)
}

/// What Twee cannot hold of this story.
pub(super) fn losses(parcel: &Parcel) -> Vec<Warning> {
    let story = &parcel.story;
    let plan = Plan::of(story);
    let mut losses = Losses::of(parcel, &HOLDS);
    losses.nodes(
        "Their title is written as a name that links can use",
        plan.renamed.iter().copied(),
    );
    prose_losses(&mut losses, story, &plan);
    let nodes = || story.nodes.values().map(|it| &**it);
    losses.nodes(
        "Which group holds them is not written",
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    losses.nodes(
        "Groups are written as passages, shown open",
        nodes().filter(|it| it.layout.collapsed),
    );
    let settings = kept::of(&story.data, NAME)
        .and_then(|it| {
            it.get("passages")?
                .as_array()?
                .iter()
                .find(|it| it["name"] == STORY_DATA)
        })
        .and_then(|it| story_data::read(it["body"].as_str()?));
    let colors = settings
        .as_ref()
        .map(story_data::colors)
        .unwrap_or_default();
    losses.nodes(
        "Their color is not written",
        nodes().filter(|it| has_own_color(it, &colors)),
    );
    losses.edges(
        "Conditions are not written",
        story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| it.record.condition.is_some()),
    );
    losses.done()
}

fn has_own_color(node: &Node, colors: &HashMap<String, String>) -> bool {
    let given = kept_header(node).and_then(|(_, header)| color_of(&header, colors));
    node.layout.color != given
}

fn prose_losses(losses: &mut Losses<'_>, story: &Story, plan: &Plan<'_>) {
    let (mut moved, mut relabeled, mut unwritable) = (vec![], vec![], vec![]);
    let (mut links, mut broken) = (vec![], vec![]);
    for node in story.nodes.values() {
        let prose = plan.prose(node);
        if prose.has_moved_line {
            moved.push(&**node);
        }
        relabeled.extend(prose.relabeled);
        unwritable.extend(prose.unwritable);
        links.extend(
            prose
                .unlinked
                .iter()
                .map(|it| format!("{} → {it}", node.title)),
        );
        broken.extend(
            prose
                .broken
                .iter()
                .map(|it| format!("{} → {it}", node.title)),
        );
    }
    losses.nodes("A line that begins with “::” is moved by a space", moved);
    losses.edges(
        "Marks of links in their label are written as similar ones",
        relabeled,
    );
    losses.edges(
        "There is no way to write this link in Twee; it is not written",
        unwritable,
    );
    let units = ["link", "links"];
    losses.list(
        "The text still links there though the edge is gone, and is not rewritten",
        links,
        units,
    );
    losses.list(
        "The text links to passages that do not exist",
        broken,
        units,
    );
}
