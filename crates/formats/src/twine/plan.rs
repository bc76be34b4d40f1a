//! What goes where in the file to be written: the name of every passage, and the text of every
//! passage with the links it lacks. Exporting and listing losses both go by it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};

use super::header::Header;
use super::passage::{header_for, is_code, kept_header, title_of};
use super::{FORMS, STORY_DATA, STORY_TITLE};
use crate::kept;
use crate::links::{self, Manner, Target, looks_computed};
use crate::reading::{side_by_side, tidy_title};
use crate::writing::Choices;

/// The plan for a whole file.
pub(crate) struct Plan<'a> {
    /// The name of each passage, in the story's order.
    pub(crate) names: HashMap<NodeId, String>,
    /// Nodes made here whose title could not be their name.
    pub(crate) renamed: Vec<&'a Node>,
    form: &'static str,
    /// The header that each node came with.
    headers: HashMap<NodeId, Header>,
    owners: HashMap<String, NodeId>,
    choices: Choices<'a>,
}

/// What becomes of one passage's text.
#[derive(Default)]
pub(crate) struct Prose<'a> {
    /// The text to write.
    pub(crate) text: Cow<'a, str>,
    /// Edges whose label had to be changed to be written.
    pub(crate) relabeled: Vec<&'a Edge>,
    /// Edges that cannot be written.
    pub(crate) unwritable: Vec<&'a Edge>,
    /// Edges of another format whose target is computed, which nothing here can compute.
    pub(crate) computed: Vec<&'a Edge>,
    /// Names of passages that the text links to, though no edge does any longer.
    pub(crate) unlinked: Vec<String>,
    /// Names that the text links to and no passage has.
    pub(crate) broken: Vec<String>,
}

impl<'a> Plan<'a> {
    /// Makes the plan.
    pub(crate) fn of(story: &'a Story, form: &'static str) -> Self {
        let mut plan = Self {
            form,
            names: HashMap::new(),
            headers: HashMap::new(),
            renamed: Vec::new(),
            owners: HashMap::new(),
            choices: Choices::of(story),
        };
        let mut taken = HashSet::from([STORY_TITLE.to_owned(), STORY_DATA.to_owned()]);
        let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
        let headers = side_by_side("writing nodes", &nodes, |it| kept_header(it, form));
        for (node, header) in nodes.iter().zip(headers) {
            let Some(header) = header else { continue };
            // The name stands while the title is still what it gives.
            if title_of(&header.name) == node.title {
                taken.insert(header.name.clone());
                plan.names.insert(node.id, header.name.clone());
            }
            plan.headers.insert(node.id, header);
        }
        let mut counts = HashMap::new();
        for node in story.nodes.values() {
            if plan.names.contains_key(&node.id) {
                continue;
            }
            let name = free_name(&linkable(&node.title), &mut taken, &mut counts);
            if name != node.title {
                plan.renamed.push(node);
            }
            plan.names.insert(node.id, name);
        }
        for id in story.nodes.keys() {
            plan.owners.entry(plan.names[id].clone()).or_insert(*id);
        }
        plan
    }

