//! Merges nodes into the first of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use capability::{Edit, ToolContext, ToolError, UiHints};
use model::contents::{
    Attributes, Content as _, FACTS, FINDINGS, Facts, Findings, KV, TEXT, Translation,
    slot_language,
};
use model::play::{PLAY, PlayRecord};
use model::{Edge, EdgeRecord, Node, NodeId, Slot, Story, WordCount, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::link_places::join;
use super::{refuse_script, set, set_text};
use crate::answer::{NodeRef, hints, node_title};
use crate::shared::title_references::{rename_in_node, rename_visits_in_node};
use crate::story::links::next_order;
use crate::story::rename::find_references;
use crate::story::story_settings::change_record;
use crate::validate;

/// Merge nodes into the first of them, in reading order. Their texts become paragraphs of one; links
/// to any of them lead to the first, links from any of them leave it, and links from an earlier to
/// a later one of them are removed. Attributes, picture and other data of the others are taken over
/// where the first has none.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct MergeNodes {
    /// The nodes, at least two, in reading order: their titles, or the first or last characters of
    /// their ids.
    #[schemars(length(min = 2))]
    nodes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct NodesMerged {
    /// The first node, which holds the others now.
    node: NodeRef,
    /// The nodes that are gone.
    merged: Vec<NodeRef>,
    words: WordCount,
    /// Conditions of links that were removed because their ends are one node now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dropped_conditions: Vec<String>,
    /// What was not taken over because the first node has its own: attributes, or data by the name
    /// of its capability. It stays in the history.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_taken: Vec<NotTaken>,
    /// How many links in macros still name a node that is gone; edit them by hand.
    #[serde(skip_serializing_if = "is_zero")]
    links_left: usize,
}

#[derive(Serialize, JsonSchema)]
struct NotTaken {
    node: String,
    what: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

pub(in crate::story) async fn merge(
    cx: ToolContext,
    input: MergeNodes,
) -> Result<NodesMerged, ToolError> {
    let nodes = validate::nodes(&cx, "/nodes", &input.nodes)?;
    if nodes.len() < 2 {
        return Err(ToolError::invalid("/nodes", "only one node is named")
            .hint("name the nodes to merge, the first of which stays"));
    }
    for (index, node) in nodes.iter().enumerate() {
        let path = format!("/nodes/{index}");
        refuse_script(&path, node)?;
        if node.kind == "group" {
            let message = format!("{:?} is a group", node.title);
            return Err(ToolError::invalid(path, message).hint("name its members instead"));
        }
    }
    let graph = cx.story().graph()?;
    let mut naming = Vec::new();
    for node in &nodes[1..] {
        let (references, _) = find_references(cx.story(), &graph, node)?;
        naming.push(references.into_iter().map(|it| it.node).collect::<Vec<_>>());
    }
    let with_facts = cx.story().nodes_with(FACTS)?;
    cx.edit(move |edit| {
        let mut merge = Merge::read(edit, &nodes)?;
        merge.redirect_titles(edit, &naming)?;
        merge.redirect_facts(edit, &with_facts)?;
        merge.texts(edit)?;
        merge.data(edit)?;
        merge.links(edit)?;
        merge.redirect_visits(edit, &graph)?;
        let (first, others) = merge
            .nodes
            .split_first()
            .expect("at least two were checked");
        for node in others {
            edit.remove_node(node.id)?;
        }
        let start = graph.record.start;
        if others.iter().any(|it| start == Some(it.id)) {
            change_record(edit, |it| it.start = Some(first.id))?;
        }
        let text = edit.node(first.id)?;
        Ok(NodesMerged {
            node: NodeRef::from(first),
            merged: others.iter().map(NodeRef::from).collect(),
            words: markup::count_visible_words(text.prose()),
            dropped_conditions: merge.dropped_conditions,
            not_taken: merge.not_taken,
            links_left: merge.links_left,
        })
    })
    .await
}

/// Data that is merged in its own way.
const MERGED: [&str; 5] = [TEXT, KV, PLAY, FINDINGS, part::FOREIGN];

/// A merge in progress.
struct Merge {
    /// The original nodes, the first one first.
    nodes: Vec<Node>,
    dropped_conditions: Vec<String>,
    not_taken: Vec<NotTaken>,
    links_left: usize,
}

impl Merge {
    fn read(edit: &Edit<'_>, named: &[Node]) -> Result<Self, ToolError> {
        let mut nodes = Vec::new();
        for node in named {
            nodes.push(edit.node(node.id)?);
        }
        Ok(Self {
            nodes,
            dropped_conditions: Vec::new(),
            not_taken: Vec::new(),
            links_left: 0,
        })
    }

    fn first(&self) -> NodeId {
        self.nodes[0].id
    }

    fn place(&self, node: NodeId) -> Option<usize> {
        self.nodes.iter().position(|it| it.id == node)
    }

    /// Redirects links, conditions and effects of other nodes from merged titles to the first node.
    fn redirect_titles(
        &self,
        edit: &mut Edit<'_>,
        naming: &[Vec<NodeId>],
    ) -> Result<(), ToolError> {
        let title = &self.nodes[0].title;
        for (node, naming) in self.nodes[1..].iter().zip(naming) {
            for id in naming.iter().filter(|it| self.place(**it).is_none()) {
                rename_in_node(edit, *id, &node.title, title)?;
            }
        }
        Ok(())
    }

    /// What the merged nodes ask of visits to one another they ask of the first node now.
    fn redirect_visits(&self, edit: &mut Edit<'_>, graph: &Story) -> Result<(), ToolError> {
        for node in &self.nodes[1..] {
            // Of several nodes with one title, a condition means the first.
            if graph.titled(&node.title).first().map(|it| it.id) == Some(node.id) {
                let title = &self.nodes[0].title;
                rename_visits_in_node(edit, self.first(), &node.title, title)?;
            }
        }
        Ok(())
    }

    /// Facts that hold since a merged scene now hold since the first.
    fn redirect_facts(&self, edit: &mut Edit<'_>, with_facts: &[NodeId]) -> Result<(), ToolError> {
        for id in with_facts {
            let slot = Slot::node(*id, FACTS);
            let data = edit.adopted(&slot)?.map(|it| it.data());
            let before = Facts::of(data.as_ref());
            let mut facts = before.clone();
            for fact in &mut facts.items {
                if fact.since.is_some_and(|it| self.place(it).is_some()) {
                    fact.since = Some(self.first());
                }
            }
            if facts != before {
                set(edit, *id, &facts)?;
            }
        }
        Ok(())
    }

    /// Joins the texts: removes links between successive merged nodes, redirects links back to the
    /// first.
    fn texts(&mut self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        let titles: HashMap<&str, usize> = (0..)
            .zip(&self.nodes)
            .map(|(place, it)| (it.title.as_str(), place))
            .collect();
        let mut text = String::new();
        for (place, node) in self.nodes.iter().enumerate() {
            let forward = |title: &str| titles.get(title).is_some_and(|it| *it > place);
            let (mut own, left) = markup::without_choices(node.prose(), forward);
            self.links_left += left;
            for back in &self.nodes[1..=place] {
                let written = Node {
                    data: with_text(node, &own),
                    ..node.clone()
                };
                if let Some(it) =
                    markup::retarget_links(&written, &back.title, &self.nodes[0].title)
                {
                    self.links_left += it.skipped;
                    own = it.text;
                }
            }
            text = join(&text, &own);
        }
        if self.nodes.iter().any(|it| it.data.contains_key(TEXT)) {
            set_text(edit, self.first(), &text)?;
        }
        Ok(())
    }

    /// Merges attributes, play settings and other data.
    fn data(&mut self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        self.attributes(edit)?;
        self.findings(edit)?;
        self.translations(edit)?;
        let first = &self.nodes[0];
        let mut has: Vec<Arc<str>> = first.data.keys().cloned().collect();
        has.extend(MERGED.map(Arc::from));
        for node in &self.nodes[1..] {
            for (capability, data) in &node.data {
                if MERGED.contains(&&**capability) || slot_language(capability).is_some() {
                    continue;
                }
                if has.contains(capability) {
                    let (node, what) = (node.title.clone(), capability.to_string());
                    self.not_taken.push(NotTaken { node, what });
                } else {
                    edit.write(&Slot::node(first.id, capability), data)?;
                    has.push(capability.clone());
                }
            }
        }
        Ok(())
    }

    /// Collects the findings of all nodes.
    fn findings(&self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        let mut all = Findings::default();
        for node in &self.nodes {
            let own = node.data.get(FINDINGS);
            let own = own.and_then(|it| Findings::deserialize(&**it).ok());
            all.items.extend(own.unwrap_or_default().items);
        }
        match all.items.is_empty() {
            true => Ok(()),
            false => set(edit, self.first(), &all),
        }
    }

    /// Merges the translations into each language; their pieces are found by their sources,
    /// wherever these are now.
    fn translations(&self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        let others = self.nodes[1..].iter().flat_map(|it| it.data.keys());
        let slots: BTreeSet<_> = others.filter(|it| slot_language(it).is_some()).collect();
        for slot in slots {
            let mut all = Translation::of(self.nodes[0].data.get(slot).map(|it| &**it));
            for node in &self.nodes[1..] {
                let own = Translation::of(node.data.get(slot).map(|it| &**it));
                all.lines.extend(own.lines);
                all.choices.extend(own.choices);
            }
            edit.write(&Slot::node(self.first(), slot), &all.to_data())?;
        }
        Ok(())
    }

    fn attributes(&mut self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        let of = |it: &Node| Attributes::of(it.data.get(KV).map(|it| &**it));
        let mut all = of(&self.nodes[0]);
        let before = all.clone();
        for node in &self.nodes[1..] {
            for item in of(node).items {
                match all.items.iter().find(|it| it.k == item.k) {
                    None => all.items.push(item),
                    Some(kept) if kept.v == item.v => {}
                    Some(_) => {
                        let (node, what) = (node.title.clone(), item.k);
                        self.not_taken.push(NotTaken { node, what });
                    }
                }
            }
        }
        match all == before {
            true => Ok(()),
            false => set(edit, self.first(), &all),
        }
    }

    /// Merges links and entry effects: effects of merged nodes happen in order.
    fn links(&mut self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        let mut enter = vec![self.nodes[0].play().enter];
        let mut ending = self.nodes[0].play().ending;
        for place in 0..self.nodes.len() {
            let id = self.nodes[place].id;
            for edge in edit.edges_from(id)? {
                match self.place(edge.record.to) {
                    Some(to) if to > place => {
                        self.dropped_conditions.extend(edge.record.condition);
                        let through = to == place + 1;
                        enter.extend(edge.record.effect.filter(|_| through));
                        edit.remove_edge(edge.id)?;
                    }
                    Some(_) => self.redirect(edit, edge, true)?,
                    None if place > 0 => self.redirect(edit, edge, false)?,
                    None => {}
                }
            }
            if let Some(next) = self.nodes.get(place + 1) {
                let record = next.play();
                enter.push(record.enter);
                ending = record.ending;
            }
        }
        for place in 1..self.nodes.len() {
            for edge in edit.edges_to(self.nodes[place].id)? {
                self.redirect(edit, edge, true)?;
            }
        }
        enter.retain(|it| !it.trim().is_empty());
        let enter = enter.join("; ");
        let record = PlayRecord { enter, ending };
        match record == self.nodes[0].play() {
            true => Ok(()),
            false => set(edit, self.first(), &record),
        }
    }

    /// Makes an edge leave the first node, or lead to it if `to` is set; removes it if the first
    /// node already has the same one.
    fn redirect(&self, edit: &mut Edit<'_>, edge: Edge, to: bool) -> Result<(), ToolError> {
        let mut record: EdgeRecord = edge.record.clone();
        if self.place(record.from).is_some() {
            record.from = self.first();
        }
        if to {
            record.to = self.first();
        }
        let siblings = edit.edges_from(record.from)?;
        let same = |it: &Edge| {
            let it = (it.id != edge.id).then_some(&it.record);
            it.is_some_and(|it| {
                (it.to, &it.label, &it.condition, &it.effect)
                    == (record.to, &record.label, &record.condition, &record.effect)
            })
        };
        if siblings.iter().any(same) {
            edit.remove_edge(edge.id)?;
            return Ok(());
        }
        if record.from != edge.record.from {
            record.order = next_order(&siblings);
        }
        edit.set_edge(edge.id, &record)?;
        Ok(())
    }
}

fn with_text(node: &Node, text: &str) -> model::contents::DataMap {
    use model::contents::{Content as _, Prose};
    let mut data = node.data.clone();
    Prose::from(text.to_owned()).store_in(&mut data);
    data
}

pub(in crate::story) fn show_merged(answer: &Value) -> Option<UiHints> {
    let title = format!("Merged into {}", node_title(answer));
    hints("nodes", title, json!({ "nodes": [answer["node"]] }))
}
