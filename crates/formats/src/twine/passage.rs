//! Maps between a passage's header and a node. A header is kept in its format's own notation and
//! written unchanged as long as it still matches the node.

use std::borrow::Cow;
use std::collections::HashMap;

use markup::kept_data;
use markup::notation::twine::{self, FORMS, KIND_TAGS, is_reserved_tag};
use model::contents::{Attributes, KV};
use model::{Layout, Node};
use serde_json::{Map, Value};

use super::UNTITLED;
use super::header::{Header, Metadata, read_header};
use crate::import::tidy_title;

/// The width and height of a passage that gives no size, in map units.
const PASSAGE_SIZE: f64 = 100.0;

/// Twine's names of tag colors, with the palette's.
const TAG_COLOR_NAMES: [(&str, &str); 7] = [
    ("red", "1"),
    ("orange", "2"),
    ("yellow", "3"),
    ("green", "4"),
    ("blue", "5"),
    ("purple", "6"),
    ("gray", "#808080"),
];

/// The palette color for Twine's name of a tag color.
pub(crate) fn palette(name: &str) -> Option<&'static str> {
    let (_, color) = TAG_COLOR_NAMES.iter().find(|it| it.0 == name)?;
    Some(color)
}

/// Twine's name for a palette color; `None` if it has none.
pub(crate) fn named_color(color: &str) -> Option<&'static str> {
    let (name, _) = TAG_COLOR_NAMES.iter().find(|it| it.1 == color)?;
    Some(name)
}

/// The node title for a passage name.
pub(crate) fn title_of(name: &str) -> String {
    tidy_title(name, UNTITLED)
}

/// Whether a passage contains a script or style sheet, in which nothing is a link.
pub(crate) fn is_code(header: &Header) -> bool {
    twine::is_code(&header.tags)
}

/// The kind of node that a passage becomes.
pub(crate) fn kind_of(header: &Header) -> &str {
    if twine::duty(&header.name, &header.tags).is_some() {
        return "note";
    }
    KIND_TAGS
        .into_iter()
        .find(|kind| header.tags.iter().any(|it| it == kind))
        .unwrap_or("scene")
}

/// The color of the first tag that has one.
pub(crate) fn color_of(header: &Header, colors: &HashMap<String, String>) -> Option<String> {
    header.tags.iter().find_map(|it| colors.get(it)).cloned()
}

/// The position in a header; `None` if it is missing or invalid.
pub(crate) fn place_of(header: &Header) -> Option<Layout> {
    let metadata = header.metadata.as_ref()?;
    let (x, y) = pair(metadata.text("position")?)?;
    let size = metadata.text("size").and_then(pair);
    let (width, height) = size.unwrap_or((PASSAGE_SIZE, PASSAGE_SIZE));
    Some(Layout {
        x,
        y,
        width: Some(width),
        height: Some(height),
        ..Layout::default()
    })
}

fn pair(text: &str) -> Option<(f64, f64)> {
    let (first, second) = text.split_once(',')?;
    let number = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    Some((number(first)?, number(second)?))
}

/// The header a node was imported with in any form of Twine, preferably the given one; `None` for a
/// node created here.
pub(crate) fn kept_header(node: &Node, form: &str) -> Option<Header> {
    let others = FORMS.into_iter().filter(|it| *it != form);
    [form]
        .into_iter()
        .chain(others)
        .find_map(|form| header_in(kept_data::get(&node.data, form)?))
}

/// The header as it was written in Twee.
pub(crate) fn raw_header(node: &Node) -> Option<&str> {
    twine::as_header(
        kept_data::get(&node.data, "twee")?
            .get("header")?
            .as_str()?,
    )
}

fn header_in(kept: &Map<String, Value>) -> Option<Header> {
    match kept.get("header")? {
        Value::String(raw) => Some(read_header(twine::as_header(raw)?)),
        Value::Object(fields) => {
            let tags = fields.get("tags").and_then(Value::as_array);
            let tags = tags.into_iter().flatten().filter_map(Value::as_str);
            Some(Header {
                name: fields.get("name")?.as_str()?.to_owned(),
                tags: tags.map(str::to_owned).collect(),
                metadata: fields
                    .get("metadata")
                    .and_then(Value::as_object)
                    .map(|it| Metadata::Map(it.clone())),
                warning: None,
            })
        }
        _ => None,
    }
}

