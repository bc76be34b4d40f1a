//! Nodes found by the words of an instruction that say what it is about: words that are rare in the
//! story, weighted by rarity.

use std::collections::HashMap;

use model::{NodeId, Story};
use store::{StoreError, View};

use crate::tool_choice::{ContentWord, content_words};

/// How many words of an instruction are searched for, at most.
const MAX_WORDS: usize = 16;
/// A word found in more places does not identify a node.
const MAX_PLACES: usize = 12;
/// Nor does a word that a larger share of the nodes contains.
const MAX_SHARE: f64 = 0.25;
/// In a story with fewer nodes, every word counts.
const MIN_NODES_FOR_SHARE: usize = 12;
/// How many words in texts a word in a title is worth.
const TITLE_WEIGHT: f64 = 3.0;
/// Nodes with a smaller share of the best score are left out.
const MIN_SCORE: f64 = 0.5;

/// The score of a node.
#[derive(Default)]
struct Score {
    sum: f64,
    words: Vec<String>,
}

/// The nodes, best first, each with the words that matched, for people to read.
pub(super) fn find(
    view: &View,
    story: &Story,
    instruction: &str,
) -> Result<Vec<(NodeId, String)>, StoreError> {
    let nodes = story.nodes.len().max(1);
    let mut scores: HashMap<NodeId, Score> = HashMap::new();
    for ContentWord { word, search } in content_words(instruction).into_iter().take(MAX_WORDS) {
        let hits = view.search(&search, MAX_PLACES + 1)?;
        let mut places: Vec<(NodeId, bool)> = Vec::new();
        for hit in &hits {
            let Some(node) = hit.slot.subject.node() else {
                continue;
            };
            let in_title = &*hit.slot.capability == model::part::NODE;
            match places.iter_mut().find(|it| it.0 == node) {
                Some(place) => place.1 |= in_title,
                None => places.push((node, in_title)),
            }
        }
        let share = places.len() as f64 / nodes as f64;
        let is_common = nodes >= MIN_NODES_FOR_SHARE && share > MAX_SHARE;
        if places.is_empty() || hits.len() > MAX_PLACES || is_common {
            continue;
        }
        let weight = (1.0 + nodes as f64 / places.len() as f64).ln();
        for (node, in_title) in places {
            let score = scores.entry(node).or_default();
            score.sum += weight * if in_title { TITLE_WEIGHT } else { 1.0 };
            score.words.push(format!("{word:?}"));
        }
    }
    let best = scores.values().map(|it| it.sum).fold(0.0, f64::max);
    let mut found: Vec<_> = scores
        .into_iter()
        .filter(|(_, it)| it.sum >= best * MIN_SCORE)
        .collect();
    found.sort_by(|(a, one), (b, other)| other.sum.total_cmp(&one.sum).then(a.cmp(b)));
    let named = |(node, score): (NodeId, Score)| (node, score.words.join(" and "));
    Ok(found.into_iter().map(named).collect())
}
