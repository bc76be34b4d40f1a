//! The check itself. Facts of nodes are told once and again when a node changes; what depends on
//! the whole graph is worked out anew when something has changed that it rests on, in a few passes
//! over numbers. A text that names the same nodes and variables as before changes nothing of that.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::board::{Board, Link};
use super::certain::{Known, never_holds};
use super::conditions::{conditions, variables};
use super::facts::NodeFacts;
use super::finding::{Finding, FindingKind};
use super::fix::Fix;
use super::links::{unknown_targets, without_edges};
use super::pages::{blanks, characters, titles};
use super::shape::{Number, Shape};
use super::sources::Sources;
use super::stuck::Failing;
use super::told::{Told, fact};
use super::ways_in::reach;
use super::what::{LinkNames, What};
use crate::play::{Effect, Expression};
use crate::{Edge, EdgeRecord, Node, NodeId, Story, names_in_text};

/// Kinds whose nodes are no pages: nobody reads their way to them.
pub(super) const NO_PAGES: [&str; 4] = ["character", "place", "note", "group"];

/// What a story has been found to be like, kept from one look to the next.
#[derive(Debug, Default)]
pub struct Check {
    /// In the order in which they were told first, which is most often the story's.
    facts: IndexMap<NodeId, NodeFacts>,
    sources: Sources,
    board: Board,
    /// Whether facts have changed since, other than the words of a text.
    has_new_facts: bool,
    told: Told,
    /// What is wrong with texts and titles, whatever the links are; once somebody asked.
    of_pages: Option<Vec<Arc<Finding>>>,
    /// The nodes by their place from left to right, once somebody asked.
    left_to_right: OnceCell<Vec<Number>>,
    /// The conditions and effects that links bear.
    used: Used,
    /// What conditions rest on.
    known: Known,
    /// Whether a condition can never hold, by its number, while what it rests on stays the same.
    never: Vec<Option<bool>>,
    failing: Failing,
    /// By title in small letters: the first node whose text names it.
    named: HashMap<String, Option<NodeId>>,
    /// What was found without the characters.
    report: Option<Report>,
}

/// Which conditions and effects stand on links, by their numbers.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Used {
    pub(super) conditions: Vec<bool>,
    pub(super) effects: Vec<bool>,
}

impl Used {
    fn of(links: &[Link], sources: &Sources) -> Self {
        let mut used = Self {
            conditions: vec![false; sources.conditions.len()],
            effects: vec![false; sources.effects.len()],
        };
        for link in links {
            if let Some(it) = link.condition {
                used.conditions[it] = true;
            }
            if let Some(it) = link.effect {
                used.effects[it] = true;
            }
        }
        used
    }
}

/// What was looked at, beside the findings.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The findings, worst first, then in the story's order.
    pub findings: Vec<Arc<Finding>>,
    /// How many nodes are pages.
    pub pages: usize,
    /// How many of them can be reached by fixed links.
    pub reached: usize,
    /// How many nodes have links whose target the running story computes.
    pub computed: usize,
}

/// One look at a story.
pub(super) struct Look<'a> {
    pub(super) story: &'a Story,
    pub(super) facts: &'a IndexMap<NodeId, NodeFacts>,
    pub(super) told: &'a Told,
    pub(super) links: &'a [Link],
    pub(super) sources: &'a Sources,
    pub(super) used: &'a Used,
    pub(super) known: &'a Known,
    pub(super) never: &'a [Option<bool>],
    pub(super) left_to_right: &'a OnceCell<Vec<Number>>,
    pub(super) findings: Vec<Arc<Finding>>,
    all_links: OnceCell<Shape>,
}

impl<'a> Look<'a> {
    pub(super) fn node(&self, number: Number) -> &'a Node {
        &self.story.nodes[number]
    }

    pub(super) fn fact(&self, number: Number) -> Option<&'a NodeFacts> {
        fact(self.facts, number, self.node(number).id)
    }

    /// Every link there is, by the node it leaves.
    pub(super) fn all_links(&self) -> &Shape {
        let count = self.story.nodes.len();
        self.all_links
            .get_or_init(|| Shape::of_all(count, self.links))
    }

    pub(super) fn add(&mut self, what: What, nodes: Vec<NodeId>, fix: Option<Fix>) {
        self.add_with(what, nodes, fix, None);
    }

    /// Adds a finding that may be mended in two ways.
    pub(super) fn add_with(
        &mut self,
        what: What,
        nodes: Vec<NodeId>,
        fix: Option<Fix>,
        instead: Option<Fix>,
    ) {
        self.findings.push(Arc::new(Finding {
            nodes,
            edge: None,
            what,
            fix,
            instead,
        }));
    }

    pub(super) fn add_to_edge(&mut self, what: What, edge: &Edge, fix: Fix) {
        self.findings.push(Arc::new(Finding {
            nodes: vec![edge.record.from, edge.record.to],
            edge: Some(edge.id),
            what,
            fix: Some(fix),
            instead: None,
        }));
    }

    pub(super) fn title(&self, id: NodeId) -> &'a str {
        self.story.nodes.get(&id).map_or("", |it| &it.title)
    }

    /// Whether another link joins the same nodes as the one of this number, so that its label has
    /// to say which is meant.
    pub(super) fn has_twin(&self, link: usize) -> bool {
        if let Some((from, to)) = self.links[link].ends {
            let leading = self.all_links().from(from);
            return leading.iter().filter(|it| **it == to).count() > 1;
        }
        let ends = |it: &Edge| (it.record.from, it.record.to);
        let mine = ends(&self.story.edges[link]);
        let all = self.story.edges.values();
        all.filter(|it| ends(it) == mine).count() > 1
    }

    /// How a reader knows a link.
    pub(super) fn link(&self, edge: &Edge) -> LinkNames {
        LinkNames {
            from: self.title(edge.record.from).to_owned(),
            to: self.title(edge.record.to).to_owned(),
            label: edge.record.label.clone(),
        }
    }
}

