//! Files become a story.

use model::play::PlayRecord;
use model::{Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::flow::is_path;
use super::includes::check_includes;
use super::names::{Names, Place};
use super::syntax::{Source, cut, first_divert, usual_tail, without_comments};
use super::{NAME, OPENING};
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
    let order = check_includes(files, &mut warnings);
    let mut all = All::default();
    let mut kept_files = Vec::new();
    for (index, file) in order.into_iter().enumerate() {
        let (top, sources) = cut(&file.text);
        let is_node = index == 0 && is_flow(top);
        if is_node {
            all.add_top(file, top);
        } else {
            all.tops.push(top);
        }
        sources.into_iter().for_each(|it| all.add(file, it));
        kept_files.push(json!({
            "path": file.path, "crlf": file.has_crlf,
            "top": if is_node { "" } else { top },
        }));
        if index == 0 {
            all.start = start(top, is_node).map(|(name, line)| (name, line, file.path.as_str()));
            all.title = title_in(top);
        }
    }
    if all.places.is_empty() && all.start.is_none() {
        return Err(FormatError::of_all(Refusal::InkNone {}));
    }
    let places = all.places.iter().cloned().zip(&all.sections);
    let named = places.map(|(place, it)| (place, it.title.as_str(), it.text.as_str()));
    let names = Names::of(named.collect(), &all.tops);
    for (index, section) in over("following diverts", &mut all.sections).enumerate() {
        section.leads = names.leads(index, all.lines[index]);
        section.play = names.play_of(index);
        let said = names.said(index);
        section
            .kept
            .extend(said.map(|it| (Said::KEPT.to_owned(), it)));
    }
    check_names(&all, &mut warnings);
    let begin = all.begin();
    warnings.extend(all.start_to_nowhere());
    let mut story = Story::new(StoryId(world.new_id()), all.title);
    let ids = weave(&mut story, NAME, all.sections, begin, world, &mut warnings)?;
    story.record.start = begin.map(|it| ids[it]);
    let kept = Map::from_iter([("files".to_owned(), Value::Array(kept_files))]);
    kept::keep(&mut story.data, NAME, kept);
    in_order(&mut warnings);
    Ok((Parcel::new(story), warnings))
}

/// All sections on their way to being nodes.
#[derive(Default)]
struct All<'a> {
    sections: Vec<Section>,
    places: Vec<Place>,
    /// The line on which each text begins.
    lines: Vec<usize>,
    /// What stands before the first knot of each file and is no node.
    tops: Vec<&'a str>,
    /// The name of the knot where reading begins, empty for what stands before the first, with the
    /// line and the file that say so.
    start: Option<(String, usize, &'a str)>,
    title: String,
}

impl<'a> All<'a> {
    /// What stands before the first knot, as a node.
    fn add_top(&mut self, file: &TextFile<'_>, top: &str) {
        let body = top.trim_end();
        let mut kept = kept_of(file);
        kept.insert("head".to_owned(), "".into());
        kept.insert("tail".to_owned(), top[body.len()..].into());
        self.push(Place::default(), OPENING.to_owned(), body, (1, 1), kept);
    }

    fn add(&mut self, file: &TextFile<'_>, source: Source<'_>) {
        let above = self.places.last().map_or("", |it| it.knot.as_str());
        let place = Place::of(source.begin.clone(), above);
        let mut kept = kept_of(file);
        kept.insert("head".to_owned(), source.head.into());
        if let Some(_stitch) = &place.stitch {
            kept.insert("knot".to_owned(), place.knot.as_str().into());
        }
        if source.tail != usual_tail(source.body) {
            kept.insert("tail".to_owned(), source.tail.into());
        }
        let title = title_of(source.head).unwrap_or_else(|| place.path());
        let line = source.line + source.head.matches('\n').count();
        self.push(place, title, source.body, (source.line, line), kept);
    }