/// A header for forms that have no line for it.
pub(crate) fn as_fields(header: &Header) -> Value {
    let mut fields = Map::new();
    fields.insert("name".to_owned(), header.name.as_str().into());
    fields.insert("tags".to_owned(), header.tags.clone().into());
    if let Some(metadata) = &header.metadata {
        fields.insert("metadata".to_owned(), metadata.map().into_owned().into());
    }
    Value::Object(fields)
}

/// The header to write for a node with this name in the file and this imported header; borrowed if
/// the imported header still matches.
pub(super) fn header_for<'h>(
    node: &Node,
    old: Option<&'h Header>,
    name: &str,
    form: &str,
) -> Cow<'h, Header> {
    if let Some(header) = old
        && header.name == name
        && kind_of(header) == node.kind
        && is_unmoved(node, header, form)
        && given_tags(node).is_none_or(|it| it == own_tags(header))
    {
        return Cow::Borrowed(header);
    }
    let mut header = old.cloned().unwrap_or_default();
    if kind_of(&header) != node.kind {
        header.tags.retain(|it| !KIND_TAGS.contains(&it.as_str()));
        if node.kind != "scene" {
            header.tags.push(tag_for(&node.kind));
        }
    }
    if !is_unmoved(node, &header, form) {
        let metadata = header.metadata.get_or_insert_default().map_mut();
        let (layout, zero) = (
            &node.layout,
            |it: f64| if it.is_finite() { it } else { 0.0 },
        );
        let (right, down) = shift(node, form);
        metadata.insert(
            "position".to_owned(),
            join(zero(layout.x - right), zero(layout.y - down)).into(),
        );
        if let (Some(width), Some(height)) = (layout.width, layout.height) {
            metadata.insert("size".to_owned(), join(zero(width), zero(height)).into());
        } else {
            metadata.shift_remove("size");
        }
    }
    if let Some(given) = given_tags(node).filter(|it| *it != own_tags(&header)) {
        header.tags.retain(|it| is_reserved_tag(it));
        header.tags.extend(given);
    }
    header.name = name.to_owned();
    Cow::Owned(header)
}

/// The tags that the writer gave the node; `None` if they are the imported ones.
fn given_tags(node: &Node) -> Option<Vec<String>> {
    let given = Attributes::tags_in(node.data.get(KV)?)?;
    let given = given.iter().map(|it| tag_for(it));
    Some(given.filter(|it| !is_reserved_tag(it)).collect())
}

fn own_tags(header: &Header) -> Vec<String> {
    let own = header.tags.iter().filter(|it| !is_reserved_tag(it));
    own.cloned().collect()
}

/// A tag for a kind or a phrase; tags cannot contain spaces.
fn tag_for(kind: &str) -> String {
    kind.split_whitespace().collect::<Vec<_>>().join("-")
}

fn join(x: f64, y: f64) -> String {
    format!("{x},{y}")
}

/// Whether the node is still at the position given by its header or by the import.
fn is_unmoved(node: &Node, header: &Header, form: &str) -> bool {
    let layout = &node.layout;
    match place_of(header) {
        Some(place) => {
            let (right, down) = shift(node, form);
            (place.x + right, place.y + down, place.width, place.height)
                == (layout.x, layout.y, layout.width, layout.height)
        }
        None => {
            let placed = kept_data::get(&node.data, form).and_then(|it| it.get("placed"));
            let coordinate = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
            layout.width.is_none()
                && layout.height.is_none()
                && (coordinate(0), coordinate(1)) == (Some(layout.x), Some(layout.y))
        }
    }
}

/// The offset by which the import moved the passage.
fn shift(node: &Node, form: &str) -> (f64, f64) {
    let shift = kept_data::get(&node.data, form).and_then(|it| it.get("shift"));
    let number = |index| shift.and_then(|it| it.get(index)).and_then(Value::as_f64);
    (number(0).unwrap_or(0.0), number(1).unwrap_or(0.0))
}
