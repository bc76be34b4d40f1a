//! Converts a story to one file, or to the files it was imported from.

use std::borrow::Cow;
use std::collections::BTreeMap;

use model::{Node, Story};
use serde_json::{Map, Value};

use super::NAME;
use super::code_files::tag_of;
use super::read::default_tail;
use super::syntax::is_header;
use crate::import::{tidy_title, with_crlf};
use crate::twine::{
    ExportPlan, Header, STORY_DATA, STORY_TITLE, UNTITLED, raw_header, read_header, read_settings,
    settings_of, with_ifid, with_rules, with_start, with_tag_colors, write_header,
};
use crate::untitled::has_imported_title;
use crate::{Bundle, Folder, Loss, LossKind, twine};
use markup::kept_data;
use markup::parallel_map;

/// A passage ready to be written.
struct WrittenPassage<'a> {
    header: Cow<'a, str>,
    body: Cow<'a, str>,
    tail: Option<&'a str>,
}

/// The content of one file: passages for nodes, and the other passages with their positions.
#[derive(Default)]
struct FileContent<'a> {
    passages: Vec<WrittenPassage<'a>>,
    specials: Vec<(u64, WrittenPassage<'a>)>,
}

/// The exported file; an archive if the story was imported from several files.
pub(super) fn bytes(story: &Story) -> Vec<u8> {
    let mut files = files(story, true);
    if !is_folder(story) {
        return files.pop().map(|it| it.1).unwrap_or_default().into_bytes();
    }
    let mut folder = Folder::default();
    for (path, text) in files {
        folder.put(path, text);
    }
    folder.pack(&[])
}

/// The whole story as one file: the files one after another, with code beside them as passages.
pub(super) fn single_file(story: &Story) -> String {
    let mut all = String::new();
    for (_, text) in files(story, false) {
        // The next header must begin on a line of its own.
        if !all.is_empty() && !all.ends_with("\n\n") {
            all.push_str(if all.ends_with('\n') { "\n" } else { "\n\n" });
        }
        all.push_str(&text);
    }
    all
}

/// The exported files with their paths; an empty path means the story is a single file. Scripts and
/// style sheets imported beside Twee files are files again, or passages of the first one.
fn files(story: &Story, code_apart: bool) -> Vec<(String, String)> {
    let written = with_rules(story, NAME);
    let story = &*written.story;
    let plan = ExportPlan::of(story, NAME);
    let kept = kept_data::get(&story.data, NAME);
    let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
    let passages = parallel_map("writing nodes", nodes.iter().copied(), |node| {
        WrittenPassage {
            header: header_line(node, &plan),
            body: plan
                .prose(node, without_headers(kept_data::text_of(node)))
                .text,
            tail: kept_text(kept_data::get(&node.data, NAME), "tail"),
        }
    });
    let specials = specials(story, &plan, kept);
    let files = kept_files(story);
    let Some(first) = files.iter().find(|it| tag_of(it.0).is_none()) else {
        let specials = specials.into_iter().map(|it| (it.at, it.piece)).collect();
        return vec![(
            String::new(),
            text(kept, FileContent { passages, specials }),
        )];
    };
    // New passages go to the first file.
    let path_of = |path: Option<&'_ str>| -> &str {
        let known = files.iter().find(|it| path == Some(it.0));
        known.unwrap_or(first).0
    };
    let mut contents: BTreeMap<&str, FileContent<'_>> = BTreeMap::new();
    let mut code: BTreeMap<&str, String> = BTreeMap::new();
    for (node, mut passage) in nodes.iter().zip(passages) {
        let kept = kept_data::get(&node.data, NAME);
        let mut path = path_of(kept_text(kept, "file"));
        if tag_of(path).is_some() && !code_apart {
            path = first.0;
            passage.tail = None;
        } else if tag_of(path).is_some() {
            let text = code.entry(path).or_default();
            text.push_str(kept_data::text_of(node));
            text.push_str(passage.tail.unwrap_or_default());
            continue;
        }
        contents.entry(path).or_default().passages.push(passage);
    }
    for special in specials {
        let own = contents.entry(path_of(special.file)).or_default();
        own.specials.push((special.at, special.piece));
    }
    let written = files.iter().filter_map(|(path, kept)| {
        if tag_of(path).is_some() {
            // The file is removed with its node.
            let text = code.remove(path)?;
            return Some(((*path).to_owned(), with_line_ends(kept, text)));
        }
        let content = contents.remove(path).unwrap_or_default();
        Some(((*path).to_owned(), text(Some(kept), content)))
    });
    written.collect()
}

/// Whether the story was imported from several files.
pub(super) fn is_folder(story: &Story) -> bool {
    !kept_files(story).is_empty()
}

/// The files a story was imported from, with the data kept for each.
fn kept_files(story: &Story) -> Vec<(&str, &Map<String, Value>)> {
    let files = kept_data::get(&story.data, NAME).and_then(|it| it.get("files")?.as_array());
    let files = files.into_iter().flatten().filter_map(Value::as_object);
    files
        .filter_map(|it| Some((it.get("path")?.as_str()?, it)))
        .collect()
}

