//! The map as a list of shapes from back to front: groups, links, cards, text. Coordinates are
//! those of the map; SVG and PNG draw the same list.

use std::collections::HashMap;

use model::{Node, NodeId, Story};

use super::label_places::LabelPlaces;
use super::links::{LABEL_SIZE, label, link};
use super::shapes::{Rectangle, Shape, TextLine};
use crate::export::in_choice_order;
use crate::export::prose::blocks;
use crate::import::tidy_title;
use crate::typeset::{FontStack, FontStyle};
use markup::kept_data;
use markup::progress::track;

/// The size of a card without one, as the map draws it.
const DEFAULT_CARD_SIZE: (f64, f64) = (236.0, 132.0);
/// The margin around the drawing.
const MARGIN: f64 = 40.0;
/// Coordinates are clamped to this.
const MAX_COORDINATE: f64 = 1e7;
/// The sizes of a card's title and of its prose.
const TITLE_SIZE: f64 = 16.0;
const PROSE_SIZE: f64 = 12.0;
/// Groups nested deeper than this are not enlarged to enclose their members.
const MAX_GROUP_DEPTH: usize = 16;
/// How much of the prose is examined for a card's excerpt, in characters.
const EXCERPT_LENGTH: usize = 400;
/// The maximum length of a link's label, in characters.
const MAX_LABEL: usize = 60;

const TEXT_COLOR: &str = "#26221c";
pub(super) const MUTED_COLOR: &str = "#5d564b";
const BACKGROUND: &str = "#f7f5f1";
const CARD_FILL: &str = "#ffffff";

/// The drawing.
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

/// The width and height of the drawing of a story.
pub(super) fn size(story: &Story) -> (f64, f64) {
    let bounds = bounds(node_bounds(story).values());
    (bounds.width, bounds.height)
}

/// Draws a story without text of cards and links smaller than `legible`: nobody could read it, and
/// breaking lines and placing labels would take longer than everything else.
pub(super) fn draw(story: &Story, font_stack: &FontStack<'_>, legible: f64) -> Drawing {
    let node_bounds = node_bounds(story);
    let bounds = bounds(node_bounds.values());
    let mut shapes = vec![Shape::Box {
        at: Rectangle {
            x: 0.0,
            y: 0.0,
            width: bounds.width,
            height: bounds.height,
        },
        radius: 0.0,
        fill: BACKGROUND.to_owned(),
        line: None,
    }];
    let moved = |id: &NodeId| {
        node_bounds
            .get(id)
            .map(|it| it.translate(-bounds.x, -bounds.y))
    };
    let is_group = |it: &&std::sync::Arc<Node>| it.kind == "group";
    // Larger groups first, so that the groups inside them are drawn on top.
    let mut groups: Vec<_> = story.nodes.values().filter(is_group).collect();
    groups.sort_by(|a, b| {
        let area = |it: &Node| {
            node_bounds
                .get(&it.id)
                .map_or(0.0, |it| it.width * it.height)
        };
        area(b).total_cmp(&area(a))
    });
    for group in groups {
        shapes.extend(moved(&group.id).map(|at| frame(group, at)));
        shapes.extend(moved(&group.id).map(|at| frame_title(group, at)));
    }
    let cards = story.nodes.values().filter(|it| !is_group(it));
    let mut places = LabelPlaces::around(cards.filter_map(|it| moved(&it.id)));
    let mut labels = Vec::new();
    for edge in track("drawing links", in_choice_order(story)) {
        let ends = [edge.record.from, edge.record.to].map(|it| moved(&it));
        if let [Some(from), Some(to)] = ends {
            let curve = link(&mut shapes, edge, (&from, &to));
            if LABEL_SIZE >= legible {
                labels.extend(label(edge, &curve, &mut places, font_stack));
            }
        }
    }
    for node in track("drawing cards", story.nodes.values()) {
        if let Some(at) = moved(&node.id).filter(|_| !is_group(&node)) {
            card(
                &mut shapes,
                node,
                at,
                story.record.start == Some(node.id),
                (font_stack, legible),
            );
        }
    }
    shapes.extend(labels);
    Drawing {
        width: bounds.width,
        height: bounds.height,
        shapes,
    }
}

