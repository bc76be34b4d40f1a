//! Files become a story.

use std::collections::HashMap;

use model::play::PlayRecord;
use model::{Layout, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::names::Names;
use super::syntax::{Flow, Source, cut, flow, header, is_identifier, usual_tail};
use super::{ENDING, KIND, NAME, STORY, TITLE};
use crate::UNTITLED;
use crate::kept;
use crate::reading::{Section, TextFile, tidy_title, weave};
use crate::scripted::Said;
use crate::warning::in_order;
use crate::watch::over;
use crate::{FormatError, Oddity, Parcel, Refusal, Warning};

/// Reads all files of a story.
pub(super) fn parcel(
    files: &[TextFile<'_>],
    mut warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Parcel, Vec<Warning>), FormatError> {
    let mut sources = Vec::new();
    let mut kept_files = Vec::new();
    for file in files {
        let (nodes, after) = cut(&file.text);
        if !after.trim().is_empty() {
            let line = 1 + file.text[..file.text.len() - after.len()]
                .matches('\n')
                .count();
            warnings.push(Warning::at(line, Oddity::HeadersAlone {}).in_file(&file.path));
        }
        sources.extend(nodes.into_iter().map(|it| (file, it)));
        kept_files.push(json!({
            "path": file.path, "crlf": file.has_crlf, "after": after,
        }));
    }
    if sources.is_empty() {
        return Err(FormatError::of_all(Refusal::YarnNone {}));
    }
    let titles: Vec<&str> = sources
        .iter()
        .map(|(_, it)| header(it.head, "title").unwrap_or_default())
        .collect();
    check_titles(&sources, &titles, &mut warnings);
    let shown = sources.iter().map(|(_, it)| title_of(it.head));
    let names = Names::of(
        titles.iter().copied().zip(shown),
        sources.iter().map(|(_, it)| it.body),
    );
    let sections: Vec<_> = over("following jumps", &sources)
        .enumerate()
        .map(|(index, (file, it))| section(file, it, index, &names))
        .collect();
    let heads: Vec<&str> = sources.iter().map(|(_, it)| it.head).collect();
    let (start, title) = start(&heads, &names);
    let mut story = Story::new(StoryId(world.new_id()), title);
    let ids = weave(
        &mut story,
        NAME,
        sections,
        Some(start),
        world,
        &mut warnings,
    )?;
    story.record.start = Some(ids[start]);
    let kept = Map::from_iter([("files".to_owned(), Value::Array(kept_files))]);
    kept::keep(&mut story.data, NAME, kept);
    in_order(&mut warnings);
    Ok((Parcel::new(story), warnings))
}

/// Where reading begins, and the story's title: what our own header says, else the node called
/// Start, else the first.
pub(super) fn start(heads: &[&str], names: &Names) -> (usize, String) {
    let told = heads
        .iter()
        .enumerate()
        .find_map(|(index, head)| Some((index, header(head, STORY)?)));
    match told {
        Some((index, title)) => (index, tidy_title(title, UNTITLED)),
        None => (names.first("Start").unwrap_or(0), UNTITLED.to_owned()),
    }
}

fn check_titles(
    sources: &[(&TextFile<'_>, Source<'_>)],
    titles: &[&str],
    warnings: &mut Vec<Warning>,
) {
    let mut seen: HashMap<(&str, &str), (&str, usize, bool)> = HashMap::new();
    for ((file, source), title) in sources.iter().zip(titles) {
        // A head begins with what follows the node before.
        let space = &source.head[..source.head.len() - source.head.trim_start().len()];
        let line = source.line + space.matches('\n').count();
        let mut say = |what| warnings.push(Warning::at(line, what).in_file(&file.path));
        let named = || (*title).to_owned();
        if title.is_empty() {
            say(Oddity::NodeUntitled {});
        } else if !is_identifier(title) {
            say(Oddity::TitleNoName { title: named() });
        }
        if source.tail.trim() != "===" {
            say(Oddity::NodeNoEnd {});
        }
        let is_member = header(source.head, "when").is_some();
        let key = (*title, header(source.head, "subtitle").unwrap_or_default());
        match seen.get(&key) {
            Some(&(first, line, was_member)) if !(is_member && was_member) => {
                let (title, other) = (named(), first.to_owned());
                say(if first == file.path {
                    Oddity::NodeTwice { title, line }
                } else {
                    Oddity::NodeTwiceIn {
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

fn section(file: &TextFile<'_>, source: &Source<'_>, index: usize, names: &Names) -> Section {
    let line = source.line + source.head.matches('\n').count();
    let mut kept = Map::new();
    kept.insert("head".to_owned(), source.head.into());
    if source.tail != usual_tail(source.body) {
        kept.insert("tail".to_owned(), source.tail.into());
    }
    if !file.path.is_empty() {
        kept.insert("file".to_owned(), file.path.as_str().into());
    }
    let said = names.said(index, source.body);
    kept.extend(said.map(|it| (Said::KEPT.to_owned(), it)));
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

/// Whether the story may end in a node: its head says so, or it stops and leads nowhere.
pub(super) fn is_ending(head: &str, flow: &Flow<'_>) -> bool {
    match header(head, ENDING) {
        Some(said) => said == "true",
        None => {
            let last = flow.exit.as_ref().map(|it| flow.body[it.clone()].trim());
            last.is_some_and(|it| it.starts_with("<<stop>>"))
                && flow.jumps.is_empty()
                && flow.options.is_empty()
        }
    }
}

/// The title of the node that a head gives.
pub(super) fn title_of(head: &str) -> String {
    let title = header(head, TITLE).or_else(|| header(head, "title"));
    tidy_title(title.unwrap_or_default(), UNTITLED)
}

/// The kind of the node that a head gives.
pub(super) fn kind_of(head: &str) -> &str {
    header(head, KIND)
        .filter(|it| !it.is_empty())
        .unwrap_or("scene")
}

/// The place that a head gives.
pub(super) fn place_of(head: &str) -> Option<Layout> {
    let (x, y) = header(head, "position")?.split_once(',')?;
    let number = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    Some(Layout {
        x: number(x)?,
        y: number(y)?,
        ..Layout::default()
    })
}