    /// The header of a node's passage.
    pub(crate) fn header(&self, node: &Node) -> Cow<'_, Header> {
        let old = self.headers.get(&node.id);
        header_for(node, old, &self.names[&node.id], self.form)
    }

    /// What a node's text, or what stands for it, becomes in its passage.
    pub(crate) fn prose(&self, node: &Node, text: impl Into<Cow<'a, str>>) -> Prose<'a> {
        let mut prose = Prose {
            text: text.into(),
            ..Prose::default()
        };
        let (dynamic, edges): (Vec<&Edge>, Vec<&Edge>) = self
            .choices
            .from(node.id)
            .iter()
            .partition(|it| it.record.dynamic);
        let foreign = |it: &&Edge| FORMS.iter().all(|form| kept::of(&it.data, form).is_none());
        prose.computed.extend(dynamic.into_iter().filter(foreign));
        if self.headers.get(&node.id).is_some_and(is_code) {
            prose.unwritable.extend(edges);
            return prose;
        }
        let found = self.links_of(&mut prose);
        let mut lines = Vec::new();
        let mut wanted = HashSet::new();
        for edge in edges {
            wanted.insert((
                edge.record.label.as_str(),
                edge.record.to,
                edge.record.includes,
            ));
            if found.contains(&(
                edge.record.label.clone(),
                edge.record.to,
                edge.record.includes,
            )) {
                continue;
            }
            if edge.record.includes {
                prose.unwritable.push(edge);
                continue;
            }
            let line = self.link(edge, &edge.record.label).or_else(|| {
                let line = self.link(edge, &without_marks(&edge.record.label))?;
                prose.relabeled.push(edge);
                Some(line)
            });
            match line {
                Some(line) => lines.push(line),
                None => prose.unwritable.push(edge),
            }
        }
        for (label, to, includes) in &found {
            if !wanted.contains(&(label.as_str(), *to, *includes)) {
                prose.unlinked.push(self.names[to].clone());
            }
        }
        prose.unlinked.sort();
        if !lines.is_empty() {
            let gap = if prose.text.is_empty() { "" } else { "\n\n" };
            let text = prose.text.to_mut();
            text.push_str(gap);
            text.push_str(&lines.join("\n"));
        }
        prose
    }

    /// The links that the text has by itself.
    fn links_of(&self, prose: &mut Prose<'_>) -> HashSet<(String, NodeId, bool)> {
        let mut found = HashSet::new();
        for link in links::find(&prose.text) {
            let Target::Named(name) = link.target else {
                continue;
            };
            match self.owners.get(&name) {
                Some(&to) => {
                    found.insert((link.label, to, link.manner == Manner::Includes));
                }
                None if looks_computed(&name) => {}
                None => prose.broken.push(name),
            }
        }
        found
    }

    /// The edge as a link, in the first form that reads back as just that edge.
    fn link(&self, edge: &Edge, label: &str) -> Option<String> {
        let name = self.names.get(&edge.record.to)?;
        let forms = if label.is_empty() {
            vec![
                format!("[[{name}]]"),
                format!("[[->{name}]]"),
                format!("[[{name}<-]]"),
            ]
        } else {
            vec![
                format!("[[{label}->{name}]]"),
                format!("[[{name}<-{label}]]"),
                format!("[[{label}|{name}]]"),
            ]
        };
        let reads_back = |form: &String| match links::find(form).as_slice() {
            [link] => {
                link.label == label
                    && matches!(&link.target, Target::Named(it) if it == name)
                    && self.owners.get(name) == Some(&edge.record.to)
            }
            _ => false,
        };
        forms.into_iter().find(reads_back)
    }
}

/// The title without what would be read as part of a link.
fn linkable(title: &str) -> String {
    let title = title_of(title);
    let reads_back = matches!(
        links::find(&format!("[[{title}]]")).as_slice(),
        [link] if link.at == 0 && link.target == Target::Named(title.clone())
    );
    if reads_back {
        return title;
    }
    without_marks(&title)
}

/// The words with every mark of a link or macro replaced by one that only looks like it.
fn without_marks(words: &str) -> String {
    const MARKS: [(&str, &str); 8] = [
        ("->", "→"),
        ("<-", "←"),
        ("[", "("),
        ("]", ")"),
        ("|", "¦"),
        ("://", ":"),
        ("<<", "‹"),
        (">>", "›"),
    ];
    MARKS
        .into_iter()
        .fold(tidy_title(words, ""), |words, (mark, plain)| {
            words.replace(mark, plain)
        })
}

/// The name, numbered if it is taken.
fn free_name(
    wanted: &str,
    taken: &mut HashSet<String>,
    counts: &mut HashMap<String, usize>,
) -> String {
    let mut name = wanted.to_owned();
    // Counting on from where the last search ended keeps ten thousand equal titles linear.
    let count = counts.entry(wanted.to_owned()).or_insert(1);
    while !taken.insert(name.clone()) {
        *count += 1;
        name = format!("{wanted} ({count})");
    }
    name
}
