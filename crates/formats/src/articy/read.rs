//! Converts a project to a story: lines of dialogue become scenes, what encloses a flow groups, entities
//! characters, locations places, comments and documents notes. Variables become the attributes of one
//! extra note.

use std::collections::HashMap;
use std::sync::Arc;

use model::contents::Attribute;
use model::play::{PLAY, PlayRecord};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, json};

use super::NAME;
use super::attributes::attributes;
use super::canvas::{MARGIN, TITLE, arrange};
use super::project::{Class, Object, Project};
use super::routes::Routes;
use super::script::{Variable, VariableNames};
use crate::import::{
    NodeBounds, StyledText, check_counts, derive_title, lay_out_unplaced, likely_start, markdown,
    set_attributes, tidy_title,
};
use crate::scripting::DeclaredVariables;
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data::{self, DataMap, set_text};
use markup::progress::track;

/// The most connections that are followed in a project.
const MAX_STEPS: usize = 2_000_000;
/// How much of a piece of code a warning shows, in characters.
const MAX_CODE: usize = 80;

/// Reads a whole project.
pub(super) fn read_bundle(
    project: &Project<'_>,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    check_counts(project.objects.len(), 0)?;
    let (names, variables) = VariableNames::of(project);
    let routes = Routes::of(project, &names);
    let mut reader = Reader {
        project,
        routes: &routes,
        places: arrange(project, &|it| project.has_flow(it) && routes.is_scene(it)),
        titles: HashMap::new(),
        world,
        warnings,
        story: Story::new(
            StoryId(world.new_id()),
            tidy_title(project.name(), crate::UNTITLED),
        ),
        groups: HashMap::new(),
        ids: HashMap::new(),
        unread_texts: 0,
    };
    reader.name_objects();
    reader.groups();
    reader.nodes();
    reader.variables(&variables);
    reader.connections()?;
    reader.start(&variables);
    reader.lay_out();
    reader.warn_of_texts();
    Ok((Bundle::new(reader.story), reader.warnings))
}

struct Reader<'a> {
    project: &'a Project<'a>,
    routes: &'a Routes<'a>,
    /// Where the objects are on the map.
    places: Vec<Option<NodeBounds>>,
    /// The titles of the objects that become nodes.
    titles: HashMap<usize, String>,
    world: &'a dyn World,
    warnings: Vec<Warning>,
    story: Story,
    /// The groups of the objects that enclose others.
    groups: HashMap<usize, NodeId>,
    /// The other nodes.
    ids: HashMap<usize, NodeId>,
    /// How many texts are only keys of a table that is not here.
    unread_texts: usize,
}

