//! A story becomes a file.

use model::{Node, Story};
use serde_json::{Map, Value};

use super::NAME;
use super::read::usual_tail;
use super::syntax::is_header;
use crate::kept;
use crate::reading::{tidy_title, with_crlf};
use crate::twine::{
    Header, Plan, STORY_DATA, STORY_TITLE, UNTITLED, header_for, raw_header, read_header,
    read_settings, settings_of, with_ifid, with_start, write_header,
};
use crate::watch::over;
use crate::{Parcel, Warning, twine};

/// A passage ready to be written.
struct Piece {
    header: String,
    body: String,
    tail: Option<String>,
}

/// The whole file.
pub(super) fn file(story: &Story) -> String {
    let plan = Plan::of(story, NAME);
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
            .filter(|it| index == last || it.ends_with('\n'));
        text.push_str(tail.unwrap_or(usual));
    }
    if kept.and_then(|it| it.get("crlf")) == Some(&Value::Bool(true)) {
        text = with_crlf(&text);
    }
    text
}

/// All passages, those that are no nodes where they stood in the file.
fn in_order(story: &Story, plan: &Plan<'_>, kept: Option<&Map<String, Value>>) -> Vec<Piece> {
    let mut specials = specials(story, plan, kept).into_iter().peekable();
    let mut pieces = Vec::with_capacity(story.nodes.len() + 2);
    for node in over("writing nodes", story.nodes.values()) {
        while let Some((_, piece)) = specials.next_if(|(at, _)| *at <= pieces.len() as u64) {
            pieces.push(piece);
        }
        pieces.push(Piece {
            header: header_line(node, &plan.names[&node.id]),
            body: plan
                .prose(node, without_headers(kept::text_of(node)).0)
                .text,
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
    let read = old.and_then(read_settings);
    let settings = read.clone().or_else(|| settings_of(story, NAME));
    let settings = with_start(
        with_ifid(settings.unwrap_or_default(), story.id),
        story,
        plan,
    );
    match old {
        Some(body) if read.as_ref() == Some(&settings) => body.to_owned(),
        _ => serde_json::to_string_pretty(&settings).expect("a map of JSON values becomes text"),
    }
}

/// What Twee cannot hold of this story.
pub(super) fn losses(parcel: &Parcel) -> Vec<Warning> {
    let story = &parcel.story;
    let plan = Plan::of(story, NAME);
    let settings = settings_of(story, NAME);
    twine::losses(parcel, &plan, NAME, settings.as_ref(), |losses| {
        let nodes = story.nodes.values().map(|it| &**it);
        losses.nodes(
            "A line that begins with “::” is moved by a space",
            nodes.filter(|it| kept::text_of(it).lines().any(is_header)),
        );
    })
}

/// The header's line: as it was written, while it says the same.
fn header_line(node: &Node, name: &str) -> String {
    let header = header_for(node, name, NAME);
    let same = |raw: &&str| {
        let read = read_header(raw);
        (&read.name, &read.tags, &read.metadata) == (&header.name, &header.tags, &header.metadata)
    };
    raw_header(node)
        .filter(same)
        .map_or_else(|| write_header(&header), str::to_owned)
}

/// The text with a space before every line that would begin a passage.
pub(crate) fn without_headers(text: &str) -> (String, bool) {
    if !text.lines().any(is_header) {
        return (text.to_owned(), false);
    }
    let lines = text.split_inclusive('\n');
    (
        lines
            .map(|it| {
                if is_header(it) {
                    format!(" {it}")
                } else {
                    it.to_owned()
                }
            })
            .collect(),
        true,
    )
}
