//! Converts files to a story.

use model::play::PlayRecord;
use model::{Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::flow::is_path;
use super::includes::check_includes;
use super::names::{SectionPath, SymbolTable};
use super::syntax::{RawSection, default_tail, first_divert, split_sections, without_comments};
use super::{NAME, OPENING};
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
    let project = check_includes(files, &mut warnings);
    let mut all = SectionList::default();
    let mut kept_files = Vec::new();
    for (index, file) in project.read.into_iter().enumerate() {
        let (top, sources) = split_sections(&file.text);
        let is_node = index == 0 && is_flow(top);
        if is_node {
            all.add_top(file, top);
        } else {
            all.preambles.push(top);
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
    for file in project.unused {
        // It is not part of the story: it is written back whole, and its names mean nothing here.
        kept_files.push(json!({
            "path": file.path, "crlf": file.has_crlf, "top": file.text, "unused": true,
        }));
    }
    if all.places.is_empty() && all.start.is_none() {
        return Err(FormatError::for_file(FormatErrorKind::InkStoryNotFound {}));
    }
    let places = all.places.iter().cloned().zip(&all.sections);
    let named = places.map(|(place, it)| (place, it.title.as_str(), it.text.as_str()));
    let names = SymbolTable::of(named.collect(), &all.preambles);
    for (index, section) in track("following diverts", &mut all.sections).enumerate() {
        section.leads = names.leads(index, all.lines[index]);
        section.play = names.play_of(index);
        let fingerprints = names.fingerprints(index);
        section
            .kept
            .extend(fingerprints.map(|it| (Fingerprints::KEPT.to_owned(), it)));
    }
    check_names(&all, &mut warnings);
    let begin = all.begin(&names);
    warnings.extend(all.missing_start_warning(&names));
    if let Some(begin) = begin {
        let initial = names.declared.initial_effect(false);
        all.sections[begin].play.begin_with(&initial);
    }
    let mut story = Story::new(StoryId(world.new_id()), all.title);
    let ids = add_sections(&mut story, NAME, all.sections, begin, world, &mut warnings)?;
    story.record.start = begin.map(|it| ids[it]);
    let kept = Map::from_iter([("files".to_owned(), Value::Array(kept_files))]);
    kept_data::set(&mut story.data, NAME, kept);
    sort_by_position(&mut warnings);
    Ok((Bundle::new(story), warnings))
}

/// The sections of all files while they become nodes.
#[derive(Default)]
struct SectionList<'a> {
    sections: Vec<Section>,
    places: Vec<SectionPath>,
    /// The line on which each section's text begins.
    lines: Vec<usize>,
    /// The content before the first knot of each file that does not become a node.
    preambles: Vec<&'a str>,
    /// The name of the start knot, empty for the content before the first knot, with the line and
    /// file that set it.
    start: Option<(String, usize, &'a str)>,
    title: String,
}

impl<'a> SectionList<'a> {
    /// Adds the content before the first knot as a node.
    fn add_top(&mut self, file: &TextFile<'_>, top: &str) {
        let body = top.trim_end();
        let mut kept = kept_of(file);
        kept.insert("head".to_owned(), "".into());
        kept.insert("tail".to_owned(), top[body.len()..].into());
        self.push(
            SectionPath::default(),
            OPENING.to_owned(),
            body,
            (1, 1),
            kept,
        );
    }

    fn add(&mut self, file: &TextFile<'_>, source: RawSection<'_>) {
        let above = self.places.last().map_or("", |it| it.knot.as_str());
        let place = SectionPath::of(source.begin.clone(), above);
        let mut kept = kept_of(file);
        kept.insert("head".to_owned(), source.head.into());
        if let Some(_stitch) = &place.stitch {
            kept.insert("knot".to_owned(), place.knot.as_str().into());
        }
        if source.tail != default_tail(source.body) {
            kept.insert("tail".to_owned(), source.tail.into());
        }
        let title = title_of(source.head).unwrap_or_else(|| place.path());
        let line = source.line + source.head.matches('\n').count();
        self.push(place, title, source.body, (source.line, line), kept);
    }

    fn push(
        &mut self,
        place: SectionPath,
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

    /// The section that the file names as the start.
    fn named(&self, names: &SymbolTable) -> Option<usize> {
        let (name, ..) = self.start.as_ref()?;
        if name.is_empty() {
            return self.places.iter().position(|it| it.knot.is_empty());
        }
        names.start(name)
    }

    /// A warning if the start does not exist.
    fn missing_start_warning(&self, names: &SymbolTable) -> Option<Warning> {
        let (name, line, file) = self.start.as_ref()?;
        self.named(names).is_none().then(|| {
            let target = name.clone();
            Warning::at(*line, ImportWarning::LinkTargetMissing { target }).in_file(file)
        })
    }

    /// The section where reading begins: the one the file names, otherwise the first knot.
    fn begin(&self, names: &SymbolTable) -> Option<usize> {
        self.named(names).or_else(|| names.first_page())
    }
}

/// The data kept with a section.
fn kept_of(file: &TextFile<'_>) -> Map<String, Value> {
    let path = (!file.path.is_empty()).then(|| file.path.as_str().into());
    path.map(|it: Value| ("file".to_owned(), it))
        .into_iter()
        .collect()
}

/// Whether the content before the first knot is more than declarations and one divert.
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

/// The name of the start knot, and the line of the divert to it.
fn start(top: &str, is_node: bool) -> Option<(String, usize)> {
    if is_node {
        return Some((String::new(), 1));
    }
    let plain = without_comments(top);
    let at = first_divert(&plain)?;
    let line = 1 + plain[..at.start].matches('\n').count();
    Some((plain[at].to_owned(), line))
}

/// The story title in a global tag.
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

/// The title in the comment on a header line.
pub(super) fn title_of(head: &str) -> Option<String> {
    let line = head.lines().next()?;
    let title = line.split_once("// title:")?.1;
    Some(tidy_title(title, UNTITLED))
}

fn check_names(all: &SectionList<'_>, warnings: &mut Vec<Warning>) {
    let mut seen = std::collections::HashMap::new();
    for (place, section) in all.places.iter().zip(&all.sections) {
        let path = place.path();
        let file = section.kept.get("file").and_then(Value::as_str);
        let file = file.unwrap_or_default();
        if let Some(&(first, line)) = seen.get(&path) {
            let what = if first == file {
                ImportWarning::DuplicateKnot { path, line }
            } else {
                let file = String::from(first);
                ImportWarning::DuplicateKnotInFile { path, file, line }
            };
            warnings.push(Warning::at(section.line, what).in_file(file));
        } else {
            seen.insert(path, (file, section.line));
        }
    }
}
