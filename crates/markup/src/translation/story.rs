//! The whole story as readers of another language see it: for exports and for playing.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use indexmap::IndexSet;
use model::contents::{Content as _, Translation, translation_slot};
use model::play::{PlayRecord, with_renamed_title};
use model::{Edge, EdgeId, Node, NodeId, Story};

use super::NodeSource;
use crate::kept_data::{set_text, text_of};
use crate::links::{self, Target, has_macros};
use crate::notation::{ink, yarn};
use crate::retarget::retarget_links;

/// The nodes that readers see, and that are to be translated: those that choices and inclusions lead
/// to from the beginning, in that order, then all other scenes.
pub fn nodes_for_readers(story: &Story) -> Vec<NodeId> {
    let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
    for edge in story.edges.values() {
        leaving.entry(edge.record.from).or_default().push(edge);
    }
    for edges in leaving.values_mut() {
        edges.sort_by_key(|it| it.record.order);
    }
    let is_scene = |it: &&Arc<Node>| it.kind == "scene";
    let scenes = story.nodes.values().filter(is_scene).map(|it| it.id);
    let start = story.record.start.filter(|it| story.nodes.contains_key(it));
    let mut found: IndexSet<NodeId> = IndexSet::new();
    for first in start.into_iter().chain(scenes) {
        let mut next = VecDeque::from([first]);
        while let Some(id) = next.pop_front() {
            if found.insert(id) {
                let edges = leaving.get(&id).into_iter().flatten();
                next.extend(
                    edges
                        .map(|it| it.record.to)
                        .filter(|it| story.nodes.contains_key(it)),
                );
            }
        }
    }
    found.into_iter().collect()
}

/// The story in another language: titles, texts and labels. What is not translated is as in the
/// source. Links and conditions that name a title name the translated one.
pub fn translated_story(story: &Story, language: &str) -> Story {
    let slot = translation_slot(language);
    let mut translated = story.clone();
    if let Some(own) = translated.data.remove(&*slot)
        && let Some(title) = Translation::of(Some(&*own)).title
    {
        translated.record.title = title.text;
    }
    let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
    for edge in story.edges.values() {
        leaving.entry(edge.record.from).or_default().push(edge);
    }
    let title_of = |id| story.nodes.get(&id).map(|it| it.title.clone());
    let mut titles = HashMap::new();
    let mut labels: Vec<(EdgeId, String)> = Vec::new();
    for (id, node) in &story.nodes {
        let Some(kept) = node.data.get(&*slot) else {
            continue;
        };
        let kept = Translation::of(Some(&**kept));
        let edges = leaving.get(id).into_iter().flatten().copied();
        let said = NodeSource::of(node, edges, &title_of, &[]).translated(&kept);
        if said.title != node.title {
            titles.insert(*id, said.title);
        }
        labels.extend(said.labels);
        let mut node = Node::clone(node);
        node.data.remove(&*slot);
        if said.text != text_of(&node) {
            set_text(&mut node.data, said.text);
        }
        translated.nodes.insert(*id, Arc::new(node));
    }
    for (id, label) in labels {
        if let Some(edge) = translated.edges.get_mut(&id) {
            Arc::make_mut(edge).record.label = label;
        }
    }
    rename(story, &mut translated, titles);
    translated
}

/// Gives nodes their translated titles, and whatever names them by title the new ones.
fn rename(story: &Story, translated: &mut Story, mut titles: HashMap<NodeId, String>) {
    let fixed = titles_in_code(story);
    let all: HashSet<&str> = story.nodes.values().map(|it| it.title.as_str()).collect();
    let mut seen = HashSet::new();
    let mut new: HashMap<&str, String> = HashMap::new();
    for (id, node) in &story.nodes {
        let Some(title) = titles.get(id) else {
            continue;
        };
        // A title that a script asks for, or that another node has, would make links lead elsewhere.
        let is_taken = all.contains(title.as_str()) || !seen.insert(title.clone());
        if is_taken || fixed.contains(&node.title) {
            titles.remove(id);
        } else {
            new.entry(&node.title).or_insert_with(|| title.clone());
        }
    }
    if new.is_empty() {
        return;
    }
    for node in translated.nodes.values_mut() {
        let renamed = titles.get(&node.id);
        let named = named_titles(node, &new);
        let enter = node.play().enter;
        let entered = with_titles(&enter, &new);
        if renamed.is_none() && named.is_empty() && entered.is_none() {
            continue;
        }
        let node = Arc::make_mut(node);
        for old in named {
            if let Some(it) = retarget_links(node, old, &new[old]) {
                set_text(&mut node.data, it.text);
            }
        }
        if let Some(enter) = entered {
            let record = PlayRecord {
                enter,
                ..node.play()
            };
            record.store_in(&mut node.data);
        }
        if let Some(title) = renamed {
            node.title.clone_from(title);
        }
    }
    for edge in translated.edges.values_mut() {
        let changed =
            |source: &Option<String>| source.as_deref().and_then(|it| with_titles(it, &new));
        let (condition, effect) = (
            changed(&edge.record.condition),
            changed(&edge.record.effect),
        );
        if condition.is_some() || effect.is_some() {
            let record = &mut Arc::make_mut(edge).record;
            record.condition = condition.or_else(|| record.condition.take());
            record.effect = effect.or_else(|| record.effect.take());
        }
    }
}

/// The renamed titles that the links of a text name.
fn named_titles<'a>(node: &Node, new: &HashMap<&'a str, String>) -> Vec<&'a str> {
    if ink::is_from(node) || yarn::is_from(node) {
        return Vec::new();
    }
    let mut named: Vec<&str> = Vec::new();
    for link in links::find(text_of(node)) {
        if let Target::Named(title) = &link.target
            && let Some((old, _)) = new.get_key_value(title.as_str())
            && !named.contains(old)
        {
            named.push(old);
        }
    }
    named
}

/// A condition or effect with the titles it asks for renamed; `None` if it asks for none of them.
fn with_titles(source: &str, new: &HashMap<&str, String>) -> Option<String> {
    if !source.contains("visit") {
        return None;
    }
    let mut changed: Option<String> = None;
    for (old, title) in new {
        let now = changed.as_deref().unwrap_or(source);
        if let Some(it) = with_renamed_title(now, old, title) {
            changed = Some(it);
        }
    }
    changed
}

/// The titles that stand in quotation marks in texts with macros: they may name nodes there in ways
/// that are not understood here.
fn titles_in_code(story: &Story) -> HashSet<String> {
    let mut quoted = HashSet::new();
    for node in story.nodes.values() {
        let text = text_of(node);
        if !has_macros(text) && !text.contains('{') {
            continue;
        }
        for mark in ['"', '\''] {
            quoted.extend(text.split(mark).skip(1).step_by(2).map(str::to_owned));
        }
    }
    quoted
}
