//! What goes where in the file to be written: the name of every passage, and the text of every
//! passage with the links it lacks. Exporting and listing losses both go by it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};

use super::header::Header;
use super::passage::{header_for, is_code, kept_header, title_of};
use super::{FORMS, STORY_DATA, STORY_TITLE};
use crate::kept;
use crate::links::{self, Manner, Target, looks_computed};
use crate::reading::{side_by_side, tidy_title};
use crate::writing::{Choices, FreeNames};

/// The plan for a whole file.
pub(crate) struct Plan<'a> {
    story: &'a Story,
    /// The name of each passage, by the node's number.
    names: Vec<String>,
    /// Nodes made here whose title could not be their name.
    pub(crate) renamed: Vec<&'a Node>,
    form: &'static str,
    /// The header that each node came with, by its number.
    headers: Vec<Option<Header>>,
    /// The numbers of the nodes that go by a name, the first of each.
    owners: HashMap<String, usize>,
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
    /// Edges that read like an earlier one of the same node.
    pub(crate) alike: Vec<&'a Edge>,
    /// Edges of another format whose target is computed, which nothing here can compute.
    pub(crate) computed: Vec<&'a Edge>,
    /// Names of passages that the text links to, though no edge does any longer.
    pub(crate) unlinked: Vec<String>,
    /// Names that the text links to and no passage has.
    pub(crate) broken: Vec<String>,
    /// Whether the links stand in another order than that of the edges.
    pub(crate) is_out_of_order: bool,
}

impl<'a> Plan<'a> {
    /// Makes the plan.
    pub(crate) fn of(story: &'a Story, form: &'static str) -> Self {
        let headers = side_by_side("writing nodes", story.nodes.values(), |node| {
            let header = kept_header(node, form);
            // The name stands while the title is still what it gives.
            let name = header
                .as_ref()
                .filter(|it| title_of(&it.name) == node.title);
            (name.map(|it| it.name.clone()), header)
        });
        let (mut names, headers): (Vec<_>, Vec<_>) = headers.into_iter().unzip();
        let renamed = if names.iter().all(Option::is_some) {
            Vec::new()
        } else {
            name_others(story, &mut names)
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

    /// The name of a node's passage; `None` of a node that is gone.
    pub(crate) fn name(&self, node: NodeId) -> Option<&str> {
        Some(&self.names[self.story.nodes.get_index_of(&node)?])
    }

    /// The first node whose passage goes by this name.
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

    /// What a node's text, or what stands for it, becomes in its passage.
    pub(crate) fn prose(&self, node: &Node, text: impl Into<Cow<'a, str>>) -> Prose<'a> {
        let mut prose = Prose {
            text: text.into(),
            ..Prose::default()
        };
        let number = self.number(node);
        let all = self.choices.of_number(number);
        let foreign = |it: &&Edge| FORMS.iter().all(|form| kept::of(&it.data, form).is_none());
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
            prose.unlinked.extend(gone);
        }
        let mut wanted: Vec<_> = edges().map(|it| self.sought(it)).collect();
        let mut lines = Vec::new();
        let mut last = 0;
        for (edge, sought) in edges().zip(&wanted) {
            if let Ok(at) = found.binary_search_by(|it| it.as_sought().cmp(sought)) {
                let at = found[at].at;
                prose.is_out_of_order |= at < last;
                last = at;
                continue;
            }
            // What the text lacks comes behind it.
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
            let repeated = edges().filter(|it| !seen.insert(self.sought(it)));
            prose.alike.extend(repeated);
        }
        for it in &found {
            if wanted.binary_search(&it.as_sought()).is_err() {
                prose.unlinked.push(self.names[it.to].clone());
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

    /// What a link must be to stand for an edge.
    fn sought<'e>(&self, edge: &'e Edge) -> Sought<'e> {
        let record = &edge.record;
        // A node that is gone has no passage that a text could link to.
        let to = self.story.nodes.get_index_of(&record.to);
        (
            record.label.as_str(),
            to.unwrap_or(usize::MAX),
            record.includes,
        )
    }

    /// The links that the text has by itself, each once and sorted; and what it computes others from.
    fn links_of(&self, prose: &mut Prose<'_>) -> (Vec<Standing>, BTreeSet<String>) {
        let (mut found, mut computed) = (Vec::new(), BTreeSet::new());
        for link in links::find(&prose.text) {
            let name = match link.target {
                Target::Named(name) => name,
                Target::Computed(source) => {
                    computed.insert(source);
                    continue;
                }
                Target::Back => continue,
            };
            match self.owners.get(&name) {
                Some(&to) => found.push(Standing {
                    label: link.label,
                    to,
                    includes: link.manner == Manner::Includes,
                    at: link.at,
                }),
                None if looks_computed(&name) => {
                    computed.insert(name);
                }
                None => prose.broken.push(name),
            }
        }
        found.sort_unstable();
        found.dedup_by(|one, first| one.as_sought() == first.as_sought());
        (found, computed)
    }

    /// The edge as a link, in the first form that reads back as just that edge.
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
                    && self.owners.get(name) == Some(&self.sought(edge).1)
            }
            _ => false,
        };
        forms.into_iter().find(reads_back)
    }
}

/// Whether edges were drawn for links of a node's text that the running story computes. Of one whose
/// text was written here none ever were.
fn had_computed_links(node: &Node) -> bool {
    let kept = |form: &&str| kept::of(&node.data, form);
    let mut kept = FORMS.iter().filter_map(kept);
    kept.any(|it| it.contains_key("dynamic_links"))
}

/// Whether an edge was drawn for this expression.
fn computes(edge: &Edge, source: &str) -> bool {
    let kept = |form: &&str| kept::of(&edge.data, form)?.get("dynamic")?.as_str();
    FORMS.iter().filter_map(kept).any(|it| it == source)
}

/// A link that stands in a text, as far as an edge tells links apart.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    label: String,
    to: usize,
    includes: bool,
    /// Where the first of them stands.
    at: usize,
}

/// The same of an edge.
type Sought<'e> = (&'e str, usize, bool);

impl Standing {
    fn as_sought(&self) -> Sought<'_> {
        (&self.label, self.to, self.includes)
    }
}

/// Names for the nodes that have none yet; gives those whose title could not be it.
fn name_others<'a>(story: &'a Story, names: &mut [Option<String>]) -> Vec<&'a Node> {
    let mut taken = HashSet::from([STORY_TITLE.to_owned(), STORY_DATA.to_owned()]);
    taken.extend(names.iter().flatten().cloned());
    let mut free = FreeNames::new(taken, |name, number| format!("{name} ({number})"));
    let mut renamed = Vec::new();
    for (node, name) in story.nodes.values().zip(names) {
        if name.is_none() {
            let own = free.take(&linkable(&node.title));
            if own != node.title {
                renamed.push(&**node);
            }
            *name = Some(own);
        }
    }
    renamed
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
