//! Plans an export: the name of every passage, and its text with missing links added. Both the
//! export and the list of losses are derived from it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};

use super::header::Header;
use super::passage::{header_for, is_code, kept_header, title_of};
use super::{STORY_DATA, STORY_TITLE};
use crate::export::{Choices, UniqueNames};
use crate::import::{tidy_title, without_control_characters};
use markup::kept_data;
use markup::links::{self, LinkKind, Target, is_expression};
use markup::notation::twine::FORMS;
use markup::parallel_map;
use markup::passage::with_labels;

/// The plan for a whole file.
pub(crate) struct ExportPlan<'a> {
    story: &'a Story,
    /// The name of each passage, by node index.
    names: Vec<String>,
    /// Nodes created here whose title could not be used as a name.
    pub(crate) renamed: Vec<&'a Node>,
    form: &'static str,
    /// The header each node was imported with, by node index.
    headers: Vec<Option<Header>>,
    /// The index of the first node with each name.
    owners: HashMap<String, usize>,
    choices: Choices<'a>,
}

/// The text of one passage, and what could not be written.
#[derive(Default)]
pub(crate) struct PassageText<'a> {
    /// The text to write.
    pub(crate) text: Cow<'a, str>,
    /// Edges whose label had to be changed.
    pub(crate) relabeled: Vec<&'a Edge>,
    /// Edges that cannot be written.
    pub(crate) unwritable: Vec<&'a Edge>,
    /// Edges equal to an earlier edge of the same node.
    pub(crate) duplicates: Vec<&'a Edge>,
    /// Edges imported from another format with a computed target, which cannot be computed here.
    pub(crate) computed: Vec<&'a Edge>,
    /// Names of passages that the text links to without an edge.
    pub(crate) stale: Vec<String>,
    /// Names that the text links to and no passage has.
    pub(crate) broken: Vec<String>,
    /// Whether the links are in a different order than the edges.
    pub(crate) is_out_of_order: bool,
}

impl<'a> ExportPlan<'a> {
    /// Creates the plan.
    pub(crate) fn of(story: &'a Story, form: &'static str) -> Self {
        let headers = parallel_map("writing nodes", story.nodes.values(), |node| {
            let header = kept_header(node, form);
            // The imported name is kept while it still yields the title.
            let name = header
                .as_ref()
                .filter(|it| title_of(&it.name) == node.title);
            (name.map(|it| it.name.clone()), header)
        });
        let (mut names, headers): (Vec<_>, Vec<_>) = headers.into_iter().unzip();
        let renamed = if names.iter().all(Option::is_some) {
            Vec::new()
        } else {
            assign_names(story, &mut names)
        };
        let names: Vec<String> = names.into_iter().flatten().collect();
        let mut owners = HashMap::with_capacity(names.len());
        for (number, name) in names.iter().enumerate() {
            owners.entry(name.clone()).or_insert(number);
        }
        Self {
            story,
            names,
            renamed,
            form,
            headers,
            owners,
            choices: Choices::of(story),
        }
    }

    /// The name of a node's passage; `None` if the node does not exist.
    pub(crate) fn name(&self, node: NodeId) -> Option<&str> {
        Some(&self.names[self.story.nodes.get_index_of(&node)?])
    }

    /// The first node whose passage has this name.
    pub(crate) fn owner(&self, name: &str) -> Option<NodeId> {
        let number = self.owners.get(name)?;
        self.story.nodes.get_index(*number).map(|it| *it.0)
    }

    fn number(&self, node: &Node) -> usize {
        let number = self.story.nodes.get_index_of(&node.id);
        number.expect("the plan is for a story and asked for its nodes")
    }

