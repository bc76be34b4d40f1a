//! Assigns each node to a section of a file: the header it was imported with, or a new unique name
//! for nodes created here.

use std::collections::{HashMap, HashSet};

use model::{Node, Story};
use serde_json::Value;

use super::NAME;
use super::escape::name;
use super::names::{SectionPath, SymbolTable};
use super::read::title_of;
use super::syntax::{SectionHeader, begin, is_name_character, split_sections, without_comments};
use crate::UNTITLED;
use crate::export::{UniqueNames, with_number_suffix};
use crate::import::tidy_title;
use markup::kept_data;

/// Whether the story was imported from several files.
pub(super) fn is_folder(story: &Story) -> bool {
    kept_files(story).iter().any(|(path, _)| !path.is_empty())
}

pub(super) fn kept_files(story: &Story) -> Vec<(&str, &Value)> {
    let files = kept_data::get(&story.data, NAME).and_then(|it| it.get("files")?.as_array());
    let files = files.into_iter().flatten();
    files
        .filter_map(|it| Some((it.get("path")?.as_str()?, it)))
        .collect()
}

pub(super) fn file_of(node: &Node) -> Option<&str> {
    kept_data::get(&node.data, NAME)?.get("file")?.as_str()
}

/// The header a node was imported with, empty for the content before the first knot; `None` for a
/// node created here.
pub(super) fn kept_head(node: &Node) -> Option<&str> {
    let kept = kept_data::get(&node.data, NAME)?;
    let head = kept.get("head")?.as_str()?;
    if head.is_empty() {
        return Some(head);
    }
    let (top, sources) = split_sections(head);
    let sound = top.is_empty() && sources.len() == 1 && sources[0].body.is_empty();
    sound.then_some(head)
}

/// The section a node was imported from; `None` for a node created here.
pub(super) fn kept_path(node: &Node) -> Option<SectionPath> {
    let head = kept_head(node)?;
    if head.is_empty() {
        return Some(SectionPath::default());
    }
    let line = without_comments(head.lines().next()?);
    let begin = begin(&line)?;
    let above = match begin {
        SectionHeader::Knot { .. } => "",
        SectionHeader::Stitch { .. } => kept_data::get(&node.data, NAME)?.get("knot")?.as_str()?,
    };
    Some(SectionPath::of(begin, above))
}

/// The section of every node, whether each was imported from there, and the names still available.
/// A stitch whose knot no longer exists becomes a knot.
pub(super) fn places(story: &Story, nodes: &[&Node]) -> (Vec<SectionPath>, Vec<bool>, UniqueNames) {
    let mut kept: Vec<Option<SectionPath>> = nodes.iter().map(|it| kept_path(it)).collect();
    let knots: HashSet<String> = kept
        .iter()
        .flatten()
        .filter(|it| it.stitch.is_none())
        .map(|it| it.knot.clone())
        .collect();
    let mut has_opening = false;
    for place in kept.iter_mut() {
        let is_lost = place.as_ref().is_some_and(|it| {
            it.stitch.is_some() && !knots.contains(&it.knot) && !it.knot.is_empty()
        });
        let is_second = place.as_ref().is_some_and(|it| {
            it.knot.is_empty() && it.stitch.is_none() && std::mem::replace(&mut has_opening, true)
        });
        if is_lost || is_second {
            *place = None;
        }
    }
    let own: Vec<bool> = kept.iter().map(Option::is_some).collect();
    let are_copies = are_copies(&kept, nodes);
    let mut taken = knots;
    let sections = kept
        .iter()
        .zip(nodes)
        .filter_map(|(place, node)| Some((place.clone()?, "", kept_data::text_of(node))));
    taken.extend(SymbolTable::of(sections.collect(), &preambles(story)).variables);
    let mut free = UniqueNames::new(taken, with_number_suffix);
    let all = kept.into_iter().zip(are_copies).zip(nodes);
    let places = all.map(|((place, is_copy), node)| match place {
        Some(place) if !is_copy => place,
        place => {
            let new = free.take(&name(&node.title));
            place.unwrap_or_default().renamed(new)
        }
    });
    let places = places.collect();
    (places, own, free)
}

/// Whether each node is a copy of an earlier one: it has the header of that one and another title. Two
/// sections of one name in a file stay as they are.
fn are_copies(kept: &[Option<SectionPath>], nodes: &[&Node]) -> Vec<bool> {
    let mut seen = HashSet::new();
    let sections = kept.iter().zip(nodes);
    let is_copy = |(place, node): (&Option<SectionPath>, &&Node)| {
        let path = place.as_ref().map(SectionPath::path).unwrap_or_default();
        if path.is_empty() || seen.insert(path.clone()) {
            return false;
        }
        let title = kept_head(node).and_then(title_of).unwrap_or(path);
        title != tidy_title(&node.title, UNTITLED)
    };
    sections.map(is_copy).collect()
}

/// The header that a node was imported with, for a section of perhaps another name.
pub(super) fn head_named(node: &Node, place: &SectionPath) -> Option<String> {
    let head = kept_head(node)?;
    let before = kept_path(node)?;
    let (old, new) = (before.own_name(), place.own_name());
    let ends_name = |it: Option<char>| it.is_none_or(|it| !is_name_character(it));
    let is_whole = |at: usize| {
        ends_name(head[..at].chars().next_back())
            && ends_name(head[at + old.len()..].chars().next())
    };
    let mut found = head.match_indices(old).map(|it| it.0);
    match found.find(|it| is_whole(*it)) {
        Some(at) if old != new => {
            let (start, end) = (&head[..at], &head[at + old.len()..]);
            Some(format!("{start}{new}{end}"))
        }
        _ => Some(head.to_owned()),
    }
}

/// The indexes of the opening, then of every knot followed by its stitches. If several knots share
/// a name, a stitch belongs to the preceding one.
pub(super) fn in_order(places: &[SectionPath]) -> Vec<usize> {
    let is_knot = |it: &SectionPath| it.stitch.is_none() && !it.knot.is_empty();
    let mut knots: HashMap<&str, usize> = HashMap::new();
    for (index, place) in places.iter().enumerate().rev().filter(|it| is_knot(it.1)) {
        knots.insert(&place.knot, index);
    }
    let mut stitches: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (index, place) in places.iter().enumerate() {
        if is_knot(place) {
            knots.insert(&place.knot, index);
        } else if place.stitch.is_some() {
            let knot = knots.get(place.knot.as_str()).copied();
            stitches.entry(knot).or_default().push(index);
        }
    }
    let is_opening = |it: &usize| places[*it].knot.is_empty() && places[*it].stitch.is_none();
    let mut order: Vec<usize> = (0..places.len()).filter(is_opening).collect();
    order.extend(stitches.remove(&None).unwrap_or_default());
    for index in (0..places.len()).filter(|it| is_knot(&places[*it])) {
        order.push(index);
        order.extend(stitches.remove(&Some(index)).unwrap_or_default());
    }
    order
}

/// The content before the first knot of each file of the story that is not a node.
pub(super) fn preambles(story: &Story) -> Vec<&str> {
    let files = kept_files(story).into_iter();
    files
        .filter(|(_, it)| it.get("unused") != Some(&Value::Bool(true)))
        .filter_map(|(_, it)| it.get("top")?.as_str())
        .collect()
}