/// The bounds of every node; a group also encloses its members.
fn node_bounds(story: &Story) -> HashMap<NodeId, Rectangle> {
    let own = |node: &Node| {
        let within = |it: f64| {
            if it.is_finite() {
                it.clamp(-MAX_COORDINATE, MAX_COORDINATE)
            } else {
                0.0
            }
        };
        let long = |it: Option<f64>, otherwise: f64| {
            it.filter(|it| it.is_finite() && *it >= 1.0)
                .map_or(otherwise, |it| it.min(MAX_COORDINATE))
        };
        Rectangle {
            x: within(node.layout.x),
            y: within(node.layout.y),
            width: long(node.layout.width, DEFAULT_CARD_SIZE.0),
            height: long(node.layout.height, DEFAULT_CARD_SIZE.1),
        }
    };
    let nodes = || story.nodes.values();
    let mut node_bounds: HashMap<_, _> = nodes().map(|it| (it.id, own(it))).collect();
    let mut held: HashMap<NodeId, Rectangle> = HashMap::new();
    for node in nodes().filter(|it| it.kind != "group") {
        let (mut around, mut parent) = (node_bounds[&node.id], node.layout.parent);
        for _ in 0..MAX_GROUP_DEPTH {
            let Some(group) = parent.and_then(|it| story.nodes.get(&it)) else {
                break;
            };
            around = around.inflate(28.0);
            let frame = held.entry(group.id).or_insert(around);
            *frame = frame.with(&around);
            parent = group.layout.parent;
        }
    }
    node_bounds.extend(held);
    node_bounds
}

fn bounds<'a>(node_bounds: impl Iterator<Item = &'a Rectangle>) -> Rectangle {
    let all = node_bounds.copied().reduce(|one, other| one.with(&other));
    let all = all.unwrap_or(Rectangle {
        x: 0.0,
        y: 0.0,
        width: DEFAULT_CARD_SIZE.0,
        height: DEFAULT_CARD_SIZE.1,
    });
    // Space for the title above a frame.
    all.with(&all.translate(0.0, -24.0)).inflate(MARGIN)
}

fn frame(group: &Node, at: Rectangle) -> Shape {
    let accent = accent(group);
    Shape::Box {
        at,
        radius: 14.0,
        fill: blend(&accent, 0.08),
        line: Some((blend(&accent, 0.45), 1.5)),
    }
}

fn frame_title(group: &Node, at: Rectangle) -> Shape {
    Shape::Text(TextLine {
        x: at.x + 10.0,
        y: at.y - 8.0,
        size: 15.0,
        color: MUTED_COLOR.to_owned(),
        is_centered: false,
        has_halo: false,
        text: truncate(&group.title),
    })
}

