//! A project becomes a story: elements are scenes, components characters, boards groups, notes
//! notes; variables stand as attributes of a note of their own.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World};
use serde_json::{Map, Value, json};

use super::NAME;
use super::routes::{Project, text};
use crate::kept::{self, DataMap, set_text};
use crate::reading::{check_counts, derive_title, markdown, place_free, string_lines, tidy_title};
use crate::watch::over;
use crate::{FormatError, Oddity, Parcel, Refusal, Warning};

/// The capability of attributes.
const KV: &str = "kv";

/// The space around cards in a group, in map units.
const MARGIN: f64 = 40.0;

/// Reads a whole project.
pub(super) fn parcel(
    file: &str,
    project: &Map<String, Value>,
    warnings: Vec<Warning>,
    world: &dyn World,
) -> Result<(Parcel, Vec<Warning>), FormatError> {
    let lists = Project(project);
    if lists.entries("elements").next().is_none() {
        return Err(FormatError::of_all(Refusal::ArcweaveNone {}));
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
    let mut reader = Reader {
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
    let start = project.get("startingElement").and_then(Value::as_str);
    reader.story.record.start = start.and_then(|it| reader.ids.get(it)).copied();
    if let Some(name) = start.filter(|it| !it.is_empty() && !reader.ids.contains_key(it)) {
        let line = reader.line(name);
        let name = name.to_owned();
        reader.say(line, Oddity::StartMissing { name });
    }
    reader.place();
    let pictures = counts("assets");
    if pictures > 0 {
        reader.say(None, Oddity::MediaApart { count: pictures });
    }
    Ok((Parcel::new(reader.story), reader.warnings))
}

struct Reader<'a> {
    file: &'a str,
    /// The lines on which strings of the file first stand, for warnings.
    lines: OnceCell<HashMap<&'a str, usize>>,
    lists: Project<'a>,
    world: &'a dyn World,
    warnings: Vec<Warning>,
    story: Story,
    ids: HashMap<&'a str, NodeId>,
}

impl<'a> Reader<'a> {
    /// Groups for boards, where there are several that hold something.
    fn boards(&mut self) {
        let boards = || {
            self.lists
                .entries("boards")
                .filter(|it| !listed(it.1, "elements").is_empty())
        };
        if boards().count() < 2 {
            return;
        }
        let boards: Vec<_> = boards().collect();
        for (id, board) in boards {
            let title = tidy_title(&markdown(text(board, "name")), "Untitled");
            self.add(id, title, "group", DataMap::new(), None);
        }
    }

    fn elements(&mut self) {
        let mut group_of = HashMap::new();
        for (id, board) in self.lists.entries("boards") {
            for item in listed(board, "elements")
                .into_iter()
                .chain(listed(board, "notes"))
            {
                group_of.entry(item).or_insert(id.as_str());
            }
        }
        let elements: Vec<_> = self.lists.entries("elements").collect();
        for (id, element) in over("reading nodes", elements) {
            let prose = markdown(text(element, "content"));
            let title = markdown(text(element, "title"));
            let title = if title.trim().is_empty() {
                derive_title(&prose)
            } else {
                // Titles are plain; marks of emphasis in them would be read as letters.
                tidy_title(&title.replace('*', ""), "Untitled")
            };
            let mut data = DataMap::new();
            set_text(&mut data, &prose);
            let mut items = self.attributes(element);
            let names = listed(element, "components")
                .into_iter()
                .filter_map(|it| Some(markdown(text(self.lists.entry("components", it)?, "name"))));
            let names: Vec<_> = names.collect();
            if !names.is_empty() {
                items.push(json!({ "k": "Components", "v": names.join(", ") }));
            }
            set_items(&mut data, items);
            let group = group_of
                .get(id.as_str())
                .and_then(|it| self.ids.get(it))
                .copied();
            self.add(id, title, "scene", data, group);
        }
    }

    fn components(&mut self) {
        for (id, component) in self.lists.entries("components") {
            // A folder of components has no attributes of its own.
            if component.get("children").is_some() {
                continue;
            }
            let mut data = DataMap::new();
            set_items(&mut data, self.attributes(component));
            let title = tidy_title(&markdown(text(component, "name")), "Untitled");
            self.add(id, title, "character", data, None);
        }
    }

    fn notes(&mut self) {
        for (id, note) in self.lists.entries("notes") {
            let prose = markdown(text(note, "content"));
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
            let name = text(it, "name");
            let value = it.get("value")?;
            (!name.is_empty()).then(|| json!({ "k": name, "v": plain(value) }))
        });
        let items: Vec<_> = items.collect();
        if !items.is_empty() {
            let mut data = DataMap::new();
            set_items(&mut data, items);
            self.add("", "Variables".to_owned(), "note", data, None);
        }
    }

    /// What the attributes of an entry say, names of components in place of their ids.
    fn attributes(&self, entry: &Value) -> Vec<Value> {
        let ids = listed(entry, "attributes").into_iter();
        let items = ids.filter_map(|id| {
            let attribute = self.lists.entry("attributes", id)?;
            let value = attribute.get("value")?;
            let value = match value.get("data").unwrap_or(value) {
                Value::Array(ids) => {
                    let names = ids.iter().filter_map(Value::as_str).map(|it| {
                        self.lists
                            .entry("components", it)
                            .map_or(it, |it| text(it, "name"))
                    });
                    json!(names.collect::<Vec<_>>().join(", "))
                }
                Value::String(words) => json!(markdown(words)),
                other => plain(other),
            };
            Some(json!({ "k": text(attribute, "name"), "v": value }))
        });
        let mut seen = std::collections::HashSet::new();
        let named = items.filter(|it| {
            let key = text(it, "k");
            !key.trim().is_empty() && seen.insert(key.trim().to_lowercase())
        });
        named.collect()
    }

    fn connections(&mut self) -> Result<(), FormatError> {
        let elements: Vec<_> = self.lists.entries("elements").collect();
        for (id, element) in over("reading links", elements) {
            let from = self.ids[id.as_str()];
            let mut order = 0;
            for output in listed(element, "outputs") {
                let routes = self.lists.routes(output);
                if routes.is_empty() {
                    let title = self.story.nodes[&from].title.clone();
                    let what = Oddity::ConnectionNowhere { title };
                    self.say(self.line(output), what);
                }
                for route in routes {
                    let Some(&to) = self.ids.get(route.target) else {
                        continue;
                    };
                    let record = EdgeRecord {
                        dynamic: false,
                        includes: false,
                        once: false,
                        from,
                        to,
                        label: route.label,
                        order,
                        condition: route.condition,
                        effect: None,
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
            kept::keep(
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

    /// The export says no places.
    fn place(&mut self) {
        let story = &mut self.story;
        let index = |id: &NodeId| story.nodes.get_index_of(id);
        let pairs = story.edges.values();
        let pairs = pairs.filter_map(|it| Some((index(&it.record.from)?, index(&it.record.to)?)));
        let pairs: Vec<_> = pairs.collect();
        let start = story.record.start.as_ref().and_then(index);
        let places = place_free(&vec![None; story.nodes.len()], &pairs, start);
        for (node, place) in story.nodes.values_mut().zip(places) {
            if let Some((x, y)) = place {
                let layout = &mut Arc::make_mut(node).layout;
                (layout.x, layout.y) = (x, y);
            }
        }
        self.frame();
    }

    /// Draws each group around what lies in it.
    fn frame(&mut self) {
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
                layout.width = Some(right - left + Layout::CARD.0 + 2.0 * MARGIN);
                layout.height = Some(bottom - top + Layout::CARD.1 + 2.0 * MARGIN);
            }
        }
    }

    /// The line on which a string of the file first stands.
    fn line(&self, words: &str) -> Option<usize> {
        let lines = self.lines.get_or_init(|| string_lines(self.file));
        lines.get(words).copied()
    }

    fn say(&mut self, line: Option<usize>, what: Oddity) {
        self.warnings.push(Warning::maybe_at(line, what));
    }
}

/// The ids of a list.
fn listed<'a>(entry: &'a Value, field: &str) -> Vec<&'a str> {
    let list = entry.get(field).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn set_items(data: &mut DataMap, items: Vec<Value>) {
    if !items.is_empty() {
        data.insert(KV.into(), Arc::new(json!({ "items": items })));
    }
}

/// A value as an attribute holds it: as words.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(_) => value.clone(),
        Value::Null => json!(""),
        other => json!(other.to_string()),
    }
}