impl<'a> Reader<'a> {
    /// Chooses the titles. Where code asks whether a node was seen, no other has its title.
    fn name_objects(&mut self) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for (at, object) in self.project.objects.iter().enumerate() {
            let title = self.title(object);
            *counts.entry(title.to_lowercase()).or_default() += 1;
            self.titles.insert(at, title);
        }
        let mut next: HashMap<String, usize> = HashMap::new();
        for (at, object) in self.project.objects.iter().enumerate() {
            let mut pins = object.inputs.iter().chain(&object.outputs);
            let asks = pins.any(|it| it.code.contains("seen"));
            let title = &self.titles[&at];
            let lower = title.to_lowercase();
            if !asks || counts[&lower] < 2 {
                continue;
            }
            let number = next.entry(lower).or_insert(2);
            let mut free = format!("{title} {number}");
            while counts.contains_key(&free.to_lowercase()) {
                *number += 1;
                free = format!("{title} {number}");
            }
            counts.insert(free.to_lowercase(), 1);
            self.titles.insert(at, free);
        }
    }

    fn title(&self, object: &Object<'a>) -> String {
        let named = |key: &str| Some(self.words(object, key)).filter(|it| !it.is_empty());
        let derived = |key: &str| named(key).map(|it| derive_title(&it));
        if object.class != Class::Fragment
            && let Some(name) = named("DisplayName")
        {
            return tidy_title(&name, "Untitled");
        }
        derived("DisplayName")
            .or_else(|| derived("Text"))
            .or_else(|| derived("MenuText"))
            .or_else(|| Some(self.speaker(object)).filter(|it| !it.is_empty()))
            .unwrap_or_else(|| "Untitled".to_owned())
    }

    /// A text of an object without formatting; empty if it is not in the file.
    fn words(&self, object: &Object<'a>, key: &str) -> String {
        let text = self.project.text(object, key);
        if self.project.is_text_key(object, text) {
            return String::new();
        }
        let words = paragraphs(text);
        words.replace(['*', '\\'], "").trim().to_owned()
    }

    /// A text of an object as Markdown.
    fn markdown(&mut self, object: &Object<'a>, key: &str) -> String {
        let text = self.project.text(object, key);
        if self.project.is_text_key(object, text) {
            self.unread_texts += 1;
            return String::new();
        }
        paragraphs(text)
    }

    /// The name of who speaks a line; empty if nobody does.
    fn speaker(&self, object: &Object<'a>) -> String {
        let speaker = self.project.find(object.word("Speaker"));
        let speaker = speaker.map(|it| self.words(&self.project.objects[it], "DisplayName"));
        speaker.unwrap_or_default()
    }

    /// The text of a line: who speaks, how, and what is said.
    fn line(&mut self, object: &Object<'a>) -> String {
        let said = self.markdown(object, "Text");
        let directions = self.markdown(object, "StageDirections");
        let directions = directions.split_whitespace().collect::<Vec<_>>().join(" ");
        let directions = directions.trim_matches(['(', ')', '*']);
        let mut text = self.speaker(object);
        if said.is_empty() && directions.is_empty() {
            return String::new();
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        if !directions.is_empty() {
            text.push_str(&format!("*({directions})* "));
        }
        text.push_str(&said);
        text.trim_end().to_owned()
    }

    /// Adds a group for each object that encloses a flow.
    fn groups(&mut self) {
        for (at, object) in self.project.objects.iter().enumerate() {
            if !object.class.is_flow() || !self.project.has_flow(at) {
                continue;
            }
            let mut data = DataMap::new();
            if !self.routes.is_scene(at) {
                let text = self.markdown(object, "Text");
                if !text.is_empty() {
                    set_text(&mut data, &text);
                }
                set_attributes(&mut data, self.attributes(object));
            }
            let id = NodeId(self.world.new_id());
            self.groups.insert(at, id);
            self.add(id, at, "group", data);
        }
        for (at, id) in &self.groups {
            let (Some(place), Some(node)) = (self.places[*at], self.story.nodes.get_mut(id)) else {
                continue;
            };
            let layout = &mut Arc::make_mut(node).layout;
            layout.width = Some(place.width);
            layout.height = Some(place.height);
        }
    }

    fn nodes(&mut self) {
        let mut pictures = 0;
        let objects: Vec<_> = self.project.objects.iter().enumerate().collect();
        for (at, object) in track("reading nodes", objects) {
            let is_scene = self.routes.is_scene(at);
            let (kind, text) = match object.class {
                Class::Fragment => ("scene", self.line(object)),
                _ if is_scene => ("scene", self.markdown(object, "Text")),
                Class::Entity => ("character", self.markdown(object, "Text")),
                Class::Place => ("place", self.markdown(object, "Text")),
                Class::Comment => ("note", self.markdown(object, "Text")),
                Class::Document => ("note", self.document(at)),
                Class::Asset => {
                    pictures += 1;
                    continue;
                }
                _ => continue,
            };
            let mut data = DataMap::new();
            if is_scene || !text.is_empty() {
                set_text(&mut data, &text);
            }
            set_attributes(&mut data, self.attributes(object));
            let id = NodeId(self.world.new_id());
            self.ids.insert(at, id);
            self.add(id, at, kind, data);
        }
        if pictures > 0 {
            let what = ImportWarning::ExternalMediaSkipped { count: pictures };
            self.warnings.push(Warning::for_file(what));
        }
    }

    /// The text of a document: its own, and those in it.
    fn document(&mut self, at: usize) -> String {
        let project = self.project;
        let mut parts = vec![self.markdown(&project.objects[at], "Text")];
        for child in &project.children[at] {
            let object = &project.objects[*child];
            if object.class == Class::DocumentText {
                let title = self.words(object, "DisplayName");
                parts.push(match title.is_empty() {
                    true => String::new(),
                    false => format!("## {}", tidy_title(&title, "")),
                });
                parts.push(self.markdown(object, "Text"));
            }
        }
        parts.retain(|it| !it.is_empty());
        parts.join("\n\n")
    }

    fn attributes(&self, object: &Object<'a>) -> Vec<Attribute> {
        let title = |id: &str| Some(self.titles[&self.project.find(id)?].clone());
        let mut items = attributes(self.project, object, &title);
        // A zone or spot is on a location.
        let on = object.parent.filter(|it| {
            let is_place = |it: Class| it == Class::Place;
            is_place(object.class) && is_place(self.project.objects[*it].class)
        });
        if let Some(location) = on {
            items.push(Attribute::new("Location", self.titles[&location].clone()));
        }
        items
    }

    fn variables(&mut self, variables: &[Variable<'_>]) {
        if variables.is_empty() {
            return;
        }
        let items = variables.iter().map(|it| {
            let value = it.value.trim_matches('"');
            Attribute::new(&it.name, value)
        });
        let mut data = DataMap::new();
        set_attributes(&mut data, items.collect());
        let described = variables
            .iter()
            .filter(|it| !it.description.trim().is_empty());
        let lines = described.map(|it| format!("- {}: {}", it.name, it.description.trim()));
        let text = lines.collect::<Vec<_>>().join("\n");
        if !text.is_empty() {
            set_text(&mut data, &text);
        }
        let id = NodeId(self.world.new_id());
        let node = Node {
            id,
            title: "Variables".to_owned(),
            kind: "note".to_owned(),
            layout: Layout::default(),
            data,
        };
        self.story.nodes.insert(id, Arc::new(node));
    }

    fn connections(&mut self) -> Result<(), FormatError> {
        let scenes: Vec<usize> = (0..self.project.objects.len())
            .filter(|it| self.routes.is_scene(*it))
            .collect();
        let mut steps = 0;
        for at in track("reading links", scenes) {
            let found = self.routes.from(at, &self.titles);
            let title = &self.titles[&at];
            for _ in 0..found.broken {
                let title = title.clone();
                let what = ImportWarning::ConnectionTargetMissing { title };
                self.warnings.push(Warning::for_file(what));
            }
            for code in found.unread {
                let (title, code) = (title.clone(), shortened(&code));
                let what = ImportWarning::InstructionSkipped { title, code };
                self.warnings.push(Warning::for_file(what));
            }
            for (order, route) in found.routes.into_iter().enumerate() {
                let (from, to) = (self.ids[&at], self.ids[&route.target]);
                let record = EdgeRecord {
                    condition: route.condition,
                    effect: Some(route.effect.to_string()).filter(|it| !it.is_empty()),
                    ..EdgeRecord::link(from, to, route.label, order as u32)
                };
                let id = EdgeId(self.world.new_id());
                let data = DataMap::new();
                let edge = Arc::new(Edge { id, record, data });
                self.story.edges.insert(id, edge);
            }
            check_counts(0, self.story.edges.len())?;
            steps += found.steps;
            if steps > MAX_STEPS {
                return Err(FormatError::for_file(FormatErrorKind::TooManyEdges {
                    count: steps,
                    most: MAX_STEPS,
                }));
            }
        }
        Ok(())
    }

    /// Chooses where the story begins, and gives the variables their first values there.
    fn start(&mut self, variables: &[Variable<'_>]) {
        let project = self.project;
        let is_top = |it: &usize| {
            let parent = project.objects[*it].parent;
            parent.is_none_or(|it| !project.objects[it].class.is_flow())
        };
        let top: Vec<usize> = (0..project.objects.len()).filter(is_top).collect();
        let mut begins = self.routes.beginnings(&top).into_iter();
        let first = begins.find_map(|it| self.routes.entry(it, &self.titles));
        let start = first.and_then(|it| self.ids.get(&it).copied());
        self.story.record.start = start.or_else(|| likely_start(&self.story));
        let start = self.story.record.start;
        let Some(node) = start.and_then(|it| self.story.nodes.get_mut(&it)) else {
            return;
        };
        let declared = DeclaredVariables::default();
        for it in variables {
            declared.add(&it.name, &it.value, "");
        }
        let mut play = PlayRecord::default();
        play.begin_with(&declared.initial_effect(true));
        if !play.enter.is_empty() {
            let data = &mut Arc::make_mut(node).data;
            data.insert(PLAY.into(), Arc::new(json!(play)));
        }
    }

    fn add(&mut self, id: NodeId, at: usize, kind: &str, mut data: DataMap) {
        let object = &self.project.objects[at];
        let own = Map::from_iter([("id".to_owned(), json!(object.id))]);
        kept_data::set(&mut data, NAME, own);
        let (x, y) = self.places[at].map_or((0.0, 0.0), |it| (it.x, it.y));
        // A scene that has the name of its group stands at the top of it.
        let (inside, parent) = match self.groups.get(&at) {
            Some(group) if *group != id => (true, Some(*group)),
            _ => (
                false,
                object.parent.and_then(|it| self.groups.get(&it).copied()),
            ),
        };
        let inset = if inside {
            (MARGIN, TITLE + MARGIN)
        } else {
            (0.0, 0.0)
        };
        let layout = Layout {
            x: x + inset.0,
            y: y + inset.1,
            parent,
            ..Layout::default()
        };
        let node = Node {
            id,
            title: self.titles[&at].clone(),
            kind: kind.to_owned(),
            layout,
            data,
        };
        self.story.nodes.insert(id, Arc::new(node));
    }

    /// Places what is not part of the flow beside it.
    fn lay_out(&mut self) {
        let placed = self.ids.iter().chain(&self.groups);
        let placed = placed.filter_map(|it| Some((*it.1, self.places[*it.0]?)));
        let placed: HashMap<NodeId, NodeBounds> = placed.collect();
        let bounds = self.story.nodes.values().map(|node| {
            placed.get(&node.id)?;
            let (width, height) = node.layout.size();
            Some(NodeBounds {
                x: node.layout.x,
                y: node.layout.y,
                width,
                height,
            })
        });
        let bounds: Vec<_> = bounds.collect();
        let places = lay_out_unplaced(&bounds, &[], None);
        for (node, place) in self.story.nodes.values_mut().zip(places) {
            if let Some((x, y)) = place {
                let layout = &mut Arc::make_mut(node).layout;
                (layout.x, layout.y) = (x, y);
            }
        }
    }

    fn warn_of_texts(&mut self) {
        let count = self.unread_texts;
        if count > 0 {
            let what = ImportWarning::TextsInTable { count };
            self.warnings.push(Warning::for_file(what));
        }
        let others = self.project.other_languages();
        if !others.is_empty() {
            let languages = others.join(", ");
            let what = ImportWarning::LanguagesSkipped { languages };
            self.warnings.push(Warning::for_file(what));
        }
    }
}

/// A text as Markdown: each line is a paragraph.
fn paragraphs(text: &str) -> String {
    if text.contains("</") {
        let html = text.replace("\r\n", "\n").replace('\n', "<br/>");
        return markdown(&html);
    }
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let lines = lines.map(|line| {
        let mut styled = StyledText::default();
        styled.push(line, [false; 3]);
        styled.take_markdown()
    });
    lines.collect::<Vec<_>>().join("\n\n")
}

/// Code for a warning.
fn shortened(code: &str) -> String {
    match code.char_indices().nth(MAX_CODE) {
        Some((end, _)) => format!("{}…", &code[..end]),
        None => code.to_owned(),
    }
}
