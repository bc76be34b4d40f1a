//! The check itself. The facts of a node are noted once and again when the node changes. What
//! depends on the whole graph is recomputed when something it depends on has changed, in a few
//! passes over node numbers. A text change that mentions the same nodes and variables as before
//! recomputes none of that.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::adjacency::{Adjacency, Link, Number};
use super::conditions::{conditions, variables};
use super::context::{CheckContext, UsedSources};
use super::facts::NodeFacts;
use super::finding::Finding;
use super::graph_index::GraphIndex;
use super::kind::FindingKind;
use super::links::{unknown_targets, without_edges};
use super::no_open_choice::SatisfiabilityCache;
use super::pages::{blank_pages, characters, titles};
use super::parse_cache::Sources;
use super::reachability::reach;
use super::satisfiability::{VariableFacts, never_holds};
use super::story_facts::StoryFacts;
use crate::play::{Effect, Expression};
use crate::{EdgeRecord, NodeId, Story, names_in_text};

/// The results of checking a story, cached between reports.
#[derive(Debug, Default)]
pub struct Check {
    /// In the order they were first noted, which is usually the story's.
    facts: IndexMap<NodeId, NodeFacts>,
    sources: Sources,
    graph: GraphIndex,
    /// Whether facts other than the plain words of a text have changed since the last report.
    has_new_facts: bool,
    story_facts: StoryFacts,
    /// Findings about texts and titles, which do not depend on links; computed on demand.
    of_pages: Option<Vec<Arc<Finding>>>,
    /// The nodes by their position from left to right; computed on demand.
    left_to_right: OnceCell<Vec<Number>>,
    /// The conditions and effects used on links.
    used: UsedSources,
    /// What is known about variables when evaluating conditions.
    known: VariableFacts,
    /// By condition number: whether the condition can never hold, cached while its inputs are
    /// unchanged.
    never: Vec<Option<bool>>,
    failing: SatisfiabilityCache,
    /// By lower-case title: the first node whose text contains it.
    named: HashMap<String, Option<NodeId>>,
    /// The findings except those about characters.
    report: Option<Report>,
}

/// What was looked at, beside the findings.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The findings, worst first, then in the story's order.
    pub findings: Vec<Arc<Finding>>,
    /// How many nodes are pages.
    pub pages: usize,
    /// How many of them can be reached by links with fixed targets.
    pub reached: usize,
    /// How many nodes have links whose target is computed while the story runs.
    pub computed: usize,
}

impl Check {
    /// Notes the facts of a node, replacing the earlier ones.
    pub fn note(&mut self, id: NodeId, facts: NodeFacts) {
        let before = self.facts.insert(id, facts);
        let facts = &self.facts[&id];
        let same = |it: &NodeFacts| it.differs_only_in_prose(facts);
        self.has_new_facts |= !before.as_ref().is_some_and(same);
        for (title, node) in &mut self.named {
            let names = names_in_text(&facts.text, title);
            let named_before = before
                .as_ref()
                .is_some_and(|it| names_in_text(&it.text, title));
            match (names, named_before) {
                (true, _) if node.is_none() => *node = Some(id),
                // Another text may contain it too; the next lookup searches again.
                (false, true) if *node == Some(id) => *node = None,
                _ => {}
            }
        }
        if before.is_some_and(|it| !it.text.is_empty()) {
            self.named.retain(|_, node| node.is_some());
        }
    }

    /// Removes a node.
    pub fn forget(&mut self, id: NodeId) {
        self.has_new_facts |= self.facts.shift_remove(&id).is_some();
        self.named.retain(|_, node| *node != Some(id));
    }

    /// The facts of a node.
    pub fn facts(&self, id: NodeId) -> Option<&NodeFacts> {
        self.facts.get(&id)
    }

    /// The links of the most recently followed story.
    pub(super) fn links(&self) -> &[Link] {
        &self.graph.links
    }

    /// The edges a reader can follow: all except choices that can never be taken.
    pub(super) fn adjacency(&mut self, story: &Story) -> Adjacency {
        self.follow(story);
        Adjacency::of(story.nodes.len(), &self.graph.links, &self.never)
    }

    /// Updates the index to the story and drops results that are no longer valid.
    fn follow(&mut self, story: &Story) {
        if self.sources.is_full() {
            self.sources = Sources::default();
            self.graph = GraphIndex::default();
            self.never.clear();
            self.failing.clear();
        }
        let news = self.graph.follow(story, &mut self.sources);
        let has_new_facts = std::mem::take(&mut self.has_new_facts);
        if !(news.any() || has_new_facts) {
            return;
        }
        if has_new_facts || news.nodes {
            self.story_facts = StoryFacts::of(story, &self.facts);
            self.of_pages = None;
        }
        if news.places {
            self.left_to_right = OnceCell::new();
        }
        self.update_never_holds(story, has_new_facts || news.nodes || news.start);
        // Only the fix for a missing link depends on node positions: it links from the nearest
        // node.
        let by_place = |it: &Report| {
            let mut kinds = it.findings.iter().map(|it| it.kind());
            kinds.any(|it| it == FindingKind::Unreachable)
        };
        let matters = has_new_facts || news.nodes || news.links || news.start;
        if matters || self.report.as_ref().is_some_and(by_place) {
            self.report = None;
        }
    }

