//! Converts a project to a story: elements become scenes, components characters, boards groups,
//! notes notes. Variables become the attributes of one extra note.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use model::contents::Attribute;
use model::play::{Effect, PLAY, PlayRecord};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::NAME;
use super::routes::Project;
use super::script::scripted;
use crate::import::{
    check_counts, derive_title, lay_out_unplaced, markdown, set_attributes, string_field,
    string_lines, tidy_title,
};
use crate::scripting::DeclaredVariables;
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, Warning};
use markup::kept_data::{self, DataMap, set_text};
use markup::links::{ProseNotation, reader_prose};
use markup::progress::track;

/// The space around cards in a group, in map units.
const MARGIN: f64 = 40.0;

/// Reads a whole project.
pub(super) fn read_bundle(
    file: &str,
    project: &Map<String, Value>,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let lists = Project(project);
    if lists.entries("elements").next().is_none() {
        return Err(FormatError::for_file(FormatErrorKind::NotArcweave {}));
    }
    let counts = |list: &str| lists.entries(list).count();
    check_counts(
        counts("elements") + counts("components"),
        counts("connections"),
    )?;
    let title = tidy_title(
        project
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default(),
        crate::UNTITLED,
    );
    let start = project.get("startingElement").and_then(Value::as_str);
    let mut reader = Reader {
        start,
        file,
        lines: OnceCell::new(),
        lists,
        world,
        warnings,
        story: Story::new(StoryId(world.new_id()), title),
        ids: HashMap::new(),
    };
    reader.boards();
    reader.elements();
    reader.components();
    reader.notes();
    reader.variables();
    reader.connections()?;
    reader.story.record.start = start.and_then(|it| reader.ids.get(it)).copied();
    if let Some(name) = start.filter(|it| !it.is_empty() && !reader.ids.contains_key(it)) {
        let line = reader.line(name);
        let name = name.to_owned();
        reader.say(line, ImportWarning::StartMissing { name });
    }
    reader.lay_out();
    let pictures = counts("assets");
    if pictures > 0 {
        reader.say(
            None,
            ImportWarning::ExternalMediaSkipped { count: pictures },
        );
    }
    Ok((Bundle::new(reader.story), reader.warnings))
}

struct Reader<'a> {
    /// The element that the project begins with.
    start: Option<&'a str>,
    file: &'a str,
    /// The line on which each string of the file first occurs, for warnings.
    lines: OnceCell<HashMap<&'a str, usize>>,
    lists: Project<'a>,
    world: &'a dyn World,
    warnings: Vec<Warning>,
    story: Story,
    ids: HashMap<&'a str, NodeId>,
}

impl<'a> Reader<'a> {
    /// Adds a group for each board that has content, if there are several.
    fn boards(&mut self) {
        let boards = || {
            self.lists
                .entries("boards")
                .filter(|it| !string_list(it.1, "elements").is_empty())
        };
        if boards().count() < 2 {
            return;
        }
        let boards: Vec<_> = boards().collect();
        for (id, board) in boards {
            let title = tidy_title(&markdown(string_field(board, "name")), "Untitled");
            self.add(id, title, "group", DataMap::new(), None);
        }
    }

