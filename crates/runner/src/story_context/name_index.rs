//! Every name of the story's nodes, titles and aliases, and which of them occur in a text: one pass
//! over the text, however many nodes there are. Cached with the open story and updated from the
//! changes. Start at [`find_names`].

use std::collections::HashMap;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use model::contents::KV;
use model::{Node, NodeId, Story, Subject, is_part_of_word, simplified};
use store::{StoreError, View};

use super::mentions::is_name;

/// With more changes than this, rebuilding is as fast as updating.
const MAX_INCREMENTAL_CHANGES: usize = 1_000;

/// A node that a text names, and the alias used if it is not the title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameMatch {
    pub(super) node: NodeId,
    pub(super) alias: Option<String>,
    length: usize,
}

impl NameMatch {
    fn order(&self) -> (std::cmp::Reverse<usize>, NodeId) {
        (std::cmp::Reverse(self.length), self.node)
    }
}

/// Names by node, and the automaton that finds them in a text.
#[derive(Default)]
struct NameIndex {
    number: Option<u64>,
    titles: HashMap<NodeId, String>,
    aliases: HashMap<NodeId, Vec<String>>,
    finder: Option<Arc<NameMatcher>>,
}

struct NameMatcher {
    automaton: Option<AhoCorasick>,
    /// Indexed by pattern.
    names: Vec<(NodeId, Option<String>)>,
}

/// The nodes that a text names, longest names first because they are the most specific. In a draft,
/// names it adds count and names it removes do not.
pub(super) fn find_names(
    view: &View,
    graph: &Story,
    texts: &[&str],
) -> Result<Vec<Vec<NameMatch>>, StoreError> {
    // The cached index knows no drafts; the changes of this view's draft are applied on top.
    let counts = view.without_draft();
    let finder =
        view.with_extension(|held: &mut NameIndex| held.up_to_date_matcher(&counts, graph))?;
    let mut found: Vec<_> = texts.iter().map(|it| finder.find(it)).collect();
    let aliases = aliases_in_draft(view)?;
    if !aliases.is_empty() {
        let nodes = aliases
            .keys()
            .filter_map(|id| graph.nodes.get_key_value(id));
        let titles = nodes.map(|(id, it)| (*id, it.title.clone())).collect();
        let over = NameMatcher::of(&titles, &aliases);
        for (found, text) in found.iter_mut().zip(texts) {
            found.retain(|it| !aliases.contains_key(&it.node));
            found.extend(over.find(text));
            found.sort_by_key(NameMatch::order);
        }
    }
    Ok(found)
}

fn aliases_of(node: &Node) -> Vec<String> {
    node.aliases().map(str::to_owned).collect()
}

/// The aliases of the nodes whose attributes were changed by the view's draft.
fn aliases_in_draft(view: &View) -> Result<HashMap<NodeId, Vec<String>>, StoreError> {
    let draft = match view.draft_id() {
        Some(id) => view.draft(id)?,
        None => None,
    };
    let mut aliases = HashMap::new();
    for piece in draft.into_iter().flat_map(|it| it.pieces) {
        if let Subject::Node(id) = piece.slot.subject
            && &*piece.slot.capability == KV
        {
            let node = view.node(id)?;
            aliases.insert(id, node.map(|it| aliases_of(&it)).unwrap_or_default());
        }
    }
    Ok(aliases)
}

impl NameIndex {
    fn up_to_date_matcher(
        &mut self,
        view: &View,
        graph: &Story,
    ) -> Result<Arc<NameMatcher>, StoreError> {
        self.apply_changes(view)?;
        // Titles come from the graph, which is already loaded and includes the draft's.
        let same = |(id, node): (&NodeId, &Arc<Node>)| self.titles.get(id) == Some(&node.title);
        if self.titles.len() != graph.nodes.len() || !graph.nodes.iter().all(same) {
            let titles = graph.nodes.iter();
            self.titles = titles.map(|(id, it)| (*id, it.title.clone())).collect();
            self.finder = None;
        }
        let made = self
            .finder
            .take()
            .unwrap_or_else(|| Arc::new(NameMatcher::of(&self.titles, &self.aliases)));
        Ok(self.finder.insert(made).clone())
    }

    /// Updates the aliases to the newest change.
    fn apply_changes(&mut self, view: &View) -> Result<(), StoreError> {
        let moved = match self.number {
            Some(number) => view.moved_since(number, MAX_INCREMENTAL_CHANGES)?,
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
        // Read before the nodes, so that changes made in between are applied next time.
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

impl NameMatcher {
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
        // Fails only with more than 2³¹ patterns.
        let automaton = AhoCorasick::new(&patterns)
            .inspect_err(|error| tracing::warn!(%error, "failed to build the name index"))
            .ok();
        Self { automaton, names }
    }

    fn find(&self, text: &str) -> Vec<NameMatch> {
        let text = simplified(&text.to_lowercase());
        let mut best: HashMap<NodeId, NameMatch> = HashMap::new();
        let found = self.automaton.iter();
        for hit in found.flat_map(|it| it.find_overlapping_iter(&text)) {
            if is_part_of_word(&text, hit.range()) {
                continue;
            }
            let Some((node, alias)) = self.names.get(hit.pattern().as_usize()) else {
                continue;
            };
            let named = NameMatch {
                node: *node,
                alias: alias.clone(),
                length: hit.len(),
            };
            let known = best.entry(*node).or_insert_with(|| named.clone());
            // The title is the better reason, then the longer name.
            let rank = |it: &NameMatch| (it.alias.is_none(), it.length);
            if rank(&named) > rank(known) {
                *known = named;
            }
        }
        let mut found: Vec<_> = best.into_values().collect();
        found.sort_by_key(NameMatch::order);
        found
    }
}
