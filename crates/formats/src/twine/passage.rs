//! The correspondence between a passage's header and a node. A header is kept in its format's own
//! notation and stands as long as reading it still gives the node as it is.

use std::borrow::Cow;
use std::collections::HashMap;

use model::{Layout, Node};
use serde_json::{Map, Value};

use super::header::{Header, Metadata, read_header};
use super::{FORMS, UNTITLED};
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

/// Tags with a meaning to story formats: SugarCube's `widget` and `init`, Harlowe's `header` and its
/// kin. `Twine.image` and its kin are told by their beginning.
const APART: [&str; 8] = [
    "widget",
    "init",
    "header",
    "footer",
    "startup",
    "debug-header",
    "debug-footer",
    "debug-startup",
];

/// The width and height of a passage that gives no size, in map units.
const CARD: f64 = 100.0;

/// Colors of the palette by the names Twine gives to its tags' colors.
pub(crate) fn palette(name: &str) -> Option<&'static str> {
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
pub(crate) fn title_of(name: &str) -> String {
    tidy_title(name, UNTITLED)
}

/// Whether a passage holds a script or style sheet, where nothing that looks like a link is one.
pub(crate) fn is_code(header: &Header) -> bool {
    header
        .tags
        .iter()
        .any(|it| it == "script" || it == "stylesheet")
}

/// What a passage does by itself, whatever is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duty {
    /// It is shown beside every page, or run before any.
    Shown,
    /// It is a script or style sheet.
    Script,
}

/// What the passage that a node came from does by itself, if anything.
pub(crate) fn duty_of(node: &Node) -> Option<Duty> {
    let header = kept_header(node, "")?;
    if is_code(&header) {
        Some(Duty::Script)
    } else {
        is_apart(&header).then_some(Duty::Shown)
    }
}

/// Whether a passage means something to compilers or story formats, and is no page.
fn is_apart(header: &Header) -> bool {
    SPECIAL.contains(&header.name.as_str())
        || header
            .tags
            .iter()
            .any(|it| APART.contains(&it.as_str()) || it.starts_with("Twine."))
}

/// The kind of node that a passage becomes.
pub(crate) fn kind_of(header: &Header) -> &str {
    if is_code(header) || is_apart(header) {
        return "note";
    }
    KINDS
        .into_iter()
        .find(|kind| header.tags.iter().any(|it| it == kind))
        .unwrap_or("scene")
}

/// The color that the first colored tag gives.
pub(crate) fn color_of(header: &Header, colors: &HashMap<String, String>) -> Option<String> {
    header.tags.iter().find_map(|it| colors.get(it)).cloned()
}

/// Where a header puts its passage; `None` where it does not say, or not legibly.
pub(crate) fn place_of(header: &Header) -> Option<Layout> {
    let metadata = header.metadata.as_ref()?;
    let (x, y) = pair(metadata.text("position")?)?;
    let size = metadata.text("size").and_then(pair);
    let (width, height) = size.unwrap_or((CARD, CARD));
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

/// The header a node came with, in whichever form of Twine; that of the given one first. `None` for
/// a node made here.
pub(crate) fn kept_header(node: &Node, form: &str) -> Option<Header> {
    let others = FORMS.into_iter().filter(|it| *it != form);
    [form]
        .into_iter()
        .chain(others)
        .find_map(|form| header_in(kept::of(&node.data, form)?))
}

/// The header as it was written in Twee.
pub(crate) fn raw_header(node: &Node) -> Option<&str> {
    sound(kept::of(&node.data, "twee")?.get("header")?.as_str()?)
}

fn header_in(kept: &Map<String, Value>) -> Option<Header> {
    match kept.get("header")? {
        Value::String(raw) => Some(read_header(sound(raw)?)),
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
                fault: None,
            })
        }
        _ => None,
    }
}

/// A line that could not stand as a header would swallow the passage or split it.
fn sound(raw: &str) -> Option<&str> {
    (raw.starts_with("::") && !raw.contains('\n')).then_some(raw)
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

/// The header to write for a node that goes by this name in the file and came with that header: the
/// very same while it still says the same.
pub(super) fn header_for<'h>(
    node: &Node,
    old: Option<&'h Header>,
    name: &str,
    form: &str,
) -> Cow<'h, Header> {
    if let Some(header) = old
        && header.name == name
        && kind_of(header) == node.kind
        && stands(node, header, form)
    {
        return Cow::Borrowed(header);
    }
    let mut header = old.cloned().unwrap_or_default();
    if kind_of(&header) != node.kind {
        header.tags.retain(|it| !KINDS.contains(&it.as_str()));
        if node.kind != "scene" {
            header.tags.push(tag_for(&node.kind));
        }
    }
    if !stands(node, &header, form) {
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
    header.name = name.to_owned();
    Cow::Owned(header)
}

/// A tag cannot have spaces.
fn tag_for(kind: &str) -> String {
    kind.split_whitespace().collect::<Vec<_>>().join("-")
}

fn join(x: f64, y: f64) -> String {
    format!("{x},{y}")
}

/// Whether the node still stands where its header, or the import, has put it.
fn stands(node: &Node, header: &Header, form: &str) -> bool {
    let layout = &node.layout;
    match place_of(header) {
        Some(place) => {
            let (right, down) = shift(node, form);
            (place.x + right, place.y + down, place.width, place.height)
                == (layout.x, layout.y, layout.width, layout.height)
        }
        None => {
            let placed = kept::of(&node.data, form).and_then(|it| it.get("placed"));
            let coordinate = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
            layout.width.is_none()
                && layout.height.is_none()
                && (coordinate(0), coordinate(1)) == (Some(layout.x), Some(layout.y))
        }
    }
}

/// How far the import has moved the passage from where its header puts it.
fn shift(node: &Node, form: &str) -> (f64, f64) {
    let shift = kept::of(&node.data, form).and_then(|it| it.get("shift"));
    let number = |index| shift.and_then(|it| it.get(index)).and_then(Value::as_f64);
    (number(0).unwrap_or(0.0), number(1).unwrap_or(0.0))
}
