//! A file becomes a story.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::passage::{self, color_of, is_code, kind_of, place_of};
use super::story_data;
use super::syntax::{Header, Source, cut, read_header};
use super::{NAME, STORY_DATA, STORY_TITLE, UNTITLED};
use crate::kept::{self, DataMap};
use crate::links::{self, Target, looks_computed};
use crate::reading::{Spot, check_counts, place_free, tidy_title};
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
        world,
        story: Story::new(StoryId(world.new_id()), UNTITLED),
        settings: Map::new(),
        passages: Vec::new(),
        names: HashMap::new(),
        warnings,
    };
    let specials = reader.sort(sources);
    check_counts(reader.passages.len(), 0)?;
    let links = reader.links();
    check_counts(0, links.iter().map(|it| it.edges.len()).sum())?;
    let start = reader.start();
    reader.nodes(&links, start);
    reader.edges(links);
    reader.keep(preamble, specials, has_crlf);
    reader
        .warnings
        .sort_by_key(|it| it.line.unwrap_or(usize::MAX));
    Ok((Parcel::new(reader.story), reader.warnings))
}

/// The text with simple line ends, if every one was of the other sort; a file that mixes them is
/// left as it is, so that none gets lost.
fn plain_line_ends(text: &str) -> (Cow<'_, str>, bool) {
    let pairs = text.matches("\r\n").count();
    let is_uniform =
        pairs > 0 && pairs == text.matches('\n').count() && pairs == text.matches('\r').count();
    if is_uniform {
        (text.replace("\r\n", "\n").into(), true)
    } else {
        (text.into(), false)
    }
}

/// A passage on its way to being a node.
struct Passage<'a> {
    id: NodeId,
    source: Source<'a>,
    header: Header,
    is_last: bool,
}

/// What the text of one passage leads to.
#[derive(Default)]
struct Links {
    /// Label and target, as an index, in the order of the text.
    edges: Vec<(String, usize)>,
    /// Names that no passage has.
    broken: Vec<String>,
    /// How many targets are computed by the running story.
    dynamic: usize,
}

struct Reader<'a> {
    world: &'a dyn World,
    story: Story,
    settings: Map<String, Value>,
    passages: Vec<Passage<'a>>,
    /// The first passage of each name.
    names: HashMap<String, usize>,
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
            let is_last = index == last;
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
            self.name(&header, source.line);
            let id = NodeId(self.world.new_id());
            self.passages.push(Passage {
                id,
                source,
                header,
                is_last,
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
        match story_data::read(source.body) {
            Some(settings) => self.settings = settings,
            None => self.warnings.push(Warning::at(
                source.line,
                "StoryData is not valid JSON and is ignored; a new one is written on export.",
            )),
        }
        if !story_data::has_ifid(&self.settings) {
            self.warnings.push(Warning::at(
                source.line,
                "StoryData has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one \
                 is written on export.",
            ));
        }
    }

    fn name(&mut self, header: &Header, line: usize) {
        if header.name.is_empty() {
            self.warnings
                .push(Warning::at(line, "This passage has no name."));
        }
        let index = self.passages.len();
        if let Some(&first) = self.names.get(&header.name) {
            let other = self.passages[first].source.line;
            self.warnings.push(Warning::at(
                line,
                format!(
                    "A passage “{}” stands in line {other} already. Both are kept; links lead to \
                     the first.",
                    header.name
                ),
            ));
        } else {
            self.names.insert(header.name.clone(), index);
        }
    }

    fn links(&mut self) -> Vec<Links> {
        let lower: HashMap<String, &str> = self
            .names
            .keys()
            .map(|it| (it.to_lowercase(), it.as_str()))
            .collect();
        let mut all = Vec::with_capacity(self.passages.len());
        for passage in &self.passages {
            let mut found = Links::default();
            if !is_code(&passage.header) {
                let warnings = resolve(passage, &self.names, &lower, &mut found);
                self.warnings.extend(warnings);
            }
            all.push(found);
        }
        all
    }

    fn start(&mut self) -> Option<usize> {
        let name = story_data::start(&self.settings);
        let start = self.names.get(name).copied();
        if start.is_none() {
            self.warnings.push(Warning::of_all(format!(
                "The start passage “{name}” does not exist: no start is set."
            )));
        }
        start
    }

    fn nodes(&mut self, links: &[Links], start: Option<usize>) {
        let places: Vec<_> = self
            .passages
            .iter()
            .map(|it| place_of(&it.header))
            .collect();
        let spots: Vec<_> = places.iter().map(|it| it.as_ref().map(spot)).collect();
        let pairs: Vec<_> = links
            .iter()
            .enumerate()
            .flat_map(|(from, it)| it.edges.iter().map(move |(_, to)| (from, *to)))
            .collect();
        let free = place_free(&spots, &pairs, start);
        let colors = story_data::colors(&self.settings);
        for (index, passage) in self.passages.iter().enumerate() {
            let (x, y) = free[index].unwrap_or_default();
            let place = places[index].clone().unwrap_or(Layout {
                x,
                y,
                ..Layout::default()
            });
            let layout = Layout {
                color: color_of(&passage.header, &colors),
                ..place
            };
            let mut kept = passage::kept(passage.source.header, free[index]);
            keep_links(&mut kept, &links[index]);
            if passage.source.tail != usual_tail(passage.is_last) {
                kept.insert("tail".to_owned(), passage.source.tail.into());
            }
            let mut data = DataMap::new();
            kept::set_text(&mut data, passage.source.body);
            kept::keep(&mut data, NAME, kept);
            let title = passage::title_of(&passage.header.name);
            let kind = kind_of(&passage.header).to_owned();
            let node = Node {
                id: passage.id,
                title,
                kind,
                layout,
                data,
            };
            self.story.nodes.insert(passage.id, Arc::new(node));
        }
        self.story.record.start = start.map(|it| self.passages[it].id);
    }

    fn edges(&mut self, links: Vec<Links>) {
        for (from, links) in links.into_iter().enumerate() {
            for (order, (label, to)) in links.edges.into_iter().enumerate() {
                let id = EdgeId(self.world.new_id());
                let record = EdgeRecord {
                    from: self.passages[from].id,
                    to: self.passages[to].id,
                    label,
                    order: order as u32,
                    condition: None,
                };
                self.story.edges.insert(
                    id,
                    Arc::new(Edge {
                        id,
                        record,
                        data: DataMap::new(),
                    }),
                );
            }
        }
    }

    fn keep(&mut self, preamble: &str, specials: Vec<Value>, has_crlf: bool) {
        let mut kept = Map::new();
        if !preamble.is_empty() {
            kept.insert("preamble".to_owned(), preamble.into());
            if !preamble.trim().is_empty() {
                self.warnings.push(Warning::at(
                    1,
                    "Text before the first passage belongs to none. It is kept and written back.",
                ));
            }
        }
        if has_crlf {
            kept.insert("crlf".to_owned(), true.into());
        }
        kept.insert("passages".to_owned(), Value::Array(specials));
        kept::keep(&mut self.story.data, NAME, kept);
    }
}

