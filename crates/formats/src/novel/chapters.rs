//! Converts a book to a story: one node per chapter, each leading to the next, parts as groups.

use std::collections::VecDeque;

use model::contents::{Content as _, Summary};
use model::{Story, StoryId, World};

use super::comments::Comments;
use super::story_builder::{NewNode, StoryBuilder};
use super::{Book, headings};
use crate::comment_marks::without_marks;
use crate::import::{Block, check_counts, derive_title, set_picture, tidy_title};
use crate::{Bundle, Folder, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data::{DataMap, set_text};
use markup::progress::track;

/// The most characters below the title on a title page.
const MAX_TITLE_PAGE: usize = 100;
/// The maximum number of lines in a title above a book.
const TITLE_LINES: usize = 6;

/// A chapter.
#[derive(Default)]
struct Chapter {
    part: Part,
    title: Option<String>,
    text: Vec<String>,
    /// The paths of its pictures.
    pictures: Vec<String>,
    /// What it is about, for the author.
    synopsis: Vec<String>,
}

/// How a chapter stands to the parts of a book.
#[derive(Default, PartialEq, Eq)]
enum Part {
    /// It is in the part of the chapter before it, if that is in one.
    #[default]
    Same,
    /// It is the first of a part with this title.
    First(String),
    /// It is in no part, as an epilogue after the last one.
    Outside,
}

impl Chapter {
    fn is_empty(&self) -> bool {
        self.title.is_none() && self.text.is_empty()
    }
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
    if let Some(title) = &title {
        drop_title_page(&mut chapters, title);
    }
    let mut skipped_media = book.skipped_media;
    chapters.retain(|it| {
        let is_kept = !it.is_empty() || matches!(it.part, Part::First(_));
        // The cover, which stands before any text, is not a scene.
        skipped_media += if is_kept { 0 } else { it.pictures.len() };
        is_kept
    });
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
    let story = Story::new(
        StoryId(world.new_id()),
        if title.is_empty() {
            crate::UNTITLED.to_owned()
        } else {
            title
        },
    );
    let mut builder = StoryBuilder::new(story, world);
    let mut comments = Comments::of(book.comments);
    skipped_media += add(&mut builder, chapters, &mut comments, &book.files);
    warnings.extend(comments.warning());
    if !book.characters.is_empty() {
        // Those who speak stand below the scenes.
        builder.begin_block();
    }
    for title in book.characters {
        let character = NewNode {
            title,
            ..NewNode::default()
        };
        builder.node("character", character);
    }
    if skipped_media > 0 {
        let count = skipped_media;
        warnings.push(Warning::for_file(ImportWarning::MediaSkipped { count }));
    }
    Ok((builder.bundle, warnings))
}

/// The heading level of parts, if there are any, and that of chapters.
fn levels(blocks: &[Block]) -> (Option<u8>, u8) {
    let mut counts = [0_usize; 10];
    for level in blocks.iter().filter_map(level_of) {
        counts[usize::from(level)] += 1;
    }
    let used: Vec<u8> = (1..10).filter(|it| counts[usize::from(*it)] > 0).collect();
    // A single heading above the others is the book's title, unless it reads like that of a part.
    let is_part = |it: &Block| match it {
        Block::Heading(_, text) => headings::read(text).is_some_and(|it| it.level == 1),
        Block::Paragraph(_) | Block::Picture(_) | Block::Synopsis(_) => false,
    };
    let has_part = |level: u8| {
        let mut of_level = blocks.iter().filter(|it| level_of(it) == Some(level));
        of_level.any(is_part)
    };
    let many = |it: &u8| counts[usize::from(*it)] > 1 || has_part(*it);
    let first = used.iter().position(many).unwrap_or(0);
    let Some(&top) = used.get(first) else {
        return (None, 2);
    };
    let Some(&next) = used.get(first + 1) else {
        return (None, top);
    };
    // Of the headings with deeper ones below them, parts are those without a text of their own.
    let (mut divided, mut with_text) = (0, 0);
    for section in blocks.chunk_by(|_, it| level_of(it) != Some(top)) {
        if level_of(&section[0]) == Some(top) && section.iter().any(|it| level_of(it) == Some(next))
        {
            divided += 1;
            with_text += usize::from(matches!(section[1], Block::Paragraph(_)));
        }
    }
    let has_parts = divided > 0 && with_text * 2 <= divided;
    if has_parts {
        (Some(top), next)
    } else {
        (None, top)
    }
}

/// The level of a heading, 9 for deeper ones.
fn level_of(block: &Block) -> Option<u8> {
    match block {
        Block::Heading(level, _) => Some((*level).min(9)),
        Block::Paragraph(_) | Block::Picture(_) | Block::Synopsis(_) => None,
    }
}

fn chapters(blocks: Vec<Block>, part: Option<u8>, chapter: u8) -> Vec<Chapter> {
    let is_part = |it: &Block| part.is_some() && level_of(it) == part;
    // For every part heading, whether it has chapters.
    let sections = blocks.chunk_by(|_, it| !is_part(it));
    let sections = sections.filter(|it| is_part(&it[0]));
    let has_chapters = |it: &[Block]| it.iter().any(|it| level_of(it) == Some(chapter));
    let mut divided: VecDeque<bool> = sections.map(has_chapters).collect();
    let mut chapters = vec![Chapter::default()];
    for block in track("reading chapters", blocks) {
        let current = chapters.len() - 1;
        let current = &mut chapters[current];
        match block {
            Block::Heading(level, title) if Some(level) == part => {
                let (part, title) = match divided.pop_front() {
                    Some(true) => (Part::First(title), None),
                    _ => (Part::Outside, Some(title)),
                };
                chapters.push(Chapter {
                    part,
                    title,
                    ..Chapter::default()
                });
            }
            Block::Heading(level, title)
                if level == chapter || (part.is_none() && level < chapter) =>
            {
                // The first chapter of a part fills the entry created for the part.
                if matches!(current.part, Part::First(_)) && current.is_empty() {
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
            Block::Picture(path) => current.pictures.push(path),
            Block::Synopsis(words) => current.synopsis.push(words),
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
        let is_title = top.text.is_empty() && !matches!(top.part, Part::First(_));
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
    let title = derive_title(&without_marks(lines[0]));
    if lines.len() == 1 {
        first.text.clear();
    }
    Some(title)
}

/// Drops the title page: a first chapter with the title of the book and a few words, such as the
/// author's name.
fn drop_title_page(chapters: &mut Vec<Chapter>, title: &str) {
    let Some(first) = chapters.iter().position(|it| !it.is_empty()) else {
        return;
    };
    let chapter = &chapters[first];
    let named = chapter.title.as_deref().map(str::to_lowercase);
    let texts = chapter.text.iter().map(|it| without_marks(it));
    let length: usize = texts.map(|it| it.chars().count()).sum();
    let is_last = chapters[first + 1..].iter().all(Chapter::is_empty);
    if named == Some(title.to_lowercase()) && length <= MAX_TITLE_PAGE && !is_last {
        chapters.remove(first);
    }
}

/// Adds the chapters to the story; returns how many of their pictures are left out.
fn add(
    builder: &mut StoryBuilder<'_>,
    chapters: Vec<Chapter>,
    comments: &mut Comments,
    files: &Folder,
) -> usize {
    let mut group = None;
    let mut left_out = 0;
    for chapter in chapters {
        if chapter.part != Part::Same && !builder.is_empty() {
            builder.begin_block();
        }
        match &chapter.part {
            Part::Same => {}
            Part::First(title) => {
                let title = title.clone();
                group = Some(builder.group(NewNode {
                    title,
                    ..NewNode::default()
                }));
            }
            Part::Outside => group = None,
        }
        let (text, comments) = comments.place(&chapter.text.join("\n\n"));
        let mut data = DataMap::new();
        set_text(&mut data, &text);
        if !chapter.synopsis.is_empty() {
            Summary::new(chapter.synopsis.join("\n"), &text).store_in(&mut data);
        }
        left_out += add_picture(&mut builder.bundle, &mut data, &chapter.pictures, files);
        builder.scene(NewNode {
            title: chapter.title.unwrap_or_else(|| derive_title(&text)),
            parent: group,
            data,
            comments,
            ..NewNode::default()
        });
    }
    left_out
}

/// Gives a node the first of the pictures that it can have; returns how many it cannot.
fn add_picture(bundle: &mut Bundle, data: &mut DataMap, paths: &[String], files: &Folder) -> usize {
    let mut files = paths.iter().filter_map(|path| files.files.get(path));
    let found = files.any(|it| set_picture(&mut bundle.assets, data, it));
    paths.len() - usize::from(found)
}
