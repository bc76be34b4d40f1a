//! Where every node stands in the files: what its kept head says, and a name of its own for those
//! made here.

use std::collections::{HashMap, HashSet};

use model::{Node, Story};
use serde_json::Value;

use super::NAME;
use super::names::{Names, Place};
use super::plain::name;
use super::syntax::{Begin, begin, cut, without_comments};
use crate::kept;
use crate::writing::{FreeNames, underscored};

/// Whether the story came as several files.
pub(super) fn is_folder(story: &Story) -> bool {
    kept_files(story).iter().any(|(path, _)| !path.is_empty())
}

pub(super) fn kept_files(story: &Story) -> Vec<(&str, &Value)> {
    let files = kept::of(&story.data, NAME).and_then(|it| it.get("files")?.as_array());
    let files = files.into_iter().flatten();
    files
        .filter_map(|it| Some((it.get("path")?.as_str()?, it)))
        .collect()
}

pub(super) fn file_of(node: &Node) -> Option<&str> {
    kept::of(&node.data, NAME)?.get("file")?.as_str()
}

/// The head that a node came with, empty for what stands before the first knot; `None` for a node
/// made here.
pub(super) fn kept_head(node: &Node) -> Option<&str> {
    let kept = kept::of(&node.data, NAME)?;
    let head = kept.get("head")?.as_str()?;
    if head.is_empty() {
        return Some(head);
    }
    let (top, sources) = cut(head);
    let sound = top.is_empty() && sources.len() == 1 && sources[0].body.is_empty();
    sound.then_some(head)
}

/// Where a node came from; `None` for one made here.
pub(super) fn kept_place(node: &Node) -> Option<Place> {
    let head = kept_head(node)?;
    if head.is_empty() {
        return Some(Place::default());
    }
    let line = without_comments(head.lines().next()?);
    let begin = begin(&line)?;
    let above = match begin {
        Begin::Knot { .. } => "",
        Begin::Stitch { .. } => kept::of(&node.data, NAME)?.get("knot")?.as_str()?,
    };
    Some(Place::of(begin, above))
}

/// Where every node goes, which of them came from there, and what is left for names. A stitch whose
/// knot is gone becomes a knot.
pub(super) fn places(story: &Story, nodes: &[&Node]) -> (Vec<Place>, Vec<bool>, FreeNames) {
    let mut kept: Vec<Option<Place>> = nodes.iter().map(|it| kept_place(it)).collect();
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
    let mut taken = knots;
    let sections = kept
        .iter()
        .zip(nodes)
        .filter_map(|(place, node)| Some((place.clone()?, "", kept::text_of(node))));
    taken.extend(Names::of(sections.collect(), &tops(story)).variables);
    let mut free = FreeNames::new(taken, underscored);
    let places = kept.into_iter().zip(nodes).map(|(place, node)| {
        place.unwrap_or_else(|| Place {
            knot: free.take(&name(&node.title)),
            ..Place::default()
        })
    });
    let places = places.collect();
    (places, own, free)
}

/// The opening, then every knot with its stitches. Where several knots have one name, a stitch
/// belongs to the one it stands behind.
pub(super) fn in_order(places: &[Place]) -> Vec<usize> {
    let is_knot = |it: &Place| it.stitch.is_none() && !it.knot.is_empty();
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

/// What stands before the first knot of each file and is no node.
pub(super) fn tops(story: &Story) -> Vec<&str> {
    let files = kept_files(story).into_iter();
    files
        .filter_map(|(_, it)| it.get("top")?.as_str())
        .collect()
}