    fn elements(&mut self) {
        let mut group_of = HashMap::new();
        for (id, board) in self.lists.entries("boards") {
            for item in string_list(board, "elements")
                .into_iter()
                .chain(string_list(board, "notes"))
            {
                group_of.entry(item).or_insert(id.as_str());
            }
        }
        let elements: Vec<_> = self.lists.entries("elements").collect();
        for (id, element) in track("reading nodes", elements) {
            let scripted = scripted(string_field(element, "content"), self.lists);
            let prose = scripted.text;
            let title = self.lists.title(id).unwrap_or_else(|| {
                let shown = reader_prose(&prose, ProseNotation::Arcweave).text;
                derive_title(&shown)
            });
            let mut data = DataMap::new();
            set_text(&mut data, &prose);
            if !super::prose(&prose).is_understood {
                let what = ImportWarning::ScriptKept {
                    title: title.clone(),
                };
                self.say(self.line(id), what);
            }
            self.set_enter(id, &scripted.effect, &mut data);
            let mut items = self.attributes(element);
            let names = string_list(element, "components")
                .into_iter()
                .filter_map(|it| {
                    Some(markdown(string_field(
                        self.lists.entry("components", it)?,
                        "name",
                    )))
                });
            let names: Vec<_> = names.collect();
            if !names.is_empty() {
                items.push(Attribute::new("Components", names.join(", ")));
            }
            set_attributes(&mut data, items);
            let group = group_of
                .get(id.as_str())
                .and_then(|it| self.ids.get(it))
                .copied();
            self.add(id, title, "scene", data, group);
        }
    }

    /// Stores what entering an element does. Entering the start gives the variables their first values.
    fn set_enter(&self, id: &str, effect: &Effect, data: &mut DataMap) {
        let mut play = PlayRecord::default();
        play.begin_with(effect);
        if self.start == Some(id) {
            let declared = DeclaredVariables::default();
            for (_, it) in self.lists.entries("variables") {
                let (name, value) = (string_field(it, "name"), it.get("value"));
                if let Some(value) = value.filter(|_| !name.is_empty()) {
                    // As JSON, a value is written as in the other languages.
                    declared.add(name, &value.to_string(), "");
                }
            }
            play.begin_with(&declared.initial_effect(true));
        }
        if !play.enter.is_empty() {
            data.insert(PLAY.into(), Arc::new(json!(play)));
        }
    }

    fn components(&mut self) {
        for (id, component) in self.lists.entries("components") {
            // A folder of components has no attributes of its own.
            if component.get("children").is_some() {
                continue;
            }
            let mut data = DataMap::new();
            set_attributes(&mut data, self.attributes(component));
            let title = tidy_title(&markdown(string_field(component, "name")), "Untitled");
            self.add(id, title, "character", data, None);
        }
    }

    fn notes(&mut self) {
        for (id, note) in self.lists.entries("notes") {
            let prose = markdown(string_field(note, "content"));
            let mut data = DataMap::new();
            set_text(&mut data, &prose);
            self.add(
                id,
                derive_title(&prose.replace('*', "")),
                "note",
                data,
                None,
            );
        }
    }

    fn variables(&mut self) {
        let items = self.lists.entries("variables").filter_map(|(_, it)| {
            let name = string_field(it, "name");
            let value = it.get("value")?;
            (!name.is_empty()).then(|| Attribute::new(name, to_text(value)))
        });
        let items: Vec<_> = items.collect();
        if !items.is_empty() {
            let mut data = DataMap::new();
            set_attributes(&mut data, items);
            self.add("", "Variables".to_owned(), "note", data, None);
        }
    }

    /// The attributes of an entry, with component ids replaced by the components' names.
    fn attributes(&self, entry: &Value) -> Vec<Attribute> {
        let ids = string_list(entry, "attributes").into_iter();
        let items = ids.filter_map(|id| {
            let attribute = self.lists.entry("attributes", id)?;
            let value = attribute.get("value")?;
            let value = match value.get("data").unwrap_or(value) {
                Value::Array(ids) => {
                    let names = ids.iter().filter_map(Value::as_str).map(|it| {
                        self.lists
                            .entry("components", it)
                            .map_or(it, |it| string_field(it, "name"))
                    });
                    names.collect::<Vec<_>>().join(", ")
                }
                Value::String(words) => markdown(words),
                other => to_text(other),
            };
            Some(Attribute::new(string_field(attribute, "name"), value))
        });
        let mut seen = std::collections::HashSet::new();
        let named = items.filter(|it| {
            let key = it.k.trim();
            !key.is_empty() && seen.insert(key.to_lowercase())
        });
        named.collect()
    }

