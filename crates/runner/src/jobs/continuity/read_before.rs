//! What a reader may have read before a scene: passages about the same subjects in all scenes on
//! the paths that lead to it. Pure.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use model::analysis::is_page_kind;
use model::play::{OutgoingLinks, reading_order};
use model::{NodeId, Story};

use crate::context::estimate;
use crate::tool_choice::story_terms;

/// A term that a larger share of the passages contains is ignored.
const MAX_SHARE: f64 = 0.25;
/// In a story with fewer passages, every term counts.
const MIN_PASSAGES_FOR_SHARE: usize = 12;
/// The share of a passage's weight that does not depend on its length: a long one shares terms by
/// chance.
const LENGTH_FREE: f64 = 0.6;
/// The longest passage, in characters; a longer paragraph is divided.
const PASSAGE_CHARS: usize = 600;
/// The tokens around a passage in a request.
const PASSAGE_OVERHEAD: u64 = 3;

/// The passages of a story, indexed by their terms.
pub(crate) struct ReadBefore {
    story: Story,
    /// The positions of the scenes in the reading order.
    order: HashMap<NodeId, usize>,
    /// The scenes that lead to each scene.
    into: HashMap<NodeId, Vec<NodeId>>,
    passages: Vec<Passage>,
    /// The passages of each scene, in order.
    of_scene: HashMap<NodeId, Vec<usize>>,
    /// The passages that contain a term.
    with_term: HashMap<String, Vec<usize>>,
    mean_terms: f64,
}

struct Passage {
    scene: NodeId,
    text: String,
    terms: usize,
}

impl ReadBefore {
    pub(crate) fn of(story: Story) -> Self {
        let order: HashMap<_, _> = reading_order(&story).into_iter().zip(0..).collect();
        let outgoing = OutgoingLinks::of(&story);
        let mut into: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for from in story.nodes.keys() {
            for edge in outgoing.from(*from) {
                into.entry(edge.record.to).or_default().push(*from);
            }
        }
        let mut passages = Vec::new();
        let mut of_scene: HashMap<NodeId, Vec<usize>> = HashMap::new();
        let mut with_term: HashMap<String, Vec<usize>> = HashMap::new();
        for node in story.nodes.values().filter(|it| is_page_kind(&it.kind)) {
            for text in divided(node.prose()) {
                let terms = story_terms(text);
                let passage = Passage {
                    scene: node.id,
                    text: text.to_owned(),
                    terms: terms.len(),
                };
                for term in terms {
                    with_term.entry(term).or_default().push(passages.len());
                }
                of_scene.entry(node.id).or_default().push(passages.len());
                passages.push(passage);
            }
        }
        let terms: usize = passages.iter().map(|it| it.terms).sum();
        Self {
            mean_terms: terms as f64 / passages.len().max(1) as f64,
            order,
            into,
            passages,
            of_scene,
            with_term,
            story,
        }
    }

    /// The scenes on the paths that lead to a scene; if no path does, those before it in the
    /// reading order.
    pub(crate) fn before(&self, scene: NodeId) -> HashSet<NodeId> {
        let mut found: HashSet<NodeId> = HashSet::new();
        let mut open = vec![scene];
        while let Some(node) = open.pop() {
            for &before in self.into.get(&node).map_or(&[][..], Vec::as_slice) {
                if found.insert(before) {
                    open.push(before);
                }
            }
        }
        if found.is_empty()
            && let Some(own) = self.order.get(&scene)
        {
            let earlier = self.order.iter().filter(|it| it.1 < own);
            found.extend(earlier.map(|it| *it.0));
        }
        found.remove(&scene);
        found
    }

    /// The passages before a scene that share subjects with its text, by scene in reading order,
    /// within a token limit. Each sentence of the text takes its turn, so that one with a single
    /// rare word is not outvoted by many with common ones.
    pub(crate) fn about(
        &self,
        scene: NodeId,
        text: &str,
        budget: u64,
    ) -> Vec<(NodeId, String, Vec<&str>)> {
        let before = self.before(scene);
        let sentences = sentences(text);
        let ranked: Vec<_> = sentences.iter().map(|it| self.like(it, &before)).collect();
        let longest = ranked.iter().map(Vec::len).max().unwrap_or_default();
        let mut left = budget;
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for depth in 0..longest {
            for at in ranked.iter().filter_map(|it| it.get(depth)) {
                let tokens = estimate(&self.passages[*at].text) + PASSAGE_OVERHEAD;
                if tokens <= left && chosen.insert(*at) {
                    left -= tokens;
                }
            }
            if left < PASSAGE_OVERHEAD {
                break;
            }
        }
        let mut shown: BTreeMap<(usize, NodeId), Vec<&str>> = BTreeMap::new();
        for at in chosen {
            let Passage { scene, text, .. } = &self.passages[at];
            let place = self.order.get(scene).copied().unwrap_or(usize::MAX);
            shown.entry((place, *scene)).or_default().push(text);
        }
        let titled = shown.into_iter().map(|((_, scene), texts)| {
            let title = self.story.nodes[&scene].title.clone();
            (scene, title, texts)
        });
        titled.collect()
    }

