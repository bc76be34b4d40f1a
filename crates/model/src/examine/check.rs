//! The check itself. Facts of nodes are told once and again when a node changes; what depends on
//! the whole graph is worked out anew when something has changed that it rests on, in a few passes
//! over numbers. A text that names the same nodes and variables as before changes nothing of that.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::certain::Known;
use super::conditions::{conditions, judge, variables};
use super::facts::NodeFacts;
use super::finding::Finding;
use super::fix::Fix;
use super::links::links_in_texts;
use super::pages::{blanks, characters, titles};
use super::seen::{Seen, ends};
use super::shape::{Number, Shape};
use super::sources::Sources;
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
    /// Verdicts on conditions, while what they rest on stays the same.
    known: Known,
    verdicts: HashMap<String, bool>,
    /// By title in small letters: the first node whose text names it.
    named: HashMap<String, Option<NodeId>>,
    /// The last look, while the facts it went by stand.
    seen: Option<Seen>,
    /// Whether facts have changed since, other than the words of a text.
    has_news: bool,
}

/// What was looked at, beside the findings.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The findings, worst first, then in the story's order.
    pub findings: Vec<Finding>,
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
    /// By number.
    pub(super) facts: Vec<Option<&'a NodeFacts>>,
    pub(super) findings: Vec<Finding>,
    /// Pairs of nodes that more than one link joins in the same direction.
    twins: OnceCell<HashSet<(NodeId, NodeId)>>,
}

impl<'a> Look<'a> {
    fn of(story: &'a Story, facts: Vec<Option<&'a NodeFacts>>) -> Self {
        Self {
            story,
            facts,
            findings: Vec::new(),
            twins: OnceCell::new(),
        }
    }