fn resolve(
    passage: &Passage<'_>,
    names: &HashMap<String, usize>,
    lower: &HashMap<String, &str>,
    found: &mut Links,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut seen = HashSet::new();
    let (mut line, mut counted) = (passage.source.line + 1, 0);
    for link in links::find(passage.source.body) {
        line += passage.source.body[counted..link.at].matches('\n').count();
        counted = link.at;
        let name = match link.target {
            Target::Named(name) => name,
            Target::Computed => {
                found.dynamic += 1;
                continue;
            }
        };
        if let Some(&to) = names.get(&name) {
            if seen.insert((link.label.clone(), to)) {
                found.edges.push((link.label, to));
            }
        } else if looks_computed(&name) {
            found.dynamic += 1;
        } else {
            let other = lower.get(&name.to_lowercase());
            let hint = other.map_or(String::new(), |it| format!(" There is “{it}”."));
            warnings.push(Warning::at(
                line,
                format!("A link leads to “{name}”, which does not exist.{hint}"),
            ));
            found.broken.push(name);
        }
    }
    if found.dynamic > 0 {
        warnings.push(Warning::at(
            passage.source.line,
            format!(
                "{} of the links of “{}” lead where only the running story knows; they are not drawn.",
                found.dynamic, passage.header.name
            ),
        ));
    }
    warnings
}

fn keep_links(kept: &mut Map<String, Value>, links: &Links) {
    if links.dynamic > 0 {
        kept.insert("dynamic_links".to_owned(), links.dynamic.into());
    }
    if !links.broken.is_empty() {
        kept.insert("broken_links".to_owned(), json!(links.broken));
    }
}

/// What stands between a passage and the next, or the end of the file, unless the file says
/// otherwise.
pub(super) fn usual_tail(is_last: bool) -> &'static str {
    if is_last { "\n" } else { "\n\n" }
}

fn spot(layout: &Layout) -> Spot {
    let (width, height) = (
        layout.width.unwrap_or_default(),
        layout.height.unwrap_or_default(),
    );
    Spot {
        x: layout.x,
        y: layout.y,
        width,
        height,
    }
}