fn card(
    shapes: &mut Vec<Shape>,
    node: &Node,
    at: Rectangle,
    is_start: bool,
    (font_stack, legible): (&FontStack<'_>, f64),
) {
    let accent = accent(node);
    let line = if is_start {
        (accent.clone(), 4.0)
    } else {
        (blend(&accent, 0.55), 1.5)
    };
    shapes.push(Shape::Box {
        at,
        radius: 10.0,
        fill: CARD_FILL.to_owned(),
        line: Some(line),
    });
    shapes.push(Shape::Box {
        at: Rectangle {
            x: at.x + 12.0,
            y: at.y + 14.0,
            width: 28.0_f64.min(at.width / 3.0),
            height: 5.0,
        },
        radius: 2.5,
        fill: accent,
        line: None,
    });
    if TITLE_SIZE < legible {
        return;
    }
    let mut y = at.y + 40.0;
    let bottom = at.y + at.height - 10.0;
    let mut lines = |text: &str, (size, leading): (f64, f64), color: &str, most: usize| {
        let room = ((bottom - y) / leading).floor().max(0.0) as usize + 1;
        for text in wrap(text, at.width - 24.0, size, room.min(most), font_stack) {
            if y > bottom {
                return;
            }
            shapes.push(Shape::Text(TextLine {
                x: at.x + 12.0,
                y,
                size,
                color: color.to_owned(),
                is_centered: false,
                has_halo: false,
                text,
            }));
            y += leading;
        }
    };
    lines(
        &tidy_title(&node.title, "Untitled"),
        (TITLE_SIZE, 21.0),
        TEXT_COLOR,
        3,
    );
    if PROSE_SIZE < legible {
        return;
    }
    let prose = excerpt(node);
    if !prose.is_empty() {
        lines(&prose, (PROSE_SIZE, 16.5), MUTED_COLOR, 12);
    }
}

/// The beginning of a node's prose.
fn excerpt(node: &Node) -> String {
    let text = kept_data::text_of(node);
    let begin: String = text.chars().take(EXCERPT_LENGTH).collect();
    let blocks = blocks(&begin);
    let words: Vec<_> = blocks
        .iter()
        .flat_map(|it| &it.runs)
        .map(|it| it.text.as_str())
        .collect();
    tidy_title(&words.join(" "), "")
}

pub(super) fn truncate(words: &str) -> String {
    let words = tidy_title(words, "");
    match words.char_indices().nth(MAX_LABEL) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}

/// The width of a text in one line.
pub(super) fn text_width(text: &str, size: f64, font_stack: &FontStack<'_>) -> f64 {
    let letters = text
        .chars()
        .filter_map(|it| font_stack.glyph_or_fallback(FontStyle::Sans, it));
    // The built-in replacement glyph is about as wide as a missing character would be.
    letters.map(|it| f64::from(it.advance) * size).sum()
}

/// Wraps text at a width, up to a number of lines.
pub(super) fn wrap(
    words: &str,
    width: f64,
    size: f64,
    rows: usize,
    font_stack: &FontStack<'_>,
) -> Vec<String> {
    let wide = |text: &str| text_width(text, size, font_stack);
    let mut lines = vec![String::new()];
    let mut filled = 0.0;
    let mut from = 0;
    for (to, _) in unicode_linebreak::linebreaks(words) {
        let word = &words[from..to];
        from = to;
        if filled > 0.0 && filled + wide(word.trim_end()) > width {
            if lines.len() == rows {
                let last = lines.last_mut().expect("there is always a line");
                *last = format!("{}…", last.trim_end());
                return lines;
            }
            lines.push(String::new());
            filled = 0.0;
        }
        filled += wide(word);
        lines
            .last_mut()
            .expect("there is always a line")
            .push_str(word);
    }
    let longest = 120;
    lines
        .into_iter()
        .map(|it| it.trim_end().chars().take(longest).collect())
        .collect()
}

/// The color of a node: its own, otherwise that of its kind.
fn accent(node: &Node) -> String {
    let own = node.layout.color.as_deref().and_then(|it| match it {
        "1" => Some("#d6493f"),
        "2" => Some("#d8813a"),
        "3" => Some("#c69a2b"),
        "4" => Some("#4f9161"),
        "5" => Some("#3f9aa6"),
        "6" => Some("#8466b0"),
        own => rgb(own).map(|_| own),
    });
    let kind = match node.kind.as_str() {
        "scene" => "#4e7fb8",
        "character" => "#c2603f",
        "place" => "#4f9161",
        "note" => "#c69a2b",
        "group" => "#8b8377",
        _ => "#8466b0",
    };
    own.unwrap_or(kind).to_owned()
}

/// A color blended over the paper color; `share` is its opacity.
fn blend(color: &str, share: f64) -> String {
    let (of, over) = (
        rgb(color).unwrap_or_default(),
        rgb(BACKGROUND).unwrap_or_default(),
    );
    let mix =
        |at: usize| (f64::from(of[at]) * share + f64::from(over[at]) * (1.0 - share)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Red, green and blue components of `#rrggbb`.
pub(super) fn rgb(color: &str) -> Option<[u8; 3]> {
    let digits = color
        .strip_prefix('#')
        .filter(|it| it.len() == 6 && it.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}
