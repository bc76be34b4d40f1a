//! A file becomes a story.

use std::collections::HashSet;

use model::{Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::NAME;
use super::syntax::{Source, cut};
use crate::kept;
use crate::reading::{plain_line_ends, tidy_title, weave};
use crate::twine::{
    Header, Piece, STORY_DATA, STORY_TITLE, UNTITLED, colors, gather, has_ifid, read_header,
    read_settings, start,
};
use crate::{FormatError, Parcel, Warning};

/// Reads a whole file.
pub(super) fn parcel(
    text: &str,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Parcel, Vec<Warning>), FormatError> {
    let (text, has_crlf) = plain_line_ends(text);
    let (preamble, sources) = cut(&text);
    if sources.is_empty() {
        return Err(FormatError::of_all(
            "No passage was found: in Twee each begins with a line like “:: Name”.",
        ));
    }
    let mut reader = Reader {
        story: Story::new(StoryId(world.new_id()), UNTITLED),
        settings: Map::new(),
        pieces: Vec::new(),
        warnings,
    };
    let specials = reader.sort(sources);
    let colors = colors(&reader.settings);
    let (sections, names) = gather(reader.pieces, &colors, &mut reader.warnings);
    let name = start(&reader.settings);
    let begin = names.get(name).copied();
    if begin.is_none() {
        reader.warnings.push(Warning::of_all(format!(
            "The start passage “{name}” does not exist: no start is set."
        )));
    }
    let mut story = reader.story;
    let mut warnings = reader.warnings;
    let ids = weave(&mut story, NAME, sections, begin, world, &mut warnings)?;
    story.record.start = begin.map(|it| ids[it]);
    keep(&mut story, preamble, specials, has_crlf, &mut warnings);
    warnings.sort_by_key(|it| it.line.unwrap_or(usize::MAX));
    Ok((Parcel::new(story), warnings))
}

struct Reader<'a> {
    story: Story,
    settings: Map<String, Value>,
    pieces: Vec<Piece<'a>>,
    warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    /// Parts the passages that become nodes from `StoryTitle` and `StoryData`, which are kept with
    /// their place in the file.
    fn sort(&mut self, sources: Vec<Source<'a>>) -> Vec<Value> {
        let mut specials: Vec<Value> = Vec::new();
        let mut seen = HashSet::new();
        let last = sources.len() - 1;
        for (index, source) in sources.into_iter().enumerate() {
            let header = read_header(source.header);
            if let Some(fault) = header.fault {
                self.warnings.push(Warning::at(source.line, fault));
            }
            if [STORY_TITLE, STORY_DATA].contains(&header.name.as_str())
                && seen.insert(header.name.clone())
            {
                self.special(&header, source);
                specials.push(json!({
                    "at": index, "name": header.name, "header": source.header,
                    "body": source.body, "tail": source.tail,
                }));
                continue;
            }
            let mut kept = Map::new();
            kept.insert("header".to_owned(), source.header.into());
            if source.tail != usual_tail(index == last) {
                kept.insert("tail".to_owned(), source.tail.into());
            }
            self.pieces.push(Piece {
                line: source.line,
                text_line: source.line + 1,
                header,
                text: source.body.into(),
                kept,
            });
        }
        if !seen.contains(STORY_DATA) {
            self.warnings.push(Warning::of_all(
                "There is no StoryData passage; one is written on export.",
            ));
        }
        specials
    }

    fn special(&mut self, header: &Header, source: Source<'_>) {
        if header.name == STORY_TITLE {
            self.story.record.title = tidy_title(source.body, UNTITLED);
            return;
        }
        match read_settings(source.body) {
            Some(settings) => self.settings = settings,
            None => self.warnings.push(Warning::at(
                source.line,
                "StoryData is not valid JSON and is ignored; a new one is written on export.",
            )),
        }
        if !has_ifid(&self.settings) {
            self.warnings.push(Warning::at(
                source.line,
                "StoryData has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one \
                 is written on export.",
            ));
        }
    }
}

fn keep(
    story: &mut Story,
    preamble: &str,
    specials: Vec<Value>,
    has_crlf: bool,
    warnings: &mut Vec<Warning>,
) {
    let mut kept = Map::new();
    if !preamble.is_empty() {
        kept.insert("preamble".to_owned(), preamble.into());
        if !preamble.trim().is_empty() {
            warnings.push(Warning::at(
                1,
                "Text before the first passage belongs to none. It is kept and written back.",
            ));
        }
    }
    if has_crlf {
        kept.insert("crlf".to_owned(), true.into());
    }
    kept.insert("passages".to_owned(), Value::Array(specials));
    kept::keep(&mut story.data, NAME, kept);
}

/// What stands between a passage and the next, or the end of the file, unless the file says
/// otherwise.
pub(super) fn usual_tail(is_last: bool) -> &'static str {
    if is_last { "\n" } else { "\n\n" }
}
