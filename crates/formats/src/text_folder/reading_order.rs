//! The order in which notes of another program are read: by name, with numbers as numbers, where no
//! links say otherwise.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use markup::kept_data::DataMap;
use model::analysis::is_page_kind;
use model::{Edge, EdgeId, EdgeRecord, NodeId, Story};
use uuid::Uuid;

use super::node_files::NodeFile;

/// Compares two names as people order them: `Chapter 2` before `Chapter 10`.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let (Some(first), Some(second)) = (a.chars().next(), b.chars().next()) else {
            return a.len().cmp(&b.len());
        };
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (one, other) = (number(&mut a), number(&mut b));
            one.len().cmp(&other.len()).then(one.cmp(other))
        } else {
            (a, b) = (&a[first.len_utf8()..], &b[second.len_utf8()..]);
            first.cmp(&second)
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Removes the number that a text begins with, and returns its digits without leading zeros.
fn number<'a>(text: &mut &'a str) -> &'a str {
    let end = text.find(|it: char| !it.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    *text = rest;
    digits.trim_start_matches('0')
}

/// Lets each scene of a folder lead to the next, as the chapters of a book do, unless any of them is
/// linked to another scene.
pub(super) fn connect_scenes(
    story: &mut Story,
    pages: &[NodeFile],
    new_id: &mut dyn FnMut() -> Uuid,
) {
    let mut folders: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
    let is_page = |id: NodeId| {
        story
            .nodes
            .get(&id)
            .is_some_and(|it| is_page_kind(&it.kind))
    };
    for page in pages {
        if let Some(id) = page.id.filter(|it| is_page(*it)) {
            let folder = page.path.rsplit_once('/').map_or("", |it| it.0);
            folders.entry(folder).or_default().push(id);
        }
    }
    let edges = story.edges.values().map(|it| &it.record);
    let linked: HashSet<_> = edges
        .filter(|it| is_page(it.from) && is_page(it.to))
        .flat_map(|it| [it.from, it.to])
        .collect();
    for scenes in folders.values() {
        if scenes.iter().any(|it| linked.contains(it)) {
            continue;
        }
        for pair in scenes.windows(2) {
            let id = EdgeId(new_id());
            let record = EdgeRecord::link(pair[0], pair[1], "", 0);
            let data = DataMap::new();
            story.edges.insert(id, Arc::new(Edge { id, record, data }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_compared_as_numbers() {
        let mut names = [
            "b",
            "a10",
            "a2",
            "a02b",
            "a",
            "第10章",
            "第9章",
            "a2 c",
            "99999999999999999999999",
        ];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(
            names,
            [
                "99999999999999999999999",
                "a",
                "a2",
                "a2 c",
                "a02b",
                "a10",
                "b",
                "第9章",
                "第10章"
            ]
        );
    }
}
