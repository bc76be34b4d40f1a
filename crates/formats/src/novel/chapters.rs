//! Converts a book to a story: one node per chapter, each leading to the next, parts as groups.

use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};

use super::Book;
use crate::import::{Block, check_counts, derive_title, tidy_title};
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data::{DataMap, set_text};
use markup::progress::track;

/// The grid cell of a node in map units, and the number of nodes in a row.
const CELL: (f64, f64) = (300.0, 220.0);
const COLUMNS: usize = 8;
/// The space between a group's border and its members.
const MARGIN: f64 = 40.0;
/// The maximum number of lines in a title above a book.
const TITLE_LINES: usize = 6;

/// A chapter, and the title of the part that begins with it.
#[derive(Default)]
struct Chapter {
    part: Option<String>,
    title: Option<String>,
    text: Vec<String>,
}

/// Builds the story; missing chapters are unexpected only if the text was to be divided.
pub(super) fn build_bundle(
    book: Book,
    divides: bool,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let mut warnings = book.warnings;
    let (part, chapter) = levels(&book.blocks);
    let mut chapters = chapters(book.blocks, part, chapter);
    let title = book.title.or_else(|| own_title(&mut chapters));
    chapters.retain(|it| it.title.is_some() || it.part.is_some() || !it.text.is_empty());
    if chapters.is_empty() {
        return Err(FormatError::for_file(FormatErrorKind::TextNotFound {}));
    }
    check_counts(chapters.len(), chapters.len())?;
    if divides && chapters.iter().all(|it| it.title.is_none()) {
        warnings.push(Warning::for_file(ImportWarning::ChaptersNotFound {}));
    }
    let title = title
        .as_deref()
        .map_or_else(String::new, |it| tidy_title(it, ""));
    let mut story = Story::new(
        StoryId(world.new_id()),
        if title.is_empty() {
            crate::UNTITLED.to_owned()
        } else {
            title
        },
    );
    add(&mut story, chapters, world);
    Ok((Bundle::new(story), warnings))
}

/// The heading level of parts, if there are any, and that of chapters.
fn levels(blocks: &[Block]) -> (Option<u8>, u8) {
    let mut counts = [0_usize; 10];
    // The number of headings directly followed by text rather than a deeper heading.
    let mut with_text = [0_usize; 10];
    let mut last = None;
    for block in blocks {
        match block {
            Block::Heading(level, _) => {
                counts[usize::from(*level).min(9)] += 1;
                last = Some(usize::from(*level).min(9));
            }
            Block::Paragraph(_) => {
                if let Some(level) = last.take() {
                    with_text[level] += 1;
                }
            }
        }
    }
    let used: Vec<_> = (1..10).filter(|it| counts[*it] > 0).collect();
    // A single heading above the others is the book's title; several without text of their own are
    // parts.
    let first = used.iter().position(|it| counts[*it] > 1).unwrap_or(0);
    let Some(&top) = used.get(first) else {
        return (None, 2);
    };
    match used.get(first + 1) {
        Some(&next) if with_text[top] * 2 <= counts[top] && counts[next] >= counts[top] => {
            (Some(top as u8), next as u8)
        }
        _ => (None, top as u8),
    }
}

fn chapters(blocks: Vec<Block>, part: Option<u8>, chapter: u8) -> Vec<Chapter> {
    let mut chapters = vec![Chapter::default()];
    for block in track("reading chapters", blocks) {
        let current = chapters.len() - 1;
        let current = &mut chapters[current];
        match block {
            Block::Heading(level, title) if Some(level) == part => chapters.push(Chapter {
                part: Some(title),
                ..Chapter::default()
            }),
            Block::Heading(level, title)
                if level == chapter || (part.is_none() && level < chapter) =>
            {
                // The first chapter of a part fills the entry created for the part.
                if current.part.is_some() && current.title.is_none() && current.text.is_empty() {
                    current.title = Some(title);
                } else {
                    chapters.push(Chapter {
                        title: Some(title),
                        ..Chapter::default()
                    });
                }
            }
            Block::Heading(level, title) => {
                let marks = "#".repeat(usize::from(level));
                current.text.push(format!("{marks} {title}"));
            }
            Block::Paragraph(text) => current.text.push(text),
        }
    }
    chapters
}

/// The title above the first chapter, removed from the text if there is nothing else.
fn own_title(chapters: &mut [Chapter]) -> Option<String> {
    if chapters.len() < 2 {
        return None;
    }
    let first = &mut chapters[0];
    if first.title.is_none() && first.text.is_empty() {
        // A single heading above the chapters.
        let top = chapters.get_mut(1)?;
        let is_title = top.text.is_empty() && top.part.is_none();
        return if is_title { top.title.take() } else { None };
    }
    let lines: Vec<_> = first
        .text
        .iter()
        .flat_map(|it| it.lines())
        .filter(|it| !it.trim().is_empty())
        .collect();
    if lines.is_empty() || lines.len() > TITLE_LINES {
        return None;
    }
    let title = derive_title(lines[0]);
    if lines.len() == 1 {
        first.text.clear();
    }
    Some(title)
}

fn add(story: &mut Story, chapters: Vec<Chapter>, world: &dyn World) {
    let (mut row, mut column) = (0, 0);
    let mut group: Option<(NodeId, f64)> = None;
    let mut last: Option<NodeId> = None;
    for chapter in chapters {
        if let Some(part) = chapter.part {
            if column > 0 {
                (row, column) = (row + 1, 0);
            }
            // Space between one group and the next.
            let top = f64::from(row) * CELL.1;
            group = Some((new_group(story, &part, top, world), top));
        }
        let text = chapter.text.join("\n\n");
        let node = Node {
            id: NodeId(world.new_id()),
            title: chapter
                .title
                .as_deref()
                .map_or_else(|| derive_title(&text), |it| tidy_title(it, "Untitled")),
            kind: "scene".to_owned(),
            layout: Layout {
                x: f64::from(column) * CELL.0,
                y: f64::from(row) * CELL.1,
                parent: group.map(|it| it.0),
                ..Layout::default()
            },
            data: {
                let mut data = DataMap::new();
                set_text(&mut data, &text);
                data
            },
        };
        if let Some((group, top)) = group {
            stretch(story, group, f64::from(row) * CELL.1 - top);
        }
        (row, column) = if column as usize + 1 == COLUMNS {
            (row + 1, 0)
        } else {
            (row, column + 1)
        };
        if let Some(from) = last {
            let record = EdgeRecord::link(from, node.id, "", 0);
            let id = EdgeId(world.new_id());
            story.edges.insert(
                id,
                Arc::new(Edge {
                    id,
                    record,
                    data: DataMap::new(),
                }),
            );
        }
        story.record.start = story.record.start.or(Some(node.id));
        last = Some(node.id);
        story.nodes.insert(node.id, Arc::new(node));
    }
}

fn new_group(story: &mut Story, title: &str, top: f64, world: &dyn World) -> NodeId {
    let id = NodeId(world.new_id());
    let layout = Layout {
        x: -MARGIN,
        y: top - MARGIN,
        width: Some(COLUMNS as f64 * CELL.0 + MARGIN),
        ..Layout::default()
    };
    let node = Node {
        id,
        title: tidy_title(title, "Untitled"),
        kind: "group".to_owned(),
        layout,
        data: DataMap::new(),
    };
    story.nodes.insert(id, Arc::new(node));
    id
}

/// Extends a group down to its last row.
fn stretch(story: &mut Story, group: NodeId, down: f64) {
    if let Some(group) = story.nodes.get_mut(&group) {
        Arc::make_mut(group).layout.height = Some(down + CELL.1);
    }
}
