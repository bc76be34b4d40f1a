//! The map as a list of shapes, from back to front: groups, links, cards, words. Places are those of
//! the map; what is drawn is the same for SVG and PNG.

use std::collections::HashMap;

use model::{Edge, Node, NodeId, Story};

use super::shapes::{Rectangle, Shape, Words};
use crate::fonts::{Cut, Type};
use crate::kept;
use crate::reading::tidy_title;
use crate::watch::over;
use crate::writing::prose::blocks;
use crate::writing::{in_choice_order, offered_when};

/// The size of a card that has none of its own, as the map draws it.
const CARD: (f64, f64) = (236.0, 132.0);
/// Empty space around everything.
const MARGIN: f64 = 40.0;
/// Places beyond this are drawn there.
const FARTHEST: f64 = 1e7;
/// Groups inside one another beyond this are not drawn around what they hold.
const DEEPEST: usize = 16;
/// How much of the prose is looked at for the beginning that cards show, in characters.
const EXCERPT: usize = 400;
/// The longest label of a link, in characters.
const LONGEST: usize = 60;

const INK: &str = "#26221c";
const SOFT: &str = "#5d564b";
const LINK: &str = "#a79d8e";
const PAPER: &str = "#f7f5f1";
const CARD_FILL: &str = "#ffffff";

/// The drawing.
pub(super) struct Plan {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

/// How large the drawing of a story is: width and height.
pub(super) fn size(story: &Story) -> (f64, f64) {
    let bounds = bounds(places(story).values());
    (bounds.width, bounds.height)
}

/// Draws a story.
pub(super) fn plan(story: &Story, type_of: &Type<'_>) -> Plan {
    let places = places(story);
    let bounds = bounds(places.values());
    let mut shapes = vec![Shape::Box {
        at: Rectangle {
            x: 0.0,
            y: 0.0,
            width: bounds.width,
            height: bounds.height,
        },
        radius: 0.0,
        fill: PAPER.to_owned(),
        line: None,
    }];
    let moved = |id: &NodeId| places.get(id).map(|it| it.moved(-bounds.x, -bounds.y));
    let is_group = |it: &&std::sync::Arc<Node>| it.kind == "group";
    // Larger groups first, so that those they hold lie on them.
    let mut groups: Vec<_> = story.nodes.values().filter(is_group).collect();
    groups.sort_by(|a, b| {
        let area = |it: &Node| places.get(&it.id).map_or(0.0, |it| it.width * it.height);
        area(b).total_cmp(&area(a))
    });
    for group in groups {
        shapes.extend(moved(&group.id).map(|at| frame(group, at)));
        shapes.extend(moved(&group.id).map(|at| frame_title(group, at)));
    }
    let mut labels = Vec::new();
    for edge in over("drawing links", in_choice_order(story)) {
        let ends = [edge.record.from, edge.record.to].map(|it| moved(&it));
        if let [Some(from), Some(to)] = ends {
            link(&mut shapes, &mut labels, edge, (&from, &to), type_of);
        }
    }
    for node in over("drawing cards", story.nodes.values()) {
        if let Some(at) = moved(&node.id).filter(|_| !is_group(&node)) {
            card(
                &mut shapes,
                node,
                at,
                story.record.start == Some(node.id),
                type_of,
            );
        }
    }
    shapes.extend(labels);
    Plan {
        width: bounds.width,
        height: bounds.height,
        shapes,
    }
}

/// Where every node lies; a group around what it holds.
fn places(story: &Story) -> HashMap<NodeId, Rectangle> {
    let own = |node: &Node| {
        let within = |it: f64| {
            if it.is_finite() {
                it.clamp(-FARTHEST, FARTHEST)
            } else {
                0.0
            }
        };
        let long = |it: Option<f64>, otherwise: f64| {
            it.filter(|it| it.is_finite() && *it >= 1.0)
                .map_or(otherwise, |it| it.min(FARTHEST))
        };
        Rectangle {
            x: within(node.layout.x),
            y: within(node.layout.y),
            width: long(node.layout.width, CARD.0),
            height: long(node.layout.height, CARD.1),
        }
    };
    let nodes = || story.nodes.values();
    let mut places: HashMap<_, _> = nodes().map(|it| (it.id, own(it))).collect();
    let mut held: HashMap<NodeId, Rectangle> = HashMap::new();
    for node in nodes().filter(|it| it.kind != "group") {
        let (mut around, mut parent) = (places[&node.id], node.layout.parent);
        for _ in 0..DEEPEST {
            let Some(group) = parent.and_then(|it| story.nodes.get(&it)) else {
                break;
            };
            around = around.grown(28.0);
            let frame = held.entry(group.id).or_insert(around);
            *frame = frame.with(&around);
            parent = group.layout.parent;
        }
    }
    places.extend(held);
    places
}

fn bounds<'a>(places: impl Iterator<Item = &'a Rectangle>) -> Rectangle {
    let all = places.copied().reduce(|one, other| one.with(&other));
    let all = all.unwrap_or(Rectangle {
        x: 0.0,
        y: 0.0,
        width: CARD.0,
        height: CARD.1,
    });
    // Room for the title above a frame.
    all.with(&all.moved(0.0, -24.0)).grown(MARGIN)
}