    fn push(
        &mut self,
        place: Place,
        title: String,
        body: &str,
        (line, text_line): (usize, usize),
        kept: Map<String, Value>,
    ) {
        let kind = if place.is_function { "note" } else { "scene" };
        self.sections.push(Section {
            title,
            kind: kind.to_owned(),
            place: None,
            color: None,
            text: body.to_owned(),
            kept,
            line,
            leads: Vec::new(),
            play: PlayRecord::default(),
        });
        self.places.push(place);
        self.lines.push(text_line);
    }

    /// The section that the file says reading begins in.
    fn named(&self) -> Option<usize> {
        let (name, ..) = self.start.as_ref()?;
        self.places
            .iter()
            .position(|it| it.path() == *name || name.is_empty() && it.knot.is_empty())
    }

    /// The warning that the file begins with what is not there.
    fn start_to_nowhere(&self) -> Option<Warning> {
        let (name, line, file) = self.start.as_ref()?;
        let leads = !["END", "DONE"].contains(&name.as_str());
        (leads && self.named().is_none()).then(|| {
            let target = name.clone();
            Warning::at(*line, Oddity::LinkNowhere { target }).in_file(file)
        })
    }

    /// The section where reading begins: what the file says, else the first knot.
    fn begin(&self) -> Option<usize> {
        self.named()
            .or_else(|| self.places.iter().position(|it| !it.is_function))
    }
}

/// What is kept of a section beside its text.
fn kept_of(file: &TextFile<'_>) -> Map<String, Value> {
    let path = (!file.path.is_empty()).then(|| file.path.as_str().into());
    path.map(|it: Value| ("file".to_owned(), it))
        .into_iter()
        .collect()
}

/// Whether what stands before the first knot is more than declarations and a first divert.
pub(super) fn is_flow(top: &str) -> bool {
    let plain = without_comments(top);
    let lines = plain.lines().map(str::trim);
    let mut diverts = 0;
    for line in lines.filter(|it| !it.is_empty()) {
        if let Some(path) = line.strip_prefix("->")
            && is_path(path)
        {
            diverts += 1;
        } else if !is_declaration(line) {
            return true;
        }
    }
    diverts > 1
}

fn is_declaration(line: &str) -> bool {
    [
        "VAR ",
        "CONST ",
        "LIST ",
        "EXTERNAL ",
        "INCLUDE ",
        "TODO:",
        "#",
    ]
    .iter()
    .any(|it| line.starts_with(it))
}

/// The name of the knot that the file begins with, and the line that says so.
fn start(top: &str, is_node: bool) -> Option<(String, usize)> {
    if is_node {
        return Some((String::new(), 1));
    }
    let plain = without_comments(top);
    let at = first_divert(&plain)?;
    let line = 1 + plain[..at.start].matches('\n').count();
    Some((plain[at].to_owned(), line))
}

/// The title that a tag of the whole story gives.
pub(super) fn title_in(top: &str) -> String {
    let title = top.lines().find_map(|it| {
        it.trim()
            .strip_prefix('#')?
            .trim_start()
            .strip_prefix("title:")
    });
    tidy_title(&unescaped(title.unwrap_or_default()), UNTITLED)
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}

/// The title in the comment of a head's line.
pub(super) fn title_of(head: &str) -> Option<String> {
    let line = head.lines().next()?;
    let title = line.split_once("// title:")?.1;
    Some(tidy_title(title, UNTITLED))
}

fn check_names(all: &All<'_>, warnings: &mut Vec<Warning>) {
    let mut seen = std::collections::HashMap::new();
    for (place, section) in all.places.iter().zip(&all.sections) {
        let path = place.path();
        let file = section.kept.get("file").and_then(Value::as_str);
        let file = file.unwrap_or_default();
        if let Some(&(first, line)) = seen.get(&path) {
            let what = if first == file {
                Oddity::KnotTwice { path, line }
            } else {
                let file = String::from(first);
                Oddity::KnotTwiceIn { path, file, line }
            };
            warnings.push(Warning::at(section.line, what).in_file(file));
        } else {
            seen.insert(path, (file, section.line));
        }
    }
}