    fn connections(&mut self) -> Result<(), FormatError> {
        let elements: Vec<_> = self.lists.entries("elements").collect();
        for (id, element) in track("reading links", elements) {
            let from = self.ids[id.as_str()];
            let mut order = 0;
            for output in string_list(element, "outputs") {
                let routes = self.lists.routes(output);
                if routes.is_empty() {
                    let title = self.story.nodes[&from].title.clone();
                    let what = ImportWarning::ConnectionTargetMissing { title };
                    self.say(self.line(output), what);
                }
                for route in routes {
                    let Some(&to) = self.ids.get(route.target) else {
                        continue;
                    };
                    let record = EdgeRecord {
                        condition: route.condition,
                        effect: Some(route.effect.to_string()).filter(|it| !it.is_empty()),
                        ..EdgeRecord::link(from, to, route.label, order)
                    };
                    order += 1;
                    let id = EdgeId(self.world.new_id());
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
            check_counts(0, self.story.edges.len())?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        id: &'a str,
        title: String,
        kind: &str,
        mut data: DataMap,
        parent: Option<NodeId>,
    ) {
        let own = NodeId(self.world.new_id());
        if !id.is_empty() {
            kept_data::set(
                &mut data,
                NAME,
                Map::from_iter([("id".to_owned(), json!(id))]),
            );
        }
        let layout = Layout {
            parent,
            ..Layout::default()
        };
        let node = Node {
            id: own,
            title,
            kind: kind.to_owned(),
            layout,
            data,
        };
        self.story.nodes.insert(own, Arc::new(node));
        self.ids.insert(id, own);
    }

    /// Assigns map positions: the export does not contain any.
    fn lay_out(&mut self) {
        let story = &mut self.story;
        let index = |id: &NodeId| story.nodes.get_index_of(id);
        let pairs = story.edges.values();
        let pairs = pairs.filter_map(|it| Some((index(&it.record.from)?, index(&it.record.to)?)));
        let pairs: Vec<_> = pairs.collect();
        let start = story.record.start.as_ref().and_then(index);
        let places = lay_out_unplaced(&vec![None; story.nodes.len()], &pairs, start);
        for (node, place) in story.nodes.values_mut().zip(places) {
            if let Some((x, y)) = place {
                let layout = &mut Arc::make_mut(node).layout;
                (layout.x, layout.y) = (x, y);
            }
        }
        self.fit_groups();
    }

    /// Resizes each group to enclose its members.
    fn fit_groups(&mut self) {
        let mut frames: HashMap<NodeId, [f64; 4]> = HashMap::new();
        for node in self.story.nodes.values() {
            if let Some(group) = node.layout.parent {
                let (x, y) = (node.layout.x, node.layout.y);
                let frame = frames.entry(group).or_insert([x, y, x, y]);
                *frame = [
                    frame[0].min(x),
                    frame[1].min(y),
                    frame[2].max(x),
                    frame[3].max(y),
                ];
            }
        }
        for (group, [left, top, right, bottom]) in frames {
            if let Some(group) = self.story.nodes.get_mut(&group) {
                let layout = &mut Arc::make_mut(group).layout;
                (layout.x, layout.y) = (left - MARGIN, top - MARGIN);
                layout.width = Some(right - left + Layout::DEFAULT_SIZE.0 + 2.0 * MARGIN);
                layout.height = Some(bottom - top + Layout::DEFAULT_SIZE.1 + 2.0 * MARGIN);
            }
        }
    }

    /// The line on which a string of the file first occurs.
    fn line(&self, words: &str) -> Option<usize> {
        let lines = self.lines.get_or_init(|| string_lines(self.file));
        lines.get(words).copied()
    }

    fn say(&mut self, line: Option<usize>, what: ImportWarning) {
        self.warnings.push(Warning::maybe_at(line, what));
    }
}

/// The ids in a list field.
fn string_list<'a>(entry: &'a Value, field: &str) -> Vec<&'a str> {
    let list = entry.get(field).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// An attribute value: strings as they are, everything else as JSON text.
fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
