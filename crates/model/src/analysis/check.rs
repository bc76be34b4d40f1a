//! The check itself. The facts of a node are noted once and again when the node changes. What
//! depends on the whole graph is recomputed when something it depends on has changed, in a few
//! passes over node numbers. A text change that mentions the same nodes and variables as before
//! recomputes none of that.

use std::cell::{OnceCell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;

use super::adjacency::{Adjacency, Link, Number};
use super::context::{CheckContext, NamingNodes, SatisfiabilityCache, UsedSources};
use super::facts::{CompilerError, NodeFacts};
use super::finding::{Basis, Severity};
use super::finding_context::FindingContext;
use super::findings::{Finding, FindingKind, find};
use super::graph_index::GraphIndex;
use super::parse_cache::Sources;
use super::satisfiability::{VariableFacts, never_holds};
use super::story_facts::StoryFacts;
use crate::play::{Effect, Expression};
use crate::{EdgeRecord, NodeId, Story, names_in_text};

/// The results of checking a story, cached between reports.
#[derive(Debug, Default)]
pub struct Check {
    /// In the order they were first noted, which is usually the story's.
    facts: IndexMap<NodeId, NodeFacts>,
    script_errors: Vec<CompilerError>,
    sources: Sources,
    graph: GraphIndex,
    /// Whether facts other than the plain words of a text have changed since the last report.
    has_new_facts: bool,
    story_facts: StoryFacts,
    /// The findings that do not depend on links; computed on demand.
    of_nodes: Option<Vec<Arc<Finding>>>,
    /// The nodes by their position from left to right; computed on demand.
    left_to_right: OnceCell<Vec<Number>>,
    /// The conditions and effects used on links.
    used: UsedSources,
    /// What is known about variables when evaluating conditions.
    known: VariableFacts,
    /// By condition number: whether the condition can never hold, cached while its inputs are
    /// unchanged.
    never: Vec<Option<bool>>,
    failing: RefCell<SatisfiabilityCache>,
    named: RefCell<NamingNodes>,
    /// The findings except those that depend on every word.
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
        for (title, node) in self.named.get_mut() {
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
            self.named.get_mut().retain(|_, node| node.is_some());
        }
    }

    /// Removes a node.
    pub fn forget(&mut self, id: NodeId) {
        self.has_new_facts |= self.facts.shift_remove(&id).is_some();
        self.named.get_mut().retain(|_, node| *node != Some(id));
    }

    /// Notes what is wrong with the script of the story, replacing what was noted before.
    pub fn note_script_errors(&mut self, errors: Vec<CompilerError>) {
        self.script_errors = errors;
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
            self.failing.get_mut().clear();
        }
        let news = self.graph.follow(story, &mut self.sources);
        let has_new_facts = std::mem::take(&mut self.has_new_facts);
        if !(news.any() || has_new_facts) {
            return;
        }
        if has_new_facts || news.nodes {
            self.story_facts = StoryFacts::of(story, &self.facts);
            self.of_nodes = None;
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
                self.failing.get_mut().clear();
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
        let mut report = seen.clone();
        let found = find(Basis::Words, &self.begin(story));
        report.findings.extend(found);
        report.findings.sort_by_key(|it| rank(it));
        self.report = Some(seen);
        report
    }

    fn begin<'a>(&'a self, story: &'a Story) -> FindingContext<'a> {
        FindingContext::new(CheckContext {
            story,
            facts: &self.facts,
            story_facts: &self.story_facts,
            script_errors: &self.script_errors,
            links: &self.graph.links,
            sources: &self.sources,
            used: &self.used,
            known: &self.known,
            never: &self.never,
            left_to_right: &self.left_to_right,
            failing: &self.failing,
            named: &self.named,
            all_links: OnceCell::new(),
        })
    }

    /// Checks all that does not depend on every word.
    fn look(&mut self, story: &Story) -> Report {
        if self.of_nodes.is_none() {
            self.of_nodes = Some(find(Basis::Nodes, &self.begin(story)));
        }
        let cx = self.begin(story);
        let mut findings = find(Basis::Graph, &cx);
        findings.extend(self.of_nodes.iter().flatten().cloned());
        findings.sort_by_cached_key(|it| {
            let first = it.nodes.first().and_then(|it| story.nodes.get_index_of(it));
            (rank(it), first)
        });
        let paths = cx.paths();
        let count = |marks: &[bool]| marks.iter().filter(|it| **it).count();
        Report {
            findings,
            pages: paths.pages.len(),
            reached: count(&paths.reached),
            computed: count(&paths.dynamic),
        }
    }
}

/// The order of findings in a report.
fn rank(finding: &Finding) -> (Severity, FindingKind) {
    (finding.kind().severity(), finding.kind())
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
