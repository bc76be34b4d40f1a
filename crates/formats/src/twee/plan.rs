//! What goes where in the file to be written: the name of every passage, and the text of every
//! passage with the links it lacks. Exporting and listing losses both go by it.

use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};

use super::passage::{is_code, kept_header, title_of};
use super::syntax::is_header;
use super::{STORY_DATA, STORY_TITLE};
use crate::kept;
use crate::links::{self, Target, looks_computed};
use crate::reading::tidy_title;
use crate::writing::Choices;

/// The plan for a whole file.
pub(super) struct Plan<'a> {
    /// The name of each passage, in the story's order.
    pub(super) names: HashMap<NodeId, String>,
    /// Nodes made here whose title could not be their name.
    pub(super) renamed: Vec<&'a Node>,
    owners: HashMap<String, NodeId>,
    choices: Choices<'a>,
}

/// What becomes of one passage's text.
#[derive(Default)]
pub(super) struct Prose<'a> {
    /// The text to write.
    pub(super) text: String,
    /// Whether a line had to be moved by a space, as it would have begun a passage.
    pub(super) has_moved_line: bool,
    /// Edges whose label had to be changed to be written.
    pub(super) relabeled: Vec<&'a Edge>,
    /// Edges that cannot be written.
    pub(super) unwritable: Vec<&'a Edge>,
    /// Names of passages that the text links to, though no edge does any longer.
    pub(super) unlinked: Vec<String>,
    /// Names that the text links to and no passage has.
    pub(super) broken: Vec<String>,
}

impl<'a> Plan<'a> {
    /// Makes the plan.
    pub(super) fn of(story: &'a Story) -> Self {
        let mut plan = Self {
            names: HashMap::new(),
            renamed: Vec::new(),
            owners: HashMap::new(),
            choices: Choices::of(story),
        };
        let mut taken = HashSet::from([STORY_TITLE.to_owned(), STORY_DATA.to_owned()]);
        for node in story.nodes.values() {
            if let Some(name) = name_in_file(node) {
                taken.insert(name.clone());
                plan.names.insert(node.id, name);
            }
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

    /// The text of a node's passage.
    pub(super) fn prose(&self, node: &Node) -> Prose<'a> {
        let mut prose = Prose::default();
        (prose.text, prose.has_moved_line) = without_headers(kept::text_of(node));
        let edges = self.choices.from(node.id);
        if kept_header(node).is_some_and(|(_, header)| is_code(&header)) {
            prose.unwritable.extend(edges);
            return prose;
        }
        let found = self.links_of(&mut prose);
        let mut lines = Vec::new();
        let mut wanted = HashSet::new();
        for edge in edges {
            wanted.insert((edge.record.label.as_str(), edge.record.to));
            if found.contains(&(edge.record.label.clone(), edge.record.to)) {
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
        for (label, to) in &found {
            if !wanted.contains(&(label.as_str(), *to)) {
                prose.unlinked.push(self.names[to].clone());
            }
        }
        prose.unlinked.sort();
        if !lines.is_empty() {
            let gap = if prose.text.is_empty() { "" } else { "\n\n" };
            prose.text.push_str(gap);
            prose.text.push_str(&lines.join("\n"));
        }
        prose
    }

    /// The links that the text has by itself.
    fn links_of(&self, prose: &mut Prose<'_>) -> HashSet<(String, NodeId)> {
        let mut found = HashSet::new();
        for link in links::find(&prose.text) {
            let Target::Named(name) = link.target else {
                continue;
            };
            match self.owners.get(&name) {
                Some(&to) => {
                    found.insert((link.label, to));
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

/// The name that a node has had in the file, while its title is still what that name gives.
fn name_in_file(node: &Node) -> Option<String> {
    let (_, header) = kept_header(node)?;
    (title_of(&header.name) == node.title).then_some(header.name)
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

/// The text with a space before every line that would begin a passage.
pub(super) fn without_headers(text: &str) -> (String, bool) {
    if !text.lines().any(is_header) {
        return (text.to_owned(), false);
    }
    let lines = text.split_inclusive('\n');
    (
        lines
            .map(|it| {
                if is_header(it) {
                    format!(" {it}")
                } else {
                    it.to_owned()
                }
            })
            .collect(),
        true,
    )
}