    /// Computes which conditions can never hold, if that is not known yet.
    fn update_never_holds(&mut self, story: &Story, has_news: bool) {
        let used = UsedSources::of(&self.graph.links, &self.sources);
        if has_news || used != self.used {
            let known = known(story, self, &used);
            for (source, never) in self.never.iter_mut().enumerate() {
                let condition = self.sources.conditions.get(source);
                if condition.is_ok_and(|it| !known.agrees(&self.known, it)) {
                    *never = None;
                }
            }
            if known != self.known {
                self.failing.clear();
            }
            self.known = known;
            self.used = used;
        }
        self.never.resize(self.sources.conditions.len(), None);
        for (source, never) in self.never.iter_mut().enumerate() {
            if never.is_none() && self.used.conditions[source] {
                let condition = self.sources.conditions.get(source);
                *never = Some(condition.is_ok_and(|it| never_holds(it, &self.known)));
            }
        }
    }

    /// A choice's condition and effect, if they can be parsed.
    pub(super) fn read(
        &mut self,
        record: &EdgeRecord,
    ) -> (Option<Arc<Expression>>, Option<Arc<Effect>>) {
        let Sources {
            conditions,
            effects,
        } = &mut self.sources;
        let condition = record.condition.as_deref().map(|it| conditions.number(it));
        let condition = condition.and_then(|it| conditions.get(it).ok().cloned());
        let effect = record.effect.as_deref().map(|it| effects.number(it));
        let effect = effect.and_then(|it| effects.get(it).ok().cloned());
        (condition, effect)
    }

    /// Checks a story whose nodes' facts have all been noted. The story may be loaded without node
    /// data.
    pub fn report(&mut self, story: &Story) -> Report {
        self.follow(story);
        let seen = match self.report.take() {
            Some(seen) => seen,
            None => self.look(story),
        };
        let mut named = std::mem::take(&mut self.named);
        let mut look = self.begin(story);
        characters(&mut look, &mut named);
        let found = look.findings;
        self.named = named;
        let mut report = seen.clone();
        let order = |it: &Finding| (it.kind().severity(), it.kind());
        if let Some(first) = found.first() {
            let place = report
                .findings
                .partition_point(|it| order(it) < order(first));
            report.findings.splice(place..place, found);
        }
        self.report = Some(seen);
        report
    }

    fn begin<'a>(&'a self, story: &'a Story) -> CheckContext<'a> {
        CheckContext {
            story,
            facts: &self.facts,
            story_facts: &self.story_facts,
            links: &self.graph.links,
            sources: &self.sources,
            used: &self.used,
            known: &self.known,
            never: &self.never,
            left_to_right: &self.left_to_right,
            findings: Vec::new(),
            all_links: OnceCell::new(),
        }
    }

    /// Checks the whole graph, except for characters.
    fn look(&mut self, story: &Story) -> Report {
        if self.of_pages.is_none() {
            let mut look = self.begin(story);
            unknown_targets(&mut look);
            titles(&mut look);
            blank_pages(&mut look);
            self.of_pages = Some(look.findings);
        }
        let adjacency = Adjacency::of(story.nodes.len(), &self.graph.links, &self.never);
        let mut failing = std::mem::take(&mut self.failing);
        let mut look = self.begin(story);
        let counts = reach(&mut look, &adjacency, &mut failing);
        without_edges(&mut look);
        conditions(&mut look);
        variables(&mut look);
        let mut findings = look.findings;
        self.failing = failing;
        findings.extend(self.of_pages.iter().flatten().cloned());
        findings.sort_by_cached_key(|it| {
            let first = it.nodes.first().and_then(|it| story.nodes.get_index_of(it));
            (it.kind().severity(), it.kind(), first)
        });
        Report {
            findings,
            pages: counts.0,
            reached: counts.1,
            computed: counts.2,
        }
    }
}

/// What is known about all variables, and which of the titles used in conditions exist.
fn known(story: &Story, check: &Check, used: &UsedSources) -> VariableFacts {
    let sources = &check.sources;
    let mut known = check.story_facts.known.clone();
    let start = story.record.start.and_then(|it| check.facts.get(&it));
    for it in start.iter().flat_map(|it| &it.enter).flat_map(|it| &it.0) {
        known.always_set.insert(it.name.clone());
    }
    let marked = |marks: &[bool]| -> Vec<usize> {
        let numbered = marks.iter().enumerate();
        numbered.filter(|it| *it.1).map(|it| it.0).collect()
    };
    for source in marked(&used.effects) {
        let effect = sources.effects.get(source);
        for it in effect.iter().flat_map(|it| &it.0) {
            known.add_assignment(&it.name, &it.value);
        }
    }
    let mut asked: HashSet<String> = HashSet::new();
    for source in marked(&used.conditions) {
        if let Ok(condition) = sources.conditions.get(source) {
            asked.extend(condition.titles().into_iter().map(|it| it.to_lowercase()));
        }
    }
    if !asked.is_empty() {
        let titles = story.nodes.values().map(|it| it.title.to_lowercase());
        known.titles.extend(titles.filter(|it| asked.contains(it)));
    }
    known
}