/// The text of one file: its passages, with special passages at their old positions.
fn text(
    kept: Option<&Map<String, Value>>,
    FileContent { passages, specials }: FileContent<'_>,
) -> String {
    let mut specials = specials.into_iter().peekable();
    let mut pieces = Vec::with_capacity(passages.len() + 2);
    for passage in passages {
        while let Some((_, piece)) = specials.next_if(|(at, _)| *at <= pieces.len() as u64) {
            pieces.push(piece);
        }
        pieces.push(passage);
    }
    pieces.extend(specials.map(|(_, piece)| piece));
    let mut text = kept_text(kept, "preamble").unwrap_or_default().to_owned();
    let last = pieces.len().saturating_sub(1);
    let length = |it: &WrittenPassage<'_>| it.header.len() + it.body.len() + 4;
    text.reserve(pieces.iter().map(length).sum());
    for (index, piece) in pieces.iter().enumerate() {
        text.push_str(&piece.header);
        if !piece.body.trim().is_empty() {
            text.push('\n');
            text.push_str(&piece.body);
        }
        let usual = default_tail(index == last);
        // A passage that used to be the last may lack a line end.
        let tail = piece.tail.filter(|it| index == last || it.ends_with('\n'));
        text.push_str(tail.unwrap_or(usual));
    }
    match kept {
        Some(kept) => with_line_ends(kept, text),
        None => text,
    }
}

/// The text of a file with its imported line ends.
fn with_line_ends(kept: &Map<String, Value>, text: String) -> String {
    if kept.get("crlf") == Some(&Value::Bool(true)) {
        with_crlf(&text)
    } else {
        text
    }
}

fn kept_text<'a>(kept: Option<&'a Map<String, Value>>, key: &str) -> Option<&'a str> {
    kept?.get(key)?.as_str()
}

/// A passage that is not a node.
struct SpecialPassage<'a> {
    at: u64,
    file: Option<&'a str>,
    piece: WrittenPassage<'a>,
}

/// `StoryTitle` and `StoryData` with their positions in the file, in order.
fn specials<'a>(
    story: &Story,
    plan: &ExportPlan<'_>,
    kept: Option<&'a Map<String, Value>>,
) -> Vec<SpecialPassage<'a>> {
    let old: &[Value] = kept
        .and_then(|it| it.get("passages"))
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice);
    let mut specials = Vec::new();
    // A file imported without a title is exported without one, until the story is given one.
    let untitled = has_imported_title(story, NAME);
    let names = [STORY_TITLE, STORY_DATA].into_iter();
    for name in names.filter(|it| !untitled || *it != STORY_TITLE) {
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
        let header = header.map_or_else(
            || {
                let name = name.to_owned();
                let header = Header {
                    name,
                    ..Header::default()
                };
                write_header(&header).into()
            },
            Cow::from,
        );
        let at = old
            .and_then(|it| it.get("at"))
            .and_then(Value::as_u64)
            .unwrap_or(0);
        let (body, tail) = (body.into(), kept_text(old, "tail"));
        specials.push(SpecialPassage {
            at,
            file: kept_text(old, "file"),
            piece: WrittenPassage { header, body, tail },
        });
    }
    specials.sort_by_key(|it| it.at);
    specials
}

fn title_body(story: &Story, old: Option<&str>) -> String {
    match old {
        Some(body) if tidy_title(body, UNTITLED) == story.record.title => body.to_owned(),
        _ => without_headers(&tidy_title(&story.record.title, UNTITLED)).into_owned(),
    }
}

/// The settings unchanged, unless the start has moved or the IFID is invalid.
fn data_body(story: &Story, plan: &ExportPlan<'_>, old: Option<&str>) -> String {
    let read = old.and_then(read_settings);
    // A story format that was chosen later overrides the one in the file.
    let has_chosen =
        kept_data::get(&story.data, NAME).is_some_and(|it| it.contains_key("settings"));
    let said = read.clone().filter(|_| !has_chosen);
    let settings = said.or_else(|| settings_of(story, NAME));
    let settings = with_start(
        with_tag_colors(with_ifid(settings.unwrap_or_default(), story.id), story),
        story,
        plan,
    );
    match old {
        Some(body) if read.as_ref() == Some(&settings) => body.to_owned(),
        _ => serde_json::to_string_pretty(&settings).expect("a map of JSON values becomes text"),
    }
}

/// What Twee cannot represent of this story.
pub(super) fn losses(bundle: &Bundle) -> Vec<Loss> {
    let story = &bundle.story;
    let written = with_rules(story, NAME);
    let plan = ExportPlan::of(story, NAME);
    let settings = settings_of(story, NAME);
    twine::losses(bundle, &plan, NAME, settings.as_ref(), &written, |losses| {
        let nodes = story.nodes.values().map(|it| &**it);
        if has_imported_title(story, NAME) {
            losses.add(LossKind::StoryUntitled);
        }
        losses.add_nodes(
            LossKind::HeaderLinesEscaped,
            nodes.filter(|it| kept_data::text_of(it).lines().any(is_header)),
        );
    })
}

/// The header line: as imported, while it still matches.
fn header_line<'a>(node: &'a Node, plan: &ExportPlan<'_>) -> Cow<'a, str> {
    let header = plan.header(node);
    let same = |raw: &&str| {
        // A borrowed header was parsed from this very line.
        matches!(header, Cow::Borrowed(_)) || {
            let read = read_header(raw);
            (&read.name, &read.tags, &read.metadata)
                == (&header.name, &header.tags, &header.metadata)
        }
    };
    let raw = raw_header(node).filter(same);
    raw.map_or_else(|| write_header(&header).into(), Cow::from)
}

/// The text with a space before every line that would begin a passage.
fn without_headers(text: &str) -> Cow<'_, str> {
    if !is_header(text) && memchr::memmem::find(text.as_bytes(), b"\n::").is_none() {
        return text.into();
    }
    let spaced = |it: &str| [if is_header(it) { " " } else { "" }, it].concat();
    text.split_inclusive('\n').map(spaced).collect()
}
