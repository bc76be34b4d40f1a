//! The passage that declares the variables of a story in its story format, and the name of that
//! format.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use model::play::{Effect, PLAY, PlayRecord};
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::rule_notation::Dialect;
use super::{ExportPlan, Passage};
use crate::StoryFormat;
use crate::export::UniqueNames;
use markup::kept_data::{self, DataMap, set_text};

/// The name of the passage.
const NAME: &str = "Storyteller variables";
/// Its name and tag in SugarCube, where the story has no passage of that name: versions before 2.36 run
/// no other one first.
const FIRST_OF_SUGARCUBE: (&str, &str) = ("StoryInit", "storyteller");
/// The key of its text in the story's kept data.
pub(crate) const DECLARED: &str = "declared";

/// The passage that gives variables their initial values; `None` if there are none. Its id is
/// derived from the story's, so that it is the same in every export.
pub(super) fn variables_passage(
    story: &Story,
    form: &str,
    dialect: Dialect,
    declared: &[(String, String)],
) -> Option<Node> {
    let before = kept_declarations(story, form).unwrap_or_default();
    (!declared.is_empty() || !before.is_empty()).then_some(())?;
    let text = lines(declared, |name, value| match dialect {
        Dialect::SugarCube => format!("<<set {name} to {value}>>"),
        Dialect::Harlowe => format!("(set: {name} to {value})"),
        Dialect::Chapbook => format!("engine.state.set(\"{name}\", {value});"),
    });
    let is_taken = |title: &str| story.nodes.values().any(|it| it.title == title);
    let (mut title, tag) = match dialect {
        Dialect::SugarCube if !is_taken(FIRST_OF_SUGARCUBE.0) => {
            (FIRST_OF_SUGARCUBE.0.to_owned(), FIRST_OF_SUGARCUBE.1)
        }
        Dialect::SugarCube => (NAME.to_owned(), "init"),
        Dialect::Harlowe => (NAME.to_owned(), "startup"),
        Dialect::Chapbook => (NAME.to_owned(), "script"),
    };
    while is_taken(&title) {
        title.push('+');
    }
    let mut data = DataMap::new();
    let both: Vec<&str> = [before, text.as_str()]
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect();
    set_text(&mut data, both.join("\n"));
    let header = format!(":: {title} [{tag}]");
    let kept = Map::from_iter([
        ("header".to_owned(), Value::String(header)),
        ("placed".to_owned(), serde_json::json!([0.0, 0.0])),
    ]);
    kept_data::set(&mut data, form, kept);
    Some(Node {
        id: NodeId(Uuid::from_u128(
            story.id.0.as_u128() ^ 0x7661_7269_6162_6c65,
        )),
        title,
        kind: "note".to_owned(),
        layout: Layout::default(),
        data,
    })
}

/// The story with an intermediate passage for each choice that has an effect, because a link in
/// Chapbook can do nothing else; also the original targets of those edges.
pub(super) fn with_effect_passages<'a>(
    story: &'a Story,
    form: &'static str,
) -> (Cow<'a, Story>, HashMap<EdgeId, NodeId>) {
    let has_effect = |it: &&Arc<Edge>| {
        let effect = it.record.effect.as_deref();
        it.record.is_choice() && effect.is_some_and(|it| it.parse::<Effect>().is_ok())
    };
    let edges: Vec<Arc<Edge>> = story.edges.values().filter(has_effect).cloned().collect();
    if edges.is_empty() {
        return (Cow::Borrowed(story), HashMap::new());
    }
    let plan = ExportPlan::of(story, form);
    let titles = story.nodes.values().map(|it| it.title.clone()).collect();
    let mut free = UniqueNames::new(titles, |name, number| format!("{name} {number}"));
    let mut changed = story.clone();
    let mut moved = HashMap::new();
    for edge in edges {
        let Some(name) = plan
            .name(edge.record.to)
            .filter(|it| !it.contains(['\'', '\\']))
        else {
            continue;
        };
        let id = NodeId(Uuid::from_u128(edge.id.0.as_u128() ^ 0x6566_6665_6374));
        let mut data = DataMap::new();
        set_text(&mut data, format!("{{redirect to: '{name}'}}"));
        let record = PlayRecord {
            enter: edge.record.effect.clone().unwrap_or_default(),
            ..PlayRecord::default()
        };
        data.insert(PLAY.into(), Arc::new(serde_json::json!(record)));
        let node = Node {
            id,
            title: free.take(&format!("{name} (choice)")),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data,
        };
        changed.nodes.insert(id, Arc::new(node));
        let onward = EdgeRecord::link(id, edge.record.to, "", 0);
        let next = EdgeId(Uuid::from_u128(edge.id.0.as_u128() ^ 0x6e65_7874));
        let next_edge = Edge {
            id: next,
            record: onward,
            data: DataMap::new(),
        };
        changed.edges.insert(next, Arc::new(next_edge));
        if let Some(own) = changed.edges.get_mut(&edge.id) {
            let own = Arc::make_mut(own);
            own.record.to = id;
            own.record.effect = None;
        }
        moved.insert(edge.id, edge.record.to);
    }
    (Cow::Owned(changed), moved)
}

/// The declarations imported with a file, which are not a node of the story.
pub(super) fn kept_declarations<'a>(story: &'a Story, form: &str) -> Option<&'a str> {
    kept_data::get(&story.data, form)?.get(DECLARED)?.as_str()
}

/// Removes the passage that an export added for the variables from the passages of a file, if it is
/// the last one; returns its text.
pub(super) fn take_declarations(pieces: &mut Vec<Passage<'_>>) -> Option<String> {
    let last = pieces.last()?;
    let (name, [tag]) = (&*last.header.name, last.header.tags.as_slice()) else {
        return None;
    };
    // A node of the story may have the name itself.
    let is_it = (name, tag.as_str()) == FIRST_OF_SUGARCUBE
        || name.trim_end_matches('+') == NAME && (tag == "init" || tag == "startup");
    let sets = |line: &str| {
        let inner = line
            .strip_prefix("<<set $")
            .and_then(|it| it.strip_suffix(">>"));
        let inner = inner.or_else(|| line.strip_prefix("(set: $")?.strip_suffix(')'));
        inner
            .and_then(|it| it.split_once(" to "))
            .is_some_and(|(name, value)| {
                let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
                name.chars().all(is_name) && ["0", "false", "\"\""].contains(&value)
            })
    };
    if !is_it || !last.text.lines().all(sets) {
        return None;
    }
    pieces.pop().map(|it| it.text.into_owned())
}

fn lines(declared: &[(String, String)], line: impl Fn(&str, &str) -> String) -> String {
    let all: Vec<String> = declared
        .iter()
        .map(|(name, value)| line(name, value))
        .collect();
    all.join("\n")
}

/// Sets the story format in the kept settings of a form.
pub(super) fn with_format(
    story: &mut Story,
    form: &str,
    settings: &Map<String, Value>,
    dialect: Dialect,
) {
    let format = match dialect {
        Dialect::SugarCube => StoryFormat::SugarCube,
        Dialect::Harlowe => StoryFormat::Harlowe,
        Dialect::Chapbook => StoryFormat::Chapbook,
    };
    let mut settings = settings.clone();
    format.write(&mut settings);
    let mut kept = kept_data::get(&story.data, form)
        .cloned()
        .unwrap_or_default();
    kept.insert("settings".to_owned(), Value::Object(settings));
    kept_data::set(&mut story.data, form, kept);
}