    pub(super) fn node(&self, number: Number) -> &'a Node {
        &self.story.nodes[number]
    }

    pub(super) fn fact(&self, number: Number) -> Option<&'a NodeFacts> {
        self.facts[number]
    }

    pub(super) fn add(&mut self, what: What, nodes: Vec<NodeId>, fix: Option<Fix>) {
        self.findings.push(Finding {
            nodes,
            edge: None,
            what,
            fix,
        });
    }

    pub(super) fn add_to_edge(&mut self, what: What, edge: &Edge, fix: Fix) {
        self.findings.push(Finding {
            nodes: vec![edge.record.from, edge.record.to],
            edge: Some(edge.id),
            what,
            fix: Some(fix),
        });
    }

    pub(super) fn title(&self, id: NodeId) -> &'a str {
        self.story.nodes.get(&id).map_or("", |it| &it.title)
    }

    /// Whether another link joins the same nodes, so that its label has to say which is meant.
    pub(super) fn has_twin(&self, edge: &Edge) -> bool {
        let ends = |it: &Edge| (it.record.from, it.record.to);
        let twins = self.twins.get_or_init(|| {
            let mut seen = HashSet::new();
            let edges = self.story.edges.values().map(|it| ends(it));
            edges.filter(|it| !seen.insert(*it)).collect()
        });
        twins.contains(&ends(edge))
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
        self.has_news |= !before.as_ref().is_some_and(same);
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
        self.has_news |= self.facts.shift_remove(&id).is_some();
        self.named.retain(|_, node| *node != Some(id));
    }

    /// The facts of a node.
    pub fn facts(&self, id: NodeId) -> Option<&NodeFacts> {
        self.facts.get(&id)
    }

    /// The ways through a story: every edge but choices that can never be taken.
    pub(super) fn shape(&mut self, story: &Story) -> Shape {
        self.judge(story);
        let ends = ends(story, self.seen.as_ref());
        Shape::of(story, &ends, &self.verdicts)
    }

    /// Works out which conditions can never hold.
    fn judge(&mut self, story: &Story) {
        let facts = facts(story, &self.facts);
        let known = known(story, &facts, &mut self.sources);
        if known != self.known {
            self.verdicts.clear();
            self.known = known;
        }
        judge(story, &mut self.sources, &self.known, &mut self.verdicts);
    }

    /// A choice's condition and effect, where they can be read.
    pub(super) fn read(
        &mut self,
        record: &EdgeRecord,
    ) -> (Option<Arc<Expression>>, Option<Arc<Effect>>) {
        let condition = record.condition.as_deref();
        let condition = condition.and_then(|it| self.sources.condition(it).as_ref().clone().ok());
        let effect = record.effect.as_deref();
        let effect = effect.and_then(|it| self.sources.effect(it).as_ref().clone().ok());
        (condition.map(Arc::new), effect.map(Arc::new))
    }

    /// Looks at a story whose nodes' facts have all been told. It may be a graph only.
    pub fn report(&mut self, story: &Story) -> Report {
        let mut seen = self.seen.take();
        if self.has_news || !seen.as_mut().is_some_and(|it| it.is_still(story)) {
            seen = Some(self.look(story, seen.as_ref()));
            self.has_news = false;
        }
        let seen = seen.expect("it has just been looked at");
        let mut look = Look::of(story, Vec::new());
        characters(&mut look, &self.facts, &seen.characters, &mut self.named);
        let mut report = seen.report.clone();
        let order = |it: &Finding| (it.kind().severity(), it.kind());
        if let Some(first) = look.findings.first() {
            let place = report
                .findings
                .partition_point(|it| order(it) < order(first));
            report.findings.splice(place..place, look.findings);
        }
        self.seen = Some(seen);
        report
    }

    /// Looks at the whole graph, characters aside.
    fn look(&mut self, story: &Story, before: Option<&Seen>) -> Seen {
        let ends = ends(story, before);
        self.judge(story);
        let mut sources = std::mem::take(&mut self.sources);
        let shape = Shape::of(story, &ends, &self.verdicts);
        let mut look = Look::of(story, facts(story, &self.facts));
        let counts = reach(&mut look, &shape);
        links_in_texts(&mut look, &ends);
        conditions(&mut look, &mut sources, &self.known, &self.verdicts);
        variables(&mut look, &mut sources, &self.known);
        titles(&mut look);
        blanks(&mut look);
        let mut findings = look.findings;
        findings.sort_by_cached_key(|it| {
            let first = it.nodes.first().and_then(|it| story.nodes.get_index_of(it));
            (it.kind().severity(), it.kind(), first)
        });
        self.sources = sources;
        let report = Report {
            findings,
            pages: counts.0,
            reached: counts.1,
            computed: counts.2,
        };
        Seen::of(story, ends, report)
    }
}

/// The facts of every node, by number.
fn facts<'a>(story: &Story, facts: &'a IndexMap<NodeId, NodeFacts>) -> Vec<Option<&'a NodeFacts>> {
    let of = |(number, id): (Number, &NodeId)| match facts.get_index(number) {
        Some((told, facts)) if told == id => Some(facts),
        _ => facts.get(id),
    };
    story.nodes.keys().enumerate().map(of).collect()
}

/// What can be said of all variables, and of the titles that conditions ask for.
fn known(story: &Story, facts: &[Option<&NodeFacts>], sources: &mut Sources) -> Known {
    let mut known = Known::default();
    for facts in facts.iter().flatten() {
        known.sets_others |= facts.variables.sets_others;
        for name in &facts.variables.sets {
            known.touched(name);
        }
        for it in facts.enter.iter().flat_map(|it| &it.0) {
            known.assigned(&it.name, &it.value);
        }
    }
    let mut asked: HashSet<String> = HashSet::new();
    for edge in story.edges.values() {
        if let Some(source) = &edge.record.condition
            && let Ok(condition) = &*sources.condition(source)
        {
            asked.extend(condition.titles().into_iter().map(|it| it.to_lowercase()));
        }
        let Some(source) = &edge.record.effect else {
            continue;
        };
        for it in sources.effect(source).iter().flat_map(|it| &it.0) {
            known.assigned(&it.name, &it.value);
        }
    }
    if !asked.is_empty() {
        let titles = story.nodes.values().map(|it| it.title.to_lowercase());
        known.titles.extend(titles.filter(|it| asked.contains(it)));
    }
    known
}