impl Check {
    /// Tells the facts of a node, in place of those told before.
    pub fn note(&mut self, id: NodeId, facts: NodeFacts) {
        let before = self.facts.insert(id, facts);
        let facts = &self.facts[&id];
        let same = |it: &NodeFacts| it.differs_in_words_only(facts);
        self.has_new_facts |= !before.as_ref().is_some_and(same);
        for (title, node) in &mut self.named {
            let names = names_in_text(&facts.text, title);
            let named_before = before
                .as_ref()
                .is_some_and(|it| names_in_text(&it.text, title));
            match (names, named_before) {
                (true, _) if node.is_none() => *node = Some(id),
                // Perhaps another text names it too: it is looked for when it is asked for.
                (false, true) if *node == Some(id) => *node = None,
                _ => {}
            }
        }
        if before.is_some_and(|it| !it.text.is_empty()) {
            self.named.retain(|_, node| node.is_some());
        }
    }

    /// Forgets a node.
    pub fn forget(&mut self, id: NodeId) {
        self.has_new_facts |= self.facts.shift_remove(&id).is_some();
        self.named.retain(|_, node| *node != Some(id));
    }

    /// The facts of a node.
    pub fn facts(&self, id: NodeId) -> Option<&NodeFacts> {
        self.facts.get(&id)
    }

    /// The links of the story that was followed last.
    pub(super) fn links(&self) -> &[Link] {
        &self.board.links
    }

    /// The ways through a story: every edge but choices that can never be taken.
    pub(super) fn shape(&mut self, story: &Story) -> Shape {
        self.follow(story);
        Shape::of(story.nodes.len(), &self.board.links, &self.never)
    }

    /// Takes over what has changed, and forgets what no longer holds.
    fn follow(&mut self, story: &Story) {
        if self.sources.is_full() {
            self.sources = Sources::default();
            self.board = Board::default();
            self.never.clear();
            self.failing.clear();
        }
        let news = self.board.follow(story, &mut self.sources);
        let has_new_facts = std::mem::take(&mut self.has_new_facts);
        if !(news.any() || has_new_facts) {
            return;
        }
        if has_new_facts || news.nodes {
            self.told = Told::of(story, &self.facts);
            self.of_pages = None;
        }
        if news.places {
            self.left_to_right = OnceCell::new();
        }
        self.judge(story, has_new_facts || news.nodes || news.start);
        // A missing link is offered from the nearest node; nothing else goes by places.
        let by_place = |it: &Report| {
            let mut kinds = it.findings.iter().map(|it| it.kind());
            kinds.any(|it| it == FindingKind::Unreachable)
        };
        let matters = has_new_facts || news.nodes || news.links || news.start;
        if matters || self.report.as_ref().is_some_and(by_place) {
            self.report = None;
        }
    }

    /// Works out which conditions can never hold, where that is not known yet.
    fn judge(&mut self, story: &Story, has_news: bool) {
        let used = Used::of(&self.board.links, &self.sources);
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

    /// A choice's condition and effect, where they can be read.
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

    /// Looks at a story whose nodes' facts have all been told. It may be a graph only.
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

    fn begin<'a>(&'a self, story: &'a Story) -> Look<'a> {
        Look {
            story,
            facts: &self.facts,
            told: &self.told,
            links: &self.board.links,
            sources: &self.sources,
            used: &self.used,
            known: &self.known,
            never: &self.never,
            left_to_right: &self.left_to_right,
            findings: Vec::new(),
            all_links: OnceCell::new(),
        }
    }

    /// Looks at the whole graph, characters aside.
    fn look(&mut self, story: &Story) -> Report {
        if self.of_pages.is_none() {
            let mut look = self.begin(story);
            unknown_targets(&mut look);
            titles(&mut look);
            blanks(&mut look);
            self.of_pages = Some(look.findings);
        }
        let shape = Shape::of(story.nodes.len(), &self.board.links, &self.never);
        let mut failing = std::mem::take(&mut self.failing);
        let mut look = self.begin(story);
        let counts = reach(&mut look, &shape, &mut failing);
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

/// What can be said of all variables, and of the titles that conditions ask for.
fn known(story: &Story, check: &Check, used: &Used) -> Known {
    let sources = &check.sources;
    let mut known = check.told.known.clone();
    let start = story.record.start.and_then(|it| check.facts.get(&it));
    for it in start.iter().flat_map(|it| &it.enter).flat_map(|it| &it.0) {
        known.given.insert(it.name.clone());
    }
    let marked = |marks: &[bool]| -> Vec<usize> {
        let numbered = marks.iter().enumerate();
        numbered.filter(|it| *it.1).map(|it| it.0).collect()
    };
    for source in marked(&used.effects) {
        let effect = sources.effects.get(source);
        for it in effect.iter().flat_map(|it| &it.0) {
            known.assigned(&it.name, &it.value);
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
