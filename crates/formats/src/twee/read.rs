//! Converts one file, or several, to a story.

use std::collections::HashSet;

use model::{Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::NAME;
use super::code_files::{headers, tag_of};
use super::syntax::{RawPassage, cut_tail, split_passages};
use crate::import::{TextFile, add_sections, tidy_title};
use crate::twine::{
    DECLARED, Header, Passage, STORY_DATA, STORY_TITLE, Sections, StoryHead, UNTITLED, colors,
    format_of, has_ifid, passages_to_sections, read_header, read_settings, start, take_tag_colors,
};
use crate::warning::sort_by_position;
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data;
use markup::parallel_map;

/// A passage with its file and its position there.
struct LocatedPassage<'a> {
    source: RawPassage<'a>,
    file: &'a TextFile<'a>,
    at: usize,
    is_last: bool,
}

/// Reads a whole story.
pub(super) fn read_bundle(
    files: &[TextFile<'_>],
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let (mut sources, mut preambles) = (Vec::new(), Vec::new());
    let headers = headers(files);
    // The story's own passages come before the code beside it.
    let (code, prose): (Vec<_>, Vec<_>) = files.iter().zip(&headers).partition(|it| it.1.is_some());
    for (file, header) in prose.into_iter().chain(code) {
        let (preamble, own) = match header {
            Some(header) => ("", vec![whole(header, &file.text)]),
            None => split_passages(&file.text),
        };
        let last = own.len().saturating_sub(1);
        sources.extend(
            own.into_iter()
                .enumerate()
                .map(|(at, source)| LocatedPassage {
                    source,
                    file,
                    at,
                    is_last: at == last,
                }),
        );
        preambles.push((file, preamble));
    }
    if sources.is_empty() {
        return Err(FormatError::for_file(FormatErrorKind::PassagesNotFound {}));
    }
    let mut reader = Reader {
        story: Story::new(StoryId(world.new_id()), UNTITLED),
        settings: Map::new(),
        pieces: Vec::new(),
        warnings,
        data: None,
    };
    let specials = reader.sort(sources);
    let colors = colors(&reader.settings);
    let name = start(&reader.settings);
    let head = StoryHead {
        start: Ok(name),
        format: format_of(&reader.settings),
        colors: &colors,
    };
    let Sections {
        sections,
        begin,
        declared,
    } = passages_to_sections(reader.pieces, &head, &mut reader.warnings);
    if begin.is_none() {
        let name = name.to_owned();
        let odd = ImportWarning::StartMissing { name };
        let (line, path) = reader.data.map_or((None, ""), |it| (Some(it.0), it.1));
        let warning = Warning::maybe_at(line, odd).in_file(path);
        reader.warnings.push(warning);
    }
    let mut story = reader.story;
    let mut warnings = reader.warnings;
    let ids = add_sections(&mut story, NAME, sections, begin, world, &mut warnings)?;
    story.record.start = begin.map(|it| ids[it]);
    take_tag_colors(&mut story, &reader.settings);
    keep(&mut story, &preambles, specials, declared, &mut warnings);
    sort_by_position(&mut warnings);
    Ok((Bundle::new(story), warnings))
}

/// A whole file as one passage.
fn whole<'a>(header: &'a str, text: &'a str) -> RawPassage<'a> {
    let (body, tail) = cut_tail(text);
    RawPassage {
        line: 0,
        header,
        body,
        tail,
    }
}

struct Reader<'a> {
    story: Story,
    settings: Map<String, Value>,
    pieces: Vec<Passage<'a>>,
    warnings: Vec<Warning>,
    /// The line of `StoryData`, and its file.
    data: Option<(usize, &'a str)>,
}

impl<'a> Reader<'a> {
    /// Separates the passages that become nodes from `StoryTitle` and `StoryData`, which are kept
    /// with their positions in the file.
    fn sort(&mut self, sources: Vec<LocatedPassage<'a>>) -> Vec<Value> {
        let mut specials: Vec<Value> = Vec::new();
        let mut seen = HashSet::new();
        let read = parallel_map("reading passages", sources, |it| {
            let piece = Passage {
                line: it.source.line,
                text_line: it.source.line + 1,
                header: read_header(it.source.header),
                text: it.source.body.into(),
                kept: kept_of(&it),
                found: None,
            };
            (it, piece.with_links())
        });
        self.pieces.reserve(read.len());
        for (placed, piece) in read {
            let (source, path) = (placed.source, placed.file.path.as_str());
            let header = &piece.header;
            if let Some(warning) = &header.warning {
                self.warnings
                    .push(Warning::at(source.line, warning.clone()).in_file(path));
            }
            if [STORY_TITLE, STORY_DATA].contains(&header.name.as_str())
                && seen.insert(header.name.clone())
            {
                self.special(header, source, path);
                let mut special = json!({
                    "at": placed.at, "name": header.name, "header": source.header,
                    "body": source.body, "tail": source.tail,
                });
                if !path.is_empty() {
                    special["file"] = path.into();
                }
                specials.push(special);
                continue;
            }
            self.pieces.push(piece);
        }
        if !seen.contains(STORY_DATA) {
            self.warnings
                .push(Warning::for_file(ImportWarning::StoryDataMissing {}));
        }
        specials
    }

    fn special(&mut self, header: &Header, source: RawPassage<'_>, path: &'a str) {
        if header.name == STORY_TITLE {
            self.story.record.title = tidy_title(source.body, UNTITLED);
            return;
        }
        self.data = Some((source.line, path));
        let mut say = |what| {
            self.warnings
                .push(Warning::at(source.line, what).in_file(path));
        };
        match read_settings(source.body) {
            Some(settings) => self.settings = settings,
            None => say(ImportWarning::InvalidStoryData {}),
        }
        if !has_ifid(&self.settings) {
            say(ImportWarning::InvalidIfid {});
        }
    }
}

/// The data kept with a passage that becomes a node.
fn kept_of(placed: &LocatedPassage<'_>) -> Map<String, Value> {
    let (source, path) = (placed.source, placed.file.path.as_str());
    let mut kept = Map::with_capacity(1);
    kept.insert("header".to_owned(), source.header.into());
    if source.tail != default_tail(placed.is_last) || tag_of(path).is_some() {
        kept.insert("tail".to_owned(), source.tail.into());
    }
    if !path.is_empty() {
        kept.insert("file".to_owned(), path.into());
    }
    kept
}

fn keep(
    story: &mut Story,
    preambles: &[(&TextFile<'_>, &str)],
    specials: Vec<Value>,
    declared: Option<String>,
    warnings: &mut Vec<Warning>,
) {
    let mut kept = Map::new();
    kept.extend(declared.map(|it| (DECLARED.to_owned(), it.into())));
    let mut files = Vec::new();
    for (file, preamble) in preambles {
        let mut own = Map::new();
        if !preamble.is_empty() {
            own.insert("preamble".to_owned(), (*preamble).into());
        }
        if !preamble.trim().is_empty() {
            warnings
                .push(Warning::at(1, ImportWarning::TextBeforeFirstPassage {}).in_file(&file.path));
        }
        if file.has_crlf {
            own.insert("crlf".to_owned(), true.into());
        }
        if file.path.is_empty() {
            kept.extend(own);
        } else {
            own.insert("path".to_owned(), file.path.as_str().into());
            files.push(Value::Object(own));
        }
    }
    if !files.is_empty() {
        kept.insert("files".to_owned(), Value::Array(files));
    }
    kept.insert("passages".to_owned(), Value::Array(specials));
    kept_data::set(&mut story.data, NAME, kept);
}

/// The text between a passage and the next one, or the end of the file, for passages that did not
/// come from a file.
pub(super) fn default_tail(is_last: bool) -> &'static str {
    if is_last { "\n" } else { "\n\n" }
}