fn frame(group: &Node, at: Rectangle) -> Shape {
    let accent = accent(group);
    Shape::Box {
        at,
        radius: 14.0,
        fill: mixed(&accent, 0.08),
        line: Some((mixed(&accent, 0.45), 1.5)),
    }
}

fn frame_title(group: &Node, at: Rectangle) -> Shape {
    Shape::Text(Words {
        x: at.x + 10.0,
        y: at.y - 8.0,
        size: 15.0,
        color: SOFT.to_owned(),
        is_centered: false,
        has_halo: false,
        text: shortened(&group.title),
    })
}

fn card(shapes: &mut Vec<Shape>, node: &Node, at: Rectangle, is_start: bool, type_of: &Type<'_>) {
    let accent = accent(node);
    let line = if is_start {
        (accent.clone(), 4.0)
    } else {
        (mixed(&accent, 0.55), 1.5)
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
    let mut y = at.y + 40.0;
    let bottom = at.y + at.height - 10.0;
    let mut lines = |text: &str, (size, leading): (f64, f64), color: &str, most: usize| {
        let room = ((bottom - y) / leading).floor().max(0.0) as usize + 1;
        for text in wrapped(text, at.width - 24.0, size, room.min(most), type_of) {
            if y > bottom {
                return;
            }
            shapes.push(Shape::Text(Words {
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
    lines(&tidy_title(&node.title, "Untitled"), (16.0, 21.0), INK, 3);
    let prose = excerpt(node);
    if !prose.is_empty() {
        lines(&prose, (12.0, 16.5), SOFT, 12);
    }
}

/// How the prose of a node begins.
fn excerpt(node: &Node) -> String {
    let text = kept::text_of(node);
    let begin: String = text.chars().take(EXCERPT).collect();
    let blocks = blocks(&begin);
    let words: Vec<_> = blocks
        .iter()
        .flat_map(|it| &it.runs)
        .map(|it| it.text.as_str())
        .collect();
    tidy_title(&words.join(" "), "")
}

fn link(
    shapes: &mut Vec<Shape>,
    labels: &mut Vec<Shape>,
    edge: &Edge,
    (from, to): (&Rectangle, &Rectangle),
    type_of: &Type<'_>,
) {
    let curve = curve(from, to, edge.record.from == edge.record.to);
    let [start, one, two, end] = curve;
    shapes.push(Shape::Curve {
        points: curve,
        color: LINK.to_owned(),
        is_dashed: edge.record.condition.is_some() || edge.record.dynamic || edge.record.includes,
    });
    // The head points along the end of the curve.
    let (dx, dy) = (end.0 - two.0, end.1 - two.1);
    let length = dx.hypot(dy).max(1e-6);
    let (dx, dy) = (dx / length * 11.0, dy / length * 11.0);
    let base = (end.0 - dx, end.1 - dy);
    shapes.push(Shape::Triangle {
        points: [
            end,
            (base.0 - dy * 0.45, base.1 + dx * 0.45),
            (base.0 + dy * 0.45, base.1 - dx * 0.45),
        ],
        color: LINK.to_owned(),
    });
    let mut label = edge.record.label.clone();
    if let Some(condition) = offered_when(edge) {
        label = format!("{label} [{condition}]");
    }
    let middle = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
    let x = middle(start.0, one.0, two.0, end.0);
    let y = middle(start.1, one.1, two.1, end.1);
    let lines = match shortened(&label) {
        none if none.is_empty() => Vec::new(),
        // Beside one another cards leave little room.
        label => wrapped(
            &label,
            (end.0 - start.0).abs().clamp(96.0, 260.0),
            12.0,
            4,
            type_of,
        ),
    };
    let top = y + 4.0 - 7.5 * (lines.len().saturating_sub(1)) as f64;
    for (row, text) in lines.into_iter().enumerate() {
        labels.push(Shape::Text(Words {
            x,
            y: top + 15.0 * row as f64,
            size: 12.0,
            color: SOFT.to_owned(),
            is_centered: true,
            has_halo: true,
            text,
        }));
    }
}

/// From the side of one card to the side of another: start, two handles, end.
fn curve(from: &Rectangle, to: &Rectangle, is_loop: bool) -> [(f64, f64); 4] {
    if is_loop {
        let (right, top) = (from.x + from.width, from.y);
        return [
            (right, top + from.height * 0.35),
            (right + 70.0, top + from.height * 0.35),
            (right - 30.0, top - 70.0),
            (right - 30.0, top),
        ];
    }
    let (a, b) = (from.middle(), to.middle());
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    if dx.abs() * from.height >= dy.abs() * from.width {
        let side = dx.signum();
        let (start, end) = (a.0 + side * from.width / 2.0, b.0 - side * to.width / 2.0);
        let reach = ((end - start).abs() / 2.0).max(30.0) * side;
        [
            (start, a.1),
            (start + reach, a.1),
            (end - reach, b.1),
            (end, b.1),
        ]
    } else {
        let side = dy.signum();
        let (start, end) = (a.1 + side * from.height / 2.0, b.1 - side * to.height / 2.0);
        let reach = ((end - start).abs() / 2.0).max(30.0) * side;
        [
            (a.0, start),
            (a.0, start + reach),
            (b.0, end - reach),
            (b.0, end),
        ]
    }
}

fn shortened(words: &str) -> String {
    let words = tidy_title(words, "");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}

/// Words in as many lines as they need and have.
fn wrapped(words: &str, width: f64, size: f64, rows: usize, type_of: &Type<'_>) -> Vec<String> {
    let wide = |text: &str| -> f64 {
        let letters = text.chars().filter_map(|it| type_of.set(Cut::Sans, it));
        // The built-in sign for a missing letter is as wide as one of the missing letters.
        letters.map(|it| f64::from(it.advance) * size).sum()
    };
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

/// The color of a node: its own, else its kind's.
fn accent(node: &Node) -> String {
    let own = node.layout.color.as_deref().and_then(|it| match it {
        "1" => Some("#d6493f"),
        "2" => Some("#d8813a"),
        "3" => Some("#c69a2b"),
        "4" => Some("#4f9161"),
        "5" => Some("#3f9aa6"),
        "6" => Some("#8466b0"),
        own => parts(own).map(|_| own),
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

/// A color over paper, as much of it as said.
fn mixed(color: &str, share: f64) -> String {
    let (of, over) = (
        parts(color).unwrap_or_default(),
        parts(PAPER).unwrap_or_default(),
    );
    let mix =
        |at: usize| (f64::from(of[at]) * share + f64::from(over[at]) * (1.0 - share)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Red, green and blue of `#rrggbb`.
pub(super) fn parts(color: &str) -> Option<[u8; 3]> {
    let digits = color
        .strip_prefix('#')
        .filter(|it| it.len() == 6 && it.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}