    /// The header of a node's passage.
    pub(crate) fn header(&self, node: &Node) -> Cow<'_, Header> {
        let number = self.number(node);
        let old = self.headers[number].as_ref();
        header_for(node, old, &self.names[number], self.form)
    }

    /// The passage text for a node, from its own text or a substitute.
    pub(crate) fn prose(&self, node: &Node, text: impl Into<Cow<'a, str>>) -> PassageText<'a> {
        let mut prose = PassageText {
            text: text.into(),
            ..PassageText::default()
        };
        let number = self.number(node);
        let all = self.choices.at_index(number);
        let foreign = |it: &&Edge| {
            FORMS
                .iter()
                .all(|form| kept_data::get(&it.data, form).is_none())
        };
        let dynamic = all.iter().copied().filter(|it| it.record.dynamic);
        prose.computed.extend(dynamic.filter(foreign));
        let edges = || all.iter().copied().filter(|it| !it.record.dynamic);
        if self.headers[number].as_ref().is_some_and(is_code) {
            prose.unwritable.extend(edges());
            return prose;
        }
        let (found, computed) = self.links_of(&mut prose);
        if had_computed_links(node) {
            let drawn = |source: &String| {
                let is_it = |it: &&Edge| it.record.dynamic && computes(it, source);
                all.iter().copied().any(|it| is_it(&it))
            };
            let gone = computed.into_iter().filter(|it| !drawn(it));
            prose.stale.extend(gone);
        }
        let mut wanted: Vec<_> = edges().map(|it| self.link_key(it)).collect();
        let mut lines = Vec::new();
        let mut last = 0;
        for (edge, link_key) in edges().zip(&wanted) {
            if let Ok(at) = found.binary_search_by(|it| it.key().cmp(link_key)) {
                let at = found[at].at;
                prose.is_out_of_order |= at < last;
                last = at;
                continue;
            }
            // Missing links are appended to the text.
            last = usize::MAX;
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
        wanted.sort_unstable();
        if wanted.windows(2).any(|it| it[0] == it[1]) {
            let mut seen = HashSet::new();
            let repeated = edges().filter(|it| !seen.insert(self.link_key(it)));
            prose.duplicates.extend(repeated);
        }
        for it in &found {
            if wanted.binary_search(&it.key()).is_err() {
                prose.stale.push(self.names[it.to].clone());
            }
        }
        prose.stale.sort();
        if !lines.is_empty() {
            let gap = if prose.text.is_empty() { "" } else { "\n\n" };
            let text = prose.text.to_mut();
            text.push_str(gap);
            text.push_str(&lines.join("\n"));
        }
        prose
    }

    /// The edge as a link, with similar characters in its label if necessary.
    pub(super) fn link_to(&self, edge: &Edge) -> Option<String> {
        let label = &edge.record.label;
        self.link(edge, label)
            .or_else(|| self.link(edge, &without_marks(label)))
    }

    /// The properties by which a link matches an edge.
    fn link_key<'e>(&self, edge: &'e Edge) -> LinkKey<'e> {
        let record = &edge.record;
        // No link can lead to a node that no longer exists.
        let to = self.story.nodes.get_index_of(&record.to);
        (
            record.label.as_str(),
            to.unwrap_or(usize::MAX),
            record.includes,
        )
    }

    /// The links already in the text, sorted and without duplicates, and the expressions of its
    /// computed links.
    fn links_of(&self, prose: &mut PassageText<'_>) -> (Vec<ExistingLink>, BTreeSet<String>) {
        let (mut found, mut computed) = (Vec::new(), BTreeSet::new());
        for link in with_labels(&prose.text, links::find(&prose.text)) {
            let name = match link.target {
                Target::Named(name) => name,
                Target::Computed(source) => {
                    computed.insert(source);
                    continue;
                }
                Target::Earlier(_) => continue,
            };
            match self.owners.get(&name) {
                Some(&to) => found.push(ExistingLink {
                    label: without_control_characters(&link.label).into_owned(),
                    to,
                    includes: link.kind == LinkKind::Include,
                    at: link.at,
                }),
                None if is_expression(&name) => {
                    computed.insert(name);
                }
                None => prose.broken.push(name),
            }
        }
        found.sort_unstable();
        found.dedup_by(|one, first| one.key() == first.key());
        (found, computed)
    }

    /// The edge as a link, in the first notation that parses back to exactly this edge.
    fn link(&self, edge: &Edge, label: &str) -> Option<String> {
        let name = self.name(edge.record.to)?;
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
                    && self.owners.get(name) == Some(&self.link_key(edge).1)
            }
            _ => false,
        };
        forms.into_iter().find(reads_back)
    }
}

/// Whether computed links in a node's text were imported as edges. Never true for text written
/// here.
fn had_computed_links(node: &Node) -> bool {
    let kept = |form: &&str| kept_data::get(&node.data, form);
    let mut kept = FORMS.iter().filter_map(kept);
    kept.any(|it| it.contains_key("dynamic_links"))
}

/// Whether the edge was imported for this expression.
fn computes(edge: &Edge, source: &str) -> bool {
    let kept = |form: &&str| kept_data::get(&edge.data, form)?.get("dynamic")?.as_str();
    FORMS.iter().filter_map(kept).any(|it| it == source)
}

/// A link in a text, with the properties that distinguish edges.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ExistingLink {
    label: String,
    to: usize,
    includes: bool,
    /// The position of the first such link.
    at: usize,
}

/// The same properties of an edge.
type LinkKey<'e> = (&'e str, usize, bool);

impl ExistingLink {
    fn key(&self) -> LinkKey<'_> {
        (&self.label, self.to, self.includes)
    }
}

/// Assigns names to nodes without one; returns those whose title could not be used.
fn assign_names<'a>(story: &'a Story, names: &mut [Option<String>]) -> Vec<&'a Node> {
    let mut taken = HashSet::from([STORY_TITLE.to_owned(), STORY_DATA.to_owned()]);
    taken.extend(names.iter().flatten().cloned());
    let mut free = UniqueNames::new(taken, |name, number| format!("{name} ({number})"));
    let mut renamed = Vec::new();
    for (node, name) in story.nodes.values().zip(names) {
        if name.is_none() {
            let own = free.take(&linkable_name(&node.title));
            if own != node.title {
                renamed.push(&**node);
            }
            *name = Some(own);
        }
    }
    renamed
}

/// The title without characters that would be parsed as link syntax.
fn linkable_name(title: &str) -> String {
    let title = title_of(title);
    let reads_back = |title: &String| {
        matches!(
            links::find(&format!("[[{title}]]")).as_slice(),
            [link] if link.at == 0 && link.target == Target::Named(title.clone())
        )
    };
    // Brackets alone rarely disturb a link, so they stay if they can.
    let without_arrows = || replaced(&title, &ARROWS);
    [title.clone(), without_arrows()]
        .into_iter()
        .find(reads_back)
        .unwrap_or_else(|| without_marks(&title))
}

/// The text with link and macro characters replaced by similar-looking ones.
fn without_marks(words: &str) -> String {
    replaced(
        &replaced(words, &ARROWS),
        &[
            ("[", "("),
            ("]", ")"),
            ("://", ":"),
            ("<<", "‹"),
            (">>", "›"),
        ],
    )
}

/// The marks that separate the words of a link from its target, with similar ones.
const ARROWS: [(&str, &str); 3] = [("->", "→"), ("<-", "←"), ("|", "¦")];

fn replaced(words: &str, marks: &[(&str, &str)]) -> String {
    marks
        .iter()
        .fold(tidy_title(words, ""), |words, (mark, plain)| {
            words.replace(mark, plain)
        })
}
