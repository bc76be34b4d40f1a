//! Every name that a node of the story goes by, titles and aliases, and which of them stand in a
//! text: one pass over the text, however many nodes there are. Kept beside the open story and brought
//! up to date by what moved. Enter through [`named_in`].

use std::collections::HashMap;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use model::{Node, NodeId, Story, Subject, simplified};
use store::{StoreError, View};

use super::mentions::{NAMED_IN, aliases_of, is_name, stands_alone};

/// More moved slots than this are no quicker to follow than to read anew.
const FOLLOWED: usize = 1_000;

/// A node that a text names, and by which of its names where that is not its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) node: NodeId,
    pub(super) alias: Option<String>,
    length: usize,
}

impl Named {
    fn order(&self) -> (std::cmp::Reverse<usize>, NodeId) {
        (std::cmp::Reverse(self.length), self.node)
    }
}

/// Names by node, and what finds them in a text.
#[derive(Default)]
struct Held {
    number: Option<u64>,
    titles: HashMap<NodeId, String>,
    aliases: HashMap<NodeId, Vec<String>>,
    finder: Option<Arc<Finder>>,
}

struct Finder {
    automaton: Option<AhoCorasick>,
    /// By pattern.
    names: Vec<(NodeId, Option<String>)>,
}

/// The nodes that a text names, longest names first: they say most. In a draft its own names count, and
/// those it takes away do not.
pub(super) fn named_in(
    view: &View,
    graph: &Story,
    texts: &[&str],
) -> Result<Vec<Vec<Named>>, StoreError> {
    // What is held beside the story is of no draft; what this view's draft says is laid over it.
    let counts = view.without_draft();
    let finder = view.beside(|held: &mut Held| held.fresh(&counts, graph))?;
    let mut found: Vec<_> = texts.iter().map(|it| finder.find(it)).collect();
    let aliases = drafted(view)?;
    if !aliases.is_empty() {
        let nodes = aliases
            .keys()
            .filter_map(|id| graph.nodes.get_key_value(id));
        let titles = nodes.map(|(id, it)| (*id, it.title.clone())).collect();
        let over = Finder::of(&titles, &aliases);
        for (found, text) in found.iter_mut().zip(texts) {
            found.retain(|it| !aliases.contains_key(&it.node));
            found.extend(over.find(text));
            found.sort_by_key(Named::order);
        }
    }
    Ok(found)
}

/// The other names of the nodes whose attributes the view's draft has changed.
fn drafted(view: &View) -> Result<HashMap<NodeId, Vec<String>>, StoreError> {
    let draft = match view.draft_id() {
        Some(id) => view.draft(id)?,
        None => None,
    };
    let mut aliases = HashMap::new();
    for piece in draft.into_iter().flat_map(|it| it.pieces) {
        if let Subject::Node(id) = piece.slot.subject
            && &*piece.slot.capability == NAMED_IN
        {
            let node = view.node(id)?;
            aliases.insert(id, node.map(|it| aliases_of(&it)).unwrap_or_default());
        }
    }
    Ok(aliases)
}

impl Held {
    fn fresh(&mut self, view: &View, graph: &Story) -> Result<Arc<Finder>, StoreError> {
        self.follow(view)?;
        // Titles come from the graph, which is at hand and knows the draft's.
        let same = |(id, node): (&NodeId, &Arc<Node>)| self.titles.get(id) == Some(&node.title);
        if self.titles.len() != graph.nodes.len() || !graph.nodes.iter().all(same) {
            let titles = graph.nodes.iter();
            self.titles = titles.map(|(id, it)| (*id, it.title.clone())).collect();
            self.finder = None;
        }
        let made = self
            .finder
            .take()
            .unwrap_or_else(|| Arc::new(Finder::of(&self.titles, &self.aliases)));
        Ok(self.finder.insert(made).clone())
    }

    /// Brings the aliases up to the newest change.
    fn follow(&mut self, view: &View) -> Result<(), StoreError> {
        let moved = match self.number {
            Some(number) => view.moved_since(number, FOLLOWED)?,
            None => None,
        };
        let Some(moved) = moved else {
            let story = view.story()?;
            let aliases = story.nodes.values().map(|it| (it.id, aliases_of(it)));
            self.aliases = aliases.filter(|it| !it.1.is_empty()).collect();
            self.number = Some(story.number);
            self.finder = None;
            return Ok(());
        };
        if moved.is_empty() {
            return Ok(());
        }
        // Before the nodes: what comes in between is followed the next time.
        let number = view.graph()?.number;
        for slot in moved {
            let Subject::Node(id) = slot.subject else {
                continue;
            };
            let now = view.node(id)?.map(|it| aliases_of(&it)).unwrap_or_default();
            let before = match now.is_empty() {
                true => self.aliases.remove(&id).unwrap_or_default(),
                false => self.aliases.insert(id, now.clone()).unwrap_or_default(),
            };
            if before != now {
                self.finder = None;
            }
        }
        self.number = Some(number);
        Ok(())
    }
}

impl Finder {
    fn of(titles: &HashMap<NodeId, String>, aliases: &HashMap<NodeId, Vec<String>>) -> Self {
        let mut patterns = Vec::new();
        let mut names = Vec::new();
        let mut add = |node: NodeId, name: &str, alias: Option<String>| {
            let name = simplified(&name.trim().to_lowercase());
            if is_name(&name) {
                patterns.push(name);
                names.push((node, alias));
            }
        };
        for (id, title) in titles {
            add(*id, title, None);
            for alias in aliases.get(id).into_iter().flatten() {
                add(*id, alias, Some(alias.clone()));
            }
        }
        // Only more patterns than 2³¹ could fail.
        let automaton = AhoCorasick::new(&patterns)
            .inspect_err(|error| tracing::warn!(%error, "names cannot be looked for"))
            .ok();
        Self { automaton, names }
    }

    fn find(&self, text: &str) -> Vec<Named> {
        let text = simplified(&text.to_lowercase());
        let mut best: HashMap<NodeId, Named> = HashMap::new();
        let found = self.automaton.iter();
        for hit in found.flat_map(|it| it.find_overlapping_iter(&text)) {
            if !stands_alone(&text, hit.range()) {
                continue;
            }
            let Some((node, alias)) = self.names.get(hit.pattern().as_usize()) else {
                continue;
            };
            let named = Named {
                node: *node,
                alias: alias.clone(),
                length: hit.len(),
            };
            let known = best.entry(*node).or_insert_with(|| named.clone());
            // The title is the better reason, then the longer name.
            let rank = |it: &Named| (it.alias.is_none(), it.length);
            if rank(&named) > rank(known) {
                *known = named;
            }
        }
        let mut found: Vec<_> = best.into_values().collect();
        found.sort_by_key(Named::order);
        found
    }
}
