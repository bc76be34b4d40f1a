//! Where an imported story and the open one name each other's nodes by title. A title in a text means
//! one node, so a node of the file whose title is in use here gets another one if the file names it or
//! its format does; and a link in a text without a target in its own story leads to the other one's
//! node.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use capability::{Edit, ToolError, View};
use formats::{ImportWarning, Warning};
use markup::notation::twine;
use markup::{ProseChoice, choices_of};
use model::{EdgeRecord, Node, NodeId, Story};

use crate::shared::prose_links::{follow_title, may_link_to};
use crate::shared::title_references::{is_script, named_titles, rename_in_node};
use crate::titles::FreeTitles;

/// How many new titles a warning lists.
const MAX_LISTED: usize = 10;

/// For how many nodes of a file the search looks for texts that link to them.
const MAX_SEARCHED: usize = 64;

/// What happens to the titles and links that the open story and the file have in common. Nodes of
/// the file are given by the ids that they have there.
#[derive(Default)]
pub(super) struct TitlesInCommon {
    /// The nodes of the file that get new titles.
    new_titles: BTreeMap<NodeId, String>,
    /// The nodes of the file that name one of them, with its old title and its new one.
    references: Vec<(NodeId, String, String)>,
    /// The nodes of the file that texts here link to, with the nodes that have these texts.
    linked_from_here: BTreeMap<NodeId, BTreeSet<NodeId>>,
    /// The nodes here that texts of the file link to, with the nodes that have these texts.
    linked_from_file: BTreeMap<NodeId, BTreeSet<NodeId>>,
    /// The titles by which texts of the file link to nodes here.
    found_here: HashSet<String>,
}

impl TitlesInCommon {
    /// `new_titles` says whether nodes whose titles are in use get new ones; by default those do that
    /// the file names, and passages.
    pub(super) fn of(
        view: &View,
        here: &Story,
        new: &Story,
        new_titles: Option<bool>,
    ) -> Result<Self, ToolError> {
        let mut titles = Self::default();
        if here.nodes.is_empty() {
            return Ok(titles);
        }
        if new_titles != Some(false) {
            titles.choose_titles(here, new, new_titles.is_some());
        }
        titles.find_links(view, here, new)?;
        Ok(titles)
    }

    fn choose_titles(&mut self, here: &Story, new: &Story, all: bool) {
        let taken: HashSet<&str> = here.nodes.values().map(|it| it.title.as_str()).collect();
        let mut seen = HashSet::new();
        let is_taken = |it: &Node| taken.contains(it.title.as_str());
        let is_second = |it: &Node| all && !it.title.is_empty();
        let in_use: Vec<&Node> = new
            .nodes
            .values()
            .map(|it| &**it)
            .filter(|it| is_taken(it) || !seen.insert(it.title.as_str()) && is_second(it))
            .collect();
        if in_use.is_empty() {
            return;
        }
        let named = names_by_node(new);
        let all_named: HashSet<&str> = named.values().flatten().map(String::as_str).collect();
        let mut free = FreeTitles::of(here);
        free.reserve(new);
        let mut renamed: HashMap<&str, &str> = HashMap::new();
        // Of several nodes with one title, a text means the first.
        let mut first: HashMap<&str, NodeId> = HashMap::new();
        for node in new.nodes.values() {
            first.entry(&node.title).or_insert(node.id);
        }
        for node in in_use {
            if all || is_passage(node) || all_named.contains(node.title.as_str()) {
                self.new_titles.insert(node.id, free.take(&node.title));
            }
        }
        for (id, title) in &self.new_titles {
            let old = new.nodes[id].title.as_str();
            if first[old] == *id {
                renamed.insert(old, title);
            }
        }
        for (id, names) in &named {
            let names = names.iter().filter_map(|it| renamed.get_key_value(&**it));
            let names = names.map(|(old, new)| (*id, (*old).to_owned(), (*new).to_owned()));
            self.references.extend(names);
        }
    }

    fn find_links(&mut self, view: &View, here: &Story, new: &Story) -> Result<(), ToolError> {
        let (of_here, of_new) = (by_title(here), by_title(new));
        for node in &texts_here(view, here, new, &of_here)? {
            for (to, _) in dead_links(node, &of_here, &of_new) {
                self.linked_from_here.entry(to).or_default().insert(node.id);
            }
        }
        for node in new.nodes.values() {
            for (to, title) in dead_links(node, &of_new, &of_here) {
                self.linked_from_file.entry(to).or_default().insert(node.id);
                self.found_here.insert(title);
            }
        }
        Ok(())
    }

    /// The title that a node of the file gets here.
    pub(super) fn title_of<'a>(&'a self, node: &'a Node) -> &'a str {
        self.new_titles.get(&node.id).unwrap_or(&node.title)
    }

    /// Whether a warning about the file is void, because what it misses is here.
    pub(super) fn has_target_of(&self, warning: &Warning) -> bool {
        matches!(&warning.what, ImportWarning::LinkTargetMissing { target } if self.found_here.contains(target))
    }

