//! Converts files to a story.

use std::collections::HashMap;

use model::play::PlayRecord;
use model::{Layout, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::names::SymbolTable;
use super::syntax::{Flow, RawNode, default_tail, flow, header, is_identifier, split_nodes};
use super::{EMPTY, ENDING, KIND, NAME, STORY, TITLE};
use crate::UNTITLED;
use crate::import::{Section, TextFile, add_sections, tidy_title};
use crate::scripting::Fingerprints;
use crate::warning::sort_by_position;
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data;
use markup::progress::track;

/// Reads all files of a story.
pub(super) fn read_bundle(
    files: &[TextFile<'_>],
    mut warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let mut sources = Vec::new();
    let mut kept_files = Vec::new();
    for file in files {
        let (nodes, after) = split_nodes(&file.text);
        if !after.trim().is_empty() {
            let line = 1 + file.text[..file.text.len() - after.len()]
                .matches('\n')
                .count();
            warnings
                .push(Warning::at(line, ImportWarning::HeadersWithoutNode {}).in_file(&file.path));
        }
        sources.extend(nodes.into_iter().map(|it| (file, it)));
        kept_files.push(json!({
            "path": file.path, "crlf": file.has_crlf, "after": after,
        }));
    }
    if sources.is_empty() {
        return Err(FormatError::for_file(FormatErrorKind::YarnNodesNotFound {}));
    }
    let titles: Vec<&str> = sources
        .iter()
        .map(|(_, it)| header(it.head, "title").unwrap_or_default())
        .collect();
    check_titles(&sources, &titles, &mut warnings);
    let shown = sources.iter().map(|(_, it)| title_of(it.head));
    let names = SymbolTable::of(
        titles.iter().copied().zip(shown),
        sources.iter().map(|(_, it)| it.body),
    );
    let mut sections: Vec<_> = track("following jumps", &sources)
        .enumerate()
        .map(|(index, (file, it))| section(file, it, index, &names))
        .collect();
    let heads: Vec<&str> = sources.iter().map(|(_, it)| it.head).collect();
    let (start, title) = start(&heads, &names);
    // A file that was written here declares variables that need no value.
    let is_own = heads.iter().any(|it| header(it, STORY).is_some());
    let initial = names.declared.initial_effect(!is_own);
    sections[start].play.begin_with(&initial);
    let mut story = Story::new(StoryId(world.new_id()), title);
    let ids = add_sections(
        &mut story,
        NAME,
        sections,
        Some(start),
        world,
        &mut warnings,
    )?;
    story.record.start = Some(ids[start]);
    if matches!(&sources[..], [(_, it)] if header(it.head, EMPTY).is_some() && it.body.trim().is_empty())
    {
        story.nodes.clear();
        story.record.start = None;
    }
    let kept = Map::from_iter([("files".to_owned(), Value::Array(kept_files))]);
    kept_data::set(&mut story.data, NAME, kept);
    sort_by_position(&mut warnings);
    Ok((Bundle::new(story), warnings))
}

/// The start node and the story's title: from our own header, otherwise the node named Start,
/// otherwise the first node.
pub(super) fn start(heads: &[&str], names: &SymbolTable) -> (usize, String) {
    let written = heads
        .iter()
        .enumerate()
        .find_map(|(index, head)| Some((index, header(head, STORY)?)));
    match written {
        Some((index, title)) => (index, tidy_title(title, UNTITLED)),
        None => (names.first("Start").unwrap_or(0), UNTITLED.to_owned()),
    }
}

fn check_titles(
    sources: &[(&TextFile<'_>, RawNode<'_>)],
    titles: &[&str],
    warnings: &mut Vec<Warning>,
) {
    let mut seen: HashMap<(&str, &str), (&str, usize, bool)> = HashMap::new();
    for ((file, source), title) in sources.iter().zip(titles) {
        // The head begins with the text after the previous node.
        let space = &source.head[..source.head.len() - source.head.trim_start().len()];
        let line = source.line + space.matches('\n').count();
        let mut say = |what| warnings.push(Warning::at(line, what).in_file(&file.path));
        let named = || (*title).to_owned();
        if title.is_empty() {
            say(ImportWarning::NodeUntitled {});
        } else if !is_identifier(title) {
            say(ImportWarning::TitleNotIdentifier { title: named() });
        }
        if source.tail.trim() != "===" {
            say(ImportWarning::NodeEndMissing {});
        }
        let is_member = header(source.head, "when").is_some();
        let key = (*title, header(source.head, "subtitle").unwrap_or_default());
        match seen.get(&key) {
            Some(&(first, line, was_member)) if !(is_member && was_member) => {
                let (title, other) = (named(), first.to_owned());
                say(if first == file.path {
                    ImportWarning::DuplicateNode { title, line }
                } else {
                    ImportWarning::DuplicateNodeInFile {
                        title,
                        file: other,
                        line,
                    }
                });
            }
            _ => {
                seen.insert(key, (file.path.as_str(), line, is_member));
            }
        }
    }
}

fn section(
    file: &TextFile<'_>,
    source: &RawNode<'_>,
    index: usize,
    names: &SymbolTable,
) -> Section {
    let line = source.line + source.head.matches('\n').count();
    let mut kept = Map::new();
    kept.insert("head".to_owned(), source.head.into());
    if source.tail != default_tail(source.body) {
        kept.insert("tail".to_owned(), source.tail.into());
    }
    if !file.path.is_empty() {
        kept.insert("file".to_owned(), file.path.as_str().into());
    }
    let fingerprints = names.fingerprints(index, source.body);
    kept.extend(fingerprints.map(|it| (Fingerprints::KEPT.to_owned(), it)));
    let flow = flow(source.body);
    Section {
        title: title_of(source.head),
        kind: kind_of(source.head).to_owned(),
        place: place_of(source.head),
        color: None,
        text: source.body.to_owned(),
        kept,
        line,
        leads: names.leads(index, source.body, line),
        play: PlayRecord {
            enter: names.enter(index, &flow).0,
            ending: is_ending(source.head, &flow),
        },
    }
}

/// Whether the story may end in a node: its header says so, or it stops and has no jumps.
pub(super) fn is_ending(head: &str, flow: &Flow<'_>) -> bool {
    match header(head, ENDING) {
        Some(value) => value == "true",
        None => {
            let last = flow.exit.as_ref().map(|it| flow.body[it.clone()].trim());
            last.is_some_and(|it| it.starts_with("<<stop>>"))
                && flow.jumps.is_empty()
                && flow.options.is_empty()
        }
    }
}

/// The node title in a head.
pub(super) fn title_of(head: &str) -> String {
    let title = header(head, TITLE).or_else(|| header(head, "title"));
    tidy_title(title.unwrap_or_default(), UNTITLED)
}

/// The node kind in a head.
pub(super) fn kind_of(head: &str) -> &str {
    header(head, KIND)
        .filter(|it| !it.is_empty())
        .unwrap_or("scene")
}

/// The position in a head.
pub(super) fn place_of(head: &str) -> Option<Layout> {
    let (x, y) = header(head, "position")?.split_once(',')?;
    let number = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    Some(Layout {
        x: number(x)?,
        y: number(y)?,
        ..Layout::default()
    })
}
