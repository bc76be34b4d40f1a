//! The correspondence between a passage's header and a node. A header is kept as it was written
//! and stands as long as reading it still gives the node as it is.

use std::collections::HashMap;

use model::{Layout, Node};
use serde_json::{Map, Value, json};

use super::syntax::{Header, read_header, write_header};
use super::{NAME, UNTITLED};
use crate::kept;
use crate::reading::tidy_title;

/// Kinds that a tag of the same name stands for; a passage without one is a scene.
const KINDS: [&str; 4] = ["note", "character", "place", "group"];

/// Passages with a meaning to Twine 1, to compilers or to story formats.
const SPECIAL: [&str; 19] = [
    "StoryAuthor",
    "StoryBanner",
    "StoryCaption",
    "StoryData",
    "StoryDisplayTitle",
    "StoryIncludes",
    "StoryInit",
    "StoryInterface",
    "StoryMenu",
    "StorySettings",
    "StoryShare",
    "StorySubtitle",
    "StoryTitle",
    "StoryWidgets",
    "PassageDone",
    "PassageFooter",
    "PassageHeader",
    "PassageReady",
    "MenuOptions",
];

/// The width and height of a passage that gives no size, in map units.
const CARD: f64 = 100.0;

/// Colors of the palette by the names Twine gives to its tags' colors.
pub(super) fn palette(name: &str) -> Option<&'static str> {
    Some(match name {
        "red" => "1",
        "orange" => "2",
        "yellow" => "3",
        "green" => "4",
        "blue" => "5",
        "purple" => "6",
        "gray" => "#808080",
        _ => return None,
    })
}

/// The title of the node that a passage of this name becomes.
pub(super) fn title_of(name: &str) -> String {
    tidy_title(name, UNTITLED)
}

/// Whether a passage holds a script or style sheet, where nothing that looks like a link is one.
pub(super) fn is_code(header: &Header) -> bool {
    header
        .tags
        .iter()
        .any(|it| it == "script" || it == "stylesheet")
}

/// The kind of node that a passage becomes.
pub(super) fn kind_of(header: &Header) -> &str {
    if is_code(header) || SPECIAL.contains(&header.name.as_str()) {
        return "note";
    }
    KINDS
        .into_iter()
        .find(|kind| header.tags.iter().any(|it| it == kind))
        .unwrap_or("scene")
}

/// The color that the first colored tag gives.
pub(super) fn color_of(header: &Header, colors: &HashMap<String, String>) -> Option<String> {
    header.tags.iter().find_map(|it| colors.get(it)).cloned()
}

/// Where a header puts its passage; `None` where it does not say, or not legibly.
pub(super) fn place_of(header: &Header) -> Option<Layout> {
    let metadata = header.metadata.as_ref()?;
    let (x, y) = pair(metadata.get("position")?)?;
    let (width, height) = metadata.get("size").and_then(pair).unwrap_or((CARD, CARD));
    Some(Layout {
        x,
        y,
        width: Some(width),
        height: Some(height),
        ..Layout::default()
    })
}

fn pair(value: &Value) -> Option<(f64, f64)> {
    let (first, second) = value.as_str()?.split_once(',')?;
    let number = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    Some((number(first)?, number(second)?))
}

/// What is kept of a passage on its node.
pub(super) fn kept(raw_header: &str, free_place: Option<(f64, f64)>) -> Map<String, Value> {
    let mut kept = Map::new();
    kept.insert("header".to_owned(), raw_header.into());
    if let Some((x, y)) = free_place {
        kept.insert("placed".to_owned(), json!([x, y]));
    }
    kept
}

/// The header a node came with, as written and as read; `None` for a node made here.
pub(super) fn kept_header(node: &Node) -> Option<(&str, Header)> {
    let raw = kept::of(&node.data, NAME)?.get("header")?.as_str()?;
    // A line that could not stand as a header would swallow the passage or split it.
    let sound = raw.starts_with("::") && !raw.contains('\n');
    sound.then(|| (raw, read_header(raw)))
}

/// The header to write for a node that goes by this name in the file.
pub(super) fn header_for(node: &Node, name: &str) -> String {
    let old = kept_header(node);
    if let Some((raw, header)) = &old
        && header.name == name
        && kind_of(header) == node.kind
        && stands(node, header)
    {
        return (*raw).to_owned();
    }
    let mut header = old.map(|(_, header)| header).unwrap_or_default();
    if kind_of(&header) != node.kind {
        header.tags.retain(|it| !KINDS.contains(&it.as_str()));
        if node.kind != "scene" {
            header.tags.push(tag_for(&node.kind));
        }
    }
    if !stands(node, &header) {
        let metadata = header.metadata.get_or_insert_default();
        let (layout, zero) = (
            &node.layout,
            |it: f64| if it.is_finite() { it } else { 0.0 },
        );
        metadata.insert(
            "position".to_owned(),
            join(zero(layout.x), zero(layout.y)).into(),
        );
        if let (Some(width), Some(height)) = (layout.width, layout.height) {
            metadata.insert("size".to_owned(), join(zero(width), zero(height)).into());
        } else {
            metadata.shift_remove("size");
        }
    }
    header.name = name.to_owned();
    write_header(&header)
}

/// A tag cannot have spaces.
fn tag_for(kind: &str) -> String {
    kind.split_whitespace().collect::<Vec<_>>().join("-")
}

fn join(x: f64, y: f64) -> String {
    format!("{x},{y}")
}

/// Whether the node still stands where its header, or the import, has put it.
fn stands(node: &Node, header: &Header) -> bool {
    let layout = &node.layout;
    match place_of(header) {
        Some(place) => {
            (place.x, place.y, place.width, place.height)
                == (layout.x, layout.y, layout.width, layout.height)
        }
        None => {
            let placed = kept::of(&node.data, NAME).and_then(|it| it.get("placed"));
            let coordinate = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
            layout.width.is_none()
                && layout.height.is_none()
                && (coordinate(0), coordinate(1)) == (Some(layout.x), Some(layout.y))
        }
    }
}
