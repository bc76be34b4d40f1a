//! Converts a story element to a story.

use std::collections::HashMap;

use model::{Layout, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::markup::{Attributes, PassageElement, StoryElement};
use crate::import::{Section, add_sections, tidy_title};
use crate::twine::{
    DECLARED, Header, Metadata, Passage, START, Sections, StoryHead, TAG_COLORS, UNTITLED,
    as_fields, colors, format_of, has_ifid, passages_to_sections, take_tag_colors,
};
use crate::warning::sort_by_position;
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data;
use markup::progress::track;

/// The titles and tags of the nodes for the story's style sheet and script.
const STYLESHEET: (&str, &str) = ("Story Stylesheet", "stylesheet");
const SCRIPT: (&str, &str) = ("Story JavaScript", "script");

/// Reads a page with one story.
pub(super) fn read_bundle(
    stories: Vec<StoryElement>,
    text: &str,
    form: &'static str,
    mut warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let Some(element) = stories.into_iter().next() else {
        return Err(FormatError::for_file(
            FormatErrorKind::TwineStoryNotFound {},
        ));
    };
    let draft = ParsedStory::of(element, &mut warnings);
    let mut story = Story::new(StoryId(world.new_id()), &*draft.title);
    let ids = add_sections(
        &mut story,
        form,
        draft.sections,
        draft.start,
        world,
        &mut warnings,
    )?;
    story.record.start = draft.start.map(|it| ids[it]);
    if let Some(settings) = draft.kept.get("settings").and_then(Value::as_object) {
        take_tag_colors(&mut story, settings);
    }
    kept_data::set(&mut story.data, form, draft.kept);
    let before = text.split("<tw-storydata").next().unwrap_or_default();
    let after = text.rsplit("</tw-storydata>").next().unwrap_or_default();
    if before.contains("<script") || after.contains("<script") {
        warnings.push(Warning::for_file(ImportWarning::ProgramSkipped {}));
    }
    sort_by_position(&mut warnings);
    Ok((Bundle::new(story), warnings))
}

/// A parsed story, ready to become nodes.
pub(crate) struct ParsedStory {
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
    pub(crate) start: Option<usize>,
    /// The data kept with the story.
    pub(crate) kept: Map<String, Value>,
}

impl ParsedStory {
    /// Parses an element; its style sheet and script, if any, become the first sections.
    pub(crate) fn of(element: StoryElement, warnings: &mut Vec<Warning>) -> Self {
        if !element.is_closed {
            warnings.push(Warning::at(element.line, ImportWarning::StoryTruncated {}));
        }
        let mut pieces = Vec::with_capacity(element.passages.len() + 2);
        let settings = settings(&element, warnings);
        let mut title = UNTITLED.to_owned();
        let mut start = None;
        for (name, value) in &element.attributes {
            match name.as_str() {
                "name" => title = tidy_title(value, UNTITLED),
                "startnode" => start = Some(value.clone()),
                _ => {}
            }
        }
        for ((name, tag), text) in [(STYLESHEET, element.style), (SCRIPT, element.script)] {
            if !text.trim().is_empty() {
                pieces.push(code(name, tag, text, element.line));
            }
        }
        let mut pids = HashMap::new();
        for passage in track("reading passages", element.passages) {
            if passage.has_markup {
                warnings.push(Warning::at(passage.line, ImportWarning::MarkupAsText {}));
            }
            let (piece, pid) = piece(passage);
            pids.entry(pid).or_insert(pieces.len());
            pieces.push(piece);
        }
        let begin = start.as_ref().and_then(|it| pids.get(it)).copied();
        if begin.is_none() {
            let what = match start {
                Some(name) => ImportWarning::StartMissing { name },
                None => ImportWarning::NoStart {},
            };
            warnings.push(Warning::at(element.line, what));
        }
        let mut kept_settings = settings;
        let start_name = begin.map(|it| pieces[it].header.name.clone());
        if let Some(name) = start_name.filter(|it| it != START) {
            kept_settings.insert("start".to_owned(), name.into());
        }
        let colors = colors(&kept_settings);
        let head = StoryHead {
            start: Err(begin),
            format: format_of(&kept_settings),
            colors: &colors,
        };
        let Sections {
            sections, declared, ..
        } = passages_to_sections(pieces, &head, warnings);
        let mut kept = Map::new();
        kept.extend(declared.map(|it| (DECLARED.to_owned(), it.into())));
        kept.insert("attributes".to_owned(), pairs(&element.attributes));
        kept.insert("settings".to_owned(), Value::Object(kept_settings));
        Self {
            title,
            sections,
            start: begin,
            kept,
        }
    }

    /// Moves all passages and records the offset in them.
    pub(crate) fn shift(&mut self, right: f64, down: f64) {
        for section in &mut self.sections {
            if let Some(place) = &mut section.place {
                place.x += right;
                place.y += down;
                section
                    .kept
                    .insert("shift".to_owned(), json!([right, down]));
            }
        }
    }

    /// Left, top, right and bottom of the passages that have a position.
    pub(crate) fn bounds(&self) -> Option<(f64, f64, f64, f64)> {
        let places = self.sections.iter().filter_map(|it| it.place.as_ref());
        let right = |it: &Layout| it.x + it.width.unwrap_or(0.0);
        let bottom = |it: &Layout| it.y + it.height.unwrap_or(0.0);
        places
            .map(|it| (it.x, it.y, right(it), bottom(it)))
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
    }
}

/// The settings as in Twee's `StoryData`.
fn settings(element: &StoryElement, warnings: &mut Vec<Warning>) -> Map<String, Value> {
    let mut settings = Map::new();
    for (name, value) in &element.attributes {
        match name.as_str() {
            "ifid" | "format" | "format-version" => {
                settings.insert(name.clone(), value.as_str().into());
            }
            "zoom" => {
                let zoom = value.parse::<f64>().ok().filter(|it| it.is_finite());
                settings.insert(
                    name.clone(),
                    zoom.map_or_else(|| value.as_str().into(), |it| json!(it)),
                );
            }
            _ => {}
        }
    }
    let mut tag_colors = Map::new();
    for tag in &element.tags {
        let attribute = |wanted: &str| tag.iter().find(|(name, _)| name == wanted);
        if let (Some((_, name)), Some((_, color))) = (attribute("name"), attribute("color")) {
            tag_colors.insert(name.clone(), color.as_str().into());
        }
    }
    if !tag_colors.is_empty() {
        settings.insert(TAG_COLORS.to_owned(), Value::Object(tag_colors));
    }
    if !has_ifid(&settings) {
        warnings.push(Warning::at(element.line, ImportWarning::InvalidIfid {}));
    }
    settings
}

fn pairs(attributes: &Attributes) -> Value {
    attributes
        .iter()
        .map(|(name, value)| json!([name, value]))
        .collect()
}

/// The story's style sheet or script as a passage.
pub(super) fn code<'a>(name: &str, tag: &str, text: String, line: usize) -> Passage<'a> {
    let header = Header {
        name: name.to_owned(),
        tags: vec![tag.to_owned()],
        ..Header::default()
    };
    let mut kept = Map::new();
    kept.insert("header".to_owned(), as_fields(&header));
    Passage {
        line,
        text_line: line,
        header,
        text: text.into(),
        kept,
        found: None,
    }
}

fn piece<'a>(passage: PassageElement) -> (Passage<'a>, String) {
    let mut header = Header::default();
    let mut metadata = Map::new();
    let mut pid = String::new();
    for (name, value) in passage.attributes {
        match name.as_str() {
            "pid" => pid = value,
            "name" => header.name = value,
            "tags" => header.tags = value.split_whitespace().map(str::to_owned).collect(),
            _ => {
                metadata.insert(name, value.into());
            }
        }
    }
    if !metadata.is_empty() {
        header.metadata = Some(Metadata::Map(metadata));
    }
    let mut kept = Map::new();
    kept.insert("header".to_owned(), as_fields(&header));
    kept.insert("pid".to_owned(), pid.as_str().into());
    let piece = Passage {
        line: passage.line,
        text_line: passage.line,
        header,
        text: passage.text.into(),
        kept,
        found: None,
    };
    (piece, pid)
}