    /// The warning that says which titles are new.
    pub(super) fn warning(&self, new: &Story) -> Option<Warning> {
        let count = self.new_titles.len();
        let renamed = self.new_titles.iter().take(MAX_LISTED);
        let mut titles: Vec<_> = renamed
            .map(|(id, title)| format!("{} → {title}", new.nodes[id].title))
            .collect();
        if count > titles.len() {
            titles.push("…".to_owned());
        }
        let titles = titles.join(", ");
        (count > 0).then(|| Warning::for_file(ImportWarning::TitlesInUse { count, titles }))
    }

    /// Updates what names the nodes with new titles, and makes the links between both stories; `ids`
    /// has the ids of the file's nodes here. Returns the number of new links.
    pub(super) fn connect(
        &self,
        edit: &mut Edit<'_>,
        ids: &HashMap<NodeId, NodeId>,
    ) -> Result<usize, ToolError> {
        for (node, old, title) in &self.references {
            rename_in_node(edit, ids[node], old, title)?;
        }
        let mut links = 0;
        for (to, from) in &self.linked_from_here {
            let from: Vec<NodeId> = from.iter().copied().collect();
            links += link_by_title(edit, &from, ids[to])?;
        }
        for (to, from) in &self.linked_from_file {
            let from: Vec<NodeId> = from.iter().map(|it| ids[it]).collect();
            links += link_by_title(edit, &from, *to)?;
        }
        Ok(links)
    }
}

/// Makes the links to a node that texts have already; returns their number.
fn link_by_title(edit: &mut Edit<'_>, from: &[NodeId], to: NodeId) -> Result<usize, ToolError> {
    let count = |edit: &mut Edit<'_>| -> Result<usize, ToolError> {
        let mut count = 0;
        for id in from {
            count += edit.edges_from(*id)?.len();
        }
        Ok(count)
    };
    let before = count(edit)?;
    let title = edit.node(to)?.title;
    follow_title(edit, from, (to, &title))?;
    Ok(count(edit)? - before)
}

/// The links of a text without a target in its own story that have one in the other: the target and
/// its title.
fn dead_links(
    node: &Node,
    own: &HashMap<String, NodeId>,
    other: &HashMap<String, NodeId>,
) -> Vec<(NodeId, String)> {
    if !node.prose().contains("[[") {
        return Vec::new();
    }
    let offered = choices_of(node, node.prose()).into_iter();
    let dead = offered.filter_map(|ProseChoice { title, .. }| {
        let key = title.trim().to_lowercase();
        let to = other.get(&key).filter(|_| !own.contains_key(&key))?;
        Some((*to, title))
    });
    dead.collect()
}

/// The nodes here whose texts may link to nodes of the file. For few nodes, as those of a paste, the
/// search finds them; for many, all texts are read.
fn texts_here(
    view: &View,
    here: &Story,
    new: &Story,
    taken: &HashMap<String, NodeId>,
) -> Result<Vec<Node>, ToolError> {
    if new.nodes.len() > MAX_SEARCHED {
        let nodes = view.story()?.nodes.into_values();
        return Ok(nodes.map(Arc::unwrap_or_clone).collect());
    }
    let mut found = BTreeSet::new();
    for node in new.nodes.values() {
        if !taken.contains_key(&node.title.trim().to_lowercase()) {
            found.extend(may_link_to(view, here, &node.title)?);
        }
    }
    let mut texts = Vec::new();
    for id in found {
        texts.extend(view.node(id)?);
    }
    Ok(texts)
}

/// The first node of each title, as titles are looked up.
fn by_title(story: &Story) -> HashMap<String, NodeId> {
    let mut found = HashMap::new();
    for node in story.nodes.values() {
        let key = node.title.trim().to_lowercase();
        found.entry(key).or_insert(node.id);
    }
    found
}

/// The titles that each node names; Ink and Yarn name every node that a link leads to.
fn names_by_node(story: &Story) -> BTreeMap<NodeId, BTreeSet<String>> {
    let mut outgoing: HashMap<NodeId, Vec<&EdgeRecord>> = HashMap::new();
    for edge in story.edges.values() {
        let record = &edge.record;
        outgoing.entry(record.from).or_default().push(record);
    }
    let named = story.nodes.values().map(|node| {
        let edges = outgoing.remove(&node.id).unwrap_or_default().into_iter();
        let mut names = named_titles(node, edges.clone(), story.fields_of(&node.kind));
        if is_script(node) {
            let targets = edges.filter_map(|it| story.nodes.get(&it.to));
            names.extend(targets.map(|it| it.title.clone()));
        }
        (node.id, names)
    });
    named.collect()
}

/// Whether a node has a name in a file of Twine, Ink or Yarn, where no two may have the same. A passage
/// whose name gives it an effect, such as `StoryInit`, keeps it.
fn is_passage(node: &Node) -> bool {
    is_script(node) || twine::is_from(node) && twine::role_of(node).is_none()
}