    /// The passages of some scenes that share words with a sentence, most similar first.
    fn like(&self, sentence: &str, scenes: &HashSet<NodeId>) -> Vec<usize> {
        let mut scores: HashMap<usize, f64> = HashMap::new();
        let all = self.passages.len();
        for term in story_terms(sentence) {
            let Some(places) = self.with_term.get(&term) else {
                continue;
            };
            let share = places.len() as f64 / all.max(1) as f64;
            if all >= MIN_PASSAGES_FOR_SHARE && share > MAX_SHARE {
                continue;
            }
            // Squared, because a rare word says more than many common ones.
            let weight = (1.0 + all as f64 / places.len() as f64).ln().powi(2);
            for &at in places {
                if scenes.contains(&self.passages[at].scene) {
                    *scores.entry(at).or_default() += weight;
                }
            }
        }
        let mut ranked: Vec<(usize, f64)> = scores
            .into_iter()
            .map(|(at, score)| {
                let length = self.passages[at].terms as f64 / self.mean_terms.max(1.0);
                (at, score / (LENGTH_FREE + (1.0 - LENGTH_FREE) * length))
            })
            .collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        ranked.into_iter().map(|it| it.0).collect()
    }

    /// The nodes with a text that link directly to a scene, in reading order, with the ends of
    /// their texts.
    pub(crate) fn last_words(&self, scene: NodeId) -> Vec<(NodeId, &str, &str)> {
        let mut before = self.into.get(&scene).cloned().unwrap_or_default();
        before.sort_by_key(|it| self.order.get(it).copied());
        before.dedup();
        let ends = before.into_iter().filter_map(|id| {
            let last = *self.of_scene.get(&id)?.last()?;
            let title = &*self.story.nodes.get(&id)?.title;
            Some((id, title, &*self.passages[last].text))
        });
        ends.collect()
    }

    /// The text of a scene when the job started.
    pub(crate) fn text(&self, scene: NodeId) -> &str {
        self.story.nodes.get(&scene).map_or("", |it| it.prose())
    }
}

/// Divides a text into paragraphs, and long ones into groups of sentences.
fn divided(text: &str) -> Vec<&str> {
    let mut passages = Vec::new();
    for paragraph in text.split('\n').map(str::trim).filter(|it| !it.is_empty()) {
        let mut rest = paragraph;
        while let Some((limit, _)) = rest.char_indices().nth(PASSAGE_CHARS) {
            let ends = |it: char| matches!(it, '.' | '!' | '?' | '。' | '！' | '？');
            let at = rest[..limit].rfind(ends);
            let at = at.map_or(limit, |it| {
                it + rest[it..].chars().next().map_or(1, char::len_utf8)
            });
            let (passage, others) = rest.split_at(at);
            passages.push(passage.trim());
            rest = others.trim_start();
        }
        if !rest.is_empty() {
            passages.push(rest);
        }
    }
    passages
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<&str> {
    let ends = |it: char| matches!(it, '.' | '!' | '?' | '。' | '！' | '？' | '\n');
    let sentences = text.split_inclusive(ends).map(str::trim);
    sentences.filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_sentences_in_every_script() {
        assert_eq!(
            sentences("One. Two!\n三。四"),
            ["One.", "Two!", "三。", "四"]
        );
    }

    #[test]
    fn divides_a_text_into_paragraphs_and_long_ones_at_sentences() {
        assert_eq!(divided("One.\n\nTwo. Three.\n"), ["One.", "Two. Three."]);
        let long = "她的眼睛是蓝色的。".repeat(100);
        let parts = divided(&long);
        assert!(parts.len() > 1);
        assert!(parts.iter().all(|it| it.ends_with('。')), "{parts:?}");
        assert_eq!(parts.concat(), long);
    }
}
